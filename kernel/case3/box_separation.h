// Decides whether two boxes overlap by the 15 axes that can separate them (Gottschalk, Lin and Manocha 1996; Ericson
// 2005, section 4.4.1). It takes about 300 operations. Pairs that float32 cannot decide so are searched like any
// others.
#ifndef LGJK_CASE3_BOX_SEPARATION_H
#define LGJK_CASE3_BOX_SEPARATION_H

#include <math.h>

#include "gjk/segments3.h"

typedef struct box_axes {
  vec_f axis[3];
} box_axes;

LANE_INLINE box_axes axes_of(const core_lanes_f* core) {
  return (box_axes){{core->rotation.x, core->rotation.y, core->rotation.z}};
}

typedef struct box_pair {
  vf to_a[3], to_b[3]; // vector from A's position to B's, in the axes of A and of B
  vf r[3][3];          // |axis i of A . axis j of B|
  vf cosine[3][3];     // axis i of A . axis j of B
  vf a[3], b[3];       // half extents
} box_pair;

LANE_INLINE void compare_axes(const pair_frame_f* f, box_pair* out) {
  const box_axes a = axes_of(&f->a), b = axes_of(&f->b);
  for (int i = 0; i < 3; ++i) {
    out->to_a[i] = dot_f(f->p, a.axis[i]);
    out->to_b[i] = dot_f(f->p, b.axis[i]);
    out->a[i] = core_float_f(&f->a, (uint32_t)i);
    out->b[i] = core_float_f(&f->b, (uint32_t)i);
    for (int j = 0; j < 3; ++j) {
      out->cosine[i][j] = dot_f(a.axis[i], b.axis[j]);
      out->r[i][j] = vf_abs(out->cosine[i][j]);
    }
  }
}

enum { BOX_FACES = 6 };

// Computes the separations of the boxes along the face normals; a negative one is an overlap. The order is that of
// preference: axis 0 of A, 0 of B, 1 of A and so on. Returns the largest.
LANE_INLINE vf between_faces(const box_pair* p, vf out[BOX_FACES]) {
  for (int i = 0; i < 3; ++i) {
    const vf b = vf_add(vf_add(vf_mul(p->b[0], p->r[i][0]), vf_mul(p->b[1], p->r[i][1])), vf_mul(p->b[2], p->r[i][2]));
    const vf a = vf_add(vf_add(vf_mul(p->a[0], p->r[0][i]), vf_mul(p->a[1], p->r[1][i])), vf_mul(p->a[2], p->r[2][i]));
    out[2 * i] = vf_sub(vf_abs(p->to_a[i]), vf_add(p->a[i], b));
    out[2 * i + 1] = vf_sub(vf_abs(p->to_b[i]), vf_add(p->b[i], a));
  }
  vf most = out[0];
  for (int i = 1; i < BOX_FACES; ++i) most = vf_max(most, out[i]);
  return most;
}

static const int next_axis[5] = {1, 2, 0, 1, 2};

// Returns the separation of the boxes along the cross product of edge i of A and edge j of B, times the product's
// length. That length is the sine between the edges. A negative separation is an overlap.
LANE_INLINE vf between_two_edges(const box_pair* p, int i, int j) {
  const int i1 = next_axis[i], i2 = next_axis[i + 1], j1 = next_axis[j], j2 = next_axis[j + 1];
  const vf projection = vf_sub(vf_mul(p->to_a[i2], p->cosine[i1][j]), vf_mul(p->to_a[i1], p->cosine[i2][j]));
  const vf a = vf_add(vf_mul(p->a[i1], p->r[i2][j]), vf_mul(p->a[i2], p->r[i1][j]));
  const vf b = vf_add(vf_mul(p->b[j1], p->r[i][j2]), vf_mul(p->b[j2], p->r[i][j1]));
  return vf_sub(vf_abs(projection), vf_add(a, b));
}

typedef struct edge_axes {
  vf apart; // > 0: some cross product of edges separates the boxes by more than `reach`
  vf most;  // largest separation times sine: < 0 where the boxes overlap along every cross product
  vf sine;  // upper bound of the least sine between an edge of A and one of B
} edge_axes;

// Evaluates the nine cross products. Each `l` is from 1 to sqrt(2) times the sine between the edges.
LANE_INLINE void between_edges(const box_pair* p, vf reach, vf margin, edge_axes* out) {
  out->apart = out->most = vf_set(-HUGE_VALF);
  out->sine = vf_set(2);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const vf l = vf_add(p->r[next_axis[i]][j], p->r[next_axis[i + 1]][j]), s = between_two_edges(p, i, j);
      out->apart = vf_max(out->apart, vf_sub(vf_sub(s, margin), vf_mul(reach, l)));
      out->most = vf_max(out->most, s);
      out->sine = vf_min(out->sine, l);
    }
  }
}

LANE_INLINE vf box_margin(const pair_frame_f* f) { return vf_mul(vf_set(BOX_MARGIN), f->touch_band); }

