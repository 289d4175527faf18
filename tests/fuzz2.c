// Fuzzing of shape building and of the queries: bytes become shape definitions (any kind, points, maps, radii, raw
// float bits), bodies, pairs, warm records and options. Whatever they are, nothing faults, statuses are valid, no NaN
// is written, and the widest instruction set gives the bits of the one-lane build.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIM 2
#include "answers.h"

enum { SHAPES = 8, BODIES = 24, PAIRS = 40, POINTS = 20 };

// The bytes still to be read; zeros beyond their end.
typedef struct reader {
  const uint8_t* data;
  size_t size;
} reader;

static uint32_t read_bytes(reader* r, size_t count) {
  uint32_t value = 0;
  const size_t some = r->size < count ? r->size : count;
  if (some > 0) memcpy(&value, r->data, some);
  r->data += some;
  r->size -= some;
  return value;
}

static uint32_t read_below(reader* r, uint32_t count) { return read_bytes(r, 1) % count; }

// Small numbers on a grid, which touch and repeat; numbers of the domain; any bits at all.
static float read_float(reader* r) {
  const uint32_t way = read_bytes(r, 1);
  if (way < 128) return ((float)(way % 16) - 8.0f) * 0.25f;
  if (way < 200) return (float)(int16_t)read_bytes(r, 2) * (1.0f / 4096.0f);
  if (way < 220) return (float)(int16_t)read_bytes(r, 2) * 16.0f;
  const uint32_t bits = read_bytes(r, 4);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// ---------------------------------------------------------------- the input

typedef struct input {
  float points[SHAPES][2 * POINTS];
  lgjk_shape2_def defs[SHAPES];
  uint32_t shape_count;
  lgjk_shapes2* shapes;
  uint32_t shape[BODIES];
  float pose[4 * BODIES], radius[BODIES];
  uint32_t a[PAIRS], b[PAIRS];
  lgjk_warm records[PAIRS];
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_options options;
} input;

static void read_definition(reader* r, lgjk_shape2_def* def, float* points) {
  lgjk_shape2_def_init(def);
  const uint32_t flags = read_bytes(r, 1);
  def->kind = flags % 8 < 6 ? LGJK_SHAPE2_POINTS : flags % 8 == 6 ? LGJK_SHAPE2_BOX : LGJK_SHAPE2_ELLIPSE;
  def->points = points;
  def->point_count = def->kind == LGJK_SHAPE2_POINTS ? read_below(r, POINTS + 1) : 0;
  for (uint32_t i = 0; i < 2 * def->point_count; ++i) points[i] = read_float(r);
  if (def->kind != LGJK_SHAPE2_POINTS) {
    for (uint32_t i = 0; i < 2; ++i) def->size[i] = fabsf(read_float(r));
  }
  if (flags & 8) def->radius = read_float(r);
  for (uint32_t i = 0; (flags & 16) && i < 4; ++i) def->map[i] = read_float(r);
  if (flags == 255) def->kind = read_bytes(r, 4);
}

// Definitions one by one, so that a refused one does not keep the others from the queries.
static void read_shapes(reader* r, input* in) {
  const uint32_t wanted = 1 + read_below(r, SHAPES);
  for (uint32_t i = 0; i < wanted; ++i) {
    lgjk_shapes2* alone = NULL;
    lgjk_shape2_def* def = &in->defs[in->shape_count];
    read_definition(r, def, in->points[in->shape_count]);
    if (lgjk_shapes2_create(def, 1, NULL, &alone, NULL) == LGJK_OK) ++in->shape_count;
    lgjk_shapes2_destroy(alone);
  }
  if (lgjk_shapes2_create(in->defs, in->shape_count, NULL, &in->shapes, NULL) != LGJK_OK) abort();
}

static void read_bodies(reader* r, input* in) {
  lgjk_bodies2_init(&in->bodies);
  in->bodies.count = 1 + read_below(r, BODIES);
  for (uint32_t i = 0; i < in->bodies.count; ++i) {
    float* pose = in->pose + 4 * i;
    const uint32_t flags = read_bytes(r, 1);
    in->shape[i] = flags < 250 && in->shape_count > 0 ? flags % in->shape_count : flags;
    pose[0] = read_float(r);
    pose[1] = read_float(r);
    lgjk_pose2_from_angle(pose[0], pose[1], read_float(r), pose);
    if (flags % 16 == 15) pose[2] = read_float(r);
    in->radius[i] = flags % 2 ? fabsf(read_float(r)) : 0;
  }
  in->bodies.shapes = in->shapes;
  in->bodies.shape = in->shape;
  in->bodies.pose = in->pose;
  in->bodies.radius = read_below(r, 2) ? in->radius : NULL;
}

static void read_pairs(reader* r, input* in) {
  lgjk_pairs_init(&in->pairs);
  in->pairs.a = in->a;
  in->pairs.b = in->b;
  in->pairs.count = read_below(r, PAIRS + 1);
  for (uint32_t i = 0; i < in->pairs.count; ++i) {
    in->a[i] = read_below(r, in->bodies.count);
    in->b[i] = read_below(r, in->bodies.count);
    for (uint32_t k = 0; k < 4; ++k) in->records[i].word[k] = read_bytes(r, 2) * 0x10001u;
    in->records[i].word[3] %= 5;
  }
}

static void read_options(reader* r, input* in) {
  lgjk_options_init(&in->options);
  const uint32_t flags = read_bytes(r, 1);
  if (flags & 1) in->options.max_distance = fabsf(read_float(r));
  if (!(in->options.max_distance >= 0)) in->options.max_distance = 0;
  if (flags & 2) in->options.iteration_limit = 1 + read_below(r, 255);
  if (flags & 4) in->options.flags = LGJK_FLAG_SORT_ALL;
}

// ---------------------------------------------------------------- the checks

static const input* current;  // for the report of a failure

static void print_body(const char* side, uint32_t body) {
  const float* pose = current->pose + 4 * body;
  const uint32_t shape = current->shape[body];
  fprintf(stderr, "  %s: body %u at (%a, %a) turned (%a, %a), radius %a (%s), shape %u", side, body, (double)pose[0],
          (double)pose[1], (double)pose[2], (double)pose[3], (double)current->radius[body],
          current->bodies.radius ? "used" : "not used", shape);
  lgjk_shape2_info info;
  lgjk_shape2_info_init(&info);
  float v[2 * POINTS + 8] = {0};
  if (lgjk_shapes2_get(current->shapes, shape, &info, v, POINTS, NULL) != LGJK_OK) return;
  fprintf(stderr, " of kind %u, radius %a, matrix %a %a %a %a\n", info.kind, (double)info.radius,
          (double)info.matrix[0], (double)info.matrix[1], (double)info.matrix[2], (double)info.matrix[3]);
  for (uint32_t i = 0; i < info.vertex_count; ++i)
    fprintf(stderr, "    %a %a\n", (double)v[2 * i], (double)v[2 * i + 1]);
}

static void require(int holds, const char* what, uint64_t pair) {
  if (holds) return;
  fprintf(stderr, "fuzz2: pair %llu: %s; max_distance %g, iteration_limit %u, flags %u\n", (unsigned long long)pair,
          what, (double)current->options.max_distance, current->options.iteration_limit, current->options.flags);
  if (pair < current->pairs.count) {
    print_body("A", current->a[pair]);
    print_body("B", current->b[pair]);
  }
  abort();
}

static void check_values(const answersN* r, uint64_t i) {
  const float d = r->distance[i], *a = &r->point_a[2 * i], *b = &r->point_b[2 * i];
  require(r->status[i] <= LGJK_STATUS_BAD, "no status", i);
  require(d >= 0, "distance is negative or NaN", i);
  require((d > FLT_MAX) == (r->status[i] == LGJK_STATUS_BEYOND), "infinite without being beyond, or the reverse", i);
  for (int k = 0; k < 2; ++k) require(fabsf(a[k]) <= FLT_MAX && fabsf(b[k]) <= FLT_MAX, "a witness is not finite", i);
  if (r->status[i] != LGJK_STATUS_OVERLAPPING) return;
  require(d == 0 && memcmp(a, b, 8) == 0, "overlapping, but not at one point", i);
}

static void ask(const input* in, uint32_t isa, int distance, lgjk_warm* records, const answersN* answers) {
  lgjk_options options = in->options;
  lgjk_error error;
  lgjk_error_init(&error);
  options.isa = isa;
  const lgjk_results2 results = answersN_results(answers);
  const int32_t code = (distance ? lgjk_distance2 : lgjk_overlap2)(&in->bodies, &in->bodies, &in->pairs, records, 0,
                                                                   in->pairs.count, &results, &options, &error);
  require(code == LGJK_OK, error.text, error.index);
}

// On both instruction sets, from the same records.
static void check_query(const input* in, int distance, lgjk_warm* records, answersN* one) {
  lgjk_warm copy[PAIRS];
  answersN wide = answersN_open(in->pairs.count);
  if (records != NULL) memcpy(copy, records, sizeof copy);
  ask(in, LGJK_ISA_SCALAR, distance, records, one);
  ask(in, LGJK_ISA_AUTO, distance, records == NULL ? NULL : copy, &wide);
  const uint64_t i = answersN_difference(one, &wide, 0, in->pairs.count);
  require(i == UINT64_MAX, "the widest instruction set gives other bits", i);
  require(records == NULL || memcmp(copy, records, sizeof copy) == 0, "it leaves other records", 0);
  for (uint64_t k = 0; distance && k < in->pairs.count; ++k) check_values(one, k);
  answersN_close(&wide);
}

// One verdict for both queries, cold and warm, unless a low limit ended one of them.
static void check_verdicts(const input* in, const answersN* cold, const answersN* warm, const answersN* overlap) {
  if (in->options.iteration_limit < LGJK_DEFAULT_ITERATION_LIMIT) return;
  for (uint64_t i = 0; i < in->pairs.count; ++i) {
    const int overlaps = cold->status[i] == LGJK_STATUS_OVERLAPPING;
    require(overlaps == (warm->status[i] == LGJK_STATUS_OVERLAPPING), "the record changed the verdict", i);
    require(overlaps == (overlap->status[i] == LGJK_STATUS_OVERLAPPING), "the query changed the verdict", i);
    require((cold->status[i] == LGJK_STATUS_BAD) == (overlap->status[i] == LGJK_STATUS_BAD), "bad for one query", i);
  }
}

static void check(input* in) {
  current = in;
  lgjk_warm zero[PAIRS] = {{{0}}};
  answersN cold = answersN_open(in->pairs.count), warm = answersN_open(in->pairs.count);
  answersN overlap = answersN_open(in->pairs.count);
  check_query(in, 1, NULL, &cold);
  check_query(in, 1, zero, &warm);
  check_verdicts(in, &cold, &warm, &cold);
  for (uint32_t pass = 0; pass < 2; ++pass) {
    check_query(in, 1, in->records, &warm);
    check_query(in, 0, in->records, &overlap);
    check_verdicts(in, &cold, &warm, &overlap);
  }
  answersN_close(&cold);
  answersN_close(&warm);
  answersN_close(&overlap);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  reader r = {data, size};
  input in;
  memset(&in, 0, sizeof in);
  read_options(&r, &in);
  read_shapes(&r, &in);
  read_bodies(&r, &in);
  read_pairs(&r, &in);
  check(&in);
  lgjk_shapes2_destroy(in.shapes);
  return 0;
}
