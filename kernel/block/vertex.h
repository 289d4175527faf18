// This file finds the vertex whose index a warm record names, in the core's own axes. The arguments are core, count (of
// vertices, by the class) and index: any byte, clamped to the core's vertices. warm2.h has the rings of 2D.
#ifndef LGJK_BLOCK_VERTEX_H
#define LGJK_BLOCK_VERTEX_H

#include "block/load.h"
#include "gjk/gjk.h"

// Returns a point core's vertex; curved cores restore none.
LANE_INLINE vec_f vertex_first(const core_lanes_f* core, uint32_t count, vi index) {
  (void)count, (void)index;
  return coordinates_f(core, 0);
}

LANE_INLINE vec_f vertex_two(const core_lanes_f* core, uint32_t count, vi index) {
  (void)count;
  return select_vec_f(vf_eq(vf_convert(index), vf_set(1)), coordinates_f(core, 1), coordinates_f(core, 0));
}

// Returns a box's vertex: bit 0, 1 or 2 of the index is set if x, y or z is negative.
LANE_INLINE vec_f vertex_by_sign(const core_lanes_f* core, uint32_t count, vi index) {
  (void)count;
  vf v[DIM];
  to_array_f(coordinates_f(core, 0), v);
  for (int k = 0; k < DIM; ++k) v[k] = vf_of(vi_xor(vi_of(v[k]), vi_shl(vi_and(index, 1u << k), 31 - k)));
  return from_array_f(v);
}

#if DIM == 2
LANE_INLINE vec_f vertex_scanned(const core_lanes_f* core, uint32_t count, vi index) {
  (void)count;
  float given[LANES], v[DIM][LANES];
  vf_store(given, vf_convert(index));
  for (uint32_t l = 0; l < LANES; ++l) {
    const lgjk_shapeN* shape = core->table + core->shape[l];
    const float* pool = core->vertices + shape->pool;
    const uint32_t i = (uint32_t)given[l] < shape->count ? (uint32_t)given[l] : shape->count - 1;
    for (uint32_t k = 0; k < DIM; ++k) v[k][l] = pool[k * shape->padded + i];
  }
  vf loaded[DIM];
  for (uint32_t k = 0; k < DIM; ++k) loaded[k] = vf_load(v[k]);
  return from_array_f(loaded);
}
#else
// Returns a hull's vertex. Any index below the class's count is one: padding repeats the last.
LANE_INLINE vec_f vertex_pooled(const core_lanes_f* core, uint32_t count, vi index) {
  return pooled_vertex(core, vi_and(index, count - 1));
}

LANE_INLINE vec_f vertex_counted(const core_lanes_f* core, uint32_t count, vi index) {
  (void)count;
  return pooled_vertex(core, vi_min(index, vi_sub(vi_of(*core->count), vi_set(1))));
}
#endif

LANE_INLINE vec_f vertex_at(const core_lanes_f* core, vi index) {
  const lgjk_core_row row = lgjk_coreN_row_of(core->core);
#define CORE_VERTEX(name) \
  case NAME_N(LGJK_VERTEX, _##name): return vertex_##name(core, row.vertices, index);
  switch (row.vertex) { LGJK_VERTEXN_TABLE(CORE_VERTEX) }
#undef CORE_VERTEX
  return coordinates_f(core, 0); // never reached: the table has no other function
}

#endif
