// Warm records in 2D. Word 0: a direction in world axes, two signed 16-bit numbers, the larger 32767 in size (0: none).
// Word 1, 2: up to four vertex indices of A and of B, a byte each. Word 3: how many of them there are in its low byte;
// 1 and 2: the nearest feature (of an edge both ends, the difference on the left of it, so that where a shape takes part with
// an edge its second index follows the first), 3: a triangle that held the origin. Everything is clamped on the way in: any
// bytes are a guess.
//
// A polygon's vertices are fetched one by one from its ring: those of the guess and, for a feature, the neighbours on both sides.
// A linear function on a convex ring rises and falls once, so if it falls away on both sides of the feature, the feature holds
// its maximum, and no other vertex needs to be looked at.
#ifndef LGJK_BLOCK_WARM2_H
#define LGJK_BLOCK_WARM2_H

#include <math.h>
#include <stddef.h>

#include "block/load2.h"
#include "geometry/gjk2.h"

// The vertex of a guessed index, clamped to what the core has; of cores without a ring.
LANE_FN vec_f vertex_first(const core_lanes_f* core, vf id) {
  (void)id;
  return coordinates_f(core, 0);
}

LANE_FN vec_f vertex_two(const core_lanes_f* core, vf id) {
  return select_vec_f(vf_eq(id, vf_set(1)), coordinates_f(core, 1), coordinates_f(core, 0));
}

LANE_FN vec_f vertex_scanned(const core_lanes_f* core, vf id) {
  float each[LANES], x[LANES], y[LANES];
  vf_store(each, id);
  for (uint32_t l = 0; l < LANES; ++l) {
    const lgjk_shape2* shape = core->table + core->shape[l];
    const uint32_t given = (uint32_t)each[l], i = given < shape->count ? given : shape->count - 1;
    x[l] = core->vertices[shape->pool + i];
    y[l] = core->vertices[shape->pool + shape->padded + i];
  }
  return (vec_f){vf_load(x), vf_load(y)};
}

LANE_FN vec_f vertex_by_sign(const core_lanes_f* core, vf id) { // 1: x negative, 2: y
  const mf below = vf_lt(vf_set(1), id), left = vf_eq(vf_sub(id, vf_select(below, vf_set(2), vf_set(0))), vf_set(1));
  const vec_f half = coordinates_f(core, 0);
  return (vec_f){vf_select(left, vf_neg(half.x), half.x), vf_select(below, vf_neg(half.y), half.y)};
}

LANE_FN vec_f vertex_at(const core_lanes_f* core, vf id) {
#define CORE_VERTEX(name) \
  case LGJK_VERTEX_##name: return vertex_##name(core, id);
  switch (lgjk_core2_row_of(core->core).vertex) { LGJK_VERTEX2_TABLE(CORE_VERTEX) }
#undef CORE_VERTEX
  return coordinates_f(core, 0); // never: no other function
}

typedef struct warm_guess {
  vec_f axis;     // (0, 0): none
  mf simplex;      // lanes whose simplex is worth restoring
  mf triangle;
  vi a[3], b[3];   // vertex indices
} warm_guess;

LANE_FN vi byte_of(vi word, int i) { return vi_and(vi_shr(word, 8 * i), 0xFFu); }

LANE_FN void read_guess(const vf record[4], bool curved, warm_guess* guess) {
  vi word[4];
  for (int i = 0; i < 4; ++i) word[i] = vi_of(record[i]);
  guess->axis = (vec_f){vf_convert(vi_sar(vi_shl(word[0], 16), 16)), vf_convert(vi_sar(word[0], 16))};
  const vf count = vf_convert(vi_and(word[3], 0xFF));
  guess->simplex = curved ? mf_from_bits(0) : mf_and(vf_le(vf_set(1), count), vf_le(count, vf_set(3)));
  guess->triangle = mf_and(guess->simplex, vf_eq(count, vf_set(3)));
  for (int i = 0; i < 3; ++i) {
    guess->a[i] = byte_of(word[1], i);
    guess->b[i] = byte_of(word[2], i);
  }
}

