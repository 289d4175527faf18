// Finds the faces that two boxes show each other across a normal. It does for lanes what single/ does for one pair.
// What lies over a face is found below, and in case3/box_choice.h.
#ifndef LGJK_CASE3_BOX_FACES_H
#define LGJK_CASE3_BOX_FACES_H

#include "case3/box_separation.h"

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
  for (uint32_t k = 0; k < 3; ++k) out->half[k] = core_float_f(core, k);
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
  const vf x = core_float_f(core, 0), y = core_float_f(core, 1), z = core_float_f(core, 2);
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

// ------------------ clipping

// Clips the face of a box to the face of the other, as both are seen along a normal: finds the points where they lie
// over each other.

static const float corner_u[4] = {-1, 1, 1, -1}, corner_v[4] = {-1, -1, 1, 1};

// The points where the faces lie over each other: corners of the other in the reference, corners of the reference in
// the other, and crossings of sides.
enum { FACE_POINTS = 12, OF_REFERENCE = 4, CROSSING = 8 };
typedef struct face_points {
  vec_f at[FACE_POINTS];   // points of the plane
  vf feature[FACE_POINTS]; // corner of the other; OF_REFERENCE + corner; CROSSING + 4 (side of the other) + side
  mf valid[FACE_POINTS];
} face_points;

// Clips a side of the other face to the strip between two opposite sides of the reference. `enters`, `leaves`: the
// parameters at which the side does so; infinite for an end that is in.
LANE_INLINE void clip_strip(vf from, vf along, vf inverse, vf half, mf begins, mf ends, vf* enters, vf* leaves) {
  const vf low = vf_mul(vf_sub(vf_neg(half), from), inverse), high = vf_mul(vf_sub(half, from), inverse);
  const mf back = vf_lt(along, vf_set(0));
  *enters = vf_select(begins, vf_set(-HUGE_VALF), vf_select(back, high, low));
  *leaves = vf_select(ends, vf_set(HUGE_VALF), vf_select(back, low, high));
}

// The reference as a rectangle that cuts sides of the other: half its sides, and the snap.
typedef struct cut_frame {
  vf half_u, half_v, snap;
} cut_frame;

// An end of a side of the other. It counts as in the reference if it is no farther outside than the snap.
typedef struct cut_end {
  vec_f at;
  mf in_x, in_y; // between the sides of the reference along v, and along u
} cut_end;

LANE_INLINE cut_end end_of_side(const cut_frame* r, vec_f at) {
  const mf in_x = vf_le(vf_abs(at.x), vf_add(r->half_u, r->snap));
  return (cut_end){at, in_x, vf_le(vf_abs(at.y), vf_add(r->half_v, r->snap))};
}

LANE_INLINE mf is_in(const cut_end* end) { return mf_and(end->in_x, end->in_y); }

// The crossings of a side of the other with sides of the reference. One within the snap of an end that is in does not
// count.
typedef struct side_cut {
  vec_f in, gone;        // parameters at which the side enters or begins, and leaves or ends
  mf enter, leave;       // lanes in which these are crossings
  mf by_y, gone_by_y;    // lanes in which the crossed side is along u
  vf side_in, side_gone; // the crossed sides of the reference
} side_cut;

