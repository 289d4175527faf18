// Runs of pairs in 3D that need no search: closed forms of balls, capsules, boxes, cylinders, cones and ellipsoids,
// axes of boxes, the line of centres.
#ifndef LGJK_QUERY_CLOSED3_H
#define LGJK_QUERY_CLOSED3_H

#include "closed/curved_pairs3.h"
#include "closed/segments3.h"
#include "closed/solid_pairs3.h"
#include "closed/thin_points3.h"
#include "query/box_contacts3.h"
#include "query/box_distance3.h"
#include "query/box_verdict.h"
#include "query/depth3.h"
#include "query/pipeline.h"
#include "query/unique3.h"

// Points and segments, of balls and capsules, are the first cores of the table.
LANE_FN bool is_thin(uint32_t core) { return core <= LGJK_CORE3_SEGMENT; }
LANE_FN bool are_thin(const class_run* run) { return is_thin(run->core_a) && is_thin(run->core_b); }
LANE_FN bool is_solid(uint32_t core) { return core == LGJK_CORE3_BOX || core == LGJK_CORE3_CYLINDER; }
LANE_FN bool is_sized(uint32_t core) { return core >= LGJK_CORE3_BOX; } // a solid, an ellipsoid or a cone


// Balls and capsules against all but hulls, and boxes and cylinders, but for two boxes, which have a run of their own
// (box_distance3.h).
LANE_FN bool has_closed_form(const class_run* run) {
  const uint32_t a = run->core_a, b = run->core_b;
  const bool boxes = a == LGJK_CORE3_BOX && b == LGJK_CORE3_BOX;
  return are_thin(run) || (is_thin(a) && is_sized(b)) || (is_sized(a) && is_thin(b)) ||
         (is_solid(a) && is_solid(b) && !boxes);
}
// Of distances besides: two curved cores, and boxes against them.
LANE_FN bool has_curved_form(const class_run* run) {
  const uint32_t a = run->core_a, b = run->core_b;
  return is_sized(a) && is_sized(b) && !(is_solid(a) && is_solid(b));
}

// Whether this class and query gain nothing by records, which are neither read nor written then. What a closed form
// leaves is little, and contacts with records of depths were a fifth slower than without (T3, 30% of which overlap).
LANE_FN bool needs_no_records(const class_run* run, query_id query) {
  return is_boxes(run) ? query != DISTANCE : has_closed_form(run);
}

// Apart, so that their temporaries are not on the stack together with what a run ends with.
static LANE_APART void guess_at_solid(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_solid_points(f, s);
}
static LANE_APART void guess_solids(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_points_of_solids(f, s);
}
static LANE_APART void guess_curved(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  *d = nearest_curved_points(f, s);
}
static LANE_APART void finish_solids(class_run* run, const pair_block* block, block_state* state, query_id steps,
                                     query_id query) {
  // of contacts UNSEPARATED pairs have not had their closed form
  finish(run, block, state, steps, query, COLD, asks_depth(query) ? FIRST_TURN : BEFORE_SEARCH);
}

LANE_FN vec_f guess_points(const class_run* run, bool thin, const pair_frame_f* f, simplex_f* s) {
  vec_f d = {vf_set(0), vf_set(0), vf_set(0)};
  if (thin) return nearest_points(f, s);
  const bool any = begin_solids(f, s);
  repeat_first_f(s);
  if (!any) return d;
  if (is_thin(run->core_a) || is_thin(run->core_b)) {
    guess_at_solid(f, s, &d);
  } else if (has_curved_form(run)) {
    guess_curved(f, s, &d);
  } else {
    guess_solids(f, s, &d);
  }
  return d;
}

