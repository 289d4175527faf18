// Fuzzing of nearest bodies, which are those of brute force, and of orders, which are permutations.
#ifndef LGJK_TESTS_FUZZ_NEAR_H
#define LGJK_TESTS_FUZZ_NEAR_H

#include "fuzz_index.h"

enum { POINTS = 12, NEAREST = 8 };

typedef struct near_call {
  vectors points;
  uint32_t count, k, skip[POINTS];
  lgjk_nearest_options options;
} near_call;

typedef struct near_answers {
  uint32_t *body, *found;
  float* distance;
} near_answers;

static near_answers open_near(const near_call* c) {
  const size_t results = (size_t)c->count * c->k;
  near_answers a = {malloc(results * sizeof *a.body), malloc(c->count * sizeof *a.found),
                    malloc(results * sizeof *a.distance)};
  memset(a.body, ANSWERS_PATTERN, results * sizeof *a.body);
  memset(a.found, ANSWERS_PATTERN, c->count * sizeof *a.found);
  memset(a.distance, ANSWERS_PATTERN, results * sizeof *a.distance);
  return a;
}

static void close_near(near_answers* a) {
  free(a->body);
  free(a->found);
  free(a->distance);
}

static int32_t run_near(const near_call* c, const void* index, const near_answers* a, lgjk_error* error) {
  lgjk_error_init(error);
  return lgjk_nearestN(index, c->points.at, c->count, c->k, a->body, a->distance, a->found, &c->options, error);
}

// Places of bodies, and others.
static near_call read_near(reader* r, input* in, const world* w) {
  near_call c = {.count = read_below(r, POINTS + 1), .k = 1 + read_below(r, NEAREST)};
  const uint32_t ways = read_byte(r);
  c.points = read_vectors(r, in, c.count, DIM, ways & 1);
  lgjk_nearest_options_init(&c.options);
  if (ways & 2) c.options.max_distance = fabsf(read_float(r));
  if (!(c.options.max_distance >= 0)) c.options.max_distance = 0;
  c.options.stride = ways & 1 ? c.points.stride : 0;
  for (uint32_t i = 0; i < c.count; ++i) {
    const uint32_t own = read_below(r, w->all.count);
    c.skip[i] = own % 4 == 0 ? LGJK_NO_BODY : own;
    float* point = c.points.at + (size_t)c.points.stride / 4 * i;
    if (read_below(r, 2)) memcpy(point, pose_of(in, own), DIM * sizeof *point);
  }
  if (ways & 4) c.options.skip = c.skip;
  return c;
}

// The square of the distance to a body, as the header's order by distance needs it: in float, axis by axis.
static float square_to(const world* w, uint32_t body, const float* point) {
  float square = 0;
  for (int k = 0; k < DIM; ++k) {
    const float d = pose_of(w->in, body)[k] - point[k];
    square = k == 0 ? d * d : square + d * d;
  }
  return square;
}

// The bodies of an answer are in their order, and none that is left out comes before them.
static void check_point(const world* w, const near_call* c, const near_answers* a, uint32_t point) {
  const float* at = vector_of(&c->points, point);
  const uint32_t *body = a->body + (size_t)point * c->k, found = a->found[point];
  const float* distance = a->distance + (size_t)point * c->k;
  uint64_t found_set = 0;
  require(found <= c->k, "more bodies than were requested", point);
  if (!is_number(at, DIM, FLT_MAX)) require(found == 0, "a body that is nearest to no place", point);
  for (uint32_t i = 0; i < c->k; ++i) {
    if (i >= found) {
      require(body[i] == LGJK_NO_BODY && distance[i] > FLT_MAX, "a body beyond the number that is found", point);
      continue;
    }
    require(body[i] < w->all.count && is_fit(w, body[i]) >= 0, "a nearest body that is bad", point);
    require(c->options.skip == NULL || c->options.skip[point] != body[i], "a nearest body that is to be skipped",
            point);
    require(distance[i] == sqrtf(square_to(w, body[i], at)), "a nearest body is at another distance", point);
    const float square = square_to(w, body[i], at), before = i > 0 ? square_to(w, body[i - 1], at) : 0;
    require(i == 0 || before < square || (before <= square && body[i - 1] < body[i]), "the nearest are not sorted",
            point);
    found_set |= UINT64_C(1) << body[i];
  }
  if (!is_number(at, DIM, FLT_MAX)) return;
  const float most = c->options.max_distance > 0 ? c->options.max_distance : HUGE_VALF;
  for (uint32_t i = 0; i < w->all.count; ++i) {
    const float square = square_to(w, i, at);
    if (found_set >> i & 1 || is_fit(w, i) <= 0 || w->filter_word[i][0] == 0 || !(square <= most * most)) continue;
    if (!(square <= FLT_MAX)) continue; // which of those is nearer, float cannot decide
    if (c->options.skip != NULL && c->options.skip[point] == i) continue;
    require(found == c->k, "a near body is not found", point);
    const float last = square_to(w, body[found - 1], at);
    require(last < square || (last <= square && body[found - 1] < i), "a nearer body is not found", point);
  }
}

