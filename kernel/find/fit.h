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

// Finds pairs for which job->capacity has room, of more; writes them to a and b, and returns how many.
uint64_t find_fitN(join_job* job, uint32_t* a, uint32_t* b);

#endif
