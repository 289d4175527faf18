// Orders contacts of 3D by their effort: the supports that a depth took in the frame before, as the records say. A
// block goes on until its slowest lane has ended. That is 11.5 expansions in T4, where a lane needs 6.6 of its
// own, 18.2 and 9.9 in T5. In this order T4 and T5 that overlap are 1.2 times as fast. A record moves its pair to
// another block, and changes nothing else.
#ifndef LGJK_SCHEDULE_EFFORT_H
#define LGJK_SCHEDULE_EFFORT_H

#include "schedule/cull.h"

#define EFFORTS 32u // 0: the record names no depth
_Static_assert(EFFORTS <= CLASSES, "sort_by_key has room for so many");

// Returns whether pairs of a class may have records of depths; in 2D none have.
LANE_INLINE bool needs_effort(const class_run* run, query_id query, run_mode mode) {
  if (DIM == 2 || mode == COLD || !needs_depth(query)) return false;
  return has_trait(run, RECORDS) && has_trait(run, PROVES_DEPTH);
}

// Returns whether pairs of any class may have records of depths. Not inlined, to keep its class_run off a run's stack.
static LANE_NOINLINE bool any_needs_effort(const lgjk_batch* batch, const class_table* classes, query_id query,
                                           run_mode mode) {
  if (DIM == 2 || mode == COLD || !needs_depth(query)) return false;
  for (uint32_t c = 0; c < classes->count; ++c) {
    class_run run;
    begin_class(batch, classes, c, &run);
    if (needs_effort(&run, query, mode)) return true;
  }
  return false;
}

LANE_INLINE uint8_t effort_of(const lgjk_warm* record) {
  const uint32_t supports = record->word[3] == NAMES_DEPTH ? record->word[1] : 0;
  return (uint8_t)(supports < EFFORTS ? supports : EFFORTS - 1);
}

// Sorts listed pairs by effort.
static LANE_NOINLINE void order_by_effort(const lgjk_batch* batch, uint16_t* list, uint32_t count) {
  uint8_t effort[TILE + STEP], differ = 0;
  uint16_t sorted[TILE + STEP], start[CLASSES + 1];
  for (uint32_t i = 0; i < count; ++i) {
    effort[i] = effort_of(&batch->warm[list[i]]);
    differ |= effort[i] ^ effort[0];
  }
  if (differ == 0) return;
  sort_by_key(effort, EFFORTS, list, count, sorted, start);
  memcpy(list, sorted, count * sizeof list[0]);
}

#endif