// Cuts a side of the other. `inverse`: one over the side's way along x and along y. `length`: that of the side.
LANE_INLINE void cut_side(const cut_frame* r, const cut_end* begin, const cut_end* end, vec_f inverse, vf length,
                          side_cut* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f from = begin->at, along = sub_f(end->at, from);
  vf x0, x1, y0, y1;
  clip_strip(from.x, along.x, inverse.x, r->half_u, begin->in_x, end->in_x, &x0, &x1);
  clip_strip(from.y, along.y, inverse.y, r->half_v, begin->in_y, end->in_y, &y0, &y1);
  const vf enters = vf_max(vf_max(x0, y0), zero), leaves = vf_min(vf_min(x1, y1), one);
  const mf begins = is_in(begin), ends = is_in(end);
  const mf short_in = mf_and(ends, vf_le(vf_mul(vf_sub(one, enters), length), r->snap));
  const mf short_out = mf_and(begins, vf_le(vf_mul(leaves, length), r->snap));
  const mf within = vf_lt(enters, leaves), back_x = vf_lt(along.x, zero), back_y = vf_lt(along.y, zero);
  out->by_y = vf_lt(x0, y0);
  out->gone_by_y = vf_lt(y1, x1);
  const vf low_x = vf_select(back_x, one, vf_set(3)), high_x = vf_select(back_x, vf_set(3), one);
  const vf low_y = vf_select(back_y, vf_set(2), zero), high_y = vf_select(back_y, zero, vf_set(2));
  out->in = add_f(from, scale_f(along, enters));
  out->gone = add_f(from, scale_f(along, leaves));
  out->enter = mf_and_not(mf_and_not(within, begins), short_in);
  out->leave = mf_and_not(mf_and(within, vf_lt(leaves, one)), short_out);
  out->side_in = vf_select(out->by_y, low_y, low_x);
  out->side_gone = vf_select(out->gone_by_y, high_y, high_x);
}

// The corners that a clip works on.
typedef struct face_clip {
  cut_end corner[4]; // corners of the other face
  mf covered[4];     // corners of the reference that are in the other face, or outside by at most the snap
} face_clip;

// Returns the crossings no farther than the snap from a covered corner of the reference, which stands for them. `x`,
// `y`: lanes that cross a side of the reference along v, or along u; neither where there is no crossing.
LANE_INLINE mf at_covered_corner(const cut_frame* r, const face_clip* c, vec_f at, mf x, mf y) {
  const mf near_v = vf_le(vf_sub(r->half_v, r->snap), vf_abs(at.y));
  const mf near_u = vf_le(vf_sub(r->half_u, r->snap), vf_abs(at.x));
  const mf near = mf_or(mf_and(x, near_v), mf_and(y, near_u));
  if (!mf_any(near)) return near;
  const mf low_u = vf_lt(at.x, vf_set(0)), low_v = vf_lt(at.y, vf_set(0));
  const mf low = mf_or(mf_and(low_u, c->covered[0]), mf_and_not(c->covered[1], low_u));
  const mf high = mf_or(mf_and(low_u, c->covered[3]), mf_and_not(c->covered[2], low_u));
  return mf_and(near, mf_or(mf_and(low_v, low), mf_and_not(high, low_v)));
}

// Clips side k of the other face, from corner k to the next.
LANE_INLINE void clip_side(const cut_frame* r, const face_clip* c, int k, vec_f inverse, vf length, face_points* out) {
  const vf first = vf_set((float)(CROSSING + 4 * k));
  const cut_end *begin = &c->corner[k], *end = &c->corner[(k + 1) & 3];
  const mf begins = is_in(begin);
  side_cut cut;
  cut_side(r, begin, end, inverse, length, &cut);
  out->at[k] = cut.in;
  out->feature[k] = vf_select(begins, vf_set((float)k), vf_add(first, cut.side_in));
  const mf stood_for = at_covered_corner(r, c, cut.in, mf_and_not(cut.enter, cut.by_y), mf_and(cut.enter, cut.by_y));
  out->valid[k] = mf_or(begins, mf_and_not(cut.enter, stood_for));
  out->at[4 + k] = cut.gone;
  out->feature[4 + k] = vf_add(first, cut.side_gone);
  const mf left_to =
      at_covered_corner(r, c, cut.gone, mf_and_not(cut.leave, cut.gone_by_y), mf_and(cut.leave, cut.gone_by_y));
  out->valid[4 + k] = mf_and_not(cut.leave, left_to);
}

