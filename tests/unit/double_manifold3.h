// The manifold of one pair in double, one pair at a time, by the rules of gjk/rules3.h: what the lanes are
// compared with.
#ifndef LGJK_TESTS_DOUBLE_MANIFOLD3_H
#define LGJK_TESTS_DOUBLE_MANIFOLD3_H

#include "single/solid.h"

// The result of a pair, as it is written to the caller's arrays.
typedef struct lgjk_touch3 {
  float normal[3];
  float distance;               // signed, rounding included
  float point_a[3], point_b[3]; // witness points in world coordinates
  float radius_a, radius_b;     // rounding radii
  float origin[3];              // A's position
  float scale;                  // of the pair
  float margin;                 // points of a larger separation are left out
} lgjk_touch3;

// Makes the manifold, of at least one point. Precondition: touch->distance <= touch->margin, and the normal is of unit
// length up to rounding; it need not be that of any feature.
void lgjk_manifold3_make(const lgjk_solid3* a, const lgjk_solid3* b, const lgjk_touch3* touch, lgjk_manifold3* out);

#endif
