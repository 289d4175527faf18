// Runs of pairs in 2D that need no search: depths, of polygons by separating axes, of other cores by the expanding
// polytope. The same names as in 3D, so that schedule/ knows no dimension.
#ifndef LGJK_QUERY_CLOSED2_H
#define LGJK_QUERY_CLOSED2_H

#include "closed/epa2.h"
#include "closed/round_depth2.h"
#include "query/box_distance2.h"
#include "query/box_verdict.h"
#include "query/polygon_contacts2.h"
#include "query/round2.h"
#include "query/wall2.h"

LANE_FN bool has_closed_form(const class_run* run) { return is_round(run); }
LANE_FN bool asks_edge_verdict(const class_run* run, query_id query) { return asks_verdict(query) && is_polygons(run); }
LANE_FN bool is_segment_or_box(uint32_t core) { return core == LGJK_CORE2_SEGMENT || core == LGJK_CORE2_BOX; }
// To restore a record of few vertices costs as much as to search them.
LANE_FN bool needs_no_records(const class_run* run, query_id query) {
  if (is_round(run) || is_wall(run)) return true;
  if (is_segment_or_box(run->core_a) && is_segment_or_box(run->core_b)) return true;
  return asks_axes(run, query) || asks_edge_verdict(run, query);
}

// Pairs that the first run left. False where there is nothing but a search to try, and nothing was done.
LANE_FN bool run_again(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  if (is_round(run)) {
    run_round_step(run, pairs, query, FIRST_TURN);
  } else if (asks_edge_first(run, query)) {
    run_edges(run, pairs, true);
  } else if (asks_axes(run, query)) {
    run_axes(run, pairs, LATER_AXES);
  } else if (asks_edge_verdict(run, query)) {
    run_axis_verdicts(run, pairs);
  } else {
    return false;
  }
  return true;
}

LANE_FN bool run_closed_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)run, (void)pairs, (void)query, (void)mode;
  return false;
}

// Pairs whose records did not end them, in place of a search.
LANE_FN bool run_left_again(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  if (!has_edge_form(run, query)) return false;
  recorded_polygons(run, pairs, WARM);
  return true;
}

// The depths of a block by the expanding polytope.
typedef struct depth_lanes {
  vf separation; // of the cores: minus the depth
  vec_f n, a, b; // unit normal, from A to B; points of the cores, around A's position
  mf certain;
  vf evaluations;
  facing_edge edge_a, edge_b;
} depth_lanes;

LANE_FN epa_depth select_depth(mf m, const epa_depth* a, const epa_depth* b) {
  return (epa_depth){.depth = vf_select(m, a->depth, b->depth),
                     .n = select_vec_f(m, a->n, b->n),
                     .a = select_vec_f(m, a->a, b->a),
                     .b = select_vec_f(m, a->b, b->b),
                     .certain = mf_or(mf_and(m, a->certain), mf_and_not(b->certain, m)),
                     .evaluations = vf_select(m, a->evaluations, b->evaluations)};
}

// Of round cores by Newton's method, which leaves some; by the expanding polytope. Manifolds want the edges.
LANE_FN void find_depths_by_epa(const class_run* run, const pair_block* block, const pair_frame_f* f, uint32_t lanes,
                                depth_lanes* out) {
  const vf gap = vf_mul(vf_set(is_curved(run) ? GAP_CURVED : EPA_GAP_FLAT), f->scale);
  const bool round = is_round(run) && !(run->batch->flags & LGJK_FLAG_EPA);
  epa_depth depth;
  uint32_t left = lanes;
  if (round) {
    find_round_depth(block, f, gap, lanes, &depth);
    left = lanes & ~mf_bits(depth.certain);
  }
  if (left != 0) {
    epa_depth rest;
    find_epa_depth(f, gap, left, &rest);
    depth = round ? select_depth(mf_from_bits(left), &rest, &depth) : rest;
  }
  if (run->batch->results.manifold2) find_facing_edges(f, depth.n, lanes, &out->edge_a, &out->edge_b);
  out->separation = vf_neg(depth.depth);
  out->n = depth.n;
  out->a = depth.a;
  out->b = depth.b;
  out->certain = depth.certain;
  out->evaluations = depth.evaluations;
}