static verdict spoil_near(near_call* c, uint32_t way, uint32_t value) {
  int good = 0;
  switch (way) {
    case 0: c->k = value % 2 ? 0 : LGJK_MAX_NEAREST + 1 + value % 1000; break;
    case 1: c->options.max_distance = float_of(value), good = c->options.max_distance >= 0; break;
    case 2: c->options.stride = 4 * (value % DIM) + (value % 4 == 0), good = c->options.stride == 0; break;
    case 3: c->options.struct_size ^= value | 1; break;
    case 4: c->points.at = (float*)(void*)((char*)c->points.at + value % 3 + 1); break;
    default: c->options.isa = LGJK_ISA_COUNT + value % 1000; return (verdict){LGJK_ERROR_ISA, 0};
  }
  return taken_if(good);
}

static void check_nearest(input* in, const world* w, reader* r) {
  near_call c = read_near(r, in, w);
  const uint32_t way = read_below(r, 6), value = read_bytes(r, 4);
  float size = read_below(r, 4) > 0 ? 0 : fabsf(read_float(r));
  if (!(size <= FLT_MAX)) size = 0;
  const lgjk_filters* filters = w->filtered ? &w->filters : NULL;
  const index_block index = build_index(w, &w->all, LGJK_INDEX_NEAREST, size, filters, NULL);
  const index_block other = build_index(w, &w->all, LGJK_INDEX_NEAREST, size, filters, &w->tasks);
  near_answers one = open_near(&c), wide = open_near(&c);
  lgjk_error error;
  c.options.isa = LGJK_ISA_SCALAR;
  check_error(run_near(&c, index.memory, &one, &error), &error, LGJK_OK, 0);
  for (uint32_t i = 0; i < c.count; ++i) check_point(w, &c, &one, i);
  c.options.isa = in->wide_isa;
  c.options.tasks = &w->tasks;
  check_error(run_near(&c, other.memory, &wide, &error), &error, LGJK_OK, 0);
  const size_t results = (size_t)c.count * c.k;
  require(memcmp(one.body, wide.body, results * sizeof *one.body) == 0 &&
              memcmp(one.distance, wide.distance, results * sizeof *one.distance) == 0 &&
              memcmp(one.found, wide.found, c.count * sizeof *one.found) == 0,
          "another instruction set finds other nearest bodies", results);
  near_call bad = c;
  const verdict expected = spoil_near(&bad, way, value);
  close_near(&wide);
  wide = open_near(&c);
  const int32_t code = run_near(&bad, index.memory, &wide, &error);
  check_error(code, &error, expected.code, expected.index);
  if (code != LGJK_OK) {
    require(answersN_is_pattern(wide.body, results * sizeof *wide.body) &&
                answersN_is_pattern(wide.distance, results * sizeof *wide.distance),
            "a call that is refused writes nearest bodies", way);
  }
  close_near(&one);
  close_near(&wide);
  free(index.memory);
  free(other.memory);
}

// ---------------------------------------------------------------- orders

// All bodies once, bad ones last.
static void check_order(const world* w, uint32_t value) {
  const uint32_t count = w->all.count, size = 16 * count;
  uint32_t* order = malloc(count * sizeof *order);
  uint64_t* scratch = malloc(size);
  uint64_t seen = 0;
  int bad = 0;
  lgjk_error error = {.struct_size = sizeof error};
  memset(order, ANSWERS_PATTERN, count * sizeof *order);
  check_error(lgjk_orderN(&w->all, order, scratch, size - 1 - value % size, &error), &error, LGJK_ERROR_ARGUMENT, size);
  require(answersN_is_pattern(order, count * sizeof *order), "an order in too little scratch", 0);
  check_error(lgjk_orderN(&w->all, order, scratch, size, &error), &error, LGJK_OK, 0);
  world strict = *w;
  strict.flags = 0; // an order has no flags
  for (uint32_t i = 0; i < count; ++i) {
    require(order[i] < count && !(seen >> order[i] & 1), "an order is no permutation", i);
    seen |= UINT64_C(1) << order[i];
    const int fit = is_fit(&strict, order[i]);
    require(!(bad && fit > 0), "a bad body is not last", i);
    bad |= fit < 0;
  }
  free(order);
  free(scratch);
}

#endif
