// Fuzzing of the public functions beside the queries: names and numbers, poses, records carried along, what a set
// reports about its shapes, errors of any struct_size, and memory that is short.
#ifndef LGJK_TESTS_FUZZ_HELPERS_H
#define LGJK_TESTS_FUZZ_HELPERS_H

#include <float.h>
#include <math.h>

#include "answers.h"
#include "counting_allocator.h"
#include "fuzz_input.h"
#include "packed.h"

// ---------------------------------------------------------------- names and numbers

static void check_names(reader* r) {
  const uint32_t isa = read_below(r, 4) > 0 ? read_below(r, 16) : read_bytes(r, 4), capacity = read_below(r, 8);
  uint32_t all[LGJK_ISA_COUNT], some[8], listed = 0;
  const uint32_t count = lgjk_isa_list(all, LGJK_ISA_COUNT);
  memset(some, ANSWERS_PATTERN, sizeof some);
  require(lgjk_isa_list(some, capacity) == count && lgjk_isa_list(NULL, 0) == count, "lists of different lengths", 0);
  for (uint32_t i = 0; i < 8; ++i) {
    const int kept = i < capacity && i < count ? some[i] == all[i] : answersN_is_pattern(&some[i], sizeof some[i]);
    require(kept, "a list of instruction sets has another element, or one too many", i);
  }
  for (uint32_t i = 0; i < count; ++i) listed |= all[i] == isa;
  const char* name = lgjk_isa_name(isa);
  require((name != NULL) == (isa < LGJK_ISA_COUNT), "a name for no instruction set, or the reverse", isa);
  require(name == NULL || lgjk_isa_from_name(name) == isa, "a name leads to another instruction set", isa);
  require((lgjk_isa_lanes(isa) > 0) == listed, "lanes without being listed, or the reverse", isa);
  require(lgjk_isa_supported(isa) <= listed, "supported without being listed", isa);
  require((lgjk_status_text(isa) != NULL) == (isa <= LGJK_STATUS_BAD), "a text for no status, or the reverse", isa);
  char any[8] = {0};
  for (uint32_t i = 0; i < 7; ++i) any[i] = (char)read_byte(r);
  const uint32_t named = lgjk_isa_from_name(any);
  require(named == UINT32_MAX || strcmp(lgjk_isa_name(named), any) == 0, "a wrong name names an instruction set", 0);
  uint32_t chosen = UINT32_MAX;
  require(lgjk_isa_chosen(&chosen, NULL) == LGJK_OK && lgjk_isa_supported(chosen) == 1, "no instruction set", chosen);
  require(lgjk_version()[0] != 0, "no version", 0);
}

// An error struct of a caller that is older or newer than the library: what fits is written, nothing beyond.
static void check_error_size(const input* in, reader* r) {
  union {
    lgjk_error error;
    uint8_t bytes[256];
  } any;
  memset(any.bytes, ANSWERS_PATTERN, sizeof any.bytes);
  const uint32_t size = any.error.struct_size = read_bytes(r, 1), number = lgjk_shapesN_count(in->shapes);
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  require(number == in->shape_count, "another number of shapes", number);
  const int32_t code = lgjk_shapesN_get(in->shapes, number, &info, NULL, 0, &any.error);
  require(code == LGJK_ERROR_ARGUMENT, "a shape that is not there", number);
  require(any.error.struct_size == size, "struct_size is overwritten", size);
  const size_t end = size > 0 && size < sizeof any.error ? size : sizeof any.error; // 0: not said
  for (size_t i = end < 4 ? 4 : end; i < sizeof any.bytes; ++i) {
    require(any.bytes[i] == ANSWERS_PATTERN, "an error is written beyond its end", i);
  }
  if (end >= offsetof(lgjk_error, index)) require(any.error.code == code, "no code in the error", size);
  if (end > offsetof(lgjk_error, text))
    require(memchr(any.error.text, 0, end - offsetof(lgjk_error, text)) != NULL,
            "the text of a short error does not end", size);
}

// ---------------------------------------------------------------- poses

static void require_near(float value, double truth, const char* what) {
  require(fabs((double)value - truth) <= (double)FLT_EPSILON * fabs(truth) + 1e-40, what, 0);
}

static void check_turn(reader* r) {
  float pose[POSE_FLOATS], angle = read_float(r), axis[3];
  if (read_below(r, 4) > 0) angle *= 1000;
  read_floats(r, axis, 3);
  const double a = (double)angle;
#if DIM == 2
  lgjk_pose2_from_angle(axis[0], axis[1], angle, pose);
  const int turns = fabs(a) <= 1e6;
  const double expected[TURN_FLOATS] = {cos(a), sin(a)};
#else
  const double x = (double)axis[0], y = (double)axis[1], z = (double)axis[2], length = sqrt(x * x + y * y + z * z);
  lgjk_pose3_from_axis_angle(axis, axis, angle, pose);
  const int turns = fabs(a) <= 1e6 && length > 0 && length <= 1e300;
  const double s = sin(a / 2) / length, expected[TURN_FLOATS] = {s * x, s * y, s * z, cos(a / 2)};
#endif
  require(memcmp(pose, axis, DIM * sizeof *pose) == 0, "the position is another one", 0);
  for (uint32_t k = 0; k < TURN_FLOATS; ++k) {
    const uint32_t quiet_nan = 0x7FC00000u;
    if (turns) {
      require_near(pose[DIM + k], expected[k], "a turn is off by more than a unit in the last place");
    } else {
      require(memcmp(&pose[DIM + k], &quiet_nan, sizeof quiet_nan) == 0, "a turn by no angle is not NaN", k);
    }
  }
}

