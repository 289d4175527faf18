// A query of a batch, from its classes to its results.
#ifndef LGJK_SCHEDULE_RUN_QUERY_H
#define LGJK_SCHEDULE_RUN_QUERY_H

#include "schedule/cull.h"

LANE_FN uint32_t tile_from(const lgjk_batch* batch, uint32_t base) {
  return batch->count - base < TILE ? batch->count - base : TILE;
}

// Whether bounding tests can end pairs of a query.
LANE_FN bool asks_bounding(const lgjk_batch* batch, query_id query) {
  return asks_verdict(query) || batch->max_distance < HUGE_VALF;
}

// All pairs of one class: nothing is sorted.
static LANE_APART void run_one_class(const lgjk_batch* batch, const class_table* classes, query_id query,
                                     run_mode mode) {
  class_run run;
  begin_class(batch, classes, 0, &run);
  // The run of boxes makes the bounding tests itself, and its axes cost little more than they do.
  const bool tested_within = asks_verdict(query) && is_boxes(&run) && batch->limit >= FLOAT_LIMIT;
  if (!asks_bounding(batch, query) || tested_within) {
    run_in_order(&run, 0, batch->count, query, mode);
  } else {
    pair_queue queue = {.count = 0};
    cull_policy cull = begin_culling(batch, &run, query, mode);
    for (uint32_t base = 0; base < batch->count; base += TILE) {
      const uint32_t count = tile_from(batch, base);
      if (cull.next) {
        cull_in_order(&run, &queue, base, count, query, mode);
      } else {
        run_in_order(&run, base, base + count, query, mode);
      }
      end_tile(batch, count, &cull);
    }
    if (queue.count) run_queued(&run, &queue, query, mode);
  }
  drain(&run, query, mode, ALL_PAIRS);
}

static LANE_APART void run_many_classes(const lgjk_batch* batch, const class_table* classes, query_id query,
                                        run_mode mode) {
  waiting_pairs waiting;
  uint16_t undecided[TILE];
  clear_waiting(&waiting, classes->count);
  cull_policy cull = begin_culling(batch, NULL, query, mode);
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = tile_from(batch, base);
    if (cull.next) {
      run_tile(batch, classes, &waiting, base, undecided, cull_to_list(batch, base, count, query, undecided), query,
               mode);
    } else {
      for (uint32_t i = 0; i < count; i += LANES) prefetch_in_order(batch, base + i);
      run_tile(batch, classes, &waiting, base, NULL, count, query, mode);
    }
    if (asks_bounding(batch, query)) end_tile(batch, count, &cull);
  }
  run_waiting(batch, classes, &waiting, query, mode);
}

// The kernel of an instruction set and this dimension: all of its queries.
static void run_query(const lgjk_batch* batch, query_id query, run_mode mode) {
  class_table classes;
  number_classes(batch, &classes);
  if (one_class(&classes)) {
    run_one_class(batch, &classes, query, mode);
  } else {
    run_many_classes(batch, &classes, query, mode);
  }
}

#endif
