// Four float lanes, two double lanes: SSE2 (the x86-64 baseline), AArch64 NEON and WebAssembly SIMD. SIMDe maps NEON
// one to one for all operations used here. The rules are those of lane_scalar.h.
#ifndef LGJK_LANE_128_H
#define LGJK_LANE_128_H

#include "lane/lane_common.h"
#include "simde/x86/sse2.h"
#if !defined(SIMDE_X86_SSE2_NATIVE) && !defined(SIMDE_ARM_NEON_A64V8_NATIVE) && !defined(SIMDE_WASM_SIMD128_NATIVE)
#error "lanes need the flags of their instruction set: SIMDe would emulate it silently"
#endif

#define LANES 4
#define WIDE_LANES 2
#define LANE_ALIGN 16

typedef simde__m128 vf;
typedef simde__m128d vd;
typedef simde__m128i vi; // 32-bit integers
typedef simde__m128 mf;  // all ones or all zeros in each lane
typedef simde__m128d md;

#define LANE_MM(name) simde_mm_##name
#define LANE_MM_BITS(name) simde_mm_##name##_si128

// All bits but the sign, as an operand from memory. SSE would need a copy of the sign's own constant to clear a's sign,
// and gcc makes that of one float by a shuffle.
#define LANE_128_BELOW_SIGN_ps simde_mm_castsi128_ps(simde_mm_set1_epi32(INT32_MAX))
#define LANE_128_BELOW_SIGN_pd simde_mm_castsi128_pd(simde_mm_set1_epi64x(INT64_MAX))

#define LANE_128_OPS(v, vec, real, mask, s, sign)                                         \
  LANE_INLINE vec v##_lt(vec a, vec b) { return simde_mm_cmplt_##s(a, b); }               \
  LANE_INLINE vec v##_le(vec a, vec b) { return simde_mm_cmple_##s(a, b); }               \
  LANE_INLINE vec v##_eq(vec a, vec b) { return simde_mm_cmpeq_##s(a, b); }               \
  LANE_INLINE vec v##_select(vec m, vec a, vec b) { return LANE_128_SELECT(s, m, a, b); } \
  LANE_INLINE vec v##_min(vec a, vec b) { return LANE_128_MIN(v, s, a, b); }              \
  LANE_INLINE vec v##_max(vec a, vec b) { return LANE_128_MAX(v, s, a, b); }              \
  LANE_INLINE vec v##_neg(vec a) { return LANE_128_NEG(s, a, sign); }                     \
  LANE_INLINE vec v##_abs(vec a) { return LANE_128_ABS(s, a); }                           \
  LANE_INLINE vec mask##_and(vec a, vec b) { return simde_mm_and_##s(a, b); }             \
  LANE_INLINE vec mask##_or(vec a, vec b) { return simde_mm_or_##s(a, b); }               \
  LANE_INLINE vec mask##_and_not(vec a, vec b) { return simde_mm_andnot_##s(b, a); }      \
  LANE_INLINE uint32_t mask##_bits(vec a) { return (uint32_t)LANE_128_BITS_##s(a); }

// SSE's min and max are exactly a < b ? a : b and a > b ? a : b. So are WebAssembly's pmin and pmax of b and a, and its
// select is one instruction: SIMDe uses others. NEON's min and max are not (NaN, signed zeros). NEON has a select,
// which gcc finds in two exclusive ors. SSE has none, and these would be one step more from a to the result.
#if defined(SIMDE_X86_SSE2_NATIVE)
#define LANE_128_SELECT(s, m, a, b) simde_mm_or_##s(simde_mm_and_##s(m, a), simde_mm_andnot_##s(m, b))
#define LANE_128_MIN(v, s, a, b) simde_mm_min_##s(a, b)
#define LANE_128_MAX(v, s, a, b) simde_mm_max_##s(a, b)
#elif defined(SIMDE_WASM_SIMD128_NATIVE)
#define LANE_128_SELECT(s, m, a, b) wasm_v128_bitselect(a, b, m)
#define LANE_128_MIN(v, s, a, b) LANE_128_WASM_##s(pmin)(b, a)
#define LANE_128_MAX(v, s, a, b) LANE_128_WASM_##s(pmax)(b, a)
#else
#define LANE_128_SELECT(s, m, a, b) simde_mm_xor_##s(b, simde_mm_and_##s(m, simde_mm_xor_##s(a, b)))
#define LANE_128_MIN(v, s, a, b) v##_select(v##_lt(a, b), a, b)
#define LANE_128_MAX(v, s, a, b) v##_select(v##_lt(b, a), a, b)
#endif

