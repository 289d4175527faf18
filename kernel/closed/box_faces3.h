// The faces that two boxes show each other across a normal, or the face of one and the edge of the other, and the
// points where one lies over the other: what penetration/ does one pair at a time, for boxes in lanes.
#ifndef LGJK_CLOSED_BOX_FACES3_H
#define LGJK_CLOSED_BOX_FACES3_H

#include "closed/box_depth3.h"

// What a box shows along a direction: a face where its normal is not far from it, an edge where that is all but across
// it, else a vertex. As in penetration/.
typedef struct box_shown {
  vf side[3];     // 1 or -1: the vertex that is the farthest along the direction, over the half extents
  vf most, least; // numbers of the axes that are the most and the least along the direction
  mf face, edge;  // neither: a vertex
} box_shown;

// n: unit. toward: 1 along it, -1 against it.
LANE_FN void find_shown(const core_lanes_f* core, vec_f n, float toward, box_shown* out) {
  vec_f axes[3];
  vf most = vf_set(-1), least = vf_set(2);
  axes_of(core, axes);
  out->most = out->least = vf_set(0);
  for (int k = 0; k < 3; ++k) {
    const vf along = dot_f(axes[k], n), square = vf_mul(along, along), number = vf_set((float)k);
    out->side[k] = vf_flip_sign(vf_set(toward), along);
    out->most = vf_select(vf_lt(most, square), number, out->most);
    out->least = vf_select(vf_lt(square, least), number, out->least);
    most = vf_max(most, square);
    least = vf_min(least, square);
  }
  out->face = vf_le(vf_set(1 - SHOWN_SQUARE), most);
  out->edge = mf_and_not(vf_le(least, vf_set(SHOWN_SQUARE)), out->face);
}

// One box of the two: that whose face is the reference, or the other.
typedef struct box_part {
  vec_f axis[3];
  vf half[3];
  box_shown shown;
} box_part;

LANE_FN void set_part(mf second, const core_lanes_f* a, const box_shown* of_a, const core_lanes_f* b,
                      const box_shown* of_b, box_part* out) {
  vec_f axes_a[3], axes_b[3];
  axes_of(a, axes_a);
  axes_of(b, axes_b);
  for (uint32_t k = 0; k < 3; ++k) {
    out->axis[k] = select_vec_f(second, axes_b[k], axes_a[k]);
    out->half[k] = vf_select(second, row_f(b, k), row_f(a, k));
    out->shown.side[k] = vf_select(second, of_b->side[k], of_a->side[k]);
  }
  out->shown.most = vf_select(second, of_b->most, of_a->most);
  out->shown.least = vf_select(second, of_b->least, of_a->least);
  out->shown.face = mf_or(mf_and(second, of_b->face), mf_and_not(of_a->face, second));
  out->shown.edge = mf_or(mf_and(second, of_b->edge), mf_and_not(of_a->edge, second));
}

LANE_FN vf after_axis(vf k) { return vf_select(vf_eq(k, vf_set(2)), vf_set(0), vf_add(k, vf_set(1))); }

// A face or an edge: a parallelogram, flat where it is an edge.
typedef struct box_face {
  vf axis_u, axis_v;   // numbers of the axes along its sides
  vec_f u, v;          // unit
  vf half_u, half_v;   // half_v is 0 of an edge
  vec_f centre;        // from that of the box
} box_face;

LANE_FN void place_face(const box_part* box, box_face* out) {
  vf at[3];
  const mf face = box->shown.face;
  const vf zero = vf_set(0), first = after_axis(box->shown.most);
  out->axis_u = vf_select(face, first, box->shown.least);
  out->axis_v = after_axis(first);
  out->u = pick_axis(out->axis_u, box->axis);
  out->v = pick_axis(out->axis_v, box->axis);
  out->half_u = pick_3(out->axis_u, box->half);
  out->half_v = vf_select(face, pick_3(out->axis_v, box->half), zero);
  for (int k = 0; k < 3; ++k) {
    const vf number = vf_set((float)k);
    const mf along = mf_or(vf_eq(number, out->axis_u), mf_and(face, vf_eq(number, out->axis_v)));
    at[k] = vf_select(along, zero, vf_mul(box->shown.side[k], box->half[k]));
  }
  const rotation_f r = {box->axis[0], box->axis[1], box->axis[2]};
  out->centre = rotate_f(&r, from_array_f(at));
}

