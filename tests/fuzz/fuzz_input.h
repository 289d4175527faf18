// What the bytes of the fuzzer become, in the dimension DIM: options, shape definitions, bodies, pairs, warm records.
// Most numbers are such that queries get far: on a grid, where shapes touch, or at random; a few are any bits at all.
#ifndef LGJK_TESTS_FUZZ_INPUT_H
#define LGJK_TESTS_FUZZ_INPUT_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dim.h"
#include "packed.h"

enum { SHAPES = 8, BODIES = 24, PAIRS = 40, TURN_FLOATS = POSE_FLOATS - DIM };

#if DIM == 2
#define LGJK_SHAPEN_KINDS 3
#define TURNS \
  {1, 0}, {0, 1}, {-1, 0}, { 0.6f, -0.8f }
#else
#define LGJK_SHAPEN_KINDS 5
#define TURNS \
  {0, 0, 0, 1}, {0, 0, 0.70710677f, 0.70710677f}, {0, -1, 0, 0}, { 0.5f, 0.5f, -0.5f, 0.5f }
#endif

// The bytes still to be read. Beyond their end what a generator makes of them, so that a few make a whole scene; or,
// where its state is 0, zeros.
typedef struct reader {
  const uint8_t* data;
  size_t size;
  uint32_t state;
} reader;

static inline reader reader_of(const uint8_t* data, size_t size) {
  uint32_t state = 1;
  for (size_t i = 0; i < size; ++i) state = (state ^ data[i]) * 16777619u;
  return (reader){data, size, size > 0 && data[0] < 16 ? 0 : state};
}

static inline uint32_t read_byte(reader* r) {
  if (r->size > 0) {
    --r->size;
    return *r->data++;
  }
  r->state ^= r->state << 13; // xorshift (Marsaglia 2003)
  r->state ^= r->state >> 17;
  r->state ^= r->state << 5;
  return r->state >> 24;
}

static inline uint32_t read_bytes(reader* r, uint32_t count) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < count; ++i) value |= read_byte(r) << 8 * i;
  return value;
}

static inline uint32_t read_below(reader* r, uint32_t count) { return read_bytes(r, 1) % count; }

static inline float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// Small numbers on a grid, which touch and repeat; numbers of the domain, and tiny ones; any bits at all.
static inline float read_float(reader* r) {
  const uint32_t way = read_bytes(r, 1);
  if (way < 128) return ((float)(way % 16) - 8.0f) * 0.25f;
  if (way < 200) return (float)(int16_t)read_bytes(r, 2) * (1.0f / 4096.0f);
  if (way < 230) return (float)(int16_t)read_bytes(r, 2) * 1e-8f;
  if (way < 250) return (float)(int16_t)read_bytes(r, 2) * (DIM == 2 ? 16.0f : 2.0f);
  return float_of(read_bytes(r, 4));
}

static inline void read_floats(reader* r, float* out, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) out[i] = read_float(r);
}

typedef struct input {
  void* owned[SHAPES + 16];
  uint32_t owned_count;
  lgjk_options options;
  uint32_t wide_isa; // what one lane is compared with
  lgjk_shapeN_def defs[SHAPES];
  uint32_t shape_count;
  lgjk_shapesN* shapes;
  lgjk_shapeN_info info[SHAPES];
  lgjk_bodiesN bodies;
  uint32_t* index; // of the pairs: the bodies of A and of B
  lgjk_pairs pairs;
  uint64_t split; // of the pairs into two ranges
  lgjk_warm records[PAIRS];
} input;

// Exactly so many elements, so that a sanitizer sees a read beyond.
static inline void* own_array(input* in, uint32_t count, uint32_t stride, uint32_t element) {
  void* memory = calloc(1, count > 0 ? (size_t)(count - 1) * stride + element : 0);
  in->owned[in->owned_count++] = memory;
  return memory;
}

static inline void free_input(input* in) {
  lgjk_shapesN_destroy(in->shapes);
  while (in->owned_count > 0) free(in->owned[--in->owned_count]);
}

