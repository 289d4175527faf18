// Masks of all lanes and of none, and complements. A lane header includes this after its masks.
#ifndef LGJK_LANE_MASKS_H
#define LGJK_LANE_MASKS_H

#ifndef LANES
#error "include a lane header"
#endif

LANE_INLINE mf mf_all(void) { return mf_from_bits(UINT32_MAX); }
LANE_INLINE mf mf_none(void) { return mf_from_bits(0); }
LANE_INLINE mf mf_not(mf m) { return mf_and_not(mf_all(), m); }

#endif
