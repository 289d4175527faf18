// The double run searches one pair from the cold start, in double, to the end. Its verdict is the pair's verdict for
// every query and every history: it depends on nothing but the pair. What is stored beside the verdict depends on the
// query.
#ifndef LGJK_ENGINE_DOUBLE_RUN_H
#define LGJK_ENGINE_DOUBLE_RUN_H

#include <math.h>

#include "gjk/certify.h"
#include OF_DIM("engine/double_run2.h", "engine/double_run3.h")

// Stores the directions of the nearest features, towards the origin; 0 where the search names none.
LANE_INLINE void store_directions(const searched_half* half, md curved, double_answers* out) {
  const simplex_d* s = &half->s;
  vd d[DIM];
  to_array_d(select_vec_d(without_direction(s, curved), (vec_d){0}, direction_d(s, DIM)), d);
  for (int k = 0; k < DIM; ++k) store_searched(out->normal[k] + half->shift, half->searched, d[k]);
}

// Searches the lanes `searched` to the end.
LANE_INLINE void search_half(const lgjk_batch* batch, const search_bounds_d* bounds, searched_half* half) {
  const vd one = vd_set(1), zero = vd_set(0);
  simplex_d* s = &half->s;
  half->evaluations = one;
  begin_d(&half->f, s, bounds, first_direction_d(&half->f), half->searched);
  for (uint32_t i = 1; i < batch->limit && md_any(s->active); ++i) {
    half->evaluations = vd_add(half->evaluations, vd_select(s->active, one, zero));
    iterate_d(&half->f, s, bounds);
  }
  search_on(batch, &half->f, s, md_or(s->converged, s->inside));
}

// Stores what the search has found.
LANE_INLINE void store_half(const pair_block* block, unsigned number, const searched_half* half, point_choice points,
                            double_answers* out) {
  const uint32_t shift = half->shift;
  const answer_d* answer = &half->answer;
  const md searched = half->searched;
  store_points_d(block, number, points == COMMON_POINTS, searched, answer->a, out->a);
  store_points_d(block, number, points == COMMON_POINTS, searched, answer->b, out->b);
  const vd touching = vd_select(answer->overlapping, vd_set(0), answer->distance);
  store_searched(out->distance + shift, searched, points == CORE_POINTS ? answer->distance : touching);
  store_searched(out->evaluations + shift, searched, half->evaluations);
  const uint32_t overlapping = md_bits(md_and(answer->overlapping, searched));
  out->overlapping |= overlapping << shift;
  out->inside |= md_bits(md_and(half->s.inside, searched)) << shift;
  out->limit |= (md_bits(half->s.active) & ~overlapping) << shift;
}

// Searches half a block: WIDE_LANES pairs, as many as a register has doubles.
static LANE_NOINLINE void search_half_in_double(const lgjk_batch* batch, const pair_block* block, unsigned number,
                                                query_id query, double_answers* out) {
  const point_choice points = needs_depth(query) ? CORE_POINTS : COMMON_POINTS;
  searched_half half;
  half.shift = number * WIDE_LANES;
  half.searched = md_from_bits(((1u << WIDE_LANES) - 1) & ~(out->settled >> half.shift));
  const md curved = md_from_bits(mf_bits(mf_or(curved_lanes(&block->a), curved_lanes(&block->b))) >> half.shift);
  frame_half(batch, block, number, &half.f);
  const search_bounds_d bounds = {.gap = double_gap(curved, &half.f), .reach = vd_set(0), .reaches = false};
  search_half(batch, &bounds, &half);
  find_answer_d(&half.f, &half.s, bounds.gap, vd_widen(block->a.radius, number), points, &half.answer);
  if (points == COMMON_POINTS && md_any(half.s.inside)) {
    vd miss_size;
    const vec_d common = common_point(&half.s, half.f.scale, &miss_size);
    half.answer.a = select_vec_d(half.s.inside, common, half.answer.a);
    half.answer.b = select_vec_d(half.s.inside, common, half.answer.b);
  }
  if (points == CORE_POINTS) store_directions(&half, curved, out);
  store_doubts(batch, block, &half, out);
  store_half(block, number, &half, points, out);
}

// Finds the answers of the given lanes, as bits, of a loaded block.
LANE_INLINE void answer_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes, query_id query,
                                  double_answers* c) {
  memset(c, 0, sizeof *c);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    const uint32_t all = (1u << WIDE_LANES) - 1, shift = half * WIDE_LANES;
    if (!(lanes >> shift)) break;
    answer_half_without_search(batch, block, half, query, c);
    if ((lanes & ~c->settled) >> shift & all) search_half_in_double(batch, block, half, query, c);
  }
  decide_doubts_by_axes(batch, block, lanes, c);
}

// Decides the given lanes, as bits, of a loaded block. Its pairs are packed from lane 0 on.
static LANE_NOINLINE void decide_in_double(class_run* run, const pair_block* block, uint32_t lanes, query_id query) {
  double_answers c;
  if (needs_depth(query)) lanes = write_contacts_by_axes(run->batch, block, lanes);
  if (lanes == 0) return;
  answer_in_double(run->batch, block, lanes, query, &c);
  if (!needs_depth(query)) note_touching(run, lane_count(lanes & c.settled));
  if (needs_depth(query)) contacts_in_double(run->batch, block, lanes & ~c.settled, &c);
  write_double_answers(run->batch, block, lanes, &c, query, true);
}

#endif
