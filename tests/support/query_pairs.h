// Queries about all pairs of a list, and pairs of bodies of their own: pair i is of bodies 2i and 2i + 1.
#ifndef LGJK_TESTS_QUERY_PAIRS_H
#define LGJK_TESTS_QUERY_PAIRS_H

#include "test.h"
#include "answers.h"
#include "packed.h"

// Both sides are of these bodies, and answers are written over a pattern. warm: a record for each pair, or NULL.
static inline void query_pairs(query q, const lgjk_bodiesN* bodies, const lgjk_pairs* pairs, lgjk_warm* warm,
                               const lgjk_options* options, const answersN* answers) {
  const lgjk_results results = answersN_results(answers);
  lgjk_error error = {.struct_size = sizeof error};
  answersN_fill(answers);
  const int32_t code = query_function[q](bodies, bodies, pairs, warm, 0, pairs->count, &results, options, &error);
  if (code != LGJK_OK) fail_msg("%s", error.text);
}

static inline lgjk_options options_of_isa(uint32_t isa) {
  return (lgjk_options){.struct_size = sizeof(lgjk_options), .isa = isa};
}

// The answers of each query.
static inline void open_each(answersN answers[QUERIES], uint64_t count) {
  for (int q = 0; q < QUERIES; ++q) answers[q] = answersN_open(count);
}

static inline void close_each(answersN answers[QUERIES]) {
  for (int q = 0; q < QUERIES; ++q) answersN_close(&answers[q]);
}

// a and b have room for `count` indices.
static inline void lone_pairs(const lgjk_shapesN* shapes, const uint32_t* shape, const float* pose, uint32_t count,
                              uint32_t* a, uint32_t* b, lgjk_bodiesN* bodies, lgjk_pairs* pairs) {
  for (uint32_t i = 0; i < count; ++i) {
    a[i] = 2 * i;
    b[i] = 2 * i + 1;
  }
  *bodies = packed_bodies(shapes, 2 * count, shape, pose, NULL);
  *pairs = packed_pairs(a, b, count);
}

#endif
