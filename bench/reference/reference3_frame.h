// Two bodies become a pair in the frame of A; or, where their cores have one or two points (spheres and capsules), two
// segments in world axes around A, of which a closed form has the nearest points (Ericson, Real-Time Collision
// Detection, 5.1.9): turning an end and an edge each costs less than a frame. Only the reference includes this file.
#ifndef LGJK_REFERENCE3_FRAME_H
#define LGJK_REFERENCE3_FRAME_H

#include "reference3_pair.h"
#include "reference_bodies.h"

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

// ---------------------------------------------------------------- bodies

REF3_INLINE vec3 position_of(const ref3_body* body) {
  return (vec3){(double)body->pose[0], (double)body->pose[1], (double)body->pose[2]};
}

REF3_INLINE double scale_of(const ref3_body* a, const ref3_body* b, vec3 t) {
  double bounds = (double)a->shape->bound + (double)b->shape->bound;
  return bounds + (double)a->radius + (double)b->radius + sqrt(length2_of(t));
}

REF3_INLINE pair make_pair(const ref3_body* a, const ref3_body* b) {
  pair p;
  rotation back = inverse(rotation_of(a->pose));
  vec3 t = sub(position_of(b), position_of(a));
  p.a = a->shape;
  p.b = b->shape;
  p.radius_a = (double)a->radius;
  p.radius_b = (double)b->radius;
  p.radius = p.radius_a + p.radius_b;
  p.back = back;
  p.r = matrix_of(product(back, rotation_of(b->pose)));
  p.t = rotate(back, t);
  p.scale = scale_of(a, b, t);
  return p;
}

REF3_INLINE bool in_domain(double scale) { return scale >= 1e-4 && scale <= 1e5; }

REF3_INLINE bool are_segments(const ref3_body* a, const ref3_body* b) {
  return is_segment(a->shape) && is_segment(b->shape);
}

// The nearest points of two segments in world axes around A: a on the core of A, and the way w there from that of B.
REF3_INLINE vec3 solve_segments(const ref3_body* a, const ref3_body* b, vec3* on_a, double* scale) {
  vec3 t = sub(position_of(b), position_of(a)), zero = {0.0, 0.0, 0.0};
  segment in_a = segment_of(a->shape, rotation_of(a->pose), zero);
  segment in_b = segment_of(b->shape, rotation_of(b->pose), t);
  *scale = scale_of(a, b, t);
  return nearest_of_segments(in_a, in_b, on_a);
}

#endif