static inline void read_options(reader* r, input* in) {
  lgjk_options_init(&in->options);
  const uint32_t flags = read_bytes(r, 1);
  if (flags & 1) in->options.max_distance = fabsf(read_float(r));
  if (!(in->options.max_distance >= 0)) in->options.max_distance = 0;
  if (flags & 2) in->options.iteration_limit = 1 + read_below(r, 255);
  if (flags & 4) in->options.flags = LGJK_FLAG_SORT_ALL;
  const uint32_t contact = read_bytes(r, 1);
  if (contact & 1) in->options.flags |= LGJK_FLAG_EPA;
  if (contact & 2) in->options.margin = (float)(contact / 4) / 64.0f;
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa = isas[flags / 8 % lgjk_isa_list(isas, LGJK_ISA_COUNT)];
  in->wide_isa = isa != LGJK_ISA_SCALAR && lgjk_isa_supported(isa) ? isa : LGJK_ISA_AUTO;
}

// ---------------------------------------------------------------- shapes

// On a parabola or a paraboloid, where each is a vertex of the hull, and in 3D many are in one plane.
static inline void spread_points(uint32_t seed, float* points, uint32_t count, uint32_t step) {
  for (uint32_t i = 0; i < count; ++i) {
    float* p = points + (size_t)i * step;
    seed = seed * 1664525u + 1013904223u;
    p[0] = ((float)(seed >> 22) - 512.0f) * (1.0f / 256.0f);
    p[1] = p[0] * p[0];
#if DIM == 3
    p[1] = ((float)(seed >> 12 & 1023) - 512.0f) * (1.0f / 256.0f);
    p[2] = p[0] * p[0] + p[1] * p[1];
#endif
  }
}

static inline void read_points(reader* r, input* in, lgjk_shapeN_def* def) {
  const uint32_t ways = read_bytes(r, 1), many = ways % 64 > 60, step = DIM + (ways >> 6 & 1);
  def->point_count = many ? 1 + read_below(r, 96) : ways % 22;
  if (ways == 255) def->point_count += LGJK_MAX_POINTS - 48;
  def->point_stride = ways >> 6 > 1 ? 4 * step : 0;
  const uint32_t used = def->point_stride > 0 ? step : DIM;
  float* points = own_array(in, def->point_count, 4 * used, 4 * DIM);
  if (many) spread_points(read_bytes(r, 2), points, def->point_count, used);
  for (uint32_t i = 0; !many && i < def->point_count; ++i) read_floats(r, points + used * i, DIM);
  def->points = points;
}

static inline void read_definition(reader* r, input* in, lgjk_shapeN_def* def) {
  const uint32_t flags = read_bytes(r, 1), kind = flags % 8;
  lgjk_shapeN_def_init(def);
  def->kind = kind < LGJK_SHAPEN_KINDS ? kind : LGJK_SHAPEN_POINTS;
  if (def->kind == LGJK_SHAPEN_POINTS) {
    read_points(r, in, def);
  } else {
    read_floats(r, def->size, DIM);
  }
  if (flags & 8) def->radius = read_float(r);
  if (flags < 240) {
    if (DIM == 3 && def->kind > LGJK_SHAPEN_BOX + 1) def->size[DIM - 1] = 0; // of cylinders and cones, which have two
    for (uint32_t i = 0; i < DIM; ++i) def->size[i] = fabsf(def->size[i]);
    def->radius = fabsf(def->radius);
  }
  if (flags & 16) read_floats(r, def->map, DIM * DIM);
  if (flags == 255) def->kind = read_bytes(r, 4);
}

static inline void read_definitions(reader* r, input* in) {
  in->shape_count = 1 + read_below(r, SHAPES);
  for (uint32_t i = 0; i < in->shape_count; ++i) read_definition(r, in, &in->defs[i]);
}

// ---------------------------------------------------------------- bodies and pairs

