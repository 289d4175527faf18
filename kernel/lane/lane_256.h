// Eight float lanes, four double lanes: AVX2. The rules are those of lane_scalar.h.
#ifndef LGJK_LANE_256_H
#define LGJK_LANE_256_H

#include "lane/lane_common.h"
#include "simde/x86/avx2.h"
#if !defined(SIMDE_X86_AVX2_NATIVE)
#error "lanes need the flags of their instruction set: SIMDe would emulate it silently"
#endif

#define LANES 8
#define WIDE_LANES 4
#define LANE_ALIGN 32

typedef simde__m256 vf;
typedef simde__m256d vd;
typedef simde__m256i vi; // 32-bit integers
typedef simde__m256 mf;  // all ones or all zeros in each lane
typedef simde__m256d md;

#define LANE_MM(name) simde_mm256_##name
#define LANE_MM_BITS(name) simde_mm256_##name##_si256

// Selects by a mask. gcc takes the intrinsic for a choice by signs, and compares a mask with 0 before each select.
#if defined(__GNUC__) && !defined(__clang__)
#define LANE_256_SELECT(r, s, m, a, b) __asm__("vblendv" #s " %3, %2, %1, %0" : "=x"(r) : "x"(b), "xm"(a), "x"(m))
#else
#define LANE_256_SELECT(r, s, m, a, b) ((r) = simde_mm256_blendv_##s(b, a, m))
#endif

#define LANE_256_OPS(v, vec, real, mask, s, sign)                                                  \
  LANE_INLINE vec v##_min(vec a, vec b) { return simde_mm256_min_##s(a, b); }                      \
  LANE_INLINE vec v##_max(vec a, vec b) { return simde_mm256_max_##s(a, b); }                      \
  LANE_INLINE vec v##_lt(vec a, vec b) { return simde_mm256_cmp_##s(a, b, SIMDE_CMP_LT_OQ); }      \
  LANE_INLINE vec v##_le(vec a, vec b) { return simde_mm256_cmp_##s(a, b, SIMDE_CMP_LE_OQ); }      \
  LANE_INLINE vec v##_eq(vec a, vec b) { return simde_mm256_cmp_##s(a, b, SIMDE_CMP_EQ_OQ); }      \
  LANE_INLINE vec v##_select(vec m, vec a, vec b) {                                                \
    vec r;                                                                                         \
    LANE_256_SELECT(r, s, m, a, b);                                                                \
    return r;                                                                                      \
  }                                                                                                \
  LANE_INLINE vec v##_neg(vec a) { return simde_mm256_xor_##s(a, simde_mm256_set1_##s(sign)); }    \
  LANE_INLINE vec v##_abs(vec a) { return simde_mm256_andnot_##s(simde_mm256_set1_##s(sign), a); } \
  LANE_INLINE vec mask##_and(vec a, vec b) { return simde_mm256_and_##s(a, b); }                   \
  LANE_INLINE vec mask##_or(vec a, vec b) { return simde_mm256_or_##s(a, b); }                     \
  LANE_INLINE vec mask##_and_not(vec a, vec b) { return simde_mm256_andnot_##s(b, a); }            \
  LANE_INLINE uint32_t mask##_bits(vec a) { return (uint32_t)simde_mm256_movemask_##s(a); }

LANE_256_OPS(vf, vf, float, mf, ps, -0.0f)
LANE_256_OPS(vd, vd, double, md, pd, -0.0)
#include "lane/lane_simd.h"

LANE_INLINE mf mf_from_bits(uint32_t b) {
  const simde__m256i bit = simde_mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
  const simde__m256i set = simde_mm256_and_si256(simde_mm256_set1_epi32((int32_t)b), bit);
  return simde_mm256_castsi256_ps(simde_mm256_cmpeq_epi32(set, bit));
}
LANE_INLINE md md_from_bits(uint32_t b) {
  const simde__m256i bit = simde_mm256_set_epi32(8, 8, 4, 4, 2, 2, 1, 1);
  const simde__m256i set = simde_mm256_and_si256(simde_mm256_set1_epi32((int32_t)b), bit);
  return simde_mm256_castsi256_pd(simde_mm256_cmpeq_epi32(set, bit));
}

LANE_INLINE vd vd_widen(vf a, unsigned half) {
  return simde_mm256_cvtps_pd(half ? simde_mm256_extractf128_ps(a, 1) : simde_mm256_castps256_ps128(a));
}
LANE_INLINE uint32_t lane_count(uint32_t bits) { return (uint32_t)__builtin_popcount(bits); } // how many bits are set

LANE_INLINE vf vf_narrow(const double* p) { // rounds LANES doubles, each once
  const simde__m128 low = simde_mm256_cvtpd_ps(vd_load(p)), high = simde_mm256_cvtpd_ps(vd_load(p + 4));
  return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(low), high, 1);
}
LANE_INLINE vd vd_load_float(const float* p) { return simde_mm256_cvtps_pd(simde_mm_loadu_ps(p)); }

