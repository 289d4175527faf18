// The scalar reference in 3D: textbook GJK, one pair at a time, with branches and early exits, without SIMD and without
// code in common with the lane kernels. It is the baseline that speed-ups are quoted against, and a second opinion.
//   distance  the simplex settles on the feature nearest to the origin; closed forms for points and segments
//   contact   the same where the cores are apart; where they overlap the expanding polytope
//   overlap   the same search, which ends as soon as a plane parts the shapes or a common point is known
// Shapes within REF3_TOUCH of each other count as touching, which is overlapping. Poses, radii, scale, domain and band
// are those of lanegjk3.h.
#ifndef LGJK_REFERENCE3_H
#define LGJK_REFERENCE3_H

#include <stdbool.h>

#include "lanegjk/lanegjk3.h"
#include "reference_cache.h"

#define REF3_ITERATION_LIMIT 128u // support evaluations per search
#define REF3_EPA_LIMIT 252u       // the same of the expanding polytope
#define REF3_CONTACT_LIMIT (REF3_ITERATION_LIMIT + REF3_EPA_LIMIT)
#define REF3_LARGE 32u       // points from which on a table of directions is faster than a scan
#define REF3_TOUCH 1e-7      // x scale: shapes this close touch
#define REF3_GAP 1.5e-7      // x scale: converged when the bounds from above and below are this close
#define REF3_GAP_CURVED 1e-6 // the same where an ellipsoid, a cylinder or a cone takes part

// Which points of a large hull can be the farthest along a direction d, by cells of (d.x, d.y) / (|d.x| + |d.y| +
// |d.z|) in the square from -1 to 1, first for d.z >= 0, then below. Cells that no direction falls into list nothing.
#define REF3_CELLS 16u
typedef struct ref3_table {
  uint32_t first[2u * REF3_CELLS * REF3_CELLS + 1u]; // where a cell's list begins: [(below * CELLS + v) * CELLS + u]
  uint8_t list[];                                    // an even number of points each; the last may be there twice
} ref3_table;

// A convex core and its rounding radius.
typedef struct ref3_shape {
  const float* points; // POINTS: x[padded], y[padded], z[padded]; the last point fills up
  ref3_table* table;   // of hulls of REF3_LARGE points and more, else NULL
  uint32_t count;      // POINTS: 1..256; BOX: 8; else 0
  uint32_t padded;     // POINTS: count rounded up by ref3_padded
  uint32_t kind;       // LGJK_SHAPE3_*
  float radius;        // rounding radius
  float bound;         // radius of the core about the local origin, without rounding
  float matrix[9];     // by rows: the core is the image of the unit ball, cylinder, cone; BOX: diag(half extents)
} ref3_shape;

REF_CACHE_OF(3)

#endif
