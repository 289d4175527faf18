// The frame of a block in 2D: the two cores around A's position, with what float32 can tell apart there.
#ifndef LGJK_BLOCK_FRAME2_H
#define LGJK_BLOCK_FRAME2_H

#include "block/frame_common.h"

// The float frame of a block, and the lanes whose input is in the domain.
LANE_FN mf frame_block(const lgjk_batch* batch, const pair_block* block, pair_frame_f* f) {
  const side_lanes *a = &block->a, *b = &block->b;
  mf valid_a, valid_b;
  f->a = (core_lanes_f){a->core, a->header + 4, 0, a->shape, batch->a.table, batch->a.pool, unit_f(a->pose[2], a->pose[3], &valid_a)};
  f->b = (core_lanes_f){b->core, b->header + 4, 0, b->shape, batch->b.table, batch->b.pool, unit_f(b->pose[2], b->pose[3], &valid_b)};
  return mf_and(mf_and(valid_a, valid_b), frame_pair(batch, block, f));
}


// The frame of half a block in double.
LANE_FN void frame_half(const lgjk_batch* batch, const pair_block* block, unsigned half, pair_frame_d* f) {
  const uint32_t shift = half * WIDE_LANES;
  const side_lanes *a = &block->a, *b = &block->b;
  const rotation_d turn_a = unit_d(vd_widen(a->pose[2], half), vd_widen(a->pose[3], half));
  const rotation_d turn_b = unit_d(vd_widen(b->pose[2], half), vd_widen(b->pose[3], half));
  f->a = (core_lanes_d){a->core, a->header + 4, shift, a->shape + shift, batch->a.table, batch->a.pool, turn_a};
  f->b = (core_lanes_d){b->core, b->header + 4, shift, b->shape + shift, batch->b.table, batch->b.pool, turn_b};
  frame_half_pair(block, half, f);
}

#endif
