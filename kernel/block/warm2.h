// This file restores and stores warm starts of 2D, from records (record.h). A record names both ends of an edge, with
// the difference on its left. So if a shape takes part with an edge, its second index follows the first. A pair that
// overlaps has such an edge, too (NAMES_HELD). With the difference of the local origins, if both are in their cores,
// the edge makes a triangle around the origin. That triangle takes no more vertices than an edge, and the edge is there
// when the pair has come apart. Searches find triangles whose vertices may be anywhere; a record names all three.
//
// A polygon's vertices are fetched one by one from its ring: those of the guess and, for a feature, its neighbours on
// both sides. A linear function on a convex ring rises and falls once. If it falls on both sides of the feature, the
// feature holds its maximum, and no other vertex matters.
#ifndef LGJK_BLOCK_WARM2_H
#define LGJK_BLOCK_WARM2_H

#include <stddef.h>

#include "block/record.h"

// A guess names these vertices of one core, in its own axes. A ring has the two beside the feature as well.
typedef struct core_corners {
  bool ring;
  vec_f v[3]; // vertices of the simplex; v[2] only for a triangle
  vf id[3];
  vec_f before, after; // ring: neighbours of v[0] and v[1], which are one vertex or follow each other
} core_corners;

LANE_INLINE vi select_index(mf m, vi a, vi b) { return vi_of(vf_select(m, vf_of(a), vf_of(b))); }

// Wide lanes fetch an edge and its neighbours as four entries in turn, from the neighbour before on. The second and
// third vertex of a triangle may be anywhere and come extra. Narrow lanes fetch all four one by one: a select costs no
// less.
#define RING_TURN_LANES 8

LANE_INLINE void fetch_turn(const core_lanes_f* core, vi first, vi second, vi third, mf single, mf triangle,
                            vf v[4][2]) {
  vf w[8]; // the vertex before `first`, that vertex, and the two after it
  load_ring_quads(core->table, core->shape, offsetof(lgjk_shape2, before), first, 2, w);
  for (int k = 0; k < 2; ++k) {
    v[0][k] = w[2 + k];
    v[1][k] = vf_select(single, w[2 + k], w[4 + k]);
    v[2][k] = w[k];
    v[3][k] = vf_select(single, w[4 + k], w[6 + k]);
  }
  if (!mf_any(triangle)) return;
  const vi entry[2] = {second, third};
  vf others[2][2];
  vf_load_pairs((const char*)core->table + offsetof(lgjk_shape2, row), sizeof(lgjk_shape2), core->shape, entry, 2,
                others);
  for (int k = 0; k < 2; ++k) {
    v[1][k] = vf_select(triangle, others[0][k], v[1][k]);
    v[2][k] = vf_select(triangle, others[1][k], v[2][k]);
  }
}

LANE_INLINE void fetch_ring(const core_lanes_f* core, const vi index[3], mf triangle, core_corners* out) {
  const vi one = vi_set(1), first = vi_and(index[0], 7);
  const vi follows = vi_add(first, vi_min(vi_xor(index[0], index[1]), one));
  const vi second = select_index(triangle, vi_and(index[1], 7), follows), third = vi_and(index[2], 7);
  vf v[4][2];
  if (LANES >= RING_TURN_LANES) {
    const mf single = vf_eq(vf_convert(follows), vf_convert(first));
    fetch_turn(core, first, second, third, single, triangle, v);
  } else {
    // entries of the ring, whose first is the last vertex
    const vi entry[4] = {vi_add(first, one), vi_add(second, one), select_index(triangle, vi_add(third, one), first),
                         vi_add(second, vi_set(2))};
    vf_load_pairs((const char*)core->table + offsetof(lgjk_shape2, before), sizeof(lgjk_shape2), core->shape, entry, 4,
                  v);
  }
  for (int i = 0; i < 3; ++i) out->v[i] = (vec_f){v[i][0], v[i][1]};
  out->before = out->v[2];
  out->after = (vec_f){v[3][0], v[3][1]};
  out->id[0] = vf_convert(first);
  out->id[1] = vf_convert(second);
  out->id[2] = vf_convert(third);
}

LANE_INLINE void fetch_corners(const core_lanes_f* core, const vi index[3], mf triangle, core_corners* out) {
  out->ring = has_ring(core->core);
  if (out->ring) {
    fetch_ring(core, index, triangle, out);
    return;
  }
  for (int i = 0; i < 3; ++i) {
    out->id[i] = vf_convert(index[i]);
    out->v[i] = vertex_at(core, index[i]);
  }
}

// A restored state is verified by these corners.
typedef struct proof_lanes {
  core_corners a, b;
  mf triangle; // the guess is a triangle, which has no neighbours if it no longer holds the origin
} proof_lanes;

// The difference of both local origins has this id as a point of a simplex; no vertices have it.
#define ORIGINS_ID (-1.0f)

LANE_INLINE support_point_f local_origins(const pair_frame_f* f) {
  return (support_point_f){neg_f(f->p), {vf_set(0), vf_set(0)}, vf_set(ORIGINS_ID)};
}

// Returns whether a record may have NAMES_HELD: two boxes, which are searched, leave none.
LANE_INLINE bool may_be_held(const pair_frame_f* f) { return has_ring(f->a.core) || has_ring(f->b.core); }

