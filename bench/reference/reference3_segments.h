// Closed forms for cores of one or two points: spheres and capsules. The nearest points of two segments (Ericson,
// Real-Time Collision Detection, 5.1.9), in world axes around A: turning an end and an edge each costs less than a
// frame. Only the reference and its test include this file.
#ifndef LGJK_REFERENCE3_SEGMENTS_H
#define LGJK_REFERENCE3_SEGMENTS_H

#include "reference3_pair.h"

// From q to q + e; e is zero for a point.
typedef struct segment {
  vec3 q, e;
} segment;

REF3_INLINE bool is_segment(const ref3_shape* shape) { return shape->kind == LGJK_SHAPE3_POINTS && shape->count <= 2; }

// Turned by the rotation of the pose, then moved by t.
REF3_INLINE segment segment_of(const ref3_shape* shape, rotation turn, vec3 t) {
  vec3 q = hull_point(shape, 0);
  segment s = {add(rotate(turn, q), t), {0.0, 0.0, 0.0}};
  if (shape->count == 2) s.e = rotate(turn, sub(hull_point(shape, 1), q));
  return s;
}

// The quotient in 0..1; 0 where the denominator is not above 0. Without branches, which no one could predict.
REF3_INLINE double clamped_quotient(double a, double b) {
  double t = a / (b > 0.0 ? b : 1.0);
  t = t > 0.0 ? t : 0.0;
  t = t < 1.0 ? t : 1.0;
  return b > 0.0 ? t : 0.0;
}

// The parameter of the point of the segment q + t e nearest to the origin.
REF3_INLINE double nearest_parameter(vec3 q, vec3 e) { return clamped_quotient(-dot(q, e), dot(e, e)); }

// The nearest points a of A and b of B as a and w = a - b. Infinite lines decide where on A the nearest point is,
// clamped; B follows; where B had to be clamped, A follows B. Parallel lines start from the end of A.
REF3_INLINE vec3 nearest_of_segments(segment a, segment b, vec3* on_a) {
  vec3 q = sub(a.q, b.q);
  double aa = dot(a.e, a.e), bb = dot(b.e, b.e), ab = dot(a.e, b.e), qa = dot(q, a.e), qb = dot(q, b.e);
  double s = clamped_quotient(ab * qb - bb * qa, aa * bb - ab * ab);
  double t = clamped_quotient(qb + s * ab, bb);
  s = clamped_quotient(t * ab - qa, aa);
  *on_a = add(a.q, mul(s, a.e));
  return add(q, sub(mul(s, a.e), mul(t, b.e)));
}

#endif