// The reference face, and the other in its plane: moved there along the normal. Of vectors in that plane x and y are
// along the sides of the reference face, and z is how far, along the normal, the other is from it: negative where they
// overlap.
typedef struct box_faces {
  box_part part[2];
  box_face face[2];   // reference, other
  mf swapped;         // the reference is B's
  vec_f normal;       // from the reference to the other
  vf lean_u, lean_v;  // of the normal, over the sides of the reference
  vec_f from, du, dv; // centre and half sides of the other, in the plane
  vf snap;            // a length: within it a vertex of the other is on a side of the reference
} box_faces;

// Not 0, so that its inverse is finite, and of a product with a length too.
LANE_FN vf not_zero(vf a) {
  const vf least = vf_set(1e-30f);
  return vf_select(vf_lt(vf_abs(a), least), least, a);
}

// The square of half its size: of a face its area over its diagonal, of an edge its length.
LANE_FN vf size_square(const box_face* f, mf face) {
  const vf u = vf_mul(f->half_u, f->half_u), v = vf_mul(f->half_v, f->half_v);
  return vf_select(face, vf_div(vf_mul(u, v), not_zero(vf_add(u, v))), u);
}

// n: from A to B. Where neither is a face, this means nothing.
LANE_FN void find_box_faces(const pair_frame_f* f, vec_f n, const box_shown* a, const box_shown* b, box_faces* out) {
  out->swapped = mf_and_not(b->face, a->face);
  set_part(out->swapped, &f->a, a, &f->b, b, &out->part[0]);
  set_part(out->swapped, &f->b, b, &f->a, a, &out->part[1]);
  for (int i = 0; i < 2; ++i) place_face(&out->part[i], &out->face[i]);
  const box_face *r = &out->face[0], *o = &out->face[1];
  const box_part* part = &out->part[0];
  const vf side = pick_3(part->shown.most, part->shown.side);
  const vec_f up = scale_f(pick_axis(part->shown.most, part->axis), side);
  out->normal = select_vec_f(out->swapped, neg_f(n), n);
  const vec_f p = select_vec_f(out->swapped, neg_f(f->p), f->p), centre = sub_f(add_f(p, o->centre), r->centre);
  const vec_f space[3] = {centre, scale_f(o->u, o->half_u), scale_f(o->v, o->half_v)};
  vec_f* const plane[3] = {&out->from, &out->du, &out->dv};
  const vf inverse = vf_div(vf_set(1), dot_f(out->normal, up));
  out->lean_u = dot_f(out->normal, r->u);
  out->lean_v = dot_f(out->normal, r->v);
  for (int k = 0; k < 3; ++k) {
    const vf z = vf_mul(dot_f(space[k], up), inverse);
    const vf x = vf_sub(dot_f(space[k], r->u), vf_mul(z, out->lean_u));
    *plane[k] = (vec_f){x, vf_sub(dot_f(space[k], r->v), vf_mul(z, out->lean_v)), z};
  }
  const vf least = vf_min(size_square(r, out->part[0].shown.face), size_square(o, out->part[1].shown.face));
  out->snap = vf_mul(vf_set(2 * SNAP), vf_sqrt(least));
}

// Corners and sides of a face are numbered around it: corner k is where side k begins, at (-, -), (+, -), (+, +) and
// (-, +) along (u, v). An edge is side 0.
static const float corner_u[4] = {-1, 1, 1, -1}, corner_v[4] = {-1, -1, 1, 1};

// Where the faces lie over each other: corners of the other in the reference, corners of the reference in the other,
// and crossings of sides.
enum { FACE_POINTS = 12, OF_REFERENCE = 4, CROSSING = 8 };
typedef struct face_points {
  vec_f at[FACE_POINTS];    // in the plane
  vf feature[FACE_POINTS];  // corner of the other; OF_REFERENCE + corner; CROSSING + 4 (side of the other) + side
  mf valid[FACE_POINTS];
} face_points;

// What a clip works on: corners of the other face, in the plane.
typedef struct face_clip {
  vec_f corner[4];
  mf in_x[4], in_y[4]; // between the sides of the reference, or no farther outside than the snap
  mf covered[4];       // corners of the reference that are in the other face, or no farther outside than the snap
} face_clip;

// A side of the other face, between two sides of the reference that face each other: the parameters at which it enters
// and leaves. It does neither at an end that is in.
LANE_FN void clip_strip(vf from, vf along, vf inverse, vf half, mf begins, mf ends, vf* enters, vf* leaves) {
  const vf low = vf_mul(vf_sub(vf_neg(half), from), inverse), high = vf_mul(vf_sub(half, from), inverse);
  const mf back = vf_lt(along, vf_set(0));
  *enters = vf_select(begins, vf_set(-HUGE_VALF), vf_select(back, high, low));
  *leaves = vf_select(ends, vf_set(HUGE_VALF), vf_select(back, low, high));
}

