// The double run searches one pair from the cold start, in double, to the end. Its verdict is the pair's verdict for
// every query and every history: it depends on nothing but the pair. What is stored beside the verdict depends on the
// query.
#ifndef LGJK_ENGINE_DOUBLE_RUN_H
#define LGJK_ENGINE_DOUBLE_RUN_H

#include <math.h>

#include "engine/class_run.h"
#include "engine/contact.h"
#include "gjk/certify.h"
#if DIM == 2
#include "engine/double_axes2.h"
#endif

// Stores the lanes `searched` of half a block; in 2D others have been answered before.
LANE_INLINE void store_searched(double* to, md searched, vd v) { vd_store(to, vd_select(searched, v, vd_load(to))); }

// Stores points about A's position, in world axes, as the doubles of half a block. `placed`: about the world's origin.
LANE_INLINE void store_points_d(const pair_block* block, unsigned half, bool placed, md searched, vec_d p,
                                double to[DIM][LANES]) {
  vd each[DIM];
  to_array_d(p, each);
  for (int k = 0; k < DIM; ++k) {
    const vd origin = placed ? vd_widen(block->a.pose[k], half) : vd_set(0);
    store_searched(to[k] + half * WIDE_LANES, searched, vd_add(origin, each[k]));
  }
}

LANE_INLINE vd double_gap(md curved, const pair_frame_d* f) {
  return vd_mul(vd_select(curved, vd_set(GAP_DOUBLE_CURVED), vd_set(GAP_DOUBLE)), f->scale);
}

// Half a block after its search.
typedef struct searched_half {
  uint32_t shift; // of its lanes among those of the block
  pair_frame_d f;
  simplex_d s;
  answer_d answer;
  md searched;    // lanes that no other way has answered
  vd evaluations; // support evaluations
} searched_half;

#if DIM == 2
// Answers the lanes of half a block that need no search. Not inlined, as its data would stay on the stack of the
// search.
static LANE_NOINLINE void answer_half_without_search(const lgjk_batch* batch, const pair_block* block, unsigned half,
                                                     query_id query, double_answers* out) {
  const uint32_t shift = half * WIDE_LANES;
  pair_frame_d f;
  axes_end known;
  vec_d a, b;
  frame_half(batch, block, half, &f);
  if (!end_without_axis(batch, block, &f, double_gap(md_from_bits(0), &f), query, &known)) return;
  round_points(&f, &known, vd_widen(block->a.radius, half), needs_depth(query), &a, &b);
  const md all = md_from_bits((1u << WIDE_LANES) - 1);
  vd n[DIM];
  to_array_d(known.answer.n, n);
  for (int k = 0; k < DIM; ++k) vd_store(out->normal[k] + shift, n[k]);
  store_points_d(block, half, true, all, a, out->a);
  store_points_d(block, half, true, all, b, out->b);
  vd_store(out->distance + shift, needs_depth(query) ? known.distance : vd_max(known.distance, vd_set(0)));
  vd_store(out->evaluations + shift, vd_set(1));
  out->settled |= md_bits(known.ended) << shift;
  out->overlapping |= md_bits(md_and(known.touch, known.ended)) << shift;
}

#else
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

#endif

// Stores the directions of the nearest features, towards the origin; 0 where the search names none: of curved cores,
// except at faces of 3D. The nearest point of a face that is a needle has fewer digits than its normal.
LANE_INLINE void store_directions(const searched_half* half, md curved, double_answers* out) {
  const simplex_d* s = &half->s;
  vd d[DIM];
  to_array_d(select_vec_d(OF_DIM(curved, md_and_not(curved, s->face)), (vec_d){0}, direction_d(s, DIM)), d);
  for (int k = 0; k < DIM; ++k) store_searched(out->normal[k] + half->shift, half->searched, d[k]);
}

// Searches the lanes `searched` to the end. In 2D flat cores without a proof then use the axis, and the limit ends the
// others.
LANE_INLINE void search_half(const lgjk_batch* batch, const search_bounds_d* bounds, searched_half* half) {
  const vd one = vd_set(1), zero = vd_set(0);
  simplex_d* s = &half->s;
  half->evaluations = one;
  begin_d(&half->f, s, bounds, first_direction_d(&half->f), half->searched);
  for (uint32_t i = 1; i < batch->limit && md_any(s->active); ++i) {
    half->evaluations = vd_add(half->evaluations, vd_select(s->active, one, zero));
    iterate_d(&half->f, s, bounds);
  }
#if DIM == 3
  const md unproved = md_and_not(md_from_bits((1u << WIDE_LANES) - 1), md_or(s->converged, s->inside));
  if (batch->limit >= LGJK_DEFAULT_ITERATION_LIMIT && md_any(unproved))
    descend(&half->f, s, unproved, vd_mul(vd_set(GAP_UNPROVED), half->f.scale));
#endif
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
#if DIM == 2
  const md ended = md_and_not(half.searched, half.s.active);
  if (has_axes(block)) out->doubtful |= md_bits(doubtful_lanes(&half.f, ended, &half.answer)) << half.shift;
#endif
  store_half(block, number, &half, points, out);
}

// Finds the answers of the given lanes, as bits, of a loaded block.
LANE_INLINE void answer_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes, query_id query,
                                  double_answers* c) {
  memset(c, 0, sizeof *c);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    const uint32_t all = (1u << WIDE_LANES) - 1, shift = half * WIDE_LANES;
    if (!(lanes >> shift)) break;
#if DIM == 2
    answer_half_without_search(batch, block, half, query, c);
#endif
    if ((lanes & ~c->settled) >> shift & all) search_half_in_double(batch, block, half, query, c);
  }
#if DIM == 2
  if ((c->doubtful &= lanes) != 0) check_axes(batch, block, c);
#endif
}

// Decides the given lanes, as bits, of a loaded block. Its pairs are packed from lane 0 on.
static LANE_NOINLINE void decide_in_double(class_run* run, const pair_block* block, uint32_t lanes, query_id query) {
  double_answers c;
#if DIM == 2
  if (uses_axes(run->batch, block, query)) lanes = write_axis_answers(run->batch, block, lanes, query);
#endif
  if (lanes == 0) return;
  answer_in_double(run->batch, block, lanes, query, &c);
  if (needs_depth(query)) contacts_in_double(run->batch, block, lanes & ~c.settled, &c);
  write_double_answers(run, block, lanes, &c, query, true);
}

#endif
