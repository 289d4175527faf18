// Searches pairs in float. A step's blocks go through a fixed number of steps without a branch on their data. Most
// pairs end there, and one block fills the latency of the other. Pairs whose search has not ended are packed densely
// and searched to the end. Pairs whose answer float32 cannot prove are packed for the double run, which begins cold and
// alone decides within the touch band. How far a pair goes depends on that pair only, so its bits do, too.
#ifndef LGJK_ENGINE_SEARCH_H
#define LGJK_ENGINE_SEARCH_H

#include "gjk/certify.h"
#include "engine/attempt.h"
#include "engine/state.h"
#if DIM == 3
#include "block/warm3.h"
#include "gjk/polyhedron_points3.h"
#endif

// Reads the record that was loaded. In 2D a simplex that holds the origin counts only if both cores do.
LANE_INLINE void read_record(const class_run* run, const pair_block* block, const block_state* state,
                             warm_guess* guess) {
  read_guess(state->record, is_curved(run), guess);
#if DIM == 2
  guess->held = mf_and(guess->held, holds_origins(block));
#else
  (void)block;
#endif
}

// Returns whether a polyhedron of 3D meets a curved core. A search for their distance tries the polyhedron's feature in
// place of its last step. Trying it again in the run to the end gained nothing.
LANE_INLINE bool has_feature_form(const class_run* run) {
  return DIM == 3 && is_curved_core(run->core_a) != is_curved_core(run->core_b);
}

#if DIM == 2
// No feature is tried or ordered, and no vertices are on a grid.
LANE_INLINE void try_feature(block_state* state) { (void)state; }
LANE_INLINE void order_before_proof(block_state* state, query_id goal) { (void)state, (void)goal; }
LANE_INLINE void require_order(proof_lanes* proof, bool in_order) { (void)proof, (void)in_order; }
LANE_INLINE void keep_order(block_state* state, const proof_lanes* proof) { (void)state, (void)proof; }
LANE_INLINE bool certify_or_load_exact(const class_run* run, pair_block block[BLOCKS], block_state state[BLOCKS],
                                       int blocks, query_id goal) {
  (void)run, (void)block, (void)state, (void)blocks, (void)goal;
  return false;
}

#else
LANE_INLINE void try_feature(block_state* state) {
  const mf lanes = may_take_feature(&state->f, &state->s);
  if (!mf_any(lanes)) return;
  state->evaluations = vf_select(lanes, vf_add(state->evaluations, vf_set(1)), state->evaluations);
  take_feature(&state->f, &state->s, &state->bounds, lanes);
}

// Orders the features right before a block is verified, and so fills the latency of that. A verdict does not depend on
// the order and skips it.
LANE_INLINE void order_before_proof(block_state* state, query_id goal) {
  if (goal != DISTANCE || !any_on_grid(&state->f)) return;
  state->crossing = order_feature(&state->f, &state->s);
  state->ordered = true;
}

LANE_INLINE void require_order(proof_lanes* proof, bool in_order) { proof->in_order = in_order; }

// Keeps the vertex order that `restore` has found, so that it is not computed again.
LANE_INLINE void keep_order(block_state* state, const proof_lanes* proof) {
  if (!proof->in_order) return;
  state->crossing = proof->crossing;
  state->ordered = true;
}

// Certifies the lanes that have converged, after a search on a grid. It prepares the others to go on with the vertices
// themselves, and returns whether there are any.
LANE_INLINE bool certify_or_load_exact(const class_run* run, pair_block block[BLOCKS], block_state state[BLOCKS],
                                       int blocks, query_id goal) {
  if (!any_on_grid(&state[0].f)) return false;
  for (int u = 0; u < blocks; ++u) {
    reopen(&state[u].f, &state[u].s);
    order_before_proof(&state[u], goal);
    count_active(&state[u]);
    certify(&state[u].f, &state[u].s, &state[u].bounds);
  }
  if (!any_active(state, blocks)) return false;
  for (int u = 0; u < blocks; ++u) {
    load_block(run->batch, run->core_a, run->core_b, WHOLE_CORE, &block[u]);
    state[u].f.a.on_grid = state[u].f.b.on_grid = false;
    state[u].ordered = false;
    state[u].bounds.doubt = vf_set(0);
  }
  return true;
}

#endif

// ------------------------------------------------------------------ the fixed steps

