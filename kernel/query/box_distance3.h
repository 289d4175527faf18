// Finds distances and contacts of two boxes without a search: from their positions, or from the places that records
// name. A pair that its record proves keeps it, whatever feature the points have moved to: as a start it is enough.
// Other pairs wait for a second attempt, from their positions with more turns. Pairs that this leaves are searched.
#ifndef LGJK_QUERY_BOX_DISTANCE3_H
#define LGJK_QUERY_BOX_DISTANCE3_H

#include "formula/box_points3.h"
#include "query/box_verdict.h"
#include "query/search.h"

// Reads the places that records name; returns the lanes that have one.
LANE_INLINE mf read_places(const pair_frame_f* f, const vf record[4], box_points* p) {
  p->a = place_of(record[1], p->half_a);
  p->b = place_of(record[2], p->half_b);
  p->on_a = rotate_f(&f->a.rotation, p->a);
  p->on_b = add_f(rotate_f(&f->b.rotation, p->b), f->p);
  return names_place(record);
}

// Clears the state and verifies the points of the lanes `guessed`. The other searched lanes become active.
LANE_INLINE void prove_points(block_state* state, const box_points* points, mf guessed) {
  clear_state_f(&state->s, guessed);
  const vec_f d = take_box_points(&state->f, points, &state->s);
  count_active(state);
  verify_along_f(&state->f, &state->s, &state->bounds, d);
  keep_straight(&state->s, d, state->bounds.gap);
  state->s.active = mf_or(state->s.active, mf_and_not(state->searched, guessed));
}

// Stores the records of the lanes that are proved.
static LANE_NOINLINE void write_places(const class_run* run, const block_pairs* pairs, const block_state* state,
                                       const box_points* p) {
  const mf lanes = mf_or(state->s.converged, state->s.inside);
  if (pairs->count == 0 || !mf_any(lanes)) return;
  store_places(run->batch->warm, pairs->pair, lanes, state->record, state->s.axis,
               place_word(lasting_place(&state->f, p), p->half_a), place_word(p->b, p->half_b));
}

// Takes points from the places of the records, or from the positions, and proves them. Lanes whose record names no
// place go to the queue WITHOUT_RECORD, and begin from their positions.
LANE_INLINE bool prove_box_points(class_run* run, pair_block* block, block_state* state, proposal* p,
                                  attempt_kind how) {
  (void)p;
  box_points points;
  mf guessed = state->searched;
  points.half_a = coordinates_f(&state->f.a, 0);
  points.half_b = coordinates_f(&state->f.b, 0);
  if (how.from_record) {
    guessed = mf_and(guessed, read_places(&state->f, state->record, &points));
    state->nameless = mf_bits(mf_and_not(state->searched, guessed));
  } else {
    project_boxes(&state->f, how.spent != 0, &points);
  }
  solve_features(&state->f, how.from_record, &points);
  prove_points(state, &points, mf_and(guessed, mf_or(points.within, mf_or(points.own, points.any))));
  if (how.records == LOADED && !how.from_record) write_places(run, block->pairs, state, &points);
  return true;
}

// `again`: whether an earlier run has left these pairs, for one evaluation.
LANE_INLINE void try_box_points(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode,
                                bool again) {
  attempt_kind how = simple_kind(query, again || asks_depth(query) ? TO_END : SECOND_ATTEMPT);
  how.goal = DISTANCE;
  how.records = mode == COLD ? UNUSED : LOADED;
  how.from_record = mode == WARM;
  how.spent = again;
  how.load = BOXES_IN_PLACE;
  attempt(run, pairs, how, NULL, NULL, prove_box_points);
}

static LANE_NOINLINE void try_box_points_of_records(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  try_box_points(run, pairs, query, WARM, false);
}
static LANE_NOINLINE void try_box_points_of_positions(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                                      run_mode mode, bool again) {
  try_box_points(run, pairs, query, mode == COLD ? COLD : RECORDING, again);
}

#endif
