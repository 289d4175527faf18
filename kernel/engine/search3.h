// Has what only searches of 3D need: features of polyhedra that meet curved cores, their order, vertices on a grid.
#ifndef LGJK_ENGINE_SEARCH3_H
#define LGJK_ENGINE_SEARCH3_H

#include "block/warm3.h"
#include "gjk/polyhedron_points3.h"
#include "gjk/certify.h"
#include "engine/state.h"

// Reads the record that was loaded.
LANE_INLINE void read_record(const class_run* run, const pair_block* block, const block_state* state,
                             warm_guess* guess) {
  (void)block;
  read_guess(state->record, is_curved(run), guess);
}

// Returns whether a polyhedron meets a curved core. A search for their distance tries the polyhedron's feature in
// place of its last step. Trying it again in the run to the end gained nothing.
LANE_INLINE bool has_feature_form(const class_run* run) {
  return is_curved_core(run->core_a) != is_curved_core(run->core_b);
}

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
    load_block(run->batch, run->core_a, run->core_b, ALL_ROWS, &block[u]);
    state[u].f.a.on_grid = state[u].f.b.on_grid = false;
    state[u].ordered = false;
    state[u].bounds.doubt = vf_set(0);
  }
  return true;
}

#endif
