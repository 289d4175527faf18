// Contacts and verdicts of polygons of up to 8 vertices, boxes and segments by their separating axis: no search, whether
// cores overlap or are apart. What float does not prove, and what is within the touch band, goes to the canonical run,
// which asks the same axis in double. Records are neither read nor written: they stay as the last query left them.
#ifndef LGJK_QUERY_AXES2_H
#define LGJK_QUERY_AXES2_H

#include "closed/polygon_axes2.h"
#include "query/pipeline.h"

// Whether depths of this class are found by axes.
LANE_FN bool finds_by_axes(const class_run* run) {
  return has_axes(run->core_a) && has_axes(run->core_b) && !(run->batch->flags & LGJK_FLAG_EPA);
}

LANE_FN bool asks_axes(const class_run* run, query_id query) { return asks_depth(query) && finds_by_axes(run); }

// The axis of a block, and both edges as those of a manifold.
typedef struct axis_lanes {
  axis_answer_f answer;
  facing_edge edge_a, edge_b;
} axis_lanes;

LANE_FN void find_axis_f(const pair_frame_f* f, axis_edges_f* out) {
  if (f->a.core == LGJK_CORE2_BOX && f->b.core == LGJK_CORE2_BOX) {
    find_box_axis_f(f, out);
  } else {
    find_polygon_axis_f(f, out);
  }
}

// Once in the code.
static LANE_APART void find_axis_lanes(const pair_frame_f* f, axis_lanes* out) {
  axis_edges_f x;
  find_axis_f(f, &x);
  find_axis_answer_f(f, &x, vf_mul(vf_set(GAP_FLAT), f->scale), &out->answer);
  face_axis_edges(&x, select_vec_f(x.of_b, neg_f(x.n), x.n), &out->edge_a, &out->edge_b);
}

// Lanes whose answer float proves: not within the touch band of touching, and no way between two vertices so short that
// its direction is noise.
LANE_FN mf proved_by_axes(const pair_frame_f* f, const axis_answer_f* x) {
  const mf clear = vf_lt(f->touch_band, vf_abs(vf_sub(x->distance, f->radius)));
  const mf near = vf_le(x->distance, vf_mul(vf_set(VERTEX_WAY_MIN), f->touch_band));
  return mf_and_not(mf_and(x->proved, clear), mf_and(x->vertices, near));
}

// Of the lanes of `proved`.
LANE_FN void tell_axes(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, const axis_answer_f* x,
                       mf proved, found_lanes* found) {
  const vec_f zeros = {vf_set(0), vf_set(0)}, centre = add_f(position(&block->a), zeros);
  const vf distance = vf_sub(x->distance, f->radius);
  found->overlapping = mf_and(proved, vf_lt(distance, vf_set(0)));
  found->beyond = mf_and(proved, vf_lt(vf_set(batch->max_distance), distance));
  const mf told = mf_and_not(proved, found->beyond);
  found->decided = mf_bits(mf_or(proved, found->bad));
  found->distance = vf_select(told, distance, vf_select(found->beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->normal = select_vec_f(told, x->n, zeros);
  found->a = select_vec_f(told, add_f(centre, add_f(x->a, scale_f(x->n, block->a.radius))), zeros);
  found->b = select_vec_f(told, add_f(centre, sub_f(x->b, scale_f(x->n, block->b.radius))), zeros);
  found->evaluations = vf_select(x->vertices, vf_set(1), vf_set(0));
}

// Of two vertices the edges that face each other along the way between these.
static LANE_APART void face_vertices(const pair_frame_f* f, mf lanes, axis_lanes* x) {
  facing_edge a, b;
  find_facing_edges(f, x->answer.n, mf_bits(lanes), &a, &b);
  x->edge_a = select_facing_edge(lanes, &a, &x->edge_a);
  x->edge_b = select_facing_edge(lanes, &b, &x->edge_b);
}

LANE_FN void write_axis_manifolds(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f,
                                  const found_lanes* found, axis_lanes* x) {
  const uint32_t lanes = lanes_of(block) & found->decided;
  const mf touching = mf_and(within_margin(batch, found), mf_from_bits(lanes)), vertices = mf_and(touching, x->answer.vertices);
  manifold_lanes m;
  if (mf_any(vertices)) face_vertices(f, vertices, x);
  find_manifold(batch, block, f, &x->edge_a, &x->edge_b, found, touching, &m);
  write_manifold_lanes(batch, block, lanes, found, &m);
}

// Once in the code, for the first run of pairs.
static LANE_APART void run_axes(class_run* run, const block_pairs pairs[BLOCKS]) {
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    pair_block block; // without an initialiser, which would fill 3.5 KB with zeros
    pair_frame_f f;
    axis_lanes x;
    for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
    block.pairs = &pairs[u];
    load_block_in_place(run->batch, run->core_a, run->core_b, ALL_ROWS, &block);
    const mf valid = frame_block(run->batch, &block, &f);
    found_lanes found = nothing_found(mf_and_not(mf_from_bits(UINT32_MAX), valid));
    find_axis_lanes(&f, &x);
    tell_axes(run->batch, &block, &f, &x.answer, mf_and(valid, proved_by_axes(&f, &x.answer)), &found);
    const uint32_t lanes = lanes_of(&block);
    settle_bounding(run, &block, &f, valid, &found);
    write_answers(run->batch, &block, lanes, &found, CONTACT);
    if (run->batch->results.manifold2) write_axis_manifolds(run->batch, &block, &f, &found, &x);
    const uint32_t left = lanes & ~found.decided;
    if (left != 0) decide_or_enqueue(run, &block, left, CONTACT, true);
  }
}

#endif
