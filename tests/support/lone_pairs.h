// Pairs of bodies of their own: pair i is of bodies 2i and 2i + 1, of one shape set.
#ifndef LGJK_TESTS_LONE_PAIRS_H
#define LGJK_TESTS_LONE_PAIRS_H

#include "test.h"
#include "answers.h"
#include "packed.h"

// The bodies and the pairs; a and b have room for `count` indices.
static inline void lone_pairs(const lgjk_shapesN* shapes, const uint32_t* shape, const float* pose, uint32_t count,
                              uint32_t* a, uint32_t* b, lgjk_bodiesN* bodies, lgjk_pairs* pairs) {
  for (uint32_t i = 0; i < count; ++i) {
    a[i] = 2 * i;
    b[i] = 2 * i + 1;
  }
  *bodies = packed_bodies(shapes, 2 * count, shape, pose, NULL);
  *pairs = packed_pairs(a, b, count);
}

// warm: a record for each pair, or NULL.
static inline void ask_lone_pairs(query q, const lgjk_bodiesN* bodies, const lgjk_pairs* pairs, lgjk_warm* warm,
                                  const lgjk_options* options, const answersN* answers) {
  answersN_fill(answers);
  const lgjk_results results = answersN_results(answers);
  assert_int_equal(query_function[q](bodies, bodies, pairs, warm, 0, pairs->count, &results, options, NULL), LGJK_OK);
}

#endif
