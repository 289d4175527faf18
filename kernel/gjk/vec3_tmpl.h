// Defines vectors of space on the lanes of one real. vec2_tmpl.h has the same names, for code of both dimensions.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/basics.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

typedef struct R(vec) {
  vr x, y, z;
} R(vec);

LANE_INLINE R(vec) R(add)(R(vec) a, R(vec) b) { return (R(vec)){v_add(a.x, b.x), v_add(a.y, b.y), v_add(a.z, b.z)}; }
LANE_INLINE R(vec) R(sub)(R(vec) a, R(vec) b) { return (R(vec)){v_sub(a.x, b.x), v_sub(a.y, b.y), v_sub(a.z, b.z)}; }
LANE_INLINE R(vec) R(neg)(R(vec) a) { return (R(vec)){v_neg(a.x), v_neg(a.y), v_neg(a.z)}; }
LANE_INLINE R(vec) R(scale)(R(vec) a, vr s) { return (R(vec)){v_mul(a.x, s), v_mul(a.y, s), v_mul(a.z, s)}; }
LANE_INLINE vr R(dot)(R(vec) a, R(vec) b) { return v_add(v_add(v_mul(a.x, b.x), v_mul(a.y, b.y)), v_mul(a.z, b.z)); }
LANE_INLINE R(vec) R(cross)(R(vec) a, R(vec) b) {
  return (R(vec)){v_sub(v_mul(a.y, b.z), v_mul(a.z, b.y)), v_sub(v_mul(a.z, b.x), v_mul(a.x, b.z)),
                  v_sub(v_mul(a.x, b.y), v_mul(a.y, b.x))};
}
LANE_INLINE R(vec) R(select_vec)(mr m, R(vec) a, R(vec) b) {
  return (R(vec)){v_select(m, a.x, b.x), v_select(m, a.y, b.y), v_select(m, a.z, b.z)};
}
LANE_INLINE R(vec) R(merge_vec)(mr m, R(vec) a, R(vec) b) {
  return (R(vec)){v_merge(m, a.x, b.x), v_merge(m, a.y, b.y), v_merge(m, a.z, b.z)};
}
LANE_INLINE R(vec) R(flip_vec)(R(vec) v, vr sign) { // opposite where the sign is negative
  return (R(vec)){v_flip_sign(v.x, sign), v_flip_sign(v.y, sign), v_flip_sign(v.z, sign)};
}
LANE_INLINE R(vec) R(blend)(R(vec) p, R(vec) q, vr t) { return R(add)(p, R(scale)(R(sub)(q, p), t)); }
LANE_INLINE mr R(same)(R(vec) a, R(vec) b) { return m_and(m_and(v_eq(a.x, b.x), v_eq(a.y, b.y)), v_eq(a.z, b.z)); }
LANE_INLINE vr R(size)(R(vec) v) { return v_max(v_max(v_abs(v.x), v_abs(v.y)), v_abs(v.z)); } // the largest coordinate
LANE_INLINE vr R(extent)(R(vec) v) { return v_add(v_add(v_abs(v.x), v_abs(v.y)), v_abs(v.z)); }

// Returns a length that is not below |v|, and at most 16% above it.
LANE_INLINE vr R(length_above)(R(vec) v) {
  const vr size = R(size)(v);
  return v_add(size, v_mul(v_set(0.41421360f), v_sub(R(extent)(v), size)));
}

LANE_INLINE void R(to_array)(R(vec) v, vr out[3]) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}
LANE_INLINE R(vec) R(from_array)(const vr in[3]) { return (R(vec)){in[0], in[1], in[2]}; }

// A rotation: the images of the axes.
typedef struct R(rotation) {
  R(vec) x, y, z;
} R(rotation);

LANE_INLINE R(vec) R(rotate)(const R(rotation)* r, R(vec) v) {
  return R(add)(R(add)(R(scale)(r->x, v.x), R(scale)(r->y, v.y)), R(scale)(r->z, v.z));
}
LANE_INLINE R(vec) R(unrotate)(const R(rotation)* r, R(vec) v) {
  return (R(vec)){R(dot)(r->x, v), R(dot)(r->y, v), R(dot)(r->z, v)};
}

// Makes a rotation of a quaternion (x, y, z, w), which it normalises by products over |q|^2, whose inverse is a series
// in |q|^2 - 1. Returns the lanes whose |q|^2 is in the domain.
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