// The vertices of one core that a guess names, in its own axes, and where they have a ring the two beside the feature.
typedef struct core_corners {
  bool ring;
  vec_f v[3];           // of the simplex; v[2] only of a triangle
  vf id[3];
  vec_f before, after;  // ring: neighbours of v[0] and v[1], where those are one vertex or follow each other
} core_corners;

LANE_FN vi select_index(mf m, vi a, vi b) { return vi_of(vf_select(m, vf_of(a), vf_of(b))); }

LANE_FN void fetch_ring(const core_lanes_f* core, const vi index[3], mf triangle, core_corners* out) {
  const vi one = vi_set(1), first = vi_and(index[0], 7);
  const vi follows = vi_add(first, vi_min(vi_xor(index[0], index[1]), one));
  const vi second = select_index(triangle, vi_and(index[1], 7), follows), third = vi_and(index[2], 7);
  // entries of the ring, which begins with the last vertex
  const vi entry[4] = {vi_add(first, one), vi_add(second, one), select_index(triangle, vi_add(third, one), first),
                       vi_add(second, vi_set(2))};
  vf v[4][2];
  vf_load_pairs((const char*)core->table + offsetof(lgjk_shape2, before), sizeof(lgjk_shape2), core->shape, entry, 4, v);
  for (int i = 0; i < 3; ++i) out->v[i] = (vec_f){v[i][0], v[i][1]};
  out->before = out->v[2];
  out->after = (vec_f){v[3][0], v[3][1]};
  out->id[0] = vf_convert(first);
  out->id[1] = vf_convert(second);
  out->id[2] = vf_convert(third);
}

LANE_FN void fetch_corners(const core_lanes_f* core, const vi index[3], mf triangle, core_corners* out) {
  out->ring = has_ring(core->core);
  if (out->ring) {
    fetch_ring(core, index, triangle, out);
    return;
  }
  for (int i = 0; i < 3; ++i) {
    out->id[i] = vf_convert(index[i]);
    out->v[i] = vertex_at(core, out->id[i]);
  }
}

// What it takes to verify a restored state.
typedef struct proof_lanes {
  core_corners a, b;
  mf triangle; // guessed: if it does not hold the origin any more, it names no neighbours
} proof_lanes;

LANE_FN support_point_f restore_point(const pair_frame_f* f, const core_corners* a, const core_corners* b, int i) {
  const core_vertex_f va = {vf_set(0), a->v[i], a->id[i]}, vb = {vf_set(0), b->v[i], b->id[i]};
  return difference_f(f, &va, &vb);
}

// The state that the guess describes: inside where its triangle still holds the origin with certainty, else the feature of
// its first edge that is nearest the origin.
LANE_FN void restore(const pair_frame_f* f, const warm_guess* guess, mf active, simplex_f* s, proof_lanes* proof) {
  core_corners *a = &proof->a, *b = &proof->b;
  proof->triangle = guess->triangle;
  clear_state_f(s, active);
  fetch_corners(&f->a, guess->a, guess->triangle, a);
  fetch_corners(&f->b, guess->b, guess->triangle, b);
  s->p0 = restore_point(f, a, b, 0);
  s->p1 = restore_point(f, a, b, 1);
  s->p2 = s->p0;
  if (mf_any(guess->triangle)) {
    const support_point_f third = restore_point(f, a, b, 2);
    s->p2 = select_point_f(guess->triangle, &third, &s->p0);
    const origin_areas_f u = areas_f(s);
    const mf deep = deep_f(s, &u, f->touch_band);
    s->inside = mf_and(mf_and(deep, guess->triangle), active);
    s->active = mf_and_not(active, s->inside);
  }
  s->edge = s->active;
  trim_f(s);
}

// Lanes whose record still says what a restored state is: an edge that has become one of its ends restores as well. A triangle that
// does not hold the origin any more proves nothing, so that such a lane goes on.
LANE_FN mf still_names(const warm_guess* guess, const simplex_f* s) {
  (void)s;
  return guess->simplex;
}

// Whether `to` is lower along d than `from`, beyond the doubt of rounding; size: RING_FALL times the size of d.
LANE_FN mf falls(vec_f from, vec_f to, vec_f d, vf size) {
  const vec_f e = sub_f(to, from);
  return vf_lt(vf_add(dot_f(e, d), vf_mul(size, vf_add(vf_abs(e.x), vf_abs(e.y)))), vf_set(0));
}

