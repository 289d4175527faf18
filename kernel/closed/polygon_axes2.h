// How deep two polygons of up to 8 vertices overlap, boxes, segments and points among them, by separating axes: the
// separation is largest along the normal of an edge of one of them (about 700 operations for two of 8 vertices, and no
// search). Edges are taken from local coordinates, in A's axes, so that the direction of a short one is as good.
//
// The separations of edges are compared by their signed squares, as fractions, without a division or a root.
#ifndef LGJK_CLOSED_POLYGON_AXES2_H
#define LGJK_CLOSED_POLYGON_AXES2_H

#include <float.h>
#include <math.h>

#include "closed/axis_edges2.h"

enum { RING_MOST = 8 };

// The vertices and the edges of both cores, A's first, in A's axes around A's position. Edges that padding makes are 0.
typedef struct ring_lanes {
  vec_f v[2][RING_MOST], e[2][RING_MOST];
  vf size[2];        // vertices that differ
  uint32_t count[2]; // vertices
} ring_lanes;

// Squared lengths below this have lost digits to underflow: their lanes are uncertain.
#define LEAST_EDGE_SQUARE (1024 * FLT_MIN)

LANE_FN bool has_axes(uint32_t core) { return core != LGJK_CORE2_LARGE && !is_curved_core(core); }

LANE_FN uint32_t ring_count(uint32_t core) {
  return core == LGJK_CORE2_BOX ? 4 : lgjk_core2_row_of(core).vertices;
}

LANE_FN vec_f ring_vertex(const core_lanes_f* core, uint32_t i) {
  if (core->core != LGJK_CORE2_BOX) return coordinates_f(core, i);
  const vec_f half = coordinates_f(core, 0);
  return (vec_f){i == 1 || i == 2 ? vf_neg(half.x) : half.x, i >= 2 ? vf_neg(half.y) : half.y};
}

// A row repeats the vertices of smaller polygons from the first on. A point has one vertex and no edge.
LANE_FN vf ring_size(const vec_f v[RING_MOST], uint32_t count) {
  vf size = vf_set((float)count);
  for (uint32_t i = count - 1; i > 0; --i) size = vf_select(same_f(v[i], v[0]), vf_set((float)i), size);
  return size;
}

// side: 0 is A, 1 B. turn, position: of the core in A's axes.
LANE_FN void fill_ring(const core_lanes_f* core, uint32_t side, const rotation_f* turn, vec_f position,
                       ring_lanes* out) {
  vec_f v[RING_MOST];
  const uint32_t count = out->count[side] = ring_count(core->core);
  const vec_f zeros = {vf_set(0), vf_set(0)};
  for (uint32_t i = 0; i < count; ++i) v[i] = ring_vertex(core, i);
  const vf size = out->size[side] = ring_size(v, count);
  for (uint32_t i = 0; i < count; ++i) {
    vec_f e = sub_f(v[i + 1 < count ? i + 1 : 0], v[i]);
    if (i == RING_MOST - 1) e = select_vec_f(vf_eq(size, vf_set(RING_MOST)), e, zeros); // else a chord
    out->v[side][i] = turn != NULL ? add_f(position, rotate_f(turn, v[i])) : v[i];
    out->e[side][i] = turn != NULL ? rotate_f(turn, e) : e;
  }
}

// The widest separation so far: its signed square is square / length2, and `entry` tells its edge.
typedef struct best_edge {
  vf square, length2;
  vf entry;    // in ring_lanes.v and .e
  vf shortest; // of all edges, its square
} best_edge;

// The least projection of vertices on the normal of e, times its length.
LANE_FN vf least_across(const vec_f* v, uint32_t count, vec_f e) {
  vf least = cross_f(v[0], e);
  for (uint32_t k = 1; k < count; ++k) least = vf_min(cross_f(v[k], e), least);
  return least;
}

// A power of two whose square brings a normal number into 0.5..2.
LANE_FN vf half_power(vf x) {
  const vi half = vi_and(vi_shr(vi_of(x), 1), 0x7F800000u); // of the exponent
  return vf_of(vi_add(vi_xor(half, vi_set(UINT32_MAX)), vi_set((190u << 23) + 1)));
}

// An edge that is 0 is not wider.
LANE_FN void try_edges(const ring_lanes* r, uint32_t side, best_edge* best) {
  const vec_f *v = r->v[side], *e = r->e[side];
  const uint32_t count = r->count[side];
  const mf closed = vf_eq(r->size[side], vf_set(count > 1 ? (float)count : 0)); // else the last edge is padding
  vf entry = vf_set((float)(RING_MOST * side));
  for (uint32_t i = 0; i < count; ++i, entry = vf_add(entry, vf_set(1))) {
    const vf length2 = dot_f(e[i], e[i]), power = half_power(length2);
    const vf s = vf_sub(least_across(r->v[1 - side], r->count[1 - side], e[i]), cross_f(v[i], e[i]));
    // in edges of about unit length, exactly: squares of small ones would underflow
    const vf square = signed_square(vf_mul(s, power)), length = vf_mul(vf_mul(length2, power), power);
    const mf wider = vf_lt(vf_mul(best->square, length), vf_mul(square, best->length2));
    best->square = vf_select(wider, square, best->square);
    best->length2 = vf_select(wider, length, best->length2);
    best->entry = vf_select(wider, entry, best->entry);
    const vf counted = i + 1 < count ? length2 : vf_select(closed, length2, best->shortest);
    best->shortest = vf_min(counted, best->shortest);
  }
}

