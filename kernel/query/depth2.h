// Finds depths of contacts in 2D by the expanding polytope, in lanes. Those of polygons are found by axes
// (query/axes2.h).
#ifndef LGJK_QUERY_DEPTH2_H
#define LGJK_QUERY_DEPTH2_H

#include "formula/epa2.h"
#include "formula/round_depth2.h"
#include "query/axes2.h"
#include "query/round2.h"

// The depths of a block by the expanding polytope.
typedef struct depth_lanes {
  vf separation; // of the cores: minus the depth
  vec_f n, a, b; // unit normal, from A to B; points of the cores, around A's position
  mf certain;
  vf evaluations;
  facing_edge edge_a, edge_b;
} depth_lanes;

LANE_INLINE epa_depth select_depth(mf m, const epa_depth* a, const epa_depth* b) {
  return (epa_depth){.depth = vf_select(m, a->depth, b->depth),
                     .n = select_vec_f(m, a->n, b->n),
                     .a = select_vec_f(m, a->a, b->a),
                     .b = select_vec_f(m, a->b, b->b),
                     .certain = mf_or(mf_and(m, a->certain), mf_and_not(b->certain, m)),
                     .evaluations = vf_select(m, a->evaluations, b->evaluations)};
}

// Finds depths by the expanding polytope. `round`: whether Newton's method comes first, which leaves some lanes. If
// manifolds are wanted, it finds their facing edges, too.
LANE_INLINE void find_depths_by_epa(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                    uint32_t lanes, bool round, depth_lanes* out) {
  const vf gap = vf_mul(vf_set(is_curved(run) ? GAP_CURVED : EPA_GAP_FLAT), f->scale);
  epa_depth depth;
  uint32_t left = lanes;
  if (round) {
    const round_kind kind[2] = {kind_of_round(&block->a), kind_of_round(&block->b)};
    find_round_depth(kind, f, gap, lanes, &depth);
    left = lanes & ~mf_bits(depth.certain);
  }
  if (left != 0) {
    epa_depth rest;
    find_epa_depth(f, gap, left, &rest);
    depth = round ? select_depth(mf_from_bits(left), &rest, &depth) : rest;
  }
  if (run->batch->results.manifold2) find_facing_edges(f, &depth.n, lanes, &out->edge_a, &out->edge_b);
  out->separation = vf_neg(depth.depth);
  out->n = depth.n;
  out->a = depth.a;
  out->b = depth.b;
  out->certain = depth.certain;
  out->evaluations = depth.evaluations;
}

// Fills the contacts of the lanes whose depth is certain and greater than the touch band.
LANE_INLINE void find_deep(const pair_block* block, const pair_frame_f* f, const depth_lanes* depth,
                           found_lanes* found) {
  const vec_f centre = position(&block->a);
  found->overlapping = mf_and(depth->certain, vf_lt(depth->separation, vf_neg(f->touch_band)));
  found->decided = mf_bits(found->overlapping);
  found->distance = vf_sub(depth->separation, f->radius);
  found->normal = depth->n;
  found->a = add_f(centre, add_f(depth->a, scale_f(depth->n, block->a.radius)));
  found->b = add_f(centre, sub_f(depth->b, scale_f(depth->n, block->b.radius)));
  found->evaluations = depth->evaluations;
}

// Makes the manifolds of the lanes, as bits. Not inlined, to keep its temporaries off the stack of the polytope.
static LANE_NOINLINE void write_deep_manifolds(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                               const depth_lanes* depth, uint32_t lanes, const found_lanes* found) {
  manifold_lanes m;
  find_manifold(run->batch, block, f, &depth->edge_a, &depth->edge_b, found, mf_from_bits(lanes), &m);
  write_manifold_lanes(run->batch, block, lanes, found, &m);
}

LANE_INLINE void fill_by_polytope(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                                  attempt_kind how, found_lanes* found) {
  (void)valid;
  const uint32_t lanes = lanes_of(block);
  depth_lanes depth;
  find_depths_by_epa(run, block, f, lanes, how.way != 0, &depth);
  find_deep(block, f, &depth, found);
  if (run->batch->results.manifold2) write_deep_manifolds(run, block, f, &depth, lanes & found->decided, found);
}

// Finds the depths of waiting pairs by the expanding polytope. `round`: whether Newton's method comes first.
static LANE_NOINLINE void run_polytope(class_run* run, const block_pairs* pairs, bool round) {
  attempt_kind how = simple_kind(CONTACT, IN_DOUBLE);
  how.later = how.finds_depths = true;
  how.load = BY_CALL;
  how.way = round;
  attempt_results(run, pairs, 1, how, fill_by_polytope);
}

#endif
