// Sixteen float lanes, eight double lanes: AVX-512 F, DQ, VL, BW. Masks are mask registers. Rules as in lane_scalar.h.
#ifndef LGJK_LANE_512_H
#define LGJK_LANE_512_H

#include "lane/lane_common.h"
#include "simde/x86/avx512.h"

#define LANES 16
#define WIDE_LANES 8
#define LANE_ALIGN 64

typedef simde__m512 vf;
typedef simde__m512d vd;
typedef simde__mmask16 mf;
typedef simde__mmask8 md;

#define LANE_512_OPS(v, vec, real, mask, s, sign)                                                               \
  LANE_FN vec v##_load(const real* p) { return simde_mm512_loadu_##s(p); }                                      \
  LANE_FN void v##_store(real* p, vec a) { simde_mm512_storeu_##s(p, a); }                                      \
  LANE_FN vec v##_set(real a) { return simde_mm512_set1_##s(a); }                                               \
  LANE_FN vec v##_add(vec a, vec b) { return simde_mm512_add_##s(a, b); }                                       \
  LANE_FN vec v##_sub(vec a, vec b) { return simde_mm512_sub_##s(a, b); }                                       \
  LANE_FN vec v##_mul(vec a, vec b) { return simde_mm512_mul_##s(a, b); }                                       \
  LANE_FN vec v##_div(vec a, vec b) { return simde_mm512_div_##s(a, b); }                                       \
  LANE_FN vec v##_sqrt(vec a) { return simde_mm512_sqrt_##s(a); }                                               \
  LANE_FN vec v##_min(vec a, vec b) { return simde_mm512_min_##s(a, b); }                                       \
  LANE_FN vec v##_max(vec a, vec b) { return simde_mm512_max_##s(a, b); }                                       \
  LANE_FN mask v##_lt(vec a, vec b) { return simde_mm512_cmp_##s##_mask(a, b, SIMDE_CMP_LT_OQ); }               \
  LANE_FN mask v##_le(vec a, vec b) { return simde_mm512_cmp_##s##_mask(a, b, SIMDE_CMP_LE_OQ); }               \
  LANE_FN mask v##_eq(vec a, vec b) { return simde_mm512_cmp_##s##_mask(a, b, SIMDE_CMP_EQ_OQ); }               \
  LANE_FN vec v##_select(mask m, vec a, vec b) { return simde_mm512_mask_blend_##s(m, b, a); }                  \
  LANE_FN vec v##_flip_sign(vec a, vec b) {                                                                     \
    return simde_mm512_xor_##s(a, simde_mm512_and_##s(b, simde_mm512_set1_##s(sign)));                          \
  }                                                                                                             \
  LANE_FN vec v##_neg(vec a) { return simde_mm512_xor_##s(a, simde_mm512_set1_##s(sign)); }                     \
  LANE_FN vec v##_abs(vec a) { return simde_mm512_andnot_##s(simde_mm512_set1_##s(sign), a); }                  \
  LANE_FN mask m##v##_and(mask a, mask b) { return (mask)(a & b); }                                             \
  LANE_FN mask m##v##_or(mask a, mask b) { return (mask)(a | b); }                                              \
  LANE_FN mask m##v##_and_not(mask a, mask b) { return (mask)(a & ~b); }                                        \
  LANE_FN uint32_t m##v##_bits(mask a) { return a; }                                                            \
  LANE_FN mask m##v##_from_bits(uint32_t b) { return (mask)b; }

LANE_512_OPS(vf, vf, float, mf, ps, -0.0f)
LANE_512_OPS(vd, vd, double, md, pd, -0.0)

// SIMDe 0.7.4 has no name for these two; this header is only ever compiled where they are native.
LANE_FN vd vd_widen(vf a, unsigned half) {
  return _mm512_cvtps_pd(half ? _mm512_extractf32x8_ps(a, 1) : simde_mm512_castps512_ps256(a));
}
LANE_FN vd vd_load_float(const float* p) { return _mm512_cvtps_pd(simde_mm256_loadu_ps(p)); }

// Sixteen 16-byte records, one per lane, transposed: out[i] holds element offset + i of every record. Masked broadcasts
// from memory build the registers without the shuffle port.
LANE_FN void vf_load4(const float* const* p, size_t offset, vf out[4]) {
  vf r[4];
  for (int i = 0; i < 4; ++i) {
    vf x = simde_mm512_castps128_ps512(simde_mm_loadu_ps(p[i] + offset));
    x = simde_mm512_mask_broadcast_f32x4(x, 0x00F0, simde_mm_loadu_ps(p[i + 4] + offset));
    x = simde_mm512_mask_broadcast_f32x4(x, 0x0F00, simde_mm_loadu_ps(p[i + 8] + offset));
    r[i] = simde_mm512_mask_broadcast_f32x4(x, 0xF000, simde_mm_loadu_ps(p[i + 12] + offset));
  }
  const vf l01 = simde_mm512_unpacklo_ps(r[0], r[1]), h01 = simde_mm512_unpackhi_ps(r[0], r[1]);
  const vf l23 = simde_mm512_unpacklo_ps(r[2], r[3]), h23 = simde_mm512_unpackhi_ps(r[2], r[3]);
  out[0] = simde_mm512_shuffle_ps(l01, l23, 0x44);
  out[1] = simde_mm512_shuffle_ps(l01, l23, 0xEE);
  out[2] = simde_mm512_shuffle_ps(h01, h23, 0x44);
  out[3] = simde_mm512_shuffle_ps(h01, h23, 0xEE);
}

#endif