LANE_FN vec_f pick_vec(const vec_f all[2][RING_MOST], vf entry) {
  vf out[2];
  vf_pick(&all[0][0].x, 2, 2, vi_truncate(entry), out);
  return (vec_f){out[0], out[1]};
}

// The vertex that is the farthest against n.
LANE_FN vf entry_against(const ring_lanes* r, uint32_t side, vec_f n) {
  vf least = dot_f(r->v[side][0], n), entry = vf_set((float)(RING_MOST * side)), each = entry;
  for (uint32_t i = 1; i < r->count[side]; ++i) {
    const vf h = dot_f(r->v[side][i], n);
    const mf less = vf_lt(h, least);
    each = vf_add(each, vf_set(1));
    least = vf_min(h, least);
    entry = vf_select(less, each, entry);
  }
  return entry;
}

LANE_FN vf vertex_after(vf number, vf size) {
  const vf next = vf_add(number, vf_set(1));
  return vf_select(vf_eq(next, size), vf_set(0), next);
}

// The edge across from n, in A's axes.
LANE_FN own_edge edge_against(const ring_lanes* r, vec_f n, mf of_b, mf* level) {
  const vf zero = vf_set(0), one = vf_set(1), first = vf_select(of_b, zero, vf_set(RING_MOST));
  const vf entry = vf_select(of_b, entry_against(r, 0, n), entry_against(r, 1, n));
  const vf corner = vf_sub(entry, first);
  const vf size = vf_select(of_b, r->size[0], r->size[1]);
  const vf last = vf_sub(vf_select(vf_eq(corner, zero), size, corner), one), next = vertex_after(corner, size);
  const vec_f vertex = pick_vec(r->v, entry), d = neg_f(n);
  const vec_f in = pick_vec(r->e, vf_add(first, last)), out = pick_vec(r->e, entry);
  const mf before = is_nearer(in, out, d);
  *level = is_across(select_vec_f(before, in, out), d);
  return (own_edge){select_vec_f(before, sub_f(vertex, in), vertex),
                    select_vec_f(before, vertex, add_f(vertex, out)), vertex, vf_select(before, last, corner),
                    vf_select(before, corner, next), corner};
}

// Ties go to A's edges, and to the lowest. Lanes in which no core has an edge are not certain.
LANE_FN void find_polygon_axis(const pair_frame_f* f, axis_edges* out) {
  ring_lanes r;
  const rotation_f* axes = &f->a.rotation;
  const vec_f turned = unrotate_f(axes, (vec_f){f->b.rotation.c, f->b.rotation.s});
  const rotation_f turn = {turned.x, turned.y};
  const vf zero = vf_set(0), one = vf_set(1);
  best_edge best = {vf_set(-HUGE_VALF), one, zero, vf_set(HUGE_VALF)};
  fill_ring(&f->a, 0, NULL, (vec_f){zero, zero}, &r);
  fill_ring(&f->b, 1, &turn, unrotate_f(axes, f->p), &r);
  try_edges(&r, 0, &best);
  try_edges(&r, 1, &best);
  const mf some = vf_lt(vf_set(-HUGE_VALF), best.square);
  const vec_f from = pick_vec(r.v, best.entry), e = pick_vec(r.e, best.entry);
  const vec_f n = scale_f((vec_f){e.y, vf_neg(e.x)}, vf_div(one, vf_sqrt(vf_select(some, dot_f(e, e), one))));
  out->certain = mf_and(some, vf_le(vf_set(LEAST_EDGE_SQUARE), best.shortest));
  const vf separation = vf_sqrt(vf_div(vf_abs(best.square), best.length2));
  out->separation = vf_select(out->certain, vf_flip_sign(separation, best.square), zero);
  out->of_b = vf_le(vf_set(RING_MOST), best.entry);
  out->number = vf_select(out->of_b, vf_sub(best.entry, vf_set(RING_MOST)), best.entry);
  out->next = vertex_after(out->number, vf_select(out->of_b, r.size[1], r.size[0]));
  own_edge across = edge_against(&r, n, out->of_b, &out->level);
  out->n = rotate_f(axes, n);
  out->from = rotate_f(axes, from);
  out->to = rotate_f(axes, add_f(from, e));
  across.start = rotate_f(axes, across.start);
  across.end = rotate_f(axes, across.end);
  across.vertex = rotate_f(axes, across.vertex);
  out->across = across;
}

#endif
