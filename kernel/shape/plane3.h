// Exact orientation of float32 points in space.
#ifndef LGJK_SHAPE_PLANE3_H
#define LGJK_SHAPE_PLANE3_H

#include <stdbool.h>

#include "shape/hull2.h"

typedef struct lgjk_point3 {
  float x, y, z;
} lgjk_point3;

// An oriented plane through three points, prepared for tests on which side others lie.
typedef struct lgjk_plane3 {
  lgjk_point3 a, b, c;
  double normal[3]; // (b - a) x (c - a), rounded
  double spread[3]; // measure of the normal's rounding errors: the sum of the two products' magnitudes
} lgjk_plane3;

lgjk_plane3 lgjk_plane3_through(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c);

// Returns 1 if a, b, c turn counter-clockwise as seen from d, -1 if clockwise, 0 if all four are coplanar. Exact.
int lgjk_plane3_side(const lgjk_plane3* plane, lgjk_point3 d);

// Returns the distance from the origin to the plane of three vertices, or 0 if the origin is not strictly inside.
double lgjk_plane3_distance(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c);

// ---------------------------------------------------------------- projections along an axis

// Drops coordinate `axis`. Points of a plane that does not contain the axis keep their order under sorting.
static inline lgjk_point2 lgjk_project3(lgjk_point3 p, int axis) {
  if (axis == 2) return (lgjk_point2){p.x, p.y};
  return axis == 1 ? (lgjk_point2){p.x, p.z} : (lgjk_point2){p.y, p.z};
}

// These test the triangle a, b, c projected along an axis.
static inline int lgjk_orient3_along(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c, int axis) {
  return lgjk_orient2(lgjk_project3(a, axis), lgjk_project3(b, axis), lgjk_project3(c, axis));
}

static inline double lgjk_area3_along(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c, int axis) {
  return lgjk_area2(lgjk_project3(a, axis), lgjk_project3(b, axis), lgjk_project3(c, axis));
}

// Returns whether three points are on a line. Exact.
static inline bool lgjk_collinear3(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c) {
  return lgjk_orient3_along(a, b, c, 2) == 0 && lgjk_orient3_along(a, b, c, 1) == 0 &&
         lgjk_orient3_along(a, b, c, 0) == 0;
}

#endif
