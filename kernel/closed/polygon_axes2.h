// How deep two polygons of up to 8 vertices overlap, boxes, segments and points among them, by separating axes: the
// separation is largest along the normal of an edge of one of them (about 700 operations for two of 8 vertices, and no
// search). Edges are taken from local coordinates, in A's axes, so that the direction of a short one is as good.
//
// Found at worst, relative to the scale: 2.2e-7. The separations of edges are compared by their signed squares, with
// one division for each edge and no root; the winner's is taken again along its unit normal.
#ifndef LGJK_CLOSED_POLYGON_AXES2_H
#define LGJK_CLOSED_POLYGON_AXES2_H

#include <float.h>
#include <math.h>

#include "closed/facing_edges2.h"

enum { RING_MOST = 8 };

// The vertices and the edges of a core, in A's axes around A's position. Edges that padding makes are 0.
typedef struct ring_lanes {
  vec_f v[RING_MOST], e[RING_MOST];
  uint32_t count;
} ring_lanes;

// Squared lengths below this have lost digits to underflow: their edges are left out, and their lanes are uncertain.
#define LEAST_EDGE_SQUARE (1024 * FLT_MIN)

typedef struct polygon_axis {
  vf separation; // of the cores along the normal: negative where they overlap
  vec_f n;       // unit, from A to B
  mf of_b;       // lanes in which it belongs to an edge of B
  mf certain;    // lanes of which no edge is too short
} polygon_axis;

LANE_FN bool has_axes(uint32_t core) { return core != LGJK_CORE2_LARGE && core != LGJK_CORE2_ELLIPSE; }

LANE_FN uint32_t ring_count(uint32_t core) {
  return core == LGJK_CORE2_BOX ? 4 : lgjk_core2_row_of(core).vertices;
}

LANE_FN vec_f ring_vertex(const core_lanes_f* core, uint32_t i) {
  if (core->core != LGJK_CORE2_BOX) return coordinates_f(core, i);
  const vec_f half = coordinates_f(core, 0);
  return (vec_f){i == 1 || i == 2 ? vf_neg(half.x) : half.x, i >= 2 ? vf_neg(half.y) : half.y};
}

// Lanes whose last vertex is new, so that an edge goes from there to the first: a row of 8 repeats vertices of smaller
// polygons, from which another edge would be a chord. In shorter rows that edge is one, or 0.
LANE_FN mf is_closed(const vec_f v[RING_MOST], uint32_t count) {
  mf repeated = mf_from_bits(0);
  for (uint32_t i = 0; count == RING_MOST && i < RING_MOST - 3; ++i) repeated = mf_or(repeated, same_f(v[7], v[i]));
  return mf_and_not(mf_from_bits(UINT32_MAX), repeated);
}

// turn, position: of the core in A's axes.
LANE_FN void fill_ring(const core_lanes_f* core, const rotation_f* turn, vec_f position, ring_lanes* out) {
  vec_f v[RING_MOST];
  const vec_f zero = {vf_set(0), vf_set(0)};
  out->count = ring_count(core->core);
  for (uint32_t i = 0; i < out->count; ++i) v[i] = ring_vertex(core, i);
  for (uint32_t i = 0; i < out->count; ++i) {
    vec_f e = sub_f(v[i + 1 < out->count ? i + 1 : 0], v[i]);
    if (i == RING_MOST - 1) e = select_vec_f(is_closed(v, out->count), e, zero);
    out->v[i] = turn != NULL ? add_f(position, rotate_f(turn, v[i])) : v[i];
    out->e[i] = turn != NULL ? rotate_f(turn, e) : e;
  }
}

// The widest separation so far, and the edge whose normal it is along.
typedef struct best_edge {
  vf square; // signed
  vec_f e;
  mf of_b, certain;
} best_edge;

// The least projection of q's vertices on n.
LANE_FN vf least_along(const ring_lanes* q, vec_f n) {
  vf least = dot_f(q->v[0], n);
  for (uint32_t k = 1; k < q->count; ++k) least = vf_min(dot_f(q->v[k], n), least);
  return least;
}

