// A hash of all that the queries write for a batch: results bit by bit, and warm records.
#ifndef LGJK_TESTS_DIGEST2_H
#define LGJK_TESTS_DIGEST2_H

#include "answers2.h"

typedef struct digest2 {
  lgjk_options options;
  answers2 answers;
  lgjk_warm* records[2];  // of overlap and of distance
  uint64_t hash[2];
} digest2;

static inline int digest2_open(digest2* d, uint32_t isa, uint64_t count) {
  lgjk_options_init(&d->options);
  d->options.isa = isa;
  d->answers = answers2_open(count);
  for (int q = 0; q < 2; ++q) {
    d->records[q] = calloc((size_t)count, sizeof(lgjk_warm));
    d->hash[q] = UINT64_C(0xCBF29CE484222325);
  }
  return d->records[0] == NULL || d->records[1] == NULL;
}

static inline void digest2_close(digest2* d) {
  answers2_close(&d->answers);
  for (int q = 0; q < 2; ++q) free(d->records[q]);
}

// FNV-1a (Fowler, Noll, Vo) on the little-endian bytes of words.
static inline void digest2_word(uint64_t* hash, uint32_t word) {
  for (int i = 0; i < 4; ++i) *hash = (*hash ^ (word >> 8 * i & 0xFF)) * UINT64_C(0x100000001B3);
}

static inline void digest2_floats(uint64_t* hash, const float* from, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint32_t bits;
    memcpy(&bits, from + i, sizeof bits);
    digest2_word(hash, bits);
  }
}

static inline void digest2_results(uint64_t* hash, const answers2* answers, int distance) {
  const size_t n = (size_t)answers->count;
  for (size_t i = 0; i < n; ++i) digest2_word(hash, answers->status[i] | (uint32_t)answers->iterations[i] << 8);
  if (!distance) return;
  digest2_floats(hash, answers->distance, n);
  digest2_floats(hash, answers->point_a, 2 * n);
  digest2_floats(hash, answers->point_b, 2 * n);
}

static inline int digest2_ask(digest2* d, const lgjk_bodies2* bodies, const lgjk_pairs* pairs, int distance,
                              lgjk_warm* warm) {
  const lgjk_results2 results = answers2_results(&d->answers);
  answers2_fill(&d->answers);
  const int32_t code = (distance ? lgjk_distance2 : lgjk_overlap2)(bodies, bodies, pairs, warm, 0, pairs->count,
                                                                   &results, &d->options, NULL);
  digest2_results(&d->hash[distance], &d->answers, distance);
  for (size_t i = 0; warm != NULL && i < pairs->count; ++i) {
    for (int k = 0; k < 4; ++k) digest2_word(&d->hash[distance], warm[i].word[k]);
  }
  return code != LGJK_OK;
}

// Both queries without records: by the defaults, with a finite max_distance, and with a low iteration limit.
static inline int digest2_cold(digest2* d, const lgjk_bodies2* bodies, const lgjk_pairs* pairs) {
  static const struct {
    float max_distance;
    uint32_t limit;
  } ways[] = {{0.5f, LGJK_DEFAULT_ITERATION_LIMIT}, {0.5f, 3}, {3e38f, LGJK_DEFAULT_ITERATION_LIMIT}};
  const lgjk_options defaults = d->options;
  int code = 0;
  for (int q = 0; q < 2; ++q) {
    code |= digest2_ask(d, bodies, pairs, q, NULL);
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; ++k) {
      d->options.max_distance = ways[k].max_distance;
      d->options.iteration_limit = ways[k].limit;
      code |= digest2_ask(d, bodies, pairs, q, NULL);
      d->options = defaults;
    }
  }
  return code;
}

// Both queries on the records that the frame before left.
static inline int digest2_warm(digest2* d, const lgjk_bodies2* bodies, const lgjk_pairs* pairs) {
  int code = 0;
  for (int q = 0; q < 2; ++q) code |= digest2_ask(d, bodies, pairs, q, d->records[q]);
  return code;
}

#endif
