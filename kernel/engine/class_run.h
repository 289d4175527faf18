// Holds a class of pairs while it runs: its queues, and the functions that fill and empty them.
#ifndef LGJK_ENGINE_CLASS_RUN_H
#define LGJK_ENGINE_CLASS_RUN_H

#include <math.h>

#include "block/frame.h"
#include "block/results.h"

#define BLOCKS (DIM == 2 ? 2 : 1) // in 3D two would be up to 8% faster, and need twice the stack of a run
_Static_assert(BLOCKS <= 2, "blocks_of knows one empty block");

// COLD: records are neither read nor written. WARM: they are read and written. RECORDING is for pairs of a warm call
// whose records name nothing: they run as COLD, with the same bits, and their records are stored.
typedef enum run_mode { COLD, RECORDING, WARM } run_mode;

// What a run does with records: nothing; it reads them; or it reads them, and stores those of the pairs that end.
typedef enum record_use { UNUSED, LOADED, STORED } record_use;

// The waiting pairs that are run.
typedef enum drain_extent { FULL_BLOCKS, ALL_PAIRS } drain_extent;

#define FLOAT_LIMIT 24u // support evaluations after which a float search is given to the double run

#define STEP (BLOCKS * LANES) // pairs run at a time

// The queues of waiting pairs, in the order of their runs. Those before FIRST_COLD belong to warm calls.
typedef enum wait_stage {
#if DIM == 3
  BY_RECORD, // the pair's record names a depth: no search is needed then
#endif
  AFTER_RECORD,   // its record does not end the pair, or names no depth: another attempt or a search follows
  RECORD_TO_END,  // that attempt does not end it either: the pair is searched to the end, from its record
  WITHOUT_RECORD, // the pair's record names nothing, or double was tried first: it runs as a new pair without a record
  SECOND_ATTEMPT, // the first attempt does not end the pair: the second one follows
  TO_END,         // the fixed steps did not end the pair's search: it is searched to the end
  DEPTH,          // a contact whose cores overlap, or may: its depth is found
  IN_DOUBLE,      // float32 cannot prove the pair's answer: the double run decides
#if DIM == 3
  MANIFOLD, // its contact is known and written, as a manifold of one point: the manifold is made
#endif
  STAGES,
  FIRST_COLD = DIM == 2 ? WITHOUT_RECORD : SECOND_ATTEMPT
} wait_stage;

LANE_INLINE record_use records_in(run_mode mode) { return mode == COLD ? UNUSED : STORED; }

struct class_run;
typedef void attempt_fn(struct class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode);
typedef void depth_fn(struct class_run* run, const block_pairs* pairs, run_mode mode);

// Finds contacts of `lanes` by a closed form of their depth. Returns the lanes, as bits, that have none.
typedef uint32_t closed_depth_fn(const pair_block* block, const pair_frame_f* f, mf lanes, found_lanes* found);

#define GROUP 6 // most blocks of a group

// The lanes of a block, as bits, that a group has not decided.
typedef struct group_left {
  uint32_t others; // of another class, which it leaves alone
  uint32_t again;  // may end with more evaluations
  uint32_t searching;
  uint32_t uncertified;
  uint32_t overlapping; // contacts whose cores overlap
} group_left;

// Runs up to GROUP blocks of pairs of any class, one stage after the other.
typedef void group_fn(struct class_run* run, const block_pairs* pairs, int count, query_id query, group_left* left);

// The traits of a route, as bits.
enum {
  RECORDS = 1,           // records are read and written
  EDGE_AFTER_RECORD = 2, // pairs that their record leaves try an edge before the search to the end
  PROVES_DEPTH = 4,      // the run of depths proves that cores overlap, so that a search need not have
  DEPTH_AXES = 8,        // depths are found by axes, whatever found the pairs to overlap
  BOUNDING_WITHIN = 16   // the first attempt makes the bounding tests itself
};

// The attempts that answer the pairs of a class, for a query: rows of schedule/route.h.
typedef struct route {
  attempt_fn* cold;   // new pairs, of a call without records
  attempt_fn* warm;   // new pairs with a record
  attempt_fn* second; // pairs that an attempt without a record has left
  attempt_fn* left;   // pairs that their record has left
  attempt_fn* afresh; // pairs that run as new ones without a record
  depth_fn* depth;    // contacts whose cores overlap
  group_fn* group;    // new pairs in order, several blocks at a time, or NULL (2D)
  uint16_t traits;    // bits: RECORDS and the rest
  bool culls_early;   // pairs cost several times a bounding test, which pays if it ends few of them
} route;

// A class of pairs, and its queues of pair numbers. A queue has room for a rest of less than a step, one step, and the
// slot that the branchless append may overwrite.
typedef struct class_run {
  const lgjk_batch* batch;
  const route* route;
  closed_depth_fn* closed_depth; // of contacts whose cores overlap, or NULL (3D)
  uint32_t next_to_prefetch;     // next pair to prefetch; UINT32_MAX: the run prefetches nothing
  // Pairs that waited for their depth, or had it without a search, of the last step (2D: of several). It is a guess at
  // the next block, by which an attempt may be tried before another. The order of attempts changes time alone: what one
  // does not prove, the next one decides.
  uint32_t last_overlapping;
  uint8_t core_a, core_b;
  uint16_t count[STAGES];
  uint16_t pairs[STAGES][2 * STEP];
} class_run;