// What else SIMDe writes for WebAssembly in many instructions, or by constants that V8 rebuilds at each use.
#if defined(SIMDE_WASM_SIMD128_NATIVE)
#define LANE_128_WASM_ps(name) wasm_f32x4_##name
#define LANE_128_WASM_pd(name) wasm_f64x2_##name
#define LANE_128_BITS_ps(a) wasm_i32x4_bitmask(a)
#define LANE_128_BITS_pd(a) wasm_i64x2_bitmask(a)
#define LANE_128_NEG(s, a, sign) LANE_128_WASM_##s(neg)(a)
#define LANE_128_ABS(s, a) LANE_128_WASM_##s(abs)(a)
#define LANE_128_TRUNCATE(a) wasm_i32x4_trunc_sat_f32x4(a)
#define LANE_128_ADD_PRODUCTS(a, b) wasm_i32x4_dot_i16x8(a, b)
#else
#define LANE_128_BITS_ps(a) simde_mm_movemask_ps(a)
#define LANE_128_BITS_pd(a) simde_mm_movemask_pd(a)
#define LANE_128_NEG(s, a, sign) simde_mm_xor_##s(a, simde_mm_set1_##s(sign))
#define LANE_128_ABS(s, a) simde_mm_and_##s(a, LANE_128_BELOW_SIGN_##s)
#define LANE_128_TRUNCATE(a) simde_mm_cvttps_epi32(a)
#define LANE_128_ADD_PRODUCTS(a, b) simde_mm_madd_epi16(a, b)
#endif

LANE_128_OPS(vf, vf, float, mf, ps, -0.0f)
LANE_128_OPS(vd, vd, double, md, pd, -0.0)
#include "lane/lane_simd.h"

LANE_INLINE mf mf_from_bits(uint32_t b) {
  const simde__m128i bit = simde_mm_set_epi32(8, 4, 2, 1);
  const simde__m128i set = simde_mm_and_si128(simde_mm_set1_epi32((int32_t)b), bit);
  return simde_mm_castsi128_ps(simde_mm_cmpeq_epi32(set, bit));
}
LANE_INLINE md md_from_bits(uint32_t b) {
  const simde__m128i bit = simde_mm_set_epi32(2, 2, 1, 1);
  const simde__m128i set = simde_mm_and_si128(simde_mm_set1_epi32((int32_t)b), bit);
  return simde_mm_castsi128_pd(simde_mm_cmpeq_epi32(set, bit));
}

LANE_INLINE vd vd_widen(vf a, unsigned half) { return simde_mm_cvtps_pd(half ? simde_mm_movehl_ps(a, a) : a); }
// Returns how many of LANES bits are set. A table of digits serves: SSE2 has no instruction, and gcc calls a function.
LANE_INLINE uint32_t lane_count(uint32_t bits) { return (uint32_t)(0x4332322132212110u >> (4 * bits)) & 15; }

LANE_INLINE vf vf_narrow(const double* p) { // rounds LANES doubles, each once
  return simde_mm_movelh_ps(simde_mm_cvtpd_ps(vd_load(p)), simde_mm_cvtpd_ps(vd_load(p + 2)));
}
LANE_INLINE vd vd_load_float(const float* p) { return simde_mm_set_pd((double)p[1], (double)p[0]); }

