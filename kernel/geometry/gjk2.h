// The search in 2D, for float and for double, and what belongs to one of them.
#ifndef LGJK_GEOMETRY_GJK2_H
#define LGJK_GEOMETRY_GJK2_H

#include <math.h>

#include "geometry/search_effort.h"
#include "geometry/tolerance2.h"
#include "lane/dimension.h"
#include "shape/shapes2.h"

#if DIM != 2
#error "compiled for the other dimension"
#endif

#define REAL_IS_DOUBLE 0
#include "lane/real_begin.h"
#include "geometry/gjk2_tmpl.h"
#include "lane/real_end.h"

#define REAL_IS_DOUBLE 1
#include "lane/real_begin.h"
#include "geometry/gjk2_tmpl.h"
#include "lane/real_end.h"

// A rotation within the domain, brought to unit length: 1 / sqrt(1 + e) to the second order, which is exact to 1e-12.
LANE_FN rotation_f unit_f(vf c, vf s, mf* valid) {
  const vf e = vf_sub(vf_add(vf_mul(c, c), vf_mul(s, s)), vf_set(1));
  const vf f = vf_sub(vf_set(1), vf_mul(e, vf_sub(vf_set(0.5f), vf_mul(vf_set(0.375f), e))));
  *valid = vf_le(vf_abs(e), vf_set(ROTATION_SLACK));
  return (rotation_f){vf_mul(c, f), vf_mul(s, f)};
}

// The same to the fourth order: the next term is below 1e-20. Cheaper than a root and a division in double.
LANE_FN rotation_d unit_d(vd c, vd s) {
  const vd e = vd_sub(vd_add(vd_mul(c, c), vd_mul(s, s)), vd_set(1));
  vd f = vd_sub(vd_mul(vd_set(35.0 / 128), e), vd_set(5.0 / 16));
  f = vd_add(vd_mul(f, e), vd_set(3.0 / 8));
  f = vd_sub(vd_mul(f, e), vd_set(0.5));
  f = vd_add(vd_mul(f, e), vd_set(1));
  return (rotation_d){vd_mul(c, f), vd_mul(s, f)};
}

// Not below sqrt(x*x + y*y), and at most 8.3% above it.
LANE_FN vf length_above(vec_f v) {
  const vf x = vf_abs(v.x), y = vf_abs(v.y);
  return vf_add(vf_max(x, y), vf_mul(vf_set(0.41421360f), vf_min(x, y)));
}

#endif
