// Does the last of the fixed steps: it tests whether all of A - B is behind the plane of the nearest feature. For cores
// on a grid (support3_tmpl.h), few vertices or none may be higher than the feature. Their projections are above the
// feature's height less what rounding to the grid can hide. Their exact heights are computed one by one.
#ifndef LGJK_GJK_CERTIFY_H
#define LGJK_GJK_CERTIFY_H

#include "gjk/gjk.h"

#if DIM == 2

LANE_INLINE void reopen(const pair_frame_f* f, simplex_f* s) { (void)f, (void)s; }

LANE_INLINE void certify(const pair_frame_f* f, simplex_f* s, const search_bounds_f* bounds) {
  verify_along_f(f, s, bounds, direction_f(s, 2));
}

#else

// One side of a feature: its height along the direction, and its vertices as bits.
typedef struct side_feature {
  vf height;
  vi vertices;
} side_feature;

// Returns the height of the highest vertex of `core` along d, in its axes, correct up to rounding. `known`: the
// feature of this side. `factor`: grid_factor of d. `doubt`: error of the feature's height. `lanes`: the needed lanes.
LANE_INLINE vf raise_to_all(const core_lanes_f* core, vec_f d, vf factor, vf doubt, const side_feature* known,
                            mf lanes) {
  const grid_direction along = to_grid(scale_f(d, factor));
  const vf steps = vf_mul(vf_mul(vf_sub(known->height, doubt), factor), *core->fineness), most = vf_set(GRID_MOST);
  const vf bound = vf_sub(vf_min(vf_max(steps, vf_neg(most)), most), vf_set(GRID_ROUNDINGS));
  const vi outside = vi_sub(vi_set(0), vi_bit(vi_of(*core->count))); // bits beyond the last vertex
  vi above = vi_and_not(find_above(core, &along, vi_truncate(bound)), vi_or(known->vertices, outside));
  above = vi_of(vf_select(lanes, vf_of(above), vf_set(0)));
  vf height = known->height;
  for (mf some = vi_lt(vi_set(0), above); mf_any(some); some = vi_lt(vi_set(0), above)) {
    const vi lowest = vi_and_not(above, vi_add(above, vi_set(UINT32_MAX)));
    const vi index = vi_and(vi_sub(vi_shr(vi_of(vf_convert(lowest)), 23), vi_set(127)), GRID_INDEX);
    height = vf_select(some, vf_max(dot_f(pooled_vertex(core, index), d), height), height);
    above = vi_and_not(above, lowest);
  }
  return height;
}

// Returns the bits of a feature's vertices. `shift`: 0 for A, 8 for B. Indices from records are any bytes and are
// masked.
LANE_INLINE vi bits_of_feature(const vi id[3], int shift) {
  vi bits = vi_set(0);
  for (int i = 0; i < 3; ++i) bits = vi_or(bits, vi_bit(vi_and(vi_shr(id[i], shift), GRID_INDEX)));
  return bits;
}

// The three vertices of the feature; the first replaces those that it does not have.
typedef struct feature_points {
  vf a[3], w[3]; // heights of A's vertices, and of those of A - B
  vi id[3];
} feature_points;

LANE_INLINE void project_feature(const simplex_f* s, vec_f d, feature_points* out) {
  const support_point_f* other[2] = {&s->p1, &s->p2};
  const mf has[2] = {s->edge, s->face};
  out->a[0] = dot_f(s->p0.a, d);
  out->w[0] = dot_f(s->p0.w, d);
  out->id[0] = vi_truncate(s->p0.id);
  for (int i = 0; i < 2; ++i) {
    out->a[i + 1] = vf_select(has[i], dot_f(other[i]->a, d), out->a[0]);
    out->w[i + 1] = vf_select(has[i], dot_f(other[i]->w, d), out->w[0]);
    out->id[i + 1] = vi_truncate(vf_select(has[i], other[i]->id, s->p0.id));
  }
}

// Returns the support value of a core that meets one on a grid. Not inlined, as few such pairs have a core without one.
static LANE_NOINLINE vf find_core_value(const core_lanes_f* core, const vec_f* d, uint32_t lanes) {
  return value_core_f(core, *d, lanes);
}

// Returns the support value of A along d. On a grid it looks only at the feature and at what may be higher.
LANE_INLINE vf height_of_a(const pair_frame_f* f, const feature_points* p, vec_f d, vf factor, vf doubt, mf lanes) {
  const vec_f local = unrotate_f(&f->a.rotation, d);
  if (!f->a.on_grid) return find_core_value(&f->a, &local, mf_bits(lanes));
  const side_feature known = {vf_max(vf_max(p->a[0], p->a[1]), p->a[2]), bits_of_feature(p->id, 0)};
  return raise_to_all(&f->a, local, factor, doubt, &known, lanes);
}

// Returns the same of B along -d.
LANE_INLINE vf height_of_b(const pair_frame_f* f, const feature_points* p, vec_f d, vf factor, vf doubt, mf lanes) {
  const vec_f local = neg_f(unrotate_f(&f->b.rotation, d));
  if (!f->b.on_grid) return find_core_value(&f->b, &local, mf_bits(lanes));
  const vf b[3] = {vf_sub(p->w[0], p->a[0]), vf_sub(p->w[1], p->a[1]), vf_sub(p->w[2], p->a[2])};
  const vf height = vf_add(vf_max(vf_max(b[0], b[1]), b[2]), dot_f(f->p, d));
  const side_feature known = {height, bits_of_feature(p->id, 8)};
  return raise_to_all(&f->b, local, factor, doubt, &known, lanes);
}

