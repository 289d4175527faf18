// Sixteen float lanes, eight double lanes: AVX-512 F, DQ, VL, BW, with mask registers. lane_scalar.h has the rules.
#ifndef LGJK_LANE_512_H
#define LGJK_LANE_512_H

#include "lane/lane_common.h"
#include "simde/x86/avx512.h"
#if !defined(SIMDE_X86_AVX512F_NATIVE)
#error "lanes need the flags of their instruction set: SIMDe would emulate it silently"
#endif

#define LANES 16
#define WIDE_LANES 8
#define LANE_ALIGN 64

typedef simde__m512 vf;
typedef simde__m512d vd;
typedef simde__m512i vi; // 32-bit integers
typedef simde__mmask16 mf;
typedef simde__mmask8 md;

#define LANE_MM(name) _mm512_##name
#define LANE_MM_BITS(name) _mm512_##name##_si512

#define LANE_512_OPS(v, vec, real, mask, s, sign)                                                     \
  LANE_INLINE vec v##_min(vec a, vec b) { return simde_mm512_min_##s(a, b); }                         \
  LANE_INLINE vec v##_max(vec a, vec b) { return simde_mm512_max_##s(a, b); }                         \
  LANE_INLINE mask v##_lt(vec a, vec b) { return simde_mm512_cmp_##s##_mask(a, b, SIMDE_CMP_LT_OQ); } \
  LANE_INLINE mask v##_le(vec a, vec b) { return simde_mm512_cmp_##s##_mask(a, b, SIMDE_CMP_LE_OQ); } \
  LANE_INLINE mask v##_eq(vec a, vec b) { return simde_mm512_cmp_##s##_mask(a, b, SIMDE_CMP_EQ_OQ); } \
  LANE_INLINE vec v##_select(mask m, vec a, vec b) { return simde_mm512_mask_blend_##s(m, b, a); }    \
  LANE_INLINE vec v##_neg(vec a) { return simde_mm512_xor_##s(a, simde_mm512_set1_##s(sign)); }       \
  LANE_INLINE vec v##_abs(vec a) { return simde_mm512_andnot_##s(simde_mm512_set1_##s(sign), a); }    \
  LANE_INLINE mask mask##_and(mask a, mask b) { return (mask)(a & b); }                               \
  LANE_INLINE mask mask##_or(mask a, mask b) { return (mask)(a | b); }                                \
  LANE_INLINE mask mask##_and_not(mask a, mask b) { return (mask)(a & ~b); }                          \
  LANE_INLINE uint32_t mask##_bits(mask a) { return a; }                                              \
  LANE_INLINE mask mask##_from_bits(uint32_t b) { return (mask)b; }

LANE_512_OPS(vf, vf, float, mf, ps, -0.0f)
LANE_512_OPS(vd, vd, double, md, pd, -0.0)
#include "lane/lane_simd.h"

#define LANE_HAS_PERMUTES // and what else lane_plain.h does lane by lane, except looking up words
// These two make gcc read tables and stored indices from memory. It would broadcast constants from integer registers,
// and take a vector apart with shuffles, which use the ports of the arithmetic. An operand from memory is free; a load
// of what was stored takes longer.
LANE_INLINE const uint32_t* lane_table(const uint32_t* words) {
  __asm__("" : "+r"(words));
  return words;
}
LANE_INLINE void lane_stored(uint32_t index[LANES]) { __asm__("" : "+m"(*(uint32_t(*)[LANES])index)); }

// SIMDe 0.7.4 has no names for some operations. The plain names serve, since this header needs native operations.
LANE_INLINE vd vd_widen(vf a, unsigned half) {
  return _mm512_cvtps_pd(half ? _mm512_extractf32x8_ps(a, 1) : simde_mm512_castps512_ps256(a));
}
LANE_INLINE uint32_t lane_count(uint32_t bits) { return (uint32_t)__builtin_popcount(bits); } // how many bits are set

LANE_INLINE vf vf_narrow(const double* p) { // rounds LANES doubles, each once
  const __m256 low = _mm512_cvtpd_ps(vd_load(p)), high = _mm512_cvtpd_ps(vd_load(p + 8));
  return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}
LANE_INLINE vd vd_load_float(const float* p) { return _mm512_cvtps_pd(simde_mm256_loadu_ps(p)); }

// Return the largest lane; no lane is NaN.
LANE_INLINE float vf_largest(vf a) { return _mm512_reduce_max_ps(a); }
LANE_INLINE double vd_largest(vd a) { return _mm512_reduce_max_pd(a); }

