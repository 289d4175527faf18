// What a case defines beside its attempts: routes, and rows of the table of routes. An attempt takes the pairs of a
// step, or of a block, fills the results that it proves, and queues the other pairs. Attempts that all routes may have
// are here.
#ifndef LGJK_ENGINE_ROUTE_H
#define LGJK_ENGINE_ROUTE_H

#include "engine/search.h"
#if DIM == 3
#include "gjk/solid_points3.h"
#endif

// Leaves all pairs to the double run, and ends those that are bad.
LANE_INLINE void fill_nothing(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                              found_lanes* found) {
  (void)f, (void)valid;
  found->decided = mf_bits(found->bad);
  lgjk_manifoldN* manifolds = run->batch->results.manifoldN;
  if (needs_depth(how.query) && manifolds) write_no_points(manifolds, block->pairs, lanes_of(block), found);
}
static void in_double(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  attempt_kind how = simple_kind(query, IN_DOUBLE);
  how.load = BY_CALL;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_nothing);
}

static void search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  search_pairs(run, pairs, query, mode, 0);
}

// Searches pairs on which an attempt has spent a support evaluation if the query returns verdicts.
static void search_queued(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  search_pairs(run, pairs, query, mode, 1);
}

// Tries the feature that a record names; without one, searches from the record's direction.
static void by_record(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  if (needs_verdict(query)) {
    record_verdict(run, pairs);
  } else {
    record_distance(run, pairs, query);
  }
}

#define ROUTE(name) static const route name

// Routes without records: whatever the first attempt leaves goes to the second one.
#define WITHOUT_RECORDS(first, then) \
  .cold = (first), .warm = (first), .second = (then), .left = (then), .afresh = (first)
#define SEARCH_FROM(record) \
  .cold = search, .warm = (record), .second = search_queued, .left = (record), .afresh = search, .traits = RECORDS

ROUTE(limited_route) = {WITHOUT_RECORDS(in_double, in_double)};

// A row of the table of a query: the route of pairs of a core of each set, in either order.
typedef struct route_row {
  uint32_t a, b; // sets of cores
  const route* route;
} route_row;

// Cores of either side whose depths have a closed form (3D). The last row has none.
typedef struct depth_row {
  uint32_t a, b;
  closed_depth_fn* find;
} depth_row;

// What a query answers its pairs by. LGJK_FLAG_EPA has a table of its own, which leaves all depths to the polytope.
typedef struct query_table {
  const route_row* rows;
  const depth_row* closed_depths; // or NULL
} query_table;

// ------------------------------------------------------------------ verdicts of boxes

// Decides whether two boxes overlap by the axes that can separate them: 4 in 2D, 15 in 3D. Records are neither read nor
// written.

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

#if DIM == 3

// ------------------------------------------------------------------ nearest points by a formula

// Answers pairs of 3D by a formula that gives their nearest points: a guess, which one support value has to prove.
// Pairs without a guess are searched.

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

#endif
