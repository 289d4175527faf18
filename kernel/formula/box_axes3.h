// Decides whether two boxes overlap by the 15 axes that can separate them (Gottschalk, Lin and Manocha 1996; Ericson
// 2005, section 4.4.1). It takes about 300 operations. Pairs that float32 cannot decide so are searched like any
// others.
#ifndef LGJK_FORMULA_BOX_AXES3_H
#define LGJK_FORMULA_BOX_AXES3_H

#include <math.h>

#include "geometry/gjk.h"

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
    out->a[i] = row_f(&f->a, (uint32_t)i);
    out->b[i] = row_f(&f->b, (uint32_t)i);
    for (int j = 0; j < 3; ++j) {
      out->cosine[i][j] = dot_f(a.axis[i], b.axis[j]);
      out->r[i][j] = vf_abs(out->cosine[i][j]);
    }
  }
}

enum { BOX_FACES = 6 };

// Computes the separations of the boxes along the face normals; a negative one is an overlap. The order is that of
// preference: axis 0 of A, 0 of B, 1 of A and so on.
LANE_INLINE void separations_of_faces(const box_pair* p, vf out[BOX_FACES]) {
  for (int i = 0; i < 3; ++i) {
    const vf b = vf_add(vf_add(vf_mul(p->b[0], p->r[i][0]), vf_mul(p->b[1], p->r[i][1])), vf_mul(p->b[2], p->r[i][2]));
    const vf a = vf_add(vf_add(vf_mul(p->a[0], p->r[0][i]), vf_mul(p->a[1], p->r[1][i])), vf_mul(p->a[2], p->r[2][i]));
    out[2 * i] = vf_sub(vf_abs(p->to_a[i]), vf_add(p->a[i], b));
    out[2 * i + 1] = vf_sub(vf_abs(p->to_b[i]), vf_add(p->b[i], a));
  }
}

// Returns the largest separation along a face normal.
LANE_INLINE vf between_faces(const box_pair* p) {
  vf s[BOX_FACES];
  separations_of_faces(p, s);
  vf most = s[0];
  for (int i = 1; i < BOX_FACES; ++i) most = vf_max(most, s[i]);
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
  const vf margin = box_margin(f), zero = vf_set(0);
  compare_axes(f, &pair);
  const vf faces = between_faces(&pair);
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
  const vf margin = box_margin(f);
  const bool bounded = most < HUGE_VALF;
  const vf reach = bounded ? vf_add(f->radius, vf_set(most)) : vf_set(0);
  const vf faces = between_faces(p);
  between_edges(p, reach, margin, &edges);
  *beyond = mf_none();
  if (bounded) *beyond = mf_or(vf_lt(vf_add(reach, margin), faces), vf_lt(vf_set(0), edges.apart));
  *deep = mf_and(vf_lt(faces, vf_neg(f->touch_band)), vf_le(edges.most, margin));
}

#endif