LANE_INLINE bool has_trait(const class_run* run, uint32_t trait) { return (run->route->traits & trait) != 0; }

// Returns whether new pairs run in groups of blocks.
LANE_INLINE bool has_group(const class_run* run) { return DIM == 2 && run->route->group != NULL; }

LANE_INLINE bool is_boxes(const class_run* run) { return are_box_cores(run->core_a, run->core_b); }

// Returns the number of waiting pairs that fill a run of the queue.
LANE_INLINE uint32_t full_stage(int stage) { return stage >= DEPTH ? LANES : STEP; }

LANE_INLINE void enqueue_pairs(class_run* run, wait_stage stage, const block_pairs* pairs, uint32_t lanes) {
  uint16_t* count = &run->count[stage];
  *count = (uint16_t)(*count + lane_append(run->pairs[stage] + *count, pairs->pair, lanes));
}

LANE_INLINE void enqueue(class_run* run, wait_stage stage, const pair_block* block, uint32_t lanes) {
  enqueue_pairs(run, stage, block->pairs, lanes);
}

// Queues the pairs of a group's block that go on. `rest`: SECOND_ATTEMPT after the first evaluations, TO_END after all.
LANE_INLINE void queue_group(class_run* run, const block_pairs* pairs, const group_left* left, wait_stage rest) {
  enqueue_pairs(run, rest, pairs, left->again);
  if (left->searching != 0) enqueue_pairs(run, TO_END, pairs, left->searching);
  if (left->overlapping != 0) enqueue_pairs(run, DEPTH, pairs, left->overlapping);
  if (left->uncertified != 0) enqueue_pairs(run, IN_DOUBLE, pairs, left->uncertified);
}

// Does the same as `enqueue` where few blocks come. Not inlined, so that it is in the code once.
static LANE_NOINLINE void enqueue_few(class_run* run, wait_stage stage, const pair_block* block, uint32_t lanes) {
  enqueue(run, stage, block, lanes);
}

// Takes up to a block of pairs from the back, at least one.
static LANE_NOINLINE void dequeue(class_run* run, wait_stage stage, block_pairs* pairs) {
  const uint32_t waiting = run->count[stage], count = waiting < LANES ? waiting : LANES;
  run->count[stage] = (uint16_t)(waiting - count);
  take_listed(run->batch, run->pairs[stage] + waiting - count, count, pairs);
}

// Returns how many blocks of a step hold pairs. The second of two may be empty, and is not run then.
LANE_INLINE int blocks_of(const block_pairs pairs[BLOCKS]) {
  return BLOCKS > 1 && pairs[BLOCKS - 1].count == 0 ? BLOCKS - 1 : BLOCKS;
}

// ------------------------------------------------------------------ prefetching

// Prefetches the bodies of pairs that a run comes to later.

#define LINE 64u     // bytes of a cache line
#define NEXT_CACHE 1 // into the second level: the buffers of the first are few

// Prefetches the cache lines of a body, each once.
LANE_INLINE void prefetch_side(const lgjk_side* side, uint32_t body) {
  const char* pose = side->pose + side->pose_stride * body;
  const char* shape = side->shape + side->shape_stride * body;
  __builtin_prefetch(pose, 0, NEXT_CACHE);
  if (((uintptr_t)pose ^ (uintptr_t)shape) >= LINE) __builtin_prefetch(shape, 0, NEXT_CACHE);
  if (side->radius) {
    const char* radius = side->radius + side->radius_stride * body;
    if (((uintptr_t)pose ^ (uintptr_t)radius) >= LINE) __builtin_prefetch(radius, 0, NEXT_CACHE);
  }
}

LANE_CALL_IF_WIDE void prefetch_pairs(const lgjk_batch* batch, uint32_t first, uint32_t count) {
  const uint32_t end = batch->count - first < count ? batch->count : first + count;
  for (uint32_t i = first; i < end; ++i) {
    prefetch_side(&batch->a, u32_at(batch->pair_a, batch->pair_stride, i));
    prefetch_side(&batch->b, u32_at(batch->pair_b, batch->pair_stride, i));
  }
}

typedef enum block_part { QUARTER_BLOCK = 1, HALF_BLOCK = 2, WHOLE_BLOCK = 4 } block_part; // in quarters

// Prefetches the next pairs of the run: a part of a block. Each block of a run prefetches a whole one, in two parts or
// more: a burst would fill the line buffers and stall.
LANE_INLINE void prefetch_ahead(class_run* run, block_part part) {
  const uint32_t some = (LANES * (uint32_t)part + 3) / 4;
  if (run->next_to_prefetch >= run->batch->count) return;
  prefetch_pairs(run->batch, run->next_to_prefetch, some);
  run->next_to_prefetch += some;
}

#endif
