// Operations that differ between registers of 128, 256 and 512 bits in their names alone. A lane header includes this
// after its types and selects, with LANE_MM(name) for the name of an operation of its registers, and LANE_MM_BITS(name)
// for one of whole registers; those of 256 and 512 bits with LANE_GATHER, too.
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

#if LANES >= 8
LANE_INLINE uint32_t lane_count(uint32_t bits) { return (uint32_t)__builtin_popcount(bits); } // how many bits are set
// Returns low * low + high * high of the signed halves.
LANE_INLINE vi vi_add_products(vi a, vi b) { return LANE_MM(madd_epi16)(a, b); }
LANE_INLINE vi vi_truncate(vf a) { return LANE_MM(cvttps_epi32)(a); }     // a is within the range of int32
LANE_INLINE vi vi_max(vi a, vi b) { return LANE_MM(max_epi32)(a, b); }    // a, b below 0x7F800000
LANE_INLINE vi vi_bit(vi n) { return LANE_MM(sllv_epi32)(vi_set(1), n); } // n: 0 to 30

// Transposes a 4x4 matrix of floats in each part of 128 bits.
LANE_INLINE void vf_transpose4(const vf in[4], vf out[4]) {
  const vf l01 = LANE_MM(unpacklo_ps)(in[0], in[1]), h01 = LANE_MM(unpackhi_ps)(in[0], in[1]);
  const vf l23 = LANE_MM(unpacklo_ps)(in[2], in[3]), h23 = LANE_MM(unpackhi_ps)(in[2], in[3]);
  out[0] = LANE_MM(shuffle_ps)(l01, l23, 0x44);
  out[1] = LANE_MM(shuffle_ps)(l01, l23, 0xEE);
  out[2] = LANE_MM(shuffle_ps)(h01, h23, 0x44);
  out[3] = LANE_MM(shuffle_ps)(h01, h23, 0xEE);
}

#define LANE_HAS_PICK
// Picks an entry (`size` rows of a table) for each lane: lane l of out[i] is that of row size * index[l] + i.
LANE_INLINE void vf_pick(const vf* rows, uint32_t size, uint32_t count, vi index, vf* out) {
  static const uint32_t lane[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const vi place = vi_add(LANE_MM(mullo_epi32)(index, vi_set(LANES * size)), vi_load(lane));
  for (uint32_t i = 0; i < count; ++i) out[i] = LANE_GATHER((const float*)(const void*)(rows + i), place);
}
#endif

#endif
