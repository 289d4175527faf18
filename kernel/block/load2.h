// This file loads in 2D: poses of one quad, shapes that hold a row or a ring of vertices.
#ifndef LGJK_BLOCK_LOAD2_H
#define LGJK_BLOCK_LOAD2_H

#include <stddef.h>

#include "block/lanes.h"

// The bits of the classes that may share a block: cores with a ring, since sorting costs more than their padding.
#define CORE_ALIKE(name, vertices, fetched, ...) | (fetched##u << name)
#define CORES_ALIKE (0u LGJK_CORE2_TABLE(CORE_ALIKE))

#define CORE_FITS(name, vertices, fetched, curved, rims, quads, ...) \
  _Static_assert(2 * (vertices) <= ROW && (quads) <= ROW / 4, "a row of ROW floats");
LGJK_CORE2_TABLE(CORE_FITS)

// Returns whether the core's shape holds a ring of vertices, from which single ones can be fetched.
LANE_INLINE bool has_ring(uint32_t core) { return lgjk_core2_row_of(core).fetched; }

LANE_INLINE void load_pose(const lgjk_side* side, const uint32_t body[LANES], side_lanes* lanes) {
  vf_load_records(side->pose, side->pose_stride, body, 0, 1, lanes->pose);
}

// Loads header and row. The header is one quad; another quad lies between it and the row.
LANE_INLINE void load_shapes(const lgjk_side* side, row_choice rows, side_lanes* lanes) {
  const bool row = rows != WITHOUT_RINGS || !has_ring(lanes->core);
  const char* table = (const char*)side->table;
  const size_t size = sizeof(lgjk_shape2);
  switch (row ? lgjk_core2_row_of(lanes->core).quads : 0) {
    case 0: vf_load_records(table, size, lanes->shape, 1, 1, lanes->header); break;
    case 1: vf_load_records(table, size, lanes->shape, 1, 2, lanes->header); break;
    case 2: vf_load_records(table, size, lanes->shape, 1, 3, lanes->header); break;
    default: vf_load_records(table, size, lanes->shape, 1, 5, lanes->header);
  }
}

// Loads `quads` quads of two vertices each, in turn, from byte from + 8 * first of each shape on.
LANE_INLINE void load_ring_quads(const lgjk_shape2* table, const uint32_t shape[LANES], size_t from, vi first,
                                 uint32_t quads, vf* out) {
  enum { ENTRY = 2 * sizeof(float) };
  _Static_assert(sizeof(lgjk_shape2) == ENTRY << 4, "a shift by 4");
  uint32_t entry[LANES];
  vi_store(entry, vi_add(vi_shl(vi_load(shape), 4), first));
  vf_load_records((const char*)table + from, ENTRY, entry, 0, quads, out);
}

// Loads the vertex before `first` (0 to 7), that vertex, and the two after it.
LANE_INLINE void load_ring_turn(const lgjk_shape2* table, const uint32_t shape[LANES], vi first, vf out[8]) {
  load_ring_quads(table, shape, offsetof(lgjk_shape2, before), first, 2, out);
}

// Loads six vertices into the row. They begin two before `first`; the sixth is none if `first` is 7.
LANE_INLINE void load_ring_part(const lgjk_side* side, vi first, side_lanes* lanes) {
  _Static_assert(ROW >= 12, "room");
  load_ring_quads(side->table, lanes->shape, offsetof(lgjk_shape2, earlier), first, 3, lanes->header + HEADER_FLOATS);
}

#endif
