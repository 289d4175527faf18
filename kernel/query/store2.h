// Stores no records but those of features: 2D has no others.
#ifndef LGJK_QUERY_STORE2_H
#define LGJK_QUERY_STORE2_H

#include "query/state.h"

LANE_INLINE bool stores_places(const class_run* run) {
  (void)run;
  return false;
}

LANE_INLINE void write_box_places(const class_run* run, const pair_block* block, const block_state* state, mf changes,
                                  vec_f axis, vec_f common) {
  (void)run, (void)block, (void)state, (void)changes, (void)axis, (void)common;
}

LANE_INLINE void replace_records(const class_run* run, const pair_block* block, const block_state* state, mf ended) {
  (void)run, (void)block, (void)state, (void)ended;
}

#endif
