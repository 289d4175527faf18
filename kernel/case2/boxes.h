// Answers two boxes of 2D: verdicts by their four axes, distances by one edge of their difference
// (gjk/box_edge2_tmpl.h), contacts by axes. Records are neither read nor written: restoring one costs as much. Pairs
// that the edge does not end are searched from the start.
#ifndef LGJK_CASE2_BOXES_H
#define LGJK_CASE2_BOXES_H

#include "case2/search.h"
#include "engine/route.h"

// ------------------ verdicts

// Finds the lanes that an axis proves to be apart beyond the touch band (`apart`). `meet`: lanes whose cores overlap by
// more than it on every axis.
LANE_INLINE void find_boxes_verdict(const pair_frame_f* f, mf* apart, mf* meet) {
  const vf s = box_separation_f(f);
  *apart = vf_lt(vf_add(f->radius, f->touch_band), s);
  *meet = vf_lt(s, vf_neg(f->touch_band));
}

// Decides the lanes, as bits, that hold boxes without rounding, as the double run would; returns them.
static LANE_NOINLINE uint32_t decide_touching(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                              mf* overlapping) {
  uint32_t touching = 0;
  lanes &= mf_bits(vf_eq(vf_add(block->a.radius, block->b.radius), vf_set(0)));
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    pair_frame_d f;
    if (!(lanes >> half * WIDE_LANES)) break;
    frame_half(batch, block, half, &f);
    const md touch = vd_le(box_separation_d(&f), vd_mul(vd_set(AXES_TOUCH_DOUBLE), f.scale));
    touching |= md_bits(touch) << half * WIDE_LANES;
  }
  *overlapping = mf_or(*overlapping, mf_from_bits(touching & lanes));
  return lanes;
}

LANE_INLINE void fill_box_verdicts(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                                   found_lanes* found) {
  (void)how;
  fill_verdicts_of_boxes(run, block, f, valid, find_boxes_verdict, decide_touching, found);
}

static void box_verdict(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  attempt_kind how = simple_kind(OVERLAP, TO_END);
  how.load = BOXES_IN_PLACE;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_box_verdicts);
}

// ------------------ distances

// Support evaluations reported for a pair that ends here: the one that proves it.
#define BOX_EVALUATIONS 1

// Decides a block by the double run. Not inlined, so that its doubles are not on the stack of other runs.
static LANE_NOINLINE void decide_touching_boxes(class_run* run, const pair_block* block) {
  double_answers c;
  answer_in_double(run->batch, block, lanes_of(block), DISTANCE, &c);
  for (uint32_t l = 0; l < LANES; ++l) c.evaluations[l] += c.settled >> l & 1 ? 0 : BOX_EVALUATIONS;
  write_double_answers(run, block, lanes_of(block), &c, DISTANCE, false);
}

// Boxes without rounding whose separation is within the touch band are `touching`. Float would not prove these by their
// edge.
LANE_INLINE bool prove_box_edge(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)p, (void)how;
  box_side_f side;
  simplex_f* s = &state->s;
  find_box_side_f(&state->f, &side);
  const mf near = vf_le(vf_abs(side.separation), state->f.touch_band), unrounded = vf_eq(state->f.radius, vf_set(0));
  const mf touching = mf_and(mf_and(near, state->searched), unrounded);
  if (lanes_of(block) == ALL_LANES && mf_bits(touching) == ALL_LANES) { // as in a grid of tiles
    decide_touching_boxes(run, block);
    return false;
  }
  end_at_box_edge_f(&state->f, &side, state->bounds.gap, mf_and_not(state->searched, touching), s);
  if (mf_any(side.overlap)) {
    const origin_areas_f u = areas_f(s);
    s->inside = mf_and(mf_and(s->active, side.overlap), deep_f(s, &u, state->f.touch_band));
    s->active = mf_and_not(s->active, s->inside);
  }
  return true;
}

static void box_edge(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  attempt_kind how = simple_kind(DISTANCE, TO_END);
  how.spent = BOX_EVALUATIONS;
  how.load = BOXES_IN_PLACE;
  how.ends_at_point = true;
  attempt(run, pairs, how, NULL, NULL, prove_box_edge);
}

// ------------------ routes

// clang-format off
ROUTE(boxes_overlap) = {WITHOUT_RECORDS(box_verdict, search_queued), .traits = BOUNDING_WITHIN};
ROUTE(boxes_distance) = {WITHOUT_RECORDS(box_edge, search_queued)};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(BOXES, BOXES, boxes_overlap, boxes_distance, contact_by_axes, few_vertices)
#endif
