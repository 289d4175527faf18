// Chooses the points of a manifold among those where two faces of boxes lie over each other, in lanes. The rules are
// those of single/manifold3.h.
#ifndef LGJK_CASE3_BOX_CHOICE_H
#define LGJK_CASE3_BOX_CHOICE_H

#include "case3/box_faces.h"

enum { MANIFOLD_POINTS = 4 };

typedef struct few_points {
  vec_f at[MANIFOLD_POINTS]; // points of the plane
  vf feature[MANIFOLD_POINTS];
  mf has[MANIFOLD_POINTS];
} few_points;

// Takes the first point of `from` that is in `m` as point i of `to`.
LANE_INLINE void take_first(const mf m[FACE_POINTS], const face_points* from, few_points* to, int i) {
  for (int k = FACE_POINTS - 1; k >= 0; --k) {
    to->at[i] = select_vec_f(m[k], from->at[k], to->at[i]);
    to->feature[i] = vf_select(m[k], from->feature[k], to->feature[i]);
    to->has[i] = mf_or(to->has[i], m[k]);
  }
}

// Returns the largest measure. Two running maxima halve the chain of operations that wait for each other.
LANE_INLINE vf largest_of(const vf measure[FACE_POINTS]) {
  vf most[2] = {measure[0], measure[1]};
  for (int k = 2; k < FACE_POINTS; ++k) most[k & 1] = vf_max(most[k & 1], measure[k]);
  return vf_max(most[0], most[1]);
}

// Takes as point i the point whose measure times weight is the largest, among those whose measure is above `least`.
LANE_INLINE void take_largest(mf lanes, vf measure[FACE_POINTS], const vf weight[FACE_POINTS], vf least,
                              const face_points* from, few_points* to, int i) {
  mf m[FACE_POINTS];
  for (int k = 0; k < FACE_POINTS; ++k) {
    const mf counts = mf_and(from->valid[k], vf_lt(least, measure[k]));
    measure[k] = vf_select(counts, vf_mul(measure[k], weight[k]), vf_set(-1));
  }
  const vf most = largest_of(measure);
  const mf any = mf_and(lanes, vf_le(vf_set(0), most));
  for (int k = 0; k < FACE_POINTS; ++k) m[k] = mf_and(any, vf_le(most, measure[k]));
  take_first(m, from, to, i);
}

// A linear function on the plane: twice the area of the triangle over the side from p to q, by its third corner.
typedef struct side_area {
  vf x, y, constant;
} side_area;

LANE_INLINE side_area area_over(vec_f p, vec_f q, vf sign) {
  const vf x = vf_flip_sign(vf_sub(p.y, q.y), sign), y = vf_flip_sign(vf_sub(q.x, p.x), sign);
  return (side_area){x, y, vf_neg(vf_add(vf_mul(x, p.x), vf_mul(y, p.y)))};
}

LANE_INLINE vf area_at(const side_area* s, vec_f at) {
  return vf_add(vf_add(vf_mul(s->x, at.x), vf_mul(s->y, at.y)), s->constant);
}

// Takes as the fourth point the one that adds the largest area to the triangle of the first three.
LANE_INLINE void take_fourth(const face_points* all, const vf weight[FACE_POINTS], vf least, few_points* out) {
  const vec_f p = out->at[0], q = out->at[1], r = out->at[2];
  const side_area turn = area_over(p, q, vf_set(1));
  const vf outside = vf_neg(area_at(&turn, r));
  const side_area sides[3] = {area_over(p, q, outside), area_over(q, r, outside), area_over(r, p, outside)};
  vf added[FACE_POINTS];
  for (int k = 0; k < FACE_POINTS; ++k) {
    const vf first = area_at(&sides[0], all->at[k]), second = area_at(&sides[1], all->at[k]);
    added[k] = vf_max(vf_max(first, second), area_at(&sides[2], all->at[k]));
  }
  take_largest(out->has[2], added, weight, least, all, out, 3);
}

// Returns the unit vector across n of a direction that is fixed in the body.
LANE_INLINE vec_f fixed_across(const core_lanes_f* core, vec_f n) {
  const vec_f w = rotate_f(&core->rotation, (vec_f){vf_set(FIXED_X), vf_set(FIXED_Y), vf_set(FIXED_Z)});
  const vec_f d = sub_f(w, scale_f(n, dot_f(w, n)));
  return scale_f(d, vf_div(vf_set(1), vf_sqrt(not_zero(dot_f(d, d)))));
}

