// One lane: the vocabulary in plain C. This build is the portable fallback, and every wider one is compared with it.
// Every lane header keeps these rules: the arithmetic is IEEE + - * / sqrt. min is a < b ? a : b, max is a > b ? a : b.
// Comparisons with NaN are false; select takes the first value where the mask is set.
#ifndef LGJK_LANE_SCALAR_H
#define LGJK_LANE_SCALAR_H

#include "base/fpcontrol.h"
#include "lane/lane_common.h"
#include <math.h>

// An unoptimised gcc calls libm for a root, and the library does without libm. A root in double gives the same:
// rounding twice is harmless if the wider format has 2 * 24 + 2 bits or more.
#if defined(__OPTIMIZE__)
#define SCALAR_SQRT(root, a) root(a)
#else
#define SCALAR_SQRT(root, a) lgjk_sqrt((double)(a))
#endif

#define LANES 1
#define WIDE_LANES 1 // double lanes per register
#define LANE_ALIGN 16

typedef float vf;
typedef double vd;
typedef uint32_t mf;
typedef uint32_t md;

#define LANE_SCALAR_OPS(v, vec, real, mask, bits_t, sqrt_fn)                                                 \
  LANE_INLINE vec v##_load(const real* p) { return *p; }                                                     \
  LANE_INLINE void v##_store(real* p, vec a) { *p = a; }                                                     \
  LANE_INLINE vec v##_set(real a) { return a; }                                                              \
  LANE_INLINE vec v##_add(vec a, vec b) { return a + b; }                                                    \
  LANE_INLINE vec v##_sub(vec a, vec b) { return a - b; }                                                    \
  LANE_INLINE vec v##_mul(vec a, vec b) { return a * b; }                                                    \
  LANE_INLINE vec v##_div(vec a, vec b) { return a / b; }                                                    \
  LANE_INLINE vec v##_sqrt(vec a) { return (vec)SCALAR_SQRT(sqrt_fn, a); }                                   \
  LANE_INLINE vec v##_min(vec a, vec b) { return a < b ? a : b; }                                            \
  LANE_INLINE vec v##_max(vec a, vec b) { return a > b ? a : b; }                                            \
  LANE_INLINE mask v##_lt(vec a, vec b) { return a < b; }                                                    \
  LANE_INLINE mask v##_le(vec a, vec b) { return a <= b; }                                                   \
  LANE_INLINE mask v##_eq(vec a, vec b) { return a == b; }                                                   \
  LANE_INLINE vec v##_select(mask m, vec a, vec b) { return m ? a : b; }                                     \
  LANE_INLINE vec v##_merge(mask m, vec a, vec b) { /* select without the branch that gcc makes of select */ \
    bits_t x, y;                                                                                             \
    memcpy(&x, &a, sizeof x);                                                                                \
    memcpy(&y, &b, sizeof y);                                                                                \
    y ^= (x ^ y) & ((bits_t)0 - m);                                                                          \
    memcpy(&b, &y, sizeof b);                                                                                \
    return b;                                                                                                \
  }                                                                                                          \
  LANE_INLINE vec v##_flip_sign(vec a, vec b) {                                                              \
    bits_t x, s;                                                                                             \
    memcpy(&x, &a, sizeof x);                                                                                \
    memcpy(&s, &b, sizeof s);                                                                                \
    x ^= s & ((bits_t)1 << (8 * sizeof(bits_t) - 1));                                                        \
    memcpy(&a, &x, sizeof x);                                                                                \
    return a;                                                                                                \
  }                                                                                                          \
  LANE_INLINE vec v##_neg(vec a) { return -a; }                                                              \
  LANE_INLINE vec v##_abs(vec a) { return v##_flip_sign(a, a); }                                             \
  LANE_INLINE mask mask##_and(mask a, mask b) { return a & b; }                                              \
  LANE_INLINE mask mask##_or(mask a, mask b) { return a | b; }                                               \
  LANE_INLINE mask mask##_and_not(mask a, mask b) { return a & (b ^ 1u); }                                   \
  LANE_INLINE uint32_t mask##_bits(mask a) { return a; }                                                     \
  LANE_INLINE mask mask##_from_bits(uint32_t b) { return b & 1u; }

LANE_SCALAR_OPS(vf, vf, float, mf, uint32_t, sqrtf)
LANE_SCALAR_OPS(vd, vd, double, md, uint64_t, sqrt)

LANE_INLINE vd vd_widen(vf a, unsigned half) {
  (void)half;
  return (double)a;
}
LANE_INLINE uint32_t lane_count(uint32_t bits) { return bits; } // how many bits are set

LANE_INLINE vf vf_narrow(const double* p) { return (float)*p; } // rounds LANES doubles, each once
LANE_INLINE vd vd_load_float(const float* p) { return (double)*p; }

typedef uint32_t vi; // a register of 32-bit integers

