// Prefetches the bodies of pairs that a run comes to later.
#ifndef LGJK_ENGINE_PREFETCH_H
#define LGJK_ENGINE_PREFETCH_H

#include "engine/class_run.h"

#define LINE 64u     // bytes of a cache line
#define NEXT_CACHE 1 // into the second level: the buffers of the first are few

// Prefetches the cache lines of a body, each once.
LANE_INLINE void prefetch_side(const lgjk_side* side, uint32_t body) {
  const char* pose = side->pose + side->pose_stride * body;
  const char* shape = side->shape + side->shape_stride * body;
  __builtin_prefetch(pose, 0, NEXT_CACHE);
  if (((uintptr_t)pose ^ (uintptr_t)shape) >= LINE) __builtin_prefetch(shape, 0, NEXT_CACHE);
  if (side->radius) {
    const char* radius = side->radius + side->radius_stride * body;
    if (((uintptr_t)pose ^ (uintptr_t)radius) >= LINE) __builtin_prefetch(radius, 0, NEXT_CACHE);
  }
}

LANE_CALL_IF_WIDE void prefetch_pairs(const lgjk_batch* batch, uint32_t first, uint32_t count) {
  const uint32_t end = batch->count - first < count ? batch->count : first + count;
  for (uint32_t i = first; i < end; ++i) {
    prefetch_side(&batch->a, u32_at(batch->pair_a, batch->pair_stride, i));
    prefetch_side(&batch->b, u32_at(batch->pair_b, batch->pair_stride, i));
  }
}

typedef enum block_part { QUARTER_BLOCK = 1, HALF_BLOCK = 2, WHOLE_BLOCK = 4 } block_part; // in quarters

// Prefetches the next pairs of the run: a part of a block. Each block of a run prefetches a whole one, in two parts or
// more: a burst would fill the line buffers and stall.
LANE_INLINE void prefetch_ahead(class_run* run, block_part part) {
  const uint32_t some = (LANES * (uint32_t)part + 3) / 4;
  if (run->next_to_prefetch >= run->batch->count) return;
  prefetch_pairs(run->batch, run->next_to_prefetch, some);
  run->next_to_prefetch += some;
}

#endif
