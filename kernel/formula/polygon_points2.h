// Finds the nearest points of two polygons of up to 8 vertices, boxes among them, by one edge of the difference A - B.
// The line of centres leads to that edge, from the vertex farthest along it. The nearest feature of that edge is
// proved, or the pair is searched.
//
// Three vertices of each core are enough, one and its two neighbours. A linear function on a convex ring rises and
// falls once. The ring turns at each vertex by more than rounding can hide (octants, shape/record2.c). If neither
// neighbour is higher beyond the doubt of rounding, the vertices behind them are lower. So the three hold the maximum.
#ifndef LGJK_FORMULA_POLYGON_POINTS2_H
#define LGJK_FORMULA_POLYGON_POINTS2_H

#include "geometry/gjk.h"

// A vertex of a core with its neighbours, the next of the ring and the last, in the axes of the core.
typedef struct corner_lanes {
  vec_f at, near[2], to[2]; // to: the edges from `at`
  mf sound;                 // lanes whose ring turns clearly
  mf on, back;              // ring: lanes whose vertex is after, or before, the one that the octant names
} corner_lanes;

enum { NEXT, LAST };

// The number of ring vertices that a block loads, in turn, and the place of the one that the octant names.
enum { RING_PART = 6, OCTANT_AT = 2 };

// Returns the vertex that a record names for the octant of d. `word`: the last word of its header. A shift by lane is a
// product with a power of two: 24 bits are exact in a float.
LANE_INLINE vi octant_vertex(vf word, vec_f d) {
  const vf zero = vf_set(0);
  vf bits = vf_convert(vi_shr(vi_of(word), 8));
  bits = vf_merge(vf_lt(d.x, zero), vf_mul(bits, vf_set(0x1p-3f)), bits);
  bits = vf_merge(vf_lt(d.y, zero), vf_mul(bits, vf_set(0x1p-6f)), bits);
  bits = vf_merge(vf_lt(vf_abs(d.x), vf_abs(d.y)), vf_mul(bits, vf_set(0x1p-12f)), bits);
  return vi_and(vi_truncate(bits), 7);
}

LANE_INLINE void corner_of_box(const core_lanes_f* core, vec_f d, corner_lanes* out) {
  const vec_f half = coordinates_f(core, 0);
  const vf zero = vf_set(0);
  const vec_f v = {vf_flip_sign(half.x, d.x), vf_flip_sign(half.y, d.y)};
  const vec_f beside = {vf_neg(v.x), v.y}, below = {v.x, vf_neg(v.y)};
  const vec_f to_beside = {vf_add(beside.x, beside.x), zero}, to_below = {zero, vf_add(below.y, below.y)};
  const mf other = vf_lt(vf_flip_sign(vf_flip_sign(vf_set(1), d.x), d.y), zero); // upper left, lower right
  out->at = v;
  out->near[NEXT] = select_vec_f(other, below, beside);
  out->near[LAST] = select_vec_f(other, beside, below);
  out->to[NEXT] = select_vec_f(other, to_below, to_beside);
  out->to[LAST] = select_vec_f(other, to_beside, to_below);
  out->sound = mf_all();
  out->on = out->back = mf_none();
}

// Sets the highest along d of the vertex that the octant names and its neighbours. `word`: as of octant_vertex.
LANE_INLINE void corner_of_ring(const core_lanes_f* core, vf word, vec_f d, corner_lanes* out) {
  vec_f v[OCTANT_AT + 3];
  for (uint32_t i = 0; i < OCTANT_AT + 3; ++i) v[i] = coordinates_f(core, i);
  const vf last = dot_f(v[1], d), named = dot_f(v[2], d), next = dot_f(v[3], d);
  const mf back = vf_lt(named, last), on = vf_lt(vf_max(named, last), next);
  out->on = on;
  out->back = mf_and_not(back, on);
  out->at = merge_vec_f(on, v[3], merge_vec_f(back, v[1], v[2]));
  out->near[NEXT] = merge_vec_f(on, v[4], merge_vec_f(back, v[2], v[3]));
  out->near[LAST] = merge_vec_f(on, v[2], merge_vec_f(back, v[0], v[1]));
  out->to[NEXT] = sub_f(out->near[NEXT], out->at);
  out->to[LAST] = sub_f(out->near[LAST], out->at);
  out->sound = vf_lt(vf_set(0), vf_convert(vi_shr(vi_of(word), 8)));
}

LANE_INLINE void find_corner(const core_lanes_f* core, vf word, vec_f d, corner_lanes* out) {
  if (is_box_core(core->core)) {
    corner_of_box(core, d, out);
  } else {
    corner_of_ring(core, word, d, out);
  }
}

// The part of the difference next to the line of centres: the vertex of both corners, and one of its two edges.
typedef struct next_edge {
  support_point_f p0, p1; // without ids
  vec_f d;    // direction from the nearest feature towards the origin, if the feature is the edge or its vertex p0
  mf feature; // lanes in which it may be that: the edge in the lanes of `edge`
  mf edge;
  mf within;  // lanes in which the origin is behind both edges; the line comes to this one
  mf back;    // lanes in which the edge leads to the corner, and not from it
  mf a_moves; // lanes in which it is an edge of A, and not of B
} next_edge;

