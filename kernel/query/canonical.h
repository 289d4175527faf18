// The canonical run searches one pair from the cold start, in double, to the end. Its verdict is the pair's verdict for
// every query and every history: it depends on nothing but the pair. What is stored beside the verdict depends on the
// query.
#ifndef LGJK_QUERY_CANONICAL_H
#define LGJK_QUERY_CANONICAL_H

#include <math.h>

#include "query/common_point.h"
#include "query/contact.h"
#if DIM == 2
#include "query/canonical_axes2.h"
#endif

// Stores the lanes `searched` of half a block; in 2D others have been answered before.
LANE_INLINE void store_searched(double* to, md searched, vd v) {
#if DIM == 2
  v = vd_select(searched, v, vd_load(to));
#else
  (void)searched;
#endif
  vd_store(to, v);
}

// Stores the directions of the nearest features, towards the origin. Curved cores have 0, except at faces: the nearest
// point of a face that is a needle has fewer digits than its normal.
LANE_INLINE void store_directions(const simplex_d* s, md curved, md searched, uint32_t shift, canonical_lanes* out) {
  vd d[DIM];
#if DIM == 3
  const md none = md_and_not(curved, s->face);
#else
  const md none = curved;
#endif
  to_array_d(select_vec_d(none, (vec_d){0}, direction_d(s, DIM)), d);
  for (int k = 0; k < DIM; ++k) store_searched(out->normal[k] + shift, searched, d[k]);
}

#if DIM == 3
// Stores the features that the search has ended with, as words of block/feature3.h.
LANE_INLINE void store_words(const simplex_d* s, uint32_t shift, uint32_t word[LANES]) {
  double id[3][WIDE_LANES];
  vd_store(id[0], s->p0.id);
  vd_store(id[1], s->p1.id);
  vd_store(id[2], s->p2.id);
  const uint32_t edge = md_bits(s->edge), face = md_bits(s->face);
  for (uint32_t l = 0; l < WIDE_LANES; ++l) {
    uint32_t bits = (1 + (edge >> l & 1) + (face >> l & 1)) << FEATURE_COUNT;
    for (uint32_t i = 0; i < 3; ++i) {
      const uint32_t number = (uint32_t)id[i][l];
      bits |= (number & FEATURE_INDEX) << FEATURE_BITS * i | (number >> 8 & FEATURE_INDEX) << FEATURE_BITS * (i + 3);
    }
    word[shift + l] = bits;
  }
}

// Returns the lanes on a face next to a corner with a small angle: the signs of its weights may be noise there, even in
// double.
LANE_INLINE md thin_at_corner(const simplex_d* s) {
  const vec_d e1 = sub_d(s->p1.w, s->p0.w), e2 = sub_d(s->p2.w, s->p0.w), e = sub_d(e2, e1), n = cross_d(e1, e2);
  const barycentric_d t = face_barycentric_d(s, n);
  const vd first = vd_sub(vd_sub(t.over, t.t1), t.t2), square1 = dot_d(e1, e1), square2 = dot_d(e2, e2);
  const vd most = vd_max(vd_max(t.t1, t.t2), first), longest = vd_max(vd_max(square1, square2), dot_d(e, e));
  const md next = vd_lt(vd_mul(vd_set(1 - UNIQUE_CORNER), t.over), most);
  const vd flat = vd_mul(vd_mul(vd_set(UNIQUE_THIN), longest), longest);
  return md_and(s->face, md_and(next, vd_le(t.over, flat)));
}

// Returns the lanes that have a proof: the plane of their feature, a common point, or a point so near to the origin
// that float takes no feature. `miss_size`: the distance between the cores at the common points.
LANE_INLINE md proved_lanes(const simplex_d* s, md on, vd length, vd scale, vd miss_size) {
  const vd near = vd_mul(vd_set(UNIQUE_NEAR), scale);
  const md tight = md_and_not(md_and_not(on, s->inside), thin_at_corner(s));
  return md_or(tight, md_or(vd_le(length, near), md_and(s->inside, vd_le(miss_size, near))));
}
#endif

#if DIM == 3
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
    const support_point_d w = support_d(f, neg_d(v), md_bits(going));
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

LANE_INLINE void share_common_point(md lanes, vec_d common, answer_d* answer) {
  if (!md_any(lanes)) return;
  answer->a = select_vec_d(lanes, common, answer->a);
  answer->b = select_vec_d(lanes, common, answer->b);
}

