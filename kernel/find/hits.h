// Sorts the partners of a body, in lanes where it pays.
#ifndef LGJK_FIND_HITS_H
#define LGJK_FIND_HITS_H

#include "find/sort.h"
#include "lane/lane.h"

// Sorts up to MEDIUM words: the rank of each is the number of smaller ones. Words differ, and are below 2^31.
#define MEDIUM 64u
#define MEDIUM_VECTORS (MEDIUM / LANES)
static LANE_NOINLINE void sort_medium(uint32_t* word, uint32_t count) {
  const uint32_t vectors = (count + LANES - 1) / LANES;
  uint32_t from[MEDIUM];
  float rank[MEDIUM];
  vi v[MEDIUM_VECTORS];
  vf below[MEDIUM_VECTORS];
  for (uint32_t q = 0; q < vectors; ++q) {
    v[q] = vi_load(word + LANES * q);
    vi_store(from + LANES * q, v[q]);
    below[q] = vf_set(0);
  }
  for (uint32_t k = 0; k < count; ++k) {
    const vi one = vi_set(from[k]);
    for (uint32_t q = 0; q < vectors; ++q) {
      below[q] = vf_add(below[q], vf_select(vi_lt(one, v[q]), vf_set(1), vf_set(0)));
    }
  }
  for (uint32_t q = 0; q < vectors; ++q) vf_store(rank + LANES * q, below[q]);
  for (uint32_t k = 0; k < count; ++k) word[(uint32_t)rank[k]] = from[k];
}

static inline void sort_hits(uint32_t* hit, uint32_t hits) {
  if (hits > 4 && hits <= MEDIUM && !LANES_UP_TO_4) {
    sort_medium(hit, hits);
  } else {
    sort_words(hit, hits);
  }
}

// Copies the hits of a body, sorted. `room`: words that can be written there. Four are read behind the hits.
static inline void copy_sorted(uint32_t* hit, uint32_t hits, uint32_t* to, uint64_t room) {
  if (hits <= 4 && room >= 4) {
    sort_four(hit, hits, to);
    return;
  }
  sort_hits(hit, hits);
  memcpy(to, hit, hits * sizeof *to);
}

#endif
