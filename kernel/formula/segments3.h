// Finds the nearest points of points and segments in space, with rounding radii balls and capsules, in closed form
// (Ericson 2005, section 5.1.9). The points are a guess like any other: one support value along their difference has to
// prove it. A record could not make that shorter, so records are neither read nor written.
#ifndef LGJK_FORMULA_SEGMENTS3_H
#define LGJK_FORMULA_SEGMENTS3_H

#include "geometry/gjk.h"

// Computes the first end of a core and the vector to its other end, in world axes around the core's own position.
LANE_INLINE void end_points(const core_lanes_f* core, vec_f* from, vec_f* along) {
  *from = rotate_f(&core->rotation, coordinates_f(core, 0));
  *along = (vec_f){0};
  if (is_segment_core(core->core)) *along = sub_f(rotate_f(&core->rotation, coordinates_f(core, 1)), *from);
}

LANE_INLINE vf unit_interval(vf t) { return vf_max(vf_min(t, vf_set(1)), vf_set(0)); }

// Returns over / under, or 0 where under is 0.
LANE_INLINE vf ratio_or_zero(vf over, vf under) {
  const mf none = vf_eq(under, vf_set(0));
  return vf_select(none, vf_set(0), vf_div(over, vf_select(none, vf_set(1), under)));
}

// Returns the direction opposite to v. If both nearest points are within their segments, that is along the common
// normal of the segments. The normal is exact to rounding where v, a difference of nearly equal points, is noise.
LANE_INLINE vec_f towards(vec_f v, vec_f d, vec_f e, mf within) {
  const vec_f n = cross_f(d, e);
  const vf side = dot_f(n, v);
  const vf least = vf_max(vf_mul(vf_set(PARALLEL_SQUARE), vf_mul(dot_f(d, d), dot_f(e, e))), vf_set(LEAST_SQUARE));
  const mf normal = mf_and(within, vf_lt(least, dot_f(n, n)));
  return select_vec_f(normal, select_vec_f(vf_lt(side, vf_set(0)), n, neg_f(n)), neg_f(v));
}

// Sets the nearest points of the segments p + s d and q + t e as the vertex of a search's state. Returns the direction
// along which a support value proves them.
LANE_INLINE vec_f nearest_points(const pair_frame_f* f, simplex_f* s) {
  vec_f p, d, q, e;
  const vf zero = vf_set(0), one = vf_set(1);
  end_points(&f->a, &p, &d);
  end_points(&f->b, &q, &e);
  q = add_f(q, f->p);
  const vec_f r = sub_f(p, q);
  const vf dd = dot_f(d, d), ee = dot_f(e, e), de = dot_f(d, e), dr = dot_f(d, r), er = dot_f(e, r);
  const vf lines = ratio_or_zero(vf_sub(vf_mul(de, er), vf_mul(dr, ee)), vf_sub(vf_mul(dd, ee), vf_mul(de, de)));
  // One division serves both; for a point the numerator is 0.
  const vf one_dd = vf_select(vf_eq(dd, zero), one, dd), one_ee = vf_select(vf_eq(ee, zero), one, ee);
  const vf inverse = vf_div(one, vf_mul(one_dd, one_ee));
  const vf parameter_b = unit_interval(vf_mul(vf_add(vf_mul(de, unit_interval(lines)), er), vf_mul(inverse, one_dd)));
  const vf parameter_a = unit_interval(vf_mul(vf_sub(vf_mul(de, parameter_b), dr), vf_mul(inverse, one_ee)));
  s->p0.a = add_f(p, scale_f(d, parameter_a));
  s->p0.w = sub_f(s->p0.a, add_f(q, scale_f(e, parameter_b)));
  s->p0.id = vf_set(0);
  repeat_first_f(s);
  s->closed_form = true;
  const mf within_a = mf_and(vf_lt(zero, parameter_a), vf_lt(parameter_a, one));
  const mf within_b = mf_and(vf_lt(zero, parameter_b), vf_lt(parameter_b, one));
  return towards(s->p0.w, d, e, mf_and(within_a, within_b));
}

// Returns the lanes whose gap, which counts along d, is that of v, a difference of two points. A direction of 0 proves
// nothing, and need not if v is within the gap.
LANE_INLINE mf is_straight(vec_f v, vec_f d, vf gap) {
  const vf length = vf_sqrt(dot_f(v, v));
  const mf towards = mf_and(vf_lt(dot_f(v, d), vf_set(0)), vf_lt(vf_set(SHORTEST_NORMAL), size_f(d)));
  return mf_or(mf_and(towards, straight_f(v, length, to_size_f(d), gap)), vf_le(length, gap));
}

// Lets lanes go on that converged along a direction that is not quite that of v.
LANE_INLINE void keep_straight(simplex_f* s, vec_f d, vf gap) {
  const mf straight = is_straight(s->p0.w, d, gap);
  s->active = mf_or(s->active, mf_and_not(s->converged, straight));
  s->converged = mf_and(s->converged, straight);
}

#endif