LANE_INLINE vf vf_of(vi a) { return simde_mm512_castsi512_ps(a); }
LANE_INLINE vi vi_truncate(vf a) { return _mm512_cvttps_epi32(a); }        // a is within the range of int32
LANE_INLINE vi vi_max(vi a, vi b) { return _mm512_max_epi32(a, b); }       // a, b below 0x7F800000
LANE_INLINE mf vi_lt(vi a, vi b) { return _mm512_cmplt_epi32_mask(a, b); } // signed
// Returns low * low + high * high of the signed halves.
LANE_INLINE vi vi_add_products(vi a, vi b) { return _mm512_madd_epi16(a, b); }
LANE_INLINE vi vi_join_halves(vi low, vi high) {                                            // joins the low halves
  return _mm512_ternarylogic_epi32(_mm512_slli_epi32(high, 16), low, vi_set(0xFFFF), 0xF8); // a | (b & c)
}
LANE_INLINE vi vi_and_xor(vi a, uint32_t b, uint32_t c) { // (a & b) ^ c
  return _mm512_ternarylogic_epi32(a, vi_set(b), vi_set(c), 0x6A);
}
LANE_INLINE vi vi_or_where(mf m, vi a, uint32_t b) { return _mm512_mask_or_epi32(a, m, a, vi_set(b)); }
LANE_INLINE vi vi_bit(vi n) { return _mm512_sllv_epi32(vi_set(1), n); } // n: 0 to 30

// Transposes a 4x4 matrix of floats in each quarter.
LANE_INLINE void vf_transpose4(const vf in[4], vf out[4]) {
  const vf l01 = simde_mm512_unpacklo_ps(in[0], in[1]), h01 = simde_mm512_unpackhi_ps(in[0], in[1]);
  const vf l23 = simde_mm512_unpacklo_ps(in[2], in[3]), h23 = simde_mm512_unpackhi_ps(in[2], in[3]);
  out[0] = simde_mm512_shuffle_ps(l01, l23, 0x44);
  out[1] = simde_mm512_shuffle_ps(l01, l23, 0xEE);
  out[2] = simde_mm512_shuffle_ps(h01, h23, 0x44);
  out[3] = simde_mm512_shuffle_ps(h01, h23, 0xEE);
}

// Inverts vf_load_records for one quad: record l receives element l of each of the four registers.
LANE_INLINE void vf_store_records(char* base, size_t stride, const uint32_t* index, const vf in[4]) {
  vf r[4];
  vf_transpose4(in, r);
  for (int i = 0; i < 4; ++i) {
    simde_mm_storeu_ps((float*)(void*)(base + stride * index[i]), simde_mm512_castps512_ps128(r[i]));
    simde_mm_storeu_ps((float*)(void*)(base + stride * index[i + 4]), _mm512_extractf32x4_ps(r[i], 1));
    simde_mm_storeu_ps((float*)(void*)(base + stride * index[i + 8]), _mm512_extractf32x4_ps(r[i], 2));
    simde_mm_storeu_ps((float*)(void*)(base + stride * index[i + 12]), _mm512_extractf32x4_ps(r[i], 3));
  }
}

// Stores x and y alternately.
LANE_INLINE void vf_store_pairs(float* p, vf x, vf y) {
  const vi low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const vi high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  vf_store(p, _mm512_permutex2var_ps(x, low, y));
  vf_store(p + 16, _mm512_permutex2var_ps(x, high, y));
}

