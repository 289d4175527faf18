// What a query wrote: all result arrays of a batch, filled with a pattern beforehand, and their comparison bit by bit.
#ifndef LGJK_TESTS_ANSWERS2_H
#define LGJK_TESTS_ANSWERS2_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

enum { ANSWERS2_PATTERN = 0xA5 };

typedef struct answers2 {
  uint64_t count;
  uint8_t *status, *iterations;
  float *distance, *point_a, *point_b;
} answers2;

static inline void answers2_fill(answers2* answers) {
  const size_t n = (size_t)answers->count;
  memset(answers->status, ANSWERS2_PATTERN, n);
  memset(answers->iterations, ANSWERS2_PATTERN, n);
  memset(answers->distance, ANSWERS2_PATTERN, n * sizeof(float));
  memset(answers->point_a, ANSWERS2_PATTERN, 2 * n * sizeof(float));
  memset(answers->point_b, ANSWERS2_PATTERN, 2 * n * sizeof(float));
}

// Exactly as large as needed, so that a sanitizer sees a write beyond.
static inline answers2 answers2_open(uint64_t count) {
  const size_t n = (size_t)count;
  answers2 answers = {.count = count};
  answers.status = malloc(n);
  answers.iterations = malloc(n);
  answers.distance = malloc(n * sizeof(float));
  answers.point_a = malloc(2 * n * sizeof(float));
  answers.point_b = malloc(2 * n * sizeof(float));
  answers2_fill(&answers);
  return answers;
}

static inline void answers2_close(answers2* answers) {
  free(answers->status);
  free(answers->iterations);
  free(answers->distance);
  free(answers->point_a);
  free(answers->point_b);
}

static inline lgjk_results2 answers2_results(const answers2* answers) {
  lgjk_results2 results;
  lgjk_results2_init(&results);
  results.status = answers->status;
  results.iterations = answers->iterations;
  results.distance = answers->distance;
  results.point_a = answers->point_a;
  results.point_b = answers->point_b;
  return results;
}

// Whether element i of one and element k of the other have the same bits in every array, the pattern included.
static inline int answers2_same_at(const answers2* one, uint64_t i, const answers2* other, uint64_t k) {
  return one->status[i] == other->status[k] && one->iterations[i] == other->iterations[k] &&
         memcmp(one->distance + i, other->distance + k, sizeof(float)) == 0 &&
         memcmp(one->point_a + 2 * i, other->point_a + 2 * k, 2 * sizeof(float)) == 0 &&
         memcmp(one->point_b + 2 * i, other->point_b + 2 * k, 2 * sizeof(float)) == 0;
}

// The first of the elements first..first+count-1 in which they differ; UINT64_MAX: none.
static inline uint64_t answers2_difference(const answers2* one, const answers2* other, uint64_t first, uint64_t count) {
  for (uint64_t i = first; i < first + count; ++i) {
    if (!answers2_same_at(one, i, other, i)) return i;
  }
  return UINT64_MAX;
}

static inline int answers2_untouched_at(const answers2* answers, uint64_t i) {
  const float values[5] = {answers->distance[i], answers->point_a[2 * i], answers->point_a[2 * i + 1],
                           answers->point_b[2 * i], answers->point_b[2 * i + 1]};
  uint8_t bytes[sizeof values];
  memcpy(bytes, values, sizeof values);
  int untouched = answers->status[i] == ANSWERS2_PATTERN && answers->iterations[i] == ANSWERS2_PATTERN;
  for (size_t k = 0; k < sizeof bytes; ++k) untouched &= bytes[k] == ANSWERS2_PATTERN;
  return untouched;
}

#endif
