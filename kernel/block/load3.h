// A block in 3D: LANES pairs of one class, loaded from the caller's arrays and the shape sets into lanes.
#ifndef LGJK_BLOCK_LOAD3_H
#define LGJK_BLOCK_LOAD3_H

#include <stddef.h>

#include "block/block_pairs.h"
#include "lane/lane.h"
#include "shape/shapes3.h"

#define ROW 96 // most floats of a row
#define CORES LGJK_CORE3_CLASSES
#define CORE_POINT LGJK_CORE3_POINT
#define CORE_HEADER LGJK_CORE3_CLASSES // its lanes hold a header and nothing else
#define CORES_ALIKE 0u

#define CORE_FITS(name, vertices, fetched, curved, pieces, ...) \
  _Static_assert(3 * (vertices) <= ROW && 4 * (pieces) <= ROW && (pieces) <= 3, "a row of ROW floats");
LGJK_CORE3_TABLE(CORE_FITS)

LANE_FN bool is_curved_core(uint32_t core) { return lgjk_core3_row_of(core).curved; }

typedef struct side_lanes {
  const uint32_t* shape; // of the pairs
  vf pose[7];    // x, y, z, quaternion as given
  vf header[4];  // bound, inner, radius, core
  vf row[ROW];   // vertices (x, y, z), or `small` of lgjk_shape3
  vf radius;     // rounding radius of the body
  uint32_t core;
  uint32_t pool[LANES];   // HULL*, LARGE: where the vertices begin
  uint32_t padded[LANES]; // LARGE: how many they are
} side_lanes;

typedef struct pair_block {
  const block_pairs* pairs;
  side_lanes a, b;
} pair_block;

LANE_FN uint32_t hull_vertices(uint32_t core) { return lgjk_core3_row_of(core).fetched ? lgjk_core3_row_of(core).vertices : 0; }

LANE_FN void load_shapes(const lgjk_side* side, side_lanes* lanes) {
  const char *table = (const char*)side->table, *small = table + offsetof(lgjk_shape3, small);
  const size_t size = sizeof(lgjk_shape3);
  vf_load_records(table, size, lanes->shape, 0, 1, lanes->header);
  switch (lgjk_core3_row_of(lanes->core).pieces) {
    case 0: break;
    case 1: vf_load_records(small, size, lanes->shape, 0, 1, lanes->row); break;
    case 2: vf_load_records(small, size, lanes->shape, 0, 2, lanes->row); break;
    default: vf_load_records(small, size, lanes->shape, 0, 3, lanes->row);
  }
  const uint32_t vertices = hull_vertices(lanes->core);
  if (vertices == 0 && lanes->core != LGJK_CORE3_LARGE) return;
  lane_look_up(table + offsetof(lgjk_shape3, pool), size, lanes->shape, UINT32_MAX, lanes->pool);
  lane_look_up(table + offsetof(lgjk_shape3, padded), size, lanes->shape, UINT32_MAX, lanes->padded);
  for (uint32_t i = 0; i < vertices; i += 4) {
    vf_load_records((const char*)(side->pool + 3 * i), sizeof(float), lanes->pool, 0, 3, lanes->row + 3 * i);
  }
}

LANE_FN void load_side(const lgjk_side* side, uint32_t core, const uint32_t body[LANES], const uint32_t shape[LANES],
                       side_lanes* lanes) {
  lanes->core = core;
  lanes->shape = shape;
  vf_load_records(side->pose, side->pose_stride, body, 0, 1, lanes->pose);
  vf_load_records(side->pose + 3 * sizeof(float), side->pose_stride, body, 0, 1, lanes->pose + 3); // the quaternion, whole
  load_shapes(side, lanes);
  lanes->radius = side->radius ? load_radius(side, body) : lanes->header[2];
}

// block->pairs is set. Where the cores are constants, what is not needed is not loaded.
LANE_FN void load_block_in_place(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows, pair_block* block) {
  const block_pairs* pairs = block->pairs;
  (void)rows;
  load_side(&batch->a, core_a, pairs->body_a, pairs->shape_a, &block->a);
  load_side(&batch->b, core_b, pairs->body_b, pairs->shape_b, &block->b);
}

static LANE_APART void load_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, row_choice rows, pair_block* block) {
  load_block_in_place(batch, core_a, core_b, rows, block);
}

#endif
