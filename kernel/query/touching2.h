// Answers cold distances and verdicts of flat cores in double first, where the pairs before touched so nearly that
// float could tell none of them: in a pile at rest, float would only cost time. The order changes no answer. A record
// would show it, so calls that keep records go by float first.
#ifndef LGJK_QUERY_TOUCHING2_H
#define LGJK_QUERY_TOUCHING2_H

#include "query/axes2.h"

// Answers the pairs of a block that touch for certain. The others run as if this had not been tried.
static LANE_NOINLINE void run_touching_block(class_run* run, const block_pairs* pairs, query_id query) {
  pair_block block;
  block_state state;
  canonical_lanes c;
  open_state(run, pairs, BY_CALL, ALL_ROWS, query, &block, &state);
  const uint32_t searched = lanes_of(&block) & mf_bits(state.searched);
  find_canonical(run->batch, &block, searched, query, &c);
  const mf certain = touching_for_certain(&state.f, vf_narrow(c.without));
  const uint32_t touching = searched & c.settled & mf_bits(certain), left = lanes_of(&block) & ~touching;
  run->touching_in_last_block = lane_count(touching);
  write_canonical(run->batch, &block, lanes_of(&block), &c, query, false); // what is left is overwritten
  enqueue(run, WITHOUT_RECORD, &block, left);
}

LANE_INLINE void run_touching(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    prefetch_quarters(run, 4);
    run_touching_block(run, &pairs[u], query);
  }
}

#endif
