// This file restores and stores warm starts of 3D, from records (record.h).
#ifndef LGJK_BLOCK_WARM3_H
#define LGJK_BLOCK_WARM3_H

#include "block/record.h"
#include "gjk/box_points3.h"
#include "gjk/certify.h"

// ------------------------------------------------------------------ order of a feature

// The vertices of a search's nearest feature are put into the feature's own order. So warm and cold searches that end
// at one feature have the same bits, whichever way they came to it.
//
// The vertex with the lowest number is first. The formulas for a triangle's nearest point do not distinguish its other
// two vertices. If an edge of A crosses an edge of B, the difference has a parallelogram. A search ends with any three
// of its corners whose triangle holds the nearest point. The corner with the highest number is left out. So the first
// is between the other two, and the nearest point is that of the parallelogram.

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

// ------------------------------------------------------------------ points of boxes

// Records of two boxes hold a point on each (record.h), from which their nearest points are found again. If the boxes
// overlap, A's point is a common point.

#define POINT_END 256 // steps of a coordinate at its end, the half extent, which is exact

LANE_INLINE mf names_points(const vf record[4]) { return vf_eq(vf_convert(vi_of(record[3])), vf_set(NAMES_POINTS)); }

// Returns the point of a packed one. Any bytes give one within twice the half extents; POINT_END steps or more reach
// the end.
LANE_INLINE vec_f unpack_point(vf packed, vec_f half) {
  const vec_f steps = unpack_axis(vi_of(packed));
  const vf step = vf_set(1.0f / POINT_END);
  return (vec_f){vf_mul(steps.x, vf_mul(half.x, step)), vf_mul(steps.y, vf_mul(half.y, step)),
                 vf_mul(steps.z, vf_mul(half.z, step))};
}

// Returns a coordinate's steps. A half extent whose inverse overflows has ends alone: machines convert NaN differently.
LANE_INLINE vf steps_of_coordinate(vf at, vf half) {
  const vf end = vf_set(POINT_END);
  const mf less = mf_and(vf_lt(vf_abs(at), half), vf_lt(vf_set(RECORD_AXIS_MIN), half));
  return vf_select(less, vf_mul(at, vf_div(end, vf_select(less, half, end))), vf_flip_sign(end, at));
}

// Packs a point in or on the box: three signed numbers of 10 bits, in fractions of the half extents.
LANE_INLINE vi pack_point(vec_f at, vec_f half) {
  return pack_axis(
      (vec_f){steps_of_coordinate(at.x, half.x), steps_of_coordinate(at.y, half.y), steps_of_coordinate(at.z, half.z)});
}

LANE_INLINE void store_packed_points(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4], vec_f axis,
                                     vi a, vi b) {
  const vf words[4] = {vf_of(pack_direction(axis)), vf_of(a), vf_of(b), vf_of(vi_set(NAMES_POINTS))};
  vf out[4];
  for (int i = 0; i < 4; ++i) out[i] = vf_select(changes, words[i], old[i]);
  vf_store_records((char*)warm, sizeof *warm, pair, out);
}

// Stores the middles of the feature of a search. `inside`: A's point, for the lanes that are inside.
LANE_INLINE void store_middles_of_features(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4],
                                           const simplex_f* s, vec_f axis, vi inside) {
  const vf end = vf_set(POINT_END);
  const vec_f ends = {end, end, end};
  vec_f a, b;
  middles_of_feature(s, ends, ends, &a, &b);
  const vf of_a = vf_select(s->inside, vf_of(inside), vf_of(pack_axis(a)));
  store_packed_points(warm, pair, changes, old, axis, vi_of(of_a), pack_axis(b));
}

// The caller of `restore` says whether it needs an answer, and gets what is known of the feature.
typedef struct proof_lanes {
  bool in_order; // an answer is needed and not a verdict; then the others are set
  mf crossing;   // lanes whose nearest point is in the parallelogram of its three vertices
  vec_f d;       // the direction of the feature
  barycentric_f face;
} proof_lanes;

// Trims the faces by their barycentric coordinates, which the answer takes too. `crossing`: lanes with a parallelogram.
LANE_INLINE void trim_faces(simplex_f* s, mf crossing, proof_lanes* proof) {
  const vf zero = vf_set(0), t1 = proof->face.t1, t2 = proof->face.t2, over = proof->face.over;
  const mf below1 = vf_lt(t1, zero), below2 = vf_lt(t2, zero), least = mf_or(below1, below2);
  const mf above = mf_or(least, mf_or(vf_lt(over, t1), vf_lt(over, t2)));
  proof->crossing = mf_and_not(crossing, above);
  const mf face = mf_and_not(s->face, proof->crossing);
  leave_face_f(s, mf_and(face, below2), mf_and(face, below1), mf_and(face, vf_lt(over, vf_add(t1, t2))));
}

