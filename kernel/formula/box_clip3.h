// Clips the face of a box to the face of the other, as both are seen along a normal: finds the points where they lie
// over each other.
#ifndef LGJK_FORMULA_BOX_CLIP3_H
#define LGJK_FORMULA_BOX_CLIP3_H

#include "formula/box_faces3.h"

static const float corner_u[4] = {-1, 1, 1, -1}, corner_v[4] = {-1, -1, 1, 1};

// The points where the faces lie over each other: corners of the other in the reference, corners of the reference in
// the other, and crossings of sides.
enum { FACE_POINTS = 12, OF_REFERENCE = 4, CROSSING = 8 };
typedef struct face_points {
  vec_f at[FACE_POINTS];   // places in the plane
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
  vec_f in, gone;        // places at which the side enters or begins, and leaves or ends
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
