// Reads what kind of round core the lanes of a side have, for gjk/ellipses2.h.
#ifndef LGJK_ENGINE_ROUND_KIND2_H
#define LGJK_ENGINE_ROUND_KIND2_H

#include "block/frame.h"
#include "gjk/ellipses2.h"

LANE_INLINE round_kind kind_of_round(const side_lanes* side) {
  return (round_kind){mf_not(curved_lanes(side)), side->header[HEADER_BOUND], side->header[HEADER_INNER]};
}

#endif
