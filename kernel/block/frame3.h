// The frame of a block in 3D: the two cores around A's position, with what float32 can tell apart there.
#ifndef LGJK_BLOCK_FRAME3_H
#define LGJK_BLOCK_FRAME3_H

#include "block/frame_common.h"

#define REAL_IS_DOUBLE 0
#include "lane/real_begin.h"
#include "block/core3_tmpl.h"
#include "lane/real_end.h"

#define REAL_IS_DOUBLE 1
#include "lane/real_begin.h"
#include "block/core3_tmpl.h"
#include "lane/real_end.h"

// The float frame of a block, and the lanes whose input is in the domain.
LANE_FN mf frame_block(const lgjk_batch* batch, const pair_block* block, pair_frame_f* f) {
  const side_lanes *a = &block->a, *b = &block->b;
  set_core_f(a, 0, &batch->a, &f->a);
  set_core_f(b, 0, &batch->b, &f->b);
  const mf valid_a = unit_f(a->pose + 3, &f->a.rotation), valid_b = unit_f(b->pose + 3, &f->b.rotation);
  return mf_and(mf_and(valid_a, valid_b), frame_pair(batch, block, f));
}

// The frame of half a block in double.
LANE_FN void frame_half(const lgjk_batch* batch, const pair_block* block, unsigned half, pair_frame_d* f) {
  const uint32_t shift = half * WIDE_LANES;
  const side_lanes *a = &block->a, *b = &block->b;
  vd turn_a[4], turn_b[4];
  for (int i = 0; i < 4; ++i) {
    turn_a[i] = vd_widen(a->pose[3 + i], half);
    turn_b[i] = vd_widen(b->pose[3 + i], half);
  }
  unit_d(turn_a, &f->a.rotation);
  unit_d(turn_b, &f->b.rotation);
  set_core_d(a, shift, &batch->a, &f->a);
  set_core_d(b, shift, &batch->b, &f->b);
  frame_half_pair(block, half, f);
}

#endif
