// Eight float lanes, four double lanes: AVX2 (AVX would do). Rules as in lane_scalar.h.
#ifndef LGJK_LANE_256_H
#define LGJK_LANE_256_H

#include "lane/lane_common.h"
#include "simde/x86/avx2.h"

#define LANES 8
#define WIDE_LANES 4
#define LANE_ALIGN 32

typedef simde__m256 vf;
typedef simde__m256d vd;
typedef simde__m256 mf; // all ones or all zeros in each lane
typedef simde__m256d md;

#define LANE_256_OPS(v, vec, real, s, sign)                                                                     \
  LANE_FN vec v##_load(const real* p) { return simde_mm256_loadu_##s(p); }                                      \
  LANE_FN void v##_store(real* p, vec a) { simde_mm256_storeu_##s(p, a); }                                      \
  LANE_FN vec v##_set(real a) { return simde_mm256_set1_##s(a); }                                               \
  LANE_FN vec v##_add(vec a, vec b) { return simde_mm256_add_##s(a, b); }                                       \
  LANE_FN vec v##_sub(vec a, vec b) { return simde_mm256_sub_##s(a, b); }                                       \
  LANE_FN vec v##_mul(vec a, vec b) { return simde_mm256_mul_##s(a, b); }                                       \
  LANE_FN vec v##_div(vec a, vec b) { return simde_mm256_div_##s(a, b); }                                       \
  LANE_FN vec v##_sqrt(vec a) { return simde_mm256_sqrt_##s(a); }                                               \
  LANE_FN vec v##_min(vec a, vec b) { return simde_mm256_min_##s(a, b); }                                       \
  LANE_FN vec v##_max(vec a, vec b) { return simde_mm256_max_##s(a, b); }                                       \
  LANE_FN vec v##_lt(vec a, vec b) { return simde_mm256_cmp_##s(a, b, SIMDE_CMP_LT_OQ); }                       \
  LANE_FN vec v##_le(vec a, vec b) { return simde_mm256_cmp_##s(a, b, SIMDE_CMP_LE_OQ); }                       \
  LANE_FN vec v##_eq(vec a, vec b) { return simde_mm256_cmp_##s(a, b, SIMDE_CMP_EQ_OQ); }                       \
  LANE_FN vec v##_select(vec m, vec a, vec b) { return simde_mm256_blendv_##s(b, a, m); }                       \
  LANE_FN vec v##_flip_sign(vec a, vec b) {                                                                     \
    return simde_mm256_xor_##s(a, simde_mm256_and_##s(b, simde_mm256_set1_##s(sign)));                          \
  }                                                                                                             \
  LANE_FN vec v##_neg(vec a) { return simde_mm256_xor_##s(a, simde_mm256_set1_##s(sign)); }                     \
  LANE_FN vec v##_abs(vec a) { return simde_mm256_andnot_##s(simde_mm256_set1_##s(sign), a); }                  \
  LANE_FN vec m##v##_and(vec a, vec b) { return simde_mm256_and_##s(a, b); }                                    \
  LANE_FN vec m##v##_or(vec a, vec b) { return simde_mm256_or_##s(a, b); }                                      \
  LANE_FN vec m##v##_and_not(vec a, vec b) { return simde_mm256_andnot_##s(b, a); }                             \
  LANE_FN uint32_t m##v##_bits(vec a) { return (uint32_t)simde_mm256_movemask_##s(a); }

LANE_256_OPS(vf, vf, float, ps, -0.0f)
LANE_256_OPS(vd, vd, double, pd, -0.0)

LANE_FN mf mvf_from_bits(uint32_t b) {
  const simde__m256i bit = simde_mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
  const simde__m256i set = simde_mm256_and_si256(simde_mm256_set1_epi32((int32_t)b), bit);
  return simde_mm256_castsi256_ps(simde_mm256_cmpeq_epi32(set, bit));
}
LANE_FN md mvd_from_bits(uint32_t b) {
  const simde__m256i bit = simde_mm256_set_epi32(8, 8, 4, 4, 2, 2, 1, 1);
  const simde__m256i set = simde_mm256_and_si256(simde_mm256_set1_epi32((int32_t)b), bit);
  return simde_mm256_castsi256_pd(simde_mm256_cmpeq_epi32(set, bit));
}

LANE_FN vd vd_widen(vf a, unsigned half) {
  return simde_mm256_cvtps_pd(half ? simde_mm256_extractf128_ps(a, 1) : simde_mm256_castps256_ps128(a));
}
LANE_FN vd vd_load_float(const float* p) { return simde_mm256_cvtps_pd(simde_mm_loadu_ps(p)); }

// Eight 16-byte records, one per lane, transposed: out[i] holds element offset + i of every record.
LANE_FN void vf_load4(const float* const* p, size_t offset, vf out[4]) {
  vf r[4];
  for (int i = 0; i < 4; ++i) {
    r[i] = simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm_loadu_ps(p[i] + offset)),
                                     simde_mm_loadu_ps(p[i + 4] + offset), 1);
  }
  const vf l01 = simde_mm256_unpacklo_ps(r[0], r[1]), h01 = simde_mm256_unpackhi_ps(r[0], r[1]);
  const vf l23 = simde_mm256_unpacklo_ps(r[2], r[3]), h23 = simde_mm256_unpackhi_ps(r[2], r[3]);
  out[0] = simde_mm256_shuffle_ps(l01, l23, 0x44);
  out[1] = simde_mm256_shuffle_ps(l01, l23, 0xEE);
  out[2] = simde_mm256_shuffle_ps(h01, h23, 0x44);
  out[3] = simde_mm256_shuffle_ps(h01, h23, 0xEE);
}

#endif
