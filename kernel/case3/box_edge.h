// Clips the edge that one box shows another to the face of the other, in lanes. Points and ids are those of
// gjk/rules3.h. Half of all boxes that overlap in any place meet so. Here the face is a rectangle, and the axes of both
// are known: manifold3/ would make such contacts 1.4 times as long (docs/lab/contacts.md).
#ifndef LGJK_CASE3_BOX_EDGE_H
#define LGJK_CASE3_BOX_EDGE_H

#include "case3/box_separation.h"
#include "manifold3/choice3.h"

// The feature that a box shows along a direction, as in manifold3/: a face if its normal is near the direction, an edge
// if that is nearly across the direction, else a vertex.
typedef struct facing_box {
  const core_lanes_f* core;
  vf side[3];     // 1 or -1: the vertex farthest along the direction, divided by the half extents
  vf most, least; // numbers of the axes most and least along the direction
  mf face, edge;  // neither: a vertex
} facing_box;

// Finds the feature that a core shows. `n`: a unit vector. `toward`: 1 for the direction n, -1 for its opposite.
LANE_INLINE void find_facing_box(const core_lanes_f* core, vec_f n, float toward, facing_box* out) {
  const box_axes axes = axes_of(core);
  vf most = vf_set(-1), least = vf_set(2);
  out->core = core;
  out->most = out->least = vf_set(0);
  for (int k = 0; k < 3; ++k) {
    const vf along = dot_f(axes.axis[k], n), square = vf_mul(along, along), number = vf_set((float)k);
    out->side[k] = vf_flip_sign(vf_set(toward), along);
    out->most = vf_select(vf_lt(most, square), number, out->most);
    out->least = vf_select(vf_lt(square, least), number, out->least);
    most = vf_max(most, square);
    least = vf_min(least, square);
  }
  out->face = vf_le(vf_set(1 - SHOWN_SQUARE), most);
  out->edge = mf_and_not(vf_le(least, vf_set(SHOWN_SQUARE)), out->face);
}

// One of the two boxes: A in some lanes, B in the others.
typedef struct box_part {
  box_axes axes;
  vf half[3];
  facing_box shown; // without its core and its kind
} box_part;

LANE_INLINE void select_part(mf second, const facing_box* a, const facing_box* b, box_part* out) {
  const box_axes of_a = axes_of(a->core), of_b = axes_of(b->core);
  for (uint32_t k = 0; k < 3; ++k) {
    out->axes.axis[k] = select_vec_f(second, of_b.axis[k], of_a.axis[k]);
    out->half[k] = vf_select(second, core_float_f(b->core, k), core_float_f(a->core, k));
    out->shown.side[k] = vf_select(second, b->side[k], a->side[k]);
  }
  out->shown.most = vf_select(second, b->most, a->most);
  out->shown.least = vf_select(second, b->least, a->least);
}

// The face of a box, and its plane, onto which the other box is moved along the normal. Vectors in that plane have x
// and y along the sides of the face. Their z is the distance of the other box along the normal, negative where the
// boxes overlap.
typedef struct box_face {
  vf axis_u, axis_v; // numbers of the axes along its sides
  vec_f u, v, up;    // unit; up: outwards
  vf half_u, half_v;
  vec_f centre;      // vector from the centre of the box
  vf inverse;        // one over the cosine between the normal and up
  vf lean_u, lean_v; // parts of the normal along the sides
} box_face;

// Sets the face. `n`: the normal from its box to the other box.
LANE_INLINE void place_face(const box_part* box, vec_f n, box_face* out) {
  const vf most = box->shown.most;
  out->axis_u = after_axis(most);
  out->axis_v = after_axis(out->axis_u);
  out->u = pick_axis(out->axis_u, box->axes.axis);
  out->v = pick_axis(out->axis_v, box->axes.axis);
  out->up = scale_f(pick_axis(most, box->axes.axis), pick_3(most, box->shown.side));
  out->half_u = pick_3(out->axis_u, box->half);
  out->half_v = pick_3(out->axis_v, box->half);
  out->centre = scale_f(out->up, pick_3(most, box->half));
  out->inverse = vf_div(vf_set(1), dot_f(n, out->up));
  out->lean_u = dot_f(n, out->u);
  out->lean_v = dot_f(n, out->v);
}