// Nearest points by a formula, verified by one support value like any guess; the rest is searched.
// thin: two balls or capsules, for which calls would cost a tenth.
LANE_FN void run_closed_query(class_run* run, const block_pairs pairs[BLOCKS], bool thin, query_id steps,
                              query_id query) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  vec_f d[BLOCKS];
  mf left[BLOCKS]; // lanes without a guess
  for (int u = 0; u < BLOCKS; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    block[u].pairs = &pairs[u];
    load_block_in_place(run->batch, run->core_a, run->core_b, ALL_ROWS, &block[u]);
    begin_state(run, &block[u], &state[u], steps);
    clear_state_f(&state[u].s, state[u].searched);
    d[u] = guess_points(run, thin, &state[u].f, &state[u].s);
    left[u] = mf_and_not(state[u].searched, mf_or(state[u].s.active, state[u].s.inside));
    state[u].s.axis = d[u];
    settle_beyond(run, &state[u], steps);
  }
  for (int u = 0; u < BLOCKS; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    count_active(&state[u]);
    verify_along_f(&state[u].f, &state[u].s, &state[u].bounds, d[u]);
    keep_straight(&state[u].s, d[u], state[u].bounds.gap);
    state[u].s.closed_form = true; // it is: said again, so that what follows is compiled for it
    if (thin) {
      finish(run, &block[u], &state[u], steps, query, COLD, FIRST_TURN);
    } else {
      state[u].s.active = mf_or(state[u].s.active, left[u]);
      finish_solids(run, &block[u], &state[u], steps, query);
    }
  }
}

static LANE_APART void thin_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  run_closed_query(run, pairs, true, OVERLAP, OVERLAP);
}
static LANE_APART void thin_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  run_closed_query(run, pairs, true, DISTANCE, query);
}
static LANE_APART void solid_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  run_closed_query(run, pairs, false, OVERLAP, OVERLAP);
}
static LANE_APART void solid_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  run_closed_query(run, pairs, false, DISTANCE, query);
}

LANE_FN void run_thin(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  if (asks_verdict(query)) {
    thin_verdict(run, pairs);
  } else {
    thin_distance(run, pairs, query);
  }
}

// In place of a search, of a class that run_without_search left. False where it has no closed form, and nothing was
// done.
LANE_FN bool run_closed_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (run_box_distance(run, pairs, query, mode)) return true;
  if (!has_closed_form(run) && (asks_verdict(query) || !has_curved_form(run))) return false;
  if (asks_verdict(query)) {
    solid_verdict(run, pairs);
  } else {
    solid_distance(run, pairs, query);
  }
  return true;
}

// Pairs that run_closed_search left, in place of a search. False where there is nothing else to try, and nothing was
// done.
LANE_FN bool run_again(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (!is_boxes(run) || query != DISTANCE) return false;
  run_box_positions(run, pairs, query, mode, true);
  return true;
}

LANE_FN bool run_left_again(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  (void)run, (void)pairs, (void)query;
  return false;
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

static LANE_APART void run_remembered(class_run* run, query_id query) {
  block_pairs pairs;
  dequeue(run, REMEMBERED, &pairs);
  if (asks_depth(query)) {
    run_named(run, &pairs);
  } else {
    run_named_features(run, &pairs);
  }
}

// Runs pairs of a class that has a run without a search for this query; false where it has none, and nothing was done.
LANE_FN bool run_without_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (are_thin(run)) {
    run_thin(run, pairs, query);
  } else if (tries_records(run, query)) {
    sort_by_feature(run, pairs);
  } else if (asks_verdict(query) && is_boxes(run)) {
    run_boxes(run, pairs);
  } else if (asks_depth(query) && has_depth_axes(run)) {
    return axes_come_first(run) && run_box_contacts(run, pairs);
  } else if (asks_depth(query) && proves_overlap(run)) {
    return mode == WARM ? sort_by_records(run, pairs) : run_depths_first(run, pairs, mode);
  } else if (asks_verdict(query) && mode == COLD && asks_centres(run)) {
    run_centres(run, pairs);
  } else {
    return false;
  }
  return true;
}

#endif
