// A call of the queries of the dimension DIM that is good, for a test to spoil.
#ifndef LGJK_TESTS_BAD_CALL_H
#define LGJK_TESTS_BAD_CALL_H

#include "query_pairs.h"
#include "mixed.h"

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

#endif
