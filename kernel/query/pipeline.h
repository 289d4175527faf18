// Runs a class of pairs through its pipeline. BLOCKS blocks at a time go through a fixed number of steps without a
// branch on their data. Most pairs end there, and one block fills the latency of the other. Pairs whose search has not
// ended are packed densely and searched to the end. Pairs whose answer float32 cannot prove are packed for the
// canonical run, cold and in double, which alone decides within the touch band. How far a pair goes depends on that
// pair only, so its bits do, too.
#ifndef LGJK_QUERY_PIPELINE_H
#define LGJK_QUERY_PIPELINE_H

#include "geometry/certify.h"
#include "query/finish.h"
#if DIM == 3
#include "formula/feature_points3.h"
#endif

// ------------------------------------------------------------------ prefetching

#define LINE 64u     // bytes of a cache line
#define NEXT_CACHE 1 // into the second level: the buffers of the first are few

// Prefetches the cache lines of a body, each once.
LANE_INLINE void prefetch_side(const lgjk_side* side, uint32_t body) {
  const char* pose = side->pose + side->pose_stride * body;
  const char* shape = side->shape + side->shape_stride * body;
  __builtin_prefetch(pose, 0, NEXT_CACHE);
  if (((uintptr_t)pose ^ (uintptr_t)shape) >= LINE) __builtin_prefetch(shape, 0, NEXT_CACHE);
  if (side->radius) {
    const char* radius = side->radius + side->radius_stride * body;
    if (((uintptr_t)pose ^ (uintptr_t)radius) >= LINE) __builtin_prefetch(radius, 0, NEXT_CACHE);
  }
}

LANE_INLINE void prefetch_pairs(const lgjk_batch* batch, uint32_t first, uint32_t count) {
  const uint32_t end = batch->count - first < count ? batch->count : first + count;
  for (uint32_t i = first; i < end; ++i) {
    prefetch_side(&batch->a, u32_at(batch->pair_a, batch->pair_stride, i));
    prefetch_side(&batch->b, u32_at(batch->pair_b, batch->pair_stride, i));
  }
}

// Calls of prefetch_some for each block. A call prefetches a part of the poses and shape indices of a step ahead: a
// burst would fill the line buffers and stall.
#define PREFETCH_STEPS 4

LANE_INLINE void prefetch_some(class_run* run) {
  const uint32_t some = (LANES + PREFETCH_STEPS - 1) / PREFETCH_STEPS;
  if (run->next_to_prefetch >= run->batch->count) return;
  prefetch_pairs(run->batch, run->next_to_prefetch, some);
  run->next_to_prefetch += some;
}

// ------------------------------------------------------------------ the fixed steps

LANE_INLINE uint32_t any_active(const block_state state[BLOCKS], int blocks) {
  uint32_t any = 0;
  for (int u = 0; u < blocks; ++u) any |= mf_bits(state[u].s.active);
  return any;
}

LANE_INLINE void cold_step(class_run* run, block_state state[BLOCKS], int blocks, int step) {
  if (step > 1 && !any_active(state, blocks)) return;
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    count_active(&state[u]);
    iterate_f(&state[u].f, &state[u].s, &state[u].bounds, step, QUICK);
  }
}

LANE_INLINE void load_record(const class_run* run, const pair_block* block, block_state* state) {
  vf_load_records((const char*)run->batch->warm, sizeof(lgjk_warm), block->pairs->pair, 0, 1, state->record);
  state->keeps = mf_none();
}

LANE_INLINE void load_guess(const class_run* run, const pair_block* block, block_state* state, warm_guess* guess) {
  load_record(run, block, state);
  read_guess(state->record, is_curved(run), guess);
#if DIM == 2
  guess->held = mf_and(guess->held, holds_origins(block));
#endif
}

// Returns the direction in which a search without a simplex begins: that of the record, if it has one.
LANE_INLINE vec_f guessed_direction(const block_state* state, const warm_guess* guess) {
  return select_vec_f(vf_eq(size_f(guess->axis), vf_set(0)), first_direction_f(&state->f), guess->axis);
}

// Returns whether a polyhedron meets a curved core. A search for their distance tries the polyhedron's feature in place
// of its last step. Trying it again in the run to the end gained nothing.
LANE_INLINE bool has_feature_form(const class_run* run) {
#if DIM == 3
  return is_curved_core(run->core_a) != is_curved_core(run->core_b);
#else
  (void)run;
  return false;
#endif
}

// Returns the number of steps from a face. Most boxes have ended after two. Large hulls need more if no feature settles
// them, and pay by the lane that still searches.
LANE_INLINE int face_steps(const class_run* run, bool settles) {
#if DIM == 3
  const uint32_t a = run->core_a, b = run->core_b;
  if (a == LGJK_CORE3_BOX && b == LGJK_CORE3_BOX) return 2;
  return (a == LGJK_CORE3_LARGE || b == LGJK_CORE3_LARGE) && !settles ? 6 : 3;
#else
  (void)run, (void)settles;
  return 0;
#endif
}

