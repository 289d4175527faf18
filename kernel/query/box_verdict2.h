// Finds the verdicts of boxes of 2D by their four axes.
#ifndef LGJK_QUERY_BOX_VERDICT2_H
#define LGJK_QUERY_BOX_VERDICT2_H

#include "query/attempt.h"

// Finds the lanes that an axis proves to be apart beyond the touch band (`apart`). `meet`: lanes whose cores overlap by
// more than it on every axis.
LANE_INLINE void find_boxes_verdict(const pair_frame_f* f, mf* apart, mf* meet) {
  const vf s = box_separation_f(f);
  *apart = vf_lt(vf_add(f->radius, f->touch_band), s);
  *meet = vf_lt(s, vf_neg(f->touch_band));
}

// Decides the lanes, as bits, that hold boxes without rounding, as the canonical run would; returns them.
static LANE_NOINLINE uint32_t decide_touching(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                              mf* overlapping) {
  uint32_t touching = 0;
  lanes &= mf_bits(vf_eq(vf_add(block->a.radius, block->b.radius), vf_set(0)));
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    pair_frame_d f;
    if (!(lanes >> half * WIDE_LANES)) break;
    frame_half(batch, block, half, &f);
    const md touch = vd_le(box_separation_d(&f), vd_mul(vd_set(AXES_TOUCH_CANONICAL), f.scale));
    touching |= md_bits(touch) << half * WIDE_LANES;
  }
  *overlapping = mf_or(*overlapping, mf_from_bits(touching & lanes));
  return lanes;
}

#endif
