// Runs a query of a batch, from its classes to its results.
#ifndef LGJK_SCHEDULE_RUN_QUERY_H
#define LGJK_SCHEDULE_RUN_QUERY_H

#include "schedule/effort.h"
#if DIM == 2
#include "schedule/rounds2.h"
#else
#include "schedule/rounds3.h"
#endif

// Runs a batch that has one class, without sorting it by class.
static LANE_NOINLINE void run_one_class(const lgjk_batch* batch, const class_table* classes, query_id query,
                                        run_mode mode) {
  class_run run;
  begin_class(batch, classes, 0, query, &run);
  const bool bounding = asks_bounding(batch, query) && !has_trait(&run, BOUNDING_WITHIN);
  if (asks_effort(&run, query, mode)) {
    run_class_by_effort(&run, bounding, query, mode);
  } else if (!bounding) {
    run_pairs_in_order(&run, 0, batch->count, query, mode);
  } else {
    pair_queue queue = {.count = 0};
    cull_policy cull = begin_culling(batch, &run, has_trait(&run, ROUND), query, mode);
    for (uint32_t base = 0; base < batch->count; base += TILE) {
      const uint32_t count = tile_from(batch, base);
      if (cull.next) {
        cull_in_order(&run, &queue, base, count, query, mode);
      } else {
        run_pairs_in_order(&run, base, base + count, query, mode);
      }
      end_tile(batch, count, &cull);
    }
    if (queue.count) run_queued(&run, &queue, query, mode);
  }
  drain(&run, query, mode, ALL_PAIRS);
}

// The pairs of a tile that are to be sorted: all, or those that culling left.
typedef struct tile_list {
  uint32_t count;
  bool all;
  uint16_t pair[TILE + 1]; // offsets from the tile's base, unless `all`; room for lane_append
} tile_list;

// Ends pairs by bounding tests if `culls`, and lists the others.
static LANE_NOINLINE void list_tile(const lgjk_batch* batch, uint32_t base, uint32_t count, bool culls, query_id query,
                                    tile_list* list) {
  list->all = false;
  if (culls) {
    list->count = cull_to_list(batch, base, count, query, list->pair);
  } else {
    list->all = true;
    list->count = count;
    for (uint32_t i = 0; i < count; i += LANES) prefetch_in_order(batch, base + i);
  }
}

// Sorts the pairs of a tile by class: those of class c are order[start[c]] to order[start[c + 1] - 1], offsets from
// `base`. Returns whether they are sorted by effort, too. Not inlined, to keep its lists off the stack of a run.
static LANE_NOINLINE bool sort_tile(const lgjk_batch* batch, const class_table* classes, uint32_t base, uint32_t count,
                                    bool culls, query_id query, run_mode mode, uint16_t order[TILE],
                                    uint16_t start[CLASSES + 1]) {
  tile_list list;
  list_tile(batch, base, count, culls, query, &list);
  const uint16_t* pairs = list.all ? NULL : list.pair;
  const bool by_effort =
      any_asks_effort(batch, classes, query, mode) && order_by_effort(batch, base, pairs, list.count, list.pair);
  sort_by_class(batch, classes, base, by_effort ? list.pair : pairs, list.count, order, start);
  return by_effort;
}

static LANE_NOINLINE void run_tile(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                   uint32_t base, uint32_t count, bool culls, query_id query, run_mode mode) {
  uint16_t order[TILE], start[CLASSES + 1];
  const bool by_effort = sort_tile(batch, classes, base, count, culls, query, mode, order, start);
  for (uint32_t c = 0; c < classes->count; ++c) {
    const uint32_t first = start[c], pairs_of_class = start[c + 1] - first;
    if (pairs_of_class == 0) continue;
    class_run run;
    resume_class(batch, classes, waiting, c, query, &run);
    while (waiting->room < room_of_turn(&run, mode)) run_fullest(batch, classes, waiting, query, mode);
    if (by_effort && asks_effort(&run, query, mode)) {
      run_by_effort(&run, base, order + first, pairs_of_class, query, mode);
    } else {
      run_turn_of(&waiting->class[c], &run, base, order + first, pairs_of_class, query, mode);
    }
    park(waiting, &waiting->class[c], &run, query, mode);
  }
}

static LANE_NOINLINE void run_many_classes(const lgjk_batch* batch, const class_table* classes, query_id query,
                                           run_mode mode) {
  waiting_pairs waiting;
  clear_waiting(&waiting, classes->count);
  bool round = is_mostly_round(batch, classes, 0, tile_from(batch, 0));
  cull_policy cull = begin_culling(batch, NULL, round, query, mode);
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = tile_from(batch, base);
    if (!cull.next && (round || is_mostly_round(batch, classes, base, count))) {
      round = run_round_tile(batch, classes, &waiting, base, count, query, mode);
    } else {
      run_tile(batch, classes, &waiting, base, count, cull.next, query, mode);
    }
    if (asks_bounding(batch, query)) end_tile(batch, count, &cull);
  }
  run_waiting(batch, classes, &waiting, query, mode);
}

// Runs any query: this is the kernel of an instruction set and this dimension.
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
