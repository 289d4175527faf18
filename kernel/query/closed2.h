// Runs of pairs in 2D that need no search: depths of polygons by separating axes. The same names as in 3D, so that
// schedule/ knows no dimension.
#ifndef LGJK_QUERY_CLOSED2_H
#define LGJK_QUERY_CLOSED2_H

#include "closed/polygon_axes2.h"
#include "query/pipeline.h"

LANE_FN bool has_closed_form(const class_run* run) {
  (void)run;
  return false;
}

LANE_FN bool is_boxes(const class_run* run) {
  (void)run;
  return false;
}

// Depths of a block by its widest axis, in the lanes whose cores overlap by more than the touch band.
LANE_FN void find_by_axes(const pair_block* block, const pair_frame_f* f, facing_edge* a, facing_edge* b,
                          found_lanes* found) {
  polygon_axis axis;
  vec_f point_a, point_b;
  const vec_f centre = position(&block->a);
  find_polygon_axis(f, &axis);
  const mf overlapping = mf_and(axis.certain, vf_lt(axis.separation, vf_neg(f->touch_band)));
  find_facing_edges(f, axis.n, mf_bits(overlapping), a, b);
  found->overlapping = mf_and(overlapping, find_axis_points(f, a, b, &axis, &point_a, &point_b));
  found->decided = mf_bits(found->overlapping);
  found->distance = vf_sub(axis.separation, f->radius);
  found->normal = axis.n;
  found->a = add_f(centre, add_f(point_a, scale_f(axis.n, block->a.radius)));
  found->b = add_f(centre, sub_f(point_b, scale_f(axis.n, block->b.radius)));
}

// Pairs whose search found that their cores overlap. Those that the axes cannot decide are left to the canonical run.
static LANE_APART void run_axes(class_run* run, const block_pairs* pairs) {
  pair_block block = {.pairs = pairs};
  pair_frame_f f;
  facing_edge a, b;
  found_lanes found = nothing_found(mf_from_bits(0));
  found.later = true;
  load_block_in_place(run->batch, run->core_a, run->core_b, ALL_ROWS, &block);
  frame_block(run->batch, &block, &f);
  find_by_axes(&block, &f, &a, &b, &found);
  const uint32_t lanes = lanes_of(&block), decided = lanes & found.decided;
  write_answers(run->batch, &block, decided, &found, CONTACT);
  if (run->batch->results.manifold2) {
    manifold_lanes m;
    find_manifold(run->batch, &block, &f, &a, &b, &found, mf_from_bits(decided), &m);
    write_manifold_lanes(run->batch, &block, decided, &found, &m);
  }
  enqueue(run, UNCERTIFIED, &block, lanes & ~decided);
}

// Runs pairs whose cores overlap; false where the class has no closed form for their depth, and nothing was done.
LANE_FN bool run_closed_depths(class_run* run, const block_pairs* pairs) {
  if ((run->batch->flags & LGJK_FLAG_EPA) || !has_axes(run->core_a) || !has_axes(run->core_b)) return false;
  run_axes(run, pairs);
  return true;
}

LANE_FN bool run_without_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)run, (void)pairs, (void)query, (void)mode;
  return false;
}

#endif
