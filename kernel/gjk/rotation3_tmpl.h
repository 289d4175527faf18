// Makes a rotation of a quaternion (x, y, z, w), which it normalises by products over |q|^2, whose inverse is a series
// in |q|^2 - 1. Returns the lanes whose |q|^2 is in the domain.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/vec3_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

LANE_INLINE mr R(unit)(const vr q[4], R(rotation)* out) {
  const vr one = v_set(1), x = q[0], y = q[1], z = q[2], w = q[3];
  const vr qq = v_add(v_add(v_mul(x, x), v_mul(y, y)), v_add(v_mul(z, z), v_mul(w, w)));
  const vr e = v_sub(qq, one);
  vr s = v_sub(one, e);
  for (int i = 0; i < LANE_PICK(1, 4); ++i) s = v_sub(one, v_mul(e, s)); // 1 - e + e^2 - ...
  s = v_mul(v_set(2), s);
  const vr sx = v_mul(s, x), sy = v_mul(s, y), sz = v_mul(s, z);
  const vr xx = v_mul(sx, x), yy = v_mul(sy, y), zz = v_mul(sz, z);
  const vr xy = v_mul(sx, y), xz = v_mul(sx, z), yz = v_mul(sy, z);
  const vr xw = v_mul(sx, w), yw = v_mul(sy, w), zw = v_mul(sz, w);
  out->x = (R(vec)){v_sub(one, v_add(yy, zz)), v_add(xy, zw), v_sub(xz, yw)};
  out->y = (R(vec)){v_sub(xy, zw), v_sub(one, v_add(xx, zz)), v_add(yz, xw)};
  out->z = (R(vec)){v_add(xz, yw), v_sub(yz, xw), v_sub(one, v_add(xx, yy))};
  return v_le(v_abs(e), v_set(ROTATION_SLACK));
}
