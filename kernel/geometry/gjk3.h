// The search in 3D, for float and for double, and what belongs to one of them.
#ifndef LGJK_GEOMETRY_GJK3_H
#define LGJK_GEOMETRY_GJK3_H

#include <math.h>

#include "geometry/search_effort.h"
#include "geometry/tolerance3.h"
#include "lane/dimension.h"
#include "shape/shapes3.h"

#if DIM != 3
#error "compiled for the other dimension"
#endif

#define REAL_IS_DOUBLE 0
#include "lane/real_begin.h"
#include "geometry/gjk3_tmpl.h"
#include "lane/real_end.h"

#define REAL_IS_DOUBLE 1
#include "lane/real_begin.h"
#include "geometry/gjk3_tmpl.h"
#include "lane/real_end.h"

// Not below |v|, and at most 6% above it.
LANE_FN vf length_above(vec_f v) {
  const vf size = size_f(v);
  return vf_add(size, vf_mul(vf_set(0.41421360f), vf_sub(extent_f(v), size)));
}

#endif