LANE_INLINE vf vf_of(vi a) { return simde_mm256_castsi256_ps(a); }
LANE_INLINE vi vi_truncate(vf a) { return simde_mm256_cvttps_epi32(a); }  // a is within the range of int32
LANE_INLINE vi vi_max(vi a, vi b) { return simde_mm256_max_epi32(a, b); } // a, b below 0x7F800000
LANE_INLINE mf vi_lt(vi a, vi b) { return simde_mm256_castsi256_ps(simde_mm256_cmpgt_epi32(b, a)); } // signed
// Returns low * low + high * high of the signed halves.
LANE_INLINE vi vi_add_products(vi a, vi b) { return simde_mm256_madd_epi16(a, b); }
LANE_INLINE vi vi_join_halves(vi low, vi high) { // joins the low halves
  return simde_mm256_blend_epi16(low, simde_mm256_slli_epi32(high, 16), 0xAA);
}
LANE_INLINE vi vi_and_xor(vi a, uint32_t b, uint32_t c) { return vi_xor(vi_and(a, b), vi_set(c)); }
LANE_INLINE vi vi_or_where(mf m, vi a, uint32_t b) { return vi_or(a, vi_and(simde_mm256_castps_si256(m), b)); }
LANE_INLINE vi vi_bit(vi n) { return simde_mm256_sllv_epi32(vi_set(1), n); } // n: 0 to 30

// Transposes a 4x4 matrix of floats in each half.
LANE_INLINE void vf_transpose4(const vf in[4], vf out[4]) {
  const vf l01 = simde_mm256_unpacklo_ps(in[0], in[1]), h01 = simde_mm256_unpackhi_ps(in[0], in[1]);
  const vf l23 = simde_mm256_unpacklo_ps(in[2], in[3]), h23 = simde_mm256_unpackhi_ps(in[2], in[3]);
  out[0] = simde_mm256_shuffle_ps(l01, l23, 0x44);
  out[1] = simde_mm256_shuffle_ps(l01, l23, 0xEE);
  out[2] = simde_mm256_shuffle_ps(h01, h23, 0x44);
  out[3] = simde_mm256_shuffle_ps(h01, h23, 0xEE);
}

// Inverts vf_load_records for one quad: record l receives element l of each of the four registers.
LANE_INLINE void vf_store_records(char* base, size_t stride, const uint32_t* index, const vf in[4]) {
  vf r[4];
  vf_transpose4(in, r);
  for (int i = 0; i < 4; ++i) {
    simde_mm_storeu_ps((float*)(void*)(base + stride * index[i]), simde_mm256_castps256_ps128(r[i]));
    simde_mm_storeu_ps((float*)(void*)(base + stride * index[i + 4]), simde_mm256_extractf128_ps(r[i], 1));
  }
}

// Stores x and y alternately.
LANE_INLINE void vf_store_pairs(float* p, vf x, vf y) {
  const vf l = simde_mm256_unpacklo_ps(x, y), h = simde_mm256_unpackhi_ps(x, y);
  vf_store(p, simde_mm256_permute2f128_ps(l, h, 0x20));
  vf_store(p + 8, simde_mm256_permute2f128_ps(l, h, 0x31));
}

// Loads records of quads (four floats each), at base + stride * index[l], transposed: out[i] holds float i of every
// record. Skips `gap` quads after the first. The loop over lanes is outermost, so that an address is computed once.
LANE_INLINE void vf_load_records(const char* base, size_t stride, const uint32_t* index, uint32_t gap, uint32_t quads,
                                 vf* out) {
  vf r[5][4];
  for (int i = 0; i < 4; ++i) {
    const float* p0 = (const float*)(const void*)(base + stride * index[i]);
    const float* p1 = (const float*)(const void*)(base + stride * index[i + 4]);
    for (uint32_t k = 0; k < quads; ++k) {
      const uint32_t offset = 4 * (k ? k + gap : 0);
      r[k][i] = simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm_loadu_ps(p0 + offset)),
                                          simde_mm_loadu_ps(p1 + offset), 1);
    }
  }
  for (uint32_t k = 0; k < quads; ++k) vf_transpose4(r[k], out + 4 * k);
}

#define LANE_HAS_PICK
// Picks an entry (`size` rows of a table) for each lane: lane l of out[i] is that of row size * index[l] + i.
LANE_INLINE void vf_pick(const vf* rows, uint32_t size, uint32_t count, vi index, vf* out) {
  const vi lane = simde_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const vi entry = simde_mm256_mullo_epi32(index, simde_mm256_set1_epi32((int32_t)(LANES * size)));
  const vi place = simde_mm256_add_epi32(entry, lane);
  for (uint32_t i = 0; i < count; ++i)
    out[i] = simde_mm256_i32gather_ps((const float*)(const void*)(rows + i), place, 4);
}

// Loads a float for each lane, at base + stride * index[l].
LANE_INLINE vf vf_load_each(const char* base, size_t stride, const uint32_t* index) {
  float each[LANES];
  for (int l = 0; l < LANES; ++l) memcpy(&each[l], base + stride * index[l], sizeof each[l]);
  return vf_load(each);
}

