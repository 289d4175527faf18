// Clips the edge that one box shows another to the face of the other, in lanes. Points and ids are as in
// single/manifold3.h.
#ifndef LGJK_FORMULA_BOX_EDGES3_H
#define LGJK_FORMULA_BOX_EDGES3_H

#include "formula/box_clip3.h"

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
  vec_f at;  // place in the plane
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
