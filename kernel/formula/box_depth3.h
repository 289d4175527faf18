// Computes how deep two boxes overlap, and along which of the 15 axes: 6 face normals and 9 cross products of edges
// (Gottschalk, Lin and Manocha 1996). The products are compared as fractions. Where rounding could decide which axis is
// the shallowest, as of nearly parallel edges, each product is evaluated again along its own unit vector.
#ifndef LGJK_FORMULA_BOX_DEPTH3_H
#define LGJK_FORMULA_BOX_DEPTH3_H

#include "formula/box_axes3.h"

#define BOX_EDGES 6 // number of the first cross product: (i, j) is 6 + 3 i + j, after the face normals

typedef struct box_depth {
  vf depth;     // depth of the cores along the normal, the least of all axes
  vec_f normal; // unit, from A to B
  vf axis;      // number of the axis
} box_depth;

LANE_INLINE vf pick_3(vf number, const vf from[3]) {
  return vf_select(vf_eq(number, vf_set(2)), from[2], vf_select(vf_eq(number, vf_set(1)), from[1], from[0]));
}

LANE_INLINE vec_f pick_axis(vf number, const vec_f from[3]) {
  const mf one = vf_eq(number, vf_set(1)), two = vf_eq(number, vf_set(2));
  return select_vec_f(two, from[2], select_vec_f(one, from[1], from[0]));
}

// Splits a number 3 i + j into edge i of A and edge j of B.
LANE_INLINE void edges_of_number(vf number, vf* i, vf* j) {
  const vf zero = vf_set(0);
  const vf past_2 = vf_select(vf_lt(number, vf_set(3)), zero, vf_set(1));
  *i = vf_select(vf_lt(number, vf_set(6)), past_2, vf_set(2));
  *j = vf_sub(number, vf_mul(vf_set(3), *i));
}

// Returns how deep the boxes overlap along the unit vector n.
LANE_INLINE vf depth_along(const pair_frame_f* f, const box_pair* p, vec_f n) {
  const box_axes axes_a = axes_of(&f->a), axes_b = axes_of(&f->b);
  vf a = vf_mul(p->a[0], vf_abs(dot_f(axes_a.axis[0], n))), b = vf_mul(p->b[0], vf_abs(dot_f(axes_b.axis[0], n)));
  for (int k = 1; k < 3; ++k) {
    a = vf_add(a, vf_mul(p->a[k], vf_abs(dot_f(axes_a.axis[k], n))));
    b = vf_add(b, vf_mul(p->b[k], vf_abs(dot_f(axes_b.axis[k], n))));
  }
  return vf_sub(vf_add(a, b), vf_abs(dot_f(f->p, n)));
}

// Returns the unit cross product of two edges. It uses their difference, or their sum if that is shorter, so it is
// across both edges to rounding however small the sine is. The direct product of nearly equal vectors is noise. Rods
// that cross at a small angle have their least depth along it. `parallel`: lanes whose result is 0 or short.
LANE_INLINE vec_f across_edges(vec_f a, vec_f b, mf* parallel) {
  const vf cosine = dot_f(a, b);
  const vec_f x = cross_f(a, sub_f(b, flip_vec_f(a, cosine)));
  const vf square = dot_f(x, x);
  *parallel = vf_le(square, vf_set(BOX_PARALLEL_UNIT));
  return scale_f(x, vf_div(vf_set(1), vf_select(*parallel, vf_set(1), vf_sqrt(square))));
}