// Returns a direction that turns with both bodies. It is the same whichever is A, unless the faces are equally large.
LANE_INLINE vec_f find_direction(const pair_frame_f* f, const box_faces* faces) {
  const vec_f a = fixed_across(&f->a, faces->meet.normal), b = fixed_across(&f->b, faces->meet.normal);
  const vec_f opposed = select_vec_f(faces->meet.swapped, sub_f(b, a), sub_f(a, b));
  return select_vec_f(vf_lt(vf_set(OPPOSED), dot_f(a, b)), add_f(a, b), opposed);
}

// Takes the two extreme points along d. `weight`: a factor for each point, larger farther along d.
LANE_INLINE void take_ends(const box_plane* plane, vec_f d, const face_points* all, vf near, vf weight[FACE_POINTS],
                           few_points* out) {
  const vf none = vf_set(-HUGE_VALF), x = dot_f(d, plane->u), y = dot_f(d, plane->v);
  vf low[FACE_POINTS], high[FACE_POINTS];
  mf m[FACE_POINTS];
  for (int k = 0; k < FACE_POINTS; ++k) {
    const vf along = vf_add(vf_mul(all->at[k].x, x), vf_mul(all->at[k].y, y));
    low[k] = vf_select(all->valid[k], vf_neg(along), none);
    high[k] = vf_select(all->valid[k], along, none);
  }
  const vf lowest = largest_of(low), highest = largest_of(high), bias = vf_set(BIAS);
  for (int k = 0; k < FACE_POINTS; ++k) m[k] = mf_and(all->valid[k], vf_le(lowest, low[k]));
  take_first(m, all, out, 0);
  for (int k = 0; k < FACE_POINTS; ++k) m[k] = mf_and(all->valid[k], vf_le(highest, high[k]));
  take_first(m, all, out, 1);
  out->has[1] = mf_and(out->has[1], vf_lt(vf_mul(near, near), square_apart(plane, out->at[0], out->at[1])));
  const vf reach = vf_add(lowest, highest);
  for (int k = 0; k < FACE_POINTS; ++k) weight[k] = vf_add(reach, vf_mul(bias, vf_add(high[k], lowest)));
}

// Takes both extreme points along d, the point farthest from their line, and the point that adds the largest area.
// Points no farther apart than `near` count as one. Distances are those seen along the normal.
LANE_INLINE void spread_points(const box_plane* plane, vec_f d, const face_points* all, vf near, few_points* out) {
  const vec_f zeros = {0};
  const vf zero = vf_set(0);
  const mf no = mf_none();
  vf weight[FACE_POINTS], beside[FACE_POINTS];
  *out = (few_points){{zeros, zeros, zeros, zeros}, {zero, zero, zero, zero}, {no, no, no, no}};
  take_ends(plane, d, all, near, weight, out);
  const vec_f side = sub_f(out->at[1], out->at[0]);
  const vf least = vf_mul(near, vf_sqrt(vf_add(vf_mul(side.x, side.x), vf_mul(side.y, side.y))));
  const side_area line = area_over(out->at[0], out->at[1], vf_set(1));
  for (int k = 0; k < FACE_POINTS; ++k) beside[k] = vf_abs(area_at(&line, all->at[k]));
  take_largest(out->has[1], beside, weight, least, all, out, 2);
  if (mf_any(out->has[2])) take_fourth(all, weight, least, out);
}

// Replaces the chosen point that is nearest to the deepest one by the deepest one, in the given lanes.
static LANE_NOINLINE void take_deepest(const box_plane* plane, const face_points* all, mf lanes, vf least,
                                       few_points* out) {
  mf m[FACE_POINTS];
  few_points deepest = {.at[0] = out->at[0], .feature[0] = out->feature[0], .has[0] = mf_none()};
  for (int k = 0; k < FACE_POINTS; ++k) m[k] = mf_and(all->valid[k], vf_le(all->at[k].z, least));
  take_first(m, all, &deepest, 0);
  vf square = vf_set(HUGE_VALF), nearest = vf_set(0);
  for (int i = 0; i < MANIFOLD_POINTS; ++i) {
    const vf each = square_apart(plane, deepest.at[0], out->at[i]);
    const mf nearer = mf_and(out->has[i], vf_lt(each, square));
    square = vf_select(nearer, each, square);
    nearest = vf_select(nearer, vf_set((float)i), nearest);
  }
  for (int i = 0; i < MANIFOLD_POINTS; ++i) {
    const mf here = mf_and(lanes, vf_eq(nearest, vf_set((float)i)));
    out->at[i] = select_vec_f(here, deepest.at[0], out->at[i]);
    out->feature[i] = vf_select(here, deepest.feature[0], out->feature[i]);
  }
}

