// Records of two boxes hold a point on each (record.h), from which their nearest points are found again. If the boxes
// overlap, A's point is a common point.
#ifndef LGJK_BLOCK_PACKED_POINT3_H
#define LGJK_BLOCK_PACKED_POINT3_H

#include "block/record.h"

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

// Packs the middle of a box's vertex, edge or face, by its vertices' indices.
LANE_INLINE vi pack_middle_of_feature(vi id0, vi id1, vi id2) {
  const vi some = vi_or(vi_or(id0, id1), id2), flip = vi_set(7);
  const vi every = vi_xor(vi_or(vi_or(vi_xor(id0, flip), vi_xor(id1, flip)), vi_xor(id2, flip)), flip);
  const vf end = vf_set(POINT_END), no = vf_set(0);
  vf to[3];
  for (int k = 0; k < 3; ++k) {
    const mf below = vf_lt(no, vf_convert(vi_and(every, 1u << k)));
    const mf above = vf_eq(vf_convert(vi_and(some, 1u << k)), no);
    to[k] = vf_select(below, vf_neg(end), vf_select(above, end, no));
  }
  return pack_axis(from_array_f(to));
}

// Stores the middles of the feature of a search. `inside`: A's point, for the lanes that are inside.
LANE_INLINE void store_middles_of_features(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4],
                                           const simplex_f* s, vec_f axis, vi inside) {
  const vf id[3] = {s->p0.id, vf_select(s->edge, s->p1.id, s->p0.id), vf_select(s->face, s->p2.id, s->p0.id)};
  vi a[3], b[3];
  for (int i = 0; i < 3; ++i) {
    a[i] = vi_and(vi_truncate(id[i]), 0xFF);
    b[i] = vi_shr(vi_truncate(id[i]), 8);
  }
  const vf of_a = vf_select(s->inside, vf_of(inside), vf_of(pack_middle_of_feature(a[0], a[1], a[2])));
  store_packed_points(warm, pair, changes, old, axis, vi_of(of_a), pack_middle_of_feature(b[0], b[1], b[2]));
}

#endif
