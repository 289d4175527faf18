// Runs a query of a batch, from its classes to its results.
#ifndef LGJK_SCHEDULE_RUN_QUERY_H
#define LGJK_SCHEDULE_RUN_QUERY_H

#include "schedule/cull.h"
#include "schedule/groups.h"

// ------------------------------------------------------------------ contacts in the order of their effort

// Orders contacts of 3D by their effort, the supports that a depth takes. A block goes on until its slowest lane has
// ended: in any order that is 8.6 expansions of 8 lanes in T4, where a lane needs 5.1 of its own, and 14.8 and 8.8 in
// T5. A record says what the frame before took. Without records it is guessed: the nearer the centres, the more faces
// are as near to the origin as the last one. An effort moves its pair to another block, and changes nothing else.

#define EFFORTS 32u // 0: the record names no depth, or the centres are far from each other
_Static_assert(EFFORTS <= CLASSES, "sort_by_key has room for so many");

// Returns whether an order by effort pays for the class, in 3D: where records name depths, and without records where
// both cores have faces.
LANE_INLINE bool needs_effort(const class_run* run, query_id query) {
  if (DIM == 2 || !needs_depth(query) || !has_trait(run, RECORDS) || !has_trait(run, PROVES_DEPTH)) return false;
  return run->batch->warm || ((1u << run->core_a | 1u << run->core_b) & (SEGMENTS | CURVED)) == 0;
}

LANE_INLINE uint8_t recorded_effort(const lgjk_warm* record) {
  const uint32_t supports = record->word[3] == NAMES_DEPTH ? record->word[1] : 0;
  return (uint8_t)(supports < EFFORTS ? supports : EFFORTS - 1);
}

// Guesses the efforts of listed pairs by the distance of their centres, as a share of the sizes of both.
static LANE_NOINLINE void guess_efforts(const lgjk_batch* batch, const uint16_t* list, uint32_t count,
                                        uint8_t* effort) {
  for (uint32_t i = 0; i < count; i += LANES) {
    block_pairs pairs;
    pair_block block;
    uint32_t guess[LANES];
    take_listed(batch, list + i, count - i, &pairs);
    block.pairs = &pairs;
    load_block_in_place(batch, CORE_HEADER, CORE_HEADER, WHOLE_CORE, &block); // only the header
    const vec_f p = sub_f(position(&block.b), position(&block.a));
    const vf *a = block.a.header, *b = block.b.header;
    const vf bounds = vf_add(a[HEADER_BOUND], b[HEADER_BOUND]), inner = vf_add(a[HEADER_INNER], b[HEADER_INNER]);
    const vf share =
        vf_div(vf_sqrt(dot_f(p, p)), vf_max(vf_add(bounds, inner), vf_set(SCALE_MIN))); // two thirds where they touch
    vi_store(guess, vi_truncate(vf_max(vf_mul(vf_sub(vf_set(0.65f), share), vf_set(EFFORTS / 0.66f)), vf_set(0))));
    for (uint32_t l = 0; l < pairs.count; ++l) effort[i + l] = (uint8_t)guess[l];
  }
}

// Sorts listed pairs by effort, unless they fill no more than a block.
static LANE_NOINLINE void order_by_effort(const lgjk_batch* batch, uint16_t* list, uint32_t count) {
  uint8_t effort[TILE + STEP];
  uint16_t sorted[TILE + STEP], start[CLASSES + 1];
  if (count <= LANES) return;
  if (batch->warm) {
    for (uint32_t i = 0; i < count; ++i) effort[i] = recorded_effort(&batch->warm[list[i]]);
  } else {
    guess_efforts(batch, list, count, effort);
  }
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
  pair_queue queue;
  queue.count = 0; // an initialiser would fill all of it
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
  if (needs_effort(&run, query)) {
    run_class_by_effort(&run, bounding, query, mode);
  } else if (bounding) {
    run_class_by_bounding(&run, query, mode);
  } else {
    run_class_in_order(&run, 0, batch->count, query, mode);
  }
  drain(&run, query, mode, ALL_PAIRS);
}

// Sorts the pairs of a tile by class: those of class c are order[start[c]] to order[start[c + 1] - 1]. Not inlined, to
// keep its lists off the stack of a run.
static LANE_NOINLINE void sort_tile(const lgjk_batch* batch, const class_table* classes, uint32_t base, uint32_t count,
                                    bool culls, query_id query, uint16_t order[TILE], uint16_t start[CLASSES + 1]) {
  uint16_t list[TILE + 1];
  uint8_t class[TILE];
  const uint32_t listed = list_tile(batch, base, count, culls, query, list);
  classify(batch, classes, list, listed, class);
  sort_by_key(class, classes->count, list, listed, order, start);
}

// Runs a tile, sorted. `waiting`: what waits for pairs of other tiles, or NULL if the tile is all of the batch. Each
// class then has one turn.
static LANE_NOINLINE void run_sorted_tile(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                          uint32_t base, uint32_t count, bool culls, query_id query, run_mode mode) {
  uint16_t order[TILE], start[CLASSES + 1];
  sort_tile(batch, classes, base, count, culls, query, order, start);
  for (uint32_t c = 0; c < classes->count; ++c) {
    uint16_t* list = order + start[c];
    const uint32_t listed = start[c + 1] - start[c];
    if (listed == 0) continue;
    class_run run;
    resume_class(batch, classes, waiting, c, &run);
    if (needs_effort(&run, query)) order_by_effort(batch, list, listed);
    if (waiting != NULL) {
      while (waiting->room < room_of_turn(&run, mode)) run_longest_list(batch, classes, waiting, query, mode);
      run_listed_and_new_pairs(&waiting->class[c], &run, list, listed, query, mode);
      park(waiting, &waiting->class[c], &run, query, mode);
    } else {
      const uint32_t done = run_full_steps(&run, list, listed, query, mode);
      if (done != listed) run_last_step(&run, list + done, listed - done, query, mode);
      drain(&run, query, mode, ALL_PAIRS); // nothing waits
    }
  }
}

static LANE_NOINLINE void run_many_classes(const lgjk_batch* batch, const class_table* classes, query_id query,
                                           run_mode mode) {
  waiting_pairs waiting;
  bool round = is_mostly_grouped(batch, classes, 0, tile_from(batch, 0));
  cull_policy cull = begin_culling(batch, NULL, round, query);
  if (batch->count <= TILE && (cull.next || !round)) {
    run_sorted_tile(batch, classes, NULL, 0, batch->count, cull.next, query, mode);
    return;
  }
  clear_waiting(&waiting, classes->count);
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
  if (classes.single_a < CORES && classes.single_b < CORES) {
    run_one_class(batch, &classes, query, mode);
  } else {
    run_many_classes(batch, &classes, query, mode);
  }
}

#endif
