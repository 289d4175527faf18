// Continues a canonical search of 3D that has ended without a proof, and names the features of small hulls.
#ifndef LGJK_QUERY_CANONICAL3_H
#define LGJK_QUERY_CANONICAL3_H

#include "block/feature3.h"
#include "query/canonical_store.h"

// Returns the lanes whose search names no direction: those of curved cores, except at faces. The nearest point of a
// face that is a needle has fewer digits than its normal.
LANE_INLINE md without_direction(const simplex_d* s, md curved) { return md_and_not(curved, s->face); }

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

// Stores the features of two small hulls that float may answer from, and the lanes without a proof.
LANE_INLINE void store_features(const searched_half* half, canonical_lanes* out) {
  const uint32_t shift = half->shift, all = (1u << WIDE_LANES) - 1;
  const simplex_d* s = &half->s;
  const answer_d* answer = &half->answer;
  const vd scale = half->f.scale, length = vd_sqrt(dot_d(answer->v, answer->v));
  const md on = md_and(half->ended, on_feature_d(s, answer->v, length, vd_mul(vd_set(GAP_UNPROVED), scale)));
  const md proved = proved_lanes(s, on, length, scale, half->miss_size);
  store_words(s, shift, out->feature);
  out->unproved |= (md_bits(proved) ^ all) << shift;
  out->open |= (md_bits(md_or(on, answer->overlapping)) ^ all) << shift;
}

// Continues the lanes that have ended without a proof.
LANE_INLINE void search_on(const lgjk_batch* batch, const pair_frame_d* f, simplex_d* s, md ended) {
  const md unproved = md_and_not(md_from_bits((1u << WIDE_LANES) - 1), ended);
  if (batch->limit >= LGJK_DEFAULT_ITERATION_LIMIT && md_any(unproved))
    descend(f, s, unproved, vd_mul(vd_set(GAP_UNPROVED), f->scale));
}

// Answers no lane without a search.
LANE_INLINE void settle_half(const lgjk_batch* batch, const pair_block* block, unsigned half, query_id query,
                             canonical_lanes* out) {
  (void)batch, (void)block, (void)half, (void)query, (void)out;
}

// Stores the features of two small hulls.
LANE_INLINE void store_doubts(const lgjk_batch* batch, const pair_block* block, const searched_half* half,
                              query_id query, canonical_lanes* out) {
  (void)batch;
  if (query == DISTANCE && lgjk_core3_has_grid(block->a.core) && lgjk_core3_has_grid(block->b.core))
    store_features(half, out);
}

LANE_INLINE void settle_doubts(const lgjk_batch* batch, const pair_block* block, uint32_t lanes, canonical_lanes* c) {
  (void)batch, (void)block, (void)lanes, (void)c;
}

LANE_INLINE uint32_t settle_contacts(const lgjk_batch* batch, const pair_block* block, uint32_t lanes) {
  (void)batch, (void)block;
  return lanes;
}

// Fills the features that the search of the given lanes, as bits, has ended with.
LANE_INLINE void tell_features(const canonical_lanes* c, uint32_t lanes, canonical_features* features) {
  if (!features) return;
  memcpy(features->word, c->feature, sizeof c->feature);
  features->unproved = lanes & c->unproved;
  features->open = lanes & c->open;
  features->apart = lanes & ~c->inside & ~c->unproved;
}

#endif