LANE_INLINE void certify_on_grid(const pair_frame_f* f, simplex_f* s, const search_bounds_f* bounds, vec_f d) {
  const vf factor = grid_factor(d), doubt = vf_mul(vf_mul(vf_set(GRID_HEIGHT), f->scale), size_f(d));
  feature_points p;
  project_feature(s, d, &p);
  const vf a = height_of_a(f, &p, d, factor, doubt, s->active), b = height_of_b(f, &p, d, factor, doubt, s->active);
  const vf h = vf_sub(vf_add(a, b), dot_f(f->p, d));
  end_at_value_f(s, bounds, h, d);
}

// Makes lanes active again that converged by supports on a grid: these may have missed a vertex.
LANE_INLINE void reopen(const pair_frame_f* f, simplex_f* s) {
  if (!any_on_grid(f)) return;
  s->active = mf_or(s->active, s->converged);
  s->converged = mf_none();
}

// Ends the lanes whose feature is proved. `d`: the direction of the feature. Not inlined: with all kinds of cores the
// code is large, and several runs need it.
static LANE_NOINLINE void certify_along(const pair_frame_f* f, simplex_f* s, const search_bounds_f* bounds,
                                        const vec_f* d) {
  if (any_on_grid(f)) {
    certify_on_grid(f, s, bounds, *d);
  } else {
    verify_along_f(f, s, bounds, *d);
  }
}

LANE_INLINE void certify(const pair_frame_f* f, simplex_f* s, const search_bounds_f* bounds) {
  const vec_f d = direction_f(s, 3);
  certify_along(f, s, bounds, &d);
}

#endif

// ------------------------------------------------------------------ a common point, in double

// Finds a common point of two cores from a simplex in double that holds the origin.

// Makes barycentric coordinates of shares of the simplex's volume (area): each at least 0, their sum 1.
LANE_INLINE void clamp_weights(vd t[DIM + 1]) {
  const vd zero = vd_set(0), one = vd_set(1);
  vd sum = zero;
  for (int i = 0; i <= DIM; ++i) {
    t[i] = vd_max(t[i], zero);
    sum = vd_add(sum, t[i]);
  }
  const md none = vd_eq(sum, zero);
  const vd inverse = vd_div(one, vd_select(none, one, sum));
  for (int i = 0; i <= DIM; ++i) t[i] = vd_mul(t[i], inverse);
  t[0] = vd_select(none, one, t[0]);
}

// Returns the point of a simplex with barycentric coordinates `t`.
LANE_INLINE vec_d combine_all(const vec_d p[DIM + 1], const vd t[DIM + 1]) {
  vec_d out = scale_d(p[0], t[0]);
  for (int i = 1; i <= DIM; ++i) out = add_d(out, scale_d(p[i], t[i]));
  return out;
}

// Moves the barycentric coordinates `t` along each edge in turn, from one end to the other. Each time their point,
// `miss`, comes as near to the origin as this edge can bring it.
LANE_INLINE void slide_along_edges(const vec_d p[DIM + 1], vec_d miss, vd t[DIM + 1]) {
  const vd zero = vd_set(0), one = vd_set(1);
  for (int j = 1; j <= DIM; ++j) {
    for (int i = 0; i < j; ++i) {
      const vec_d e = sub_d(p[j], p[i]);
      const vd square = dot_d(e, e), best = vd_div(vd_neg(dot_d(miss, e)), vd_select(vd_eq(square, zero), one, square));
      const vd step = vd_max(vd_min(best, t[i]), vd_neg(t[j]));
      t[i] = vd_sub(t[i], step);
      t[j] = vd_add(t[j], step);
      miss = add_d(miss, scale_d(e, step));
    }
  }
}

// Returns a common point of both cores in the lanes whose simplex holds the origin. Barycentric coordinates in [0, 1]
// cannot leave the cores. Shares of volume (area) are noise in a sliver: the last face of a flat one has a point as
// near, and the edges of a needle lead to one. `miss_size`: the distance by which the cores miss each other there.
LANE_INLINE vec_d common_point(const simplex_d* s, vd scale, vd* miss_size) {
  vec_d w[DIM + 1], a[DIM + 1];
  vd t[DIM + 1], other[DIM + 1];
  find_barycentric_d(s, w, a, t, other);
  clamp_weights(t);
  const vec_d miss = combine_all(w, t);
  const md off = md_and_not(s->inside, vd_le(size_d(miss), vd_mul(vd_set(MISS_DOUBLE), scale)));
  if (md_any(off)) {
    const vec_d v = combine_all(w, other);
    const md nearer = vd_lt(dot_d(v, v), dot_d(miss, miss));
    for (int i = 0; i <= DIM; ++i) other[i] = vd_select(nearer, other[i], t[i]);
    slide_along_edges(w, select_vec_d(nearer, v, miss), other);
    for (int i = 0; i <= DIM; ++i) t[i] = vd_select(off, other[i], t[i]);
  }
  *miss_size = size_d(combine_all(w, t));
  return combine_all(a, t);
}

#endif
