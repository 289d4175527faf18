// A hash of all that the queries of the dimension DIM write for a batch: results bit by bit, and warm records.
#ifndef LGJK_TESTS_DIGEST_H
#define LGJK_TESTS_DIGEST_H

#include <stdio.h>

#include "answers.h"
#include "inputs.h"

enum { DIGEST_PAIRS = DIM == 2 ? 600 : 200, DIGEST_FRAMES = 3, DIGEST_SEED = 11 }; // of the golden hashes

typedef struct digestN {
  lgjk_options options;
  answersN answers;
  lgjk_warm* records[QUERIES]; // of each query
  lgjk_warm* free[QUERIES];    // the same, under LGJK_FLAG_HISTORY_FREE
  uint64_t hash[QUERIES];
} digestN;

static inline int digestN_open(digestN* d, uint32_t isa, uint64_t count) {
  lgjk_options_init(&d->options);
  d->options.isa = isa;
  d->answers = answersN_open(count);
  int missing = 0;
  for (int q = 0; q < QUERIES; ++q) {
    d->records[q] = calloc((size_t)count, sizeof(lgjk_warm));
    d->free[q] = calloc((size_t)count, sizeof(lgjk_warm));
    d->hash[q] = UINT64_C(0xCBF29CE484222325);
    missing |= d->records[q] == NULL || d->free[q] == NULL;
  }
  return missing;
}

static inline void digestN_close(digestN* d) {
  answersN_close(&d->answers);
  for (int q = 0; q < QUERIES; ++q) {
    free(d->records[q]);
    free(d->free[q]);
  }
}

// FNV-1a (Fowler, Noll, Vo) on the little-endian bytes of words.
static inline void digestN_word(uint64_t* hash, uint32_t word) {
  for (int i = 0; i < 4; ++i) *hash = (*hash ^ (word >> 8 * i & 0xFF)) * UINT64_C(0x100000001B3);
}

static inline void digestN_floats(uint64_t* hash, const float* from, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t bits;
    memcpy(&bits, from + i, sizeof bits);
    digestN_word(hash, bits);
  }
}

static inline void digestN_manifold(uint64_t* hash, const lgjk_manifoldN* manifold) {
  digestN_word(hash, manifold->count);
  digestN_floats(hash, manifold->normal, DIM);
  for (uint32_t k = 0; k < sizeof manifold->points / sizeof manifold->points[0]; ++k) {
    digestN_floats(hash, manifold->points[k].position, DIM);
    digestN_floats(hash, &manifold->points[k].separation, 1);
    digestN_word(hash, manifold->points[k].id);
  }
}

static inline void digestN_results(uint64_t* hash, const answersN* answers, query q) {
  const size_t n = (size_t)answers->count;
  for (size_t i = 0; i < n; ++i) digestN_word(hash, answers->status[i] | (uint32_t)answers->iterations[i] << 8);
  if (q == OVERLAP) return;
  digestN_floats(hash, answers->distance, n);
  digestN_floats(hash, answers->point_a, DIM * n);
  digestN_floats(hash, answers->point_b, DIM * n);
  if (q != CONTACT) return;
  digestN_floats(hash, answers->normal, DIM * n);
  for (size_t i = 0; i < n; ++i) digestN_manifold(hash, &answers->manifold[i]);
}

static inline int digestN_query(digestN* d, const lgjk_bodiesN* bodies, const lgjk_pairs* pairs, query q,
                                lgjk_warm* warm) {
  const lgjk_results results = answersN_results(&d->answers);
  answersN_fill(&d->answers);
  const int32_t code = query_function[q](bodies, bodies, pairs, warm, 0, pairs->count, &results, &d->options, NULL);
  digestN_results(&d->hash[q], &d->answers, q);
  for (size_t i = 0; warm != NULL && i < pairs->count; ++i) {
    for (int k = 0; k < 4; ++k) digestN_word(&d->hash[q], warm[i].word[k]);
  }
  return code != LGJK_OK;
}

// All queries without records: by the defaults, with a finite max_distance, and with a low iteration limit; contacts
// also with a margin and by the expanding polytope.
static inline int digestN_cold(digestN* d, const lgjk_bodiesN* bodies, const lgjk_pairs* pairs) {
  static const struct {
    float max_distance, margin;
    uint32_t limit, flags;
  } ways[] = {{0.5f, 0.1f, LGJK_DEFAULT_ITERATION_LIMIT, 0},
              {0.5f, 0, 3, 0},
              {3e38f, 1e-3f, LGJK_DEFAULT_ITERATION_LIMIT, 0},
              {3e38f, 0, LGJK_DEFAULT_ITERATION_LIMIT, LGJK_FLAG_EPA}};
  const lgjk_options defaults = d->options;
  int code = 0;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    code |= digestN_query(d, bodies, pairs, q, NULL);
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; ++k) {
      if (ways[k].flags != 0 && q != CONTACT) continue;
      d->options.margin = ways[k].margin;
      d->options.flags = ways[k].flags;
      d->options.max_distance = ways[k].max_distance;
      d->options.iteration_limit = ways[k].limit;
      code |= digestN_query(d, bodies, pairs, q, NULL);
      d->options = defaults;
    }
  }
  return code;
}

// All queries on the records that the frame before left, and free of these.
static inline int digestN_warm(digestN* d, const lgjk_bodiesN* bodies, const lgjk_pairs* pairs) {
  int code = 0;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    code |= digestN_query(d, bodies, pairs, q, d->records[q]);
    d->options.flags = LGJK_FLAG_HISTORY_FREE;
    code |= digestN_query(d, bodies, pairs, q, d->free[q]);
    d->options.flags = 0;
  }
  return code;
}

// The hashes of an input, one for each query. Not 0 without memory, or where a query fails.
static inline int digestN_input(uint32_t number, uint32_t isa, uint32_t pairs, uint64_t hash[QUERIES]) {
  inputN input;
  digestN digest;
  if (inputsN_open(&input, number, DIGEST_SEED, pairs) != 0) return 1;
  int code = digestN_open(&digest, isa, input.pairs.count);
  if (code == 0) code = digestN_cold(&digest, &input.bodies, &input.pairs);
  for (uint32_t frame = 0; code == 0 && frame < DIGEST_FRAMES; ++frame) {
    code = digestN_warm(&digest, &input.bodies, &input.pairs);
    inputsN_advance(&input);
  }
  memcpy(hash, digest.hash, sizeof digest.hash);
  digestN_close(&digest);
  inputsN_close(&input);
  return code;
}

// As a row of golden2.h and golden3.h.
static inline void digestN_print(uint32_t number, const uint64_t hash[QUERIES]) {
  printf("GOLDEN(\"%s\"", inputsN_name(number));
  for (uint32_t q = 0; q < QUERIES; ++q) printf(", 0x%016llxu", (unsigned long long)hash[q]);
  printf(")\n");
}

#endif
