// What a query of the dimension DIM wrote: all result arrays of a batch, filled with a pattern beforehand, and their
// comparison bit by bit.
#ifndef LGJK_TESTS_ANSWERS_H
#define LGJK_TESTS_ANSWERS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dim.h"

enum { ANSWERS_PATTERN = 0xA5 };

typedef struct answersN {
  uint64_t count;
  uint8_t *status, *iterations;
  float *distance, *point_a, *point_b, *normal;
  lgjk_manifoldN* manifold;
} answersN;

// The arrays of results: member of answersN, member of lgjk_results, elements per pair, the first query that writes it.
// clang-format off
#define ANSWERS_ARRAYS(X)                 \
  X(status, status, 1, OVERLAP)           \
  X(iterations, iterations, 1, OVERLAP)   \
  X(distance, distance, 1, DISTANCE)      \
  X(point_a, point_a, DIM, DISTANCE)      \
  X(point_b, point_b, DIM, DISTANCE)      \
  X(normal, normal, DIM, CONTACT)         \
  X(manifold, manifoldN, 1, CONTACT)
// clang-format on

static inline void answersN_fill(const answersN* answers) {
  const size_t n = (size_t)answers->count;
#define ANSWERS_FILL(member, theirs, each, query) \
  memset(answers->member, ANSWERS_PATTERN, (each)*n * sizeof *answers->member);
  ANSWERS_ARRAYS(ANSWERS_FILL)
#undef ANSWERS_FILL
}

// Exactly as large as needed, so that a sanitizer sees a write beyond.
static inline answersN answersN_open(uint64_t count) {
  const size_t n = (size_t)count;
  answersN answers = {.count = count};
#define ANSWERS_OPEN(member, theirs, each, query) answers.member = malloc((each)*n * sizeof *answers.member);
  ANSWERS_ARRAYS(ANSWERS_OPEN)
#undef ANSWERS_OPEN
  answersN_fill(&answers);
  return answers;
}

static inline void answersN_close(answersN* answers) {
#define ANSWERS_CLOSE(member, theirs, each, query) free(answers->member);
  ANSWERS_ARRAYS(ANSWERS_CLOSE)
#undef ANSWERS_CLOSE
}

static inline lgjk_results answersN_results(const answersN* answers) {
  lgjk_results results = {.struct_size = sizeof results};
#define ANSWERS_RESULT(member, theirs, each, query) results.theirs = answers->member;
  ANSWERS_ARRAYS(ANSWERS_RESULT)
#undef ANSWERS_RESULT
  return results;
}

// Whether element i of one and element k of the other have the same bits in every array, the pattern included.
static inline int answersN_same_at(const answersN* one, uint64_t i, const answersN* other, uint64_t k) {
#define ANSWERS_SAME(member, theirs, each, query) \
  if (memcmp(one->member + (each)*i, other->member + (each)*k, (each) * sizeof *one->member) != 0) return 0;
  ANSWERS_ARRAYS(ANSWERS_SAME)
#undef ANSWERS_SAME
  return 1;
}

// The first of the elements first..first+count-1 in which they differ; UINT64_MAX: none.
static inline uint64_t answersN_difference(const answersN* one, const answersN* other, uint64_t first, uint64_t count) {
  for (uint64_t i = first; i < first + count; ++i) {
    if (!answersN_same_at(one, i, other, i)) return i;
  }
  return UINT64_MAX;
}

static inline int answersN_is_pattern(const void* memory, size_t size) {
  const uint8_t* byte = memory;
  int pattern = 1;
  for (size_t k = 0; k < size; ++k) pattern &= byte[k] == ANSWERS_PATTERN;
  return pattern;
}

static inline int answersN_untouched_at(const answersN* answers, uint64_t i) {
#define ANSWERS_UNTOUCHED(member, theirs, each, query) \
  if (!answersN_is_pattern(answers->member + (each)*i, (each) * sizeof *answers->member)) return 0;
  ANSWERS_ARRAYS(ANSWERS_UNTOUCHED)
#undef ANSWERS_UNTOUCHED
  return 1;
}

#endif