// Tries each cross product along its own unit vector, in the lanes in doubt. `faces`: the depth to be below.
static LANE_NOINLINE void shallowest_unit_edge(const pair_frame_f* f, const box_pair* p, mf lanes, vf faces,
                                               box_depth* out) {
  const box_axes axes_a = axes_of(&f->a), axes_b = axes_of(&f->b);
  vec_f n = out->normal;
  vf least = faces, axis = out->axis;
  for (int k = 0; k < 9; ++k) {
    mf parallel;
    const vec_f u = across_edges(axes_a.axis[k / 3], axes_b.axis[k % 3], &parallel);
    const vf depth = depth_along(f, p, u);
    const mf below = mf_and_not(mf_and(lanes, vf_lt(depth, least)), parallel);
    least = vf_select(below, depth, least);
    n = select_vec_f(below, u, n);
    axis = vf_select(below, vf_set((float)(BOX_EDGES + k)), axis);
  }
  const mf edges = mf_and_not(lanes, vf_lt(axis, vf_set(BOX_EDGES)));
  out->depth = vf_select(edges, least, out->depth);
  out->normal = n;
  out->axis = axis;
}

// The cross products as fractions: depth times sine, and the square of the sine.
typedef struct edge_fractions {
  vf over[9], square[9];
} edge_fractions;

// Returns the number of the cross product with the least depth if that is less than `faces`, else -1.
LANE_INLINE vf shallowest_edge(const box_pair* p, vf faces, edge_fractions* e) {
  vf least = vf_mul(faces, faces), under = vf_set(1), number = vf_set(-1);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int k = 3 * i + j;
      const vf c1 = p->cosine[next_axis[i]][j], c2 = p->cosine[next_axis[i + 1]][j];
      e->square[k] = vf_add(vf_mul(c1, c1), vf_mul(c2, c2));
      e->over[k] = vf_max(vf_neg(between_two_edges(p, i, j)), vf_set(0));
      const vf over = vf_mul(e->over[k], e->over[k]);
      const mf below =
          mf_and(vf_lt(vf_mul(over, under), vf_mul(least, e->square[k])), vf_lt(vf_set(BOX_PARALLEL), e->square[k]));
      least = vf_select(below, over, least);
      under = vf_select(below, e->square[k], under);
      number = vf_select(below, vf_set((float)k), number);
    }
  }
  return number;
}

// Returns the lanes in which rounding could hide a cross product that is shallower than the one found.
LANE_INLINE mf edges_in_doubt(const pair_frame_f* f, const edge_fractions* e, vf number, vf depth) {
  const vf noise = vf_mul(vf_set(BOX_RANK), f->scale), square = vf_mul(depth, depth);
  mf doubt = mf_none();
  for (int k = 0; k < 9; ++k) {
    const vf least = vf_max(vf_sub(e->over[k], noise), vf_set(0));
    const mf other = mf_and_not(vf_lt(vf_set(BOX_PARALLEL), e->square[k]), vf_eq(number, vf_set((float)k)));
    doubt = mf_or(doubt, mf_and(other, vf_lt(vf_mul(least, least), vf_mul(square, e->square[k]))));
  }
  return doubt;
}

// A face normal along which the boxes overlap.
typedef struct box_face_depth {
  vf depth, axis; // axis: its number, 0, 1, 2 of A and 3, 4, 5 of B
  mf against;     // lanes in which the normal is opposite to the box's axis
} box_face_depth;

// Finds the shallowest of the twelve directions: the first one within half a band of the least depth, each axis before
// its opposite. So the normal stays the same where several directions are equally short, as for boxes about one centre.
// Where the least depth is not above two touch bands, the exact shallowest is taken.
LANE_INLINE void shallowest_face(const pair_frame_f* f, const box_pair* p, box_face_depth* out) {
  vf s[BOX_FACES];
  separations_of_faces(p, s);
  const vf zero = vf_set(0), two = vf_set(2);
  vf most = s[0];
  for (int i = 1; i < BOX_FACES; ++i) most = vf_max(most, s[i]);
  const mf deep = vf_lt(vf_add(most, vf_add(f->touch_band, f->touch_band)), zero);
  const vf alike = vf_sub(most, vf_select(deep, vf_mul(vf_set(BOX_FACES_FIRST), f->scale), zero));
  vf taken = most, way = zero;
  out->axis = zero;
  for (int i = BOX_FACES - 1; i >= 0; --i) {
    const mf takes = vf_le(alike, s[i]);
    taken = vf_select(takes, s[i], taken);
    way = vf_select(takes, i & 1 ? p->to_b[i / 2] : p->to_a[i / 2], way);
    out->axis = vf_select(takes, vf_set((float)(i / 2 + (i & 1 ? 3 : 0))), out->axis);
  }
  const vf along = vf_add(taken, vf_mul(two, vf_min(way, zero)));
  out->against = vf_lt(along, alike);
  out->depth = vf_neg(vf_select(out->against, taken, along));
}

