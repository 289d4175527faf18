// Defines the attempts that both dimensions have. An attempt takes the pairs of a step, or of a block, fills the
// results that it proves, and queues the other pairs.
#ifndef LGJK_ROUTE_ATTEMPTS_H
#define LGJK_ROUTE_ATTEMPTS_H

#include "query/search.h"

// Defines an attempt by what it runs: a statement over run, pairs, query and mode.
#define ATTEMPT(name, ...)                                                                           \
  static void name(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) { \
    (void)query, (void)mode;                                                                         \
    __VA_ARGS__;                                                                                     \
  }
#define DEPTH_ATTEMPT(name, ...)                                              \
  static void name(class_run* run, const block_pairs* pairs, run_mode mode) { \
    (void)mode;                                                               \
    __VA_ARGS__;                                                              \
  }

// Leaves all pairs to the canonical run, and ends those that are bad.
LANE_INLINE void fill_nothing(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                              attempt_kind how, found_lanes* found) {
  (void)f, (void)valid;
  found->decided = mf_bits(found->bad);
  lgjk_manifoldN* manifolds = run->batch->results.manifoldN;
  if (asks_depth(how.query) && manifolds) write_no_points(manifolds, block->pairs, lanes_of(block), found);
}
static LANE_NOINLINE void leave_undecided_to_double(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  attempt_kind how = simple_kind(query, IN_DOUBLE);
  how.load = BY_CALL;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_nothing);
}
ATTEMPT(in_double, leave_undecided_to_double(run, pairs, query))

ATTEMPT(search, run_search(run, pairs, query, mode, 0))

// Searches pairs on which an attempt has spent a support evaluation if the query asks for verdicts.
ATTEMPT(search_queued, run_search(run, pairs, query, mode, 1))

// Tries the feature that a record names; without one, searches from the record's direction.
ATTEMPT(by_record, asks_verdict(query) ? record_verdict(run, pairs) : record_distance(run, pairs, query))

#define ROUTE(name) static const route name

// Routes without records: whatever the first attempt leaves goes to the second one.
#define WITHOUT_RECORDS(first, then) TOUCHING_FIRST(first, first, then)
#define TOUCHING_FIRST(try_touching, first, then) \
  .cold = (try_touching), .warm = (try_touching), .second = (then), .left = (then), .afresh = (first)
#define CULLED(cold, warm) .cull = {cold, warm}

ROUTE(limited_route) = {WITHOUT_RECORDS(in_double, in_double), CULLED(8, 8)};

typedef struct route_row {
  uint32_t a, b; // sets of cores
  const route *overlap, *distance, *contact, *contact_by_polytope;
} route_row;

#endif
