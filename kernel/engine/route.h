// What a case defines beside its attempts: routes, and rows of the table of routes. An attempt takes the pairs of a
// step, or of a block, fills the results that it proves, and queues the other pairs. Attempts that all routes may have
// are here.
#ifndef LGJK_ENGINE_ROUTE_H
#define LGJK_ENGINE_ROUTE_H

#include "engine/search.h"

// Leaves all pairs to the double run, and ends those that are bad.
LANE_INLINE void fill_nothing(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                              attempt_kind how, found_lanes* found) {
  (void)f, (void)valid;
  found->decided = mf_bits(found->bad);
  lgjk_manifoldN* manifolds = run->batch->results.manifoldN;
  if (needs_depth(how.query) && manifolds) write_no_points(manifolds, block->pairs, lanes_of(block), found);
}
static LANE_NOINLINE void leave_undecided_to_double(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  attempt_kind how = simple_kind(query, IN_DOUBLE);
  how.load = BY_CALL;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_nothing);
}
static void in_double(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  leave_undecided_to_double(run, pairs, query);
}

static void search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  search_pairs(run, pairs, query, mode, 0);
}

// Searches pairs on which an attempt has spent a support evaluation if the query returns verdicts.
static void search_queued(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  search_pairs(run, pairs, query, mode, 1);
}

// Tries the feature that a record names; without one, searches from the record's direction.
static void by_record(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  if (needs_verdict(query)) {
    record_verdict(run, pairs);
  } else {
    record_distance(run, pairs, query);
  }
}

#if DIM == 2
// No record of 2D names an answer, so that nothing waits in BY_RECORD.
LANE_INLINE void try_queued_records(class_run* run) { (void)run; }
#endif

#define ROUTE(name) static const route name

// Routes without records: whatever the first attempt leaves goes to the second one.
#define WITHOUT_RECORDS(first, then) TOUCHING_FIRST(first, first, then)
#define TOUCHING_FIRST(try_touching, first, then) \
  .cold = (try_touching), .warm = (try_touching), .second = (then), .left = (then), .afresh = (first)
#define SEARCH_FROM(record) \
  .cold = search, .warm = (record), .second = search_queued, .left = (record), .afresh = search, .traits = RECORDS

ROUTE(limited_route) = {WITHOUT_RECORDS(in_double, in_double)};

// A row of the table of a query: the route of pairs of a core of each set, in either order.
typedef struct route_row {
  uint32_t a, b; // sets of cores
  const route* route;
} route_row;

// Cores of either side whose depths have a closed form (3D). The last row has none.
typedef struct depth_row {
  uint32_t a, b;
  closed_depth_fn* find;
} depth_row;

// What a query answers its pairs by. LGJK_FLAG_EPA has a table of its own, which leaves all depths to the polytope.
typedef struct query_table {
  const route_row* rows;
  const depth_row* closed_depths; // or NULL
} query_table;

#endif
