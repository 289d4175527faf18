// The plane in double, for what the reference does about depths: GJK ends at a float's precision, but an edge of the
// difference that is as short as a rounding has a normal only in double.
// Only the reference includes this file.
#ifndef LGJK_REFERENCE2_REAL_H
#define LGJK_REFERENCE2_REAL_H

#include <math.h>

#include "reference2.h"

typedef struct real2 {
  double x, y;
} real2;

static inline real2 real2_add(real2 a, real2 b) { return (real2){a.x + b.x, a.y + b.y}; }
static inline real2 real2_sub(real2 a, real2 b) { return (real2){a.x - b.x, a.y - b.y}; }
static inline real2 real2_mul(double k, real2 a) { return (real2){k * a.x, k * a.y}; }
static inline double real2_dot(real2 a, real2 b) { return a.x * b.x + a.y * b.y; }
static inline double real2_cross(real2 a, real2 b) { return a.x * b.y - a.y * b.x; }
static inline double real2_length(real2 a) { return sqrt(real2_dot(a, a)); }
// A quarter turn clockwise: outwards of an edge of a polygon that is counter-clockwise.
static inline real2 real2_outwards(real2 e) { return (real2){e.y, -e.x}; }

// Turned by the unit vector q, and back.
static inline real2 real2_turn(real2 q, real2 v) { return (real2){q.x * v.x - q.y * v.y, q.y * v.x + q.x * v.y}; }
static inline real2 real2_unturn(real2 q, real2 v) { return (real2){q.x * v.x + q.y * v.y, q.x * v.y - q.y * v.x}; }

static inline real2 real2_rotation(const float pose[4]) {
  real2 q = {(double)pose[2], (double)pose[3]};
  return real2_mul(1.0 / real2_length(q), q);
}

// The way from A's position to B's.
static inline real2 real2_offset(const float pose_a[4], const float pose_b[4]) {
  return (real2){(double)pose_b[0] - (double)pose_a[0], (double)pose_b[1] - (double)pose_a[1]};
}

static inline real2 real2_point(const ref2_shape* shape, uint32_t i) {
  return (real2){(double)shape->points[2 * i], (double)shape->points[2 * i + 1]};
}

// Two shapes in the frame of A: there B is turned by q, then moved by t.
typedef struct frame2 {
  const ref2_shape *a, *b;
  real2 q, t;
} frame2;

static inline frame2 real2_frame(const ref2_shape* a, const float pose_a[4], const ref2_shape* b,
                                 const float pose_b[4]) {
  real2 in_a = real2_rotation(pose_a);
  return (frame2){a, b, real2_unturn(in_a, real2_rotation(pose_b)), real2_unturn(in_a, real2_offset(pose_a, pose_b))};
}

// A point of B in the frame of A.
static inline real2 real2_place(const frame2* f, real2 b) { return real2_add(real2_turn(f->q, b), f->t); }

#endif
