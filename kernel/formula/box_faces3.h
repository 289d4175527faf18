// Finds the faces that two boxes show each other across a normal. It does for lanes what single/ does for one pair.
// What lies over a face is found in box_clip3.h and box_edges3.h.
#ifndef LGJK_FORMULA_BOX_FACES3_H
#define LGJK_FORMULA_BOX_FACES3_H

#include "formula/box_depth3.h"

// The feature that a box shows along a direction, as in single/: a face if its normal is near the direction, an edge if
// that is nearly across the direction, else a vertex.
typedef struct box_shown {
  vf side[3];     // 1 or -1: the vertex farthest along the direction, divided by the half extents
  vf most, least; // numbers of the axes most and least along the direction
  mf face, edge;  // neither: a vertex
} box_shown;

// Finds the feature that a core shows. `n`: a unit vector. `toward`: 1 for the direction n, -1 for its opposite.
LANE_INLINE void find_shown(const core_lanes_f* core, vec_f n, float toward, box_shown* out) {
  const box_axes axes = axes_of(core);
  vf most = vf_set(-1), least = vf_set(2);
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

// One of the two boxes.
typedef struct box_part {
  box_axes axes;
  vf half[3];
  box_shown shown;
} box_part;

LANE_INLINE void set_part(const core_lanes_f* core, const box_shown* shown, box_part* out) {
  out->axes = axes_of(core);
  for (uint32_t k = 0; k < 3; ++k) out->half[k] = row_f(core, k);
  out->shown = *shown;
}

LANE_INLINE void select_part(mf second, const box_part* a, const box_part* b, box_part* out) {
  for (int k = 0; k < 3; ++k) {
    out->axes.axis[k] = select_vec_f(second, b->axes.axis[k], a->axes.axis[k]);
    out->half[k] = vf_select(second, b->half[k], a->half[k]);
    out->shown.side[k] = vf_select(second, b->shown.side[k], a->shown.side[k]);
  }
  out->shown.most = vf_select(second, b->shown.most, a->shown.most);
  out->shown.least = vf_select(second, b->shown.least, a->shown.least);
}

LANE_INLINE vf after_axis(vf k) { return vf_select(vf_eq(k, vf_set(2)), vf_set(0), vf_add(k, vf_set(1))); }

typedef struct box_face {
  vf axis_u, axis_v; // numbers of the axes along its sides
  vec_f u, v, up;    // unit; up: outwards
  vf half_u, half_v;
  vec_f centre; // vector from the centre of the box
} box_face;

LANE_INLINE void place_face(const box_part* box, box_face* out) {
  const vf most = box->shown.most;
  out->axis_u = after_axis(most);
  out->axis_v = after_axis(out->axis_u);
  out->u = pick_axis(out->axis_u, box->axes.axis);
  out->v = pick_axis(out->axis_v, box->axes.axis);
  out->up = scale_f(pick_axis(most, box->axes.axis), pick_3(most, box->shown.side));
  out->half_u = pick_3(out->axis_u, box->half);
  out->half_v = pick_3(out->axis_v, box->half);
  out->centre = scale_f(out->up, pick_3(most, box->half));
}

// The plane of a face, onto which the other box is moved along the normal. Vectors in that plane have x and y along the
// sides of the face. Their z is the distance of the other box along the normal, negative where the boxes overlap.
typedef struct box_plane {
  vec_f u, v, up;    // axes of the face
  vf inverse;        // one over the cosine between the normal and up
  vf lean_u, lean_v; // parts of the normal along the sides
} box_plane;

// Sets the plane. `n`: the normal from the box of the face to the other box.
LANE_INLINE void set_plane(const box_face* face, vec_f n, box_plane* out) {
  out->u = face->u;
  out->v = face->v;
  out->up = face->up;
  out->inverse = vf_div(vf_set(1), dot_f(n, face->up));
  out->lean_u = dot_f(n, face->u);
  out->lean_v = dot_f(n, face->v);
}

LANE_INLINE vec_f in_plane(const box_plane* p, vec_f a) {
  const vf z = vf_mul(dot_f(a, p->up), p->inverse);
  return (vec_f){vf_sub(dot_f(a, p->u), vf_mul(z, p->lean_u)), vf_sub(dot_f(a, p->v), vf_mul(z, p->lean_v)), z};
}

// Returns the squared distance between two points in the plane, seen along the normal.
LANE_INLINE vf square_apart(const box_plane* p, vec_f a, vec_f b) {
  const vf dx = vf_sub(a.x, b.x), dy = vf_sub(a.y, b.y);
  const vf along = vf_add(vf_mul(dx, p->lean_u), vf_mul(dy, p->lean_v));
  return vf_sub(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), vf_mul(along, along));
}

