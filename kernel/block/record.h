// This file packs warm records, four words of a pair.
//   word 0     a direction in world axes, whose coordinates are whole numbers (0: none)
//   word 1, 2  up to four vertex indices of A and of B, a byte each
//   word 3     the number of vertices, in the low byte: up to DIM for the nearest feature, DIM + 1 for a simplex that
//              held the origin; in 2D NAMES_HELD: an edge that held it together with the local origins
// A depth found in lanes for cores of 3D that overlap has NAMES_DEPTH in word 3. Word 0 is then its normal, word 1 the
// number of supports, and word 2 is 0. Two boxes have NAMES_POINTS in word 3, and a point of A and one of B in words 1
// and 2 (warm3.h). Everything is clamped when it is read: any bytes are a guess.
#ifndef LGJK_BLOCK_RECORD_H
#define LGJK_BLOCK_RECORD_H

#include <math.h>

#include "block/batch.h"
#include "gjk/gjk.h"
#include "block/load.h"

#define NAMES_DEPTH 128u
#define NAMES_POINTS 64u
#define NAMES_HELD 4u
#define MOST_NAMED 4u // in word 3: a tetrahedron's vertices in 3D, NAMES_HELD in 2D

#if DIM == 2
typedef struct warm_guess {
  vec_f axis;    // 0: none
  mf simplex;    // lanes whose simplex is worth restoring
  mf whole;      // lanes of `simplex` with a triangle
  mf held;       // lanes of `simplex` with an edge that held the origin together with the local origins
  vi a[3], b[3]; // vertex indices
} warm_guess;

#define AXIS_SIZE 32767 // the largest coordinate of word 0: two signed numbers of 16 bits

LANE_INLINE vec_f unpack_axis(vi word) {
  return (vec_f){vf_convert(vi_sar(vi_shl(word, 16), 16)), vf_convert(vi_sar(word, 16))};
}
LANE_INLINE vi pack_axis(vec_f axis) {
  return vi_or(vi_and(vi_truncate(axis.x), 0xFFFF), vi_shl(vi_truncate(axis.y), 16));
}
#else
typedef struct warm_guess {
  vec_f axis;       // 0: none
  mf simplex;       // lanes whose simplex is worth restoring
  mf second, third; // lanes of `simplex` with that many vertices or more
  mf whole;         // lanes of `simplex` with a tetrahedron
  vi a[4], b[4];    // vertex indices
} warm_guess;

#define AXIS_SIZE 511 // the largest coordinate of word 0: three signed numbers of 10 bits

LANE_INLINE vec_f unpack_axis(vi word) {
  return (vec_f){vf_convert(vi_sar(vi_shl(word, 22), 22)), vf_convert(vi_sar(vi_shl(word, 12), 22)),
                 vf_convert(vi_sar(vi_shl(word, 2), 22))};
}
LANE_INLINE vi pack_coordinate(vf x, int shift) { return vi_shl(vi_and(vi_truncate(x), 0x3FF), shift); }
LANE_INLINE vi pack_axis(vec_f axis) {
  return vi_or(pack_coordinate(axis.x, 0), vi_or(pack_coordinate(axis.y, 10), pack_coordinate(axis.z, 20)));
}
#endif

LANE_INLINE vi byte_of(vi word, int i) { return vi_and(vi_shr(word, 8 * i), 0xFFu); }

LANE_INLINE void read_guess(const vf record[4], bool curved, warm_guess* guess) {
  vi word[4];
  for (int i = 0; i < 4; ++i) word[i] = vi_of(record[i]);
  guess->axis = unpack_axis(word[0]);
  const vf count = vf_convert(vi_and(word[3], 0xFF));
  guess->simplex = curved ? mf_none() : mf_and(vf_le(vf_set(1), count), vf_le(count, vf_set(MOST_NAMED)));
  guess->whole = mf_and(guess->simplex, vf_eq(count, vf_set(DIM + 1)));
#if DIM == 2
  guess->held = mf_and(guess->simplex, vf_eq(count, vf_set(NAMES_HELD)));
#else
  guess->second = mf_and(guess->simplex, vf_le(vf_set(2), count));
  guess->third = mf_and(guess->simplex, vf_le(vf_set(3), count));
#endif
  for (int i = 0; i <= DIM; ++i) {
    guess->a[i] = byte_of(word[1], i);
    guess->b[i] = byte_of(word[2], i);
  }
}

