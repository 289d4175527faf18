// Answers flat cores of 2D in the double run without a search, and checks the axis again where the search has
// doubts.
#ifndef LGJK_ENGINE_DOUBLE_RUN2_H
#define LGJK_ENGINE_DOUBLE_RUN2_H

#include "engine/double_axes2.h"
#include "engine/double_store.h"

// Returns the lanes whose search names no direction: those of curved cores.
LANE_INLINE md without_direction(const simplex_d* s, md curved) {
  (void)s;
  return curved;
}

// Answers the lanes of half a block that need no search. Not inlined, as its data would stay on the stack of the
// search.
static LANE_NOINLINE void answer_half_without_search(const lgjk_batch* batch, const pair_block* block, unsigned half,
                                                     query_id query, double_answers* out) {
  const uint32_t shift = half * WIDE_LANES;
  pair_frame_d f;
  axes_end known;
  vec_d a, b;
  frame_half(batch, block, half, &f);
  if (!end_without_search(batch, block, &f, double_gap(md_from_bits(0), &f), query, &known)) return;
  answer_without_search(&f, &known, vd_widen(block->a.radius, half), needs_depth(query), &a, &b);
  const md all = md_from_bits((1u << WIDE_LANES) - 1);
  vd n[DIM];
  to_array_d(known.answer.n, n);
  for (int k = 0; k < DIM; ++k) vd_store(out->normal[k] + shift, n[k]);
  store_points_d(block, half, true, all, a, out->a);
  store_points_d(block, half, true, all, b, out->b);
  vd_store(out->distance + shift, needs_depth(query) ? known.distance : vd_max(known.distance, vd_set(0)));
  vd_store(out->without + shift, known.distance);
  vd_store(out->evaluations + shift, vd_set(1));
  out->settled |= md_bits(known.ended) << shift;
  out->overlapping |= md_bits(md_and(known.touch, known.ended)) << shift;
}

// Continues no search: flat cores without a proof use the axis, and the limit ends the others.
LANE_INLINE void search_on(const lgjk_batch* batch, const pair_frame_d* f, simplex_d* s, md ended) {
  (void)batch, (void)f, (void)s, (void)ended;
}

// Marks the lanes whose search has not distinguished touching from apart.
LANE_INLINE void store_doubts(const lgjk_batch* batch, const pair_block* block, const searched_half* half,
                              double_answers* out) {
  if (!has_double_axes(batch, block)) return;
  const md ended = md_and_not(half->searched, half->s.active);
  out->doubtful |= md_bits(doubtful_lanes(&half->f, ended, &half->answer)) << half->shift;
}

// Checks the axis of the doubtful lanes.
LANE_INLINE void decide_doubts_by_axes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                       double_answers* c) {
  if ((c->doubtful &= lanes) != 0) check_axes(batch, block, c);
}

// Writes the contacts of the lanes, as bits, that have one by their axis. Returns the others.
LANE_INLINE uint32_t write_contacts_by_axes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes) {
  const bool usable = has_double_axes(batch, block) && !may_be_points(block);
  return usable ? write_axis_contacts(batch, block, lanes) : lanes;
}

#endif
