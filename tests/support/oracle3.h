// The truth about pairs of 3D shapes: the signed distance of the exact geometry of the given float32 numbers, rotations
// normalised exactly. Positive: the gap; negative: the penetration depth (minimum translation).
//   oracle3_bounded          any cores: bounds from inside and outside in long double, refined until they meet. GJK
//   where
//                            the cores are apart, an expanding polytope where they are not; both end in a certificate
//                            that does not depend on how they got there
//   oracle3_exact            polyhedra, integer arithmetic (GMP): the exact verdict, and the exact distance where apart
//   oracle3_signed_distance  the first, and the second where the bounds can't tell the sign or did not meet
// oracle3_judge holds a query's answer against the contract of lanegjk3.h.
#ifndef LGJK_TESTS_ORACLE3_H
#define LGJK_TESTS_ORACLE3_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"

// A posed shape, by the numbers that the library holds.
typedef struct oracle3_body {
  const float* vertices; // count points (x, y, z), at most LGJK_MAX_POINTS; NULL for a curved core
  uint32_t count;        // 0: a curved core
  uint32_t kind;         // LGJK_SHAPE3_*; only read where the core is curved
  float matrix[9]; // curved: image, by rows, of the unit ball, or of the cylinder or cone of radius and half height 1
  float radius;    // rounding
  float pose[7];   // x, y, z, qx, qy, qz, qw
} oracle3_body;

// The vertices of all shapes of a set, read back once with lgjk_shapes3_get.
typedef struct oracle3_table oracle3_table;
oracle3_table* oracle3_table_create(const lgjk_shapes3* shapes);
void oracle3_table_destroy(oracle3_table* table);
// A body of shape `shape` of the set that `table` was made from; points into the table. radius NULL: the shape's own.
oracle3_body oracle3_place(const oracle3_table* table, uint32_t shape, const float* pose, const float* radius);
// Body `index` of a view over shapes of that set.
oracle3_body oracle3_read(const oracle3_table* table, const lgjk_bodies3* bodies, uint32_t index);

// lower <= signed distance <= upper.
typedef struct oracle3_bounds {
  long double lower, upper;
  bool overlap; // the exact verdict for polyhedra; where a core is curved lower + upper <= 0
} oracle3_bounds;

oracle3_bounds oracle3_bounded(const oracle3_body* a, const oracle3_body* b);
// Where the cores overlap, lower is -infinity and upper minus the sum of the radii: the depth is not looked for.
oracle3_bounds oracle3_exact(const oracle3_body* a, const oracle3_body* b);
oracle3_bounds oracle3_signed_distance(const oracle3_body* a, const oracle3_body* b);

// How far a world point is outside of a shape, rounding included; negative inside.
long double oracle3_outside(const oracle3_body* body, const float* point);
// How thin a polyhedron is: its length over its thickness. The length is that of a longest edge from some vertex, the
// thickness that of the points over the plane through this edge and the vertex farthest from it; in a flat core, over
// the edge. 1 for a point or a segment, which are not thin but of lower dimension, and for a curved core.
long double oracle3_aspect(const oracle3_body* body);
// `scale` and `band` of a pair as lanegjk3.h defines them.
long double oracle3_scale(const oracle3_body* a, const oracle3_body* b);
long double oracle3_band(const oracle3_body* a, const oracle3_body* b);
// What one rounding of a long double costs here: 2^-64, or 2^-53 where an emulator (valgrind) makes it a double.
long double oracle3_epsilon(void);
// How far rounding to float may move a world point: half a unit in the last place along each axis.
long double oracle3_half_ulp(const float* point);

// A query's answer in units of the band; the contract is kept where all errors are <= 1 and nothing is wrong.
typedef struct oracle3_judgement {
  long double distance; // the least |distance - truth| that the bounds of the truth leave
  long double witness;  // the worse of the two points' way out of its shape, less half a unit in the last place
  long double gap;      // half of | |a - b| - distance |, less half a unit in the last place of both
  bool misclassified;   // the verdict is wrong outside of the band
  bool contradiction;   // distance 0 and the status disagree, or an overlapping pair's points differ
} oracle3_judgement;

// truth is the pair's oracle3_signed_distance; the answer's status is separated, overlapping or limit.
oracle3_judgement oracle3_judge(const oracle3_body* a, const oracle3_body* b, const oracle3_bounds* truth,
                                uint8_t status, float distance, const float* point_a, const float* point_b);
// Whether a status is a wrong verdict for this truth.
bool oracle3_misclassified(const oracle3_bounds* truth, long double band, uint8_t status);

#endif
