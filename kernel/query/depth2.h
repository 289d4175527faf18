// Finds depths of contacts in 2D by the expanding polytope, in lanes. Those of polygons are found by axes
// (query/axes2.h).
#ifndef LGJK_QUERY_DEPTH2_H
#define LGJK_QUERY_DEPTH2_H

#include "formula/epa2.h"
#include "formula/ellipse_depth2.h"
#include "query/axes2.h"
#include "query/ellipses2.h"

LANE_INLINE epa_depth select_depth(mf m, const epa_depth* a, const epa_depth* b) {
  return (epa_depth){.depth = vf_select(m, a->depth, b->depth),
                     .n = select_vec_f(m, a->n, b->n),
                     .a = select_vec_f(m, a->a, b->a),
                     .b = select_vec_f(m, a->b, b->b),
                     .certain = mf_or(mf_and(m, a->certain), mf_and_not(b->certain, m)),
                     .evaluations = vf_select(m, a->evaluations, b->evaluations)};
}

// Finds depths by the expanding polytope. `round`: whether Newton's method comes first, which leaves some lanes.
LANE_INLINE void find_depths_by_epa(const class_run* run, const pair_block* block, const pair_frame_f* f, bool round,
                                    epa_depth* out) {
  const vf gap = vf_mul(vf_set(is_curved(run) ? GAP_CURVED : EPA_GAP_FLAT), f->scale);
  const uint32_t lanes = lanes_of(block);
  if (!round) {
    find_epa_depth(f, gap, lanes, out);
    return;
  }
  const round_kind kind[2] = {kind_of_round(&block->a), kind_of_round(&block->b)};
  find_round_depth(kind, f, gap, lanes, out);
  const uint32_t left = lanes & ~mf_bits(out->certain);
  if (left == 0) return;
  epa_depth rest;
  find_epa_depth(f, gap, left, &rest);
  *out = select_depth(mf_from_bits(left), &rest, out);
}

// Fills the contacts of the lanes whose depth is certain and greater than the touch band.
LANE_INLINE void fill_by_polytope(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                                  attempt_kind how, found_lanes* found) {
  (void)valid;
  epa_depth depth;
  find_depths_by_epa(run, block, f, how.variant != 0, &depth);
  const axis_lanes x = {.distance = vf_sub(vf_neg(depth.depth), f->radius),
                        .n = depth.n,
                        .a = add_f(depth.a, scale_f(depth.n, block->a.radius)),
                        .b = sub_f(depth.b, scale_f(depth.n, block->b.radius)),
                        .overlapping = mf_all(),
                        .proved = mf_and(depth.certain, vf_lt(f->touch_band, depth.depth)),
                        .evaluations = depth.evaluations};
  fill_axes(run->batch, block, mf_all(), &x, found);
  if (run->batch->results.manifold2) {
    facing_edges edges;
    edges.known = mf_none();
    write_edge_manifolds(run->batch, block, f, true, found, &edges);
  }
}

// Finds the depths of waiting pairs by the expanding polytope. `round`: whether Newton's method comes first.
static LANE_NOINLINE void run_polytope(class_run* run, const block_pairs* pairs, bool round) {
  attempt_kind how = simple_kind(CONTACT, IN_DOUBLE);
  how.requeued = how.finds_depths = true;
  how.load = BY_CALL;
  how.variant = round;
  attempt_results(run, pairs, 1, how, fill_by_polytope);
}

#endif
