// Keeps the pairs that wait between two turns of their class. New pairs, up to half of a tile, are in an array per
// class. The few of later stages are in linked lists in one pool, so that the stack grows with the pairs that wait and
// not with the square of the cores. No pair's result depends on which pairs run together, or when.
#ifndef LGJK_SCHEDULE_WAITING_H
#define LGJK_SCHEDULE_WAITING_H

#include "schedule/classes.h"
#include "schedule/steps.h"

#define WAITING OF_DIM(432u, 144u)           // capacity of the pool, in pairs
typedef OF_DIM(uint16_t, uint8_t) pool_slot; // small, for less stack
#define NO_SLOT OF_DIM(UINT16_MAX, UINT8_MAX)

// The pool has room for WAITING pairs: with 16 lanes, 13 classes of 2D or 9 of 3D can each keep half a step in two
// stages. With more classes some blocks run before they are full. The stack of a call has room for no more.
_Static_assert(WAITING < NO_SLOT, "a slot has a number");

typedef struct waiting_pair {
  uint16_t pair, next; // next: slot in the pool, or NO_SLOT
} waiting_pair;

// A class between its turns: a list of pairs per stage, and new pairs. Counts are less than a step.
typedef struct waiting_class {
  pool_slot first[STAGES]; // slot in the pool, or NO_SLOT
  uint8_t count[STAGES];
  uint8_t fresh_count;
  uint8_t overlapping; // as in class_run, at the end of its last turn
  uint16_t fresh[STEP];
} waiting_class;

typedef struct waiting_pairs {
  uint32_t room; // free slots of the pool
  uint16_t free; // the first of them
  waiting_class class[CLASSES];
  waiting_pair pool[WAITING];
} waiting_pairs;

_Static_assert(STEP <= UINT8_MAX && STAGES * STEP <= WAITING, "a class always finds room");

// Returns how many slots a turn of a class may take: a step for each stage that its pairs can wait in.
LANE_INLINE uint32_t room_of_turn(const class_run* run, run_mode mode) {
  return (mode == COLD || !has_trait(run, RECORDS) ? STAGES - FIRST_COLD : STAGES) * STEP;
}

static void clear_waiting(waiting_pairs* waiting, uint32_t classes) {
  waiting->room = WAITING;
  waiting->free = 0;
  for (uint32_t i = 0; i < WAITING; ++i) waiting->pool[i].next = (uint16_t)(i + 1);
  for (uint32_t c = 0; c < classes; ++c) {
    waiting_class* class = &waiting->class[c];
    for (int s = 0; s < STAGES; ++s) {
      class->first[s] = NO_SLOT;
      class->count[s] = 0;
    }
    class->fresh_count = 0;
    class->overlapping = 0;
  }
}

// Begins a turn of a class. In 2D the counts of its last block decide which attempt comes first, as within a turn. In
// 3D that made contacts of T3 2% to 4% slower. `waiting`: NULL if it has no other turn.
static void resume_class(const lgjk_batch* batch, const class_table* classes, const waiting_pairs* waiting,
                         uint32_t number, class_run* run) {
  begin_class(batch, classes, number, run);
  if (DIM == 2 && waiting != NULL) run->last_overlapping = waiting->class[number].overlapping;
}

// Moves the pairs of the run's queue into the class's list. Precondition: the pool has room for them.
LANE_INLINE void push_waiting(waiting_pairs* waiting, waiting_class* class, class_run* run, int stage) {
  const uint32_t count = run->count[stage];
  pool_slot first = class->first[stage];
  for (uint32_t i = 0; i < count; ++i) {
    const pool_slot slot = (pool_slot)waiting->free;
    waiting_pair* each = &waiting->pool[slot];
    waiting->free = each->next;
    each->pair = run->pairs[stage][i];
    each->next = first;
    first = slot;
  }
  class->first[stage] = first;
  class->count[stage] = (uint8_t)(class->count[stage] + count);
  waiting->room -= count;
  run->count[stage] = 0;
}

// Moves `count` pairs of the class's list, which holds as many, into the run's queue.
LANE_INLINE void resume(waiting_pairs* waiting, waiting_class* class, class_run* run, int stage, uint32_t count) {
  const uint32_t at = run->count[stage];
  pool_slot slot = class->first[stage];
  for (uint32_t i = 0; i < count; ++i) {
    waiting_pair* each = &waiting->pool[slot];
    const pool_slot next = (pool_slot)each->next;
    run->pairs[stage][at + i] = each->pair;
    each->next = waiting->free;
    waiting->free = slot;
    slot = next;
  }
  class->first[stage] = slot;
  class->count[stage] = (uint8_t)(class->count[stage] - count);
  waiting->room += count;
  run->count[stage] = (uint16_t)(at + count);
}

// Ends a class's turn. A stage that is full together with the pairs of its list is run; the rest joins the list.
LANE_INLINE void park(waiting_pairs* waiting, waiting_class* class, class_run* run, query_id query, run_mode mode) {
  class->overlapping = (uint8_t)run->last_overlapping;
  for (int s = 0; s < STAGES; ++s) {
    const uint32_t full = full_stage(s), here = run->count[s];
    if (here == 0) continue;
    if (here + class->count[s] >= full) {
      if (here < full) resume(waiting, class, run, s, full - here);
      drain(run, query, mode, FULL_BLOCKS);
    }
    push_waiting(waiting, class, run, s);
  }
}

// Runs the longest list of all classes, so that others have room.
static LANE_NOINLINE void run_longest_list(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                           query_id query, run_mode mode) {
  uint32_t most = 0, fullest = 0;
  int stage = 0;
  for (uint32_t c = 0; c < classes->count; ++c) {
    for (int s = 0; s < STAGES; ++s) {
      if (waiting->class[c].count[s] <= most) continue;
      most = waiting->class[c].count[s];
      fullest = c;
      stage = s;
    }
  }
  class_run run;
  resume_class(batch, classes, waiting, fullest, &run);
  resume(waiting, &waiting->class[fullest], &run, stage, most);
  run_queue(&run, stage, query, mode);
  park(waiting, &waiting->class[fullest], &run, query, mode);
}

// Makes the first attempt at a class's new pairs that wait.
LANE_INLINE void run_new_pairs(waiting_class* class, class_run* run, query_id query, run_mode mode) {
  run_last_step(run, class->fresh, class->fresh_count, query, mode);
  class->fresh_count = 0;
}

// Runs all waiting pairs at the end of a call, class by class.
static LANE_NOINLINE void run_all_waiting(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                          query_id query, run_mode mode) {
  for (uint32_t c = 0; c < classes->count; ++c) {
    waiting_class* class = &waiting->class[c];
    class_run run;
    resume_class(batch, classes, waiting, c, &run);
    for (int s = 0; s < STAGES; ++s) resume(waiting, class, &run, s, class->count[s]);
    if (class->fresh_count != 0) run_new_pairs(class, &run, query, mode);
    drain(&run, query, mode, ALL_PAIRS);
  }
}

// ------------------------------------------------------------------ tiles

// Sorts tiles of pairs by class. The classes of a tile run one after the other, so that branches on a class go the same
// way many times in a row.

#define TILE (DIM == 2 ? 1024u : 448u) // pairs sorted at a time; fewer in 3D, where blocks need more stack

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

_Static_assert(TILE <= UINT16_MAX, "counts are 16 bits");

#endif