LANE_INLINE support_point_f point_of(const pair_frame_f* f, vec_f a, vec_f b) {
  const core_vertex_f va = {.v = a, .id = vf_set(0)}, vb = {.v = b, .id = vf_set(0)};
  return difference_f(f, &va, &vb);
}

// Returns the next in angle of both cores' edges from a corner of the difference. `of_a`: lanes in which it is A's.
LANE_INLINE vec_f next_in_angle(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, int way,
                                mf* of_a) {
  const vec_f ea = rotate_f(&f->a.rotation, a->to[way]), eb = neg_f(rotate_f(&f->b.rotation, b->to[way]));
  const vf turn = cross_f(ea, eb);
  *of_a = way == NEXT ? vf_lt(vf_set(0), turn) : vf_lt(turn, vf_set(0));
  return select_vec_f(*of_a, ea, eb);
}

// Finds the edge next to the line of centres. `a`, `b`: corners along `centres`, the line from A to B, and against it.
LANE_INLINE void find_next_edge(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, vec_f centres,
                                next_edge* out) {
  const vf zero = vf_set(0);
  mf of_a[2];
  const vec_f next = next_in_angle(f, a, b, NEXT, &of_a[NEXT]), last = next_in_angle(f, a, b, LAST, &of_a[LAST]);
  out->p0 = point_of(f, a->at, b->at);
  const vec_f w = out->p0.w;
  const vf along_next = vf_neg(dot_f(w, next)), along_last = vf_neg(dot_f(w, last));
  const vf side_next = cross_f(next, w), side_last = cross_f(last, w);
  const mf ahead_next = vf_lt(zero, along_next), ahead_last = vf_lt(zero, along_last);
  const mf outside_next = vf_lt(zero, side_next), outside_last = vf_lt(side_last, zero);
  const mf to_next = mf_and(ahead_next, outside_next), to_last = mf_and(ahead_last, outside_last);
  out->within = mf_and_not(mf_not(outside_next), outside_last);
  const mf back = mf_or(to_last, mf_and(out->within, vf_lt(zero, cross_f(centres, w))));
  const vec_f e = select_vec_f(back, last, next);
  const mf a_moves = mf_or(mf_and(back, of_a[LAST]), mf_and_not(of_a[NEXT], back));
  const vec_f near_a = select_vec_f(back, a->near[LAST], a->near[NEXT]);
  const vec_f near_b = select_vec_f(back, b->near[LAST], b->near[NEXT]);
  out->back = back;
  out->a_moves = a_moves;
  out->p1 = point_of(f, select_vec_f(a_moves, near_a, a->at), select_vec_f(a_moves, b->at, near_b));
  const vf side = vf_select(back, side_last, side_next), along = vf_select(back, along_last, along_next);
  const mf vertex = mf_and_not(mf_and_not(mf_not(ahead_next), ahead_last), out->within);
  out->edge = mf_and(mf_or(to_next, to_last), vf_lt(along, dot_f(e, e)));
  out->feature = mf_or(out->edge, vertex);
  const vec_f perpendicular = {vf_flip_sign(e.y, side), vf_neg(vf_flip_sign(e.x, side))};
  out->d = select_vec_f(vertex, neg_f(w), perpendicular);
}

// Returns by how much a neighbour of the corner is higher along d, at least 0. `holds`: cleared where a neighbour is
// higher beyond the doubt of rounding.
LANE_INLINE vf corner_rise(const corner_lanes* c, vec_f d, mf* holds) {
  const vf doubt = vf_mul(vf_set(RING_FALL), size_f(d));
  vf rise[2];
  for (int way = NEXT; way <= LAST; ++way) {
    rise[way] = dot_f(c->to[way], d);
    *holds = mf_and(*holds, vf_le(rise[way], vf_mul(doubt, extent_f(c->to[way]))));
  }
  return vf_max(vf_max(rise[NEXT], rise[LAST]), vf_set(0));
}

// Returns the sum of the rises of A's corner along d and of B's against it.
LANE_INLINE vf rise_of_corners(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, vec_f d,
                               mf* holds) {
  const vf rise_a = corner_rise(a, unrotate_f(&f->a.rotation, d), holds);
  return vf_add(rise_a, corner_rise(b, neg_f(unrotate_f(&f->b.rotation, d)), holds));
}

// Returns the lanes whose feature is proved to be the nearest: no support along d is farther by more than the gap.
LANE_INLINE mf prove_feature(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, const next_edge* n,
                             vf gap) {
  mf holds = mf_and(n->feature, mf_and(a->sound, b->sound));
  const vf rise = rise_of_corners(f, a, b, n->d, &holds);
  return mf_and(holds, vf_le(rise, vf_mul(gap, size_f(n->d))));
}

#endif
