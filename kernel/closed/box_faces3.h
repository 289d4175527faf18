// The faces that two boxes show each other across a normal, and the points where one lies over the other.
#ifndef LGJK_CLOSED_BOX_FACES3_H
#define LGJK_CLOSED_BOX_FACES3_H

#include "closed/box_depth3.h"

// A face: the one most along a direction. Its sides go along the box's axes `axis` + 1 and + 2.
typedef struct box_face {
  vf axis;         // of the box, along its normal
  vf sign;         // of the normal along that axis: 1 or -1
  vec_f out, u, v; // unit: the normal outwards, the sides
  vf half_out, half_u, half_v;
} box_face;

LANE_FN void face_along(const core_lanes_f* core, vec_f n, box_face* out) {
  vec_f axes[3];
  vf half[3], most, along;
  axes_of(core, axes);
  out->axis = vf_set(0);
  most = along = dot_f(axes[0], n);
  for (int k = 0; k < 3; ++k) {
    half[k] = row_f(core, (uint32_t)k);
    along = dot_f(axes[k], n);
    const mf more = vf_lt(vf_abs(most), vf_abs(along));
    most = vf_select(more, along, most);
    out->axis = vf_select(more, vf_set((float)k), out->axis);
  }
  const vec_f next[3] = {axes[1], axes[2], axes[0]}, last[3] = {axes[2], axes[0], axes[1]};
  const vf half_next[3] = {half[1], half[2], half[0]}, half_last[3] = {half[2], half[0], half[1]};
  out->sign = vf_flip_sign(vf_set(1), most);
  out->out = scale_f(pick_axis(out->axis, axes), out->sign);
  out->u = pick_axis(out->axis, next);
  out->v = pick_axis(out->axis, last);
  out->half_out = pick_3(out->axis, half);
  out->half_u = pick_3(out->axis, half_next);
  out->half_v = pick_3(out->axis, half_last);
}

// Both faces, B's in the plane of A's: moved there along the normal. Of vectors in that plane x and y are along u and v
// of A's face, and z is how far, along the normal, B's face is from A's: negative where they overlap.
typedef struct box_faces {
  box_face a, b;
  vec_f normal;       // from A to B
  vec_f centre;       // of A's face, around A's position
  vec_f from, du, dv; // centre and half sides of B's face, in the plane
  vf snap;            // a length within which a vertex of B is on a side of A's face
} box_faces;

LANE_FN void find_box_faces(const pair_frame_f* f, vec_f n, box_faces* out) {
  face_along(&f->a, n, &out->a);
  face_along(&f->b, neg_f(n), &out->b);
  const box_face *a = &out->a, *b = &out->b;
  out->normal = n;
  out->centre = scale_f(a->out, a->half_out);
  const vec_f centre = sub_f(add_f(f->p, scale_f(b->out, b->half_out)), out->centre);
  const vec_f space[3] = {centre, scale_f(b->u, b->half_u), scale_f(b->v, b->half_v)};
  vec_f* const plane[3] = {&out->from, &out->du, &out->dv};
  const vf inverse = vf_div(vf_set(1), dot_f(n, a->out)), lean_u = dot_f(n, a->u), lean_v = dot_f(n, a->v);
  for (int k = 0; k < 3; ++k) {
    const vf z = vf_mul(dot_f(space[k], a->out), inverse);
    const vf x = vf_sub(dot_f(space[k], a->u), vf_mul(z, lean_u)), y = vf_sub(dot_f(space[k], a->v), vf_mul(z, lean_v));
    *plane[k] = (vec_f){x, y, z};
  }
  const vf least = vf_min(vf_min(a->half_u, a->half_v), vf_min(b->half_u, b->half_v));
  out->snap = vf_mul(vf_set(BOX_SNAP), least);
}

// Corners and sides of a face are numbered around it: corner k is where side k begins, at (-, -), (+, -), (+, +) and
// (-, +) along (u, v).
static const float corner_u[4] = {-1, 1, 1, -1}, corner_v[4] = {-1, -1, 1, 1};

// Where the faces lie over each other: vertices of B in A's face, corners of A's face in B's, and crossings of sides.
enum { FACE_POINTS = 12, OF_A = 4, CROSSING = 8 };
typedef struct face_points {
  vec_f at[FACE_POINTS];    // in the plane
  vf feature[FACE_POINTS];  // vertex 0..3 of B; OF_A + corner of A; CROSSING + 4 (side of B) + side of A
  mf valid[FACE_POINTS];
} face_points;

// Not 0, so that its inverse is finite, and of a product with a length too.
LANE_FN vf not_zero(vf a) {
  const vf least = vf_set(1e-30f);
  return vf_select(vf_lt(vf_abs(a), least), least, a);
}

// A side of B's face, between two sides of A's that face each other: the parameters at which it enters and leaves. It
// does neither at an end that is between them, or no farther outside than the snap.
LANE_FN void clip_strip(vf from, vf along, vf inverse, vf half, mf begins, mf ends, vf* enters, vf* leaves) {
  const vf low = vf_mul(vf_sub(vf_neg(half), from), inverse), high = vf_mul(vf_sub(half, from), inverse);
  const mf back = vf_lt(along, vf_set(0));
  *enters = vf_select(begins, vf_set(-HUGE_VALF), vf_select(back, high, low));
  *leaves = vf_select(ends, vf_set(HUGE_VALF), vf_select(back, low, high));
}

