// Finds a common point of two cores from a simplex in double that holds the origin.
#ifndef LGJK_GJK_COMMON_POINT_H
#define LGJK_GJK_COMMON_POINT_H

#include "gjk/gjk.h"

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
