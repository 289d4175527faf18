// Finds distances of two boxes in 2D by one edge of their difference (geometry/box_edge2_tmpl.h), cold and warm.
// Records are neither read nor written: restoring one costs as much. Pairs that the edge does not end are searched from
// the start.
#ifndef LGJK_QUERY_BOX_DISTANCE2_H
#define LGJK_QUERY_BOX_DISTANCE2_H

#include "query/attempt.h"

// Support evaluations reported for a pair that ends here: the one that proves it.
#define BOX_EVALUATIONS 1

// Returns the lanes of boxes without rounding whose separation is within the touch band. Float would not prove these by
// their edge.
LANE_INLINE mf touching_lanes(const pair_block* block, const block_state* state, const box_side_f* side) {
  const mf near = vf_le(vf_abs(side->separation), state->f.touch_band);
  const mf plain = vf_eq(vf_add(block->a.radius, block->b.radius), vf_set(0));
  return mf_and(mf_and(near, state->searched), plain);
}

// Decides a block by the canonical run. Not inlined, so that its doubles are not on the stack of other runs.
static LANE_NOINLINE void decide_touching_boxes(const class_run* run, const pair_block* block) {
  canonical_lanes c;
  find_canonical(run->batch, block, lanes_of(block), DISTANCE, &c);
  for (uint32_t l = 0; l < LANES; ++l) c.evaluations[l] += c.settled >> l & 1 ? 0 : BOX_EVALUATIONS;
  write_canonical(run->batch, block, lanes_of(block), &c, DISTANCE, false);
}

LANE_INLINE void find_box_feature(const box_side_f* side, block_state* state, mf touching) {
  simplex_f* s = &state->s;
  const mf lanes = mf_and_not(state->searched, touching);
  end_at_box_edge_f(&state->f, side, state->bounds.gap, lanes, s);
  if (!mf_any(side->overlap)) return;
  const origin_areas_f u = areas_f(s);
  s->inside = mf_and(mf_and(s->active, side->overlap), deep_f(s, &u, state->f.touch_band));
  s->active = mf_and_not(s->active, s->inside);
}

LANE_INLINE bool prove_box_edge(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)p, (void)how;
  box_side_f side;
  find_box_side_f(&state->f, &side);
  const mf touching = touching_lanes(block, state, &side);
  if (lanes_of(block) == ALL_LANES && mf_bits(touching) == ALL_LANES) { // as in a grid of tiles
    decide_touching_boxes(run, block);
    return false;
  }
  find_box_feature(&side, state, touching);
  return true;
}

static LANE_NOINLINE void try_box_edge(class_run* run, const block_pairs pairs[BLOCKS]) {
  attempt_kind how = simple_kind(DISTANCE, TO_END);
  how.spent = BOX_EVALUATIONS;
  how.load = BOXES_IN_PLACE;
  how.ends_at_point = true;
  attempt(run, pairs, how, NULL, NULL, prove_box_edge);
}

#endif