// Rotations get their length, and nothing else of the array changes.
static void check_normalize(reader* r) {
  enum { MOST = 4, MOST_STEP = POSE_FLOATS + 2 };
  float before[MOST * MOST_STEP], poses[MOST * MOST_STEP];
  const uint32_t count = read_below(r, MOST + 1), more = read_below(r, 3), way = read_below(r, 16);
  const uint32_t stride = way == 0 ? read_bytes(r, 2) : more > 0 || way == 1 ? 4 * (POSE_FLOATS + more) : 0;
  read_floats(r, before, MOST * MOST_STEP);
  memcpy(poses, before, sizeof poses);
  const int good = stride == 0 || (stride % 4 == 0 && stride >= 4 * POSE_FLOATS);
  if (good && stride > 4 * MOST_STEP) return; // beyond the array
  const int32_t code = lgjk_poseN_normalize(poses, stride, count, NULL);
  require(code == (good ? LGJK_OK : LGJK_ERROR_ARGUMENT), "not the expected code for a stride of poses", stride);
  const uint32_t step = stride > 0 ? stride / 4 : POSE_FLOATS;
  for (uint32_t i = 0; good && i < count; ++i) {
    float* turn = before + step * i + DIM;
    double square = 0;
    for (uint32_t k = 0; k < TURN_FLOATS; ++k) square += (double)turn[k] * (double)turn[k];
    if (!(square > 0 && square <= DBL_MAX)) continue;
    for (uint32_t k = 0; k < TURN_FLOATS; ++k) {
      require_near(poses[step * i + DIM + k], (double)turn[k] / sqrt(square), "a rotation is not of length 1");
      turn[k] = poses[step * i + DIM + k];
    }
  }
  require(memcmp(before, poses, sizeof poses) == 0, "something that is no rotation has changed", 0);
}

// ---------------------------------------------------------------- records carried along

enum { CARRIED = 24 };

typedef struct carry_list {
  uint32_t index[2 * CARRIED];
  lgjk_pairs pairs;
  uint64_t wrong; // the first that does not come after the one before it; UINT64_MAX: none
} carry_list;

static uint32_t carry_index(const carry_list* list, int side, uint64_t i) {
  return (side ? list->pairs.b : list->pairs.a)[i * (list->pairs.stride == 8 ? 2 : 1)];
}

static uint64_t carry_key(const carry_list* list, uint64_t i) {
  return (uint64_t)carry_index(list, 0, i) << 32 | carry_index(list, 1, i);
}

// Ascending, most often.
static void read_list(reader* r, carry_list* list) {
  const uint32_t count = read_below(r, CARRIED + 1), together = read_below(r, 2);
  uint32_t a = 0, b = 0;
  list->pairs = packed_pairs(list->index, list->index + (together ? 1 : CARRIED), count);
  list->pairs.stride = together ? 8 : 0;
  list->wrong = UINT64_MAX;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t step = read_byte(r);
    a += step % 4 == 3;
    b = step % 4 == 3 ? step / 64 : b + 1 + step / 128 - (step == 252);
    list->index[together ? 2 * i : i] = a;
    list->index[together ? 2 * i + 1 : CARRIED + i] = b;
    const int ascends = i == 0 || carry_key(list, i - 1) < carry_key(list, i);
    if (!ascends && list->wrong == UINT64_MAX) list->wrong = i;
  }
}

static void check_carry(const input* in, reader* r) {
  const lgjk_warm zero = {{0}};
  carry_list from, to;
  lgjk_warm carried[CARRIED];
  lgjk_error error = {.struct_size = sizeof error};
  read_list(r, &from);
  read_list(r, &to);
  memset(carried, ANSWERS_PATTERN, sizeof carried);
  const int32_t code = lgjk_warm_carry(&from.pairs, in->records, &to.pairs, carried, NULL, &error);
  const uint64_t wrong = from.wrong != UINT64_MAX ? from.wrong : to.wrong;
  require(code == (wrong == UINT64_MAX ? LGJK_OK : LGJK_ERROR_ARGUMENT), "a good list is refused, or a bad one not", 0);
  require(code == LGJK_OK || error.index == wrong, "not the first pair out of order", wrong);
  for (uint64_t i = 0; i < CARRIED; ++i) {
    if (code != LGJK_OK || i >= to.pairs.count) {
      require(answersN_is_pattern(&carried[i], sizeof carried[i]), "a record that was not requested", i);
      continue;
    }
    const lgjk_warm* expected = &zero;
    for (uint64_t k = 0; k < from.pairs.count; ++k) {
      if (carry_key(&from, k) == carry_key(&to, i)) expected = &in->records[k];
    }
    require(memcmp(&carried[i], expected, sizeof *expected) == 0, "another pair's record is carried", i);
  }
}