LANE_FN void try_edges(const ring_lanes* p, const ring_lanes* q, mf of_b, best_edge* best) {
  const vf least_square = vf_set(LEAST_EDGE_SQUARE), zero = vf_set(0), one = vf_set(1);
  for (uint32_t i = 0; i < p->count; ++i) {
    const vec_f e = p->e[i], n = {e.y, vf_neg(e.x)};
    const vf length2 = dot_f(e, e), s = vf_sub(least_along(q, n), dot_f(p->v[i], n));
    const mf some = vf_le(least_square, length2), none = same_f(e, (vec_f){zero, zero});
    const vf square = vf_div(signed_square(s), vf_select(some, length2, one));
    const mf wider = mf_and(vf_lt(best->square, square), some);
    best->square = vf_select(wider, square, best->square);
    best->e = select_vec_f(wider, e, best->e);
    best->of_b = mf_or(mf_and_not(best->of_b, wider), mf_and(of_b, wider));
    best->certain = mf_and(best->certain, mf_or(some, none));
  }
}

// Ties go to A's edges, and to the lowest. Lanes in which no core has an edge have separation -infinity.
LANE_FN void find_polygon_axis(const pair_frame_f* f, polygon_axis* out) {
  ring_lanes a, b;
  const mf none = mf_from_bits(0), all = mf_from_bits(UINT32_MAX);
  const vec_f x = {f->b.rotation.c, f->b.rotation.s}, turned = unrotate_f(&f->a.rotation, x);
  const rotation_f turn = {turned.x, turned.y};
  best_edge best = {.square = vf_set(-HUGE_VALF), .e = {vf_set(0), vf_set(1)}, .of_b = none, .certain = all};
  fill_ring(&f->a, NULL, (vec_f){vf_set(0), vf_set(0)}, &a);
  fill_ring(&f->b, &turn, unrotate_f(&f->a.rotation, f->p), &b);
  try_edges(&a, &b, none, &best);
  try_edges(&b, &a, all, &best);
  const vf inverse = vf_div(vf_set(1), vf_sqrt(dot_f(best.e, best.e)));
  const vec_f outward = scale_f((vec_f){best.e.y, vf_neg(best.e.x)}, inverse);
  const vec_f n = select_vec_f(best.of_b, neg_f(outward), outward);
  const vf separation = vf_add(least_along(&b, n), least_along(&a, neg_f(n)));
  out->separation = vf_select(vf_lt(vf_set(-HUGE_VALF), best.square), separation, best.square);
  out->n = rotate_f(&f->a.rotation, n);
  out->of_b = best.of_b;
  out->certain = best.certain;
}

// How far the points may be off, relative to the scale: a quarter of the band.
#define AXIS_POINT_MISS 1e-7f

// The points of both cores between which the separation is: the support vertex of the one across from the other's
// edge, or where the vertex is beside that edge, the point of its own edge there, which then is parallel to it. Of
// slivers the edges that face each other may be too short for that: returns the lanes in which the points are on both.
LANE_FN mf find_axis_points(const pair_frame_f* f, const facing_edge* a, const facing_edge* b,
                            const polygon_axis* axis, vec_f* point_a, vec_f* point_b) {
  const facing_edge edge = select_edge(axis->of_b, b, a), across = select_edge(axis->of_b, a, b);
  const vf s = cross_f(axis->n, across.vertex), clamped = vf_max(vf_min(s, edge.along[1]), edge.along[0]);
  const mf beside = mf_and_not(across.across, vf_eq(s, clamped));
  const vec_f point = select_vec_f(beside, edge_point(&across, clamped), across.vertex);
  const vec_f step = scale_f(axis->n, axis->separation);
  *point_a = select_vec_f(axis->of_b, point, sub_f(point, step));
  *point_b = select_vec_f(axis->of_b, add_f(point, step), point);
  const vf miss = vf_mul(vf_set(AXIS_POINT_MISS), f->scale), left = vf_sub(cross_f(axis->n, point), clamped);
  const vf fallen = dot_f(axis->n, sub_f(point, across.vertex));
  return mf_and(vf_le(vf_abs(left), miss), vf_le(vf_abs(fallen), miss));
}

#endif
