// Exact predicates on float32 points and the convex hull built from them.
#ifndef LGJK_KERNEL_HULL2_H
#define LGJK_KERNEL_HULL2_H

#include <stdint.h>

#include "shape/exact.h"

typedef struct lgjk_point2 {
  float x, y;
} lgjk_point2;

// Twice the area of the triangle a, b, c, positive where it turns left, off by less than 2^-48 of itself.
double lgjk_area2(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c);

// Sign of that area: 1 where the triangle turns left (counter-clockwise), 0 where exactly collinear. Usually faster.
int lgjk_orient2(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c);

// 32-bit words of memory that a hull of count points needs.
#define LGJK_HULL2_SCRATCH(count) (2u * ((uint64_t)(count) + 1u))

// Convex hull of count >= 1 finite points, which are sorted in place. Writes the extreme points to hull (room for
// count + 1), counter-clockwise from the lowest x, then lowest y; no three are collinear. Returns how many: 1 where all
// points coincide, 2 where all are collinear. A -0.0 must have been replaced by 0.0, or bits depend on the input order.
uint32_t lgjk_hull2(lgjk_point2* points, uint32_t count, lgjk_point2* hull);

#endif