// Side k of B's face, from corner k to the next: where it begins or enters A's face, and where it leaves.
LANE_FN void clip_side(const box_faces* f, int k, const vec_f corner[4], const mf in_x[4], const mf in_y[4],
                       vec_f inverse, face_points* out) {
  const vf zero = vf_set(0), one = vf_set(1), first = vf_set((float)(CROSSING + 4 * k));
  const int next = (k + 1) & 3;
  const vec_f from = corner[k], along = sub_f(corner[next], from);
  vf x0, x1, y0, y1;
  clip_strip(from.x, along.x, inverse.x, f->a.half_u, in_x[k], in_x[next], &x0, &x1);
  clip_strip(from.y, along.y, inverse.y, f->a.half_v, in_y[k], in_y[next], &y0, &y1);
  const vf enters = vf_max(vf_max(x0, y0), zero), leaves = vf_min(vf_min(x1, y1), one);
  const mf inside = mf_and(in_x[k], in_y[k]), within = vf_lt(enters, leaves);
  const mf back_x = vf_lt(along.x, zero), back_y = vf_lt(along.y, zero);
  const vf low_x = vf_select(back_x, one, vf_set(3)), high_x = vf_select(back_x, vf_set(3), one);
  const vf low_y = vf_select(back_y, vf_set(2), zero), high_y = vf_select(back_y, zero, vf_set(2));
  const vf entered = vf_add(first, vf_select(vf_lt(x0, y0), low_y, low_x));
  out->at[k] = add_f(from, scale_f(along, enters));
  out->feature[k] = vf_select(inside, vf_set((float)k), entered);
  out->valid[k] = mf_or(inside, within);
  out->at[4 + k] = add_f(from, scale_f(along, leaves));
  out->feature[4 + k] = vf_add(first, vf_select(vf_lt(y1, x1), high_y, high_x));
  out->valid[4 + k] = mf_and(within, vf_lt(leaves, one));
}

// The corners of A's face that are in B's by more than the snap: nearer to a side of B's, the side's crossing or the
// vertex of B stands for it.
LANE_FN void clip_corners(const box_faces* f, face_points* out) {
  const vf one = vf_set(1);
  const vf area = not_zero(vf_sub(vf_mul(f->du.x, f->dv.y), vf_mul(f->du.y, f->dv.x))), inverse = vf_div(one, area);
  const vf most_u = vf_sub(one, vf_div(f->snap, f->b.half_u)), most_v = vf_sub(one, vf_div(f->snap, f->b.half_v));
  for (int k = 0; k < 4; ++k) {
    const vf x = vf_mul(vf_set(corner_u[k]), f->a.half_u), y = vf_mul(vf_set(corner_v[k]), f->a.half_v);
    const vf dx = vf_sub(x, f->from.x), dy = vf_sub(y, f->from.y);
    const vf s = vf_mul(vf_sub(vf_mul(dx, f->dv.y), vf_mul(dy, f->dv.x)), inverse);
    const vf t = vf_mul(vf_sub(vf_mul(f->du.x, dy), vf_mul(f->du.y, dx)), inverse);
    out->at[8 + k] = (vec_f){x, y, vf_add(f->from.z, vf_add(vf_mul(s, f->du.z), vf_mul(t, f->dv.z)))};
    out->feature[8 + k] = vf_set((float)(OF_A + k));
    out->valid[8 + k] = mf_and(vf_lt(vf_abs(s), most_u), vf_lt(vf_abs(t), most_v));
  }
}

LANE_FN void clip_faces(const box_faces* f, face_points* out) {
  const vf half = vf_set(0.5f);
  vec_f corner[4], inverse[4];
  mf in_x[4], in_y[4];
  const vf outer_u = vf_add(f->a.half_u, f->snap), outer_v = vf_add(f->a.half_v, f->snap);
  for (int k = 0; k < 4; ++k) {
    const vec_f u = scale_f(f->du, vf_set(corner_u[k])), v = scale_f(f->dv, vf_set(corner_v[k]));
    corner[k] = add_f(f->from, add_f(u, v));
    in_x[k] = vf_le(vf_abs(corner[k].x), outer_u);
    in_y[k] = vf_le(vf_abs(corner[k].y), outer_v);
  }
  inverse[0] = (vec_f){vf_div(half, not_zero(f->du.x)), vf_div(half, not_zero(f->du.y)), half};
  inverse[1] = (vec_f){vf_div(half, not_zero(f->dv.x)), vf_div(half, not_zero(f->dv.y)), half};
  inverse[2] = neg_f(inverse[0]);
  inverse[3] = neg_f(inverse[1]);
  for (int k = 0; k < 4; ++k) clip_side(f, k, corner, in_x, in_y, inverse[k], out);
  clip_corners(f, out);
}

#endif
