// The manifold of one pair: where the surfaces of two shapes meet across a known normal.
#ifndef LGJK_PENETRATION_MANIFOLD_H
#define LGJK_PENETRATION_MANIFOLD_H

#include "penetration/solid.h"

// What is known of a pair: as it is written to the caller's arrays.
typedef struct lgjk_touchN {
  float normal[DIM];
  float distance;                    // signed, rounding included
  float point_a[DIM], point_b[DIM];  // witness points in world coordinates
  float radius_a, radius_b;          // rounding radii
  float origin[DIM];                 // A's position
  float scale;                       // of the pair
  float margin;                      // points of a larger separation are left out
} lgjk_touchN;

// Precondition: touch->distance <= touch->margin. Writes at least one point.
void lgjk_manifoldN_make(const lgjk_solidN* a, const lgjk_solidN* b, const lgjk_touchN* touch, lgjk_manifoldN* out);

#endif
