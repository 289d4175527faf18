// The truth about pairs of 3D shapes: the signed distance of the exact geometry of the given float32 numbers, rotations
// normalised exactly. Positive: the gap; negative: the penetration depth (minimum translation).
//   oracle3_bounded          any cores: bounds from inside and outside in long double, refined until they meet. GJK
//                            where the cores are apart, an expanding polytope where they are not; both end in a
//                            certificate that does not depend on how they got there
//   oracle3_exact            polyhedra, integer arithmetic (GMP): the exact verdict, and the exact distance where apart
//   oracle3_signed_distance  the first, and the second where the bounds can't decide the sign or did not meet
// oracle3_judge holds a query's answer against the contract of lanegjk3.h.
#ifndef LGJK_TESTS_ORACLE3_H
#define LGJK_TESTS_ORACLE3_H

#include "oracle.h"

// A posed shape, by the numbers that the library holds.
typedef struct oracle3_body {
  const float* vertices; // count points (x, y, z), at most LGJK_MAX_POINTS; NULL for a curved core
  uint32_t count;        // 0: a curved core
  uint32_t kind;         // LGJK_SHAPE3_*; only read where the core is curved
  float matrix[9]; // curved: image, by rows, of the unit ball, or of the cylinder or cone of radius and half height 1
  float radius;    // rounding
  float pose[7];   // x, y, z, qx, qy, qz, qw
} oracle3_body;

// oracle3_exact: where the cores overlap, lower is -infinity and upper minus the sum of the radii: the depth is not
// looked for.
ORACLE_OF(3)

// A body of shape `shape` of the set that `table` was made from; points into the table. radius NULL: the shape's own.
oracle3_body oracle3_place(const oracle3_table* table, uint32_t shape, const float* pose, const float* radius);
oracle_bounds oracle3_bounded(const oracle3_body* a, const oracle3_body* b);
// How thin a polyhedron is: its length over its thickness. The length is that of a longest edge from some vertex, the
// thickness that of the points over the plane through this edge and the vertex farthest from it; in a flat core, over
// the edge. 1 for a point or a segment, which are not thin but of lower dimension, and for a curved core.
long double oracle3_aspect(const oracle3_body* body);

#endif