LANE_INLINE void try_feature(block_state* state) {
#if DIM == 3
  const mf lanes = may_take_feature(&state->f, &state->s);
  if (!mf_any(lanes)) return;
  state->evaluations = vf_select(lanes, vf_add(state->evaluations, vf_set(1)), state->evaluations);
  take_feature(&state->f, &state->s, &state->bounds, lanes);
#else
  (void)state;
#endif
}

// Orders the features right before a block is verified, and so fills the latency of that. A verdict does not depend on
// the order and skips it.
LANE_INLINE void order_before_proof(block_state* state, query_id steps) {
#if DIM == 3
  if (steps != DISTANCE || !any_on_grid(&state->f)) return;
  state->crossing = order_feature(&state->f, &state->s);
  state->ordered = true;
#else
  (void)state, (void)steps;
#endif
}

LANE_INLINE void ask_for_order(proof_lanes* proof, bool in_order) {
#if DIM == 3
  proof->in_order = in_order;
#else
  (void)proof, (void)in_order;
#endif
}

// Keeps the vertex order that `restore` has found, so that it is not computed again.
LANE_INLINE void keep_order(block_state* state, const proof_lanes* proof) {
#if DIM == 3
  if (!proof->in_order) return;
  state->crossing = proof->crossing;
  state->ordered = true;
#else
  (void)state, (void)proof;
#endif
}

// Runs the fixed steps of a cold search. WARM is for cores whose simplex a record cannot restore: they begin along its
// direction. `before`: support evaluations already spent, NONE_BEFORE or CENTRES_BEFORE.
LANE_INLINE void run_cold_query(class_run* run, const block_pairs pairs[BLOCKS], query_id steps, query_id query,
                                run_mode mode, int before) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  const int blocks = blocks_of(pairs);
  const bool settles = steps == DISTANCE && has_feature_form(run);
  for (int u = 0; u < blocks; ++u)
    load_first(run, &pairs[u], &block[u], &state[u], settles ? ALL_ROWS : QUICK_ROWS, steps);
  for (int u = 0; u < blocks; ++u) {
    vec_f d = first_direction_f(&state[u].f);
    prefetch_some(run);
    if (mode == RECORDING) load_record(run, &block[u], &state[u]);
    if (mode == WARM) {
      warm_guess guess;
      load_guess(run, &block[u], &state[u], &guess);
      d = guessed_direction(&state[u], &guess);
    }
    begin_f(&state[u].f, &state[u].s, &state[u].bounds, d, state[u].searched);
    mark_beyond(run, &state[u], steps);
    state[u].evaluations = vf_set((float)(before + 1));
  }
  cold_step(run, state, blocks, 1);
  cold_step(run, state, blocks, 2);
  const int more = face_steps(run, settles);
  for (int i = 0; i < more; ++i) cold_step(run, state, blocks, 3); // a loop, so that the step is in the code once
  for (int u = 0; u < blocks; ++u) {
    reopen(&state[u].f, &state[u].s);
    order_before_proof(&state[u], steps);
  }
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    if (u == 0 && !any_active(state, blocks)) break;
    if (settles) {
      try_feature(&state[u]);
      continue;
    }
    count_active(&state[u]);
    certify(&state[u].f, &state[u].s, &state[u].bounds);
  }
  for (int u = 0; u < blocks; ++u) finish(run, &block[u], &state[u], steps, query, mode, FIRST_TURN);
}

// Verifies the simplices of the records by one support; a triangle that holds the origin needs none.
LANE_INLINE void run_warm_query(class_run* run, const block_pairs pairs[BLOCKS], query_id steps, query_id query) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  proof_lanes proof[BLOCKS];
  const int blocks = blocks_of(pairs);
  const run_turn turn = has_trait(run, EDGE_AFTER_RECORD) ? BEFORE_SEARCH : FIRST_TURN;
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    warm_guess guess;
    load_first(run, &pairs[u], &block[u], &state[u], WITHOUT_RINGS, steps);
    load_guess(run, &block[u], &state[u], &guess);
    ask_for_order(&proof[u], steps == DISTANCE);
    restore(&state[u].f, &guess, mf_and(state[u].searched, guess.simplex), &state[u].s, &proof[u]);
    mark_beyond(run, &state[u], steps);
    state[u].nameless = mf_bits(mf_and_not(state[u].searched, guess.simplex));
    state[u].keeps = still_names(&guess, &state[u].s);
    keep_order(&state[u], &proof[u]);
  }
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    count_active(&state[u]);
    verify_guess(&state[u].f, &proof[u], &state[u].s, &state[u].bounds);
    finish_known(run, &block[u], &state[u], &proof[u], steps, query, WARM, turn);
  }
}

// The fixed steps are compiled once for a verdict and once for a distance, so that neither pays for the other's work.
static LANE_NOINLINE void cold_verdict(class_run* run, const block_pairs pairs[BLOCKS], run_mode mode, int before) {
  run_cold_query(run, pairs, OVERLAP, OVERLAP, mode, before);
}
static LANE_NOINLINE void cold_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                        run_mode mode) {
  run_cold_query(run, pairs, DISTANCE, query, mode, NONE_BEFORE);
}
static LANE_NOINLINE void warm_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  run_warm_query(run, pairs, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void warm_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  run_warm_query(run, pairs, DISTANCE, query);
}

