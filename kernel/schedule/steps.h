// The runs of a class, each once in the code: pairs in order, pairs that wait, and what they leave behind.
#ifndef LGJK_SCHEDULE_STEPS_H
#define LGJK_SCHEDULE_STEPS_H

#include <math.h>

#include "query/canonical.h"
#include "query/closed.h"
#include "query/pipeline.h"

// What waits is run by functions that stand once in the code, for all queries, cold and warm, with one set of blocks on the stack.
static LANE_APART void run_left(class_run* run, query_id query, run_mode warm) {
  run_left_query(run, query, is_closed(run) ? COLD : warm);
}

static LANE_APART void run_unsure(class_run* run, query_id query) {
  addresses at;
  pair_block block = {.at = &at};
  dequeue(run->batch, run->unsure, &run->unsure_count, &at);
  load_block(run->batch, run->core_a, run->core_b, ALL_ROWS, &block);
  run_canonical(run, &block, lanes_of(&block), query);
}

LANE_FN void drain_unsure(class_run* run, query_id query, drain_extent extent) {
  while (run->unsure_count >= (extent == ALL_PAIRS ? 1 : LANES)) run_unsure(run, query);
}

LANE_FN void run_near(class_run* run) {
  addresses at[BLOCKS];
  for (uint32_t u = 0; u < BLOCKS; ++u) dequeue(run->batch, run->near, &run->near_count, &at[u]);
  run_cold(run, at, OVERLAP, COLD, 1);
}

// Runs what waits: while there are full blocks, or at the end all. A run may add as much to the next queues as they have room for
// above a block, so those are brought below one first.
LANE_FN void drain_left(class_run* run, query_id query, run_mode warm, drain_extent extent) {
  drain_unsure(run, query, FULL_BLOCKS);
  while (run->left_count >= (extent == ALL_PAIRS ? 1 : STEP)) {
    run_left(run, query, warm);
    drain_unsure(run, query, FULL_BLOCKS);
  }
  drain_unsure(run, query, extent);
}

static LANE_APART void drain(class_run* run, query_id query, run_mode warm, drain_extent extent) {
  while (DIM == 3 && asks_verdict(query) && run->near_count >= (extent == ALL_PAIRS ? 1 : STEP)) {
    drain_left(run, query, warm, FULL_BLOCKS);
    run_near(run);
  }
  drain_left(run, query, warm, extent);
}

// An iteration limit below the pipeline's own leaves every pair to the canonical run, which keeps to it.
static void run_limited(class_run* run, const addresses* at, query_id query) {
  pair_block loaded = {.at = at}, *block = &loaded;
  pair_frame_f f;
  const vf zero = vf_set(0);
  const mf no = mf_from_bits(0);
  load_block(run->batch, run->core_a, run->core_b, ALL_ROWS, block);
  const mf good = frame_block(run->batch, block, &f), bad = mf_and_not(mf_from_bits(UINT32_MAX), good);
  const found_lanes found = {.distance = zero, .spent = zero, .overlapping = no, .far = no, .limit = no, .bad = bad};
  write_results(run->batch, block, lanes_of(block), &found, query);
  const uint32_t lanes = lanes_of(block) & mf_bits(good);
  if (lanes != 0) run_canonical(run, block, lanes, query);
}

static LANE_APART void run_some(class_run* run, const addresses at[BLOCKS], query_id query, run_mode warm) {
  if (run->batch->limit < FLOAT_LIMIT) {
    for (uint32_t u = 0; u < BLOCKS; ++u) run_limited(run, &at[u], query);
  } else if (!run_without_search(run, at, query, warm)) {
    if (warm && !is_curved(run)) {
      run_warm(run, at, query);
    } else {
      run_cold(run, at, query, warm, 0);
    }
  }
  if (run->unsure_count >= LANES || run->left_count >= STEP || run->near_count >= STEP) drain(run, query, warm, FULL_BLOCKS);
}

// Pairs between a prefetch and the use of what it fetches.
#define AHEAD 64

LANE_FN void prefetch_in_order(const lgjk_batch* batch, uint32_t first) {
  if (!batch->prefetch || first >= batch->count || batch->count - first <= AHEAD) return;
  prefetch_pairs(batch, first + AHEAD, LANES);
}

LANE_FN void address_step(const lgjk_batch* batch, uint32_t first, uint32_t end, addresses at[BLOCKS]) {
  for (uint32_t u = 0; u < BLOCKS; ++u) {
    const uint32_t from = first + u * LANES;
    if (from < end) {
      address_consecutive(batch, from, end - from, &at[u]);
    } else {
      at[u] = at[0];
      at[u].count = 0;
      at[u].consecutive = 0;
    }
  }
}

// Pairs first..end-1 are of one class, in order.
LANE_FN void run_in_order(class_run* run, uint32_t first, uint32_t end, query_id query, run_mode warm) {
  addresses at[2][BLOCKS];
  run->ahead = run->batch->prefetch ? first + AHEAD : UINT32_MAX;
  address_step(run->batch, first, end, at[0]);
  for (uint32_t i = first, now = 0; i < end; i += STEP, now ^= 1) {
    if (end - i > STEP) address_step(run->batch, i + STEP, end, at[now ^ 1]);
    run_some(run, at[now], query, warm);
  }
}

LANE_FN void run_fresh(class_run* run, query_id query, run_mode warm) {
  addresses at[BLOCKS];
  for (uint32_t u = 0; u < BLOCKS; ++u) dequeue(run->batch, run->fresh, &run->fresh_count, &at[u]);
  run_some(run, at, query, warm);
}

#endif
