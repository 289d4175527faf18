// Makes manifolds of points, segments and ellipsoids in 3D, in lanes. They have one point between the witness points,
// unless two segments lie along each other. The rules and the ids are those of single/manifold3.h.
#ifndef LGJK_GJK_ONE_POINT3_H
#define LGJK_GJK_ONE_POINT3_H

#include "gjk/segments3.h"

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

LANE_INLINE vec_f across_from(vec_f v, vec_f n) { return sub_f(v, scale_f(n, dot_f(v, n))); }

// Returns the lanes in which a corner of one segment is off the line of the other, seen along the normal. `limit`: the
// square of the distance allowed. Segments that lie along each other have near corners.
LANE_INLINE mf is_off_line(vec_f corner, vec_f from, vec_f along, vf limit) {
  const vf square = dot_f(along, along);
  const vf twice = dot_f(cross_f(sub_f(corner, from), along), cross_f(sub_f(corner, from), along));
  return vf_lt(vf_mul(limit, square), twice);
}

// Returns the lanes whose manifold is the witness points' middle alone. Segments that lie along each other within
// the precision of float32 are left to single/. Both ends of their common part, each a corner of one of them, are near
// the other's line. One corner alone is near wherever an end touches a side.
LANE_INLINE mf find_one_point(const pair_frame_f* f, vec_f n, vf numbers[2]) {
  const shown_feature a = shown_feature_of(&f->a, n), b = shown_feature_of(&f->b, neg_f(n));
  const mf all = mf_all();
  numbers[0] = a.number;
  numbers[1] = b.number;
  if (!is_segment_core(f->a.core) || !is_segment_core(f->b.core)) return all;
  const vec_f e = across_from(a.along, n), g = across_from(b.along, n);
  const vec_f p = across_from(a.from, n), q = across_from(add_f(b.from, f->p), n);
  // Twice what single/ allows, whose bend is the sum of the radii.
  const vf near = vf_mul(vf_set(2 * ONE_PLACE), f->scale);
  const vf limit = vf_mul(near, vf_add(vf_add(f->radius, f->radius), near));
  const mf a0 = is_off_line(p, q, g, limit), a1 = is_off_line(add_f(p, e), q, g, limit);
  const mf b0 = is_off_line(q, p, e, limit), b1 = is_off_line(add_f(q, g), p, e, limit);
  const mf three_off = mf_or(mf_and(mf_and(a0, a1), mf_or(b0, b1)), mf_and(mf_and(b0, b1), mf_or(a0, a1)));
  return mf_and_not(all, mf_and_not(mf_and(a.edge, b.edge), three_off));
}

#endif
