// Casts pairs; compiled once for each dimension.
#ifndef LGJK_CAST_RUN_H
#define LGJK_CAST_RUN_H

#include <stdbool.h>

#include "block/batch.h"
#include "lane/dimension.h"
#include "lane/pick.h"
#include "lanegjk/lanegjk_cast.h"

#define cast_runN LANE_CAT(lgjk_cast_run, DIM)

#define CAST_LOOK 1024u // pairs that are looked at in a row

// Pairs that the first look has left to contacts.
typedef struct cast_left {
  uint64_t first;
  uint32_t count;
  uint16_t pair[CAST_LOOK + 1]; // numbers from `first` on, with room for lane_append
  float from[CAST_LOOK];        // of each in the list: a fraction before which they do not touch
} cast_left;

// A call whose arguments are checked.
typedef struct cast_job {
  lgjk_batch batch;                // bodies and pairs; its results are not used
  const void *shapes_a, *shapes_b; // the sets of both views
  const float *boxes_a, *boxes_b;  // and the boxes of their cores
  const char *way_a, *way_b;       // or NULL
  size_t way_a_stride, way_b_stride;
  const char *turn_a, *turn_b; // or NULL
  bool ends;                   // ways are places at the end
  size_t turn_a_stride, turn_b_stride;
  const float* most; // or NULL
  double target;
  uint32_t limit, flags, isa;
  void (*look)(const struct cast_job* job, uint32_t count, struct cast_left* left); // of the instruction set
  lgjk_cast_results results;
} cast_job;

// Casts pairs first..end - 1. Returns how many are bad.
uint64_t cast_runN(const cast_job* job, uint64_t first, uint64_t end);

#endif
