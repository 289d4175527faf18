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

static LANE_NOINLINE void decide_block(class_run* run, const block_pairs* pairs, query_id query) {
  pair_block block;
  pair_frame_f f;
  const mf valid = open_frame(run, pairs, BY_CALL, ALL_ROWS, &block, &f), bad = mf_not(valid);
  const found_lanes found = nothing_found(bad);
  write_results(run->batch, &block, lanes_of(&block), &found, query);
  const uint32_t lanes = lanes_of(&block) & mf_bits(valid);
  if (lanes != 0) run_canonical(run, &block, lanes, query, NULL);
}

// Decides every pair by the canonical run.
ATTEMPT(in_double, for (uint32_t u = 0; u < BLOCKS; ++u) decide_block(run, &pairs[u], query))

ATTEMPT(search, run_search(run, pairs, query, mode, 0))

// Searches pairs on which an attempt has spent a support evaluation if the query asks for verdicts.
ATTEMPT(search_again, run_search(run, pairs, query, mode, 1))

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
#if DIM == 3
  const route *distance_by_features, *distance_by_forced_features; // NULL: as `distance`
#endif
} route_row;

#endif