LANE_INLINE vec_f in_plane(const box_face* p, vec_f a) {
  const vf z = vf_mul(dot_f(a, p->up), p->inverse);
  return (vec_f){vf_sub(dot_f(a, p->u), vf_mul(z, p->lean_u)), vf_sub(dot_f(a, p->v), vf_mul(z, p->lean_v)), z};
}

// Returns the squared distance between two points in the plane, seen along the normal.
LANE_INLINE vf square_apart(const box_face* p, vec_f a, vec_f b) {
  const vf dx = vf_sub(a.x, b.x), dy = vf_sub(a.y, b.y);
  const vf along = vf_add(vf_mul(dx, p->lean_u), vf_mul(dy, p->lean_v));
  return vf_sub(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), vf_mul(along, along));
}

// The face of one box, the reference, and the edge of the other. The box of the face comes first.
typedef struct box_edge {
  box_part part[2];
  box_face face;
  mf swapped;        // the face is B's
  vec_f normal;      // from the reference to the other: unit
  vec_f from, along; // centre and half vector of the edge, in the plane
  vf length;
  vf snap; // a length: within it an end of the edge counts as on a side of the face
} box_edge;

// Returns the vector from the centre of the box to the centre of the edge.
LANE_INLINE vec_f centre_of_edge(const box_part* box) {
  vf at[3];
  for (int k = 0; k < 3; ++k) {
    const mf along = vf_eq(vf_set((float)k), box->shown.least);
    at[k] = vf_select(along, vf_set(0), vf_mul(box->shown.side[k], box->half[k]));
  }
  return from_axes(box->axes.axis, from_array_f(at));
}

// Sets the face and the edge for the normal n from A to B. It is valid if one box shows a face, the other an edge.
LANE_INLINE void find_box_edge(const pair_frame_f* f, vec_f n, const facing_box* a, const facing_box* b,
                               box_edge* out) {
  const box_part* edge = &out->part[1];
  const box_face* face = &out->face;
  out->swapped = b->face;
  select_part(out->swapped, a, b, &out->part[0]);
  select_part(out->swapped, b, a, &out->part[1]);
  out->normal = select_vec_f(out->swapped, neg_f(n), n);
  place_face(&out->part[0], out->normal, &out->face);
  const vec_f to = select_vec_f(out->swapped, neg_f(f->p), f->p); // between the centres
  const vf least = edge->shown.least, half = pick_3(least, edge->half);
  const vec_f axis = pick_axis(least, edge->axes.axis);
  out->from = in_plane(face, sub_f(add_f(to, centre_of_edge(edge)), face->centre));
  out->along = in_plane(face, scale_f(axis, half));
  out->length = vf_add(half, half);
  // the squares of half the sizes: that of the face is its area over its diagonal
  const vf uu = vf_mul(face->half_u, face->half_u), vv = vf_mul(face->half_v, face->half_v);
  const vf size_square = vf_div(vf_mul(uu, vv), not_zero(vf_add(uu, vv)));
  out->snap = vf_mul(vf_set(2 * SNAP), vf_sqrt(vf_min(size_square, vf_mul(half, half))));
}

// ------------------ clipping

// Corners and sides of a face are numbered around it. Side k begins at corner k. Along (u, v) the corners are (-, -),
// (+, -), (+, +) and (-, +).

// Clips the edge to the strip between two opposite sides of the face. `step`: half the edge's way across the strip.
// `enters`, `leaves`: the parameters at which the edge does so; infinite for an end that is in.
LANE_INLINE void clip_strip(vf from, vf along, vf step, vf half, mf begins, mf ends, vf* enters, vf* leaves) {
  const vf inverse = vf_div(vf_set(0.5f), not_zero(step));
  const vf low = vf_mul(vf_sub(vf_neg(half), from), inverse), high = vf_mul(vf_sub(half, from), inverse);
  const mf back = vf_lt(along, vf_set(0));
  *enters = vf_select(begins, vf_set(-HUGE_VALF), vf_select(back, high, low));
  *leaves = vf_select(ends, vf_set(HUGE_VALF), vf_select(back, low, high));
}

// An end of the edge. It counts as over the face if it is no farther outside than the snap.
typedef struct edge_end {
  vec_f at;
  mf in_x, in_y, in; // between the sides along v; between those along u; both
} edge_end;

