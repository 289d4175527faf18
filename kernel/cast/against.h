// Casts bodies against trees; compiled once for each dimension.
#ifndef LGJK_CAST_AGAINST_H
#define LGJK_CAST_AGAINST_H

#include "cast/run.h"
#include "find/stored.h"
#include "lanegjk/lanegjk_cast.h"

#define cast_againstN LANE_CAT(lgjk_cast_search, DIM)

// A view whose bodies may be hit, and its tree.
typedef struct against_target {
  cast_job cast; // `pair_a`, `pair_b`, `most` and `results` are set for each group of pairs
  tree_head head;
  find_tree tree;
  const void* memory;
  uint32_t before; // bodies of the targets before this one
} against_target;

// A call whose arguments are checked.
typedef struct against_job {
  against_target target[LGJK_MAX_TARGETS];
  uint32_t targets;
  find_view a;       // the filters of A
  const float* most; // of each body of A, or NULL
  const uint32_t* skip;
  uint32_t (*walk)(const void* tree, void* walk, uint32_t* leaf); // of the instruction set, as `enter`
  bool (*packet)(const void* tree, const void* packet, void* bodies);
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

#define AGAINST_PART 256u // bodies of A that are cast by a call, at most

// Casts bodies first..end - 1 of A. `all`: looks for all hits, also where there are more than k.
against_tally cast_againstN(const against_job* job, uint32_t first, uint32_t end, bool all);

#endif