LANE_INLINE void fixed_step(class_run* run, block_state state[BLOCKS], int blocks, int step) {
  for (int u = 0; u < blocks; ++u) {
    prefetch_ahead(run, QUARTER_BLOCK);
    if (step > 0) count_active(&state[u]);
    step_quickly(&state[u].f, &state[u].s, &state[u].bounds, step);
  }
}

// Returns the direction in which a search without a simplex begins: that of the record, if it has one.
LANE_INLINE vec_f guessed_direction(const block_state* state, const warm_guess* guess) {
  return select_vec_f(vf_eq(size_f(guess->axis), vf_set(0)), first_direction_f(&state->f), guess->axis);
}

// Returns the number of steps from a face. Most boxes have ended after two. Large hulls need more if no feature settles
// them, and pay by the lane that still searches.
LANE_INLINE int face_steps(const class_run* run, bool settles) {
  if (DIM == 2) return 0;
  if (is_boxes(run)) return 2;
  return (is_large_core(run->core_a) || is_large_core(run->core_b)) && !settles ? 6 : 3;
}

// Begins a search. `how.from_record` is for cores whose simplex a record cannot restore: they begin along its
// direction.
LANE_INLINE void begin_search(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)p;
  vec_f d = first_direction_f(&state->f);
  if (how.from_record) {
    warm_guess guess;
    read_record(run, block, state, &guess);
    d = guessed_direction(state, &guess);
  }
  clear_state_f(&state->s, state->searched);
  state->s.axis = d;
  state->evaluations = vf_add(state->evaluations, vf_set(1));
}

// Runs the steps 0 to `last`. Those of 2D are light and have a copy each.
LANE_INLINE void fixed_steps(class_run* run, block_state state[BLOCKS], int blocks, int last) {
  int step = 0;
  if (DIM == 2) {
    fixed_step(run, state, blocks, 0);
    fixed_step(run, state, blocks, 1);
    step = 2;
  }
  for (; step <= last && (step < 2 || any_active(state, blocks)); ++step) fixed_step(run, state, blocks, step);
}

// Runs the fixed steps and proves them. Not inlined: one copy serves verdicts and distances.
static LANE_NOINLINE void search_quickly(class_run* run, block_state state[BLOCKS], int blocks, query_id goal) {
  const bool by_feature = goal == DISTANCE && has_feature_form(run);
  fixed_steps(run, state, blocks, 2 + face_steps(run, by_feature));
  for (int u = 0; u < blocks; ++u) {
    reopen(&state[u].f, &state[u].s);
    order_before_proof(&state[u], goal);
  }
  for (int u = 0; u < blocks; ++u) {
    prefetch_ahead(run, QUARTER_BLOCK);
    if (u == 0 && !any_active(state, blocks)) break;
    if (by_feature) {
      try_feature(&state[u]);
      continue;
    }
    count_active(&state[u]);
    certify(&state[u].f, &state[u].s, &state[u].bounds);
  }
}

LANE_INLINE void search_blocks(class_run* run, pair_block* block, block_state state[BLOCKS], int blocks,
                               attempt_kind how) {
  (void)block;
  search_quickly(run, state, blocks, how.goal);
}

// `spent`: support evaluations before.
LANE_INLINE void try_search(class_run* run, const block_pairs pairs[BLOCKS], query_id goal, query_id query,
                            run_mode mode, int spent) {
  attempt_kind how = simple_kind(goal, mode == WARM ? RECORD_TO_END : TO_END);
  how.query = query;
  how.records = records_in(mode);
  how.from_record = mode == WARM;
  how.spent = spent;
  how.load = DIM == 2 ? IN_PLACE : BY_CALL;
  how.part = goal == DISTANCE && has_feature_form(run) ? WHOLE_CORE : QUICK_PART;
  attempt(run, pairs, how, begin_search, search_blocks, NULL);
}

static LANE_NOINLINE void search_verdict(class_run* run, const block_pairs pairs[BLOCKS], run_mode mode, int spent) {
  try_search(run, pairs, OVERLAP, OVERLAP, mode, spent);
}
static LANE_NOINLINE void search_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                          run_mode mode) {
  try_search(run, pairs, DISTANCE, query, mode, 0);
}

// Searches new pairs. `spent`: support evaluations before, if the query returns verdicts.
LANE_INLINE void search_pairs(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode,
                              int spent) {
  if (needs_verdict(query)) {
    search_verdict(run, pairs, mode, spent);
  } else {
    search_distance(run, pairs, query, mode);
  }
}