#if DIM == 3
// Stores the features of two small hulls that float may answer from, and the lanes without a proof. `ended`: as of
// search_half.
LANE_INLINE void store_features(const simplex_d* s, const answer_d* answer, md ended, vd scale, vd miss_size,
                                uint32_t shift, canonical_lanes* out) {
  const vd length = vd_sqrt(dot_d(answer->v, answer->v));
  const md on = md_and(ended, on_feature_d(s, answer->v, length, vd_mul(vd_set(GAP_UNPROVED), scale)));
  const md proved = proved_lanes(s, on, length, scale, miss_size);
  store_words(s, shift, out->feature);
  out->unproved |= (md_bits(proved) ^ ((1u << WIDE_LANES) - 1)) << shift;
  out->open |= (md_bits(md_or(on, answer->overlapping)) ^ ((1u << WIDE_LANES) - 1)) << shift;
}
#endif

// Searches the given lanes to the end. `ended`: lanes whose search has proved its end, before `descend`. `evaluations`:
// support evaluations of all lanes.
LANE_INLINE void search_half(const lgjk_batch* batch, const pair_frame_d* f, const search_bounds_d* bounds, md lanes,
                             simplex_d* s, md* ended, vd* evaluations) {
  const vd one = vd_set(1), zero = vd_set(0);
  begin_d(f, s, bounds, first_direction_d(f), lanes);
  for (uint32_t i = 1; i < batch->limit && md_any(s->active); ++i) {
    *evaluations = vd_add(*evaluations, vd_select(s->active, one, zero));
    iterate_d(f, s, bounds, DIM, CAREFUL);
  }
  *ended = md_or(s->converged, s->inside);
#if DIM == 3
  const md unproved = md_and_not(md_from_bits((1u << WIDE_LANES) - 1), *ended);
  if (batch->limit >= LGJK_DEFAULT_ITERATION_LIMIT && md_any(unproved))
    descend(f, s, unproved, vd_mul(vd_set(GAP_UNPROVED), f->scale));
#endif
}

LANE_INLINE vd canonical_gap(md curved, const pair_frame_d* f) {
  return vd_mul(vd_select(curved, vd_set(GAP_CANONICAL_CURVED), vd_set(GAP_CANONICAL)), f->scale);
}

#if DIM == 2
// Answers the lanes of half a block that need no search. Not inlined, as its data would stay on the stack of the
// search.
static LANE_NOINLINE void settle_half(const lgjk_batch* batch, const pair_block* block, unsigned half, query_id query,
                                      canonical_lanes* out) {
  const uint32_t shift = half * WIDE_LANES;
  pair_frame_d f;
  axes_end known;
  vec_d a, b;
  frame_half(batch, block, half, &f);
  if (!end_without_search(batch, block, &f, canonical_gap(md_from_bits(0), &f), query, &known)) return;
  answer_without_search(&f, &known, vd_widen(block->a.radius, half), asks_depth(query), &a, &b);
  const md all = md_from_bits((1u << WIDE_LANES) - 1);
  vd n[DIM];
  to_array_d(known.answer.n, n);
  for (int k = 0; k < DIM; ++k) vd_store(out->normal[k] + shift, n[k]);
  store_points_d(block, half, true, all, a, out->a);
  store_points_d(block, half, true, all, b, out->b);
  vd_store(out->distance + shift, asks_depth(query) ? known.distance : vd_max(known.distance, vd_set(0)));
  vd_store(out->without + shift, known.distance);
  vd_store(out->evaluations + shift, vd_set(1));
  out->settled |= md_bits(known.ended) << shift;
  out->overlapping |= md_bits(md_and(known.touch, known.ended)) << shift;
}
#endif

