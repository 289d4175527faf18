// A call of the queries of the dimension DIM that is good, for a test to spoil.
#ifndef LGJK_TESTS_BAD_CALL_H
#define LGJK_TESTS_BAD_CALL_H

#include <math.h>

#include "mixed.h"
#include "query_pairs.h"

enum { PAIRS = 40, RECORD_PATTERN = 0x3C };

// A batch that is good, and a call of it that a test then spoils.
typedef struct call {
  mixedN mixed;
  lgjk_bodiesN bodies_a, bodies_b;
  const lgjk_bodiesN *a, *b;
  lgjk_pairs pairs;
  const lgjk_pairs* pairs_given;
  lgjk_warm records[PAIRS], *records_given;
  uint64_t first, count;
  answersN answers;
  lgjk_results results;
  const lgjk_results* results_given;
  lgjk_options options;
} call;

// The good bodies that each call has a copy of. Their shapes are built once: hulls in 3D take longest.
static inline const mixedN* good_bodies(void) {
  static mixedN good;
  if (!good.shapes) assert_int_equal(mixedN_open(&good, 7, PAIRS, 0), 0);
  return &good;
}

static inline void call_open(call* c) {
  assert_int_equal(mixedN_copy(&c->mixed, good_bodies()), 0);
  c->bodies_a = c->bodies_b = c->mixed.bodies;
  c->a = &c->bodies_a;
  c->b = &c->bodies_b;
  c->pairs = c->mixed.pairs;
  c->pairs_given = &c->pairs;
  memset(c->records, RECORD_PATTERN, sizeof c->records);
  c->records_given = c->records;
  c->first = 0;
  c->count = PAIRS;
  c->answers = answersN_open(PAIRS);
  c->results = answersN_results(&c->answers);
  c->results_given = &c->results;
  lgjk_options_init(&c->options);
}

static inline void call_close(call* c) {
  answersN_close(&c->answers);
  mixedN_close(&c->mixed);
}

static inline int32_t call_query(call* c, query q, lgjk_error* error) {
  return query_function[q](c->a, c->b, c->pairs_given, c->records_given, c->first, c->count, c->results_given,
                           &c->options, error);
}

static inline void expect_nothing_written(const call* c) {
  for (uint64_t i = 0; i < PAIRS; ++i) {
    assert_true(answersN_untouched_at(&c->answers, i));
    for (uint32_t k = 0; k < 4; ++k) assert_int_equal(c->records[i].word[k], 0x01010101u * RECORD_PATTERN);
  }
}

// ----------------------------------------------------------------
// The ways in which a body of the dimension DIM can be bad: its shape index, its pose, its radius.

enum { KEEP = 1000 }; // a shape index that keeps the body's own

// A pair's scale is outside the domain where its bodies are.
typedef struct spoiler {
  const char* name;
  float pose[POSE_FLOATS];
  uint32_t shape;
  float radius;
} spoiler;

#if DIM == 2
#define NO_TURN 1, 0
#define NOWHERE 0, 0
#else
#define NO_TURN 0, 0, 0, 1
#define NOWHERE 0, 0, 0
#endif

static const spoiler SPOILERS[] = {
    {"shape = number of shapes", {NOWHERE, NO_TURN}, MIXED_SHAPES, 0},
    {"shape = UINT32_MAX", {NOWHERE, NO_TURN}, UINT32_MAX, 0},
    {"radius negative", {NOWHERE, NO_TURN}, KEEP, -1e-30f},
    {"radius NaN", {NOWHERE, NO_TURN}, KEEP, NAN},
    {"radius infinite", {NOWHERE, NO_TURN}, KEEP, INFINITY},
#if DIM == 2
    {"radius beyond the domain", {NOWHERE, NO_TURN}, KEEP, 1.1e6f},
    {"x NaN", {NAN, 0, NO_TURN}, KEEP, 0},
    {"y infinite", {0, -INFINITY, NO_TURN}, KEEP, 0},
    {"x beyond the domain", {1.1e6f, 0, NO_TURN}, KEEP, 0},
    {"y at the largest float", {0, 3.4028235e38f, NO_TURN}, KEEP, 0},
    {"cosine NaN", {NOWHERE, NAN, 0}, KEEP, 0},
    {"sine infinite", {NOWHERE, 0, INFINITY}, KEEP, 0},
    {"rotation 0", {NOWHERE, 0, 0}, KEEP, 0},
    {"rotation denormal", {NOWHERE, 1e-40f, 1e-42f}, KEEP, 0},
    {"rotation too long", {NOWHERE, 1.0001f, 0}, KEEP, 0},
    {"rotation too short", {NOWHERE, 0.6f, 0.7998f}, KEEP, 0},
    {"rotation at the largest float", {NOWHERE, 3e38f, 3e38f}, KEEP, 0},
#else
    {"radius beyond the domain", {NOWHERE, NO_TURN}, KEEP, 1.1e5f},
    {"x NaN", {NAN, 0, 0, NO_TURN}, KEEP, 0},
    {"y infinite", {0, -INFINITY, 0, NO_TURN}, KEEP, 0},
    {"z NaN", {0, 0, NAN, NO_TURN}, KEEP, 0},
    {"x beyond the domain", {1.2e5f, 0, 0, NO_TURN}, KEEP, 0},
    {"x, y, z within, together beyond the domain", {0.8e5f, -0.8e5f, 0.8e5f, NO_TURN}, KEEP, 0},
    {"z at the largest float", {0, 0, 3.4028235e38f, NO_TURN}, KEEP, 0},
    {"qx NaN", {NOWHERE, NAN, 0, 0, 1}, KEEP, 0},
    {"qy infinite", {NOWHERE, 0, INFINITY, 0, 0}, KEEP, 0},
    {"qz NaN", {NOWHERE, 0, 0, NAN, 0}, KEEP, 0},
    {"qw infinite", {NOWHERE, 0, 0, 0, -INFINITY}, KEEP, 0},
    {"rotation 0", {NOWHERE, 0, 0, 0, 0}, KEEP, 0},
    {"rotation denormal", {NOWHERE, 1e-40f, 0, 1e-42f, 0}, KEEP, 0},
    {"rotation too long", {NOWHERE, 0, 0, 0, 1.0001f}, KEEP, 0},
    {"rotation too short", {NOWHERE, 0, 0.6f, 0, 0.7998f}, KEEP, 0},
    {"rotation at the largest float", {NOWHERE, 3e38f, 0, 3e38f, 3e38f}, KEEP, 0},
#endif
};
enum { SPOILER_COUNT = sizeof SPOILERS / sizeof SPOILERS[0] };

static inline void spoil_body(mixedN* m, uint32_t body, const spoiler* s) {
  memcpy(m->pose + (size_t)POSE_FLOATS * body, s->pose, sizeof s->pose);
  if (s->shape != KEEP) m->shape[body] = s->shape;
  m->radius[body] = s->radius;
}

#endif
