// The truth about pairs of 2D shapes: the signed distance of the exact geometry of the given float32 numbers, rotations
// normalised exactly. Positive: the gap; negative: the penetration depth (minimum translation).
// Three methods that know nothing of each other, nor of the library:
//   oracle2_exact     polygons, integer arithmetic (GMP) on a fixed-point grid: the truth, some ten microseconds
//   oracle2_filtered  polygons, long double with an error bound; uses oracle2_exact where the bound can't decide the
//   sign oracle2_curved    any core: bounds from inside and outside, refined until they meet
// oracle2_judge holds a query's answer against the contract of lanegjk.h.
#ifndef LGJK_TESTS_ORACLE2_H
#define LGJK_TESTS_ORACLE2_H

#include "oracle.h"

// A posed shape, by the numbers that the library holds.
typedef struct oracle2_body {
  const float* vertices; // count points (x, y), convex, counter-clockwise; NULL for an ellipse
  uint32_t count;        // 0: an ellipse
  float matrix[4];       // ellipse: image of the unit disc under {xx, xy, yx, yy}
  float radius;          // rounding
  float pose[4];         // x, y, c, s
} oracle2_body;

ORACLE_OF(2) // oracle2_signed_distance: oracle2_filtered for two polygons, else oracle2_curved

oracle_bounds oracle2_filtered(const oracle2_body* a, const oracle2_body* b);
oracle_bounds oracle2_curved(const oracle2_body* a, const oracle2_body* b);

#endif
