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
  float *distance, *point_a, *point_b;
} answersN;

static inline void answersN_fill(const answersN* answers) {
  const size_t n = (size_t)answers->count;
  memset(answers->status, ANSWERS_PATTERN, n);
  memset(answers->iterations, ANSWERS_PATTERN, n);
  memset(answers->distance, ANSWERS_PATTERN, n * sizeof(float));
  memset(answers->point_a, ANSWERS_PATTERN, DIM * n * sizeof(float));
  memset(answers->point_b, ANSWERS_PATTERN, DIM * n * sizeof(float));
}

// Exactly as large as needed, so that a sanitizer sees a write beyond.
static inline answersN answersN_open(uint64_t count) {
  const size_t n = (size_t)count;
  answersN answers = {.count = count};
  answers.status = malloc(n);
  answers.iterations = malloc(n);
  answers.distance = malloc(n * sizeof(float));
  answers.point_a = malloc(DIM * n * sizeof(float));
  answers.point_b = malloc(DIM * n * sizeof(float));
  answersN_fill(&answers);
  return answers;
}

static inline void answersN_close(answersN* answers) {
  free(answers->status);
  free(answers->iterations);
  free(answers->distance);
  free(answers->point_a);
  free(answers->point_b);
}

static inline lgjk_results answersN_results(const answersN* answers) {
  lgjk_results results;
  lgjk_results_init(&results);
  results.status = answers->status;
  results.iterations = answers->iterations;
  results.distance = answers->distance;
  results.point_a = answers->point_a;
  results.point_b = answers->point_b;
  return results;
}

// Whether element i of one and element k of the other have the same bits in every array, the pattern included.
static inline int answersN_same_at(const answersN* one, uint64_t i, const answersN* other, uint64_t k) {
  return one->status[i] == other->status[k] && one->iterations[i] == other->iterations[k] &&
         memcmp(one->distance + i, other->distance + k, sizeof(float)) == 0 &&
         memcmp(one->point_a + DIM * i, other->point_a + DIM * k, DIM * sizeof(float)) == 0 &&
         memcmp(one->point_b + DIM * i, other->point_b + DIM * k, DIM * sizeof(float)) == 0;
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
  const size_t point = DIM * sizeof(float);
  return answers->status[i] == ANSWERS_PATTERN && answers->iterations[i] == ANSWERS_PATTERN &&
         answersN_is_pattern(answers->distance + i, sizeof(float)) &&
         answersN_is_pattern(answers->point_a + DIM * i, point) &&
         answersN_is_pattern(answers->point_b + DIM * i, point);
}

#endif