// The largest projection of a core, and the lanes where that is proved.
LANE_FN vf corner_value(const core_lanes_f* core, const core_corners* c, vec_f d, mf triangle, uint32_t lanes, mf* proved) {
  if (!c->ring) return value_core_f(core, d, lanes);
  const vf size = vf_mul(vf_set(RING_FALL), vf_max(vf_abs(d.x), vf_abs(d.y)));
  *proved = mf_and_not(mf_and(mf_and(falls(c->v[0], c->before, d, size), falls(c->v[1], c->after, d, size)), *proved), triangle);
  return vf_max(dot_f(c->v[0], d), dot_f(c->v[1], d));
}

// As verify_f, where the corners prove it; other lanes stay active.
LANE_FN void verify_guess(const pair_frame_f* f, const proof_lanes* proof, simplex_f* s, const search_bounds_f* bounds) {
  const mf active = s->active;
  mf proved = active;
  const vec_f d = direction_f(s, 2);
  const vf ha = corner_value(&f->a, &proof->a, unrotate_f(&f->a.rotation, d), proof->triangle, mf_bits(active), &proved);
  const vf hb = corner_value(&f->b, &proof->b, neg_f(unrotate_f(&f->b.rotation, d)), proof->triangle, mf_bits(active), &proved);
  const vf h = vf_sub(vf_add(ha, hb), dot_f(f->p, d));
  s->active = proved;
  if (bounds->reaches) end_separated_f(s, bounds, h, d);
  end_converged_f(s, bounds, h, d);
  s->active = mf_or(s->active, mf_and_not(active, proved));
}

// Records of a block; those of the lanes that do not change are written as they were, because a branch on that would be
// mispredicted every other block. axis: any direction that a support along it shows the pair's state again.
LANE_FN void write_records(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4], const simplex_f* s, vec_f axis) {
  const vf size = vf_max(vf_abs(axis.x), vf_abs(axis.y));
  // Neither NaN, nor so short that the factor overflows: what a conversion makes of those differs between machines.
  const mf number = mf_and(vf_eq(axis.x, axis.x), vf_eq(axis.y, axis.y));
  const mf some = mf_and(mf_and(vf_lt(vf_set(RECORD_AXIS_MIN), size), vf_lt(size, vf_set(HUGE_VALF))), number);
  const vf factor = vf_select(some, vf_div(vf_set(32767), vf_select(some, size, vf_set(1))), vf_set(0));
  const vi x = vi_truncate(vf_select(some, vf_mul(axis.x, factor), vf_set(0)));
  const vi y = vi_truncate(vf_select(some, vf_mul(axis.y, factor), vf_set(0)));
  const vf one = vf_set(1), two = vf_set(2), three = vf_set(3);
  // An edge's ends in the order in which the difference is on its left: the origin is on its right.
  const mf turned = mf_and(s->edge, vf_lt(cross_f(sub_f(s->p1.w, s->p0.w), s->p0.w), vf_set(0)));
  const vf second = vf_select(mf_or(s->edge, s->inside), s->p1.id, s->p0.id);
  const vf ids[3] = {vf_select(turned, second, s->p0.id), vf_select(turned, s->p0.id, second),
                     vf_select(s->inside, s->p2.id, vf_set(0))};
  vi ia[3], ib[3];
  for (int i = 0; i < 3; ++i) { // A's index + 256 * B's
    const vi id = vi_truncate(ids[i]);
    ia[i] = vi_and(id, 0xFF);
    ib[i] = vi_shr(id, 8);
  }
  const vf words[4] = {
      vf_of(vi_or(vi_and(x, 0xFFFF), vi_shl(y, 16))),
      vf_of(vi_or(ia[0], vi_or(vi_shl(ia[1], 8), vi_shl(ia[2], 16)))),
      vf_of(vi_or(ib[0], vi_or(vi_shl(ib[1], 8), vi_shl(ib[2], 16)))),
      vf_of(vi_truncate(vf_select(s->inside, three, vf_select(s->edge, two, one)))),
  };
  vf out[4];
  for (int i = 0; i < 4; ++i) out[i] = vf_select(changes, words[i], old[i]);
  vf_store_records((char*)warm, sizeof *warm, pair, out);
}

#endif
