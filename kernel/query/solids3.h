// Answers pairs in 3D without a search: by closed forms of balls, capsules, boxes, cylinders, cones and ellipsoids, and
// by the line of centres.
#ifndef LGJK_QUERY_SOLIDS3_H
#define LGJK_QUERY_SOLIDS3_H

#include "formula/curved_pairs3.h"
#include "formula/segments3.h"
#include "formula/solid_pairs3.h"
#include "formula/thin_points3.h"
#include "query/pipeline.h"

// These are not inlined, so that their temporaries are not on the stack together with the end of a run.
static LANE_NOINLINE void guess_at_solid(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_solid_points(f, s);
}
static LANE_NOINLINE void guess_solids(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_points_of_solids(f, s);
}
static LANE_NOINLINE void guess_curved(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_curved_points(f, s);
}
static LANE_NOINLINE void finish_solids(class_run* run, const pair_block* block, block_state* state, query_id steps,
                                        query_id query) {
  finish(run, block, state, steps, query, COLD, asks_depth(query) ? FIRST_TURN : BEFORE_SEARCH);
}

// Finds nearest points of the active lanes by a formula, and a direction `d` that proves them. Lanes without an answer
// become inactive.
typedef void guess_fn(const pair_frame_f* f, simplex_f* s, vec_f* d);

LANE_INLINE vec_f guess_points(guess_fn* guess, const pair_frame_f* f, simplex_f* s) {
  vec_f d = {vf_set(0), vf_set(0), vf_set(0)};
  if (guess == NULL) return nearest_points(f, s);
  const bool any = begin_solids(f, s);
  repeat_first_f(s);
  if (any) guess(f, s, &d);
  return d;
}

// Finds nearest points by a formula and verifies them by one support value, like any guess; the other lanes are
// searched. `guess`: NULL for two balls or capsules, where calls would cost a tenth.
LANE_INLINE void run_formula_query(class_run* run, const block_pairs pairs[BLOCKS], guess_fn* guess, query_id steps,
                                   query_id query) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  vec_f d[BLOCKS];
  mf left[BLOCKS]; // lanes without a guess
  for (int u = 0; u < BLOCKS; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    block[u].pairs = &pairs[u];
    load_block_in_place(run->batch, run->core_a, run->core_b, ALL_ROWS, &block[u]);
    begin_state(run, &block[u], &state[u], steps);
    clear_state_f(&state[u].s, state[u].searched);
    d[u] = guess_points(guess, &state[u].f, &state[u].s);
    left[u] = mf_and_not(state[u].searched, mf_or(state[u].s.active, state[u].s.inside));
    state[u].s.axis = d[u];
    mark_beyond(run, &state[u], steps);
  }
  for (int u = 0; u < BLOCKS; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    count_active(&state[u]);
    verify_along_f(&state[u].f, &state[u].s, &state[u].bounds, d[u]);
    keep_straight(&state[u].s, d[u], state[u].bounds.gap);
    state[u].s.closed_form = true; // already true; assigned again so that the compiler sees a constant
    if (guess == NULL) {
      finish(run, &block[u], &state[u], steps, query, COLD, FIRST_TURN);
    } else {
      state[u].s.active = mf_or(state[u].s.active, left[u]);
      finish_solids(run, &block[u], &state[u], steps, query);
    }
  }
}

static LANE_NOINLINE void segment_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  run_formula_query(run, pairs, NULL, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void segment_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  run_formula_query(run, pairs, NULL, DISTANCE, query);
}
static LANE_NOINLINE void solid_verdict(class_run* run, const block_pairs pairs[BLOCKS], guess_fn* guess) {
  run_formula_query(run, pairs, guess, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void solid_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                         guess_fn* guess) {
  run_formula_query(run, pairs, guess, DISTANCE, query);
}

// Tries the support plane across the line of centres. A pair that it does not separate waits for its search.
static LANE_NOINLINE void run_centres(class_run* run, const block_pairs pairs[BLOCKS]) {
  for (int u = 0; u < BLOCKS; ++u) {
    pair_block block;
    block_state state;
    load_state(run, &pairs[u], &block, &state, QUICK_ROWS, OVERLAP);
    const vec_f d = first_direction_f(&state.f);
    clear_state_f(&state.s, state.valid);
    end_separated_f(&state.s, &state.bounds, support_value_f(&state.f, d, mf_bits(state.valid)), d);
    found_lanes found = nothing_found(mf_not(state.valid));
    found.evaluations = vf_set(1);
    write_results(run->batch, &block, lanes_of(&block), &found, OVERLAP);
    enqueue(run, SECOND, &block, mf_bits(state.s.active) & lanes_of(&block));
  }
}

#endif