LANE_INLINE support_point_f restore_point(const pair_frame_f* f, const core_corners* a, const core_corners* b, int i) {
  const core_vertex_f va = {.v = a->v[i], .id = a->id[i]}, vb = {.v = b->v[i], .id = b->id[i]};
  return difference_f(f, &va, &vb);
}

// Restores the state that the guess describes. A lane is inside if its triangle is still certified to hold the origin.
// Else it gets the feature of its first edge that is nearest the origin.
LANE_INLINE void restore(const pair_frame_f* f, const warm_guess* guess, mf active, simplex_f* s, proof_lanes* proof) {
  core_corners *a = &proof->a, *b = &proof->b;
  proof->triangle = guess->whole;
  clear_state_f(s, active);
  fetch_corners(&f->a, guess->a, guess->whole, a);
  fetch_corners(&f->b, guess->b, guess->whole, b);
  s->p0 = restore_point(f, a, b, 0);
  s->p1 = restore_point(f, a, b, 1);
  s->p2 = may_be_held(f) ? local_origins(f) : s->p0;
  const mf tested = may_be_held(f) ? mf_or(guess->held, guess->whole) : guess->whole;
  if (mf_any(tested)) {
    if (mf_any(guess->whole)) {
      const support_point_f third = restore_point(f, a, b, 2);
      s->p2 = select_point_f(guess->whole, &third, &s->p2);
    }
    const origin_areas_f u = areas_f(s);
    s->inside = mf_and(mf_and(deep_f(s, &u, f->touch_band), tested), active);
    s->active = mf_and_not(active, s->inside);
  }
  s->edge = s->active;
  trim_f(s);
}

// Returns the lanes whose record still names the state that it restores. An edge that has become one of its ends
// restores as well. A triangle that no longer holds the origin proves nothing, so its lane goes on.
LANE_INLINE mf still_names(const warm_guess* guess, const simplex_f* s) {
  (void)s;
  return guess->simplex;
}

// Returns the lanes in which `to` is lower along d than `from`, rounding or not. `size`: RING_FALL times the size of d.
LANE_INLINE mf falls(vec_f from, vec_f to, vec_f d, vf size) {
  const vec_f e = sub_f(to, from);
  return vf_lt(vf_add(dot_f(e, d), vf_mul(size, extent_f(e))), vf_set(0));
}

// Returns the support value of a core, and in `proved` the lanes in which its corners prove it.
LANE_INLINE vf corner_value(const core_lanes_f* core, const core_corners* c, vec_f d, mf triangle, uint32_t lanes,
                            mf* proved) {
  if (!c->ring) return value_core_f(core, d, lanes);
  const vf size = vf_mul(vf_set(RING_FALL), size_f(d));
  const mf holds = mf_and(falls(c->v[0], c->before, d, size), falls(c->v[1], c->after, d, size));
  *proved = mf_and_not(mf_and(holds, *proved), triangle);
  return vf_max(dot_f(c->v[0], d), dot_f(c->v[1], d));
}

// Verifies the lanes whose corners prove the support value, as verify_along_f does; the others stay active.
LANE_INLINE void verify_guess(const pair_frame_f* f, const proof_lanes* proof, simplex_f* s,
                              const search_bounds_f* bounds) {
  const mf active = s->active;
  mf proved = active;
  const vec_f d = direction_f(s, 2);
  const vf ha =
      corner_value(&f->a, &proof->a, unrotate_f(&f->a.rotation, d), proof->triangle, mf_bits(active), &proved);
  const vf hb =
      corner_value(&f->b, &proof->b, neg_f(unrotate_f(&f->b.rotation, d)), proof->triangle, mf_bits(active), &proved);
  const vf h = vf_sub(vf_add(ha, hb), dot_f(f->p, d));
  s->active = proved;
  end_at_value_f(s, bounds, h, d);
  s->active = mf_or(s->active, mf_and_not(active, proved));
}

// Stores the records of a block. `axis`: any direction whose support shows the pair's state again.
LANE_INLINE void write_records(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4], const simplex_f* s,
                               vec_f axis) {
  // An edge's ends are in the order in which the difference is on its left. The origin is then on its right, or, if the
  // triangle with the local origins holds it, on its left.
  const mf held = mf_and(s->inside, vf_eq(s->p2.id, vf_set(ORIGINS_ID))), whole = mf_and_not(s->inside, held);
  const mf left = vf_lt(cross_f(sub_f(s->p1.w, s->p0.w), s->p0.w), vf_set(0));
  const mf turned = mf_or(mf_and(s->edge, left), mf_and_not(held, left));
  const vf second = vf_select(mf_or(s->edge, s->inside), s->p1.id, s->p0.id);
  const vf ids[3] = {vf_select(turned, second, s->p0.id), vf_select(turned, s->p0.id, second),
                     vf_select(whole, s->p2.id, vf_set(0))};
  const vf apart = vf_select(s->edge, vf_set(2), vf_set(1));
  const vf count = vf_select(held, vf_set(NAMES_HELD), vf_select(whole, vf_set(3), apart));
  store_records(warm, pair, changes, old, axis, ids, count);
}

#endif