LANE_INLINE vf vf_of(vi a) { return simde_mm_castsi128_ps(a); }
LANE_INLINE vi vi_truncate(vf a) { return LANE_128_TRUNCATE(a); } // a is within the range of int32
// Returns the maximum of numbers below 0x7F800000, in the order of the floats of the same bits: SSE2 has none of words.
LANE_INLINE vi vi_max(vi a, vi b) { return vi_of(vf_max(vf_of(a), vf_of(b))); }
LANE_INLINE mf vi_lt(vi a, vi b) { return simde_mm_castsi128_ps(simde_mm_cmpgt_epi32(b, a)); } // signed
// Returns low * low + high * high of the signed halves.
LANE_INLINE vi vi_add_products(vi a, vi b) { return LANE_128_ADD_PRODUCTS(a, b); }
LANE_INLINE vi vi_join_halves(vi low, vi high) { // joins the low halves
  return simde_mm_or_si128(vi_and(low, 0xFFFF), simde_mm_slli_epi32(high, 16));
}
LANE_INLINE vi vi_and_xor(vi a, uint32_t b, uint32_t c) { return vi_xor(vi_and(a, b), vi_set(c)); }
LANE_INLINE vi vi_or_where(mf m, vi a, uint32_t b) { return vi_or(a, vi_and(simde_mm_castps_si128(m), b)); }
LANE_INLINE vi vi_bit(vi n) { // n: 0 to 30; the exponent of the float 2^n is n + 127
  return LANE_128_TRUNCATE(simde_mm_castsi128_ps(simde_mm_slli_epi32(vi_add(n, vi_set(127)), 23)));
}

// Transposes a 4x4 matrix of floats.
LANE_INLINE void vf_transpose4(const vf in[4], vf out[4]) {
  const vf l01 = simde_mm_unpacklo_ps(in[0], in[1]), h01 = simde_mm_unpackhi_ps(in[0], in[1]);
  const vf l23 = simde_mm_unpacklo_ps(in[2], in[3]), h23 = simde_mm_unpackhi_ps(in[2], in[3]);
  out[0] = simde_mm_movelh_ps(l01, l23);
  out[1] = simde_mm_movehl_ps(l23, l01);
  out[2] = simde_mm_movelh_ps(h01, h23);
  out[3] = simde_mm_movehl_ps(h23, h01);
}

// Inverts vf_load_records for one quad: record l receives element l of each of the four registers.
LANE_INLINE void vf_store_records(char* base, size_t stride, const uint32_t* index, const vf in[4]) {
  vf r[4];
  vf_transpose4(in, r);
  for (int i = 0; i < 4; ++i) vf_store((float*)(void*)(base + stride * index[i]), r[i]);
}

// Stores x and y alternately.
LANE_INLINE void vf_store_pairs(float* p, vf x, vf y) {
  vf_store(p, simde_mm_unpacklo_ps(x, y));
  vf_store(p + 4, simde_mm_unpackhi_ps(x, y));
}

// Loads records of quads (four floats each), at base + stride * index[l], transposed: out[i] holds float i of every
// record. Skips `gap` quads after the first.
LANE_INLINE void vf_load_records(const char* base, size_t stride, const uint32_t* index, uint32_t gap, uint32_t quads,
                                 vf* out) {
  const float* p[LANES];
  for (int i = 0; i < LANES; ++i) p[i] = (const float*)(const void*)(base + stride * index[i]);
  for (uint32_t k = 0; k < quads; ++k) {
    vf r[4];
    for (int i = 0; i < 4; ++i) r[i] = vf_load(p[i] + 4 * (k ? k + gap : 0));
    vf_transpose4(r, out + 4 * k);
  }
}

