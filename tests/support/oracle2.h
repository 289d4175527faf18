// The truth about pairs of 2D shapes: the signed distance of the exact geometry of the given float32 numbers, rotations
// normalised exactly. Positive: the gap; negative: the penetration depth (minimum translation).
// Three methods that know nothing of each other, nor of the library:
//   oracle2_exact     polygons, integer arithmetic (GMP) on a fixed-point grid: the truth, some ten microseconds
//   oracle2_filtered  polygons, long double with an error bound; asks oracle2_exact where the bound can't tell the sign
//   oracle2_curved    any core: bounds from inside and outside, refined until they meet
// oracle2_judge holds a query's answer against the contract of lanegjk.h.
#ifndef LGJK_TESTS_ORACLE2_H
#define LGJK_TESTS_ORACLE2_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

// A posed shape, by the numbers that the library holds.
typedef struct oracle2_body {
  const float* vertices; // count points (x, y), convex, counter-clockwise; NULL for an ellipse
  uint32_t count;        // 0: an ellipse
  float matrix[4];       // ellipse: image of the unit disc under {xx, xy, yx, yy}
  float radius;          // rounding
  float pose[4];         // x, y, c, s
} oracle2_body;

// The vertices of all shapes of a set, read back once with lgjk_shapes2_get.
typedef struct oracle2_table oracle2_table;
oracle2_table* oracle2_table_create(const lgjk_shapes2* shapes);
void oracle2_table_destroy(oracle2_table* table);
// Body `index` of a view whose shapes `table` was made from; points into the table.
oracle2_body oracle2_read(const oracle2_table* table, const lgjk_bodies2* bodies, uint32_t index);

// lower <= signed distance <= upper.
typedef struct oracle2_bounds {
  long double lower, upper;
  bool overlap; // the exact verdict for polygons; for ellipses lower + upper <= 0
} oracle2_bounds;

oracle2_bounds oracle2_exact(const oracle2_body* a, const oracle2_body* b);
oracle2_bounds oracle2_filtered(const oracle2_body* a, const oracle2_body* b);
oracle2_bounds oracle2_curved(const oracle2_body* a, const oracle2_body* b);
// oracle2_filtered for two polygons, else oracle2_curved.
oracle2_bounds oracle2_signed_distance(const oracle2_body* a, const oracle2_body* b);

// How far a world point is outside of a shape, rounding included; negative inside.
long double oracle2_outside(const oracle2_body* body, const float* point);
// `scale` and `band` of a pair as lanegjk.h defines them.
long double oracle2_scale(const oracle2_body* a, const oracle2_body* b);
long double oracle2_band(const oracle2_body* a, const oracle2_body* b);
// What one rounding of a long double costs here: 2^-64, or 2^-53 where an emulator (valgrind) makes it a double.
long double oracle2_epsilon(void);
// How far rounding to float may move a world point: half a unit in the last place along each axis.
long double oracle2_half_ulp(const float* point);

// A query's answer in units of the band; the contract is kept where all errors are <= 1 and nothing is wrong.
typedef struct oracle2_judgement {
  long double distance; // |distance - truth|
  long double witness;  // the worse of the two points' way out of its shape, less half a unit in the last place
  long double gap;      // half of | |a - b| - distance |, less half a unit in the last place of both
  bool misclassified;   // the verdict is wrong outside of the band
  bool contradiction;   // distance 0 and the status disagree, or an overlapping pair's points differ
} oracle2_judgement;

// truth is the pair's oracle2_signed_distance; the answer's status is separated, overlapping or limit.
oracle2_judgement oracle2_judge(const oracle2_body* a, const oracle2_body* b, const oracle2_bounds* truth,
                                uint8_t status, float distance, const float* point_a, const float* point_b);
// Whether a status is a wrong verdict for this truth.
bool oracle2_misclassified(const oracle2_bounds* truth, long double band, uint8_t status);

#endif
