// Exact predicates on float32 points and the convex hull built from them.
#ifndef LGJK_KERNEL_HULL2_H
#define LGJK_KERNEL_HULL2_H

#include <stdint.h>

typedef struct lgjk_point2 {
  float x, y;
} lgjk_point2;

// Sign (-1, 0, 1) of the exact sum of count <= 6 doubles, none so large that a partial sum overflows.
int lgjk_exact_sign(const double* terms, uint32_t count);

// Sign of the area of the triangle a, b, c: 1 where it turns left (counter-clockwise), 0 where exactly collinear.
int lgjk_orient2(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c);

// Convex hull of count >= 1 finite points, which are sorted in place. Writes the extreme points to hull (room for
// count + 1), counter-clockwise from the lowest x, then lowest y; no three are collinear. Returns how many: 1 where all
// points coincide, 2 where all are collinear. A -0.0 must have been replaced by 0.0, or bits depend on the input order.
uint32_t lgjk_hull2(lgjk_point2* points, uint32_t count, lgjk_point2* hull);

#endif
