// How many pairs of 2D may wait. No step of 2D tries features, and no record names an answer.
#ifndef LGJK_SCHEDULE_STEPS2_H
#define LGJK_SCHEDULE_STEPS2_H

#include "route/route.h"

#define WAITING 432u // capacity of the pool of waiting.h, in pairs
typedef uint16_t pool_place;
#define NOBODY UINT16_MAX

LANE_INLINE void use_features(class_run* run, const block_pairs* pairs, canonical_features* features) {
  (void)run, (void)pairs, (void)features;
}

LANE_INLINE bool runs_by_record(class_run* run, int stage, query_id query) {
  (void)run, (void)stage, (void)query;
  return false;
}

#endif
