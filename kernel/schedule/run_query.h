// A query of a batch, from its classes to its results.
#ifndef LGJK_SCHEDULE_RUN_QUERY_H
#define LGJK_SCHEDULE_RUN_QUERY_H

#include "schedule/cull.h"

LANE_FN uint32_t tile_from(const lgjk_batch* batch, uint32_t base) {
  return batch->count - base < TILE ? batch->count - base : TILE;
}

// Whether circles can end pairs of a query.
LANE_FN bool asks_circles(const lgjk_batch* batch, query_id query) {
  return asks_verdict(query) || batch->max_distance < HUGE_VALF;
}

// All pairs of one class: nothing is sorted.
static LANE_APART void run_one_class(const lgjk_batch* batch, const class_table* classes, query_id query, run_mode warm) {
  class_run run;
  begin_class(batch, classes, 0, &run);
  // Axes of boxes compare circles themselves, and cost little more than they do.
  const bool circles_within = asks_verdict(query) && is_boxes(&run) && batch->limit >= FLOAT_LIMIT;
  if (!asks_circles(batch, query) || circles_within) {
    run_in_order(&run, 0, batch->count, query, warm);
  } else {
    address_queue queue = {.count = 0};
    cull_policy cull = begin_culling(batch, &run, query, warm);
    for (uint32_t base = 0; base < batch->count; base += TILE) {
      const uint32_t count = tile_from(batch, base);
      if (cull.next) {
        cull_in_order(&run, &queue, base, count, query, warm);
      } else {
        run_in_order(&run, base, base + count, query, warm);
      }
      end_tile(batch, count, &cull);
    }
    if (queue.count) run_queued(&run, &queue, query, warm);
  }
  drain(&run, query, warm, ALL_PAIRS);
}

static LANE_APART void run_many_classes(const lgjk_batch* batch, const class_table* classes, query_id query, run_mode warm) {
  waiting_pairs waiting;
  uint16_t open[TILE];
  clear_waiting(&waiting, classes->count);
  cull_policy cull = begin_culling(batch, NULL, query, warm);
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = tile_from(batch, base);
    if (cull.next) {
      run_tile(batch, classes, &waiting, base, open, cull_to_list(batch, base, count, query, open), query, warm);
    } else {
      for (uint32_t i = 0; i < count; i += LANES) prefetch_in_order(batch, base + i);
      run_tile(batch, classes, &waiting, base, NULL, count, query, warm);
    }
    if (asks_circles(batch, query)) end_tile(batch, count, &cull);
  }
  run_waiting(batch, classes, &waiting, query, warm);
}

// The kernel of an instruction set and this dimension: all of its queries.
static void run_query(const lgjk_batch* batch, query_id query, run_mode warm) {
  class_table classes;
  number_classes(batch, &classes);
  if (one_class(&classes)) {
    run_one_class(batch, &classes, query, warm);
  } else {
    run_many_classes(batch, &classes, query, warm);
  }
}

#endif
