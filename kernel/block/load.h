// Loading a block from the caller's arrays and the shape sets into lanes.
#ifndef LGJK_BLOCK_LOAD_H
#define LGJK_BLOCK_LOAD_H

#include "geometry/gjk.h"
#include "lane/dimension.h"

#if DIM == 2
#include "block/load2.h"
#else
#include "block/load3.h"
#endif

// Rotations that are off unit length by more than the domain has, but not by far, become what lgjk_pose2_normalize and
// lgjk_pose3_normalize make of them.
static LANE_APART void normalize_turns(vf turn[TURN]) {
  double each[TURN][LANES];
  const vf off = vf_abs(off_unit_f(turn));
  const mf loose = mf_and_not(vf_le(off, vf_set(LOOSE_ROTATION_SLACK)), vf_le(off, vf_set(ROTATION_SLACK)));
  if (!mf_any(loose)) return;
  for (unsigned half = 0; half < LANES / WIDE_LANES; ++half) {
    vd wide[TURN], squares = vd_set(0);
    for (int i = 0; i < TURN; ++i) {
      wide[i] = vd_widen(turn[i], half);
      squares = vd_add(squares, vd_mul(wide[i], wide[i]));
    }
    const vd length = vd_sqrt(squares);
    for (int i = 0; i < TURN; ++i) vd_store(each[i] + half * WIDE_LANES, vd_div(wide[i], length));
  }
  for (int i = 0; i < TURN; ++i) turn[i] = vf_select(loose, vf_narrow(each[i]), turn[i]);
}

// By a copy: lanes whose address a function is given are kept in memory, and twice the stack is used.
LANE_FN void load_poses(const lgjk_side* side, const uint32_t body[LANES], side_lanes* lanes) {
  load_pose(side, body, lanes);
  if (side->normalize) {
    vf turn[TURN];
    for (int i = 0; i < TURN; ++i) turn[i] = lanes->pose[DIM + i];
    normalize_turns(turn);
    for (int i = 0; i < TURN; ++i) lanes->pose[DIM + i] = turn[i];
  }
}

LANE_FN void load_radius(const lgjk_side* side, const uint32_t body[LANES], side_lanes* lanes) {
  if (!side->radius) {
    lanes->radius = lanes->header[HEADER_RADIUS];
  } else if (MANY_LANES && side->radius_stride == sizeof(float)) { // without a multiplication per index
    lanes->radius = vf_load_each(side->radius, sizeof(float), body);
  } else {
    lanes->radius = vf_load_each(side->radius, side->radius_stride, body);
  }
}

LANE_FN void load_side(const lgjk_side* side, uint32_t core, const uint32_t body[LANES], const uint32_t shape[LANES],
                       row_choice rows, side_lanes* lanes) {
  lanes->core = core;
  lanes->shape = shape;
  load_poses(side, body, lanes);
  load_shapes(side, rows, lanes);
  load_radius(side, body, lanes);
}

#if DIM == 2
// The same of a few shapes.
LANE_FN void load_few(const lgjk_side* side, const few_shapes* few, uint32_t core, const uint32_t body[LANES],
                      const uint32_t shape[LANES], side_lanes* lanes) {
  lanes->core = core;
  lanes->shape = shape;
  load_poses(side, body, lanes);
  choose_shapes(few, lanes);
  load_radius(side, body, lanes);
}
#endif

// block->pairs is set. Where the cores are constants, only what they need is loaded.
LANE_FN void load_block_in_place(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows,
                                 pair_block* block) {
  const block_pairs* pairs = block->pairs;
  load_side(&batch->a, core_a, pairs->body_a, pairs->shape_a, rows, &block->a);
  load_side(&batch->b, core_b, pairs->body_b, pairs->shape_b, rows, &block->b);
}

static LANE_APART void load_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows,
                                  pair_block* block) {
  load_block_in_place(batch, core_a, core_b, rows, block);
}

#endif