// Turns the normal out of A. A face normal keeps the sense that was chosen. A cross product is reversed where B is on
// its other side by more than a quarter of a band. So the depth is the least within half a band.
LANE_INLINE void turn_normal(const pair_frame_f* f, mf face_against, box_depth* out) {
  const vf zero = vf_set(0), one = vf_set(1), side = dot_f(out->normal, f->p);
  const mf edges = mf_not(vf_lt(out->axis, vf_set(BOX_EDGES)));
  const vf off = vf_mul(vf_set(0.5f * BOX_FACES_FIRST), f->scale);
  const mf edge_against = vf_lt(vf_add(side, off), zero), kept = mf_and_not(edges, edge_against);
  const mf against = mf_or(mf_and_not(face_against, edges), mf_and(edges, edge_against));
  const vf sign = vf_select(against, vf_neg(one), one);
  out->normal = scale_f(out->normal, sign);
  out->depth = vf_select(kept, vf_sub(out->depth, vf_mul(vf_set(2), vf_min(side, zero))), out->depth);
}

// Computes the depth of the boxes in the given lanes. A depth not above the touch band is only an upper bound of the
// least. A face normal is preferred to a cross product shallower by no more than half a band. So boxes at rest have
// face normals. `p`: the result of compare_axes.
LANE_INLINE void find_box_depth(const pair_frame_f* f, const box_pair* p, mf lanes, box_depth* out) {
  edge_fractions e;
  const box_axes axes_a = axes_of(&f->a), axes_b = axes_of(&f->b);
  box_face_depth face;
  vf i, j;
  shallowest_face(f, p, &face);
  const vf faces = face.depth, axis = face.axis;
  const vf enough = vf_max(vf_sub(faces, vf_mul(vf_set(BOX_FACES_FIRST), f->scale)), vf_set(0));
  const vf number = shallowest_edge(p, enough, &e);
  const mf of_b = vf_lt(vf_set(2), axis), edges = vf_le(vf_set(0), number);
  out->axis = axis;
  out->depth = faces;
  out->normal = select_vec_f(of_b, pick_axis(vf_sub(axis, vf_set(3)), axes_b.axis), pick_axis(axis, axes_a.axis));
  box_depth edge = *out;
  mf parallel;
  edges_of_number(number, &i, &j);
  edge.axis = vf_add(vf_set(BOX_EDGES), number);
  edge.normal = across_edges(pick_axis(i, axes_a.axis), pick_axis(j, axes_b.axis), &parallel);
  edge.depth = depth_along(f, p, edge.normal);
  const mf below = mf_and(mf_and_not(edges, parallel), vf_lt(edge.depth, enough));
  const vf depth = vf_select(below, edge.depth, faces);
  const mf asked = mf_and(lanes, vf_lt(f->touch_band, depth));
  const mf doubt = mf_and(asked, mf_or(mf_and_not(edges, below), edges_in_doubt(f, &e, number, depth)));
  const mf taken = mf_and_not(below, doubt);
  out->axis = vf_select(taken, edge.axis, out->axis);
  out->depth = vf_select(taken, edge.depth, out->depth);
  out->normal = select_vec_f(taken, edge.normal, out->normal);
  if (mf_any(doubt)) shallowest_unit_edge(f, p, doubt, enough, out);
  turn_normal(f, face.against, out);
}

#endif
