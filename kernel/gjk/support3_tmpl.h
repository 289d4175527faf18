// Computes supports of cores in 3D, in their own axes: the point of the core that is farthest along d. Boxes,
// cylinders, cones and ellipsoids have closed forms (van den Bergen 2003, section 3.2.2 and 4.3.4).
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/core_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// ------------------------------------------------------------------ small hulls

// Finds supports of small hulls by their vertices in 16 bits (shape/pool3.h), in the fixed steps of a float search. A
// direction is rounded to whole numbers too, so that projections are products of integers. The low bits of each hold
// the vertex's index: one maximum finds both. The vertex itself is then fetched from the pool. It may be lower than the
// highest by GRID_DOUBT, so that what such a support claims has to be certified (certify.h).
//
// On two vector ports, the projections of a side of a block take 80 operations with their maximum. The direction takes
// 8, and the vertex 7 and a transpose. Vertices without a grid take 80, and 6 for each of 15 comparisons.

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
LANE_INLINE vi project_on_grid(const vf* floats, uint32_t i, const grid_direction* d) {
  const vi xy = vi_of(floats[i]), z = vi_of(floats[LGJK_GRID_VERTICES + i / 2]);
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
LANE_INLINE vi highest_of_four(const vf* floats, uint32_t i, const grid_direction* along, const uint32_t* ranks) {
  vi rank[4];
#pragma GCC unroll 4
  for (uint32_t k = 0; k < 4; ++k) {
    rank[k] = rank_projection(project_on_grid(floats, i + k, along), GRID_INDEX, ranks[i + k]);
  }
  return vi_max(vi_max(rank[0], rank[1]), vi_max(rank[2], rank[3]));
}

LANE_INLINE core_vertex_f support_on_grid(const core_lanes_f* core, vec_f d) {
  const grid_direction along = to_grid(d);
  const uint32_t* ranks = lane_table(grid_ranks);
  const vf* floats = core->floats;
  vi best = highest_of_four(floats, 0, &along, ranks);
#pragma GCC unroll 3
  for (uint32_t i = 4; i < LGJK_GRID_VERTICES; i += 4) {
    lane_after(&floats, &best);
    best = vi_max(best, highest_of_four(floats, i, &along, ranks));
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
  const vf* floats = core->floats;
  vi best = rank_projection(project_on_grid(floats, 0, &along), 0, GRID_ABOVE);
#pragma GCC unroll 16
  for (uint32_t i = 1; i < LGJK_GRID_VERTICES; ++i) {
    if (i % 4 == 0) lane_after(&floats, &best);
    best = vi_max(best, rank_projection(project_on_grid(floats, i, &along), 0, GRID_ABOVE));
  }
  const vf steps = vf_convert(vi_sub(best, vi_set(GRID_ABOVE)));
  return vf_div(vf_add(steps, vf_set(GRID_ROUNDINGS)), vf_mul(factor, *core->fineness));
}

// Returns the bits of the vertices whose projection is above `bound`.
LANE_INLINE vi find_above(const core_lanes_f* core, const grid_direction* along, vi bound) {
  const vf* floats = core->floats;
  vi above = vi_set(0);
#pragma GCC unroll 16
  for (uint32_t i = 0; i < LGJK_GRID_VERTICES; ++i) {
    if (i % 4 == 0) lane_after(&floats, &above);
    above = vi_or_where(vi_lt(bound, project_on_grid(floats, i, along)), above, 1u << i);
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

// ------------------------------------------------------------------ large hulls

// Finds supports of large hulls by their cells of directions (shape/pool3.h). Each lane looks up its own direction's
// cell, and the vertices that the cell lists. Float lanes go together: four vertices first, which are all that most
// cells have, then eight at a time until the longest list has ended. Double, of few pairs, goes lane by lane.
//
// A side of a block of 16 takes 35 operations for the cell, 14 for each vertex, and 16 loads a lane, on two vector
// ports.

#if REAL_IS_DOUBLE

// Finds supports lane by lane. `lanes`: bits of the lanes whose support is needed; the others get their first vertex.
static LANE_NOINLINE void find_large_d(const core_lanes_d* core, const vec_d* d, uint32_t lanes, core_vertex_d* out) {
  double along[3][REAL_LANES], v[3][REAL_LANES], id[REAL_LANES] = {0};
  vd_store(along[0], d->x);
  vd_store(along[1], d->y);
  vd_store(along[2], d->z);
  for (uint32_t l = 0; l < REAL_LANES; ++l) {
    const lgjk_shape3* shape = core->table + core->shape[l];
    const float* first = core->vertices + shape->pool;
    uint32_t i = 0;
    if (lanes >> l & 1u) {
      const double each[3] = {along[0][l], along[1][l], along[2][l]};
      i = lgjk_cells3_support(&shape->cells, first, 3 * shape->padded, each);
    }
    for (uint32_t k = 0; k < 3; ++k) v[k][l] = (double)first[3 * i + k];
    id[l] = (double)i;
  }
  out->v = (vec_d){vd_load(v[0]), vd_load(v[1]), vd_load(v[2])};
  out->h = dot_d(out->v, *d);
  out->id = vd_load(id);
}

#else

// Returns the step of a coordinate, in range for any value.
LANE_INLINE vf cell_step(vf at, vf steps) {
  return vf_convert(vi_truncate(vf_max(vf_min(at, vf_sub(steps, vf_set(0.5f))), vf_set(0))));
}

// Returns the cells of directions, as lgjk_cells3_find does.
LANE_INLINE vi find_cell(const core_lanes_f* core, vec_f d) {
  const vf zero = vf_set(0), half = core_float_f(core, 3), steps = vf_add(half, half);
  const vec_f stretch = coordinates_f(core, 0);
  const vec_f m = {vf_mul(d.x, stretch.x), vf_mul(d.y, stretch.y), vf_mul(d.z, stretch.z)};
  const vf x = vf_abs(m.x), y = vf_abs(m.y), z = vf_abs(m.z), flat = vf_max(x, y), largest = vf_max(flat, z);
  const mf is_z = vf_le(flat, z), is_y = vf_le(x, y);
  const vf inverse = vf_div(half, largest);
  const vf axis = vf_select(is_z, vf_set(2), vf_select(is_y, vf_set(1), zero));
  const vf along = vf_select(is_z, m.z, vf_select(is_y, m.y, m.x));
  const vf face = vf_add(axis, vf_select(vf_lt(along, zero), vf_set(3), zero));
  const vf across = vf_select(mf_or(is_z, is_y), m.x, m.y), other = vf_select(is_z, m.y, m.z);
  const vf u = cell_step(vf_add(vf_mul(across, inverse), half), steps);
  const vf v = cell_step(vf_add(vf_mul(other, inverse), half), steps);
  return vi_truncate(vf_add(vf_mul(vf_add(vf_mul(face, steps), u), steps), v));
}

LANE_INLINE core_vertex_f listed_vertex(const core_lanes_f* core, vi index, vec_f d) {
  core_vertex_f out;
  out.v = pooled_vertex(core, index);
  out.h = dot_f(out.v, d);
  out.id = vf_convert(index);
  return out;
}

// Returns the farthest of the four vertices whose numbers are the bytes of a word.
LANE_INLINE core_vertex_f listed_four(const core_lanes_f* core, vi word, vec_f d) {
  const core_vertex_f low =
      farther_f(listed_vertex(core, vi_and(word, 0xFF), d), listed_vertex(core, vi_and(vi_shr(word, 8), 0xFF), d));
  const core_vertex_f high =
      farther_f(listed_vertex(core, vi_and(vi_shr(word, 16), 0xFF), d), listed_vertex(core, vi_shr(word, 24), d));
  return farther_f(low, high);
}

// Loads the two words at an index of the lanes' cells, as floats of the same bits, and the word after them.
LANE_INLINE void load_words(const core_lanes_f* core, vi index, vf out[3]) {
  vf_load_triples(core->vertices, vi_add(vi_load(core->cells), vi_add(index, index)), out);
}

// Returns the farthest vertex of each lane's list; unwanted lanes look at four vertices. `entry`: words of the cells.
LANE_INLINE core_vertex_f farthest_listed(const core_lanes_f* core, const vf entry[2], vec_f d, uint32_t lanes) {
  core_vertex_f best = listed_four(core, vi_of(entry[0]), d);
  const vi second = vi_of(vf_select(mf_from_bits(lanes), entry[1], vf_set(0)));
  const vi lists = vi_and(second, (1u << LGJK_CELLS_START) - 1), start = vi_shr(second, LGJK_CELLS_START);
  uint32_t k = 0;
  for (mf more = vi_lt(vi_set(0), lists); mf_any(more); more = vi_lt(vi_set(k), lists)) {
    vf eight[3]; // lanes whose list has ended take their first four again
    load_words(core, vi_of(vf_select(more, vf_of(vi_add(start, vi_set(k))), vf_set(0))), eight);
    for (int i = 0; i < 2; ++i) {
      best = farther_f(best, listed_four(core, vi_of(vf_select(more, eight[i], entry[0])), d));
    }
    ++k;
  }
  return best;
}

// Finds the supports of one core or two, each along its own direction. The cells of both are looked up first, so that
// the second does not wait for the vertices of the first. `lanes`: bits of the needed lanes; the lists of the others
// are not followed to their end.
static LANE_NOINLINE void find_large_f(const core_lanes_f* const* core, const vec_f* d, int cores, uint32_t lanes,
                                       core_vertex_f* out) {
  vf entry[2][3]; // the third word belongs to the next cell
  for (int i = 0; i < cores; ++i) load_words(core[i], find_cell(core[i], d[i]), entry[i]);
  for (int i = 0; i < cores; ++i) out[i] = farthest_listed(core[i], entry[i], d[i], lanes);
}

#endif

LANE_INLINE R(core_vertex) R(support_large)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count;
  R(core_vertex) out;
#if REAL_IS_DOUBLE
  find_large_d(core, &d, lanes, &out);
#else
  find_large_f(&core, &d, 1, lanes, &out);
#endif
  return out;
}

// ------------------------------------------------------------------ boxes and curved cores

LANE_INLINE R(core_vertex) R(support_box)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  const vr zero = v_set(0);
  R(core_vertex) out;
  const R(vec) half = R(coordinates)(core, 0);
  out.v = (R(vec)){v_flip_sign(half.x, d.x), v_flip_sign(half.y, d.y), v_flip_sign(half.z, d.z)};
  const vr x = v_select(v_lt(out.v.x, zero), v_set(1), zero), y = v_select(v_lt(out.v.y, zero), v_set(2), zero);
  out.id = v_add(v_add(x, y), v_select(v_lt(out.v.z, zero), v_set(4), zero));
  out.h = R(dot)(out.v, d);
  return out;
}

// The matrix of a curved core, by rows, as in lgjk_shape3.small.
typedef struct R(matrix) {
  R(vec) x, y, z;
} R(matrix);

LANE_INLINE R(matrix) R(matrix_of)(const R(core_lanes)* core) {
  return (R(matrix)){R(coordinates)(core, 0), R(coordinates)(core, 1), R(coordinates)(core, 2)};
}
LANE_INLINE R(vec) R(map)(const R(matrix)* m, R(vec) v) {
  return (R(vec)){R(dot)(m->x, v), R(dot)(m->y, v), R(dot)(m->z, v)};
}
LANE_INLINE R(vec) R(map_back)(const R(matrix)* m, R(vec) v) { // by the transpose
  return (R(vec)){R(dot)((R(vec)){m->x.x, m->y.x, m->z.x}, v), R(dot)((R(vec)){m->x.y, m->y.y, m->z.y}, v),
                  R(dot)((R(vec)){m->x.z, m->y.z, m->z.z}, v)};
}

// The support of the image of a unit body under a matrix is the image of the unit body's support along
// transpose(matrix) d.
LANE_INLINE R(core_vertex) R(support_curved)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  const vr zero = v_set(0), one = v_set(1);
  const R(matrix) m = R(matrix_of)(core);
  const R(vec) u = R(to_size)(R(map_back)(&m, R(to_size)(d)));
  R(vec) on;
  if (is_smooth_core(core->core)) {
    on = R(scale)(u, v_div(one, v_sqrt(R(dot)(u, u))));
  } else { // cylinder and cone: a point of the rim of radius 1, or the apex (0, 0, 1)
    const R(vec) across = R(to_size)((R(vec)){u.x, u.y, zero});
    const vr inverse = v_div(one, v_sqrt(R(dot)(across, across)));
    const vr x = v_mul(across.x, inverse), y = v_mul(across.y, inverse);
    if (is_cylinder_core(core->core)) {
      on = (R(vec)){x, y, v_select(v_lt(u.z, zero), v_set(-1), one)};
    } else {
      const vr rim = v_sub(v_add(v_mul(x, u.x), v_mul(y, u.y)), u.z);
      const mr apex = v_lt(rim, u.z);
      on = (R(vec)){v_select(apex, zero, x), v_select(apex, zero, y), v_select(apex, one, v_set(-1))};
    }
  }
  R(core_vertex) out;
  out.v = R(map)(&m, on);
  out.h = R(dot)(out.v, d);
  out.id = zero;
  return out;
}

// ------------------------------------------------------------------ the support value alone

// Returns the support value, or on a grid a value that may be above it and is never below.
LANE_INLINE vr R(value_small)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
#if !REAL_IS_DOUBLE
  if (core->on_grid) return value_above_on_grid(core, d);
#endif
  return R(value_hull)(core, count, d);
}

LANE_INLINE vr R(value_box)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
  (void)count;
  return R(dot)(R(coordinates)(core, 0), (R(vec)){v_abs(d.x), v_abs(d.y), v_abs(d.z)});
}
