// The oracles of 2D and 3D: the truth about pairs of shapes. It is the signed distance of the exact geometry of the
// given float32 numbers, rotations normalised exactly. Positive: the gap; negative: the penetration depth (minimum
// translation).
#ifndef LGJK_TESTS_ORACLE_H
#define LGJK_TESTS_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"

// lower <= signed distance <= upper.
typedef struct oracle_bounds {
  long double lower, upper;
  bool overlap; // the exact verdict for polygons and polyhedra; where a core is curved lower + upper <= 0
} oracle_bounds;

// A query's answer in units of the band; the contract is kept where all errors are <= 1 and nothing is wrong.
typedef struct oracle_judgement {
  long double distance; // |distance - truth|; in 3D the least that the bounds of the truth leave
  long double witness;  // the worse of the two points' way out of its shape, less half a unit in the last place
  long double gap;      // half of | |a - b| - distance |, less half a unit in the last place of both
  bool misclassified;   // the verdict is wrong outside of the band
  bool contradiction;   // distance 0 and the status disagree, or an overlapping pair's points differ
} oracle_judgement;

// For a dimension whose oracle<N>_body is declared:
// table: the vertices of all shapes of a set, read back once with lgjk_shapes<N>_get. read: body `index` of a view
//   whose shapes the table was made from; points into the table.
// outside: how far a world point is outside of a shape, rounding included; negative inside.
// scale, band: of a pair, as lanegjk.h and lanegjk3.h define them.
// epsilon: what one rounding of a long double costs here: 2^-64, or 2^-53 where an emulator (valgrind) makes it a
//   double. half_ulp: how far rounding to float may move a world point: half a unit in the last place along each axis.
// judge: of an answer whose status is separated, overlapping or limit; truth is the pair's signed distance.
// misclassified: whether a status is a wrong verdict for this truth.
#define ORACLE_OF(N)                                                                                                   \
  typedef oracle_bounds oracle##N##_bounds;                                                                            \
  typedef oracle_judgement oracle##N##_judgement;                                                                      \
  typedef struct oracle##N##_table oracle##N##_table;                                                                  \
  oracle##N##_table* oracle##N##_table_create(const lgjk_shapes##N* shapes);                                           \
  void oracle##N##_table_destroy(oracle##N##_table* table);                                                            \
  oracle##N##_body oracle##N##_read(const oracle##N##_table* table, const lgjk_bodies##N* bodies, uint32_t index);     \
  oracle_bounds oracle##N##_signed_distance(const oracle##N##_body* a, const oracle##N##_body* b);                     \
  oracle_bounds oracle##N##_exact(const oracle##N##_body* a, const oracle##N##_body* b);                               \
  long double oracle##N##_outside(const oracle##N##_body* body, const float* point);                                   \
  long double oracle##N##_scale(const oracle##N##_body* a, const oracle##N##_body* b);                                 \
  long double oracle##N##_band(const oracle##N##_body* a, const oracle##N##_body* b);                                  \
  long double oracle##N##_epsilon(void);                                                                               \
  long double oracle##N##_half_ulp(const float* point);                                                                \
  oracle_judgement oracle##N##_judge(const oracle##N##_body* a, const oracle##N##_body* b, const oracle_bounds* truth, \
                                     uint8_t status, float distance, const float* point_a, const float* point_b);      \
  bool oracle##N##_misclassified(const oracle_bounds* truth, long double band, uint8_t status);

// ---------------------------------------------------------------- 2D

// Three methods that know nothing of each other, nor of the library:
//   oracle2_exact     polygons, integer arithmetic (GMP) on a fixed-point grid: the truth, some ten microseconds
//   oracle2_filtered  polygons, long double with an error bound; uses oracle2_exact where the bound can't decide the
//   sign oracle2_curved    any core: bounds from inside and outside, refined until they meet
// oracle2_judge holds a query's answer against the contract of lanegjk.h.

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

// ---------------------------------------------------------------- 3D

//   oracle3_bounded          any cores: bounds from inside and outside in long double, refined until they meet. GJK
//                            where the cores are apart, an expanding polytope where they are not; both end in a
//                            certificate that does not depend on how they got there
//   oracle3_exact            polyhedra, integer arithmetic (GMP): the exact verdict, and the exact distance where apart
//   oracle3_signed_distance  the first, and the second where the bounds can't decide the sign or did not meet
// oracle3_judge holds a query's answer against the contract of lanegjk3.h.

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
