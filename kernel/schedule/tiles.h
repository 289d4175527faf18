// Sorts tiles of pairs by class. The classes of a tile run one after the other, so that branches on a class go the same
// way many times in a row.
#ifndef LGJK_SCHEDULE_TILES_H
#define LGJK_SCHEDULE_TILES_H

#include "schedule/waiting.h"

#define TILE (DIM == 2 ? 1024u : 512u) // pairs sorted at a time; fewer in 3D, where blocks need more stack

LANE_INLINE uint32_t tile_from(const lgjk_batch* batch, uint32_t base) {
  return batch->count - base < TILE ? batch->count - base : TILE;
}

// Moves pairs from the end of a list to the new ones that wait, as many as fill a step. Returns how many are left.
LANE_INLINE uint32_t add_fresh(waiting_class* class, const uint16_t* list, uint32_t count) {
  const uint32_t room = STEP - class->fresh_count, take = count < room ? count : room, left = count - take;
  memcpy(class->fresh + class->fresh_count, list + left, take * sizeof list[0]);
  class->fresh_count = (uint8_t)(class->fresh_count + take);
  return left;
}

// Runs listed pairs and the new ones that wait, as far as they fill steps. The rest waits. In lists by effort it is
// what takes longest, so that it waits for pairs that do, too.
LANE_INLINE void run_listed_and_new_pairs(waiting_class* class, class_run* run, const uint16_t* list, uint32_t count,
                                          query_id query, run_mode mode) {
  if (class->fresh_count != 0) {
    count = add_fresh(class, list, count);
    if (class->fresh_count == STEP) run_new_pairs(class, run, query, mode);
  }
  const uint32_t done = run_full_steps(run, list, count, query, mode);
  add_fresh(class, list + done, count - done);
}

// Sorts listed pairs by a stable counting sort: those of key k are in `order` from start[k] on, and start[keys] is
// their end. Each key has a count for either half of the pairs, because an increment waits for the one before of the
// same count.
LANE_INLINE void sort_by_key(const uint8_t* key, uint32_t keys, const uint16_t* list, uint32_t count, uint16_t* order,
                             uint16_t start[CLASSES + 1]) {
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
    order[counts[0][key[i]]++] = list[i];
    order[counts[1][key[half + i]]++] = list[half + i];
  }
  if (count % 2 != 0) order[counts[1][key[count - 1]]] = list[count - 1];
}

LANE_INLINE void sort_by_class(const lgjk_batch* batch, const class_table* classes, const uint16_t* list,
                               uint32_t count, uint16_t order[TILE], uint16_t start[CLASSES + 1]) {
  uint8_t class[TILE];
  classify(batch, classes, list, count, class);
  sort_by_key(class, classes->count, list, count, order, start);
}

_Static_assert(TILE <= UINT16_MAX, "counts are 16 bits");

#endif