// Loads pairs of floats by record and entry, at base + stride * record[l] + 8 * entry[slot][l]; 8 divides stride.
LANE_INLINE void vf_load_pairs(const char* base, size_t stride, const uint32_t* record, const vi* entry, uint32_t slots,
                               vf (*out)[2]) {
  const vi records = simde_mm256_loadu_si256((const vi*)(const void*)record);
  const vi first = simde_mm256_mullo_epi32(records, simde_mm256_set1_epi32((int32_t)(stride / 8)));
  for (uint32_t k = 0; k < slots; ++k) {
    const vi place = simde_mm256_add_epi32(first, entry[k]);
    const double* from = (const double*)(const void*)base;
    const vf low = simde_mm256_castpd_ps(simde_mm256_i32gather_pd(from, simde_mm256_castsi256_si128(place), 8));
    const vf high = simde_mm256_castpd_ps(simde_mm256_i32gather_pd(from, simde_mm256_extracti128_si256(place, 1), 8));
    const vf front = simde_mm256_permute2f128_ps(low, high, 0x20), back = simde_mm256_permute2f128_ps(low, high, 0x31);
    out[k][0] = simde_mm256_shuffle_ps(front, back, 0x88);
    out[k][1] = simde_mm256_shuffle_ps(front, back, 0xDD);
  }
}

// Loads three floats in a row for each lane, from base + place[l]. A fourth may be read. One load per lane and a
// transpose are faster than three gathers, which are slow on AMD's processors.
LANE_INLINE void vf_load_triples(const float* base, vi place, vf out[3]) {
  uint32_t index[LANES];
  vf quad[4];
  vi_store(index, place);
  vf_load_records((const char*)base, sizeof(float), index, 0, 1, quad);
  for (int k = 0; k < 3; ++k) out[k] = quad[k];
}

// Splits an array of pairs of indices into two arrays.
LANE_INLINE void lane_load_pairs(const char* pairs, uint32_t a[LANES], uint32_t b[LANES]) {
  const vi low = vi_load((const uint32_t*)(const void*)pairs);
  const vi high = vi_load((const uint32_t*)(const void*)(pairs + 32));
  const vf front = vf_of(simde_mm256_permute2x128_si256(low, high, 0x20));
  const vf back = vf_of(simde_mm256_permute2x128_si256(low, high, 0x31));
  vi_store(a, vi_of(simde_mm256_shuffle_ps(front, back, 0x88)));
  vi_store(b, vi_of(simde_mm256_shuffle_ps(front, back, 0xDD)));
}

// Stores the low bytes of numbers 0..255.
LANE_INLINE void vi_store_bytes(uint8_t* p, vi a) {
  const simde__m128i words = simde_mm_packs_epi32(simde_mm256_castsi256_si128(a), simde_mm256_extracti128_si256(a, 1));
  simde_mm_storel_epi64((simde__m128i*)(void*)p, simde_mm_packus_epi16(words, words));
}

LANE_INLINE void lane_after(const vf** rows, vi* done) { LANE_AFTER(rows, done); }

#define LANE_HAS_APPEND_WORDS
// Packs each half, whose four words a row of bytes brings to their places.
LANE_INLINE void lane_append_words(uint32_t* to, const uint32_t* values, uint32_t bits) {
#define LANE_WORD(n) 4 * (n), 4 * (n) + 1, 4 * (n) + 2, 4 * (n) + 3
#define LANE_WORDS(a, b, c, d) \
  { LANE_WORD(a), LANE_WORD(b), LANE_WORD(c), LANE_WORD(d) }
  static const int8_t packed[16][16] = {
      LANE_WORDS(0, 0, 0, 0), LANE_WORDS(0, 0, 0, 0), LANE_WORDS(1, 0, 0, 0), LANE_WORDS(0, 1, 0, 0),
      LANE_WORDS(2, 0, 0, 0), LANE_WORDS(0, 2, 0, 0), LANE_WORDS(1, 2, 0, 0), LANE_WORDS(0, 1, 2, 0),
      LANE_WORDS(3, 0, 0, 0), LANE_WORDS(0, 3, 0, 0), LANE_WORDS(1, 3, 0, 0), LANE_WORDS(0, 1, 3, 0),
      LANE_WORDS(2, 3, 0, 0), LANE_WORDS(0, 2, 3, 0), LANE_WORDS(1, 2, 3, 0), LANE_WORDS(0, 1, 2, 3),
  };
#undef LANE_WORDS
#undef LANE_WORD
  for (uint32_t l = 0; l < LANES; l += 4) {
    const uint32_t four = bits >> l & 15;
    const simde__m128i words = simde_mm_loadu_si128((const simde__m128i*)(const void*)(values + l));
    const simde__m128i row = simde_mm_loadu_si128((const simde__m128i*)(const void*)packed[four]);
    simde_mm_storeu_si128((simde__m128i*)(void*)to, simde_mm_shuffle_epi8(words, row));
    to += lane_count(four);
  }
}

#include "lane/lane_plain.h"

#endif
