// Finds supports of large hulls by their cells of directions (shape/cells3.h). Each lane looks up its own direction's
// cell, and the vertices that the cell lists. Float lanes go together: four vertices first, which are all that most
// cells have, then eight at a time until the longest list has ended. Double, of few pairs, goes lane by lane.
//
// A side of a block of 16 takes 35 operations for the cell, 14 for each vertex, and 16 loads a lane, on two vector
// ports.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/grid3_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

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
  const vf zero = vf_set(0), half = row_f(core, 3), steps = vf_add(half, half);
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