// Of the lanes whose depth is certain and greater than the touch band.
LANE_FN void find_deep(const pair_block* block, const pair_frame_f* f, const depth_lanes* depth, found_lanes* found) {
  const vec_f centre = position(&block->a);
  found->overlapping = mf_and(depth->certain, vf_lt(depth->separation, vf_neg(f->touch_band)));
  found->decided = mf_bits(found->overlapping);
  found->distance = vf_sub(depth->separation, f->radius);
  found->normal = depth->n;
  found->a = add_f(centre, add_f(depth->a, scale_f(depth->n, block->a.radius)));
  found->b = add_f(centre, sub_f(depth->b, scale_f(depth->n, block->b.radius)));
  found->evaluations = depth->evaluations;
}

LANE_FN bool run_closed_depths(class_run* run, const block_pairs* pairs) {
  (void)run, (void)pairs;
  return false;
}

// As find_lane_depths, by axes.
static LANE_APART uint32_t find_depths_by_axes(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                               found_lanes* found) {
  axis_lanes x;
  find_axes(block, f, mf_from_bits(lanes_of(block)), &x);
  keep_ended(run->batch, f, mf_from_bits(lanes_of(block)), &x);
  tell_axes(run->batch, block, &x, found);
  write_axes(run->batch, block, f, UINT32_MAX, true, found, &x);
  return lanes_of(block) & ~found->decided;
}

static LANE_APART uint32_t find_depths_by_polytope(const class_run* run, const pair_block* block,
                                                   const pair_frame_f* f, found_lanes* found) {
  const uint32_t lanes = lanes_of(block);
  depth_lanes depth;
  find_depths_by_epa(run, block, f, lanes, &depth);
  find_deep(block, f, &depth, found);
  const uint32_t decided = lanes & found->decided;
  write_answers(run->batch, block, decided, found, CONTACT);
  if (run->batch->results.manifold2) {
    manifold_lanes m;
    find_manifold(run->batch, block, f, &depth.edge_a, &depth.edge_b, found, mf_from_bits(decided), &m);
    write_manifold_lanes(run->batch, block, decided, found, &m);
  }
  return lanes & ~decided;
}

// Finds the depths of a loaded block in lanes; returns the lanes that are left, as bits.
static LANE_APART uint32_t find_lane_depths(const class_run* run, const pair_block* block, run_mode mode) {
  (void)mode; // no record of 2D names a depth
  pair_frame_f f;
  found_lanes found = nothing_found(mf_from_bits(0));
  found.later = true;
  frame_block(run->batch, block, &f);
  if (finds_by_axes(run)) return find_depths_by_axes(run, block, &f, &found);
  return find_depths_by_polytope(run, block, &f, &found);
}

LANE_FN bool run_without_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (is_round(run)) {
    run_round_step(run, pairs, query, BEFORE_SEARCH);
  } else if (is_wall(run)) {
    run_walls(run, pairs, query);
  } else if (asks_verdict(query) && is_boxes(run)) {
    run_boxes(run, pairs);
  } else if (query == DISTANCE && is_boxes(run)) {
    run_box_distances(run, pairs);
  } else if (asks_edge_first(run, query)) {
    run_polygon_contacts(run, pairs);
  } else if (asks_axes(run, query)) {
    run_new_axes(run, pairs);
  } else if (asks_edge_verdict(run, query)) {
    run_polygon_verdicts(run, pairs);
  } else if (mode == COLD && has_edge_form(run, query)) {
    cold_polygons(run, pairs);
  } else if (mode == RECORDING && has_edge_form(run, query)) {
    recorded_polygons(run, pairs, RECORDING);
  } else {
    return false;
  }
  return true;
}

#endif
