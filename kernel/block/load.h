// This file loads a block from the caller's arrays and the shape sets into lanes.
#ifndef LGJK_BLOCK_LOAD_H
#define LGJK_BLOCK_LOAD_H

#include "lane/dimension.h"

#include OF_DIM("block/load2.h", "block/load3.h")

LANE_INLINE void load_radius(const lgjk_side* side, const uint32_t body[LANES], side_lanes* lanes) {
  if (!side->radius) {
    lanes->radius = lanes->header[HEADER_RADIUS];
  } else if (LANES_16 && side->radius_stride == sizeof(float)) { // without a multiplication per index
    lanes->radius = vf_load_each(side->radius, sizeof(float), body);
  } else {
    lanes->radius = vf_load_each(side->radius, side->radius_stride, body);
  }
}

LANE_INLINE void load_side(const lgjk_side* side, uint32_t core, const uint32_t body[LANES],
                           const uint32_t shape[LANES], row_choice rows, side_lanes* lanes) {
  lanes->core = core;
  lanes->shape = shape;
  load_pose(side, body, lanes);
  load_shapes(side, rows, lanes);
  load_radius(side, body, lanes);
}

// Loads the sides of the block; block->pairs is set. If the cores are constants, only what they need is loaded.
LANE_INLINE void load_block_in_place(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows,
                                     pair_block* block) {
  const block_pairs* pairs = block->pairs;
  load_side(&batch->a, core_a, pairs->body_a, pairs->shape_a, rows, &block->a);
  load_side(&batch->b, core_b, pairs->body_b, pairs->shape_b, rows, &block->b);
}

LANE_INLINE void load_block_of_boxes_in_place(const lgjk_batch* batch, row_choice rows, pair_block* block) {
  load_block_in_place(batch, LGJK_COREN_BOX, LGJK_COREN_BOX, rows, block);
}

// Does the same for any cores: in a loop over the sides the code of all cores is there once, not twice. Few lanes have
// too little code for that.
LANE_CALL_IF_WIDE void load_any_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows,
                                      pair_block* block) {
  if (LANES_UP_TO_4) {
    load_block_in_place(batch, core_a, core_b, rows, block);
    return;
  }
  const block_pairs* pairs = block->pairs;
  const lgjk_side* const from[] = {&batch->a, &batch->b};
  const uint32_t core[] = {core_a, core_b};
  const uint32_t *const body[] = {pairs->body_a, pairs->body_b}, *const shape[] = {pairs->shape_a, pairs->shape_b};
  side_lanes* const to[] = {&block->a, &block->b};
  for (int side = 0; side < 2; ++side) load_side(from[side], core[side], body[side], shape[side], rows, to[side]);
}

static LANE_NOINLINE void load_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows,
                                     pair_block* block) {
  load_any_block(batch, core_a, core_b, rows, block);
}

LANE_INLINE void load_block_of_boxes(const lgjk_batch* batch, row_choice rows, pair_block* block) {
  load_block(batch, LGJK_COREN_BOX, LGJK_COREN_BOX, rows, block);
}

#endif
