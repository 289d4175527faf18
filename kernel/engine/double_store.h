// Stores what the double run finds of half a block.
#ifndef LGJK_ENGINE_DOUBLE_STORE_H
#define LGJK_ENGINE_DOUBLE_STORE_H

#include "engine/class_run.h"
#include "engine/contact.h"

// Stores the lanes `searched` of half a block; in 2D others have been answered before.
LANE_INLINE void store_searched(double* to, md searched, vd v) { vd_store(to, vd_select(searched, v, vd_load(to))); }

// Stores points about A's position, in world axes, as the doubles of half a block. `placed`: about the world's origin.
LANE_INLINE void store_points_d(const pair_block* block, unsigned half, bool placed, md searched, vec_d p,
                                double to[DIM][LANES]) {
  vd each[DIM];
  to_array_d(p, each);
  for (int k = 0; k < DIM; ++k) {
    const vd origin = placed ? vd_widen(block->a.pose[k], half) : vd_set(0);
    store_searched(to[k] + half * WIDE_LANES, searched, vd_add(origin, each[k]));
  }
}

LANE_INLINE vd double_gap(md curved, const pair_frame_d* f) {
  return vd_mul(vd_select(curved, vd_set(GAP_DOUBLE_CURVED), vd_set(GAP_DOUBLE)), f->scale);
}

// Half a block after its search.
typedef struct searched_half {
  uint32_t shift; // of its lanes among those of the block
  pair_frame_d f;
  simplex_d s;
  answer_d answer;
  md searched;    // lanes that no other way has answered
  vd evaluations; // support evaluations
} searched_half;

#endif
