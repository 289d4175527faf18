// Fuzzing of all public functions in the dimension DIM: bytes become shape definitions, bodies, pairs, warm records,
// options and wrong arguments (fuzz_input.h). Whatever they are, nothing faults, errors name what is wrong and write
// nothing, statuses are valid, no NaN is written, other instruction sets and a batch in two ranges give the bits of one
// lane, no record changes the verdict, nor the distance by more than the contract allows, nor any bit under
// LGJK_FLAG_HISTORY_FREE; what cold calls answer is true (fuzz_truth.h). Small functions are in fuzz_helpers.h.
//
// The last bytes of an input choose one more way to use its scene, with filters, motions and threads: finding pairs
// (fuzz_find.h), trees, nearest bodies and orders (fuzz_tree.h), lists from tick to tick (fuzz_lists.h), casts
// (fuzz_cast.h), casts against a tree and slides (fuzz_slide.h), whole ticks (fuzz_tick.h), what is within a distance
// and the nearest shapes (fuzz_near.h), worlds with positions in double (fuzz_places.h).

#define _POSIX_C_SOURCE 200809L // posix_memalign
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "fuzz_helpers.h"
#include "fuzz_lists.h"
#include "fuzz_near.h"
#include "fuzz_places.h"
#include "fuzz_truth.h"

// ---------------------------------------------------------------- errors and shapes

// Taken, or refused for the definition `refused` of these.
static int32_t create(const input* in, uint32_t first, uint32_t count, uint32_t refused, lgjk_shapesN** out) {
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_shapesN_create(in->defs + first, count, NULL, out, &error);
  check_error(code, &error, code == LGJK_OK ? LGJK_OK : LGJK_ERROR_SHAPE, refused);
  require((code == LGJK_OK) == (*out != NULL), "a set although there was an error, or the reverse", 0);
  return code;
}

static void check_info(input* in, uint32_t shape) {
  lgjk_shapeN_info* info = &in->info[shape];
  float v[DIM * LGJK_MAX_POINTS];
  lgjk_shapeN_info_init(info);
  require(lgjk_shapesN_get(in->shapes, shape, info, v, LGJK_MAX_POINTS, NULL) == LGJK_OK, "no info", shape);
  require(info->kind < LGJK_SHAPEN_KINDS && info->vertex_count <= LGJK_MAX_POINTS, "no such shape", shape);
  require(info->radius >= 0 && info->bound <= FLT_MAX, "radii are not those of a shape", shape);
  for (uint32_t i = 0; i < info->vertex_count; ++i) {
    double square = 0;
    for (uint32_t k = 0; k < DIM; ++k) square += (double)v[DIM * i + k] * (double)v[DIM * i + k];
    const double reach = sqrt(square) + (double)info->radius;
    require(reach <= (double)info->bound * (1 + 1e-15), "a vertex is out of bounds", shape);
  }
}

// Each definition alone; then all, of which the first that was refused must be named. Queries get those that were not.
static void build_shapes(input* in) {
  uint32_t taken = 0, refused = in->shape_count;
  uint8_t good[SHAPES];
  for (uint32_t i = 0; i < in->shape_count; ++i) {
    lgjk_shapesN* alone = NULL;
    good[i] = create(in, i, 1, 0, &alone) == LGJK_OK;
    if (!good[i] && refused == in->shape_count) refused = i;
    lgjk_shapesN_destroy(alone);
  }
  const int32_t code = create(in, 0, in->shape_count, refused, &in->shapes);
  require((code == LGJK_OK) == (refused == in->shape_count), "refused alone or in company only", refused);
  for (uint32_t i = 0; i < in->shape_count; ++i) {
    if (good[i]) in->defs[taken++] = in->defs[i];
  }
  in->shape_count = taken;
  if (code != LGJK_OK) require(create(in, 0, taken, 0, &in->shapes) == LGJK_OK, "refused in other company", 0);
  for (uint32_t i = 0; i < taken; ++i) check_info(in, i);
}