// ---------------------------------------------------------------- shapes

// Part of a shape's vertices; nothing is written beyond.
static void check_part(const input* in, reader* r) {
  float all[DIM * LGJK_MAX_POINTS], part[DIM * LGJK_MAX_POINTS];
  const uint32_t shape = in->shape_count > 0 ? read_below(r, in->shape_count) : 0, capacity = read_byte(r);
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  if (in->shape_count == 0) return;
  memset(all, ANSWERS_PATTERN, sizeof all);
  memset(part, ANSWERS_PATTERN, sizeof part);
  require(lgjk_shapesN_get(in->shapes, shape, &info, all, LGJK_MAX_POINTS, NULL) == LGJK_OK, "no vertices", shape);
  require(lgjk_shapesN_get(in->shapes, shape, &info, part, capacity, NULL) == LGJK_OK, "no vertices", shape);
  const uint32_t count = info.vertex_count < capacity ? info.vertex_count : capacity;
  require(memcmp(all, part, count * DIM * sizeof *all) == 0, "other vertices", shape);
  const float* rest = part + DIM * count;
  require(answersN_is_pattern(rest, sizeof part - count * DIM * sizeof *part), "too many vertices", shape);
}

// The area of a polygon follows from its vertices and its rounding radius.
static double area_of(const lgjk_shapeN_info* info, const float* v) {
  double twice = 0, around = 0;
  for (uint32_t i = 0; i < info->vertex_count; ++i) {
    const float *p = v + DIM * i, *q = v + DIM * ((i + 1) % info->vertex_count);
    twice += (double)p[0] * (double)q[1] - (double)p[1] * (double)q[0];
    around += hypot((double)q[0] - (double)p[0], (double)q[1] - (double)p[1]);
  }
  const double radius = (double)info->radius;
  return twice / 2 + radius * around + 3.14159265358979323846 * radius * radius;
}

// No more than the circle (ball) of its bound has, with a centre within that, and in 2D the area of a polygon.
static void check_mass(const input* in) {
  for (uint32_t i = 0; i < in->shape_count; ++i) {
    float v[DIM * LGJK_MAX_POINTS];
    lgjk_shapeN_info info = {.struct_size = sizeof info};
    lgjk_massN mass = {.struct_size = sizeof mass};
    require(lgjk_shapesN_get(in->shapes, i, &info, v, LGJK_MAX_POINTS, NULL) == LGJK_OK, "no vertices", i);
    require(lgjk_shapesN_mass(in->shapes, i, &mass, NULL) == LGJK_OK, "no mass", i);
    const double bound = (double)info.bound, most = DIM == 2 ? 3.15 * bound * bound : 4.19 * bound * bound * bound;
    require(mass.mass >= 0 && (double)mass.mass <= most, "a mass beyond the bound", i);
    for (int k = 0; k < DIM; ++k) require(fabs((double)mass.centre[k]) <= bound * 1.0001, "a centre outside", i);
    const float* inertia = (const float*)&mass.inertia; // one number, in 3D six
    for (int k = 0; k < (DIM == 2 ? 1 : 3); ++k) {
      require((double)inertia[k] >= -1e-6 * most * bound * bound && (double)inertia[k] <= most * bound * bound,
              "a moment of inertia that no shape has", i);
    }
    if (DIM == 3 || info.vertex_count == 0) continue;
    const double area = area_of(&info, v);
    require(fabs((double)mass.mass - area) <= 1e-5 * area + 1e-9 * most + 1e-40, "another area", i);
  }
  lgjk_massN mass = {.struct_size = sizeof mass + 1};
  require(lgjk_shapesN_mass(in->shapes, 0, &mass, NULL) == LGJK_ERROR_ARGUMENT, "a mass of another size", 0);
}

// Each of the allocations of a set fails in turn: nothing stays, and nothing is written.
static void check_memory(const input* in) {
  int made = 0;
  for (int fail_at = 1; !made; ++fail_at) {
    counting c = {.fail_at = fail_at};
    const lgjk_allocator allocator = counting_allocator(&c);
    lgjk_shapesN *const none = (lgjk_shapesN*)(void*)&c, *shapes = none;
    lgjk_error error = {.struct_size = sizeof error};
    const int32_t code = lgjk_shapesN_create(in->defs, in->shape_count, &allocator, &shapes, &error);
    made = c.allocations < fail_at;
    require(code == (made ? LGJK_OK : LGJK_ERROR_MEMORY) && error.code == code, "memory is short, or not", 0);
    require(c.live == made && (shapes == none) == !made, "memory leaks, or a set although memory is short", 0);
    if (made) lgjk_shapesN_destroy(shapes);
    require(c.live == 0, "memory leaks", (uint64_t)fail_at);
  }
}

static void check_helpers(const input* in, reader* r) {
  check_names(r);
  check_turn(r);
  check_normalize(r);
  check_carry(in, r);
  check_error_size(in, r);
  check_part(in, r);
  check_mass(in);
  check_memory(in);
}

#endif
