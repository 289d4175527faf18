// Casts pairs; compiled once for each dimension.
#ifndef LGJK_CAST_RUN_H
#define LGJK_CAST_RUN_H

#include "block/batch.h"
#include "find/bounds.h"
#include "lane/dimension.h"
#include "lane/pick.h"
#include "lanegjk/lanegjk_cast.h"

#define cast_runN LANE_CAT(lgjk_cast_run, DIM)

// A call whose arguments are checked.
typedef struct cast_job {
  lgjk_side a, b;
  const void *shapes_a, *shapes_b; // the sets of both views
  const char *pair_a, *pair_b;
  size_t pair_stride;
  const char *way_a, *way_b; // or NULL
  size_t way_a_stride, way_b_stride;
  const char *turn_a, *turn_b; // or NULL
  size_t turn_a_stride, turn_b_stride;
  const float* most; // or NULL
  double target;
  uint32_t limit, flags, isa;
  lgjk_cast_results results;
} cast_job;

static inline bool cast_is_turned_well(const cast_job* job, const float* rotation) {
  return find_is_turned_well(rotation, job->flags & LGJK_FLAG_NORMALIZE ? 1e-2 : 1e-4);
}

// Casts pairs first..end - 1. Returns how many are bad.
uint64_t cast_runN(const cast_job* job, uint64_t first, uint64_t end);

#endif
