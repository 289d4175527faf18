// The manifold of a contact in the plane: one edge clipped by the other. Only the reference includes this file.
#ifndef LGJK_REFERENCE2_MANIFOLD_H
#define LGJK_REFERENCE2_MANIFOLD_H

#include "reference2_real.h"
#include "reference_bodies.h"

// A contact in world axes and coordinates.
typedef struct touch2 {
  double distance;
  real2 normal, point_a, point_b;
  uint32_t iterations;
} touch2;

// No points where the shapes are apart by more than `slack`, which is what counts as touching, and no point of a larger
// separation. An id is made of the vertices where edges begin and of the end of the common stretch that the point is.
void ref2_manifold(const ref2_body* a, const ref2_body* b, const touch2* touch, double slack, lgjk_manifold2* out);

#endif
