// Gives the supports of the Minkowski difference A - B of two cores, and keeps the least support value found so far,
// which bounds the depth from above. Two changes ease the search. Neither changes which direction is deepest by more
// than 4e-9 of the scale in depth:
//   - The ball of an ellipsoid's least radius of curvature is taken off, which lowers all support values equally. A
//     ball becomes a point, and two concentric balls no longer need a million corners.
//   - A difference that is flat is thickened by a tiny cube.
#ifndef LGJK_SINGLE_DIFFERENCE3_H
#define LGJK_SINGLE_DIFFERENCE3_H

#include <stdbool.h>

#include "single/solid.h"

// Relative to the scale.
#define LGJK_DEPTH3_FLAT 1e-11  // the gap between the bounds of the depth at which polyhedra end
#define LGJK_DEPTH3_CURVED 5e-8 // the same gap if a core is curved
#define LGJK_DEPTH3_DENT 1e-14  // far above the rounding of a support point: a point no farther off a plane is in it
#define LGJK_DEPTH3_THIN 1e-8   // differences below this thickness are thickened
#define LGJK_DEPTH3_CUBE 1e-9   // half an edge of the cube: its effect on depths is far below 1e-7
#define LGJK_DEPTH3_THICK 4e-9  // the gap of a thickened difference: above the cube's size
#define LGJK_DEPTH3_MOST 4.0    // no support value is as large

typedef struct lgjk_difference3 {
  const lgjk_solid3 *a, *b;
  double ball_a, ball_b; // radii of the balls that were taken off
  double cube;           // half an edge of the cube that is added, or 0
  double scale;
  double tolerance; // gap at which a search ends, a length
  bool curved;      // whether A or B is curved
  double least;     // least support value found, without the balls, with the cube
  lgjk_vec3 normal; // direction of that value
  uint32_t evaluations;
} lgjk_difference3;

// A point of A - B and the point of A that it comes from, both without the balls.
typedef struct lgjk_support3 {
  lgjk_vec3 w, a;
} lgjk_support3;

void lgjk_difference3_make(lgjk_difference3* d, const lgjk_solid3* a, const lgjk_solid3* b, double scale);

// Returns the corner farthest along n, of length 1.
lgjk_support3 lgjk_difference3_support(lgjk_difference3* d, lgjk_vec3 n);

#endif
