// A class of pairs while it runs: its queues, and how they are filled and emptied.
#ifndef LGJK_QUERY_CLASS_RUN_H
#define LGJK_QUERY_CLASS_RUN_H

#include <math.h>

#include "block/frame.h"
#include "block/results.h"
#if DIM == 3
#include "block/feature3.h"
#endif

#if DIM == 2
#define BLOCKS 2
#else
#define BLOCKS 1 // two would be up to 8% faster, and need twice the stack of a run
#endif
_Static_assert(BLOCKS <= 2, "blocks_of knows one empty block");

// COLD: records are neither read nor written. WARM: they are read and written. RECORDING: of pairs of a warm call whose
// records name nothing: all as COLD, so that their answers have the same bits, and what they end with is written.
typedef enum run_mode { COLD, RECORDING, WARM } run_mode;

// Whether lanes that have not ended are searched now, or again, or are left to the canonical run.
typedef enum run_turn { BEFORE_SEARCH, FIRST_TURN, LAST_TURN } run_turn;

// Which waiting pairs are run.
typedef enum drain_extent { FULL_BLOCKS, ALL_PAIRS } drain_extent;

#define FLOAT_LIMIT 24u // support evaluations after which a float search is given to the canonical run

// Support evaluations that the pairs of a cold run had before: none, or that of run_centres.
enum { NONE_BEFORE = 0, CENTRES_BEFORE = 1 };

#define STEP (BLOCKS * LANES) // pairs run at a time

// The runs that pairs wait for, in their order. Those before SECOND are of WARM pairs.
typedef enum wait_stage {
#if DIM == 3
  BY_RECORD, // the pair's record names a depth, or a feature that may be the only one: no search is needed then
#endif
  LEFT,        // the pair's record does not end it, or names no depth: it is asked something else, or searched
  LEFT_TO_END, // that has not ended it either: it is searched to the end, from what its record names
  NAMELESS,    // the pair's record names nothing: it goes the way of a pair without one
  SECOND,      // the support plane across the line of centres does not separate the pair, or a closed form does not
               // decide it: its search begins
  TO_END,      // the fixed steps did not end the pair's search: it is searched to the end
  DEPTH,       // the cores overlap, or may in 3D, and a contact is wanted: how deep is looked for
  IN_DOUBLE,   // float32 cannot prove the pair's answer: the canonical run decides
  STAGES
} wait_stage;

// Where pairs wait that a first run leaves, with something to try before they are searched to the end, or for that.
LANE_INLINE wait_stage second_in(run_mode mode) { return mode == WARM ? LEFT : SECOND; }
LANE_INLINE wait_stage to_end_in(run_mode mode) { return mode == WARM ? LEFT_TO_END : TO_END; }

struct class_run;
typedef void attempt_fn(struct class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode);
typedef void depth_fn(struct class_run* run, const block_pairs* pairs, run_mode mode);

// What is true of a route.
enum {
  RECORDS = 1,           // records are read and written
  EDGE_AFTER_RECORD = 2, // what a record has left tries an edge before it is searched to the end
  FEATURES = 4,          // what the canonical run ends with is asked for an answer in float (query/unique3.h)
  FORCED_FEATURES = 8,   // a call without records tries the features of records all the same, and replaces them
  PROVES_DEPTH = 16,     // what finds depths proves that cores overlap, so that a search need not have
  DEPTH_AXES = 32,       // depths are found by axes, whatever found the pairs to overlap
  CYLINDER_DEPTHS = 64,  // depths have a closed form, which an askew cylinder has not
  BOUNDING_WITHIN = 128, // the first attempt makes the bounding tests itself
  ROUND = 256            // cores are circles and ellipses, which run in groups of blocks
};

// The attempts that answer the pairs of a class, for a query: rows of route/routes2.h and route/routes3.h.
typedef struct route {
  attempt_fn* cold;     // new pairs, of a call without records
  attempt_fn* warm;     // new pairs with a record
  attempt_fn* second;   // pairs that an attempt without a record has left
  attempt_fn* left;     // pairs that their record has left
  attempt_fn* nameless; // pairs whose record names nothing
  depth_fn* depth;      // contacts whose cores overlap
  uint16_t traits;      // RECORDS and its like
  uint8_t cull[2];      // the least share of pairs, in 16ths, that bounding tests have to end: cold, warm
} route;