// Returns a, or 1e-30 if a is smaller in size, so that its inverse is finite, even times a length.
LANE_INLINE vf not_zero(vf a) {
  const vf least = vf_set(1e-30f);
  return vf_select(vf_lt(vf_abs(a), least), least, a);
}

// Returns the square of half the size of a face. The size is the area over the diagonal.
LANE_INLINE vf size_square(const box_face* f) {
  const vf u = vf_mul(f->half_u, f->half_u), v = vf_mul(f->half_v, f->half_v);
  return vf_div(vf_mul(u, v), not_zero(vf_add(u, v)));
}

// Returns the snap, a length: within it a vertex of the other counts as on a side of the reference. `least`: the square
// of half the smaller size of both features.
LANE_INLINE vf snap_of(vf least) { return vf_mul(vf_set(2 * SNAP), vf_sqrt(least)); }

// Returns a quarter of the area of the face that is shown.
LANE_INLINE vf area_shown(const core_lanes_f* core, const box_shown* shown) {
  const vf x = row_f(core, 0), y = row_f(core, 1), z = row_f(core, 2);
  const vf areas[3] = {vf_mul(y, z), vf_mul(x, z), vf_mul(x, y)};
  return pick_3(shown->most, areas);
}

// Returns the lanes in which B's face is larger by more than the factor LARGER.
LANE_INLINE mf face_of_b_is_larger(const pair_frame_f* f, const box_shown* a, const box_shown* b) {
  return vf_lt(vf_mul(vf_set(LARGER), area_shown(&f->a, a)), area_shown(&f->b, b));
}

// The face of one box, the reference, and the other box. The box of the face comes first.
typedef struct box_meeting {
  box_part part[2];
  box_face face;
  box_plane plane;
  mf swapped;       // the face is B's
  vec_f normal, to; // from the reference to the other: unit; the vector between their centres
} box_meeting;

// Sets the face for the normal n from A to B. `swapped`: lanes in which it is B's.
LANE_INLINE void find_meeting(const pair_frame_f* f, vec_f n, const box_shown* a, const box_shown* b, mf swapped,
                              box_meeting* out) {
  box_part of_a, of_b;
  set_part(&f->a, a, &of_a);
  set_part(&f->b, b, &of_b);
  out->swapped = swapped;
  select_part(swapped, &of_a, &of_b, &out->part[0]);
  select_part(swapped, &of_b, &of_a, &out->part[1]);
  place_face(&out->part[0], &out->face);
  out->normal = select_vec_f(swapped, neg_f(n), n);
  set_plane(&out->face, out->normal, &out->plane);
  out->to = select_vec_f(swapped, neg_f(f->p), f->p);
}

// The reference face, and the other face in its plane.
typedef struct box_faces {
  box_meeting meet;
  box_face other;
  vec_f from, du, dv; // centre and half sides of the other, in the plane
  vf snap;
} box_faces;

// Sets both faces, as find_meeting does. They are valid if both boxes show faces.
LANE_INLINE void find_box_faces(const pair_frame_f* f, vec_f n, const box_shown* a, const box_shown* b, mf swapped,
                                box_faces* out) {
  find_meeting(f, n, a, b, swapped, &out->meet);
  place_face(&out->meet.part[1], &out->other);
  const box_face *r = &out->meet.face, *o = &out->other;
  const box_plane* plane = &out->meet.plane;
  out->from = in_plane(plane, sub_f(add_f(out->meet.to, o->centre), r->centre));
  out->du = in_plane(plane, scale_f(o->u, o->half_u));
  out->dv = in_plane(plane, scale_f(o->v, o->half_v));
  out->snap = snap_of(vf_min(size_square(r), size_square(o)));
}

// Corners and sides of a face are numbered around it. Side k begins at corner k.
// Along (u, v) the corners are (-, -), (+, -), (+, +) and (-, +).

#endif