// ---------------------------------------------------------------- one query

// A distance may be negative where it is of a contact.
static void check_values(const input* in, const answersN* r, query q, uint64_t i) {
  const float zero[DIM] = {0}, d = r->distance[i], *a = &r->point_a[DIM * i], *b = &r->point_b[DIM * i];
  const float most = in->options.max_distance > 0 ? in->options.max_distance : INFINITY;
  const uint32_t quiet_nan = 0x7FC00000u;
  const uint8_t status = r->status[i];
  require(status <= LGJK_STATUS_BAD, "no status", i);
  require((status == LGJK_STATUS_BAD) == (memcmp(&d, &quiet_nan, sizeof d) == 0),
          "NaN without being bad, or the reverse", i);
  require(q == CONTACT || d >= 0 || status == LGJK_STATUS_BAD, "distance is negative or NaN", i);
  require((d > FLT_MAX) == (status == LGJK_STATUS_BEYOND), "infinite without being beyond, or the reverse", i);
  require(d > FLT_MAX || !(d > most) || status == LGJK_STATUS_LIMIT, "farther than max_distance, but not beyond", i);
  for (int k = 0; k < DIM; ++k) require(fabsf(a[k]) <= FLT_MAX && fabsf(b[k]) <= FLT_MAX, "a witness is not finite", i);
  if (status == LGJK_STATUS_OVERLAPPING) {
    require(d <= 0 && !(d == 0 && signbit(d)), "overlapping, but at a distance", i);
    require(q == CONTACT || (d == 0 && memcmp(a, b, sizeof zero) == 0), "overlapping, but not at one point", i);
  } else {
    require(d > 0 || status == LGJK_STATUS_BAD, "at no distance, but not overlapping", i);
  }
  if (status < LGJK_STATUS_BEYOND || status == LGJK_STATUS_LIMIT) return;
  require(memcmp(a, zero, sizeof zero) == 0 && memcmp(b, zero, sizeof zero) == 0, "beyond or bad, but somewhere", i);
}

// ---------------------------------------------------------------- a query

// What overlap does not write is as it was.
static void check_unwritten(const answersN* r, uint64_t i) {
  const uint8_t status = r->status[i];
  answersN as_it_was = *r;
  uint8_t pattern[PAIRS];
  memset(pattern, ANSWERS_PATTERN, sizeof pattern);
  as_it_was.status = as_it_was.iterations = pattern;
  require(status <= LGJK_STATUS_BAD, "no status", i);
  require(answersN_untouched_at(&as_it_was, i), "overlap wrote more than a status", i);
}

typedef struct call {
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_options options;
  uint64_t first, count;
} call;

static int32_t run(const call* c, query q, lgjk_warm* records, const answersN* answers, lgjk_error* error) {
  const lgjk_results results = answersN_results(answers);
  lgjk_error_init(error);
  return query_function[q](&c->bodies, &c->bodies, &c->pairs, records, c->first, c->count, &results, &c->options,
                           error);
}

static void call_query(const input* in, uint32_t isa, query q, lgjk_warm* records, uint64_t split,
                       const answersN* answers) {
  call c = {in->bodies, in->pairs, in->options, 0, split};
  c.options.isa = isa;
  for (int range = 0; range < 2; ++range) {
    lgjk_error error;
    const int32_t code = run(&c, q, records, answers, &error);
    check_error(code, &error, LGJK_OK, 0);
    c.first = split;
    c.count = in->pairs.count - split;
  }
}