LANE_INLINE edge_end end_of_edge(const box_edge* e, vec_f at) {
  const mf in_x = vf_le(vf_abs(at.x), vf_add(e->face.half_u, e->snap));
  const mf in_y = vf_le(vf_abs(at.y), vf_add(e->face.half_v, e->snap));
  return (edge_end){at, in_x, in_y, mf_and(in_x, in_y)};
}

// A point of the edge over the face.
typedef struct edge_point {
  vec_f at;  // point of the plane
  mf corner; // an end of the edge; else a crossing of a side of the face
  vf end;    // 0: where the edge begins or enters, 1: where it leaves or ends
  vf side;   // side of the face that is crossed
  mf has;
} edge_point;

// Finds the part of the edge over the face: from where it begins or enters to where it leaves or ends. A crossing
// within the snap of an end that is in does not count.
LANE_INLINE void clip_edge(const box_edge* e, edge_point out[2]) {
  const vf zero = vf_set(0), one = vf_set(1), two = vf_set(2), three = vf_set(3);
  const edge_end begin = end_of_edge(e, sub_f(e->from, e->along)), end = end_of_edge(e, add_f(e->from, e->along));
  const vec_f from = begin.at, along = sub_f(end.at, from);
  vf x0, x1, y0, y1;
  clip_strip(from.x, along.x, e->along.x, e->face.half_u, begin.in_x, end.in_x, &x0, &x1);
  clip_strip(from.y, along.y, e->along.y, e->face.half_v, begin.in_y, end.in_y, &y0, &y1);
  const vf enters = vf_max(vf_max(x0, y0), zero), leaves = vf_min(vf_min(x1, y1), one);
  const mf short_in = mf_and(end.in, vf_le(vf_mul(vf_sub(one, enters), e->length), e->snap));
  const mf short_out = mf_and(begin.in, vf_le(vf_mul(leaves, e->length), e->snap));
  const mf within = vf_lt(enters, leaves), back_x = vf_lt(along.x, zero), back_y = vf_lt(along.y, zero);
  const mf enter = mf_and_not(mf_and_not(within, begin.in), short_in);
  const mf leave = mf_and_not(mf_and(within, vf_lt(leaves, one)), short_out);
  const vf low_x = vf_select(back_x, one, three), high_x = vf_select(back_x, three, one);
  const vf low_y = vf_select(back_y, two, zero), high_y = vf_select(back_y, zero, two);
  const vec_f in = add_f(from, scale_f(along, enters)), gone = add_f(from, scale_f(along, leaves));
  const vf side_in = vf_select(vf_lt(x0, y0), low_y, low_x), side_gone = vf_select(vf_lt(y1, x1), high_y, high_x);
  out[0] = (edge_point){in, begin.in, zero, side_in, mf_or(begin.in, enter)};
  out[1] = (edge_point){select_vec_f(end.in, end.at, gone), end.in, one, side_gone, mf_or(end.in, leave)};
}

LANE_INLINE edge_point select_edge_point(mf m, const edge_point* a, const edge_point* b) {
  return (edge_point){select_vec_f(m, a->at, b->at), mf_or(mf_and(m, a->corner), mf_and_not(b->corner, m)),
                      vf_select(m, a->end, b->end), vf_select(m, a->side, b->side),
                      mf_or(mf_and(m, a->has), mf_and_not(b->has, m))};
}

// Puts the deepest point first. No point stays if none is as deep as `deep`. Points within `near` count as one.
LANE_INLINE void order_edge_points(const box_edge* e, vf deep, vf near, edge_point at[2]) {
  const mf first_deep = mf_and(at[0].has, vf_le(at[0].at.z, deep));
  const mf made = mf_or(first_deep, mf_and(at[1].has, vf_le(at[1].at.z, deep)));
  const vf square = square_apart(&e->face, at[1].at, at[0].at);
  const mf both = mf_and(mf_and(at[0].has, at[1].has), vf_lt(vf_mul(near, near), square));
  const mf deeper = mf_and(both, vf_lt(at[1].at.z, at[0].at.z));
  const mf swapped = mf_or(deeper, mf_and_not(mf_and_not(made, first_deep), both));
  const edge_point first = select_edge_point(swapped, &at[1], &at[0]);
  const edge_point second = select_edge_point(swapped, &at[0], &at[1]);
  at[0] = first;
  at[1] = second;
  at[0].has = made;
  at[1].has = mf_and(both, made);
}

#endif
