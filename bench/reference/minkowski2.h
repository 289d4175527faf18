// The Minkowski difference A - B of two convex polygons as a polygon: its edges are those of A and of -B in the order
// of their angles, and as both are in that order already, merging them takes O(n + m) (de Berg et al., Computational
// Geometry, 13.3). Shapes overlap exactly where it holds the origin, and its boundary is as far from the origin as the
// shapes are from each other, or from touching. In double; rounding radii stay outside.
#ifndef LGJK_MINKOWSKI2_H
#define LGJK_MINKOWSKI2_H

#include "reference2.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MINKOWSKI2_POINTS (2u * LGJK_MAX_POINTS)

typedef struct minkowski2 {
  uint32_t count;                     // 1 and 2 where it is flat; at most the points of A and of B together
  double point[MINKOWSKI2_POINTS][2]; // counter-clockwise in world axes, from the least y, then the least x, on
  double edge[MINKOWSKI2_POINTS][2];  // from a point to the next, rounded less than these: of any length
} minkowski2;

// Of two shapes with points: parallel edges of both become one.
void minkowski2_difference(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                           minkowski2* out);

// Whether it holds the origin, its boundary included.
bool minkowski2_overlap(const minkowski2* difference);
// The distance of the origin from it; 0 where it holds the origin.
double minkowski2_distance(const minkowski2* difference);
// How far the origin is inside, 0 where it is not, and the unit normal of the nearest edge: from A to B, for moving B
// by the depth along it makes the cores touch. Where the origin is not inside, or there is no edge, the normal is unit
// still.
double minkowski2_depth(const minkowski2* difference, double normal[2]);

#ifdef __cplusplus
}
#endif

#endif
