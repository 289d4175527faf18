// What a separating axis of the plane shows: the edge that it is across from, and the other core's edge that faces it;
// the points between which the cores' separation is, and both edges as those of a manifold.
#ifndef LGJK_CLOSED_AXIS_EDGES2_H
#define LGJK_CLOSED_AXIS_EDGES2_H

#include "closed/facing_edges2.h"

// In world axes around A's position.
typedef struct axis_edges {
  vf separation;   // of the cores along n: negative where they overlap; 0 where it is not certain
  vec_f n;         // unit, out of the core that the axis is of
  mf of_b;         // lanes in which that is B
  mf certain;      // lanes that have an axis, and no edge that is too short for one
  vec_f from, to;  // its edge, counter-clockwise
  vf number, next; // of that edge, and of its end
  own_edge across; // of the other core: the support vertex against n, and its edge whose normal is nearest -n
  mf level;        // lanes in which that edge is across the axis
} axis_edges;

// How far the points may be off, relative to the scale: a quarter of the band.
#define AXIS_POINT_MISS 1e-7f

// The points of both cores between which the separation is: the support vertex across from the axis's edge, or where
// the vertex is beside that edge, the point of its own edge there, which then is parallel to it. Of slivers the edges
// that face each other may be too short for that: returns the lanes in which the points are on both.
LANE_FN mf find_axis_points(const pair_frame_f* f, const axis_edges* x, vec_f* point_a, vec_f* point_b) {
  const own_edge* o = &x->across;
  const vf zero = vf_set(0), one = vf_set(1), low = cross_f(x->n, x->from), high = cross_f(x->n, x->to);
  const vf s = cross_f(x->n, o->vertex), clamped = vf_max(vf_min(s, high), low), first = cross_f(x->n, o->end);
  const vf length = vf_sub(cross_f(x->n, o->start), first);
  const mf some = mf_and(x->level, vf_lt(zero, length)), beside = mf_and_not(some, vf_eq(s, clamped));
  const vf share = vf_div(vf_sub(clamped, first), vf_select(some, length, one));
  const vec_f on_edge = blend_f(o->end, o->start, vf_max(vf_min(share, one), zero));
  const vec_f point = select_vec_f(beside, on_edge, o->vertex), foot = sub_f(point, scale_f(x->n, x->separation));
  *point_a = select_vec_f(x->of_b, point, foot);
  *point_b = select_vec_f(x->of_b, foot, point);
  const vf miss = vf_mul(vf_set(AXIS_POINT_MISS), f->scale), left = vf_sub(cross_f(x->n, point), clamped);
  const vf fallen = dot_f(x->n, sub_f(point, o->vertex));
  return mf_and(vf_le(vf_abs(left), miss), vf_le(vf_abs(fallen), miss));
}

// Both edges, along the tangent of the normal from A to B, as find_facing_edges gives them.
LANE_FN void face_axis_edges(const axis_edges* x, vec_f n, facing_edge* a, facing_edge* b) {
  const own_edge* o = &x->across;
  const mf of_b = x->of_b;
  a->end[0] = select_vec_f(of_b, o->start, x->from);
  a->end[1] = select_vec_f(of_b, o->end, x->to);
  b->end[0] = select_vec_f(of_b, x->to, o->end);
  b->end[1] = select_vec_f(of_b, x->from, o->start);
  for (int i = 0; i < 2; ++i) {
    a->along[i] = cross_f(n, a->end[i]);
    b->along[i] = cross_f(n, b->end[i]);
  }
  a->number = vf_select(of_b, o->number, x->number);
  b->number = vf_select(of_b, x->number, o->number);
  a->vertex[0] = a->number;
  b->vertex[1] = b->number;
  a->vertex[1] = vf_select(of_b, o->next, x->next);
  b->vertex[0] = vf_select(of_b, x->next, o->next);
  a->corner = vf_select(of_b, o->corner, x->number);
  b->corner = vf_select(of_b, x->number, o->corner);
  a->across = mf_and_not(vf_lt(a->along[0], a->along[1]), mf_and_not(of_b, x->level));
  b->across = mf_and(vf_lt(b->along[0], b->along[1]), mf_or(of_b, x->level));
}

#endif
