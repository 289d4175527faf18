// Exact predicates on float32 points and the convex hull built from them.
#ifndef LGJK_SHAPE_HULL2_H
#define LGJK_SHAPE_HULL2_H

#include <stdint.h>

#include "shape/exact.h"

typedef struct lgjk_point2 {
  float x, y;
} lgjk_point2;

// Returns twice the area of the triangle a, b, c, positive if it turns left, off by less than 2^-48 of itself.
double lgjk_area2(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c);

// Returns the sign of that area: 1 if it turns left (counter-clockwise), 0 if exactly collinear. Usually faster.
int lgjk_orient2(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c);

// The 32-bit words of memory that a hull of count points needs.
#define LGJK_HULL2_SCRATCH(count) (2u * ((uint64_t)(count) + 1u))

// Builds the convex hull of count >= 1 finite points, which are sorted in place. Writes the extreme points to hull
// (room for count + 1), counter-clockwise from the lowest x, then lowest y; no three are collinear. Returns how many: 1
// if all points coincide, 2 if all are collinear. A -0.0 must have become 0.0, or bits depend on the input order.
uint32_t lgjk_hull2(lgjk_point2* points, uint32_t count, lgjk_point2* hull);

// Sorts count >= 1 points of `dimension` (2 or 3) finite coordinates in place, by the first coordinate, then the
// second,
// ..., which does not depend on how they were given, and drops duplicates. Returns how many are left.
uint32_t lgjk_sort_points(float* points, uint32_t count, uint32_t dimension);

#endif