// Moves the deepest point to the front.
LANE_INLINE void swap_deepest(few_points* few) {
  for (int i = 1; i < MANIFOLD_POINTS; ++i) {
    const mf deeper = mf_and(few->has[i], vf_lt(few->at[i].z, few->at[0].z));
    const vec_f at = few->at[0];
    const vf feature = few->feature[0];
    few->at[0] = select_vec_f(deeper, few->at[i], at);
    few->at[i] = select_vec_f(deeper, at, few->at[i]);
    few->feature[0] = vf_select(deeper, few->feature[i], feature);
    few->feature[i] = vf_select(deeper, feature, few->feature[i]);
  }
}

// Returns the lanes in which the faces are parallel within the sine TREMOR.
LANE_INLINE mf faces_rest(const box_faces* f) {
  const vec_f x = cross_f(f->meet.face.up, f->other.up);
  return vf_le(dot_f(x, x), vf_set(TREMOR * TREMOR));
}

// Chooses the points of a manifold. Returns the lanes that have a point as deep as `deep`.
LANE_INLINE mf choose_points(const pair_frame_f* f, const box_faces* faces, const face_points* all, vf deep, vf near,
                             few_points* out) {
  vf least = vf_set(HUGE_VALF), chosen = least;
  for (int k = 0; k < FACE_POINTS; ++k) least = vf_select(all->valid[k], vf_min(all->at[k].z, least), least);
  spread_points(&faces->meet.plane, find_direction(f, faces), all, near, out);
  for (int i = 0; i < MANIFOLD_POINTS; ++i) chosen = vf_select(out->has[i], vf_min(out->at[i].z, chosen), chosen);
  const mf shallow = mf_and_not(mf_and(out->has[0], vf_lt(deep, chosen)), faces_rest(faces));
  if (mf_any(shallow)) take_deepest(&faces->meet.plane, all, shallow, least, out);
  swap_deepest(out);
  return mf_and(out->has[0], vf_le(least, deep));
}

// ------------------ an edge over a face

// Clips the edge that one box shows another to the face of the other, in lanes. Points and ids are as in
// single/manifold3.h.

// The face of one box and the edge of the other.
typedef struct box_edge {
  box_meeting meet;
  vec_f from, along; // centre and half vector of the edge, in the plane
  vf length, snap;
} box_edge;

// Returns the vector from the centre of the box to the centre of the edge.
LANE_INLINE vec_f centre_of_edge(const box_part* box) {
  vf at[3];
  for (int k = 0; k < 3; ++k) {
    const mf along = vf_eq(vf_set((float)k), box->shown.least);
    at[k] = vf_select(along, vf_set(0), vf_mul(box->shown.side[k], box->half[k]));
  }
  const rotation_f r = {box->axes.axis[0], box->axes.axis[1], box->axes.axis[2]};
  return rotate_f(&r, from_array_f(at));
}

// Sets the face and the edge for the normal n from A to B. It is valid if one box shows a face, the other an edge.
LANE_INLINE void find_box_edge(const pair_frame_f* f, vec_f n, const box_shown* a, const box_shown* b, box_edge* out) {
  find_meeting(f, n, a, b, b->face, &out->meet);
  const box_part* edge = &out->meet.part[1];
  const box_face* face = &out->meet.face;
  const vf least = edge->shown.least, half = pick_3(least, edge->half);
  const vec_f axis = pick_axis(least, edge->axes.axis);
  out->from = in_plane(&out->meet.plane, sub_f(add_f(out->meet.to, centre_of_edge(edge)), face->centre));
  out->along = in_plane(&out->meet.plane, scale_f(axis, half));
  out->length = vf_add(half, half);
  out->snap = snap_of(vf_min(size_square(face), vf_mul(half, half)));
}

// A point of the edge over the face.
typedef struct edge_point {
  vec_f at;  // point of the plane
  mf corner; // an end of the edge; else a crossing of a side of the face
  vf end;    // 0: where the edge begins or enters, 1: where it leaves or ends
  vf side;   // side of the face that is crossed
  mf has;
} edge_point;

// Finds the part of the edge over the face: from where it begins or enters to where it leaves or ends.
LANE_INLINE void clip_edge(const box_edge* e, edge_point out[2]) {
  const cut_frame r = {e->meet.face.half_u, e->meet.face.half_v, e->snap};
  const cut_end begin = end_of_side(&r, sub_f(e->from, e->along)), end = end_of_side(&r, add_f(e->from, e->along));
  const mf begins = is_in(&begin), ends = is_in(&end);
  side_cut cut;
  cut_side(&r, &begin, &end, inverse_of_twice(e->along), e->length, &cut);
  out[0] = (edge_point){cut.in, begins, vf_set(0), cut.side_in, mf_or(begins, cut.enter)};
  out[1] = (edge_point){select_vec_f(ends, end.at, cut.gone), ends, vf_set(1), cut.side_gone, mf_or(ends, cut.leave)};
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
  const vf square = square_apart(&e->meet.plane, at[1].at, at[0].at);
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
