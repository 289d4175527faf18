// This file defines a block: LANES pairs of one class, their poses and what a search reads of their shapes in lanes.
#ifndef LGJK_BLOCK_LANES_H
#define LGJK_BLOCK_LANES_H

#include <string.h>

#include "block/batch.h"
#include "lane/lane.h"
#include "shape/cores.h"

// ------------------------------------------------------------------ pairs

// The pairs of a block, and their shapes, are looked up a block ahead: loading need not wait for indices.

typedef struct block_pairs {
  uint32_t pair[LANES];
  uint32_t count;   // number of lanes that hold a pair; the others repeat the last
  bool consecutive; // pair[l] = pair[0] + l in all LANES lanes
  uint32_t body_a[LANES], body_b[LANES];
  uint32_t shape_a[LANES], shape_b[LANES]; // numbers in the table; the spare shape where an index is out of range
} block_pairs;

// The lanes as bits: all of them, and those that hold a pair.
#define ALL_LANES ((uint32_t)(((uint64_t)1 << LANES) - 1))
LANE_INLINE uint32_t lanes_of_pairs(const block_pairs* pairs) { return (uint32_t)(((uint64_t)1 << pairs->count) - 1); }

// What a block loads of its cores.
typedef enum core_part {
  WITHOUT_RING, // no vertices of a ring: these are fetched one by one; in 3D as QUICK_PART
  QUICK_PART,   // what the fixed steps read: in 3D the grid of small hulls and not their vertices
  WHOLE_CORE
} core_part;

LANE_INLINE uint32_t u32_at(const char* base, size_t stride, uint64_t i) {
  uint32_t value;
  memcpy(&value, base + stride * i, sizeof value);
  return value;
}

LANE_INLINE void look_up_bodies(const lgjk_batch* batch, const char* indices, const block_pairs* pairs,
                                uint32_t body[LANES]) {
  if (pairs->consecutive && batch->pair_stride == 4) {
    memcpy(body, indices + 4 * (size_t)pairs->pair[0], LANES * sizeof body[0]);
  } else {
    lane_look_up(indices, batch->pair_stride, pairs->pair, UINT32_MAX, body);
  }
}

LANE_INLINE void look_up_shapes(const lgjk_side* side, const uint32_t body[LANES], uint32_t shape[LANES]) {
  if (side->shape_stride == sizeof *shape) { // without a multiplication per index
    lane_look_up(side->shape, sizeof *shape, body, side->shape_count, shape);
  } else {
    lane_look_up(side->shape, side->shape_stride, body, side->shape_count, shape);
  }
}

// Looks up bodies and shapes; pair, count and consecutive are set.
LANE_INLINE void look_up(const lgjk_batch* batch, block_pairs* pairs) {
  if (pairs->consecutive && batch->pair_stride == 8 && batch->pair_b == batch->pair_a + 4) { // an array of {a, b}
    lane_load_pairs(batch->pair_a + 8 * (size_t)pairs->pair[0], pairs->body_a, pairs->body_b);
    look_up_shapes(&batch->a, pairs->body_a, pairs->shape_a);
    look_up_shapes(&batch->b, pairs->body_b, pairs->shape_b);
    return;
  }
  look_up_bodies(batch, batch->pair_a, pairs, pairs->body_a);
  look_up_shapes(&batch->a, pairs->body_a, pairs->shape_a);
  look_up_bodies(batch, batch->pair_b, pairs, pairs->body_b);
  look_up_shapes(&batch->b, pairs->body_b, pairs->shape_b);
}

LANE_CALL_IF_WIDE void look_up_shared(const lgjk_batch* batch, block_pairs* pairs) { look_up(batch, pairs); }

// Sets the numbers of `count` consecutive pairs, at most LANES of them. The last repeats in the other lanes.
LANE_INLINE void number_consecutive(uint32_t first, uint32_t count, block_pairs* pairs) {
  pairs->count = count < LANES ? count : LANES;
  pairs->consecutive = count >= LANES;
  const uint32_t last = pairs->count ? pairs->count - 1 : 0;
  static const uint32_t lane[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  _Static_assert(sizeof lane / sizeof lane[0] >= LANES, "a number for each lane");
  // one store: a vector that is loaded from many waits for them all
  vi_store(pairs->pair, vi_add(vi_set(first), vi_min(vi_load(lane), vi_set(last))));
}

// Takes a block of consecutive pairs.
LANE_INLINE void take_consecutive(const lgjk_batch* batch, uint32_t first, uint32_t count, block_pairs* pairs) {
  number_consecutive(first, count, pairs);
  look_up_shared(batch, pairs);
}

// Takes a block of listed pairs.
LANE_INLINE void take_listed(const lgjk_batch* batch, const uint16_t* list, uint32_t count, block_pairs* pairs) {
  pairs->count = count < LANES ? count : LANES;
  pairs->consecutive = false;
  if (pairs->count == LANES) {
    for (uint32_t l = 0; l < LANES; ++l) pairs->pair[l] = list[l];
  } else {
    const uint32_t last = count ? count - 1 : 0;
    for (uint32_t l = 0; l < LANES; ++l) pairs->pair[l] = list[l < last ? l : last];
  }
  look_up_shared(batch, pairs);
}

#define CORES LGJK_COREN_KINDS
#define CORE_HEADER LGJK_COREN_KINDS // its lanes hold a header and nothing else

// The floats of a packed shape's header, and their number.
enum { HEADER_BOUND, HEADER_INNER, HEADER_RADIUS, HEADER_CORE, HEADER_FLOATS };

enum {
  TURN = OF_DIM(2, 4),         // cosine and sine, or a quaternion
  CORE_FLOATS = OF_DIM(16, 96) // most floats of a core
};

typedef struct side_lanes {
  const uint32_t* shape;                  // shapes of the block's pairs
  vf pose[DIM + TURN];                    // position, and turn as given
  vf header[HEADER_FLOATS + CORE_FLOATS]; // HEADER_*; then the floats of the core, whose layout core_lanes has
  vf radius;                              // rounding radius of the body
  uint32_t core;
#if DIM == 3
  uint32_t pool[LANES];  // HULL*, LARGE: where the vertices begin
  uint32_t cells[LANES]; // LARGE: where the cells begin
  bool on_grid;          // the floats are the grid of the vertices, in 16 bits (shape/pool3.h), and not the vertices
  vf fineness;           // on_grid: the grid's fineness
  vf count;              // on_grid, LARGE: number of vertices, an integer
#endif
} side_lanes;

typedef struct pair_block {
  const block_pairs* pairs;
  side_lanes a, b;
} pair_block;

#endif
