// What the steps of 3D do with features and with the depths that records name, and how many pairs of 3D may wait.
#ifndef LGJK_SCHEDULE_STEPS3_H
#define LGJK_SCHEDULE_STEPS3_H

#include "route/route.h"

#define WAITING 168u        // capacity of the pool of waiting.h, in pairs
typedef uint8_t pool_place; // for less stack
#define NOBODY UINT8_MAX

// Tries the features that the canonical run has ended with, in float.
LANE_INLINE void use_features(class_run* run, const block_pairs* pairs, canonical_features* features) {
  if (!has_trait(run, FEATURES)) return;
  const uint32_t lanes = features->apart | try_all_features(run, pairs, features);
  if (lanes != 0) run_canonical_features(run, pairs, lanes, features->word);
  if ((features->open & ~lanes) != 0) try_common_points(run, pairs, features->open & ~lanes);
}

static LANE_NOINLINE void run_by_record(class_run* run, query_id query) {
  block_pairs pairs;
  dequeue(run, BY_RECORD, &pairs);
  if (asks_depth(query)) {
    run_named(run, &pairs);
  } else {
    run_named_features(run, &pairs);
  }
}

// Runs a block of pairs whose records name their answer, and returns true, if the stage is theirs.
LANE_INLINE bool runs_by_record(class_run* run, int stage, query_id query) {
  if (stage != BY_RECORD) return false;
  run_by_record(run, query);
  return true;
}

#endif
