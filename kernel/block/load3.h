// Loading in 3D: poses of two pieces, records with a row, hulls whose vertices are in the pool.
#ifndef LGJK_BLOCK_LOAD3_H
#define LGJK_BLOCK_LOAD3_H

#include <stddef.h>

#include "block/lanes.h"

#define CORES_ALIKE 0u // bits of the classes that may share one

#define CORE_FITS(name, vertices, fetched, curved, pieces, ...) \
  _Static_assert(3 * (vertices) <= ROW && 4 * (pieces) <= ROW && (pieces) <= 3, "a row of ROW floats");
LGJK_CORE3_TABLE(CORE_FITS)

LANE_FN bool has_ring(uint32_t core) {
  (void)core;
  return false;
}

LANE_FN uint32_t hull_vertices(uint32_t core) {
  const lgjk_core_row row = lgjk_core3_row_of(core);
  return row.fetched ? row.vertices : 0;
}

LANE_FN void load_pose(const lgjk_side* side, const uint32_t body[LANES], side_lanes* lanes) {
  vf_load_records(side->pose, side->pose_stride, body, 0, 1, lanes->pose);
  const char* quaternion = side->pose + 3 * sizeof(float);
  vf_load_records(quaternion, side->pose_stride, body, 0, 1, lanes->pose + 3);
}

// The row is loaded whatever `row` is: no core has a ring.
LANE_FN void load_shapes(const lgjk_side* side, bool row, side_lanes* lanes) {
  (void)row;
  const char *table = (const char*)side->table, *small = table + offsetof(lgjk_shape3, small);
  const size_t size = sizeof(lgjk_shape3);
  vf* to = lanes->header + HEADER_FLOATS;
  vf_load_records(table, size, lanes->shape, 0, 1, lanes->header);
  switch (lgjk_core3_row_of(lanes->core).pieces) {
    case 0: break;
    case 1: vf_load_records(small, size, lanes->shape, 0, 1, to); break;
    case 2: vf_load_records(small, size, lanes->shape, 0, 2, to); break;
    default: vf_load_records(small, size, lanes->shape, 0, 3, to);
  }
  const uint32_t vertices = hull_vertices(lanes->core);
  if (vertices == 0 && lanes->core != LGJK_CORE3_LARGE) return;
  lane_look_up(table + offsetof(lgjk_shape3, pool), size, lanes->shape, UINT32_MAX, lanes->pool);
  lane_look_up(table + offsetof(lgjk_shape3, padded), size, lanes->shape, UINT32_MAX, lanes->padded);
  for (uint32_t i = 0; i < vertices; i += 4) {
    vf_load_records((const char*)(side->pool + 3 * i), sizeof(float), lanes->pool, 0, 3, to + 3 * i);
  }
}

#endif