// On one lane at once, and on the other instruction set in two ranges, from the same records.
static void check_query(const input* in, query q, lgjk_warm* records, answersN* one) {
  lgjk_warm copy[PAIRS];
  answersN wide = answersN_open(in->pairs.count);
  answersN_fill(one);
  if (records != NULL) memcpy(copy, records, sizeof copy);
  call_query(in, LGJK_ISA_SCALAR, q, records, in->pairs.count, one);
  call_query(in, in->wide_isa, q, records == NULL ? NULL : copy, in->split, &wide);
  const uint64_t different = answersN_difference(one, &wide, 0, in->pairs.count);
  require(different == UINT64_MAX, "another instruction set gives other bits", different);
  for (uint64_t i = 0; i < in->pairs.count; ++i) {
    const int same = records == NULL || memcmp(&copy[i], &records[i], sizeof copy[i]) == 0;
    require(same, "another instruction set leaves another record", i);
    if (q == OVERLAP) {
      check_unwritten(one, i);
    } else {
      check_values(in, one, q, i);
      if (q == CONTACT) check_contact(in, one, i);
    }
  }
  answersN_close(&wide);
}

// ---------------------------------------------------------------- many calls

// All queries from the records that the one before has left.
static void check_warm(const input* in, const answersN* cold, const answersN* contact, lgjk_warm* records) {
  answersN warm = answersN_open(in->pairs.count), overlap = answersN_open(in->pairs.count);
  answersN touch = answersN_open(in->pairs.count);
  check_query(in, DISTANCE, records, &warm);
  check_query(in, OVERLAP, records, &overlap);
  check_verdicts(in, cold, &warm, &overlap);
  check_query(in, CONTACT, records, &touch);
  check_contacts(in, cold, contact, &touch);
  answersN_close(&warm);
  answersN_close(&overlap);
  answersN_close(&touch);
}

// Of an overlapping pair: points of 0, and then those of `cold`.
static void expect_hidden(const answersN* cold, answersN* answers, uint64_t i) {
  if (answers->status[i] != LGJK_STATUS_OVERLAPPING) return;
  for (uint64_t k = DIM * i; k < DIM * (i + 1); ++k) {
    const float sum = fabsf(answers->point_a[k]) + fabsf(answers->point_b[k]);
    require(sum <= 0, "free of history, but a common point that was not requested", i);
    answers->point_a[k] = cold->point_a[k];
    answers->point_b[k] = cold->point_b[k];
  }
}

// Under the flag any records give the bits of a call without, and are as they were.
static void check_history_free(const input* in, query q, const answersN* cold, const lgjk_warm* any) {
  lgjk_warm records[PAIRS];
  input free_of = *in;
  answersN answers = answersN_open(in->pairs.count);
  memcpy(records, any, sizeof records);
  free_of.options.flags |= LGJK_FLAG_HISTORY_FREE | (any[0].word[0] & 1 ? LGJK_FLAG_COMMON_POINTS : 0);
  call_query(&free_of, in->wide_isa, q, records, in->split, &answers);
  if (q == DISTANCE && !(free_of.options.flags & LGJK_FLAG_COMMON_POINTS)) {
    for (uint64_t i = 0; i < in->pairs.count; ++i) expect_hidden(cold, &answers, i);
  }
  const uint64_t different = answersN_difference(cold, &answers, 0, in->pairs.count);
  require(different == UINT64_MAX, "free of history, but other bits than without records", different);
  for (uint64_t i = 0; i < PAIRS; ++i)
    require(memcmp(&records[i], &any[i], sizeof records[i]) == 0, "free of history, but a record has changed", i);
  answersN_close(&answers);
}

