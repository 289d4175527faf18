// Operations that differ between registers of 128, 256 and 512 bits in their names alone. A lane header includes this
// after its types and selects, with LANE_MM(name) for the name of an operation of its registers, and LANE_MM_BITS(name)
// for one of whole registers.
#ifndef LGJK_LANE_SIMD_H
#define LGJK_LANE_SIMD_H

#ifndef LANE_MM
#error "include a lane header"
#endif

#define LANE_SIMD_OPS(v, vec, real, mask, s, sign)                                    \
  LANE_INLINE vec v##_load(const real* p) { return LANE_MM(loadu_##s)(p); }           \
  LANE_INLINE void v##_store(real* p, vec a) { LANE_MM(storeu_##s)(p, a); }           \
  LANE_INLINE vec v##_set(real a) { return LANE_MM(set1_##s)(a); }                    \
  LANE_INLINE vec v##_add(vec a, vec b) { return LANE_MM(add_##s)(a, b); }            \
  LANE_INLINE vec v##_sub(vec a, vec b) { return LANE_MM(sub_##s)(a, b); }            \
  LANE_INLINE vec v##_mul(vec a, vec b) { return LANE_MM(mul_##s)(a, b); }            \
  LANE_INLINE vec v##_div(vec a, vec b) { return LANE_MM(div_##s)(a, b); }            \
  LANE_INLINE vec v##_sqrt(vec a) { return LANE_MM(sqrt_##s)(a); }                    \
  LANE_INLINE vec v##_flip_sign(vec a, vec b) {                                       \
    return LANE_MM(xor_##s)(a, LANE_MM(and_##s)(b, LANE_MM(set1_##s)(sign)));         \
  }                                                                                   \
  /* the select for masks that are hard to predict: with one lane it has no branch */ \
  LANE_INLINE vec v##_merge(mask m, vec a, vec b) { return v##_select(m, a, b); }

LANE_SIMD_OPS(vf, vf, float, mf, ps, -0.0f)
LANE_SIMD_OPS(vd, vd, double, md, pd, -0.0)

LANE_INLINE vi vi_of(vf a) { return LANE_MM_BITS(castps)(a); } // the bits of a
LANE_INLINE vf vf_convert(vi a) { return LANE_MM(cvtepi32_ps)(a); }
LANE_INLINE vi vi_load(const uint32_t* p) { return LANE_MM_BITS(loadu)((const vi*)(const void*)p); }
LANE_INLINE void vi_store(uint32_t* p, vi a) { LANE_MM_BITS(storeu)((vi*)(void*)p, a); }
LANE_INLINE vi vi_set(uint32_t a) { return LANE_MM(set1_epi32)((int32_t)a); }
LANE_INLINE vi vi_and(vi a, uint32_t b) { return LANE_MM_BITS(and)(a, vi_set(b)); }
LANE_INLINE vi vi_or(vi a, vi b) { return LANE_MM_BITS(or)(a, b); }
LANE_INLINE vi vi_xor(vi a, vi b) { return LANE_MM_BITS(xor)(a, b); }
LANE_INLINE vi vi_and_not(vi a, vi b) { return LANE_MM_BITS(andnot)(b, a); }
LANE_INLINE vi vi_add(vi a, vi b) { return LANE_MM(add_epi32)(a, b); }
LANE_INLINE vi vi_sub(vi a, vi b) { return LANE_MM(sub_epi32)(a, b); }
LANE_INLINE vi vi_min(vi a, vi b) { return LANE_MM(min_epi16)(a, b); } // a, b below 32768
LANE_INLINE vi vi_shl(vi a, int n) { return LANE_MM(sll_epi32)(a, simde_mm_cvtsi32_si128(n)); }
LANE_INLINE vi vi_shr(vi a, int n) { return LANE_MM(srl_epi32)(a, simde_mm_cvtsi32_si128(n)); }
LANE_INLINE vi vi_sar(vi a, int n) { return LANE_MM(sra_epi32)(a, simde_mm_cvtsi32_si128(n)); }

#endif