// Finds the lanes that the 15 axes prove apart or overlapping. The cross product of two nearly parallel edges decides
// nothing and is not needed: with one box turned into line, the boxes are prisms along that edge. Prisms overlap if
// they overlap along the six face normals (BOX_TURN).
LANE_INLINE void find_boxes_verdict(const pair_frame_f* f, mf* apart, mf* meet) {
  box_pair pair;
  edge_axes edges;
  vf each[BOX_FACES];
  const vf margin = box_margin(f), zero = vf_set(0);
  compare_axes(f, &pair);
  const vf faces = between_faces(&pair, each);
  between_edges(&pair, f->radius, margin, &edges);
  *apart = mf_or(vf_lt(vf_add(f->radius, margin), faces), vf_lt(zero, edges.apart));
  const vf depth = vf_sub(vf_neg(faces), margin);
  const mf prisms = vf_lt(vf_add(vf_mul(vf_mul(vf_set(BOX_TURN), f->scale), edges.sine), margin), depth);
  const vf along_edges = vf_add(edges.most, vf_add(margin, margin)); // for rounding, and for the margin times a sine
  *meet = mf_and(vf_lt(zero, depth), mf_or(vf_lt(along_edges, zero), prisms));
}

// Sorts the lanes by the axes. `beyond`: lanes proved to be beyond `most`. `deep`: lanes whose depth has to be found,
// as no axis proves the cores apart or overlapping by less than the touch band. `p`: the result of compare_axes.
LANE_INLINE void sort_boxes(const pair_frame_f* f, const box_pair* p, float most, mf* beyond, mf* deep) {
  edge_axes edges;
  vf each[BOX_FACES];
  const vf margin = box_margin(f);
  const bool bounded = most < HUGE_VALF;
  const vf reach = bounded ? vf_add(f->radius, vf_set(most)) : vf_set(0), faces = between_faces(p, each);
  between_edges(p, reach, margin, &edges);
  *beyond = mf_none();
  if (bounded) *beyond = mf_or(vf_lt(vf_add(reach, margin), faces), vf_lt(vf_set(0), edges.apart));
  *deep = mf_and(vf_lt(faces, vf_neg(f->touch_band)), vf_le(edges.most, margin));
}

// ------------------ depth

// Computes how deep two boxes overlap, and along which of the 15 axes: 6 face normals and 9 cross products of edges
// (Gottschalk, Lin and Manocha 1996). The products are compared as fractions. Where rounding could decide which axis is
// the shallowest, as of nearly parallel edges, each product is evaluated again along its own unit vector.

#define BOX_EDGES 6 // number of the first cross product: (i, j) is 6 + 3 i + j, after the face normals

typedef struct box_depth {
  vf depth;     // depth of the cores along the normal, the least of all axes
  vec_f normal; // unit, from A to B
  vf axis;      // number of the axis
} box_depth;

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

// Finds the shallowest of the twelve directions: the first one within half a band of the least depth, each axis before
// its opposite. So the normal stays the same where several directions are equally short, as for boxes about one centre.
// Where the least depth is not above two touch bands, the exact shallowest is taken. Sets the depth and the axis: 0, 1,
// 2 of A, 3, 4, 5 of B. Returns the lanes in which the normal is opposite to the axis.
LANE_INLINE mf shallowest_face(const pair_frame_f* f, const box_pair* p, box_depth* out) {
  vf s[BOX_FACES];
  const vf zero = vf_set(0), two = vf_set(2), most = between_faces(p, s);
  const mf deep = vf_lt(vf_add(most, vf_add(f->touch_band, f->touch_band)), zero);
  const vf alike = vf_sub(most, vf_select(deep, vf_mul(vf_set(BOX_FACES_FIRST), f->scale), zero));
  vf taken = most, way = zero, axis = zero;
  for (int i = BOX_FACES - 1; i >= 0; --i) {
    const mf takes = vf_le(alike, s[i]);
    taken = vf_select(takes, s[i], taken);
    way = vf_select(takes, i & 1 ? p->to_b[i / 2] : p->to_a[i / 2], way);
    axis = vf_select(takes, vf_set((float)(i / 2 + (i & 1 ? 3 : 0))), axis);
  }
  const vf along = vf_add(taken, vf_mul(two, vf_min(way, zero)));
  const mf against = vf_lt(along, alike);
  out->axis = axis;
  out->depth = vf_neg(vf_select(against, taken, along));
  return against;
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
  vf i, j;
  const mf face_against = shallowest_face(f, p, out);
  const vf faces = out->depth, axis = out->axis;
  const vf enough = vf_max(vf_sub(faces, vf_mul(vf_set(BOX_FACES_FIRST), f->scale)), vf_set(0));
  const vf number = shallowest_edge(p, enough, &e);
  const mf of_b = vf_lt(vf_set(2), axis), edges = vf_le(vf_set(0), number);
  out->normal = select_vec_f(of_b, pick_axis(vf_sub(axis, vf_set(3)), axes_b.axis), pick_axis(axis, axes_a.axis));
  box_depth edge = *out;
  mf parallel;
  edges_of_number(number, &i, &j);
  edge.axis = vf_add(vf_set(BOX_EDGES), number);
  edge.normal = across_edges(pick_axis(i, axes_a.axis), pick_axis(j, axes_b.axis), &parallel);
  edge.depth = depth_along(f, p, edge.normal);
  const mf below = mf_and(mf_and_not(edges, parallel), vf_lt(edge.depth, enough));
  const vf depth = vf_select(below, edge.depth, faces);
  const mf deep = mf_and(lanes, vf_lt(f->touch_band, depth));
  const mf doubt = mf_and(deep, mf_or(mf_and_not(edges, below), edges_in_doubt(f, &e, number, depth)));
  const mf taken = mf_and_not(below, doubt);
  out->axis = vf_select(taken, edge.axis, out->axis);
  out->depth = vf_select(taken, edge.depth, out->depth);
  out->normal = select_vec_f(taken, edge.normal, out->normal);
  if (mf_any(doubt)) shallowest_unit_edge(f, p, doubt, enough, out);
  turn_normal(f, face_against, out);
}

#endif
