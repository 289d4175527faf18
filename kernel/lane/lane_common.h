// What all lane headers share.
#ifndef LGJK_LANE_COMMON_H
#define LGJK_LANE_COMMON_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "lanegjk promises the same bits everywhere: do not compile it with -ffast-math"
#endif

#if defined(__GNUC__)
#define LANE_FN static inline __attribute__((always_inline, unused))
#else
#define LANE_FN static inline
#endif

#endif