// Stores x, y and z alternately.
LANE_INLINE void vf_store_triples(float* p, vf x, vf y, vf z) {
  const vi xy0 = _mm512_setr_epi32(0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
  const vi z0 = _mm512_setr_epi32(0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
  const vi xy1 = _mm512_setr_epi32(21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
  const vi z1 = _mm512_setr_epi32(0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
  const vi xy2 = _mm512_setr_epi32(0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
  const vi z2 = _mm512_setr_epi32(26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
  vf_store(p + 0, _mm512_permutex2var_ps(_mm512_permutex2var_ps(x, xy0, y), z0, z));
  vf_store(p + 16, _mm512_permutex2var_ps(_mm512_permutex2var_ps(x, xy1, y), z1, z));
  vf_store(p + 32, _mm512_permutex2var_ps(_mm512_permutex2var_ps(x, xy2, y), z2, z));
}

// Loads records of quads (four floats each), at base + stride * index[l], transposed: out[i] holds float i of every
// record. Skips `gap` quads after the first. Masked broadcasts from memory build the registers without the shuffle
// port. The loop over lanes is outermost, so that an address is computed once.
LANE_INLINE void vf_load_records(const char* base, size_t stride, const uint32_t* index, uint32_t gap, uint32_t quads,
                                 vf* out) {
  vf r[5][4];
  for (int i = 0; i < 4; ++i) {
    const float* p0 = (const float*)(const void*)(base + stride * index[i]);
    const float* p1 = (const float*)(const void*)(base + stride * index[i + 4]);
    const float* p2 = (const float*)(const void*)(base + stride * index[i + 8]);
    const float* p3 = (const float*)(const void*)(base + stride * index[i + 12]);
    for (uint32_t k = 0; k < quads; ++k) {
      const uint32_t offset = 4 * (k ? k + gap : 0);
      vf x = simde_mm512_castps128_ps512(simde_mm_loadu_ps(p0 + offset));
      x = simde_mm512_mask_broadcast_f32x4(x, 0x00F0, simde_mm_loadu_ps(p1 + offset));
      x = simde_mm512_mask_broadcast_f32x4(x, 0x0F00, simde_mm_loadu_ps(p2 + offset));
      r[k][i] = simde_mm512_mask_broadcast_f32x4(x, 0xF000, simde_mm_loadu_ps(p3 + offset));
    }
  }
  for (uint32_t k = 0; k < quads; ++k) vf_transpose4(r[k], out + 4 * k);
}

// Loads a float for each lane, at base + stride * index[l], by masked broadcasts as above. A vector that is stored lane
// by lane and loaded at once would wait until all of it is in the cache. The six masks stay in registers. Indices are
// loaded again, because a compiler would keep those of poses in vectors.
LANE_INLINE vf vf_load_each(const char* base, size_t stride, const uint32_t* index) {
  vf part[4];
  index = lane_table(index);
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) {
      const simde__m128 one = simde_mm_load_ss((const float*)(const void*)(base + stride * index[4 * i + k]));
      part[i] = k ? _mm512_mask_broadcastss_ps(part[i], (mf)(0x1111u << k), one) : _mm512_broadcastss_ps(one);
    }
  }
  const vf front = simde_mm512_mask_blend_ps(0x00F0, part[0], part[1]);
  return simde_mm512_mask_blend_ps(0xF000, simde_mm512_mask_blend_ps(0x0F00, front, part[2]), part[3]);
}

// Append the values of the lanes whose bit is set. `to` has room for one value more; that of words for LANES of them.
LANE_INLINE uint32_t lane_append(uint16_t* to, const uint32_t* values, uint32_t bits) {
  const vi packed = _mm512_maskz_compress_epi32((mf)bits, _mm512_loadu_si512(values));
  const uint32_t count = (uint32_t)__builtin_popcount(bits);
  _mm256_mask_storeu_epi16(to, (mf)((1u << count) - 1), _mm512_cvtepi32_epi16(packed));
  return count;
}

LANE_INLINE void lane_append_words(uint32_t* to, const uint32_t* values, uint32_t bits) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((mf)bits, _mm512_loadu_si512(values)));
}

#define LANE_HAS_PICK
// Picks an entry (`size` rows of a table) for each lane: lane l of out[i] is that of row size * index[l] + i.
LANE_INLINE void vf_pick(const vf* rows, uint32_t size, uint32_t count, vi index, vf* out) {
  const vi lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const vi entry = _mm512_mullo_epi32(index, _mm512_set1_epi32((int32_t)(LANES * size)));
  const vi place = _mm512_add_epi32(entry, lane);
  for (uint32_t i = 0; i < count; ++i) out[i] = _mm512_i32gather_ps(place, (const float*)(const void*)(rows + i), 4);
}

// Loads pairs of floats by record and entry, at base + stride * record[l] + 8 * entry[slot][l]; 8 divides stride.
LANE_INLINE void vf_load_pairs(const char* base, size_t stride, const uint32_t* record, const vi* entry, uint32_t slots,
                               vf (*out)[2]) {
  const vi even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const vi odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  const vi first = _mm512_mullo_epi32(_mm512_loadu_si512(record), _mm512_set1_epi32((int32_t)(stride / 8)));
  for (uint32_t k = 0; k < slots; ++k) {
    const vi place = _mm512_add_epi32(first, entry[k]);
    const vf low = _mm512_castpd_ps(_mm512_i32gather_pd(_mm512_castsi512_si256(place), base, 8));
    const vf high = _mm512_castpd_ps(_mm512_i32gather_pd(_mm512_extracti64x4_epi64(place, 1), base, 8));
    out[k][0] = _mm512_permutex2var_ps(low, even, high);
    out[k][1] = _mm512_permutex2var_ps(low, odd, high);
  }
}

// Loads three floats in a row for each lane, from base + place[l]. A fourth may be read. One load per lane and a
// transpose are faster than three gathers, which are slow on AMD's processors.
LANE_INLINE void vf_load_triples(const float* base, vi place, vf out[3]) {
  uint64_t word[LANES / 2]; // half as many moves out of the vector
  uint32_t index[LANES];
  vf quad[4];
  _mm512_storeu_si512(word, place);
  for (int i = 0; i < LANES / 2; ++i) {
    index[2 * i] = (uint32_t)word[i];
    index[2 * i + 1] = (uint32_t)(word[i] >> 32);
  }
  vf_load_records((const char*)base, sizeof(float), index, 0, 1, quad);
  for (int k = 0; k < 3; ++k) out[k] = quad[k];
}

// Splits an array of pairs of indices into two arrays.
LANE_INLINE void lane_load_pairs(const char* pairs, uint32_t a[LANES], uint32_t b[LANES]) {
  const vi even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const vi odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  const vi low = _mm512_loadu_si512(pairs), high = _mm512_loadu_si512(pairs + 64);
  vi_store(a, _mm512_permutex2var_epi32(low, even, high));
  vi_store(b, _mm512_permutex2var_epi32(low, odd, high));
}

// Stores the low bytes.
LANE_INLINE void vi_store_bytes(uint8_t* p, vi a) {
  simde_mm_storeu_si128((simde__m128i*)(void*)p, _mm512_cvtepi32_epi8(a));
}

LANE_INLINE void lane_after(const vf** rows, vi* done) { LANE_AFTER(rows, done); }

#include "lane/lane_plain.h"

#endif