// A class of pairs, and its queues of pair numbers. Capacity of a queue: leftover (less than a step), one step, and the
// slot that the branchless append may overwrite. feature: of each pair of TO_END, where carries_feature, the word
// of what its search has come to (block/feature3.h).
typedef struct class_run {
  const lgjk_batch* batch;
  const route* route;
  uint32_t next_to_prefetch;          // next pair to prefetch; UINT32_MAX where somebody else prefetches
  uint32_t overlapping_in_last_block; // pairs of the last step that wait for their depth, or have it without a search
#if DIM == 2
  uint32_t touching_in_last_block; // pairs of the last block that touch for certain (query/axes2.h)
  const struct cached_shapes* few; // of both sides, or NULL
#endif
  uint8_t core_a, core_b;
  uint16_t count[STAGES];
  uint16_t pairs[STAGES][2 * STEP];
#if DIM == 3
  uint32_t feature[2 * STEP];
#endif
} class_run;

LANE_INLINE bool has_trait(const class_run* run, uint32_t trait) { return (run->route->traits & trait) != 0; }

LANE_INLINE bool is_boxes(const class_run* run) {
  return run->core_a == LGJK_COREN_BOX && run->core_b == LGJK_COREN_BOX;
}

// Whether the cold search of this class goes on where the fixed steps have left it: of hulls whose three vertices fit
// a word, but not where boxes end most pairs before.
LANE_INLINE bool carries_feature(const class_run* run) {
#if DIM == 3
  const uint32_t a = run->core_a, b = run->core_b;
  return feature_fits(a) && feature_fits(b) && hull_vertices(a) + hull_vertices(b) != 0;
#else
  (void)run;
  return false;
#endif
}

// Waiting pairs that fill a run of the stage.
LANE_INLINE uint32_t full_stage(int stage) { return stage >= DEPTH ? LANES : STEP; }

LANE_INLINE void enqueue_pairs(class_run* run, wait_stage stage, const block_pairs* pairs, uint32_t lanes) {
  uint16_t* count = &run->count[stage];
  *count = (uint16_t)(*count + lane_append(run->pairs[stage] + *count, pairs->pair, lanes));
}

LANE_INLINE void enqueue(class_run* run, wait_stage stage, const pair_block* block, uint32_t lanes) {
  enqueue_pairs(run, stage, block->pairs, lanes);
}

// Takes up to a block of pairs from the back; an empty block repeats a pair that was there.
LANE_INLINE void dequeue(class_run* run, wait_stage stage, block_pairs* pairs) {
  const uint32_t waiting = run->count[stage], count = waiting < LANES ? waiting : LANES;
  run->count[stage] = (uint16_t)(waiting - count);
  take_listed(run->batch, 0, run->pairs[stage] + waiting - count, count, pairs);
}

#if DIM == 3
// Of the lanes, as bits, that join TO_END next. Apart: what is seldom wanted takes no registers from the steps.
static LANE_NOINLINE void enqueue_features(class_run* run, const simplex_f* s, uint32_t lanes) {
  uint32_t word[LANES];
  vi_store(word, vertex_word(s));
  lane_append_words(run->feature + run->count[TO_END], word, lanes);
}

// Of the `count` pairs that TO_END has just lost.
LANE_INLINE vi dequeued_features(const class_run* run, uint32_t count) {
  const uint32_t* from = run->feature + run->count[TO_END];
  const uint32_t last = count ? count - 1 : 0;
  uint32_t word[LANES];
  for (uint32_t l = 0; l < LANES; ++l) word[l] = from[l < last ? l : last];
  return vi_load(word);
}
#endif

LANE_INLINE void dequeue_step(class_run* run, wait_stage stage, block_pairs pairs[BLOCKS]) {
  for (uint32_t u = 0; u < BLOCKS; ++u) dequeue(run, stage, &pairs[u]);
}

// How many blocks of a step hold pairs: the second of two may be empty, and is not run.
LANE_INLINE int blocks_of(const block_pairs pairs[BLOCKS]) {
  return BLOCKS > 1 && pairs[BLOCKS - 1].count == 0 ? BLOCKS - 1 : BLOCKS;
}

#endif