// Joins the first lanes of four registers. A vector that is stored lane by lane and loaded at once would wait until all
// of it is in the cache.
#define LANE_128_JOIN(one) \
  simde_mm_movelh_ps(simde_mm_unpacklo_ps(one[0], one[1]), simde_mm_unpacklo_ps(one[2], one[3]))

// Loads a float for each lane, at base + stride * index[l].
LANE_INLINE vf vf_load_each(const char* base, size_t stride, const uint32_t* index) {
  vf one[4];
  for (int i = 0; i < 4; ++i) one[i] = simde_mm_load_ss((const float*)(const void*)(base + stride * index[i]));
  return LANE_128_JOIN(one);
}

#define LANE_HAS_PICK
// Picks an entry (`size` rows of a table) for each lane: lane l of out[i] is that of row size * index[l] + i.
LANE_INLINE void vf_pick(const vf* rows, uint32_t size, uint32_t count, vi index, vf* out) {
  uint32_t each[LANES];
  vf one[4];
  vi_store(each, index);
  for (uint32_t i = 0; i < count; ++i) {
    for (int l = 0; l < 4; ++l) one[l] = simde_mm_load_ss((const float*)(const void*)(rows + size * each[l] + i) + l);
    out[i] = LANE_128_JOIN(one);
  }
}

// Loads pairs of floats by record and entry, from base + stride * record[l] + 8 * entry[slot][l].
LANE_INLINE void vf_load_pairs(const char* base, size_t stride, const uint32_t* record, const vi* entry, uint32_t slots,
                               vf (*out)[2]) {
  for (uint32_t k = 0; k < slots; ++k) {
    uint32_t each[LANES];
    simde__m128 half[2];
    simde_mm_storeu_si128((vi*)(void*)each, entry[k]);
    for (int i = 0; i < 2; ++i) {
      const char* p = base + stride * record[2 * i] + 8 * (size_t)each[2 * i];
      const char* q = base + stride * record[2 * i + 1] + 8 * (size_t)each[2 * i + 1];
      const simde__m128d low = simde_mm_load_sd((const double*)(const void*)p);
      half[i] = simde_mm_castpd_ps(simde_mm_loadh_pd(low, (const double*)(const void*)q));
    }
    out[k][0] = simde_mm_shuffle_ps(half[0], half[1], 0x88);
    out[k][1] = simde_mm_shuffle_ps(half[0], half[1], 0xDD);
  }
}

// Loads three floats in a row for each lane, from base + place[l]. A fourth may be read.
LANE_INLINE void vf_load_triples(const float* base, vi place, vf out[3]) {
  uint32_t each[LANES];
  vf in[4], columns[4];
  simde_mm_storeu_si128((vi*)(void*)each, place);
  for (int l = 0; l < LANES; ++l) in[l] = vf_load(base + each[l]);
  vf_transpose4(in, columns);
  for (int k = 0; k < 3; ++k) out[k] = columns[k];
}

// Splits an array of pairs of indices into two arrays.
LANE_INLINE void lane_load_pairs(const char* pairs, uint32_t a[LANES], uint32_t b[LANES]) {
  const vf low = simde_mm_loadu_ps((const float*)(const void*)pairs);
  const vf high = simde_mm_loadu_ps((const float*)(const void*)(pairs + 16));
  simde_mm_storeu_ps((float*)(void*)a, simde_mm_shuffle_ps(low, high, 0x88));
  simde_mm_storeu_ps((float*)(void*)b, simde_mm_shuffle_ps(low, high, 0xDD));
}

// Stores the low bytes of numbers 0..255.
LANE_INLINE void vi_store_bytes(uint8_t* p, vi a) {
  const vi words = simde_mm_packs_epi32(a, a), bytes = simde_mm_packus_epi16(words, words);
  const int32_t four = simde_mm_cvtsi128_si32(bytes);
  memcpy(p, &four, 4);
}

LANE_INLINE void lane_after(const vf** rows, vi* done) { LANE_AFTER(rows, done); }

#include "lane/lane_plain.h"

#endif