// Crossings no farther than the snap from a corner of the reference that is covered, which stands for them. x, y:
// whether a side along v or along u of the reference is crossed; neither: no crossing.
LANE_FN mf at_covered_corner(const box_faces* f, const face_clip* c, vec_f at, mf x, mf y) {
  const box_face* r = &f->face[0];
  const mf near_v = vf_le(vf_sub(r->half_v, f->snap), vf_abs(at.y));
  const mf near_u = vf_le(vf_sub(r->half_u, f->snap), vf_abs(at.x));
  const mf near = mf_or(mf_and(x, near_v), mf_and(y, near_u));
  if (!mf_any(near)) return near;
  const mf low_u = vf_lt(at.x, vf_set(0)), low_v = vf_lt(at.y, vf_set(0));
  const mf low = mf_or(mf_and(low_u, c->covered[0]), mf_and_not(c->covered[1], low_u));
  const mf high = mf_or(mf_and(low_u, c->covered[3]), mf_and_not(c->covered[2], low_u));
  return mf_and(near, mf_or(mf_and(low_v, low), mf_and_not(high, low_v)));
}

// Side k of the other face, from corner k to the next: where it begins or enters the reference, and where it leaves.
// Crossings no farther than the snap from an end that is in are left out.
LANE_FN void clip_side(const box_faces* f, const face_clip* c, int k, vec_f inverse, face_points* out) {
  const vf zero = vf_set(0), one = vf_set(1), first = vf_set((float)(CROSSING + 4 * k));
  const int next = (k + 1) & 3;
  const vec_f from = c->corner[k], along = sub_f(c->corner[next], from);
  vf x0, x1, y0, y1;
  clip_strip(from.x, along.x, inverse.x, f->face[0].half_u, c->in_x[k], c->in_x[next], &x0, &x1);
  clip_strip(from.y, along.y, inverse.y, f->face[0].half_v, c->in_y[k], c->in_y[next], &y0, &y1);
  const vf enters = vf_max(vf_max(x0, y0), zero), leaves = vf_min(vf_min(x1, y1), one);
  const mf begins = mf_and(c->in_x[k], c->in_y[k]), ends = mf_and(c->in_x[next], c->in_y[next]);
  const vf half = k % 2 ? f->face[1].half_v : f->face[1].half_u, length = vf_add(half, half);
  const mf short_in = mf_and(ends, vf_le(vf_mul(vf_sub(one, enters), length), f->snap));
  const mf short_out = mf_and(begins, vf_le(vf_mul(leaves, length), f->snap));
  const mf within = vf_lt(enters, leaves), by_y = vf_lt(x0, y0), out_by_y = vf_lt(y1, x1);
  const mf back_x = vf_lt(along.x, zero), back_y = vf_lt(along.y, zero);
  const vf low_x = vf_select(back_x, one, vf_set(3)), high_x = vf_select(back_x, vf_set(3), one);
  const vf low_y = vf_select(back_y, vf_set(2), zero), high_y = vf_select(back_y, zero, vf_set(2));
  const vec_f in = add_f(from, scale_f(along, enters)), gone = add_f(from, scale_f(along, leaves));
  const mf enter = mf_and_not(mf_and_not(within, begins), short_in);
  const mf leave = mf_and_not(mf_and(within, vf_lt(leaves, one)), short_out);
  out->at[k] = in;
  out->feature[k] = vf_select(begins, vf_set((float)k), vf_add(first, vf_select(by_y, low_y, low_x)));
  const mf stood_for = at_covered_corner(f, c, in, mf_and_not(enter, by_y), mf_and(enter, by_y));
  out->valid[k] = mf_or(begins, mf_and_not(enter, stood_for));
  out->at[4 + k] = gone;
  out->feature[4 + k] = vf_add(first, vf_select(out_by_y, high_y, high_x));
  const mf left_to = at_covered_corner(f, c, gone, mf_and_not(leave, out_by_y), mf_and(leave, out_by_y));
  out->valid[4 + k] = mf_and_not(leave, left_to);
}

