// This file loads a block from the caller's arrays and the shape sets into lanes.
#ifndef LGJK_BLOCK_LOAD_H
#define LGJK_BLOCK_LOAD_H

#include <stddef.h>

#include "lane/dimension.h"
#include "block/lanes.h"
#if DIM == 3
#include "shape/pool3.h"
#endif

#if DIM == 2

// In 2D a pose is one quad, and a shape holds few floats or a ring of vertices.

#define CORES_ALIKE LGJK_CORES2_ALIKE

#define CORE_FITS(name, vertices, fetched, curved, rims, quads, ...) \
  _Static_assert(2 * (vertices) <= CORE_FLOATS && (quads) <= CORE_FLOATS / 4, "room");
LGJK_CORE2_TABLE(CORE_FITS)

// Returns whether the core's shape holds a ring of vertices, from which single ones can be fetched.
LANE_INLINE bool has_ring(uint32_t core) { return lgjk_core2_row_of(core).fetched; }

LANE_INLINE void load_pose(const lgjk_side* side, const uint32_t body[LANES], side_lanes* lanes) {
  vf_load_records(side->pose, side->pose_stride, body, 0, 1, lanes->pose);
}

// Loads the header and the floats of the core. The header is one quad; another quad lies between them.
LANE_INLINE void load_shapes(const lgjk_side* side, core_part part, side_lanes* lanes) {
  const bool floats = part != WITHOUT_RING || !has_ring(lanes->core);
  const char* table = (const char*)side->table;
  const size_t size = sizeof(lgjk_shape2);
  switch (floats ? lgjk_core2_row_of(lanes->core).quads : 0) {
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

// Loads six vertices. They begin two before `first`; the sixth is none if `first` is 7.
LANE_INLINE void load_ring_part(const lgjk_side* side, vi first, side_lanes* lanes) {
  _Static_assert(CORE_FLOATS >= 12, "room");
  load_ring_quads(side->table, lanes->shape, offsetof(lgjk_shape2, earlier), first, 3, lanes->header + HEADER_FLOATS);
}

#else

// In 3D a pose is two quads, and a shape holds few floats, but hulls have their vertices in the pool.

#define CORES_ALIKE 0u // bits of the kinds of cores that may share a block

#define CORE_FITS(name, vertices, fetched, curved, rims, quads, ...) \
  _Static_assert(3 * (vertices) <= CORE_FLOATS && 4 * (quads) <= CORE_FLOATS && (quads) <= 3, "room");
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
static LANE_NOINLINE void load_hull(const lgjk_side* side, core_part part, side_lanes* lanes) {
  vf* to = lanes->header + HEADER_FLOATS;
  vf_load_records((const char*)side->table, sizeof(lgjk_shape3), lanes->shape, 2, 2, lanes->header); // the tail into to
  vi_store(lanes->pool, vi_of(to[LGJK_TAIL3_POOL]));
  lanes->on_grid = part != WHOLE_CORE && lgjk_core3_has_grid(lanes->core);
  if (lanes->on_grid) {
    lanes->fineness = to[LGJK_TAIL3_FINENESS];
    lanes->count = to[LGJK_TAIL3_COUNT];
    for (uint32_t i = 0; i < LGJK_GRID_WORDS; i += 12) load_pool_quads(side, lanes, LGJK_GRID_AT + i, 3, to + i);
    return;
  }
  const uint32_t vertices = hull_vertices(lanes->core);
  for (uint32_t i = 0; i < vertices; i += 4) load_pool_quads(side, lanes, 3 * i, 3, to + 3 * i);
}

LANE_INLINE void load_shapes(const lgjk_side* side, core_part part, side_lanes* lanes) {
  const char *table = (const char*)side->table, *small = table + offsetof(lgjk_shape3, small);
  const size_t size = sizeof(lgjk_shape3);
  vf* to = lanes->header + HEADER_FLOATS;
  if (hull_vertices(lanes->core) != 0) {
    load_hull(side, part, lanes);
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
                           const uint32_t shape[LANES], core_part part, side_lanes* lanes) {
  lanes->core = core;
  lanes->shape = shape;
  load_pose(side, body, lanes);
  load_shapes(side, part, lanes);
  load_radius(side, body, lanes);
}

// Loads the sides of the block; block->pairs is set. If the cores are constants, only what they need is loaded.
LANE_INLINE void load_block_in_place(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, core_part part,
                                     pair_block* block) {
  const block_pairs* pairs = block->pairs;
  load_side(&batch->a, core_a, pairs->body_a, pairs->shape_a, part, &block->a);
  load_side(&batch->b, core_b, pairs->body_b, pairs->shape_b, part, &block->b);
}

LANE_INLINE void load_block_of_boxes_in_place(const lgjk_batch* batch, core_part part, pair_block* block) {
  load_block_in_place(batch, LGJK_COREN_BOX, LGJK_COREN_BOX, part, block);
}

// Does the same for any cores: in a loop over the sides the code of all cores is there once, not twice. Few lanes have
// too little code for that.
LANE_CALL_IF_WIDE void load_any_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, core_part part,
                                      pair_block* block) {
  if (LANES_UP_TO_4) {
    load_block_in_place(batch, core_a, core_b, part, block);
    return;
  }
  const block_pairs* pairs = block->pairs;
  const lgjk_side* const from[] = {&batch->a, &batch->b};
  const uint32_t core[] = {core_a, core_b};
  const uint32_t *const body[] = {pairs->body_a, pairs->body_b}, *const shape[] = {pairs->shape_a, pairs->shape_b};
  side_lanes* const to[] = {&block->a, &block->b};
  for (int side = 0; side < 2; ++side) load_side(from[side], core[side], body[side], shape[side], part, to[side]);
}

static LANE_NOINLINE void load_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, core_part part,
                                     pair_block* block) {
  load_any_block(batch, core_a, core_b, part, block);
}

#endif
