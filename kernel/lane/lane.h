// The lanes of a translation unit, by the lane header that it has included first, as isa/kernel.c does. One lane where
// it has included none, so that a tool can read any file alone.
#ifndef LGJK_LANE_LANE_H
#define LGJK_LANE_LANE_H

#ifndef LANES
#include "lane/lane_scalar.h"
#endif

// Whether what few pairs need is worth a branch on any lane's: with many lanes some nearly always do.
#define FEW_LANES (LANES <= 4)
// Whether a table of 16 fits a register, and stages of several blocks have to be short for a core to look ahead.
#define MANY_LANES (LANES == 16)

LANE_INLINE bool mf_any(mf m) { return mf_bits(m) != 0; }
LANE_INLINE bool md_any(md m) { return md_bits(m) != 0; }

#endif
