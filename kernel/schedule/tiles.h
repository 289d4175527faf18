// Pairs of several classes: a tile of them is sorted by class, and the classes run one after the other, so that the
// branches on a class are taken alike many times in a row.
#ifndef LGJK_SCHEDULE_TILES_H
#define LGJK_SCHEDULE_TILES_H

#include "schedule/waiting.h"

#define TILE (DIM == 2 ? 1024u : 256u) // pairs sorted at a time; in 3D blocks need more of the stack

LANE_FN void take_listed_step(const lgjk_batch* batch, uint32_t base, const uint16_t* offsets,
                              block_pairs pairs[BLOCKS]) {
  for (uint32_t u = 0; u < BLOCKS; ++u) take_listed(batch, base, offsets + u * LANES, LANES, &pairs[u]);
}

// Adds pairs to the waiting new ones until they make a step; returns how many were added.
LANE_FN uint32_t add_fresh(waiting_class* class, uint32_t base, const uint16_t* pairs, uint32_t count) {
  const uint32_t waiting = class->fresh_count, room = STEP - waiting, take = count < room ? count : room;
  for (uint32_t k = 0; k < take; ++k) class->fresh[waiting + k] = (uint16_t)(base + pairs[k]);
  class->fresh_count = (uint8_t)(waiting + take);
  return take;
}

// Runs the waiting new pairs and `count` others of the class, offsets from base, as far as they make steps; the rest
// waits.
LANE_FN void run_turn_of(waiting_pairs* waiting, waiting_class* class, class_run* run, uint32_t base,
                         const uint16_t* order, uint32_t count, query_id query, run_mode mode) {
  block_pairs pairs[2][BLOCKS];
  uint32_t i = 0;
  if (class->fresh_count != 0) {
    i = add_fresh(class, base, order, count);
    if (class->fresh_count == STEP) run_fresh(class, run, query, mode);
  }
  if (count - i >= STEP) take_listed_step(run->batch, base, order + i, pairs[0]);
  for (uint32_t now = 0; count - i >= STEP; i += STEP, now ^= 1) {
    if (count - i >= 2 * STEP) take_listed_step(run->batch, base, order + i + STEP, pairs[now ^ 1]);
    run_some(run, pairs[now], query, mode);
  }
  add_fresh(class, base, order + i, count - i);
  park(waiting, class, run, query, mode);
}

// Sorts `count` pairs by class, a counting sort: the pairs of class c are in order from start[c] on. Two counts per
// class, for even and odd pairs: an increment waits for the one before of the same count.
LANE_FN void sort_by_class(const lgjk_batch* batch, const class_table* classes, uint32_t base, const uint16_t* pairs,
                           uint32_t count, uint16_t order[TILE], uint16_t start[CLASSES + 1]) {
  uint8_t class[TILE];
  uint16_t counts[2][CLASSES];
  memset(counts[0], 0, classes->count * sizeof counts[0][0]);
  memset(counts[1], 0, classes->count * sizeof counts[1][0]);
  classify(batch, classes, base, pairs, count, class);
  for (uint32_t i = 0; i < count; ++i) ++counts[i & 1][class[i]];
  uint32_t sum = 0;
  for (uint32_t c = 0; c < classes->count; ++c) {
    const uint32_t even = counts[0][c], odd = counts[1][c];
    start[c] = counts[0][c] = (uint16_t)sum;
    counts[1][c] = (uint16_t)(sum + even);
    sum += even + odd;
  }
  start[classes->count] = (uint16_t)sum;
  for (uint32_t i = 0; i < count; ++i) order[counts[i & 1][class[i]]++] = (uint16_t)(pairs ? pairs[i] : i);
}

_Static_assert(TILE <= UINT16_MAX, "counts are 16 bits");

// pairs: offsets from base, or NULL for all.
static LANE_APART void run_tile(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                uint32_t base, const uint16_t* pairs, uint32_t count, query_id query, run_mode mode) {
  uint16_t order[TILE], start[CLASSES + 1];
  sort_by_class(batch, classes, base, pairs, count, order, start);
  for (uint32_t c = 0; c < classes->count; ++c) {
    const uint32_t first = start[c], pairs_of_class = start[c + 1] - first;
    if (pairs_of_class == 0) continue;
    while (waiting->room < STAGES * STEP) run_fullest(batch, classes, waiting, query, mode);
    class_run run;
    begin_class(batch, classes, c, &run);
    run_turn_of(waiting, &waiting->class[c], &run, base, order + first, pairs_of_class, query, mode);
  }
}

#endif
