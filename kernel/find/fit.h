// Lists with room for fewer pairs than there are. A search counts the pairs of each first body (FIT_COUNTS), and
// another one keeps some of those that have many (FIT_KEEPS), and all of those that have no more than each may keep: a
// hash is below 1. A pair is kept or not by itself, so that the choice does not depend on threads, and its memory is
// one number for each body.
#ifndef LGJK_FIND_FIT_H
#define LGJK_FIND_FIT_H

#include "find/job.h"
#include "find/run.h"

#define find_fitN LANE_CAT(lgjk_find_fit, DIM)

enum { FIT_PART = 16 }; // job->fit_most counts parts of a pair, so that a list with less room than bodies is used, too

// Returns a hash of two numbers: each bit of them changes half of its bits.
static inline uint32_t fit_hash(uint32_t a, uint32_t b) {
  uint32_t x = (a * 0x9e3779b1u) ^ (b * 0x85ebca77u + 0xc2b2ae3du);
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

static inline void fit_count(const find_job* job, uint32_t a, uint32_t partners) {
  __atomic_fetch_add(&job->fit_count[a], partners, __ATOMIC_RELAXED);
}

// Counts the partners of body i, which is asked, or keeps some of them; returns how many are kept. Most crowds are of
// one size class, where i comes first in all pairs.
static inline uint32_t fit_hits(const find_job* job, uint32_t i, uint32_t* hit, uint32_t hits) {
  const uint32_t first = job->of_index ? 0 : i; // partners before this come first in their pairs
  const uint64_t most = (uint64_t)job->fit_most * (UINT32_MAX + UINT64_C(1)) / FIT_PART;
  const uint32_t *count = job->fit_count, own = count[i];
  uint32_t kept = 0;
  if (job->fit == FIT_COUNTS) {
    for (uint32_t h = 0; h < hits; ++h) {
      if (hit[h] < first) fit_count(job, hit[h], 1);
      kept += hit[h] >= first;
    }
    fit_count(job, i, kept);
    return 0;
  }
  for (uint32_t h = 0; h < hits; ++h) {
    const uint32_t j = hit[h];
    const uint64_t part = j < first ? (uint64_t)fit_hash(j, i) * count[j] : (uint64_t)fit_hash(i, j) * own;
    hit[kept] = j;
    kept += part < most;
  }
  return kept;
}

// Finds pairs for which job->capacity has room, of more; writes them to a and b, and returns how many.
uint64_t find_fitN(find_job* job, find_search_fn* search, uint32_t* a, uint32_t* b);

#endif
