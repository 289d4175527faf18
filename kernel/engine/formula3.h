// Answers pairs of 3D by a formula that gives their nearest points: a guess, which one support value has to prove.
// Pairs without a guess are searched.
#ifndef LGJK_ENGINE_FORMULA3_H
#define LGJK_ENGINE_FORMULA3_H

#include "engine/attempt.h"
#include "gjk/solid_points3.h"

LANE_INLINE vec_f guess_points(guess_fn* guess, const pair_frame_f* f, simplex_f* s) {
  vec_f d = {vf_set(0), vf_set(0), vf_set(0)};
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

// Ends the lanes whose points are proved by the support value h along p->d[0].
LANE_INLINE void end_formula(block_state* state, const proposal* p, vf h) {
  end_at_value_f(&state->s, &state->bounds, h, p->d[0]);
  keep_parallel(&state->s, p->d[0], state->bounds.gap);
  state->s.closed_form = true; // already true; assigned again so that the compiler sees a constant
}

LANE_INLINE bool verify_formula(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)run, (void)block, (void)how;
  count_active(state);
  end_formula(state, p, find_support_value_f(&state->f, &p->d[0], mf_bits(state->s.active)));
  state->s.active = mf_or(state->s.active, p->unguessed);
  return true;
}

LANE_INLINE void try_formula(class_run* run, const block_pairs pairs[BLOCKS], query_id goal, query_id query,
                             guess_fn* guess) {
  attempt_kind how = simple_kind(goal, needs_depth(query) ? TO_END : SECOND_ATTEMPT);
  how.query = query;
  how.guess = guess;
  how.load = BY_CALL;
  attempt(run, pairs, how, propose_by_formula, NULL, verify_formula);
}

static LANE_NOINLINE void solid_verdict(class_run* run, const block_pairs pairs[BLOCKS], guess_fn* guess) {
  try_formula(run, pairs, OVERLAP, OVERLAP, guess);
}
static LANE_NOINLINE void solid_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                         guess_fn* guess) {
  try_formula(run, pairs, DISTANCE, query, guess);
}

LANE_INLINE void try_formula_of_query(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                      guess_fn* guess) {
  if (needs_verdict(query)) {
    solid_verdict(run, pairs, guess);
  } else {
    solid_distance(run, pairs, query, guess);
  }
}

#endif
