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
    if (left != 0) left &= ~decide_touching(run->batch, &block, left, &overlapping);
    found_lanes found = nothing_found(bad);
    found.overlapping = overlapping;
    found.beyond = beyond;
    write_results(run->batch, &block, lanes_of(&block), &found, OVERLAP);
    enqueue(run, TO_END, &block, left);
  }
}

#endif
