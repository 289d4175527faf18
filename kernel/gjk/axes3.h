// Lengths of vectors in 3D, and vectors in the axes of a solid.
#ifndef LGJK_GJK_AXES3_H
#define LGJK_GJK_AXES3_H

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

#endif
