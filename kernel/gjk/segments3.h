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

#endif
