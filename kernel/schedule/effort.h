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
LANE_INLINE bool asks_effort(const class_run* run, query_id query, run_mode mode) {
  if (DIM == 2 || mode == COLD || !asks_depth(query)) return false;
  return has_trait(run, RECORDS) && has_trait(run, PROVES_DEPTH);
}

// Returns whether pairs of any class may have records of depths. Not inlined, to keep its class_run off a run's stack.
static LANE_NOINLINE bool any_asks_effort(const lgjk_batch* batch, const class_table* classes, query_id query,
                                          run_mode mode) {
  if (DIM == 2 || mode == COLD || !asks_depth(query)) return false;
  for (uint32_t c = 0; c < classes->count; ++c) {
    class_run run;
    begin_class(batch, classes, c, query, &run);
    if (asks_effort(&run, query, mode)) return true;
  }
  return false;
}

LANE_INLINE uint8_t effort_of(const lgjk_warm* record) {
  const uint32_t supports = record->word[3] == NAMES_DEPTH ? record->word[1] : 0;
  return (uint8_t)(supports < EFFORTS ? supports : EFFORTS - 1);
}

// Sorts pairs by effort; returns false, and writes nothing, if all efforts are the same. `pairs`: offsets from `base`,
// or NULL for all. `order`: the same offsets, sorted; may be the array `pairs`.
static LANE_NOINLINE bool order_by_effort(const lgjk_batch* batch, uint32_t base, const uint16_t* pairs, uint32_t count,
                                          uint16_t order[TILE]) {
  uint8_t effort[TILE], differ = 0;
  uint16_t sorted[TILE], start[CLASSES + 1];
  for (uint32_t i = 0; i < count; ++i) {
    effort[i] = effort_of(&batch->warm[base + (pairs ? pairs[i] : i)]);
    differ |= effort[i] ^ effort[0];
  }
  if (differ == 0) return false;
  sort_by_key(effort, EFFORTS, pairs, count, sorted, start);
  memcpy(order, sorted, count * sizeof order[0]);
  return true;
}

// Runs listed pairs of the tile that begins at `base`. Those that do not fill a step wait with pairs that took as long.
LANE_INLINE void run_by_effort(class_run* run, uint32_t base, const uint16_t* list, uint32_t count, query_id query,
                               run_mode mode) {
  run->next_to_prefetch = run->batch->prefetch ? base + TILE : UINT32_MAX; // this tile is not run in order
  const uint32_t done = run_listed(run, base, list, count, query, mode);
  if (done == count) return;
  block_pairs rest;
  take_listed(run->batch, base, list + done, count - done, &rest);
  enqueue_new_by_records(run, &rest);
  drain(run, query, mode, FULL_BLOCKS);
}

// Runs all pairs of one class, each tile in the order of effort.
static LANE_NOINLINE void run_class_by_effort(class_run* run, bool bounding, query_id query, run_mode mode) {
  const lgjk_batch* batch = run->batch;
  uint16_t list[TILE + 1];
  cull_policy cull = begin_culling(batch, run, false, query, mode);
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = tile_from(batch, base);
    const bool culls = bounding && cull.next;
    const uint32_t listed = culls ? cull_to_list(batch, base, count, query, list) : count;
    if (order_by_effort(batch, base, culls ? list : NULL, listed, list) || culls) {
      run_by_effort(run, base, list, listed, query, mode);
    } else {
      run_in_order(run, base, base + count, query, mode);
    }
    if (bounding) end_tile(batch, count, &cull);
  }
}

#endif
