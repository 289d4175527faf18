// Decides whether two boxes overlap by the axes that can separate them: 4 in 2D, 15 in 3D. Records are neither read nor
// written.
#ifndef LGJK_QUERY_BOX_VERDICT_H
#define LGJK_QUERY_BOX_VERDICT_H

#include "query/attempt.h"
#if DIM == 2
#include "query/box_verdict2.h"
#else
#include "formula/box_axes3.h"

// Decides no lane that touches: double has no shorter way to that than a search.
LANE_INLINE uint32_t decide_touching(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                     mf* overlapping) {
  (void)batch, (void)block, (void)lanes, (void)overlapping;
  return 0;
}
#endif

LANE_INLINE void fill_box_verdicts(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                                   attempt_kind how, found_lanes* found) {
  (void)how;
  const float most = run->batch->max_distance;
  mf apart, meet;
  find_boxes_verdict(f, &apart, &meet);
  if (most < HUGE_VALF) found->beyond = bounding_apart(block, f, valid, vf_set(most));
  mf overlapping = mf_or(inscribed_meet(block, f, valid), mf_and(valid, mf_and_not(meet, apart)));
  const mf decided = mf_or(mf_or(overlapping, bounding_apart(block, f, valid, vf_set(0))), mf_or(apart, found->bad));
  const uint32_t left = lanes_of(block) & ~mf_bits(decided);
  found->decided = ~left;
  if (left != 0) found->decided |= decide_touching(run->batch, block, left, &overlapping);
  found->overlapping = overlapping;
}

static LANE_NOINLINE void try_box_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  attempt_kind how = simple_kind(OVERLAP, TO_END);
  how.load = BOXES_IN_PLACE;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_box_verdicts);
}

#endif
