// Makes manifolds in 2D, in lanes: one point, or the two ends of the stretch along which two edges face each other.
//
// The edges that face each other (gjk/facing_edges2.h) are intervals along the tangent. Their heights along the
// normal are linear, so the separation is greatest and least at the ends of the stretch that both have in common.
// Without two edges across the normal or a common stretch, or if no end is as deep as the shapes, the point midway
// between the witness points is one.
//
// An id has A's feature in its low 16 bits and B's in the others. At an end of the common stretch they are the vertex
// of one core and the edge of the other. They are two vertices if these are within the snap of each other. At a witness
// point each is the edge, if one is across the normal, or the vertex. So an id stays while the vertex meets the edge,
// whichever edge of the vertex faces it. Swapping the shapes swaps the halves of the id.
#ifndef LGJK_GJK_MANIFOLD2_H
#define LGJK_GJK_MANIFOLD2_H

#include "gjk/facing_edges2.h"

// The kind of a feature. A feature has its number in the low 8 bits and its kind above them.
typedef enum feature_kind {
  EDGE,
  VERTEX,
  NO_FEATURE // a curved core, or a point
} feature_kind;

// A stretch that is shorter than this, relative to the pair's scale, is one point. An end that is less deep by more is
// not the deepest.
#define MANIFOLD_SLACK 1e-6f

// Vertices meet if they are nearer to each other along the tangent than this, relative to the shorter edge.
#define MANIFOLD_SNAP 1e-3f

// Contacts of which manifolds are made.
typedef struct touch_lanes {
  vec_f origin; // A's position, around which the edges are
  vec_f n;      // unit normal, from A to B
  vec_f a, b;   // points of the shapes
  vf distance;  // signed
  vf radius_a, radius_b;
} touch_lanes;

typedef struct manifold_point {
  vec_f position;
  vf separation;
  vi id;
} manifold_point;

typedef struct manifold_lanes {
  vf count;
  manifold_point point[2];
} manifold_lanes;

LANE_INLINE manifold_point select_manifold_point(mf m, const manifold_point* a, const manifold_point* b) {
  return (manifold_point){select_vec_f(m, a->position, b->position), vf_select(m, a->separation, b->separation),
                          vi_of(vf_select(m, vf_of(a->id), vf_of(b->id)))};
}

LANE_INLINE vf feature(feature_kind kind, vf number) { return vf_add(vf_set((float)(256 * (int)kind)), number); }

LANE_INLINE vi id_of(vf feature_a, vf feature_b) {
  return vi_or(vi_truncate(feature_a), vi_shl(vi_truncate(feature_b), 16));
}

// Returns the feature of an edge at an end of the common stretch: its own vertex if that is inside of the other edge,
// else the edge.
LANE_INLINE vf end_feature(const facing_edge* e, int which, vf inside, vf snap) {
  const mf own = vf_le(vf_neg(snap), inside);
  return vf_select(own, feature(VERTEX, e->vertex[which]), feature(EDGE, e->number));
}

// Makes the end of the common stretch at `s`. `which`: 1 for the end that is farther along the tangent, else 0. `snap`:
// the greatest distance of vertices that meet.
LANE_INLINE manifold_point end_point(const touch_lanes* t, const facing_edge* a, const facing_edge* b, vf s, int which,
                                     vf snap) {
  const vec_f on_a = edge_point(a, s), on_b = edge_point(b, s), half = scale_f(t->n, vf_set(0.5f));
  const vec_f middle = scale_f(add_f(on_a, on_b), vf_set(0.5f));
  const vf beyond = vf_sub(a->along[which], b->along[which]), inside = which == 0 ? beyond : vf_neg(beyond);
  manifold_point out;
  out.position = add_f(t->origin, add_f(middle, scale_f(half, vf_sub(t->radius_a, t->radius_b))));
  out.separation = vf_sub(dot_f(sub_f(on_b, on_a), t->n), vf_add(t->radius_a, t->radius_b));
  out.id = id_of(end_feature(a, which, inside, snap), end_feature(b, which, vf_neg(inside), snap));
  return out;
}

LANE_INLINE vf witness_feature(const facing_edge* e, uint32_t core) {
  if (is_round_core(core)) return feature(NO_FEATURE, vf_set(0));
  return vf_select(e->across, feature(EDGE, e->number), feature(VERTEX, e->corner));
}

LANE_INLINE manifold_point witness_point(const pair_frame_f* f, const touch_lanes* t, const facing_edge* a,
                                         const facing_edge* b) {
  const vf half = vf_set(0.5f);
  manifold_point out;
  out.position = add_f(scale_f(t->a, half), scale_f(t->b, half)); // the sum might overflow
  out.separation = t->distance;
  out.id = id_of(witness_feature(a, f->a.core), witness_feature(b, f->b.core));
  return out;
}

// Makes the manifolds of the lanes `touching`, which are no farther apart than the margin; the others get none.
LANE_INLINE void find_manifold(const pair_frame_f* f, const touch_lanes* t, float margin, const facing_edge* a,
                               const facing_edge* b, mf touching, manifold_lanes* out) {
  const vf slack = vf_mul(vf_set(MANIFOLD_SLACK), f->scale), low = vf_max(a->along[0], b->along[0]);
  const vf high = vf_min(a->along[1], b->along[1]), zero = vf_set(0), one = vf_set(1);
  const mf stretch = mf_and(mf_and(a->across, b->across), vf_lt(slack, vf_sub(high, low)));
  const vf length_a = vf_sub(a->along[1], a->along[0]), length_b = vf_sub(b->along[1], b->along[0]);
  const vf snap = vf_mul(vf_set(MANIFOLD_SNAP), vf_min(length_a, length_b));
  const manifold_point lower = end_point(t, a, b, low, 0, snap);
  const manifold_point upper = end_point(t, a, b, high, 1, snap);
  const manifold_point witness = witness_point(f, t, a, b), none = {{zero, zero}, zero, vi_set(0)};
  const mf swapped = vf_lt(upper.separation, lower.separation);
  const manifold_point deeper = select_manifold_point(swapped, &upper, &lower);
  const manifold_point other = select_manifold_point(swapped, &lower, &upper);
  const mf whole = mf_and(stretch, vf_le(deeper.separation, vf_add(t->distance, slack)));
  manifold_point first = select_manifold_point(whole, &deeper, &witness);
  first.separation = t->distance;
  manifold_point second = select_manifold_point(whole, &other, &deeper);
  second.separation = vf_max(second.separation, first.separation);
  const mf two = mf_and(mf_and(touching, stretch), vf_le(second.separation, vf_set(margin)));
  out->count = vf_add(vf_select(touching, one, zero), vf_select(two, one, zero));
  out->point[0] = select_manifold_point(touching, &first, &none);
  out->point[1] = select_manifold_point(two, &second, &none);
}

// Makes the manifolds of cores without edges in the lanes `touching`, as find_manifold would.
LANE_INLINE void find_one_point_manifold(const touch_lanes* t, mf touching, manifold_lanes* out) {
  const vf zero = vf_set(0), half = vf_set(0.5f);
  const vec_f middle = add_f(scale_f(t->a, half), scale_f(t->b, half));
  const vi id = id_of(feature(NO_FEATURE, zero), feature(NO_FEATURE, zero));
  const manifold_point point = {middle, t->distance, id}, none = {{zero, zero}, zero, vi_set(0)};
  out->count = vf_select(touching, vf_set(1), zero);
  out->point[0] = select_manifold_point(touching, &point, &none);
  out->point[1] = none;
}

#endif