// ------------------------------------------------------------------ the record

// Restores as `restore` does, not inlined: for verdicts, and where few pairs come.
static LANE_NOINLINE void restore_by_call(const pair_frame_f* f, const warm_guess* guess, mf active, simplex_f* s,
                                          proof_lanes* proof) {
  restore(f, guess, active, s, proof);
}

LANE_INLINE void restore_record(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  warm_guess guess;
  read_record(run, block, state, &guess);
  require_order(p->proof, how.goal == DISTANCE);
  const mf named = mf_and(state->searched, guess.simplex);
  if ((DIM == 2 || LANES_UP_TO_4) && how.goal == DISTANCE) {
    restore(&state->f, &guess, named, &state->s, p->proof);
  } else {
    restore_by_call(&state->f, &guess, named, &state->s, p->proof);
  }
  state->nameless = mf_bits(mf_and_not(state->searched, guess.simplex));
  state->keeps = still_names(&guess, &state->s);
  keep_order(state, p->proof);
}

// Verifies the simplices of the records by one support; a triangle that holds the origin needs none.
LANE_INLINE bool verify_record(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)run, (void)block, (void)how;
  count_active(state);
  verify_guess(&state->f, p->proof, &state->s, &state->bounds);
  return true;
}

// Tries the features that records name.
LANE_INLINE void try_record(class_run* run, const block_pairs pairs[BLOCKS], query_id goal, query_id query) {
  proof_lanes proof[BLOCKS];
  attempt_kind how = simple_kind(goal, has_trait(run, EDGE_AFTER_RECORD) ? AFTER_RECORD : RECORD_TO_END);
  how.query = query;
  how.records = STORED;
  how.proof = proof;
  how.load = DIM == 2 ? IN_PLACE : BY_CALL;
  how.part = WITHOUT_RING;
  attempt(run, pairs, how, restore_record, NULL, verify_record);
}

static LANE_NOINLINE void record_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  try_record(run, pairs, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void record_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  try_record(run, pairs, DISTANCE, query);
}

// ------------------------------------------------------------------ to the end

// Begins the search of pairs that were just dequeued. Lanes without a simplex begin at the support along their record's
// axis, or along the cold direction.
LANE_INLINE void begin_again(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)p;
  if (!how.from_record) {
    begin_f(&state->f, &state->s, &state->bounds, first_direction_f(&state->f), state->valid);
    state->evaluations = vf_select(state->valid, vf_set(1), state->evaluations);
    return;
  }
  warm_guess guess;
  proof_lanes proof;
  simplex_f begun;
  read_record(run, block, state, &guess);
  require_order(&proof, false);
  restore_by_call(&state->f, &guess, mf_and(state->valid, guess.simplex), &state->s, &proof);
  const mf fresh = mf_and_not(state->valid, guess.simplex);
  if (!mf_any(fresh)) return;
  begin_f(&state->f, &begun, &state->bounds, guessed_direction(state, &guess), fresh);
  begin_where_f(fresh, &begun, &state->s);
  state->s.axis = begun.axis;
  state->s.separated = begun.separated;
  state->s.active = mf_or(state->s.active, begun.active);
  state->evaluations = vf_select(fresh, vf_set(1), state->evaluations);
}

// Iterates until all lanes have ended. Each of the searches has a limit of its own, so that no lane's depends on when
// the others have ended.
LANE_INLINE void iterate_to_end(class_run* run, pair_block* block, block_state state[BLOCKS], int blocks,
                                attempt_kind how) {
  for (bool again = true; again; again = certify_or_load_exact(run, block, state, blocks, how.goal)) {
    uint32_t any = 1;
    for (uint32_t i = 1; i < FLOAT_LIMIT && any; ++i) {
      for (int u = 0; u < blocks; ++u) {
        count_active(&state[u]);
        iterate_f(&state[u].f, &state[u].s, &state[u].bounds);
      }
      any = any_active(state, blocks);
    }
  }
}

// Searches waiting pairs to the end. Not inlined: one copy, with one set of blocks, serves all queries, cold and warm.
static LANE_NOINLINE void search_to_end(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                        run_mode mode) {
  attempt_kind how = simple_kind(query, IN_DOUBLE);
  how.records = records_in(mode);
  how.from_record = mode == WARM;
  how.requeued = true;
  how.load = BY_CALL;
  how.part = QUICK_PART;
  attempt(run, pairs, how, begin_again, iterate_to_end, NULL);
}

#endif