// The corners of the reference: in the other face, or no farther outside than the snap, but not where a corner of the
// other stands for them.
LANE_FN void clip_corners(const box_faces* f, face_clip* c, face_points* out) {
  const vf one = vf_set(1), snap = vf_mul(f->snap, f->snap);
  const box_face* r = &f->face[0];
  const vf area = not_zero(vf_sub(vf_mul(f->du.x, f->dv.y), vf_mul(f->du.y, f->dv.x))), inverse = vf_div(one, area);
  const vf outer = vf_mul(f->snap, vf_abs(inverse));
  const vf most_s = vf_add(one, vf_mul(outer, f->face[1].half_v));
  const vf most_t = vf_add(one, vf_mul(outer, f->face[1].half_u));
  for (int k = 0; k < 4; ++k) {
    const vf x = vf_mul(vf_set(corner_u[k]), r->half_u), y = vf_mul(vf_set(corner_v[k]), r->half_v);
    const vf dx = vf_sub(x, f->from.x), dy = vf_sub(y, f->from.y);
    const vf s = vf_mul(vf_sub(vf_mul(dx, f->dv.y), vf_mul(dy, f->dv.x)), inverse);
    const vf t = vf_mul(vf_sub(vf_mul(f->du.x, dy), vf_mul(f->du.y, dx)), inverse);
    out->at[8 + k] = (vec_f){x, y, vf_add(f->from.z, vf_add(vf_mul(s, f->du.z), vf_mul(t, f->dv.z)))};
    out->feature[8 + k] = vf_set((float)(OF_REFERENCE + k));
    c->covered[k] = mf_and(vf_le(vf_abs(s), most_s), vf_le(vf_abs(t), most_t));
    c->covered[k] = mf_and(c->covered[k], f->part[1].shown.face);
    out->valid[8 + k] = c->covered[k];
    for (int i = 0; i < 4; ++i) {
      const vf ex = vf_sub(x, c->corner[i].x), ey = vf_sub(y, c->corner[i].y);
      const mf near = vf_le(vf_add(vf_mul(ex, ex), vf_mul(ey, ey)), snap);
      out->valid[8 + k] = mf_and_not(out->valid[8 + k], mf_and(near, mf_and(c->in_x[i], c->in_y[i])));
    }
  }
}

// Where one face covers the other as a whole, the corners of that are all there is; of both, those of the other.
LANE_FN void keep_corners_alone(const face_clip* c, face_points* out) {
  mf other = mf_from_bits(UINT32_MAX), reference = other;
  for (int k = 0; k < 4; ++k) {
    other = mf_and(other, mf_and(c->in_x[k], c->in_y[k]));
    reference = mf_and(reference, c->covered[k]);
  }
  for (int k = 0; k < 8; ++k) out->valid[k] = mf_and_not(out->valid[k], mf_and_not(reference, other));
  for (int k = 8; k < FACE_POINTS; ++k) {
    out->valid[k] = mf_and_not(mf_or(out->valid[k], mf_and(reference, c->covered[k - 8])), other);
  }
}

LANE_FN void clip_faces(const box_faces* f, face_points* out) {
  const vf half = vf_set(0.5f), outer_u = vf_add(f->face[0].half_u, f->snap);
  const vf outer_v = vf_add(f->face[0].half_v, f->snap);
  vec_f inverse[4];
  face_clip c;
  for (int k = 0; k < 4; ++k) {
    const vec_f u = scale_f(f->du, vf_set(corner_u[k])), v = scale_f(f->dv, vf_set(corner_v[k]));
    c.corner[k] = add_f(f->from, add_f(u, v));
    c.in_x[k] = vf_le(vf_abs(c.corner[k].x), outer_u);
    c.in_y[k] = vf_le(vf_abs(c.corner[k].y), outer_v);
  }
  inverse[0] = (vec_f){vf_div(half, not_zero(f->du.x)), vf_div(half, not_zero(f->du.y)), half};
  inverse[1] = (vec_f){vf_div(half, not_zero(f->dv.x)), vf_div(half, not_zero(f->dv.y)), half};
  inverse[2] = neg_f(inverse[0]);
  inverse[3] = neg_f(inverse[1]);
  clip_corners(f, &c, out);
  for (int k = 0; k < 4; ++k) clip_side(f, &c, k, inverse[k], out);
  keep_corners_alone(&c, out);
  const mf face = f->part[1].shown.face;
  out->valid[1] = mf_and(out->valid[1], mf_or(face, mf_and(c.in_x[1], c.in_y[1])));
  for (int k = 2; k < FACE_POINTS; ++k) {
    if (k != 4) out->valid[k] = mf_and(out->valid[k], face);
  }
}

#endif