static inline void read_pose(reader* r, float* pose) {
  static const float turns[4][TURN_FLOATS] = {TURNS};
  const uint32_t turn = read_below(r, 64);
  read_floats(r, pose, DIM);
  for (uint32_t k = 0; turn % 2 && k < DIM; ++k) pose[k] *= 4;
  if (turn < 16) {
    memcpy(pose + DIM, turns[turn / 4], sizeof turns[0]);
  } else if (turn > 60) {
    read_floats(r, pose + DIM, TURN_FLOATS);
  } else {
#if DIM == 2
    lgjk_pose2_from_angle(pose[0], pose[1], read_float(r), pose);
#else
    float axis[3];
    read_floats(r, axis, 3);
    lgjk_pose3_from_axis_angle(pose, axis, read_float(r), pose);
#endif
  }
  if (turn == 61) lgjk_poseN_normalize(pose, 0, 1, NULL);
}

// Arrays of their own, tight or not.
static inline void read_bodies(reader* r, input* in) {
  const uint32_t count = 1 + read_below(r, BODIES), ways = read_bytes(r, 1);
  const uint32_t step[3] = {1 + (ways & 1), POSE_FLOATS + (ways >> 1 & 1), 1 + (ways >> 2 & 1)};
  uint32_t* shape = own_array(in, count, 4 * step[0], 4);
  float* pose = own_array(in, count, 4 * step[1], 4 * POSE_FLOATS);
  float* radius = own_array(in, count, 4 * step[2], 4);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t flags = read_bytes(r, 1);
    shape[step[0] * i] = flags < 250 && in->shape_count > 0 ? flags % in->shape_count : flags << (flags & 24);
    read_pose(r, pose + step[1] * i);
    if (flags % 4 == 1) radius[step[2] * i] = read_float(r);
    if (flags < 240) radius[step[2] * i] = fabsf(radius[step[2] * i]);
  }
  in->bodies = packed_bodies(in->shapes, count, shape, pose, ways & 8 ? radius : NULL);
  if (ways & 16 || step[0] > 1) in->bodies.shape_stride = 4 * step[0];
  if (ways & 16 || step[1] > POSE_FLOATS) in->bodies.pose_stride = 4 * step[1];
  if (ways & 16 || step[2] > 1) in->bodies.radius_stride = 4 * step[2];
}

// Two arrays of indices, or one of {a, b}.
static inline void read_pairs(reader* r, input* in) {
  const uint32_t count = read_below(r, PAIRS + 1), together = read_below(r, 2) && count > 0;
  in->index = own_array(in, 2 * count, 4, 4);
  in->split = read_below(r, count + 1);
  in->pairs = packed_pairs(in->index, in->index + (together ? 1 : count), count);
  in->pairs.stride = together ? 8 : 0;
  for (uint32_t i = 0; i < 2 * count; ++i) in->index[i] = read_below(r, in->bodies.count);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t* word = in->records[i].word;
    for (uint32_t k = 0; k < 4; ++k) word[k] = read_bytes(r, 4);
    const uint32_t kind = (word[3] & 0xFF) % 7; // a number of vertices more often than not, or that it names a depth
    word[3] = (word[3] & ~0xFFu) | (kind == 6 ? RECORD_NAMES_DEPTH : kind);
  }
}

// ----------------------------------------------------------------
// What a failure of the fuzzer reports: the pair, its bodies and its shapes.

static const input* current; // for the report of a failure

static void print_floats(const char* what, const float* values, uint32_t count) {
  fprintf(stderr, "%s", what);
  for (uint32_t i = 0; i < count; ++i) fprintf(stderr, " %a", (double)values[i]);
}

static void print_shape(uint32_t shape) {
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  float v[DIM * LGJK_MAX_POINTS];
  fprintf(stderr, "\n    shape %u", shape);
  if (lgjk_shapesN_get(current->shapes, shape, &info, v, LGJK_MAX_POINTS, NULL) != LGJK_OK) return;
  fprintf(stderr, " of kind %u, radius %a,", info.kind, (double)info.radius);
  print_floats(" matrix", info.matrix, DIM * DIM);
  for (uint32_t i = 0; i < info.vertex_count; ++i) print_floats("\n     ", v + DIM * i, DIM);
}

