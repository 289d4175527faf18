// Decides whether two boxes overlap by the axes that can separate them: 4 in 2D, 15 in 3D. Records are neither read nor
// written.
#ifndef LGJK_QUERY_BOX_VERDICT_H
#define LGJK_QUERY_BOX_VERDICT_H

#include "query/attempt.h"
#if DIM == 3
#include "formula/box_axes3.h"
#endif

#if DIM == 2
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

static LANE_NOINLINE void run_boxes(class_run* run, const block_pairs pairs[BLOCKS]) {
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    pair_block block;
    pair_frame_f f;
    mf apart, meet, beyond = mf_none();
    prefetch_quarters(run, 4);
    const mf valid = open_frame(run, &pairs[u], BOXES_IN_PLACE, ALL_ROWS, &block, &f);
    find_boxes_verdict(&f, &apart, &meet);
    if (run->batch->max_distance < HUGE_VALF)
      beyond = bounding_apart(&block, &f, valid, vf_set(run->batch->max_distance));
    const mf bad = mf_not(valid);
    mf overlapping = mf_or(inscribed_meet(&block, &f, valid), mf_and(valid, mf_and_not(meet, apart)));
    const mf decided = mf_or(mf_or(overlapping, bounding_apart(&block, &f, valid, vf_set(0))), mf_or(apart, bad));
    uint32_t left = lanes_of(&block) & ~mf_bits(decided);
#if DIM == 2
    if (left != 0) left &= ~decide_touching(run->batch, &block, left, &overlapping);
#endif
    found_lanes found = nothing_found(bad);
    found.overlapping = overlapping;
    found.beyond = beyond;
    write_results(run->batch, &block, lanes_of(&block), &found, OVERLAP);
    enqueue(run, TO_END, &block, left);
  }
}

#endif
