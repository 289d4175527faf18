// What a polyhedron shows along a direction: the face that is nearest to being across it, an edge, or a vertex. Hulls
// of the reference have no list of faces: those around the farthest vertex are found by wrapping a plane around its
// edges (Chand, Kapur 1970). Only the reference includes this file.
#ifndef LGJK_REFERENCE3_FEATURE_H
#define LGJK_REFERENCE3_FEATURE_H

#include "reference3_pair.h"

#define REF3_SHOWN 0.2      // tangent of the angle up to which a face or an edge counts as being across the direction
#define REF3_COPLANAR 1e-6  // x bound: points this close to a plane are in it

typedef struct feature3 {
  uint16_t corner[LGJK_MAX_POINTS];  // in no order
  uint32_t count;                    // 1: a vertex; 2: an edge; else a face
  vec3 normal;                       // of a face; of an edge, across it and the nearest to the direction; unit
} feature3;

REF3_INLINE vec3 point_of(const ref3_shape* shape, uint32_t i) {
  return shape->kind == LGJK_SHAPE3_BOX ? box_point(shape, i) : hull_point(shape, i);
}

// How steeply the surface falls on one side of an edge, and the point that says so; -infinity where nothing is there.
typedef struct slope3 {
  double rise;
  uint32_t point;
} slope3;

// Seen along the edge from v to the point u: how high the points are on either side of it, by how far out they are.
// `up` and `across` are the unit vectors across the edge.
static inline void find_sides(const ref3_shape* shape, uint32_t v, uint32_t u, vec3 up, vec3 across, slope3 side[2]) {
  vec3 from = point_of(shape, v);
  side[0] = side[1] = (slope3){-INFINITY, v};
  for (uint32_t i = 0; i < shape->count; ++i) {
    vec3 p = sub(point_of(shape, i), from);
    double out = dot(p, across), high = dot(p, up);
    if (i == u || i == v || !(fabs(out) > REF3_COPLANAR * (double)shape->bound)) continue;
    slope3* s = &side[out > 0.0];
    if (high > s->rise * fabs(out)) *s = (slope3){high / fabs(out), i};
  }
}

// The better of the two faces at the edge from v to u, where it is better than the best so far: less inclined to d. No
// edge of the hull has the points of both sides rise, together.
static inline void try_edge(const ref3_shape* shape, uint32_t v, uint32_t u, vec3 d, double* best, vec3* normal) {
  vec3 e = sub(point_of(shape, u), point_of(shape, v)), across = cross(e, d);
  slope3 side[2];
  across = mul(1.0 / sqrt(length2_of(across)), across);
  vec3 up = mul(1.0 / sqrt(length2_of(e)), cross(across, e));
  find_sides(shape, v, u, up, across, side);
  if (side[0].rise + side[1].rise > REF3_COPLANAR) return;
  for (int k = 0; k < 2; ++k) {
    if (side[k].rise == -INFINITY) continue;
    vec3 n = add(up, mul(k == 1 ? -side[k].rise : side[k].rise, across));
    double cosine = dot(n, d) / sqrt(length2_of(n));
    if (cosine <= *best) continue;
    *best = cosine;
    *normal = mul(1.0 / sqrt(length2_of(n)), n);
  }
}

static inline uint32_t farthest_vertex(const ref3_shape* shape, vec3 d) {
  uint32_t best = 0;
  double most = dot(point_of(shape, 0), d);
  for (uint32_t i = 1; i < shape->count; ++i) {
    double height = dot(point_of(shape, i), d);
    if (height > most) most = height, best = i;
  }
  return best;
}

// How steeply the way from v to the point i falls along d; INFINITY where it goes straight down.
static inline double fall_to(const ref3_shape* shape, uint32_t v, uint32_t i, vec3 d) {
  vec3 e = sub(point_of(shape, i), point_of(shape, v));
  double fall = -dot(e, d), run2 = length2_of(e) - fall * fall;
  return run2 > 0.0 ? fall / sqrt(run2) : INFINITY;
}

// Along the unit vector d, in the frame of the shape, which has points.
static inline void find_feature(const ref3_shape* shape, vec3 d, feature3* out) {
  uint32_t v = farthest_vertex(shape, d), flattest = v;
  double cosine = sqrt(1.0 - REF3_SHOWN * REF3_SHOWN), steepest = REF3_SHOWN / cosine, least = steepest;
  vec3 from = point_of(shape, v);
  out->corner[0] = (uint16_t)v;
  out->count = 1;
  out->normal = d;
  double best = cosine;
  for (uint32_t i = 0; i < shape->count; ++i) {
    double fall = i != v ? fall_to(shape, v, i, d) : INFINITY;
    if (!(fall <= steepest)) continue;
    if (fall < least) least = fall, flattest = i;
    if (shape->count > 2) try_edge(shape, v, i, d, &best, &out->normal);
  }
  if (best > cosine) {
    out->count = 0;
    for (uint32_t i = 0; i < shape->count; ++i) {
      double off = dot(out->normal, sub(point_of(shape, i), from));
      if (fabs(off) <= REF3_COPLANAR * (double)shape->bound) out->corner[out->count++] = (uint16_t)i;
    }
  } else if (flattest != v) {
    vec3 e = sub(point_of(shape, flattest), from);
    vec3 up = sub(d, mul(dot(d, e) / length2_of(e), e));
    out->corner[out->count++] = (uint16_t)flattest;
    out->normal = mul(1.0 / sqrt(length2_of(up)), up);
  }
}

#endif
