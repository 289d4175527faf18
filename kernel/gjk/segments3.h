// Lengths of vectors in 3D, vectors in the axes of a solid, and what formulas about points and segments share: ends,
// parameters, and whether the vector between nearest points is parallel to the direction that proves it.
#ifndef LGJK_GJK_SEGMENTS3_H
#define LGJK_GJK_SEGMENTS3_H

#include "gjk/gjk.h"

LANE_INLINE vf not_too_small(vf square) { return vf_max(square, vf_set(LEAST_SQUARE)); }
LANE_INLINE vf length_of_vec(vec_f v) { return vf_sqrt(dot_f(v, v)); }
LANE_INLINE vec_f unit_of(vec_f v) { return scale_f(v, vf_div(vf_set(1), vf_sqrt(not_too_small(dot_f(v, v))))); }

// Returns the unit vector along (x, y), or (1, 0) if that is nearly 0.
LANE_INLINE vec_f unit_across(vf x, vf y) {
  const vf square = vf_add(vf_mul(x, x), vf_mul(y, y));
  const mf none = vf_le(square, vf_set(LEAST_SQUARE));
  const vf inverse = vf_div(vf_set(1), vf_sqrt(vf_select(none, vf_set(1), square)));
  return (vec_f){vf_select(none, vf_set(1), vf_mul(x, inverse)), vf_select(none, vf_set(0), vf_mul(y, inverse)),
                 vf_set(0)};
}

// These map world axes, or those of another body, to the given ones, and back.
LANE_INLINE vec_f in_axes(const vec_f axis[3], vec_f v) {
  return (vec_f){dot_f(axis[0], v), dot_f(axis[1], v), dot_f(axis[2], v)};
}
LANE_INLINE vec_f from_axes(const vec_f axis[3], vec_f c) {
  return add_f(add_f(scale_f(axis[0], c.x), scale_f(axis[1], c.y)), scale_f(axis[2], c.z));
}

// These return one of three, by its number.
LANE_INLINE vf pick_3(vf number, const vf from[3]) {
  return vf_select(vf_eq(number, vf_set(2)), from[2], vf_select(vf_eq(number, vf_set(1)), from[1], from[0]));
}
LANE_INLINE vec_f pick_axis(vf number, const vec_f from[3]) {
  const mf one = vf_eq(number, vf_set(1)), two = vf_eq(number, vf_set(2));
  return select_vec_f(two, from[2], select_vec_f(one, from[1], from[0]));
}

// Computes the first end of a core and the vector to its other end, in world axes around the core's own position.
LANE_INLINE void end_points(const core_lanes_f* core, vec_f* from, vec_f* along) {
  *from = rotate_f(&core->rotation, coordinates_f(core, 0));
  *along = (vec_f){0};
  if (is_segment_core(core->core)) *along = sub_f(rotate_f(&core->rotation, coordinates_f(core, 1)), *from);
}

LANE_INLINE vf unit_interval(vf t) { return vf_max(vf_min(t, vf_set(1)), vf_set(0)); }
LANE_INLINE vf clamped(vf x, vf half) { return vf_max(vf_min(x, half), vf_neg(half)); }
LANE_INLINE vec_f across_from(vec_f v, vec_f n) { return sub_f(v, scale_f(n, dot_f(v, n))); }

// Returns over / under, or 0 where under is 0.
LANE_INLINE vf ratio_or_zero(vf over, vf under) {
  const mf none = vf_eq(under, vf_set(0));
  return vf_select(none, vf_set(0), vf_div(over, vf_select(none, vf_set(1), under)));
}

// Returns the lanes whose gap, which counts along d, is that of v, a difference of two points. A direction of 0 proves
// nothing, and need not if v is within the gap.
LANE_INLINE mf is_parallel(vec_f v, vec_f d, vf gap) {
  const vf length = vf_sqrt(dot_f(v, v));
  const mf towards = mf_and(vf_lt(dot_f(v, d), vf_set(0)), vf_lt(vf_set(SHORTEST_NORMAL), size_f(d)));
  return mf_or(mf_and(towards, parallel_f(v, length, to_size_f(d), gap)), vf_le(length, gap));
}

