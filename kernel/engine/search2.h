// Has what only searches of 2D need: records that name an edge which held the origin.
#ifndef LGJK_ENGINE_SEARCH2_H
#define LGJK_ENGINE_SEARCH2_H

#include "engine/state.h"

// Reads the record that was loaded. A simplex that holds the origin counts only if both cores do.
LANE_INLINE void read_record(const class_run* run, const pair_block* block, const block_state* state,
                             warm_guess* guess) {
  read_guess(state->record, is_curved(run), guess);
  guess->held = mf_and(guess->held, holds_origins(block));
}

// No feature is tried or ordered, and no vertices are on a grid.
LANE_INLINE bool has_feature_form(const class_run* run) {
  (void)run;
  return false;
}
LANE_INLINE void try_feature(block_state* state) { (void)state; }
LANE_INLINE void order_before_proof(block_state* state, query_id goal) { (void)state, (void)goal; }
LANE_INLINE void require_order(proof_lanes* proof, bool in_order) { (void)proof, (void)in_order; }
LANE_INLINE void keep_order(block_state* state, const proof_lanes* proof) { (void)state, (void)proof; }
LANE_INLINE bool certify_or_load_exact(const class_run* run, pair_block block[BLOCKS], block_state state[BLOCKS],
                                       int blocks, query_id goal) {
  (void)run, (void)block, (void)state, (void)blocks, (void)goal;
  return false;
}

#endif
