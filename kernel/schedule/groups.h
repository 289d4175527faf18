// Runs tiles in which most pairs are of the one class whose new pairs run in groups of blocks (case2/ellipses.h), as in
// a crowd of round bodies. They run first, in order and unsorted, so that indices, poses and results are loaded and
// stored as vectors. The other pairs wait until they fill a step of their class. The share of round pairs changes time
// alone: a pair's route stays the same.
#ifndef LGJK_SCHEDULE_GROUPS_H
#define LGJK_SCHEDULE_GROUPS_H

#include "schedule/waiting.h"

#define GROUP_SAMPLE 16u // pairs of a tile that are looked at
#define GROUP_LEAST 11u  // round pairs among these, at least: with fewer, lanes of other pairs cost more than sorting

LANE_INLINE bool is_mostly_grouped(const lgjk_batch* batch, const class_table* classes, uint32_t base, uint32_t count) {
  if (DIM == 3 || classes->round >= CLASSES || count < GROUP_SAMPLE) return false;
  const uint32_t core = classes->core_a[classes->round];
  if (route_of(batch, classes->table, core, core)->group == NULL) return false;
  uint8_t class[GROUP_SAMPLE];
  uint16_t pairs[GROUP_SAMPLE];
  uint32_t hits = 0;
  for (uint32_t i = 0; i < GROUP_SAMPLE; ++i) pairs[i] = (uint16_t)(base + i * count / GROUP_SAMPLE);
  classify(batch, classes, pairs, GROUP_SAMPLE, class);
  for (uint32_t i = 0; i < GROUP_SAMPLE; ++i) hits += class[i] == classes->round;
  return hits >= GROUP_LEAST;
}

// Runs pairs first..end - 1, in groups of blocks. Lists the numbers of those that are not round, and returns how many
// there are. `listed`: NULL if all are round.
static LANE_NOINLINE uint32_t run_groups_in_order(class_run* run, uint32_t first, uint32_t end, query_id query,
                                                  run_mode mode, uint16_t* listed) {
  block_pairs pairs[GROUP];
  group_left left[GROUP];
  uint32_t number = 0;
  run->next_to_prefetch = run->batch->prefetch ? first + AHEAD : UINT32_MAX;
  for (uint32_t group = first; group < end; group += GROUP * LANES) {
    int blocks = 0;
    for (uint32_t i = group; i < end && blocks < GROUP; i += LANES) {
      number_consecutive(i, end - i, &pairs[blocks]);
      look_up(run->batch, &pairs[blocks++]); // inlined: a call would cost crowds 3%
    }
    run->route->group(run, pairs, blocks, query, left);
    for (int u = 0; u < blocks; ++u) {
      if (listed) number += lane_append(listed + number, pairs[u].pair, left[u].others);
      queue_group(run, &pairs[u], &left[u], SECOND_ATTEMPT);
      if (next_stage(run, FULL_BLOCKS) < STAGES) drain(run, query, mode, FULL_BLOCKS);
    }
  }
  return number;
}

// Runs pairs first..end - 1, all of one class.
LANE_INLINE void run_class_in_order(class_run* run, uint32_t first, uint32_t end, query_id query, run_mode mode) {
  if (has_group(run)) {
    run_groups_in_order(run, first, end, query, mode, NULL);
  } else {
    run_steps_in_order(run, first, end, query, mode);
  }
}

// Runs the round pairs of a tile, lists the numbers of the others, and returns how many there are.
static LANE_NOINLINE uint32_t run_groups_of_tile(const lgjk_batch* batch, const class_table* classes,
                                                 waiting_pairs* waiting, uint32_t base, uint32_t count, query_id query,
                                                 run_mode mode, uint16_t listed[TILE + 1]) {
  class_run run;
  begin_class(batch, classes, classes->round, &run);
  while (waiting->room < room_of_turn(&run, mode)) run_longest_list(batch, classes, waiting, query, mode);
  const uint32_t number = run_groups_in_order(&run, base, base + count, query, mode, listed);
  park(waiting, &waiting->class[classes->round], &run, query, mode);
  return number;
}

// Makes the first attempt at the new pairs of a class, which fill a step.
static LANE_NOINLINE void run_step_of_new_pairs(const lgjk_batch* batch, const class_table* classes,
                                                waiting_pairs* waiting, uint32_t class, query_id query, run_mode mode) {
  class_run run;
  resume_class(batch, classes, waiting, class, &run);
  while (waiting->room < room_of_turn(&run, mode)) run_longest_list(batch, classes, waiting, query, mode);
  run_new_pairs(&waiting->class[class], &run, query, mode);
  park(waiting, &waiting->class[class], &run, query, mode);
}

// Runs a tile in which most pairs are round. The others wait one by one with the new pairs of their class. To sort them
// and to give each class a turn would cost as much as to run them. Returns whether most were round.
static LANE_NOINLINE bool run_grouped_tile(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                           uint32_t base, uint32_t count, query_id query, run_mode mode) {
  uint16_t listed[TILE + 1];
  uint8_t class[TILE];
  const uint32_t number = run_groups_of_tile(batch, classes, waiting, base, count, query, mode, listed);
  classify(batch, classes, listed, number, class);
  for (uint32_t i = 0; i < number; ++i) {
    waiting_class* to = &waiting->class[class[i]];
    to->fresh[to->fresh_count++] = listed[i];
    if (to->fresh_count == STEP) run_step_of_new_pairs(batch, classes, waiting, class[i], query, mode);
  }
  return GROUP_SAMPLE * (count - number) >= GROUP_LEAST * count;
}

#endif
