// Sorts tiles of pairs by class. The classes of a tile run one after the other, so that branches on a class go the same
// way many times in a row.
#ifndef LGJK_SCHEDULE_TILES_H
#define LGJK_SCHEDULE_TILES_H

#include "schedule/waiting.h"

#define TILE (DIM == 2 ? 1024u : 512u) // pairs sorted at a time; fewer in 3D, where blocks need more stack

LANE_INLINE uint32_t tile_from(const lgjk_batch* batch, uint32_t base) {
  return batch->count - base < TILE ? batch->count - base : TILE;
}

LANE_INLINE void take_listed_step(const lgjk_batch* batch, uint32_t base, const uint16_t* offsets,
                                  block_pairs pairs[BLOCKS]) {
  for (uint32_t u = 0; u < BLOCKS; ++u) take_listed(batch, base, offsets + u * LANES, LANES, &pairs[u]);
}

// Adds pairs to the new ones that wait until they fill a step, and returns how many were added.
LANE_INLINE uint32_t add_fresh(waiting_class* class, uint32_t base, const uint16_t* pairs, uint32_t count) {
  const uint32_t waiting = class->fresh_count, room = STEP - waiting, take = count < room ? count : room;
  for (uint32_t k = 0; k < take; ++k) class->fresh[waiting + k] = (uint16_t)(base + pairs[k]);
  class->fresh_count = (uint8_t)(waiting + take);
  return take;
}

// Runs listed pairs, offsets from `base`, as far as they fill steps, and returns how many ran.
static LANE_NOINLINE uint32_t run_listed(class_run* run, uint32_t base, const uint16_t* list, uint32_t count,
                                         query_id query, run_mode mode) {
  block_pairs pairs[2][BLOCKS];
  uint32_t i = 0;
  if (count >= STEP) take_listed_step(run->batch, base, list, pairs[0]);
  for (uint32_t now = 0; count - i >= STEP; i += STEP, now ^= 1) {
    if (count - i >= 2 * STEP) take_listed_step(run->batch, base, list + i + STEP, pairs[now ^ 1]);
    run_step(run, pairs[now], query, mode);
  }
  return i;
}

// Runs the new pairs that wait and `count` others, offsets from `base`, as far as they fill steps. The rest waits.
LANE_INLINE void run_turn_of(waiting_class* class, class_run* run, uint32_t base, const uint16_t* order, uint32_t count,
                             query_id query, run_mode mode) {
  uint32_t i = 0;
  if (class->fresh_count != 0) {
    i = add_fresh(class, base, order, count);
    if (class->fresh_count == STEP) run_fresh(class, run, query, mode);
  }
  i += run_listed(run, base, order + i, count - i, query, mode);
  add_fresh(class, base, order + i, count - i);
}

// Sorts `count` pairs by a stable counting sort: those of key k are in `order` from start[k] on, and start[keys] is
// their end. `pairs`: offsets from the tile's base, or NULL for all. Each key has a count for either half of the pairs,
// because an increment waits for the one before of the same count.
LANE_INLINE void sort_by_key(const uint8_t key[TILE], uint32_t keys, const uint16_t* pairs, uint32_t count,
                             uint16_t order[TILE], uint16_t start[CLASSES + 1]) {
  uint16_t counts[2][CLASSES];
  memset(counts[0], 0, keys * sizeof counts[0][0]);
  memset(counts[1], 0, keys * sizeof counts[1][0]);
  const uint32_t half = count / 2;
  for (uint32_t i = 0; i < half; ++i) {
    ++counts[0][key[i]];
    ++counts[1][key[half + i]];
  }
  if (count % 2 != 0) ++counts[1][key[count - 1]];
  uint32_t sum = 0;
  for (uint32_t k = 0; k < keys; ++k) {
    const uint32_t first = counts[0][k], second = counts[1][k];
    start[k] = counts[0][k] = (uint16_t)sum;
    counts[1][k] = (uint16_t)(sum + first);
    sum += first + second;
  }
  start[keys] = (uint16_t)sum;
  for (uint32_t i = 0; i < half; ++i) {
    order[counts[0][key[i]]++] = (uint16_t)(pairs ? pairs[i] : i);
    order[counts[1][key[half + i]]++] = (uint16_t)(pairs ? pairs[half + i] : half + i);
  }
  if (count % 2 != 0) order[counts[1][key[count - 1]]] = (uint16_t)(pairs ? pairs[count - 1] : count - 1);
}

LANE_INLINE void sort_by_class(const lgjk_batch* batch, const class_table* classes, uint32_t base,
                               const uint16_t* pairs, uint32_t count, uint16_t order[TILE],
                               uint16_t start[CLASSES + 1]) {
  uint8_t class[TILE];
  classify(batch, classes, base, pairs, count, class);
  sort_by_key(class, classes->count, pairs, count, order, start);
}

_Static_assert(TILE <= UINT16_MAX, "counts are 16 bits");

#endif
