// Continues a double run of 3D that has ended without a proof.
#ifndef LGJK_ENGINE_DOUBLE_RUN3_H
#define LGJK_ENGINE_DOUBLE_RUN3_H

#include "engine/double_store.h"

// Returns the lanes whose search names no direction: those of curved cores, except at faces. The nearest point of a
// face that is a needle has fewer digits than its normal.
LANE_INLINE md without_direction(const simplex_d* s, md curved) { return md_and_not(curved, s->face); }

// Continues `lanes`, whose search has ended without a proof, at a repeated support or at the limit. It has no simplex:
// faces are all noise if two needles or plates are along each other. From the nearest point so far it goes straight
// towards each support, as far as that is nearer (Frank and Wolfe 1956). No rounding turns this back. Ends the lanes in
// which no support plane is nearer by more than `gap`; after a step their feature is the point.
static LANE_NOINLINE void descend(const pair_frame_d* f, simplex_d* s, md lanes, vd gap) {
  const vd zero = vd_set(0), one = vd_set(1);
  md going = lanes, moved = md_from_bits(0);
  answer_d start;
  find_answer_d(f, s, gap, zero, CORE_POINTS, &start);
  vec_d v = start.v, a = start.a;
  for (int i = 0; i < DESCENT_STEPS && md_any(going); ++i) {
    const vec_d back = neg_d(v);
    support_point_d w;
    find_support_d(f, &back, md_bits(going), &w);
    const vec_d step = sub_d(w.w, v);
    const vd square = dot_d(v, v), ahead = vd_neg(dot_d(v, step)), whole = dot_d(step, step);
    const md ends = md_and(going, vd_le(vd_min(ahead, square), vd_mul(gap, vd_sqrt(square))));
    if (i == 0) converge_d(s, ends);
    if (i > 0) moved = md_or(moved, ends);
    going = md_and_not(going, ends);
    const vd t = vd_max(vd_min(vd_div(ahead, vd_select(vd_eq(whole, zero), one, whole)), one), zero);
    const vd part = vd_select(going, t, zero);
    v = add_d(v, scale_d(step, part));
    a = add_d(a, scale_d(sub_d(w.a, a), part));
  }
  s->p0.w = select_vec_d(moved, v, s->p0.w);
  s->p0.a = select_vec_d(moved, a, s->p0.a);
  converge_at_point_d(s, moved);
}

// Continues the lanes that have ended without a proof.
LANE_INLINE void search_on(const lgjk_batch* batch, const pair_frame_d* f, simplex_d* s, md ended) {
  const md unproved = md_and_not(md_from_bits((1u << WIDE_LANES) - 1), ended);
  if (batch->limit >= LGJK_DEFAULT_ITERATION_LIMIT && md_any(unproved))
    descend(f, s, unproved, vd_mul(vd_set(GAP_UNPROVED), f->scale));
}

// Answers no lane without a search.
LANE_INLINE void answer_half_without_search(const lgjk_batch* batch, const pair_block* block, unsigned half,
                                            query_id query, double_answers* out) {
  (void)batch, (void)block, (void)half, (void)query, (void)out;
}

// Stores nothing: in 3D the search decides every lane.
LANE_INLINE void store_doubts(const lgjk_batch* batch, const pair_block* block, const searched_half* half,
                              double_answers* out) {
  (void)batch, (void)block, (void)half, (void)out;
}

LANE_INLINE void decide_doubts_by_axes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                       double_answers* c) {
  (void)batch, (void)block, (void)lanes, (void)c;
}

LANE_INLINE uint32_t write_contacts_by_axes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes) {
  (void)batch, (void)block;
  return lanes;
}

#endif
