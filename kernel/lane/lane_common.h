// What all lane headers share.
#ifndef LGJK_LANE_COMMON_H
#define LGJK_LANE_COMMON_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "lanegjk promises the same bits everywhere: do not compile it with -ffast-math"
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "lanegjk knows little-endian machines only"
#endif

// Unoptimised builds do not inline: the copies would not share their temporaries and overflow the stack.
#if defined(__OPTIMIZE__)
#define LANE_FN static inline __attribute__((always_inline, unused))
#elif defined(__GNUC__)
#define LANE_FN static inline __attribute__((unused))
#else
#define LANE_FN static inline
#endif

// A function that stands once in the code, with one frame on the stack, however often it is called.
#if defined(__GNUC__)
#define LANE_APART __attribute__((noinline))
#else
#define LANE_APART
#endif

static const uint32_t each_lane[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// Words of the caller's arrays by index: out[l] is the word at base + stride * index[l], or `most` where it is larger.
LANE_FN void lane_look_up_one_by_one(const char* base, size_t stride, const uint32_t* index, uint32_t most,
                                     uint32_t lanes, uint32_t* out) {
  for (uint32_t l = 0; l < lanes; ++l) {
    uint32_t word;
    memcpy(&word, base + stride * index[l], sizeof word);
    out[l] = word < most ? word : most;
  }
}

// Appends the values of the lanes whose bit is set, without a branch on the bits; to has room for `lanes` more.
LANE_FN uint32_t lane_append_one_by_one(uint16_t* to, const uint32_t* values, uint32_t bits, uint32_t lanes) {
  uint32_t count = 0;
  for (uint32_t l = 0; l < lanes; ++l) {
    to[count] = (uint16_t)values[l];
    count += bits >> l & 1;
  }
  return count;
}

#endif