// Puts the feature in its order, and trims it if its nearest point is then outside.
LANE_INLINE void trim_ordered(const pair_frame_f* f, simplex_f* s, proof_lanes* proof) {
  vec_f n = {vf_set(0), vf_set(0), vf_set(0)};
  proof->d = n;
  proof->crossing = mf_none();
  proof->face = (barycentric_f){vf_set(0), vf_set(0), vf_set(1)};
  if (!mf_any(s->active)) return;
  const mf crossing = order_feature(f, s);
  proof->crossing = crossing;
  if (mf_any(s->face)) {
    n = normal_of_f(s);
    proof->face = face_barycentric_f(s, n);
    trim_faces(s, crossing, proof);
  }
  const mf edge = mf_and_not(s->edge, s->face);
  trim_edge_f(s, edge);
  put_lowest_first(mf_and_not(s->edge, s->face), mf_none(), s);
  proof->d = direction_of_f(s, n);
}

LANE_INLINE support_point_f restore_point(const pair_frame_f* f, const warm_guess* guess, int i) {
  const core_vertex_f a = {.v = vertex_at(&f->a, guess->a[i]), .id = vf_convert(guess->a[i])};
  const core_vertex_f b = {.v = vertex_at(&f->b, guess->b[i]), .id = vf_convert(guess->b[i])};
  return difference_f(f, &a, &b);
}

// Restores the state that the guess describes. A lane is inside if its tetrahedron is still certified to hold the
// origin. Else it gets the feature of the first three, or fewer, vertices.
LANE_INLINE void restore(const pair_frame_f* f, const warm_guess* guess, mf active, simplex_f* s, proof_lanes* proof) {
  const support_point_f first = restore_point(f, guess, 0); // one lane would wait for it on its way through memory
  clear_state_f(s, active);
  s->p0 = first;
  s->p1 = first;
  s->p2 = first;
  s->p3 = first;
  if (mf_any(guess->second)) s->p1 = restore_point(f, guess, 1);
  if (mf_any(guess->third)) s->p2 = restore_point(f, guess, 2);
  if (mf_any(guess->whole)) {
    s->p3 = restore_point(f, guess, 3);
    find_volumes_f(s, f->touch_band, &s->volumes);
    s->restored = true;
    s->inside = mf_and(mf_and(s->volumes.deep, guess->whole), active);
    s->active = mf_and_not(active, s->inside);
  }
  s->edge = mf_and(guess->second, s->active);
  s->face = mf_and(guess->third, s->active);
  if (proof->in_order) {
    trim_ordered(f, s, proof);
  } else {
    trim_f(s);
  }
}

// Returns the lanes whose record still names the state that it restores. A face that has become one of its edges or
// ends restores as well. A tetrahedron that no longer holds the origin does not: it costs its volumes.
LANE_INLINE mf still_names(const warm_guess* guess, const simplex_f* s) {
  return mf_and_not(guess->simplex, mf_and_not(guess->whole, s->inside));
}

LANE_INLINE void verify_guess(const pair_frame_f* f, const proof_lanes* proof, simplex_f* s,
                              const search_bounds_f* bounds) {
  if (!mf_any(s->active)) return;
  if (proof->in_order) {
    certify_along(f, s, bounds, &proof->d);
  } else {
    certify(f, s, bounds);
  }
}

// Stores the records of a block. `axis`: any direction whose support shows the pair's state again.
LANE_INLINE void write_records(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4], const simplex_f* s,
                               vec_f axis) {
  const mf face = mf_or(s->face, s->inside), edge = mf_or(s->edge, face);
  const vf ids[4] = {s->p0.id, vf_select(edge, s->p1.id, s->p0.id), vf_select(face, s->p2.id, s->p0.id),
                     vf_select(s->inside, s->p3.id, s->p0.id)};
  const vf count = vf_select(s->inside, vf_set(4), vf_select(face, vf_set(3), vf_select(edge, vf_set(2), vf_set(1))));
  store_records(warm, pair, changes, old, axis, ids, count);
}

#endif
