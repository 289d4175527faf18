// Stores the warm records of a block's lanes that have ended, and the features that the others go on from.
#ifndef LGJK_ENGINE_STORE_H
#define LGJK_ENGINE_STORE_H

#include "engine/state.h"

#if DIM == 3
#include "block/warm3.h"

// Stores the records of two boxes as packed points (case3/boxes.h), whatever found them. `common`: common points of
// the lanes that are inside.
static LANE_NOINLINE void write_middles_of_boxes(const class_run* run, const pair_block* block,
                                                 const block_state* state, mf changes, vec_f axis, vec_f common) {
  const core_lanes_f* a = &state->f.a;
  const vec_f point = unrotate_f(&a->rotation, sub_f(common, position(&block->a)));
  store_middles_of_features(run->batch->warm, block->pairs->pair, changes, state->record, &state->s, axis,
                            pack_point(point, coordinates_f(a, 0)));
}
#endif

// Stores the records of ended lanes that do not keep theirs. A warm run nearly always keeps all and a search none, so
// the branch is predicted. `v`: the vector of the distance, from B to A.
LANE_INLINE void write_changed_records(const class_run* run, const pair_block* block, const block_state* state,
                                       mf ended, vec_f v, const found_lanes* found) {
  const simplex_f* s = &state->s;
  const mf changes = mf_and_not(ended, state->keeps);
  if (block->pairs->count == 0 || !mf_any(changes)) return;
  const vec_f axis = select_vec_f(s->separated, s->axis, neg_f(v));
#if DIM == 3
  if (is_boxes(run)) {
    write_middles_of_boxes(run, block, state, changes, axis, found->a);
    return;
  }
#endif
  (void)found;
  write_records(run->batch->warm, block->pairs->pair, changes, state->record, s, axis);
}

// Stores what lasts of a block: records of the lanes that have ended, unless `records` says that they stay. `going`:
// lanes, as bits, that are searched on.
LANE_INLINE void store_block(class_run* run, const pair_block* block, const block_state* state, record_use records,
                             uint32_t going, vec_f v, const found_lanes* found) {
  const mf ended = mf_and_not(state->searched, mf_from_bits(state->nameless | going));
  if (records == STORED) write_changed_records(run, block, state, ended, v, found);
}

#endif
