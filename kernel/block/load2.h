// A block in 2D: LANES pairs of one class, loaded from the caller's arrays and the shape sets into lanes.
#ifndef LGJK_BLOCK_LOAD2_H
#define LGJK_BLOCK_LOAD2_H

#include <stddef.h>

#include "block/block_pairs.h"
#include "lane/lane.h"
#include "shape/shapes2.h"

typedef struct side_lanes {
  const uint32_t* shape; // of the pairs
  vf pose[4];    // x, y, cosine, sine as given
  vf header[4 + 16]; // bound, inner, radius, core; then the row of at most 16
  vf radius;     // rounding radius of the body
  uint32_t core;
} side_lanes;

typedef struct pair_block {
  const block_pairs* pairs;
  side_lanes a, b;
} pair_block;

#define CORES LGJK_CORE2_CLASSES
#define CORE_POINT LGJK_CORE2_POINT
#define CORE_HEADER LGJK_CORE2_CLASSES // its lanes hold a header and nothing else

// Bits of the classes that may share one: cores with a ring, since sorting costs more than their padding.
#define CORE_ALIKE(name, vertices, fetched, ...) | (fetched##u << name)
#define CORES_ALIKE (0u LGJK_CORE2_TABLE(CORE_ALIKE))

#define CORE_FITS(name, vertices, fetched, curved, pieces, ...) \
  _Static_assert(2 * (vertices) <= 16 && (pieces) <= 4, "a row of 16 floats");
LGJK_CORE2_TABLE(CORE_FITS)

LANE_FN bool is_curved_core(uint32_t core) { return lgjk_core2_row_of(core).curved; }

// Cores whose record holds a ring of vertices, from which single ones can be fetched.
LANE_FN bool has_ring(uint32_t core) { return lgjk_core2_row_of(core).fetched; }

// Header and row; the header is one piece, another lies between.
LANE_FN void load_shapes(const lgjk_side* side, bool row, side_lanes* lanes) {
  const char* table = (const char*)side->table;
  const size_t size = sizeof(lgjk_shape2);
  switch (row ? lgjk_core2_row_of(lanes->core).pieces : 0) {
    case 0: vf_load_records(table, size, lanes->shape, 1, 1, lanes->header); break;
    case 1: vf_load_records(table, size, lanes->shape, 1, 2, lanes->header); break;
    case 2: vf_load_records(table, size, lanes->shape, 1, 3, lanes->header); break;
    default: vf_load_records(table, size, lanes->shape, 1, 5, lanes->header);
  }
}

LANE_FN void load_side(const lgjk_side* side, uint32_t core, const uint32_t body[LANES], const uint32_t shape[LANES],
                       bool row, side_lanes* lanes) {
  lanes->core = core;
  lanes->shape = shape;
  vf_load_records(side->pose, side->pose_stride, body, 0, 1, lanes->pose);
  load_shapes(side, row, lanes);
  lanes->radius = side->radius ? load_radius(side, body) : lanes->header[2];
}

// block->pairs is set. Where the cores are constants, what is not needed is not loaded.
LANE_FN void load_block_in_place(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows, pair_block* block) {
  const block_pairs* pairs = block->pairs;
  load_side(&batch->a, core_a, pairs->body_a, pairs->shape_a, rows == ALL_ROWS || !has_ring(core_a), &block->a);
  load_side(&batch->b, core_b, pairs->body_b, pairs->shape_b, rows == ALL_ROWS || !has_ring(core_b), &block->b);
}

static LANE_APART void load_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows, pair_block* block) {
  load_block_in_place(batch, core_a, core_b, rows, block);
}

#endif
