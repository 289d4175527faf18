// Finds the nearest points of points and segments in space, with rounding radii balls and capsules, in closed form
// (Ericson 2005, section 5.1.9). The points are a guess like any other: one support value along their difference has to
// prove it. A record could not make that shorter, so records are neither read nor written.
#ifndef LGJK_CASE3_CAPSULES_H
#define LGJK_CASE3_CAPSULES_H

#include "gjk/segments3.h"

// Returns the direction opposite to v. If both nearest points are within their segments, that is along the common
// normal of the segments. The normal is exact to rounding where v, a difference of nearly equal points, is noise.
LANE_INLINE vec_f towards(vec_f v, vec_f d, vec_f e, mf within) {
  const vec_f n = cross_f(d, e);
  const vf side = dot_f(n, v);
  const vf least = vf_max(vf_mul(vf_set(PARALLEL_SQUARE), vf_mul(dot_f(d, d), dot_f(e, e))), vf_set(LEAST_SQUARE));
  const mf normal = mf_and(within, vf_lt(least, dot_f(n, n)));
  return select_vec_f(normal, select_vec_f(vf_lt(side, vf_set(0)), n, neg_f(n)), neg_f(v));
}

// Sets the nearest points of the segments p + s d and q + t e as the vertex of a search's state. Returns the direction
// along which a support value proves them.
LANE_INLINE vec_f nearest_points(const pair_frame_f* f, simplex_f* s) {
  vec_f p, d, q, e;
  const vf zero = vf_set(0), one = vf_set(1);
  end_points(&f->a, &p, &d);
  end_points(&f->b, &q, &e);
  q = add_f(q, f->p);
  const vec_f r = sub_f(p, q);
  const vf dd = dot_f(d, d), ee = dot_f(e, e), de = dot_f(d, e), dr = dot_f(d, r), er = dot_f(e, r);
  const vf lines = ratio_or_zero(vf_sub(vf_mul(de, er), vf_mul(dr, ee)), vf_sub(vf_mul(dd, ee), vf_mul(de, de)));
  // One division serves both; for a point the numerator is 0.
  const vf one_dd = vf_select(vf_eq(dd, zero), one, dd), one_ee = vf_select(vf_eq(ee, zero), one, ee);
  const vf inverse = vf_div(one, vf_mul(one_dd, one_ee));
  const vf parameter_b = unit_interval(vf_mul(vf_add(vf_mul(de, unit_interval(lines)), er), vf_mul(inverse, one_dd)));
  const vf parameter_a = unit_interval(vf_mul(vf_sub(vf_mul(de, parameter_b), dr), vf_mul(inverse, one_ee)));
  s->p0.a = add_f(p, scale_f(d, parameter_a));
  s->p0.w = sub_f(s->p0.a, add_f(q, scale_f(e, parameter_b)));
  s->p0.id = vf_set(0);
  repeat_first_f(s);
  s->closed_form = true;
  const mf within_a = mf_and(vf_lt(zero, parameter_a), vf_lt(parameter_a, one));
  const mf within_b = mf_and(vf_lt(zero, parameter_b), vf_lt(parameter_b, one));
  return towards(s->p0.w, d, e, mf_and(within_a, within_b));
}

// ================== attempts: what knows blocks, records and queues

#include "case3/search.h"
#include "engine/route.h"

// Returns the support value of two balls or capsules along d.
LANE_INLINE vf value_of_segments(const pair_frame_f* f, vec_f d) {
  const uint32_t ends_a = is_segment_core(f->a.core) ? 2 : 1, ends_b = is_segment_core(f->b.core) ? 2 : 1;
  const vf a = value_hull_f(&f->a, ends_a, unrotate_f(&f->a.rotation, d));
  const vf b = value_hull_f(&f->b, ends_b, neg_f(unrotate_f(&f->b.rotation, d)));
  return vf_sub(vf_add(a, b), dot_f(f->p, d));
}

// Finds nearest points by the formula. It is inlined: a call would cost a tenth.
LANE_INLINE void propose_segments(class_run* run, pair_block* block, block_state* state, proposal* p,
                                  attempt_kind how) {
  (void)run, (void)block, (void)how;
  clear_state_f(&state->s, state->searched);
  state->s.axis = p->d[0] = nearest_points(&state->f, &state->s);
}

LANE_INLINE bool verify_segments(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)run, (void)block, (void)how;
  count_active(state);
  end_formula(state, p, value_of_segments(&state->f, p->d[0]));
  return true;
}

LANE_INLINE void try_segments(class_run* run, const block_pairs pairs[BLOCKS], query_id goal, query_id query) {
  attempt_kind how = simple_kind(goal, TO_END);
  how.query = query;
  attempt(run, pairs, how, propose_segments, NULL, verify_segments);
}
static LANE_NOINLINE void segment_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  try_segments(run, pairs, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void segment_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  try_segments(run, pairs, DISTANCE, query);
}

static void segments(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  if (needs_verdict(query)) {
    segment_verdict(run, pairs);
  } else {
    segment_distance(run, pairs, query);
  }
}

// Finds depths one pair at a time: balls and capsules have no depth by axes or in lanes.
static void depth_of_each(class_run* run, const block_pairs* pairs, run_mode mode) {
  (void)mode;
  pair_block block;
  open_block(run, pairs, BY_CALL, WHOLE_CORE, &block);
  queue_depths(run, &block, lanes_of(&block));
}

// clang-format off
ROUTE(segments_all) = {WITHOUT_RECORDS(segments, search_queued), .depth = depth_of_each};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(SEGMENTS, SEGMENTS, segments_all, segments_all, segments_all, segments_all)
#endif
