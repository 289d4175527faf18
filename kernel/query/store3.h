// Stores records that only 3D has: places of boxes, and those that a history-free call replaces.
#ifndef LGJK_QUERY_STORE3_H
#define LGJK_QUERY_STORE3_H

#include "block/ordered3.h"
#include "block/place3.h"
#include "query/state.h"

LANE_INLINE bool stores_places(const class_run* run) { return is_boxes(run); }

// Stores the records of two boxes as places (query/box_distance3.h), whatever found them. `common`: common points of
// the lanes that are inside.
static LANE_NOINLINE void write_box_places(const class_run* run, const pair_block* block, const block_state* state,
                                           mf changes, vec_f axis, vec_f common) {
  const core_lanes_f* a = &state->f.a;
  const vec_f place = unrotate_f(&a->rotation, sub_f(common, position(&block->a)));
  store_simplex_places(run->batch->warm, block->pairs->pair, changes, state->record, &state->s, axis,
                       place_word(place, coordinates_f(a, 0)));
}

// Replaces the records of pairs that a cold search has ended, under LGJK_FLAG_HISTORY_FREE. Those of pairs that still
// overlap stay if no tetrahedron is tried. The direction is that of the search, which nothing under the flag reads. Not
// inlined, as enqueue_features.
static LANE_NOINLINE void replace_records(const class_run* run, const pair_block* block, const block_state* state,
                                          mf ended) {
  const simplex_f* s = &state->s;
  vf record[4];
  load_records(run, block, record);
  const mf whole = vf_eq(vf_convert(vi_and(vi_of(record[3]), 0xFF)), vf_set(DIM + 1));
  const mf stays = hides_common_points(run->batch) ? mf_none() : mf_and(whole, s->inside);
  const mf changes = mf_and_not(ended, stays);
  if (block->pairs->count == 0 || !mf_any(changes)) return;
  write_records(run->batch->warm, block->pairs->pair, changes, record, s, s->axis);
}

#endif
