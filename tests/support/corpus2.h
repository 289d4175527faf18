// The 2D corpus (data/cases2d.json): cases that broke other libraries, with their exact answers.
#ifndef LGJK_TESTS_CORPUS2_H
#define LGJK_TESTS_CORPUS2_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

enum { CORPUS2_POINTS = 16 };

// A shape as a definition would give it: kind POINTS or BOX.
typedef struct corpus2_shape {
  float points[2 * CORPUS2_POINTS];
  uint32_t point_count; // 0: a box
  float half_extents[2];
  float radius;
} corpus2_shape;

typedef struct corpus2_case {
  char id[64];
  corpus2_shape local[2]; // with the poses below
  double position[2][2], angle[2];
  corpus2_shape world[2]; // as points of the world, rounded to float: what distance_f32 is exact for
  double distance, distance_f32, tolerance, tolerance_f32; // signed
  bool overlap, decidable_f32;
  bool has_normal;  // where the minimum translation is unique
  double normal[2]; // unit, from A to B
} corpus2_case;

// All cases of the file, `*count` of them, to be freed; aborts with a message where the file is not as expected.
corpus2_case* corpus2_load(uint32_t* count);
// The definition of a corpus shape; points into it.
lgjk_shape2_def corpus2_definition(const corpus2_shape* shape);

#endif