LANE_INLINE vi vi_of(vf a) {
  vi i;
  memcpy(&i, &a, sizeof i);
  return i;
} // the bits of a
LANE_INLINE vf vf_of(vi a) {
  vf f;
  memcpy(&f, &a, sizeof f);
  return f;
}
LANE_INLINE vi vi_truncate(vf a) { return (uint32_t)(int32_t)a; } // a is within the range of int32
LANE_INLINE vf vf_convert(vi a) { return (float)(int32_t)a; }
LANE_INLINE vi vi_and(vi a, uint32_t b) { return a & b; }
LANE_INLINE vi vi_load(const uint32_t* p) { return *p; }
LANE_INLINE void vi_store(uint32_t* p, vi a) { *p = a; }
LANE_INLINE vi vi_set(uint32_t a) { return a; }
LANE_INLINE vi vi_add(vi a, vi b) { return a + b; }
LANE_INLINE vi vi_min(vi a, vi b) { return a < b ? a : b; } // a, b below 32768
LANE_INLINE vi vi_or(vi a, vi b) { return a | b; }
LANE_INLINE vi vi_xor(vi a, vi b) { return a ^ b; }
LANE_INLINE vi vi_sub(vi a, vi b) { return a - b; }
LANE_INLINE vi vi_max(vi a, vi b) { return a > b ? a : b; }          // a, b below 0x7F800000
LANE_INLINE mf vi_lt(vi a, vi b) { return (int32_t)a < (int32_t)b; } // signed
LANE_INLINE vi vi_and_not(vi a, vi b) { return a & ~b; }
LANE_INLINE vi vi_add_products(vi a, vi b) { // low * low + high * high of the signed halves
  const int32_t low = (int16_t)a * (int16_t)b, high = (int16_t)(a >> 16) * (int16_t)(b >> 16);
  return (uint32_t)low + (uint32_t)high;
}
LANE_INLINE vi vi_join_halves(vi low, vi high) { return (low & 0xFFFF) | high << 16; } // joins the low halves
LANE_INLINE vi vi_and_xor(vi a, uint32_t b, uint32_t c) { return (a & b) ^ c; }
LANE_INLINE vi vi_or_where(mf m, vi a, uint32_t b) { return a | (m ? b : 0); }
LANE_INLINE vi vi_bit(vi n) { return 1u << n; } // n: 0 to 30
LANE_INLINE vi vi_shl(vi a, int n) { return a << n; }
LANE_INLINE vi vi_shr(vi a, int n) { return a >> n; }
LANE_INLINE vi vi_sar(vi a, int n) { return (a >> n) | (a >> 31 ? ~(UINT32_MAX >> n) : 0u); }

// Inverts vf_load_records for one quad.
LANE_INLINE void vf_store_records(char* base, size_t stride, const uint32_t* index, const vf in[4]) {
  memcpy(base + stride * index[0], in, 16);
}
LANE_INLINE void vf_store_pairs(float* p, vf x, vf y) {
  p[0] = x;
  p[1] = y;
}
// Loads records of quads (four floats each), at base + stride * index[l], transposed: out[i] holds float i of every
// record. Skips `gap` quads after the first.
LANE_INLINE void vf_load_records(const char* base, size_t stride, const uint32_t* index, uint32_t gap, uint32_t quads,
                                 vf* out) {
  memcpy(out, base + stride * index[0], 16);
  if (quads > 1) memcpy(out + 4, base + stride * index[0] + 16 * (1 + gap), 16 * (quads - 1));
}

// Loads the float at base + stride * index[0].
LANE_INLINE vf vf_load_each(const char* base, size_t stride, const uint32_t* index) {
  vf out;
  memcpy(&out, base + stride * index[0], sizeof out);
  return out;
}

// Loads pairs of floats by record and entry, from base + stride * record[l] + 8 * entry[slot][l].
LANE_INLINE void vf_load_pairs(const char* base, size_t stride, const uint32_t* record, const vi* entry, uint32_t slots,
                               vf (*out)[2]) {
  for (uint32_t k = 0; k < slots; ++k) {
    float pair[2];
    memcpy(pair, base + stride * record[0] + 8 * (size_t)entry[k], sizeof pair);
    out[k][0] = pair[0];
    out[k][1] = pair[1];
  }
}

// Loads three floats in a row for each lane, from base + place[l]. A fourth may be read.
LANE_INLINE void vf_load_triples(const float* base, vi place, vf out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = base[place + (uint32_t)k];
}

// Splits an array of pairs of indices into two arrays.
LANE_INLINE void lane_load_pairs(const char* pairs, uint32_t a[LANES], uint32_t b[LANES]) {
  memcpy(a, pairs, sizeof a[0]);
  memcpy(b, pairs + sizeof a[0], sizeof b[0]);
}

// Stores the low byte.
LANE_INLINE void vi_store_bytes(uint8_t* p, vi a) { *p = (uint8_t)a; }

LANE_INLINE void lane_after(const vf** rows, vi* done) { (void)rows, (void)done; }

#include "lane/lane_plain.h"

#endif