LANE_INLINE void run_cold(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode, int before) {
  if (asks_verdict(query)) {
    cold_verdict(run, pairs, mode, before);
  } else {
    cold_distance(run, pairs, query, mode);
  }
}

LANE_INLINE void run_warm(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  if (asks_verdict(query)) {
    warm_verdict(run, pairs);
  } else {
    warm_distance(run, pairs, query);
  }
}

// ------------------------------------------------------------------ to the end

// Loads what lanes that have not ended go on from: the feature that the fixed steps have come to, or their record.
LANE_INLINE void load_feature_or_guess(const class_run* run, const pair_block* block, block_state* state, run_mode mode,
                                       warm_guess* guess) {
#if DIM == 3
  if (mode != WARM) {
    read_vertex_word(dequeued_features(run, block->pairs->count), guess);
    return;
  }
#endif
  (void)mode;
  load_guess(run, block, state, guess);
}

// Begins the search of pairs that were just dequeued. Lanes without a simplex begin at the support along their record's
// axis, or along the cold direction.
LANE_INLINE void begin_again(const class_run* run, const pair_block* block, block_state* state, run_mode mode) {
  mf fresh = state->valid;
  vec_f d = first_direction_f(&state->f);
  if (mode == RECORDING) load_record(run, block, state);
  if (mode == WARM || carries_feature(run)) {
    warm_guess guess;
    proof_lanes proof;
    load_feature_or_guess(run, block, state, mode, &guess);
    ask_for_order(&proof, false);
    restore(&state->f, &guess, mf_and(state->valid, guess.simplex), &state->s, &proof);
    fresh = mf_and_not(state->valid, guess.simplex);
    if (!mf_any(fresh)) return;
    d = guessed_direction(state, &guess);
  }
  simplex_f begun;
  begin_f(&state->f, &begun, &state->bounds, d, fresh);
  if (mode != WARM) {
    state->s = begun;
  } else {
    begin_where_f(fresh, &begun, &state->s);
    state->s.axis = begun.axis;
    state->s.separated = begun.separated;
    state->s.active = mf_or(state->s.active, begun.active);
  }
  state->evaluations = vf_select(fresh, vf_set(1), state->evaluations);
}

// Certifies the lanes that have converged, after a search on a grid. It prepares the others to go on with the vertices
// themselves, and returns whether there are any.
LANE_INLINE bool certify_or_load_exact(const class_run* run, pair_block block[BLOCKS], block_state state[BLOCKS],
                                       int blocks, query_id steps) {
#if DIM == 3
  if (!any_on_grid(&state[0].f)) return false;
  for (int u = 0; u < blocks; ++u) {
    reopen(&state[u].f, &state[u].s);
    order_before_proof(&state[u], steps);
    count_active(&state[u]);
    certify(&state[u].f, &state[u].s, &state[u].bounds);
  }
  if (!any_active(state, blocks)) return false;
  for (int u = 0; u < blocks; ++u) {
    load_block(run->batch, run->core_a, run->core_b, ALL_ROWS, &block[u]);
    state[u].f.a.on_grid = state[u].f.b.on_grid = false;
    state[u].ordered = false;
    state[u].bounds.doubt = vf_set(0);
  }
  return true;
#else
  (void)run, (void)block, (void)state, (void)blocks, (void)steps;
  return false;
#endif
}

LANE_INLINE void run_to_end(class_run* run, query_id query, run_mode mode) {
  block_pairs pairs[BLOCKS];
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  const wait_stage stage = to_end_in(mode);
  const int blocks = run->count[stage] > LANES ? BLOCKS : 1;
  for (int u = 0; u < blocks; ++u) {
    dequeue(run, stage, &pairs[u]);
    load_state(run, &pairs[u], &block[u], &state[u], QUICK_ROWS, query);
    begin_again(run, &block[u], &state[u], mode);
  }
  // each of the searches has a limit of its own, so that no lane's depends on when the others have ended
  const query_id steps = asks_verdict(query) ? OVERLAP : DISTANCE;
  for (bool again = true; again; again = certify_or_load_exact(run, block, state, blocks, steps)) {
    uint32_t any = 1;
    for (uint32_t i = 1; i < FLOAT_LIMIT && any; ++i) {
      any = 0;
      for (int u = 0; u < blocks; ++u) {
        count_active(&state[u]);
        iterate_f(&state[u].f, &state[u].s, &state[u].bounds, DIM, CAREFUL);
        any |= mf_bits(state[u].s.active);
      }
    }
  }
  for (int u = 0; u < blocks; ++u) {
    if (asks_verdict(query)) {
      finish(run, &block[u], &state[u], OVERLAP, OVERLAP, mode, LAST_TURN);
    } else {
      finish(run, &block[u], &state[u], DISTANCE, query, mode, LAST_TURN);
    }
  }
}

#endif
