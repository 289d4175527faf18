// Runs a query of a batch, from its classes to its results.
#ifndef LGJK_SCHEDULE_RUN_QUERY_H
#define LGJK_SCHEDULE_RUN_QUERY_H

#include "schedule/cull.h"
#include "schedule/groups.h"

// ------------------------------------------------------------------ contacts in the order of their effort

// Orders contacts of 3D by their effort: the supports that a depth took in the frame before, as the records say. A
// block goes on until its slowest lane has ended. That is 11.5 expansions in T4, where a lane needs 6.6 of its
// own, 18.2 and 9.9 in T5. In this order T4 and T5 that overlap are 1.2 times as fast. A record moves its pair to
// another block, and changes nothing else.

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

// Runs all pairs of one class, each tile in the order of effort. What does not fill a step waits for the next tile.
static LANE_NOINLINE void run_class_by_effort(class_run* run, bool bounding, query_id query, run_mode mode) {
  const lgjk_batch* batch = run->batch;
  uint16_t list[STEP + TILE + 1];
  uint32_t waiting = 0; // in front of the list
  cull_policy cull = begin_culling(batch, run, false, query);
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = tile_from(batch, base);
    const uint32_t listed = waiting + list_tile(batch, base, count, bounding && cull.next, query, list + waiting);
    order_by_effort(batch, list, listed);
    const uint32_t done = run_full_steps(run, list, listed, query, mode);
    waiting = listed - done;
    memmove(list, list + done, waiting * sizeof list[0]);
    if (bounding) end_tile(batch, count, &cull);
  }
  if (waiting != 0) run_last_step(run, list, waiting, query, mode);
}

// Runs all pairs of one class, without those that bounding tests end.
static LANE_NOINLINE void run_class_by_bounding(class_run* run, query_id query, run_mode mode) {
  const lgjk_batch* batch = run->batch;
  pair_queue queue = {.count = 0};
  cull_policy cull = begin_culling(batch, run, has_group(run), query);
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = tile_from(batch, base);
    if (cull.next) {
      cull_in_order(run, &queue, base, count, query, mode);
    } else {
      run_class_in_order(run, base, base + count, query, mode);
    }
    end_tile(batch, count, &cull);
  }
  if (queue.count) run_not_culled(run, &queue, query, mode);
}

// Runs a batch that has one class.
static LANE_NOINLINE void run_one_class(const lgjk_batch* batch, const class_table* classes, query_id query,
                                        run_mode mode) {
  class_run run;
  begin_class(batch, classes, 0, &run);
  const bool bounding = needs_bounding(batch, query) && !has_trait(&run, BOUNDING_WITHIN);
  if (needs_effort(&run, query, mode)) {
    run_class_by_effort(&run, bounding, query, mode);
  } else if (bounding) {
    run_class_by_bounding(&run, query, mode);
  } else {
    run_class_in_order(&run, 0, batch->count, query, mode);
  }
  drain(&run, query, mode, ALL_PAIRS);
}

// Sorts the pairs of a tile by class, and within it by effort if that is needed: those of class c are order[start[c]]
// to order[start[c + 1] - 1]. Not inlined, to keep its lists off the stack of a run.
static LANE_NOINLINE void sort_tile(const lgjk_batch* batch, const class_table* classes, uint32_t base, uint32_t count,
                                    bool culls, query_id query, run_mode mode, uint16_t order[TILE],
                                    uint16_t start[CLASSES + 1]) {
  uint16_t list[TILE + 1];
  const uint32_t listed = list_tile(batch, base, count, culls, query, list);
  if (any_needs_effort(batch, classes, query, mode)) order_by_effort(batch, list, listed);
  sort_by_class(batch, classes, list, listed, order, start);
}

static LANE_NOINLINE void run_sorted_tile(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                          uint32_t base, uint32_t count, bool culls, query_id query, run_mode mode) {
  uint16_t order[TILE], start[CLASSES + 1];
  sort_tile(batch, classes, base, count, culls, query, mode, order, start);
  for (uint32_t c = 0; c < classes->count; ++c) {
    const uint32_t first = start[c], pairs_of_class = start[c + 1] - first;
    if (pairs_of_class == 0) continue;
    class_run run;
    resume_class(batch, classes, waiting, c, &run);
    while (waiting->room < room_of_turn(&run, mode)) run_longest_list(batch, classes, waiting, query, mode);
    run_listed_and_new_pairs(&waiting->class[c], &run, order + first, pairs_of_class, query, mode);
    park(waiting, &waiting->class[c], &run, query, mode);
  }
}

static LANE_NOINLINE void run_many_classes(const lgjk_batch* batch, const class_table* classes, query_id query,
                                           run_mode mode) {
  waiting_pairs waiting;
  clear_waiting(&waiting, classes->count);
  bool round = is_mostly_grouped(batch, classes, 0, tile_from(batch, 0));
  cull_policy cull = begin_culling(batch, NULL, round, query);
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = tile_from(batch, base);
    if (!cull.next && (round || is_mostly_grouped(batch, classes, base, count))) {
      round = run_grouped_tile(batch, classes, &waiting, base, count, query, mode);
    } else {
      run_sorted_tile(batch, classes, &waiting, base, count, cull.next, query, mode);
    }
    if (needs_bounding(batch, query)) end_tile(batch, count, &cull);
  }
  run_all_waiting(batch, classes, &waiting, query, mode);
}

// Runs a query.
static LANE_NOINLINE void run_query(const lgjk_batch* batch, query_id query, const query_table* table) {
  const run_mode mode = batch->warm ? WARM : COLD;
  class_table classes;
  classes.table = table;
  number_classes(batch, &classes);
  if (one_class(&classes)) {
    run_one_class(batch, &classes, query, mode);
  } else {
    run_many_classes(batch, &classes, query, mode);
  }
}

#endif
