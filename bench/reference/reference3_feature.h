// What a polyhedron shows along a direction: the face that is nearest to being across it, an edge, or a vertex. Hulls
// of the reference have no list of faces: those around the farthest vertex are found by wrapping a plane around its
// edges (Chand, Kapur 1970). Only the reference includes this file.
#ifndef LGJK_REFERENCE3_FEATURE_H
#define LGJK_REFERENCE3_FEATURE_H

#include "reference3_pair.h"

#define REF3_SHOWN 0.2       // tangent of the angle up to which a face or an edge counts as being across the direction
#define REF3_LEVEL 0.9999999 // cosine from which on no other face is looked for
#define REF3_COPLANAR 1e-6   // x bound: points this close to a plane are in it

typedef struct feature3 {
  uint16_t corner[LGJK_MAX_POINTS]; // in no order
  uint32_t count;                   // 1: a vertex; 2: an edge; else a face
  vec3 normal;                      // of a face; of an edge, across it and the nearest to the direction; unit
} feature3;

REF3_INLINE vec3 point_of(const ref3_shape* shape, uint32_t i) {
  return shape->kind == LGJK_SHAPE3_BOX ? box_point(shape, i) : hull_point(shape, i);
}

// The face on one side of the edge from v to the point u, seen from outside, the right one where side is 1 and the left
// one where it is -1: its unit normal, and a point of it beyond the edge; v where nothing is there. A plane through the
// edge that comes down from above, as d has it, meets the point that is the highest by how far out it is.
static inline uint32_t wrap(const ref3_shape* shape, uint32_t v, uint32_t u, vec3 d, double side, vec3* normal) {
  vec3 from = point_of(shape, v), e = sub(point_of(shape, u), from), across = cross(e, d);
  across = mul(side / sqrt(length2_of(across)), across);
  vec3 up = mul(side / sqrt(length2_of(e)), cross(across, e));
  double least = REF3_COPLANAR * (double)shape->bound, highest = 0.0, farthest_out = 0.0;
  uint32_t found = v;
  for (uint32_t i = 0; i < shape->count; ++i) {
    vec3 p = sub(point_of(shape, i), from);
    double out = dot(p, across), high = dot(p, up);
    if (i == u || !(out > least) || (found != v && high * farthest_out <= highest * out)) continue;
    found = i;
    highest = high;
    farthest_out = out;
  }
  vec3 n = sub(mul(farthest_out, up), mul(highest, across));
  if (found != v) *normal = mul(1.0 / sqrt(length2_of(n)), n);
  return found;
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

// A way down from a vertex: how far along d, and how far across it, squared.
typedef struct way_down {
  double fall, run2;
} way_down;

REF3_INLINE way_down way_to(const ref3_shape* shape, vec3 from, uint32_t i, vec3 d) {
  vec3 e = sub(point_of(shape, i), from);
  double fall = -dot(e, d);
  return (way_down){fall > 0.0 ? fall : 0.0, length2_of(e) - fall * fall};
}

REF3_INLINE bool is_flatter(way_down a, way_down b) { return a.fall * a.fall * b.run2 < b.fall * b.fall * a.run2; }

// The point to which the way down from v is the flattest: an edge leads there. v where all are steeper than `most`.
static inline uint32_t flattest_edge(const ref3_shape* shape, uint32_t v, vec3 d, way_down most) {
  uint32_t found = v;
  vec3 from = point_of(shape, v);
  for (uint32_t i = 0; i < shape->count; ++i) {
    way_down way = way_to(shape, from, i, d);
    if (i == v || !is_flatter(way, most)) continue;
    most = way;
    found = i;
  }
  return found;
}

// Goes around v from the edge to u, both ways, over faces whose edges are flatter than `most`; the least inclined of
// them that is above the cosine. False where there is none.
static inline bool find_face(const ref3_shape* shape, uint32_t v, uint32_t u, vec3 d, way_down most, double cosine,
                             vec3* normal) {
  bool found = false, around = false;
  for (double side = -1.0; side < 2.0 && !around; side += 2.0) {
    uint32_t at = u;
    for (uint32_t steps = 0; steps < shape->count && cosine < REF3_LEVEL; ++steps) {
      vec3 n = d;
      at = wrap(shape, v, at, d, side, &n);
      if (at == v) break;
      if (dot(n, d) > cosine) {
        cosine = dot(n, d);
        *normal = n;
        found = true;
      }
      around = at == u;
      if (around || !is_flatter(way_to(shape, point_of(shape, v), at, d), most)) break;
    }
  }
  return found;
}

// Along the unit vector d, in the frame of the shape, which has points.
static inline void find_feature(const ref3_shape* shape, vec3 d, feature3* out) {
  const way_down steepest = {REF3_SHOWN, 1.0 - REF3_SHOWN * REF3_SHOWN};
  uint32_t v = farthest_vertex(shape, d), u = flattest_edge(shape, v, d, steepest);
  vec3 from = point_of(shape, v);
  out->corner[0] = (uint16_t)v;
  out->count = 1;
  out->normal = d;
  if (u == v) return;
  if (find_face(shape, v, u, d, steepest, sqrt(steepest.run2), &out->normal)) {
    out->count = 0;
    for (uint32_t i = 0; i < shape->count; ++i) {
      double off = dot(out->normal, sub(point_of(shape, i), from));
      if (fabs(off) <= REF3_COPLANAR * (double)shape->bound) out->corner[out->count++] = (uint16_t)i;
    }
    return;
  }
  vec3 e = sub(point_of(shape, u), from), up = sub(d, mul(dot(d, e) / length2_of(e), e));
  out->corner[out->count++] = (uint16_t)u;
  out->normal = mul(1.0 / sqrt(length2_of(up)), up);
}

#endif
