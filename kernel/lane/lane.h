// The lanes of a translation unit come from the lane header that it has included first, as isa/kernel.c does. Without
// any there is one lane, so that a tool can read each file alone.
#ifndef LGJK_LANE_LANE_H
#define LGJK_LANE_LANE_H

#ifndef LANES
#include "lane/lane_scalar.h"
#endif

// Few lanes make it worth a branch to skip what no lane needs: with many lanes, some lane nearly always needs it.
#define LANES_UP_TO_4 (LANES <= 4)
// With many lanes a table of 16 fits a register, and stages of several blocks are short, so that a CPU can look ahead.
#define LANES_16 (LANES == 16)

// Marks a function of a block that many attempts share. With many lanes it is long, and is there once, with a call per
// block. With few it is short, and such a call would take up to 6% of a pair's time.
#if LANES_UP_TO_4
#define LANE_CALL_IF_WIDE LANE_INLINE
#else
#define LANE_CALL_IF_WIDE static LANE_NOINLINE
#endif

LANE_INLINE bool mf_any(mf m) { return mf_bits(m) != 0; }
LANE_INLINE bool md_any(md m) { return md_bits(m) != 0; }
LANE_INLINE mf vi_not_zero(vi a) { return vi_lt(vi_set(1u << 31), vi_xor(a, vi_set(1u << 31))); }

#endif