// Of the body in an array of the view.
static const void* member(const void* array, uint32_t stride, uint32_t tight, uint32_t body) {
  return (const char*)array + (size_t)(stride > 0 ? stride : tight) * body;
}

static const float* pose_of(const input* in, uint32_t body) {
  return member(in->bodies.pose, in->bodies.pose_stride, 4 * POSE_FLOATS, body);
}

static uint32_t shape_of(const input* in, uint32_t body) {
  return *(const uint32_t*)member(in->bodies.shape, in->bodies.shape_stride, 4, body);
}

static const float* radius_of(const input* in, uint32_t body) {
  if (in->bodies.radius != NULL) return member(in->bodies.radius, in->bodies.radius_stride, 4, body);
  return &in->info[shape_of(in, body)].radius;
}

static uint32_t body_of(const input* in, int side, uint64_t pair) {
  return *(const uint32_t*)((const char*)(side ? in->pairs.b : in->pairs.a) + (in->pairs.stride ? 8 : 4) * pair);
}

// Whether a body is surely fit for use (1), surely not (-1), or at the edge of that (0). `tolerance`: of
// the square of its rotation's length.
static int fitness(const input* in, uint32_t body, double tolerance) {
  const float* pose = pose_of(in, body);
  const float radius = *radius_of(in, body);
  double square = 0;
  for (int k = 0; k < POSE_FLOATS; ++k) {
    if (!(fabsf(pose[k]) <= FLT_MAX)) return -1;
    if (k >= DIM) square += (double)pose[k] * (double)pose[k];
  }
  if (!(radius >= 0 && radius <= FLT_MAX)) return -1;
  const double off = fabs(square - 1);
  return off <= 0.999 * tolerance ? 1 : off >= 1.001 * tolerance ? -1 : 0;
}

static void print_body(int side, uint64_t pair) {
  const uint32_t body = body_of(current, side, pair);
  fprintf(stderr, "\n  %c: body %u", 'A' + side, body);
  print_floats(", pose", pose_of(current, body), POSE_FLOATS);
  if (current->bodies.radius != NULL) print_floats(", radius", radius_of(current, body), 1);
  print_shape(shape_of(current, body));
}

// Whether the iteration limit is at least the default, which is 0 as well.
static int is_unhurried(const input* in) { return in->options.iteration_limit - 1 >= LGJK_DEFAULT_ITERATION_LIMIT - 1; }

static void require(int holds, const char* what, uint64_t pair) {
  if (holds) return;
  fprintf(stderr, "fuzz" DIM_TEXT(DIM) ": %s: %llu; ", what, (unsigned long long)pair);
  fprintf(stderr, "max_distance %a, iteration_limit %u, flags %u, %s", (double)current->options.max_distance,
          current->options.iteration_limit, current->options.flags, lgjk_isa_name(current->wide_isa));
  for (int side = 0; side < 2 && pair < current->pairs.count; ++side) print_body(side, pair);
  fprintf(stderr, "\n");
  abort();
}

// ---------------------------------------------------------------- errors

// What a call has to return: the code that the public headers promise, and the index of the offender.
typedef struct verdict {
  int32_t code;
  uint64_t index;
} verdict;

static inline verdict taken_if(int good) { return (verdict){good ? LGJK_OK : LGJK_ERROR_ARGUMENT, 0}; }

static void check_error(int32_t code, const lgjk_error* error, int32_t expected, uint64_t index) {
  require(code == expected, "not the expected code, which is", (uint64_t)expected);
  require(error->code == code, "the error has another code than was returned", (uint64_t)code);
  require(memchr(error->text, 0, sizeof error->text) != NULL, "the text does not end", 0);
  if (code == LGJK_OK) return;
  require(error->text[0] != 0, "no text", 0);
  require(error->index == index, "not the expected index, which is", index);
}

#endif