// Under LGJK_FLAG_NORMALIZE rotations of any length near 1 give the bits of a call with those that are off brought to
// it.
static void check_loose(const input* in, query q) {
  const uint64_t count = in->pairs.count;
  const uint32_t step = in->bodies.pose_stride > 0 ? in->bodies.pose_stride / 4 : POSE_FLOATS;
  float loose[BODIES * (POSE_FLOATS + 1)], sound[BODIES * (POSE_FLOATS + 1)];
  input off = *in;
  for (uint32_t i = 0; i < in->bodies.count; ++i) {
    float *pose = loose + step * i, *turn = pose + DIM;
    double square = -1;
    memcpy(pose, pose_of(in, i), POSE_FLOATS * sizeof *pose);
    for (uint32_t k = 0; k < TURN_FLOATS; ++k) turn[k] *= 1 + (float)(i % 7) * 0x1p-10f; // 6 of 7: by 0.6% at most
    memcpy(sound + step * i, pose, POSE_FLOATS * sizeof *pose);
    for (uint32_t k = 0; k < TURN_FLOATS; ++k) square += (double)turn[k] * (double)turn[k];
    const double length = fabs(square);
    if (fabs(length - 1e-4) < 1e-7 || fabs(length - 1e-2) < 1e-5) return; // what rounding decides
    if (length > 1e-4 && length < 1e-2) lgjk_poseN_normalize(sound + step * i, 0, 1, NULL);
  }
  answersN one = answersN_open(count), other = answersN_open(count);
  lgjk_warm records[PAIRS], same[PAIRS];
  memcpy(records, in->records, sizeof records);
  memcpy(same, in->records, sizeof same);
  off.bodies.pose = sound;
  call_query(&off, LGJK_ISA_SCALAR, q, records, count, &one);
  off.bodies.pose = loose;
  off.options.flags |= LGJK_FLAG_NORMALIZE;
  call_query(&off, in->wide_isa, q, same, in->split, &other);
  const uint64_t different = answersN_difference(&one, &other, 0, count);
  require(different == UINT64_MAX, "loose rotations give other bits than sound ones", different);
  for (uint64_t i = 0; i < count; ++i)
    require(memcmp(&records[i], &same[i], sizeof *same) == 0, "loose rotations leave another record", i);
  answersN_close(&one);
  answersN_close(&other);
}

// Cold; from zeros and what they become; from any bytes; and each pair from what those have become of its neighbour's.
static void check_queries(const input* in) {
  const uint64_t count = in->pairs.count;
  lgjk_warm own[PAIRS] = {{{0}}}, any[PAIRS], foreign[PAIRS] = {{{0}}};
  answersN cold[QUERIES];
  for (query q = OVERLAP; q < QUERIES; ++q) {
    cold[q] = answersN_open(count);
    check_query(in, q, NULL, &cold[q]);
  }
  check_verdicts(in, &cold[DISTANCE], &cold[DISTANCE], &cold[OVERLAP]);
  check_contacts(in, &cold[DISTANCE], &cold[CONTACT], &cold[CONTACT]);
  check_truth(in, cold);
  memcpy(any, in->records, sizeof any);
  check_warm(in, &cold[DISTANCE], &cold[CONTACT], own);
  check_warm(in, &cold[DISTANCE], &cold[CONTACT], own);
  check_warm(in, &cold[DISTANCE], &cold[CONTACT], any);
  for (uint64_t i = 0; i < count; ++i) foreign[i] = any[(i + 1) % count];
  check_warm(in, &cold[DISTANCE], &cold[CONTACT], foreign);
  for (query q = OVERLAP; q < QUERIES; ++q) {
    check_history_free(in, q, &cold[q], q == OVERLAP ? in->records : q == DISTANCE ? own : foreign);
    answersN_close(&cold[q]);
    check_loose(in, q);
  }
}

// ---------------------------------------------------------------- one argument at random

static verdict spoil_options(call* c, uint32_t way, uint32_t value) {
  lgjk_options* options = &c->options;
  int good;
  if (way == 0) {
    options->max_distance = float_of(value);
    good = options->max_distance >= 0;
  } else if (way == 1) {
    options->iteration_limit = value % 512;
    good = value % 512 <= 255;
  } else if (way == 2 && value % 2) {
    options->margin = float_of(value);
    good = options->margin >= 0 && options->margin <= FLT_MAX;
  } else if (way == 2) {
    options->flags = value & 256 ? value : value % 64; // small ones are sums of flags, with one that there is not
    good = options->flags < 2 * LGJK_FLAG_NORMALIZE;
  } else {
    options->isa = value % 16;
    good = value % 16 == LGJK_ISA_AUTO || lgjk_isa_supported(value % 16);
    return (verdict){good ? LGJK_OK : LGJK_ERROR_ISA, 0};
  }
  return (verdict){good ? LGJK_OK : LGJK_ERROR_ARGUMENT, 0};
}

