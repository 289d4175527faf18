// Casts bodies against an index; compiled once for each dimension.
#ifndef LGJK_CAST_AGAINST_H
#define LGJK_CAST_AGAINST_H

#include "cast/run.h"
#include "find/index.h"
#include "find/job.h"
#include "lanegjk/lanegjk_cast.h"

#define cast_againstN LANE_CAT(lgjk_cast_search, DIM)

// A call whose arguments are checked.
typedef struct against_job {
  cast_job cast; // `pair_a`, `pair_b`, `most` and `results` are set for each group of pairs
  find_job find; // opened on the index; its first view has the filters of A
  index_head head;
  const float* most; // of each body of A, or NULL
  const uint32_t* skip;
  uint32_t (*walk)(const void* tree, void* walk, uint32_t* leaf); // of the instruction set, as `enter`
  void (*enter)(void* candidates);
  uint32_t k;
  bool any; // ends a way at the first hit that is found
  lgjk_cast_hit* hit;
  uint32_t* found;
} against_job;

// What a part of the bodies came to.
typedef struct against_tally {
  uint64_t bad, undecided; // bodies that are bad, and those whose hits a limit has left undecided
  uint32_t needed;         // the most hits that a body has
} against_tally;

// Casts bodies first..end - 1 of A. `all`: looks for all hits, also where there are more than k.
against_tally cast_againstN(const against_job* job, uint32_t first, uint32_t end, bool all);

#endif
