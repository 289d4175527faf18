// Decides whether two boxes overlap by the axes that can separate them: 4 in 2D, 15 in 3D. Records are neither read nor
// written.
#ifndef LGJK_ENGINE_BOX_VERDICT_H
#define LGJK_ENGINE_BOX_VERDICT_H

#include "engine/attempt.h"

// Finds the lanes that an axis proves to be apart beyond the touch band (`apart`). `meet`: lanes whose cores overlap by
// more than it on every axis.
typedef void box_verdict_fn(const pair_frame_f* f, mf* apart, mf* meet);

// Decides lanes, as bits, that the axes leave, as the double run would; returns those that it decides.
typedef uint32_t decide_touching_fn(const lgjk_batch* batch, const pair_block* block, uint32_t lanes, mf* overlapping);

// Fills the verdicts of boxes.
LANE_INLINE void fill_verdicts_of_boxes(const class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                                        box_verdict_fn* find, decide_touching_fn* decide, found_lanes* found) {
  const float most = run->batch->max_distance;
  mf apart, meet;
  find(f, &apart, &meet);
  if (most < HUGE_VALF) found->beyond = bounding_apart(block, f, valid, vf_set(most));
  mf overlapping = mf_or(inscribed_meet(block, f, valid), mf_and(valid, mf_and_not(meet, apart)));
  const mf decided = mf_or(mf_or(overlapping, bounding_apart(block, f, valid, vf_set(0))), mf_or(apart, found->bad));
  const uint32_t left = lanes_of(block) & ~mf_bits(decided);
  found->decided = ~left;
  if (left != 0 && decide) found->decided |= decide(run->batch, block, left, &overlapping);
  found->overlapping = overlapping;
}

#endif