// Finds the corners of the reference that are in the other face, or outside by at most the snap. A corner is left out
// if a corner of the other stands for it.
LANE_INLINE void clip_corners(const box_faces* f, face_clip* c, face_points* out) {
  const vf one = vf_set(1), snap = vf_mul(f->snap, f->snap);
  const box_face* r = &f->meet.face;
  const vf area = not_zero(vf_sub(vf_mul(f->du.x, f->dv.y), vf_mul(f->du.y, f->dv.x))), inverse = vf_div(one, area);
  const vf outer = vf_mul(f->snap, vf_abs(inverse));
  const vf most_s = vf_add(one, vf_mul(outer, f->other.half_v));
  const vf most_t = vf_add(one, vf_mul(outer, f->other.half_u));
  for (int k = 0; k < 4; ++k) {
    const vf x = vf_mul(vf_set(corner_u[k]), r->half_u), y = vf_mul(vf_set(corner_v[k]), r->half_v);
    const vf dx = vf_sub(x, f->from.x), dy = vf_sub(y, f->from.y);
    const vf s = vf_mul(vf_sub(vf_mul(dx, f->dv.y), vf_mul(dy, f->dv.x)), inverse);
    const vf t = vf_mul(vf_sub(vf_mul(f->du.x, dy), vf_mul(f->du.y, dx)), inverse);
    out->at[8 + k] = (vec_f){x, y, vf_add(f->from.z, vf_add(vf_mul(s, f->du.z), vf_mul(t, f->dv.z)))};
    out->feature[8 + k] = vf_set((float)(OF_REFERENCE + k));
    c->covered[k] = mf_and(vf_le(vf_abs(s), most_s), vf_le(vf_abs(t), most_t));
    out->valid[8 + k] = c->covered[k];
    for (int i = 0; i < 4; ++i) {
      const vf ex = vf_sub(x, c->corner[i].at.x), ey = vf_sub(y, c->corner[i].at.y);
      const mf near = vf_le(vf_add(vf_mul(ex, ex), vf_mul(ey, ey)), snap);
      out->valid[8 + k] = mf_and_not(out->valid[8 + k], mf_and(near, is_in(&c->corner[i])));
    }
  }
}

// Keeps only the corners of a face that the other covers as a whole; if both do, those of the other.
LANE_INLINE void keep_corners_alone(const face_clip* c, face_points* out) {
  mf other = mf_all(), reference = other;
  for (int k = 0; k < 4; ++k) {
    other = mf_and(other, is_in(&c->corner[k]));
    reference = mf_and(reference, c->covered[k]);
  }
  for (int k = 0; k < 8; ++k) out->valid[k] = mf_and_not(out->valid[k], mf_and_not(reference, other));
  for (int k = 8; k < FACE_POINTS; ++k) {
    out->valid[k] = mf_and_not(mf_or(out->valid[k], mf_and(reference, c->covered[k - 8])), other);
  }
}

// Returns the inverses of twice a vector in the plane.
LANE_INLINE vec_f inverse_of_twice(vec_f d) {
  const vf half = vf_set(0.5f);
  return (vec_f){vf_div(half, not_zero(d.x)), vf_div(half, not_zero(d.y)), half};
}

LANE_INLINE void clip_faces(const box_faces* f, face_points* out) {
  const cut_frame r = {f->meet.face.half_u, f->meet.face.half_v, f->snap};
  const vec_f u = inverse_of_twice(f->du), v = inverse_of_twice(f->dv), inverse[4] = {u, v, neg_f(u), neg_f(v)};
  const vf lengths[2] = {vf_add(f->other.half_u, f->other.half_u), vf_add(f->other.half_v, f->other.half_v)};
  face_clip c;
  for (int k = 0; k < 4; ++k) {
    const vec_f along_u = scale_f(f->du, vf_set(corner_u[k])), along_v = scale_f(f->dv, vf_set(corner_v[k]));
    c.corner[k] = end_of_side(&r, add_f(f->from, add_f(along_u, along_v)));
  }
  clip_corners(f, &c, out);
  for (int k = 0; k < 4; ++k) clip_side(&r, &c, k, inverse[k], lengths[k % 2], out);
  keep_corners_alone(&c, out);
}

#endif
