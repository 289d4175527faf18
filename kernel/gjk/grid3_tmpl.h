// Finds supports of small hulls by their vertices in 16 bits (shape/grid3.h), in the fixed steps of a float search. A
// direction is rounded to whole numbers too, so that projections are products of integers. The low bits of each hold
// the vertex's index: one maximum finds both. The vertex itself is then fetched from the pool. It may be lower than the
// highest by GRID_DOUBT, so that what such a support claims has to be certified (certify.h).
//
// On two vector ports, the projections of a side of a block take 80 operations with their maximum. The direction takes
// 8, and the vertex 7 and a transpose. Vertices without a grid take 80, and 6 for each of 15 comparisons.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/core_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

#if !REAL_IS_DOUBLE

// Returns the power of two that brings the size of d to 2^13 .. 2^14. The coordinates are then below 2^15 in the axes
// of both sides, for any rotation.
LANE_INLINE vf grid_factor(vec_f d) {
  const vi exponent = vi_and(vi_of(vf_max(size_f(d), vf_set(GRID_SHORTEST))), 0x7F800000u);
  return vf_of(vi_sub(vi_set((127u + GRID_SIZE_BITS + 127u) << 23), exponent));
}

LANE_INLINE vec_f to_grid_size(vec_f d) { return scale_f(d, grid_factor(d)); }

// A direction in whole numbers, as halves of words: (x, y), (z, 0) and (0, z).
typedef struct grid_direction {
  vi xy, z0, z1;
} grid_direction;

// Rounds a direction to nearest by adding a number whose last digit is 1: the sum ends in the two's complement.
LANE_INLINE grid_direction to_grid(vec_f d) {
  const vf ones = vf_set(0x1.8p23f);
  const vi x = vi_of(vf_add(d.x, ones)), y = vi_of(vf_add(d.y, ones)), z = vi_of(vf_add(d.z, ones));
  return (grid_direction){vi_join_halves(x, y), vi_and(z, 0xFFFF), vi_shl(z, 16)};
}

// Returns the projection of vertex i, below 2^30.
LANE_INLINE vi project_on_grid(const vf* row, uint32_t i, const grid_direction* d) {
  const vi xy = vi_of(row[i]), z = vi_of(row[LGJK_GRID_VERTICES + i / 2]);
  return vi_add(vi_add_products(xy, d->xy), vi_add_products(z, i % 2 ? d->z1 : d->z0));
}

// Returns the offset of a vertex in the pool, in floats.
LANE_INLINE vi pool_offset(const core_lanes_f* core, vi index) {
  return vi_add(vi_load(core->pool), vi_add(index, vi_add(index, index)));
}

LANE_INLINE vec_f pooled_vertex(const core_lanes_f* core, vi index) {
  vf v[3];
  vf_load_triples(core->vertices, pool_offset(core, index), v);
  return from_array_f(v);
}

// Loads the same vertex, for callers with much other work until it arrives.
LANE_INLINE vec_f pooled_vertex_later(const core_lanes_f* core, vi index) {
  uint32_t offset[LANES];
  vf v[4];
  vi_store(offset, pool_offset(core, index));
  lane_stored(offset);
  vf_load_records((const char*)core->vertices, sizeof(float), offset, 0, 1, v);
  return from_array_f(v);
}

// The low bits of a projection, which hold GRID_INDEX less the vertex's index: ties go to the lowest index.
#define GRID_INDEX (LGJK_GRID_VERTICES - 1)

// Returns a projection, whose top two bits are equal, with other low bits and plus 2^30, so that it is not negative.
#define GRID_ABOVE 0x40000000u
LANE_INLINE vi rank_projection(vi projection, uint32_t low, uint32_t rank) {
  return vi_and_xor(projection, 0x7FFFFFFFu - low, rank);
}

// The `rank` of each vertex for rank_projection.
#define GRID_RANKS(i)                                                                              \
  GRID_ABOVE + GRID_INDEX - (i), GRID_ABOVE + GRID_INDEX - (i)-1, GRID_ABOVE + GRID_INDEX - (i)-2, \
      GRID_ABOVE + GRID_INDEX - (i)-3
static const uint32_t grid_ranks[LGJK_GRID_VERTICES] = {GRID_RANKS(0), GRID_RANKS(4), GRID_RANKS(8), GRID_RANKS(12)};

// Returns the highest of vertices i to i + 3. Four at a time: gcc keeps the order of maxima, and a chain of 15 is slow.
LANE_INLINE vi highest_of_four(const vf* row, uint32_t i, const grid_direction* along, const uint32_t* ranks) {
  vi rank[4];
#pragma GCC unroll 4
  for (uint32_t k = 0; k < 4; ++k) {
    rank[k] = rank_projection(project_on_grid(row, i + k, along), GRID_INDEX, ranks[i + k]);
  }
  return vi_max(vi_max(rank[0], rank[1]), vi_max(rank[2], rank[3]));
}

LANE_INLINE core_vertex_f support_on_grid(const core_lanes_f* core, vec_f d) {
  const grid_direction along = to_grid(d);
  const uint32_t* ranks = lane_table(grid_ranks);
  const vf* row = core->row;
  vi best = highest_of_four(row, 0, &along, ranks);
#pragma GCC unroll 3
  for (uint32_t i = 4; i < LGJK_GRID_VERTICES; i += 4) {
    lane_after(&row, &best);
    best = vi_max(best, highest_of_four(row, i, &along, ranks));
  }
  const vi index = vi_and(vi_xor(best, vi_set(GRID_INDEX)), GRID_INDEX);
  core_vertex_f out;
  out.v = pooled_vertex_later(core, index);
  out.h = dot_f(out.v, d);
  out.id = vf_convert(index);
  return out;
}

// Returns a value that is not below the support value along d, and above it by no more than twice the doubt.
LANE_INLINE vf value_above_on_grid(const core_lanes_f* core, vec_f d) {
  const vf factor = grid_factor(d);
  const grid_direction along = to_grid(scale_f(d, factor));
  const vf* row = core->row;
  vi best = rank_projection(project_on_grid(row, 0, &along), 0, GRID_ABOVE);
#pragma GCC unroll 16
  for (uint32_t i = 1; i < LGJK_GRID_VERTICES; ++i) {
    if (i % 4 == 0) lane_after(&row, &best);
    best = vi_max(best, rank_projection(project_on_grid(row, i, &along), 0, GRID_ABOVE));
  }
  const vf steps = vf_convert(vi_sub(best, vi_set(GRID_ABOVE)));
  return vf_div(vf_add(steps, vf_set(GRID_ROUNDINGS)), vf_mul(factor, *core->fineness));
}

// Returns the bits of the vertices whose projection is above `bound`.
LANE_INLINE vi find_above(const core_lanes_f* core, const grid_direction* along, vi bound) {
  const vf* row = core->row;
  vi above = vi_set(0);
#pragma GCC unroll 16
  for (uint32_t i = 0; i < LGJK_GRID_VERTICES; ++i) {
    if (i % 4 == 0) lane_after(&row, &above);
    above = vi_or_where(vi_lt(bound, project_on_grid(row, i, along)), above, 1u << i);
  }
  return above;
}

#endif

LANE_INLINE R(core_vertex) R(support_small)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
#if !REAL_IS_DOUBLE
  if (core->on_grid) return support_on_grid(core, d);
#endif
  return R(support_hull)(core, count, d, lanes);
}