// An index, the range, or a stride.
static verdict spoil_pairs(call* c, uint32_t way, uint32_t value, uint32_t* index) {
  const uint64_t pairs = c->pairs.count;
  if (way == 4 && pairs > 0) {
    const uint64_t at = value % (2 * pairs), pair = c->pairs.stride ? at / 2 : at % pairs;
    index[at] = value / 256;
    return (verdict){index[at] < c->bodies.count ? LGJK_OK : LGJK_ERROR_PAIR_INDEX, pair};
  }
  if (way == 5) {
    c->first = value % 64;
    c->count = (uint64_t)(int64_t)((int16_t)(value >> 16) / 256);
    const int good = c->first <= pairs && c->count <= pairs - c->first;
    return (verdict){good ? LGJK_OK : LGJK_ERROR_RANGE, c->first};
  }
  if (way == 6) {
    c->bodies.pose_stride = value | 1;
    return (verdict){LGJK_ERROR_ARGUMENT, 0};
  }
  return (verdict){LGJK_OK, 0};
}

// Refused as the header says and without a write, or taken; written only within the range.
static void check_argument(input* in, reader* r) {
  const uint32_t way = read_below(r, 8), value = read_bytes(r, 4);
  call c = {in->bodies, in->pairs, in->options, 0, in->pairs.count};
  uint32_t index[2 * PAIRS];
  if (in->pairs.count > 0) memcpy(index, in->index, (size_t)(8 * in->pairs.count));
  c.pairs.a = index;
  c.pairs.b = index + (in->pairs.b - in->pairs.a);
  const verdict expected = way < 4 ? spoil_options(&c, way, value) : spoil_pairs(&c, way, value, index);
  for (query q = OVERLAP; q < QUERIES; ++q) {
    lgjk_error error;
    lgjk_warm records[PAIRS];
    answersN answers = answersN_open(in->pairs.count);
    memcpy(records, in->records, sizeof records);
    const int32_t code = run(&c, q, records, &answers, &error);
    check_error(code, &error, expected.code, expected.index);
    for (uint64_t i = 0; i < in->pairs.count; ++i) {
      if (code == LGJK_OK && i >= c.first && i - c.first < c.count) continue;
      require(answersN_untouched_at(&answers, i), "results that were not requested", i);
      require(memcmp(&records[i], &in->records[i], sizeof records[i]) == 0, "a record that was not requested", i);
    }
    answersN_close(&answers);
  }
}

// One way to use the scene besides queries, as all of them would take most of the time.
static void check_world(input* in, reader* r) {
  world w;
  const uint32_t byte = read_byte(r), way = byte < 160 ? byte % 5 : 5 + byte % 3;
  read_world(r, in, &w);
  switch (way) {
    case 0: check_finding(&w, r); break;
    case 1: check_pair_casts(in, &w, r); break;
    case 2:
      check_against(in, &w, r);
      check_slides(in, &w, r);
      break;
    case 3: check_ticks(&w, r); break;
    case 5: check_within(in, &w, r); break;
    case 6: check_near_shapes(&w, r); break;
    case 7: check_places(in, &w, r); break;
    default:
      check_order(&w, read_byte(r));
      check_nearest(in, &w, r);
      check_lists(&w, r);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  reader r = reader_of(data, size);
  input in;
  memset(&in, 0, sizeof in);
  current = &in;
  read_options(&r, &in);
  read_definitions(&r, &in);
  build_shapes(&in);
  read_bodies(&r, &in);
  read_pairs(&r, &in);
  check_argument(&in, &r);
  check_helpers(&in, &r);
  check_queries(&in);
  check_world(&in, &r);
  free_input(&in);
  return 0;
}
