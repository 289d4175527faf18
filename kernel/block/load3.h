// This file loads in 3D: poses of two quads, shapes with a row, hulls whose vertices are in the pool.
#ifndef LGJK_BLOCK_LOAD3_H
#define LGJK_BLOCK_LOAD3_H

#include <stddef.h>

#include "block/lanes.h"
#include "shape/grid3.h"

#define CORES_ALIKE 0u // bits of the classes that may share a block

#define CORE_FITS(name, vertices, fetched, curved, rims, quads, ...) \
  _Static_assert(3 * (vertices) <= ROW && 4 * (quads) <= ROW && (quads) <= 3, "a row of ROW floats");
LGJK_CORE3_TABLE(CORE_FITS)

LANE_INLINE uint32_t hull_vertices(uint32_t core) {
  const lgjk_core_row row = lgjk_core3_row_of(core);
  return row.fetched ? row.vertices : 0;
}

LANE_INLINE void load_pose(const lgjk_side* side, const uint32_t body[LANES], side_lanes* lanes) {
  vf_load_records(side->pose, side->pose_stride, body, 0, 1, lanes->pose);
  const char* quaternion = side->pose + 3 * sizeof(float);
  vf_load_records(quaternion, side->pose_stride, body, 0, 1, lanes->pose + 3);
}

// Loads `quads` quads of 16 bytes, from `at` floats after the first of each lane's vertices.
LANE_INLINE void load_pool_quads(const lgjk_side* side, const side_lanes* lanes, uint32_t at, uint32_t quads, vf* to) {
  vf_load_records((const char*)(side->pool + at), sizeof(float), lanes->pool, 0, quads, to);
}

// Loads a large hull's header, and what is needed to find its cells.
static LANE_NOINLINE void load_large(const lgjk_side* side, side_lanes* lanes) {
  vf* to = lanes->header + HEADER_FLOATS;
  const vf* tail = to + (LGJK_TAIL3 - LGJK_CELLS3) / sizeof(float);
  vf_load_records((const char*)side->table, sizeof(lgjk_shape3), lanes->shape, 1, 3, lanes->header);
  const vi pool = vi_of(tail[LGJK_TAIL3_POOL]), padded = vi_of(tail[LGJK_TAIL3_PADDED]);
  vi_store(lanes->pool, pool);
  vi_store(lanes->cells, vi_add(pool, vi_add(padded, vi_add(padded, padded))));
  lanes->count = tail[LGJK_TAIL3_COUNT];
  lanes->on_grid = false;
}

// Loads a hull's header and tail, then its vertices or their grid.
static LANE_NOINLINE void load_hull(const lgjk_side* side, row_choice rows, side_lanes* lanes) {
  vf* to = lanes->header + HEADER_FLOATS;
  vf_load_records((const char*)side->table, sizeof(lgjk_shape3), lanes->shape, 2, 2, lanes->header); // the tail into to
  vi_store(lanes->pool, vi_of(to[LGJK_TAIL3_POOL]));
  lanes->on_grid = rows != ALL_ROWS && lgjk_core3_has_grid(lanes->core);
  if (lanes->on_grid) {
    lanes->fineness = to[LGJK_TAIL3_FINENESS];
    lanes->count = to[LGJK_TAIL3_COUNT];
    for (uint32_t i = 0; i < LGJK_GRID_WORDS; i += 12) load_pool_quads(side, lanes, LGJK_GRID_AT + i, 3, to + i);
    return;
  }
  const uint32_t vertices = hull_vertices(lanes->core);
  for (uint32_t i = 0; i < vertices; i += 4) load_pool_quads(side, lanes, 3 * i, 3, to + 3 * i);
}

LANE_INLINE void load_shapes(const lgjk_side* side, row_choice rows, side_lanes* lanes) {
  const char *table = (const char*)side->table, *small = table + offsetof(lgjk_shape3, small);
  const size_t size = sizeof(lgjk_shape3);
  vf* to = lanes->header + HEADER_FLOATS;
  if (hull_vertices(lanes->core) != 0) {
    load_hull(side, rows, lanes);
    return;
  }
  if (is_large_core(lanes->core)) {
    load_large(side, lanes);
    return;
  }
  lanes->on_grid = false;
  vf_load_records(table, size, lanes->shape, 0, 1, lanes->header);
  switch (lgjk_core3_row_of(lanes->core).quads) {
    case 0: break;
    case 1: vf_load_records(small, size, lanes->shape, 0, 1, to); break;
    case 2: vf_load_records(small, size, lanes->shape, 0, 2, to); break;
    default: vf_load_records(small, size, lanes->shape, 0, 3, to);
  }
}

#endif
