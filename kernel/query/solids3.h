// Answers pairs in 3D without a search: by closed forms of balls, capsules, boxes, cylinders, cones and ellipsoids, and
// by the line of centres.
#ifndef LGJK_QUERY_SOLIDS3_H
#define LGJK_QUERY_SOLIDS3_H

#include "formula/curved_pairs3.h"
#include "formula/segments3.h"
#include "formula/capsule_solids3.h"
#include "query/search.h"

// These are not inlined, so that their temporaries are not on the stack together with the end of a run.
static LANE_NOINLINE void guess_at_solid(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_solid_points(f, s);
}
static LANE_NOINLINE void guess_curved(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_curved_points(f, s);
}
LANE_INLINE vec_f guess_points(guess_fn* guess, const pair_frame_f* f, simplex_f* s) {
  vec_f d = {vf_set(0), vf_set(0), vf_set(0)};
  if (guess == NULL) return nearest_points(f, s);
  const bool any = begin_solids(f, s);
  repeat_first_f(s);
  if (any) guess(f, s, &d);
  return d;
}

// Finds nearest points by a formula. The lanes without a guess are searched.
LANE_INLINE void propose_by_formula(class_run* run, pair_block* block, block_state* state, proposal* p,
                                    attempt_kind how) {
  (void)run, (void)block;
  clear_state_f(&state->s, state->searched);
  state->s.axis = p->d[0] = guess_points(how.guess, &state->f, &state->s);
  p->unguessed = mf_and_not(state->searched, mf_or(state->s.active, state->s.inside));
}

// Returns the support value of two balls or capsules along d.
LANE_INLINE vf value_of_segments(const pair_frame_f* f, vec_f d) {
  const uint32_t ends_a = is_segment_core(f->a.core) ? 2 : 1, ends_b = is_segment_core(f->b.core) ? 2 : 1;
  const vf a = value_hull_f(&f->a, ends_a, unrotate_f(&f->a.rotation, d));
  const vf b = value_hull_f(&f->b, ends_b, neg_f(unrotate_f(&f->b.rotation, d)));
  return vf_sub(vf_add(a, b), dot_f(f->p, d));
}

// Verifies the points by one support value, like any guess.
LANE_INLINE bool verify_formula(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)run, (void)block;
  count_active(state);
  const vf h = how.guess == NULL ? value_of_segments(&state->f, p->d[0])
                                 : find_support_value_f(&state->f, &p->d[0], mf_bits(state->s.active));
  end_at_value_f(&state->s, &state->bounds, h, p->d[0]);
  keep_straight(&state->s, p->d[0], state->bounds.gap);
  state->s.closed_form = true; // already true; assigned again so that the compiler sees a constant
  if (how.guess != NULL) state->s.active = mf_or(state->s.active, p->unguessed);
  return true;
}

// `guess`: NULL for two balls or capsules, where calls would cost a tenth.
LANE_INLINE void try_formula(class_run* run, const block_pairs pairs[BLOCKS], query_id goal, query_id query,
                             guess_fn* guess) {
  attempt_kind how = simple_kind(goal, guess == NULL || asks_depth(query) ? TO_END : SECOND_ATTEMPT);
  how.query = query;
  how.guess = guess;
  if (guess != NULL) how.load = BY_CALL;
  attempt(run, pairs, how, propose_by_formula, NULL, verify_formula);
}

static LANE_NOINLINE void segment_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  try_formula(run, pairs, OVERLAP, OVERLAP, NULL);
}
static LANE_NOINLINE void segment_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  try_formula(run, pairs, DISTANCE, query, NULL);
}
static LANE_NOINLINE void solid_verdict(class_run* run, const block_pairs pairs[BLOCKS], guess_fn* guess) {
  try_formula(run, pairs, OVERLAP, OVERLAP, guess);
}
static LANE_NOINLINE void solid_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                         guess_fn* guess) {
  try_formula(run, pairs, DISTANCE, query, guess);
}

LANE_INLINE void run_formula(class_run* run, const block_pairs pairs[BLOCKS], query_id query, guess_fn* guess) {
  if (asks_verdict(query)) {
    solid_verdict(run, pairs, guess);
  } else {
    solid_distance(run, pairs, query, guess);
  }
}

// Tries the support plane across the line of centres. A pair that it does not separate waits for its search.
LANE_INLINE bool separate_centres(class_run* run, pair_block* block, block_state* state, proposal* p,
                                  attempt_kind how) {
  (void)run, (void)block, (void)p, (void)how;
  const vec_f d = first_direction_f(&state->f);
  clear_state_f(&state->s, state->valid);
  end_separated_f(&state->s, &state->bounds, find_support_value_f(&state->f, &d, mf_bits(state->valid)), d);
  state->s.closed_form = true; // nothing else of the simplex is set
  return true;
}

static LANE_NOINLINE void run_centres(class_run* run, const block_pairs pairs[BLOCKS]) {
  attempt_kind how = simple_kind(OVERLAP, SECOND_ATTEMPT);
  how.spent = 1;
  how.load = BY_CALL;
  how.rows = QUICK_ROWS;
  attempt(run, pairs, how, NULL, NULL, separate_centres);
}

#endif
