// The includes and macros that all lane headers share.
#ifndef LGJK_LANE_COMMON_H
#define LGJK_LANE_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "lanegjk promises the same bits everywhere: do not compile it with -ffast-math"
#endif

// Unoptimised builds do not inline: the copies would not share their temporaries, and would overflow the stack.
#if defined(__OPTIMIZE__)
#define LANE_INLINE static inline __attribute__((always_inline, unused))
#elif defined(__GNUC__)
#define LANE_INLINE static inline __attribute__((unused))
#else
#define LANE_INLINE static inline
#endif

// Reads `rows` after `done` is known. gcc keeps the order of what its intrinsics compute, and puts off all else. It
// would compute all products of a long maximum first, and store them, as there are more than registers.
#if defined(__GNUC__) && !defined(__clang__) && defined(__SSE2__)
#define LANE_AFTER(rows, done) __asm__("" : "+r"(*(rows)), "+v"(*(done)))
#else
#define LANE_AFTER(rows, done) ((void)(rows), (void)(done))
#endif

// Marks a function that stands once in the code, with one frame on the stack, however often it is called.
#if defined(__GNUC__)
#define LANE_NOINLINE __attribute__((noinline, unused))
#else
#define LANE_NOINLINE
#endif

#endif
