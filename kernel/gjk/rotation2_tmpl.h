// Makes a rotation of a cosine and a sine. It brings them to unit length: times 1 / sqrt(1 + e), a series in e, which
// is c^2 + s^2 - 1. Returns the lanes whose e is in the domain.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/vec2_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

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
