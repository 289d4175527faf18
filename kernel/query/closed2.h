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

// Of points and segments few overlap in their cores, which the search is the faster to see.
LANE_FN bool asks_axes(const class_run* run, query_id query) {
  return asks_depth(query) && !(run->batch->flags & LGJK_FLAG_EPA) && has_axes(run->core_a) && has_axes(run->core_b) &&
         run->core_a > LGJK_CORE2_SEGMENT && run->core_b > LGJK_CORE2_SEGMENT;
}

// What the widest axis tells of a block: lanes whose cores overlap by more than the touch band are decided, and those
// that it proves to be beyond the maximum distance.
LANE_FN void find_by_axes(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, mf valid,
                          facing_edge* a, facing_edge* b, found_lanes* found) {
  polygon_axis axis;
  vec_f point_a, point_b;
  const vec_f zeros = {vf_set(0), vf_set(0)}, centre = position(&block->a);
  find_polygon_axis(f, &axis);
  const vf clear = vf_add(vf_add(vf_set(batch->max_distance), f->radius), f->touch_band);
  const mf overlapping = mf_and(mf_and(valid, axis.certain), vf_lt(axis.separation, vf_neg(f->touch_band)));
  find_facing_edges(f, axis.n, mf_bits(overlapping), a, b);
  const mf deep = mf_and(overlapping, find_axis_points(f, a, b, &axis, &point_a, &point_b));
  found->overlapping = deep;
  found->beyond = mf_and(valid, vf_lt(clear, axis.separation));
  found->decided = mf_bits(mf_or(mf_or(deep, found->beyond), found->bad));
  const vec_f reach_a = add_f(point_a, scale_f(axis.n, block->a.radius));
  const vec_f reach_b = sub_f(point_b, scale_f(axis.n, block->b.radius));
  const vf distance = vf_sub(axis.separation, f->radius);
  found->distance = vf_select(deep, distance, vf_select(found->beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->normal = select_vec_f(deep, axis.n, zeros);
  found->a = select_vec_f(deep, add_f(centre, reach_a), zeros);
  found->b = select_vec_f(deep, add_f(centre, reach_b), zeros);
}

// Records are neither read nor written: they stay as the last query left them.
static LANE_APART void run_axes(class_run* run, const block_pairs pairs[BLOCKS]) {
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    pair_block block = {.pairs = &pairs[u]};
    pair_frame_f f;
    facing_edge a, b;
    for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
    load_block_in_place(run->batch, run->core_a, run->core_b, ALL_ROWS, &block);
    const mf valid = frame_block(run->batch, &block, &f);
    found_lanes found = nothing_found(mf_and_not(mf_from_bits(UINT32_MAX), valid));
    find_by_axes(run->batch, &block, &f, valid, &a, &b, &found);
    const uint32_t lanes = lanes_of(&block);
    settle_bounding(run, &block, &f, valid, &found);
    write_answers(run->batch, &block, lanes, &found, CONTACT);
    if (run->batch->results.manifold2) {
      manifold_lanes m;
      const mf touching = mf_and(found.overlapping, mf_from_bits(lanes));
      find_manifold(run->batch, &block, &f, &a, &b, &found, touching, &m);
      write_manifold_lanes(run->batch, &block, lanes, &found, &m);
    }
    enqueue(run, UNCONVERGED, &block, lanes & ~found.decided);
  }
}

LANE_FN bool run_closed_depths(class_run* run, const block_pairs* pairs) {
  (void)run, (void)pairs;
  return false;
}

LANE_FN uint32_t find_lane_depths(const class_run* run, const pair_block* block) {
  (void)run;
  return lanes_of(block);
}

LANE_FN bool run_without_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  if (!asks_axes(run, query)) return false;
  run_axes(run, pairs);
  return true;
}

#endif
