// Defines vectors of the plane on the lanes of one real. vec3_tmpl.h has the same names, for code of both dimensions.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/basics.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

typedef struct R(vec) {
  vr x, y;
} R(vec);

LANE_INLINE R(vec) R(add)(R(vec) a, R(vec) b) { return (R(vec)){v_add(a.x, b.x), v_add(a.y, b.y)}; }
LANE_INLINE R(vec) R(sub)(R(vec) a, R(vec) b) { return (R(vec)){v_sub(a.x, b.x), v_sub(a.y, b.y)}; }
LANE_INLINE R(vec) R(neg)(R(vec) a) { return (R(vec)){v_neg(a.x), v_neg(a.y)}; }
LANE_INLINE R(vec) R(scale)(R(vec) a, vr s) { return (R(vec)){v_mul(a.x, s), v_mul(a.y, s)}; }
LANE_INLINE vr R(dot)(R(vec) a, R(vec) b) { return v_add(v_mul(a.x, b.x), v_mul(a.y, b.y)); }
LANE_INLINE vr R(cross)(R(vec) a, R(vec) b) { return v_sub(v_mul(a.x, b.y), v_mul(a.y, b.x)); }
LANE_INLINE R(vec) R(select_vec)(mr m, R(vec) a, R(vec) b) {
  return (R(vec)){v_select(m, a.x, b.x), v_select(m, a.y, b.y)};
}
LANE_INLINE R(vec) R(merge_vec)(mr m, R(vec) a, R(vec) b) {
  return (R(vec)){v_merge(m, a.x, b.x), v_merge(m, a.y, b.y)};
}
LANE_INLINE R(vec) R(flip_vec)(R(vec) v, vr sign) { // opposite where the sign is negative
  return (R(vec)){v_flip_sign(v.x, sign), v_flip_sign(v.y, sign)};
}
LANE_INLINE R(vec) R(blend)(R(vec) p, R(vec) q, vr t) { return R(add)(p, R(scale)(R(sub)(q, p), t)); }
LANE_INLINE mr R(same)(R(vec) a, R(vec) b) { return m_and(v_eq(a.x, b.x), v_eq(a.y, b.y)); }
LANE_INLINE vr R(size)(R(vec) v) { return v_max(v_abs(v.x), v_abs(v.y)); } // the largest coordinate
LANE_INLINE vr R(extent)(R(vec) v) { return v_add(v_abs(v.x), v_abs(v.y)); }

// Returns a length that is not below |v|, and at most 8.3% above it.
LANE_INLINE vr R(length_above)(R(vec) v) {
  const vr x = v_abs(v.x), y = v_abs(v.y);
  return v_add(v_max(x, y), v_mul(v_set(0.41421360f), v_min(x, y)));
}

LANE_INLINE void R(to_array)(R(vec) v, vr out[2]) {
  out[0] = v.x;
  out[1] = v.y;
}
LANE_INLINE R(vec) R(from_array)(const vr in[2]) { return (R(vec)){in[0], in[1]}; }

typedef struct R(rotation) {
  vr c, s; // cosine, sine
} R(rotation);

LANE_INLINE R(vec) R(rotate)(const R(rotation)* r, R(vec) v) {
  return (R(vec)){v_sub(v_mul(r->c, v.x), v_mul(r->s, v.y)), v_add(v_mul(r->s, v.x), v_mul(r->c, v.y))};
}
LANE_INLINE R(vec) R(unrotate)(const R(rotation)* r, R(vec) v) {
  return (R(vec)){v_add(v_mul(r->c, v.x), v_mul(r->s, v.y)), v_sub(v_mul(r->c, v.y), v_mul(r->s, v.x))};
}

// Makes a rotation of a cosine and a sine. It brings them to unit length: times 1 / sqrt(1 + e), a series in e, which
// is c^2 + s^2 - 1. Returns the lanes whose e is in the domain.
LANE_INLINE mr R(unit)(const vr turn[2], R(rotation)* out) {
  const vr one = v_set(1), c = turn[0], s = turn[1];
  const vr e = v_sub(v_add(v_mul(c, c), v_mul(s, s)), one);
#if REAL_IS_DOUBLE // to the fourth order: the next term is below 1e-20. Cheaper than a root and a division in double
  vr f = v_sub(v_mul(v_set(35.0 / 128), e), v_set(5.0 / 16));
  f = v_add(v_mul(f, e), v_set(3.0 / 8));
  f = v_sub(v_mul(f, e), v_set(0.5));
  f = v_add(v_mul(f, e), one);
#else // to the second order: exact to 1e-12
  const vr f = v_sub(one, v_mul(e, v_sub(v_set(0.5f), v_mul(v_set(0.375f), e))));
#endif
  *out = (R(rotation)){v_mul(c, f), v_mul(s, f)};
  return v_le(v_abs(e), v_set(ROTATION_SLACK));
}
