// Four float lanes, two double lanes: SSE2, the x86-64 baseline, and AArch64 NEON, which SIMDe maps one to one for all
// operations used here. Rules as in lane_scalar.h.
#ifndef LGJK_LANE_128_H
#define LGJK_LANE_128_H

#include "lane/lane_common.h"
#include "simde/x86/sse2.h"

#define LANES 4
#define WIDE_LANES 2
#define LANE_ALIGN 16

typedef simde__m128 vf;
typedef simde__m128d vd;
typedef simde__m128 mf; // all ones or all zeros in each lane
typedef simde__m128d md;

#define LANE_128_OPS(v, vec, real, s, sign)                                                                     \
  LANE_FN vec v##_load(const real* p) { return simde_mm_loadu_##s(p); }                                         \
  LANE_FN void v##_store(real* p, vec a) { simde_mm_storeu_##s(p, a); }                                         \
  LANE_FN vec v##_set(real a) { return simde_mm_set1_##s(a); }                                                  \
  LANE_FN vec v##_add(vec a, vec b) { return simde_mm_add_##s(a, b); }                                          \
  LANE_FN vec v##_sub(vec a, vec b) { return simde_mm_sub_##s(a, b); }                                          \
  LANE_FN vec v##_mul(vec a, vec b) { return simde_mm_mul_##s(a, b); }                                          \
  LANE_FN vec v##_div(vec a, vec b) { return simde_mm_div_##s(a, b); }                                          \
  LANE_FN vec v##_sqrt(vec a) { return simde_mm_sqrt_##s(a); }                                                  \
  LANE_FN vec v##_lt(vec a, vec b) { return simde_mm_cmplt_##s(a, b); }                                         \
  LANE_FN vec v##_le(vec a, vec b) { return simde_mm_cmple_##s(a, b); }                                         \
  LANE_FN vec v##_eq(vec a, vec b) { return simde_mm_cmpeq_##s(a, b); }                                         \
  LANE_FN vec v##_select(vec m, vec a, vec b) {                                                                 \
    return simde_mm_or_##s(simde_mm_and_##s(m, a), simde_mm_andnot_##s(m, b));                                  \
  }                                                                                                             \
  LANE_FN vec v##_min(vec a, vec b) { return LANE_128_MIN(v, s, a, b); }                                        \
  LANE_FN vec v##_max(vec a, vec b) { return LANE_128_MAX(v, s, a, b); }                                        \
  LANE_FN vec v##_flip_sign(vec a, vec b) {                                                                     \
    return simde_mm_xor_##s(a, simde_mm_and_##s(b, simde_mm_set1_##s(sign)));                                   \
  }                                                                                                             \
  LANE_FN vec v##_neg(vec a) { return simde_mm_xor_##s(a, simde_mm_set1_##s(sign)); }                           \
  LANE_FN vec v##_abs(vec a) { return simde_mm_andnot_##s(simde_mm_set1_##s(sign), a); }                        \
  LANE_FN vec m##v##_and(vec a, vec b) { return simde_mm_and_##s(a, b); }                                       \
  LANE_FN vec m##v##_or(vec a, vec b) { return simde_mm_or_##s(a, b); }                                         \
  LANE_FN vec m##v##_and_not(vec a, vec b) { return simde_mm_andnot_##s(b, a); }                                \
  LANE_FN uint32_t m##v##_bits(vec a) { return (uint32_t)simde_mm_movemask_##s(a); }

// SSE's min and max are exactly a < b ? a : b and a > b ? a : b; NEON's are not (NaN, signed zeros).
#if defined(SIMDE_X86_SSE2_NATIVE)
#define LANE_128_MIN(v, s, a, b) simde_mm_min_##s(a, b)
#define LANE_128_MAX(v, s, a, b) simde_mm_max_##s(a, b)
#else
#define LANE_128_MIN(v, s, a, b) v##_select(v##_lt(a, b), a, b)
#define LANE_128_MAX(v, s, a, b) v##_select(v##_lt(b, a), a, b)
#endif

LANE_128_OPS(vf, vf, float, ps, -0.0f)
LANE_128_OPS(vd, vd, double, pd, -0.0)

LANE_FN mf mvf_from_bits(uint32_t b) {
  const simde__m128i bit = simde_mm_set_epi32(8, 4, 2, 1);
  const simde__m128i set = simde_mm_and_si128(simde_mm_set1_epi32((int32_t)b), bit);
  return simde_mm_castsi128_ps(simde_mm_cmpeq_epi32(set, bit));
}
LANE_FN md mvd_from_bits(uint32_t b) {
  const simde__m128i bit = simde_mm_set_epi32(2, 2, 1, 1);
  const simde__m128i set = simde_mm_and_si128(simde_mm_set1_epi32((int32_t)b), bit);
  return simde_mm_castsi128_pd(simde_mm_cmpeq_epi32(set, bit));
}

LANE_FN vd vd_widen(vf a, unsigned half) { return simde_mm_cvtps_pd(half ? simde_mm_movehl_ps(a, a) : a); }
LANE_FN vd vd_load_float(const float* p) { return simde_mm_set_pd((double)p[1], (double)p[0]); }

// Four 16-byte records, one per lane, transposed: out[i] holds element offset + i of every record.
LANE_FN void vf_load4(const float* const* p, size_t offset, vf out[4]) {
  const vf r0 = vf_load(p[0] + offset), r1 = vf_load(p[1] + offset);
  const vf r2 = vf_load(p[2] + offset), r3 = vf_load(p[3] + offset);
  const vf l01 = simde_mm_unpacklo_ps(r0, r1), h01 = simde_mm_unpackhi_ps(r0, r1);
  const vf l23 = simde_mm_unpacklo_ps(r2, r3), h23 = simde_mm_unpackhi_ps(r2, r3);
  out[0] = simde_mm_movelh_ps(l01, l23);
  out[1] = simde_mm_movehl_ps(l23, l01);
  out[2] = simde_mm_movelh_ps(h01, h23);
  out[3] = simde_mm_movehl_ps(h23, h01);
}

#endif
