// Pairs of 3D whose records name a depth, in the order of the supports that took in the frame before. A block goes on
// until its slowest lane has ended: 11.5 expansions in T4, where a lane needs 6.6 of its own, 18.2 and 9.9 in T5. In
// this order T4 and T5 that overlap are 1.2 times as fast. What a record says here moves a pair to another block, and
// changes nothing else.
#ifndef LGJK_SCHEDULE_EFFORT_H
#define LGJK_SCHEDULE_EFFORT_H

#include "schedule/cull.h"

#define EFFORTS 32u // 0: the record names no depth, or one that took no supports
_Static_assert(EFFORTS <= CLASSES, "sort_by_key has room for so many");

// Whether pairs of a class, or of several (NULL), may have such records; in 2D none has.
LANE_FN bool asks_effort(const lgjk_batch* batch, const class_run* only, query_id query, run_mode mode) {
  if (DIM == 2 || mode == COLD || !asks_depth(query) || batch->limit < FLOAT_LIMIT) return false;
  return !only || (proves_overlap(only) && !has_depth_axes(only));
}

LANE_FN uint8_t effort_of(const lgjk_warm* record) {
  if (record->word[3] != NAMES_DEPTH) return 0;
  return (uint8_t)(record->word[1] < EFFORTS ? record->word[1] : EFFORTS - 1);
}

// pairs: offsets from base, or NULL for all; order: the same ones, sorted, and may be their array. False where all
// efforts are 0, and nothing was written.
static LANE_APART bool order_by_effort(const lgjk_batch* batch, uint32_t base, const uint16_t* pairs, uint32_t count,
                                       uint16_t order[TILE]) {
  uint8_t effort[TILE], any = 0;
  uint16_t sorted[TILE], start[CLASSES + 1];
  for (uint32_t i = 0; i < count; ++i) any |= effort[i] = effort_of(&batch->warm[base + (pairs ? pairs[i] : i)]);
  if (any == 0) return false;
  sort_by_key(effort, EFFORTS, pairs, count, sorted, start);
  memcpy(order, sorted, count * sizeof order[0]);
  return true;
}

// Runs listed pairs of a tile that begins at base; those that do not make a step wait.
LANE_FN void run_by_effort(class_run* run, uint32_t base, const uint16_t* list, uint32_t count, query_id query,
                           run_mode mode) {
  run->ahead = run->batch->prefetch ? base + TILE : UINT32_MAX; // a tile is not run in order
  const uint32_t done = run_listed(run, base, list, count, query, mode);
  if (done == count) return;
  block_pairs rest;
  take_listed(run->batch, base, list + done, count - done, &rest);
#if DIM == 3 // in 2D this never runs
  enqueue_by_records(run, &rest, naming_lanes(run, &rest));
#endif
  drain(run, query, mode, FULL_BLOCKS);
}

// All pairs of one class.
static LANE_APART void run_class_by_effort(class_run* run, bool bounding, query_id query, run_mode mode) {
  const lgjk_batch* batch = run->batch;
  uint16_t list[TILE];
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
