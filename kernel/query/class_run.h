// A class of pairs on its way: its queues, and how they are filled and emptied.
#ifndef LGJK_QUERY_CLASS_RUN_H
#define LGJK_QUERY_CLASS_RUN_H

#include <math.h>

#include "block/frame.h"
#include "block/results.h"

#if DIM == 2
#define BLOCKS 2
#else
#define BLOCKS 1 // two are up to 8% faster, and need more stack than there is
#endif
_Static_assert(BLOCKS <= 2, "blocks_of knows one empty block");

// Whether records of the frame before are read and written.
typedef enum run_mode { COLD, WARM } run_mode;

// Whether lanes that have not ended are searched again, or are left to the canonical run.
typedef enum run_turn { FIRST_TURN, LAST_TURN } run_turn;

// How much of a queue is run.
typedef enum drain_extent { FULL_BLOCKS, ALL_PAIRS } drain_extent;

#define FLOAT_LIMIT 24u // support evaluations after which a float search is given to the canonical run

#define STEP (BLOCKS * LANES) // pairs run at a time

// A class of pairs and its queues: pairs that wait for their next run. In 16 bits, because there are as many on the stack as
// there are classes. Capacity of `fresh`: a step, which is then run; of the others: what is left behind (less than a step), one
// step, and a slot that the branchless append may overwrite.
typedef struct class_run {
  const lgjk_batch* batch;
  uint16_t* near;      // STEP + STEP that are not apart along the line of centres; NULL: nobody asks
  uint32_t ahead; // next pair to prefetch; beyond the last where that is done elsewhere
  uint16_t core_a, core_b;
  uint16_t fresh_count, near_count, left_count, unsure_count;
  uint16_t fresh[STEP];          // not looked at yet
  uint16_t left[STEP + STEP];    // to be searched to the end
  uint16_t unsure[LANES + STEP]; // to be decided by the canonical run
} class_run;

LANE_FN void enqueue(uint16_t* queue, uint16_t* length, const pair_block* block, uint32_t lanes) {
  *length = (uint16_t)(*length + lane_append(queue + *length, block->at->pair, lanes));
}

// Takes up to a block of pairs from the back; an empty block repeats a pair that was there.
LANE_FN void dequeue(const lgjk_batch* batch, const uint16_t* queue, uint16_t* length, addresses* at) {
  const uint32_t count = *length < LANES ? *length : LANES;
  *length = (uint16_t)(*length - count);
  address_listed(batch, 0, queue + *length, count, at);
}

// Blocks of a step that hold pairs: the second of two may be empty, and is not run.
LANE_FN int blocks_of(const addresses at[BLOCKS]) { return BLOCKS > 1 && at[BLOCKS - 1].count == 0 ? BLOCKS - 1 : BLOCKS; }

#endif
