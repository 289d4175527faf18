// Runs of pairs in 2D that need no search: depths, of polygons by separating axes, of other cores by the expanding
// polytope. The same names as in 3D, so that schedule/ knows no dimension.
#ifndef LGJK_QUERY_CLOSED2_H
#define LGJK_QUERY_CLOSED2_H

#include "closed/epa2.h"
#include "closed/polygon_axes2.h"
#include "closed/round_depth2.h"
#include "query/box_distance2.h"
#include "query/box_verdict.h"
#include "query/polygons2.h"
#include "query/round2.h"
#include "query/wall2.h"

LANE_FN bool has_closed_form(const class_run* run) { return is_round(run); }
LANE_FN bool needs_no_records(const class_run* run, query_id query) {
  return is_round(run) || is_wall(run) || (!asks_depth(query) && is_boxes(run));
}

// Pairs that the first evaluations left. False where there is nothing but a search to try, and nothing was done.
LANE_FN bool run_again(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  if (!is_round(run)) return false;
  run_round_step(run, pairs, query, FIRST_TURN);
  return true;
}

LANE_FN bool run_closed_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)run, (void)pairs, (void)query, (void)mode;
  return false;
}

// Pairs whose records did not end them, in place of a search.
LANE_FN bool run_left_again(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  if (!has_edge_form(run, query)) return false;
  run_polygon_edges(run, pairs, query, WARM);
  return true;
}

// The depths of a block.
typedef struct depth_lanes {
  vf separation; // of the cores: minus the depth
  vec_f n, a, b; // unit normal, from A to B; points of the cores, around A's position
  mf certain;
  vf evaluations;
  facing_edge edge_a, edge_b;
} depth_lanes;

// Once in the code.
static LANE_APART void find_depths_by_axes(const pair_frame_f* f, depth_lanes* out) {
  axis_edges x;
  if (f->a.core == LGJK_CORE2_BOX && f->b.core == LGJK_CORE2_BOX) {
    find_box_axis(f, &x);
  } else {
    find_polygon_axis(f, &x);
  }
  out->n = select_vec_f(x.of_b, neg_f(x.n), x.n);
  face_axis_edges(&x, out->n, &out->edge_a, &out->edge_b);
  const mf on_both = find_axis_points(f, &x, &out->a, &out->b);
  out->separation = x.separation;
  out->certain = mf_and(x.certain, on_both);
  out->evaluations = vf_set(0);
}

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

// Whether depths of this class are found by axes.
LANE_FN bool finds_by_axes(const class_run* run) {
  return has_axes(run->core_a) && has_axes(run->core_b) && !(run->batch->flags & LGJK_FLAG_EPA);
}

LANE_FN bool run_closed_depths(class_run* run, const block_pairs* pairs) {
  (void)run, (void)pairs;
  return false;
}

// Finds the depths of a loaded block in lanes; returns the lanes that are left, as bits.
static LANE_APART uint32_t find_lane_depths(const class_run* run, const pair_block* block, run_mode mode) {
  (void)mode; // no record of 2D names a depth
  pair_frame_f f;
  depth_lanes depth;
  found_lanes found = nothing_found(mf_from_bits(0));
  found.later = true;
  frame_block(run->batch, block, &f);
  const uint32_t lanes = lanes_of(block);
  if (finds_by_axes(run)) {
    find_depths_by_axes(&f, &depth);
  } else {
    find_depths_by_epa(run, block, &f, lanes, &depth);
  }
  find_deep(block, &f, &depth, &found);
  const uint32_t decided = lanes & found.decided;
  write_answers(run->batch, block, decided, &found, CONTACT);
  if (run->batch->results.manifold2) {
    manifold_lanes m;
    find_manifold(run->batch, block, &f, &depth.edge_a, &depth.edge_b, &found, mf_from_bits(decided), &m);
    write_manifold_lanes(run->batch, block, decided, &found, &m);
  }
  return lanes & ~decided;
}

// Whether pairs of this class are asked for their axes first, and searched only where those do not decide. Of points
// and segments few overlap in their cores.
LANE_FN bool asks_axes(const class_run* run, query_id query) {
  return asks_depth(query) && finds_by_axes(run) && run->core_a > LGJK_CORE2_SEGMENT &&
         run->core_b > LGJK_CORE2_SEGMENT;
}

// What the widest axis tells of a block: lanes whose cores overlap by more than the touch band are decided, and those
// that it proves to be beyond the maximum distance.
LANE_FN void find_by_axes(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, mf valid,
                          depth_lanes* depth, found_lanes* found) {
  const mf bad = found->bad;
  const vec_f zeros = {vf_set(0), vf_set(0)};
  find_depths_by_axes(f, depth);
  find_deep(block, f, depth, found);
  const vf clear = vf_add(vf_add(vf_set(batch->max_distance), f->radius), f->touch_band);
  const mf deep = mf_and(valid, found->overlapping);
  found->overlapping = deep;
  found->beyond = mf_and(valid, vf_lt(clear, depth->separation));
  found->decided = mf_bits(mf_or(mf_or(deep, found->beyond), bad));
  found->distance = vf_select(deep, found->distance, vf_select(found->beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->normal = select_vec_f(deep, found->normal, zeros);
  found->a = select_vec_f(deep, found->a, zeros);
  found->b = select_vec_f(deep, found->b, zeros);
}

// Records are neither read nor written: they stay as the last query left them.
static LANE_APART void run_axes(class_run* run, const block_pairs pairs[BLOCKS]) {
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    pair_block block; // without an initialiser, which would fill 3.5 KB with zeros
    pair_frame_f f;
    depth_lanes depth;
    for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
    block.pairs = &pairs[u];
    load_block_in_place(run->batch, run->core_a, run->core_b, ALL_ROWS, &block);
    const mf valid = frame_block(run->batch, &block, &f);
    found_lanes found = nothing_found(mf_and_not(mf_from_bits(UINT32_MAX), valid));
    find_by_axes(run->batch, &block, &f, valid, &depth, &found);
    const uint32_t lanes = lanes_of(&block);
    settle_bounding(run, &block, &f, valid, &found);
    write_answers(run->batch, &block, lanes, &found, CONTACT);
    if (run->batch->results.manifold2) {
      manifold_lanes m;
      const mf touching = mf_and(found.overlapping, mf_from_bits(lanes));
      find_manifold(run->batch, &block, &f, &depth.edge_a, &depth.edge_b, &found, touching, &m);
      write_manifold_lanes(run->batch, &block, lanes, &found, &m);
    }
    enqueue(run, UNCONVERGED, &block, lanes & ~found.decided);
  }
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
  } else if (asks_axes(run, query)) {
    run_axes(run, pairs);
  } else if (mode != WARM && has_edge_form(run, query)) {
    run_polygon_edges(run, pairs, query, mode);
  } else {
    return false;
  }
  return true;
}

#endif
