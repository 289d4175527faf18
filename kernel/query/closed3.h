// Runs of pairs in 3D that need no search: closed forms of points and segments, axes of boxes, the line of centres.
#ifndef LGJK_QUERY_CLOSED3_H
#define LGJK_QUERY_CLOSED3_H

#include "closed/segments3.h"
#include "query/box_contacts3.h"
#include "query/box_verdict.h"
#include "query/depth3.h"
#include "query/pipeline.h"

// Balls and capsules: points and segments are the first cores of the table.
LANE_FN bool has_closed_form(const class_run* run) {
  return run->core_a <= LGJK_CORE3_SEGMENT && run->core_b <= LGJK_CORE3_SEGMENT;
}

// Nearest points by a formula, verified by one support value like any guess; the rest is searched from the cold start.
LANE_FN void run_closed_query(class_run* run, const block_pairs pairs[BLOCKS], query_id steps, query_id query) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  vec_f d[BLOCKS];
  for (int u = 0; u < BLOCKS; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    block[u].pairs = &pairs[u];
    load_block_in_place(run->batch, run->core_a, run->core_b, ALL_ROWS, &block[u]);
    begin_state(run, &block[u], &state[u], steps);
    clear_state_f(&state[u].s, state[u].searched);
    d[u] = nearest_points(&state[u].f, &state[u].s);
    state[u].s.axis = d[u];
    settle_beyond(run, &state[u], steps);
  }
  for (int u = 0; u < BLOCKS; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    count_active(&state[u]);
    verify_along_f(&state[u].f, &state[u].s, &state[u].bounds, d[u]);
    keep_straight(&state[u].s, d[u], state[u].bounds.gap);
    finish(run, &block[u], &state[u], steps, query, COLD, FIRST_TURN);
  }
}

static LANE_APART void closed_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  run_closed_query(run, pairs, OVERLAP, OVERLAP);
}
static LANE_APART void closed_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  run_closed_query(run, pairs, DISTANCE, query);
}

LANE_FN void run_closed_form(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  if (asks_verdict(query)) {
    closed_verdict(run, pairs);
  } else {
    closed_distance(run, pairs, query);
  }
}

// Whether the first support of a search for a verdict is worth a run of its own. Half of the pairs that bounding tests
// leave end there, and the others are searched densely; where vertices are few, looking a pair up again costs more.
LANE_FN bool asks_centres(const class_run* run) {
  const uint32_t a = hull_vertices(run->core_a), b = hull_vertices(run->core_b);
  return a >= 8 && b >= 8 && a + b >= 24;
}

// The support plane across the line of centres: where it does not separate, the pair waits for its search.
static LANE_APART void run_centres(class_run* run, const block_pairs pairs[BLOCKS]) {
  for (int u = 0; u < BLOCKS; ++u) {
    pair_block block;
    block_state state;
    load_state(run, &pairs[u], &block, &state, QUICK_ROWS, OVERLAP);
    const vec_f d = first_direction_f(&state.f);
    clear_state_f(&state.s, state.valid);
    end_separated_f(&state.s, &state.bounds, support_value_f(&state.f, d, mf_bits(state.valid)), d);
    found_lanes found = nothing_found(mf_and_not(mf_from_bits(UINT32_MAX), state.valid));
    found.evaluations = vf_set(1);
    write_results(run->batch, &block, lanes_of(&block), &found, OVERLAP);
    enqueue(run, UNSEPARATED, &block, mf_bits(state.s.active) & lanes_of(&block));
  }
}

// Runs pairs whose cores overlap; false where the class has no closed form for their depth, and nothing was done.
LANE_FN bool run_closed_depths(class_run* run, const block_pairs* pairs) {
  if (!has_depth_axes(run)) return false;
  run_box_depths(run, pairs);
  return true;
}

// Finds the depths of a loaded block in lanes; returns the lanes that are left, as bits.
LANE_FN uint32_t find_lane_depths(const class_run* run, const pair_block* block, run_mode mode) {
  return has_depth_lanes(run) ? run_lane_depths(run, block, FROM_CENTRES, mode) : lanes_of(block);
}

// Runs pairs of a class that has a run without a search for this query; false where it has none, and nothing was done.
LANE_FN bool run_without_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (has_closed_form(run)) {
    run_closed_form(run, pairs, query);
  } else if (asks_verdict(query) && is_boxes(run)) {
    run_boxes(run, pairs);
  } else if (asks_depth(query) && has_depth_axes(run)) {
    return axes_come_first(run, mode) && run_box_contacts(run, pairs, mode);
  } else if (asks_depth(query) && proves_overlap(run)) {
    return mode == COLD ? run_depths_first(run, pairs) : sort_by_records(run, pairs);
  } else if (asks_verdict(query) && mode == COLD && asks_centres(run)) {
    run_centres(run, pairs);
  } else {
    return false;
  }
  return true;
}

#endif
