// Runs the pairs of a class: new pairs in order, and pairs that wait in queues. Functions of schedule/ whose names
// begin with run_ choose what runs; an attempt, which they call, has a name with try_ or that of its route.
#ifndef LGJK_SCHEDULE_STEPS_H
#define LGJK_SCHEDULE_STEPS_H

#include <math.h>

#include "schedule/route.h"

// Makes the first attempt at new pairs.
static LANE_NOINLINE void first_attempt(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                        run_mode requested) {
  if (requested == WARM && has_trait(run, RECORDS)) {
    run->route->warm(run, pairs, query, WARM);
  } else {
    run->route->cold(run, pairs, query, COLD);
  }
}

// Makes an attempt at up to a step of the pairs that wait for it. A block without pairs has a count of 0 and nothing
// else.
static LANE_NOINLINE void attempt_queued(class_run* run, wait_stage stage, attempt_fn* make_attempt, query_id query,
                                         run_mode mode) {
  block_pairs pairs[BLOCKS];
  for (uint32_t u = 0; u < BLOCKS; ++u) {
    pairs[u].count = 0;
    if (run->count[stage] != 0) dequeue(run, stage, &pairs[u]);
  }
  make_attempt(run, pairs, query, mode);
}

static LANE_NOINLINE void decide_queued_in_double(class_run* run, query_id query) {
  block_pairs pairs;
  pair_block block;
  dequeue(run, IN_DOUBLE, &pairs);
  open_block(run, &pairs, BY_CALL, WHOLE_CORE, &block);
  decide_in_double(run, &block, lanes_of(&block), query);
}

static LANE_NOINLINE void find_queued_depths(class_run* run, run_mode mode) {
  block_pairs pairs;
  dequeue(run, DEPTH, &pairs);
  run->route->depth(run, &pairs, mode);
}

// Runs pairs that wait in a stage: a step of them (from DEPTH on a block), or fewer if there are no more.
LANE_INLINE void run_queue(class_run* run, int stage, query_id query, run_mode requested) {
  const run_mode mode = has_trait(run, RECORDS) ? requested : COLD, queued_mode = mode == WARM ? RECORDING : mode;
  switch (stage) {
#if DIM == 3
    case BY_RECORD: try_queued_records(run); break;
    case MANIFOLD: make_queued_manifolds(run); break;
#endif
    case AFTER_RECORD: attempt_queued(run, AFTER_RECORD, run->route->left, query, WARM); break;
    case RECORD_TO_END: attempt_queued(run, RECORD_TO_END, search_to_end, query, WARM); break;
    case WITHOUT_RECORD: attempt_queued(run, WITHOUT_RECORD, run->route->afresh, query, queued_mode); break;
    case SECOND_ATTEMPT: attempt_queued(run, SECOND_ATTEMPT, run->route->second, query, queued_mode); break;
    case TO_END: attempt_queued(run, TO_END, search_to_end, query, queued_mode); break;
    case DEPTH: find_queued_depths(run, mode); break;
    case IN_DOUBLE: decide_queued_in_double(run, query); break;
  }
}

// Returns the stage to run next, or STAGES for none. It is the last full stage, because a run adds pairs to later
// stages, which have room for a step unless they are full. Without one, ALL_PAIRS takes the first stage that holds
// pairs, so that later ones fill up first.
LANE_INLINE int next_stage(const class_run* run, drain_extent extent) {
  for (int s = STAGES - 1; s >= 0; --s) {
    if (run->count[s] >= full_stage(s)) return s;
  }
  if (extent == FULL_BLOCKS) return STAGES;
  for (int s = 0; s < STAGES; ++s) {
    if (run->count[s] != 0) return s;
  }
  return STAGES;
}

static LANE_NOINLINE void drain(class_run* run, query_id query, run_mode mode, drain_extent extent) {
  for (int s = next_stage(run, extent); s < STAGES; s = next_stage(run, extent)) run_queue(run, s, query, mode);
}

LANE_INLINE void run_step(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  first_attempt(run, pairs, query, mode);
  if (next_stage(run, FULL_BLOCKS) < STAGES) drain(run, query, mode, FULL_BLOCKS);
}

// Pairs between a prefetch and the use of its lines: docs/lab/schedule.md has the times of 64 to 192.
#define AHEAD 64

LANE_INLINE void prefetch_in_order(const lgjk_batch* batch, uint32_t first) {
  if (!batch->prefetch || first >= batch->count || batch->count - first <= AHEAD) return;
  prefetch_pairs(batch, first + AHEAD, LANES);
}

LANE_INLINE void take_step(const lgjk_batch* batch, uint32_t first, uint32_t end, block_pairs pairs[BLOCKS]) {
  for (uint32_t u = 0; u < BLOCKS; ++u) {
    const uint32_t from = first + u * LANES;
    pairs[u].count = 0;
    if (from < end) take_consecutive(batch, from, end - from, &pairs[u]);
  }
}

LANE_INLINE void take_listed_step(const lgjk_batch* batch, const uint16_t* list, uint32_t count,
                                  block_pairs pairs[BLOCKS]) {
  for (uint32_t u = 0; u < BLOCKS; ++u) {
    const uint32_t from = u * LANES;
    pairs[u].count = 0;
    if (from < count) take_listed(batch, list + from, count - from, &pairs[u]);
  }
}

// Runs pairs first..end - 1, all of one class, in order.
static LANE_NOINLINE void run_steps_in_order(class_run* run, uint32_t first, uint32_t end, query_id query,
                                             run_mode mode) {
  block_pairs pairs[2][BLOCKS];
  run->next_to_prefetch = run->batch->prefetch ? first + AHEAD : UINT32_MAX;
  take_step(run->batch, first, end, pairs[0]);
  for (uint32_t i = first, now = 0; i < end; i += STEP, now ^= 1) {
    if (end - i > STEP) take_step(run->batch, i + STEP, end, pairs[now ^ 1]);
    run_step(run, pairs[now], query, mode);
  }
}

// Runs listed pairs, all of one class, as far as they fill steps, and returns how many ran.
static LANE_NOINLINE uint32_t run_full_steps(class_run* run, const uint16_t* list, uint32_t count, query_id query,
                                             run_mode mode) {
  block_pairs pairs[2][BLOCKS];
  uint32_t i = 0;
  if (count >= STEP) take_listed_step(run->batch, list, STEP, pairs[0]);
  for (uint32_t now = 0; count - i >= STEP; i += STEP, now ^= 1) {
    if (count - i >= 2 * STEP) take_listed_step(run->batch, list + i + STEP, STEP, pairs[now ^ 1]);
    run_step(run, pairs[now], query, mode);
  }
  return i;
}

// Runs listed pairs that fill at most a step.
LANE_INLINE void run_last_step(class_run* run, const uint16_t* list, uint32_t count, query_id query, run_mode mode) {
  block_pairs pairs[BLOCKS];
  take_listed_step(run->batch, list, count, pairs);
  run_step(run, pairs, query, mode);
}

#endif
