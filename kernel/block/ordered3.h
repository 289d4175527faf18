// This file puts the vertices of a search's nearest feature in 3D into the feature's own order. So warm and cold
// searches that end at one feature have the same bits, whichever way they came to it.
//
// The vertex with the lowest number is first. The formulas for a triangle's nearest point do not distinguish its other
// two vertices. If an edge of A crosses an edge of B, the difference has a parallelogram. A search ends with any three
// of its corners whose triangle holds the nearest point. The corner with the highest number is left out. So the first
// is between the other two, and the nearest point is that of the parallelogram.
#ifndef LGJK_BLOCK_ORDERED3_H
#define LGJK_BLOCK_ORDERED3_H

#include "block/record.h"

#define NO_NUMBER 0x1p17f // above all ids

// Sets the highest bit of exactly those of two bytes that are not 0; other bits are undefined.
LANE_INLINE vi bytes_that_differ(vi x) { return vi_or(vi_add(vi_and(x, 0x7F7F), vi_set(0x7F7F)), x); }

// Returns the lanes whose three ids have two vertices of A and two of B: of each core two of the three pairs differ.
// `x01`, `x02`: exclusive ors of ids.
LANE_INLINE mf have_two_of_each(vi x01, vi x02) {
  const vi n01 = bytes_that_differ(x01), n02 = bytes_that_differ(x02), n12 = bytes_that_differ(vi_xor(x01, x02));
  const vi two = vi_and_not(vi_or(n01, n02), vi_xor(vi_xor(n01, n02), n12));
  return vi_lt(vi_set(0x8000), vi_and(two, 0x8080));
}

// Makes the three vertices of a face the lowest-numbered ones of its parallelogram. Returns the lanes that have one.
LANE_INLINE mf take_lowest_corners(const pair_frame_f* f, mf face, simplex_f* s) {
  const vi id0 = vi_truncate(s->p0.id), id1 = vi_truncate(s->p1.id), id2 = vi_truncate(s->p2.id);
  const vi x01 = vi_xor(id0, id1), x02 = vi_xor(id0, id2);
  const mf crossing = mf_and(face, have_two_of_each(x01, x02));
  const vi number = vi_xor(x01, id2); // the vertex of each core that only one of the three has
  const vf highest = vf_max(vf_max(s->p0.id, s->p1.id), s->p2.id);
  support_point_f fourth = {.id = vf_convert(number)};
  const mf lower = mf_and(crossing, vf_lt(fourth.id, highest));
  if (!mf_any(lower)) return crossing; // nearly always, if records name them
  const mf a01 = vi_lt(vi_and(x01, 0xFF), vi_set(1)), a02 = vi_lt(vi_and(x02, 0xFF), vi_set(1));
  fourth.a = select_vec_f(a01, s->p2.a, select_vec_f(a02, s->p1.a, s->p0.a));
  const vec_f on_b = rotate_f(&f->b.rotation, vertex_at(&f->b, vi_shr(number, 8)));
  fourth.w = sub_f(fourth.a, add_f(on_b, f->p));
  const mf leaves[3] = {mf_and(lower, vf_eq(s->p0.id, highest)), mf_and(lower, vf_eq(s->p1.id, highest)),
                        mf_and(lower, vf_eq(s->p2.id, highest))};
  s->p0 = select_point_f(leaves[0], &fourth, &s->p0);
  s->p1 = select_point_f(leaves[1], &fourth, &s->p1);
  s->p2 = select_point_f(leaves[2], &fourth, &s->p2);
  return crossing;
}

LANE_INLINE void put_lowest_first(mf edge, mf face, simplex_f* s) {
  const vf none = vf_set(NO_NUMBER), id0 = s->p0.id;
  const vf id1 = vf_select(edge, s->p1.id, none), id2 = vf_select(face, s->p2.id, none);
  const mf third = vf_lt(id2, vf_min(id0, id1)), second = mf_and_not(vf_lt(id1, id0), third);
  if (!mf_any(mf_or(second, third))) return; // nearly always, if records have it first
  const support_point_f first = s->p0;
  s->p0 = select_point_f(third, &s->p2, &s->p0);
  s->p0 = select_point_f(second, &s->p1, &s->p0);
  s->p1 = select_point_f(second, &first, &s->p1);
  s->p2 = select_point_f(third, &first, &s->p2);
}

// Puts the feature in its order. Returns the lanes whose nearest point is in the parallelogram of the three vertices.
// Vertices of curved cores have no numbers, and those of a closed form have no order.
LANE_CALL_IF_WIDE mf order_feature(const pair_frame_f* f, simplex_f* s) {
  mf crossing = mf_none();
  const mf edge = mf_and_not(s->edge, s->inside), face = mf_and_not(s->face, s->inside);
  if (s->closed_form || is_curved_core(f->a.core) || is_curved_core(f->b.core)) return crossing;
  if (mf_any(face)) crossing = take_lowest_corners(f, face, s);
  put_lowest_first(edge, face, s);
  return crossing;
}

#endif
