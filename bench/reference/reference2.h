// The scalar reference in 2D: textbook GJK, one pair at a time, with branches and early exits, without SIMD and without
// code in common with the lane kernels. It is the baseline that speed-ups are quoted against, and a second opinion.
//   overlap   boolean GJK: the simplex hunts for the origin; the first separating direction ends it
//   distance  the closest-points form: the simplex settles on the feature nearest to the origin
//   contact   the same where the cores are apart; where they overlap the expanding polytope, in double
// Distances, witness points and verdicts keep within the band of lanegjk.h in float32, though nothing here is
// certified: shapes within REF2_TOUCH of each other count as touching, which is overlapping. Poses, radii, scale and
// domain are those of lanegjk.h.
#ifndef LGJK_REFERENCE2_H
#define LGJK_REFERENCE2_H

#include <stdbool.h>

#include "lanegjk/lanegjk.h"
#include "reference_cache.h"

#define REF2_ITERATION_LIMIT 64u // support evaluations per search
#define REF2_EPA_LIMIT 520u      // the same of the expanding polytope: above the corners of any difference of polygons
#define REF2_CONTACT_LIMIT (REF2_ITERATION_LIMIT + REF2_EPA_LIMIT)
#define REF2_TOUCH 2e-7f // x scale: shapes this close touch
#define REF2_GAP 2e-7f   // x scale: converged when the bounds from above and below are this close

// A convex core and its rounding radius.
typedef struct ref2_shape {
  const float* points; // POINTS, BOX: count points (x, y), counter-clockwise; of a BOX from its lowest corner on
  uint32_t count;      // 1..256; 0 for an ellipse
  uint32_t kind;       // LGJK_SHAPE2_*
  float radius;        // rounding radius
  float bound;         // radius of the core about the local origin, without rounding
  float matrix[4];     // ELLIPSE: the core is the image of the unit disc under {xx, xy, yx, yy}
} ref2_shape;

REF_CACHE_OF(2)

#endif