// Packs a direction, for word 0. It is 0 for NaN, for infinity, and for a direction so short that the factor overflows:
// machines convert NaN and infinity differently.
LANE_INLINE vi pack_direction(vec_f axis) {
  const vf size = size_f(axis);
  const mf number = same_f(axis, axis);
  const mf some = mf_and(mf_and(vf_lt(vf_set(RECORD_AXIS_MIN), size), vf_lt(size, vf_set(HUGE_VALF))), number);
  const vf factor = vf_select(some, vf_div(vf_set(AXIS_SIZE), vf_select(some, size, vf_set(1))), vf_set(0));
  return pack_axis(select_vec_f(some, scale_f(axis, factor), (vec_f){0}));
}

// Stores the records of the lanes, as bits, whose depth was found.
LANE_INLINE void store_depth_records(lgjk_warm* warm, const uint32_t* pair, uint32_t lanes, vec_f normal,
                                     vf evaluations) {
  uint32_t word[LANES], effort[LANES];
  vi_store(word, pack_direction(normal));
  vi_store(effort, vi_truncate(evaluations));
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes);
    warm[pair[l]] = (lgjk_warm){{word[l], effort[l], 0, NAMES_DEPTH}};
  }
}

// Packs the indices of a simplex into words 1 and 2. An id is A's index + 256 * B's.
LANE_INLINE void pack_indices(const vf ids[DIM + 1], vi* word_a, vi* word_b) {
  *word_a = *word_b = vi_set(0);
  for (int i = 0; i <= DIM; ++i) {
    const vi id = vi_truncate(ids[i]);
    *word_a = vi_or(*word_a, vi_shl(vi_and(id, 0xFF), 8 * i));
    *word_b = vi_or(*word_b, vi_shl(vi_shr(id, 8), 8 * i));
  }
}

// Stores the records of a block. `ids`: of the simplex; `count`: number of its vertices that the record names. Records
// of unchanged lanes are written as they were: a branch on that would be mispredicted every other block.
LANE_INLINE void store_records(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4], vec_f axis,
                               const vf ids[DIM + 1], vf count) {
  vi word_a, word_b;
  pack_indices(ids, &word_a, &word_b);
  const vf words[4] = {vf_of(pack_direction(axis)), vf_of(word_a), vf_of(word_b), vf_of(vi_truncate(count))};
  vf out[4];
  for (int i = 0; i < 4; ++i) out[i] = vf_select(changes, words[i], old[i]);
  vf_store_records((char*)warm, sizeof *warm, pair, out);
}

// ------------------------------------------------------------------ vertices that a record names

// Find the vertex whose index a warm record names, in the core's own axes. The arguments are core, count (of
// vertices, by the kind of core) and index: any byte, clamped to the core's vertices. warm2.h has the rings of 2D.

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
  uint32_t given[LANES];
  float x[LANES], y[LANES];
  vi_store(given, index);
  for (uint32_t l = 0; l < LANES; ++l) {
    const lgjk_shapeN* shape = core->table + core->shape[l];
    const float* pool = core->vertices + shape->pool;
    const uint32_t i = given[l] < shape->count ? given[l] : shape->count - 1;
    x[l] = pool[i];
    y[l] = pool[shape->padded + i];
  }
  return (vec_f){vf_load(x), vf_load(y)};
}
#else
// Returns a hull's vertex. Any index below the count of its kind is one: padding repeats the last.
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
