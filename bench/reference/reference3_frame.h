// Two bodies become a pair in the frame of A, or two segments in world axes around A. Only the reference includes this
// file.
#ifndef LGJK_REFERENCE3_FRAME_H
#define LGJK_REFERENCE3_FRAME_H

#include "reference_bodies.h"
#include "reference3_segments.h"

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
