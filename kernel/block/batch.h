// This file defines the batch that the public functions hand to a kernel. Its arguments are checked.
#ifndef LGJK_BLOCK_BATCH_H
#define LGJK_BLOCK_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

// One side of a batch has its strides resolved.
typedef struct lgjk_side {
  const void* table; // packed shapes, lgjk_shape2 or lgjk_shape3; shape_count is the one for an index out of range
  const float* pool;
  const uint8_t* core; // kinds of the cores of `table`
  const char* shape;
  const char* pose;
  const char* radius; // or NULL
  size_t shape_stride, pose_stride, radius_stride;
  uint32_t shape_count;
  uint32_t body_count;
  uint32_t core_mask;
} lgjk_side;

// A pair joins a body with itself if both sides have their pose at the same address. It is found in one of these ways.
enum {
  LGJK_SAME_NEVER,
  LGJK_SAME_BY_INDEX,  // equal strides: A's index is B's plus same_offset
  LGJK_SAME_BY_ADDRESS // unequal strides over the same memory
};

// A batch has 1..LGJK_SLICE pairs. All arrays begin at the first, so that 16 bits number them.
#define LGJK_SLICE 65536u

// Kernels add to these counts: bad pairs, and pairs that bounding tests decided.
typedef struct lgjk_tally {
  uint64_t bad, by_bounding;
} lgjk_tally;

typedef struct lgjk_batch {
  lgjk_side a, b;
  const char* pair_a;
  const char* pair_b;
  size_t pair_stride;
  uint32_t count;
  lgjk_warm* warm; // or NULL: no records, as under LGJK_FLAG_HISTORY_FREE
  lgjk_results results;
  float max_distance;
  float margin;
  uint32_t limit;
  uint32_t flags;
  uint32_t prefetch;                 // 1: the bodies do not fit the nearer caches
  uint32_t same_bodies, same_offset; // LGJK_SAME_*
  lgjk_tally* tally;
} lgjk_batch;

#endif
