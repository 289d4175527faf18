// Exact orientation of float32 points in space, and the convex hull built from it.
#ifndef LGJK_SHAPE_HULL3_H
#define LGJK_SHAPE_HULL3_H

#include <stdint.h>

#include "lanegjk/lanegjk.h"
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

// ---------------------------------------------------------------- the hull

// The faces of a hull. Face f has the vertices vertex[start[f]] to vertex[start[f + 1] - 1], counter-clockwise as seen
// from outside, beginning with its lowest.
typedef struct lgjk_loops3 {
  uint32_t count;
  const uint32_t *start, *vertex;
} lgjk_loops3;

#define LGJK_HULL3_MOST_FACES (2u * LGJK_MAX_POINTS - 4u)
#define LGJK_HULL3_MOST_ENDS (3u * LGJK_HULL3_MOST_FACES) // vertices of all loops

// The 32-bit words of scratch memory that a hull of count points needs.
#define LGJK_HULL3_SCRATCH(count) (4u * (uint64_t)(count) + 4096u)

// Replaces count >= 1 finite points by the extreme ones of their hull, in ascending order of x, then y, then z. Returns
// how many, or LGJK_MAX_POINTS + 1 if there are more than LGJK_MAX_POINTS (points is in no useful state then). *inner
// becomes the distance from the origin to the nearest face plane, up to 1e-7 of itself, if the origin lies strictly
// inside, else 0. Both depend on the hull alone. A -0.0 must have been replaced by 0.0, or bits depend on the input
// order. Cost: O(count * (log count + vertices)).
uint32_t lgjk_hull3(lgjk_point3* points, uint32_t count, uint32_t* scratch, double* inner);

// Returns the faces of the hull that lgjk_hull3 has found with this scratch memory, which holds them. A polygon has two
// sides, a segment or a point none. Their order, too, depends on the hull alone.
lgjk_loops3 lgjk_hull3_loops(const uint32_t* scratch);

// Writes the unit normal of a face, outwards, rounded once.
void lgjk_hull3_normal(const lgjk_point3* points, const uint32_t* loop, uint32_t count, float normal[3]);

#endif
