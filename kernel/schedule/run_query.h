// A query of a batch, from its classes to its results.
#ifndef LGJK_SCHEDULE_RUN_QUERY_H
#define LGJK_SCHEDULE_RUN_QUERY_H

#include "schedule/cull.h"

// Where a class compares circles itself, and costs little more than they do, it is run at once.
static bool asks_circles(const lgjk_batch* batch, const class_table* classes) {
  return classes->only && is_boxes(classes->only) && batch->limit >= FLOAT_LIMIT;
}

LANE_FN void run_query(const lgjk_batch* batch, query_id query, run_mode warm) {
  class_table classes;
  plan_classes(batch, &classes);
  class_run runs[classes.count];
  init_classes(batch, runs, &classes);
  if (asks_verdict(query) ? !asks_circles(batch, &classes) : batch->max_distance < HUGE_VALF) {
    run_culled(batch, &classes, query, warm, asks_verdict(query));
  } else if (classes.only) {
    run_in_order(classes.only, 0, batch->count, query, warm);
    drain(classes.only, query, warm, ALL_PAIRS);
  } else {
    run_sorted(batch, &classes, query, warm);
  }
}

// The kernel of an instruction set and this dimension: all of its queries.
static void run_any_query(const lgjk_batch* batch, uint32_t query) {
  run_query(batch, (query_id)query, batch->warm ? WARM : COLD);
}

#endif