// Lets lanes go on that converged along a direction that is not quite that of v.
LANE_INLINE void keep_parallel(simplex_f* s, vec_f d, vf gap) {
  const mf parallel = is_parallel(s->p0.w, d, gap);
  s->active = mf_or(s->active, mf_and_not(s->converged, parallel));
  s->converged = mf_and(s->converged, parallel);
}

// ------------------------------------------------------------------ manifolds

// Makes manifolds of points, segments and ellipsoids in 3D, in lanes. They have one point between the witness points,
// unless two segments lie along each other. The rules and the ids are those of gjk/rules3.h.

LANE_INLINE bool has_one_point_core(uint32_t core) { return is_point_or_segment_core(core) || is_smooth_core(core); }

// The feature that a core shows along a direction.
typedef struct shown_feature {
  vec_f from, along; // a segment, in world axes around A's position
  mf edge;           // lanes that show an edge; the others show a point
  vf number;         // number of the feature
} shown_feature;

// Returns the feature. `d`: the unit direction in which the core is looked at.
LANE_INLINE shown_feature shown_feature_of(const core_lanes_f* core, vec_f d) {
  const vf zero = vf_set(0);
  shown_feature out = {{zero, zero, zero}, {zero, zero, zero}, mf_none(), zero};
  if (is_smooth_core(core->core)) return out;
  end_points(core, &out.from, &out.along);
  if (is_point_core(core->core)) return out;
  const vf rise = dot_f(out.along, d);
  out.edge = vf_le(vf_mul(rise, rise), vf_mul(vf_set(SHOWN_SQUARE), dot_f(out.along, out.along)));
  const vf end = vf_select(vf_lt(vf_set(0), rise), vf_set(1), vf_set(0));
  out.number = vf_select(out.edge, vf_set(LGJK_FEATURE3_EDGE), end);
  return out;
}

// Returns the lanes in which a corner of one segment is off the line of the other, seen along the normal. `limit`: the
// square of the distance allowed. Segments that lie along each other have near corners.
LANE_INLINE mf is_off_line(vec_f corner, vec_f from, vec_f along, vf limit) {
  const vf square = dot_f(along, along);
  const vf twice = dot_f(cross_f(sub_f(corner, from), along), cross_f(sub_f(corner, from), along));
  return vf_lt(vf_mul(limit, square), twice);
}

// Returns the lanes whose manifold is the witness points' middle alone. Segments that lie along each other within
// the precision of float32 are left to manifold3/. Both ends of their common part, each a corner of one of them, are
// near the other's line. One corner alone is near wherever an end touches a side.
LANE_INLINE mf find_one_point(const pair_frame_f* f, vec_f n, vf numbers[2]) {
  const shown_feature a = shown_feature_of(&f->a, n), b = shown_feature_of(&f->b, neg_f(n));
  const mf all = mf_all();
  numbers[0] = a.number;
  numbers[1] = b.number;
  if (!is_segment_core(f->a.core) || !is_segment_core(f->b.core)) return all;
  const vec_f e = across_from(a.along, n), g = across_from(b.along, n);
  const vec_f p = across_from(a.from, n), q = across_from(add_f(b.from, f->p), n);
  // Twice what manifold3/ allows, whose bend is the sum of the radii.
  const vf near = vf_mul(vf_set(2 * ONE_PLACE), f->scale);
  const vf limit = vf_mul(near, vf_add(vf_add(f->radius, f->radius), near));
  const mf a0 = is_off_line(p, q, g, limit), a1 = is_off_line(add_f(p, e), q, g, limit);
  const mf b0 = is_off_line(q, p, e, limit), b1 = is_off_line(add_f(q, g), p, e, limit);
  const mf three_off = mf_or(mf_and(mf_and(a0, a1), mf_or(b0, b1)), mf_and(mf_and(b0, b1), mf_or(a0, a1)));
  return mf_and_not(all, mf_and_not(mf_and(a.edge, b.edge), three_off));
}

#endif