// Searches half a block: WIDE_LANES pairs, as many as a register has doubles.
static LANE_NOINLINE void canonical_half(const lgjk_batch* batch, const pair_block* block, unsigned half,
                                         query_id query, canonical_lanes* out) {
  const uint32_t shift = half * WIDE_LANES, lanes = (1u << WIDE_LANES) - 1;
  const point_choice points = asks_depth(query) ? CORE_POINTS : COMMON_POINTS;
  const md curved = md_from_bits(mf_bits(mf_or(curved_lanes(&block->a), curved_lanes(&block->b))) >> shift);
  const md searched = md_from_bits(lanes & ~(out->settled >> shift));
  md ended;
  vd evaluations = vd_set(1), miss_size = vd_set(0);
  pair_frame_d f;
  simplex_d s;
  answer_d answer;
  frame_half(batch, block, half, &f);
  const search_bounds_d bounds = {.gap = canonical_gap(curved, &f), .reach = vd_set(0), .reaches = false};
  search_half(batch, &f, &bounds, searched, &s, &ended, &evaluations);
  find_answer_d(&f, &s, bounds.gap, vd_widen(block->a.radius, half), points, &answer);
  if (points == COMMON_POINTS && md_any(s.inside))
    share_common_point(s.inside, common_point(&s, f.scale, &miss_size), &answer);
  if (points == CORE_POINTS) store_directions(&s, curved, searched, shift, out);
#if DIM == 2
  if (has_canonical_axes(batch, block))
    out->doubtful |= md_bits(doubtful_lanes(&f, md_and_not(searched, s.active), &answer)) << shift;
#endif
  store_points_d(block, half, points == COMMON_POINTS, searched, answer.a, out->a);
  store_points_d(block, half, points == COMMON_POINTS, searched, answer.b, out->b);
  const vd touching = vd_select(answer.overlapping, vd_set(0), answer.distance);
  store_searched(out->distance + shift, searched, points == CORE_POINTS ? answer.distance : touching);
  store_searched(out->evaluations + shift, searched, evaluations);
#if DIM == 3
  if (query == DISTANCE && lgjk_core3_has_grid(block->a.core) && lgjk_core3_has_grid(block->b.core))
    store_features(&s, &answer, ended, f.scale, miss_size, shift, out);
#endif
  const uint32_t overlapping = md_bits(md_and(answer.overlapping, searched));
  out->overlapping |= overlapping << shift;
  out->inside |= md_bits(md_and(s.inside, searched)) << shift;
  out->limit |= (md_bits(s.active) & ~overlapping) << shift;
}

// The features of two small hulls that the canonical run has ended with, as words of block/feature3.h. Bits of lanes:
// `apart`, whose cores are proved to be apart; `unproved`, without a proof of the feature; `open`, without a proof of
// any answer.
typedef struct canonical_features {
  uint32_t word[LANES], apart, unproved, open;
} canonical_features;

// Finds the answers of the given lanes, as bits, of a loaded block.
LANE_INLINE void find_canonical(const lgjk_batch* batch, const pair_block* block, uint32_t lanes, query_id query,
                                canonical_lanes* c) {
  memset(c, 0, sizeof *c);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    const uint32_t all = (1u << WIDE_LANES) - 1, shift = half * WIDE_LANES;
    if (!(lanes >> shift)) break;
#if DIM == 2
    settle_half(batch, block, half, query, c);
#endif
    if ((lanes & ~c->settled) >> shift & all) canonical_half(batch, block, half, query, c);
  }
#if DIM == 2
  if ((c->doubtful &= lanes) != 0) ask_axes(batch, block, c);
#endif
}

// Decides the given lanes, as bits, of a loaded block. Its pairs are packed from lane 0 on. `features`: the features to
// fill, or NULL.
static LANE_NOINLINE void run_canonical(class_run* run, const pair_block* block, uint32_t lanes, query_id query,
                                        canonical_features* features) {
  canonical_lanes c;
#if DIM == 2
  if (asks_depth(query) && has_canonical_axes(run->batch, block) && !may_be_points(block))
    lanes = run_axes_in_double(run->batch, block, lanes);
  if (lanes == 0) return;
#endif
  find_canonical(run->batch, block, lanes, query, &c);
#if DIM == 2
  if (!asks_depth(query)) run->touching_in_last_block = lane_count(lanes & c.settled);
#endif
  if (asks_depth(query)) contacts_in_double(run->batch, block, lanes & ~c.settled, &c);
  write_canonical(run->batch, block, lanes, &c, query, true);
#if DIM == 3
  if (features) {
    memcpy(features->word, c.feature, sizeof c.feature);
    features->unproved = lanes & c.unproved;
    features->open = lanes & c.open;
    features->apart = lanes & ~c.inside & ~c.unproved;
  }
#else
  (void)features;
#endif
}

#endif
