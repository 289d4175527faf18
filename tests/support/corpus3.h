// The 3D corpus (data/cases3d.json): cases that broke other libraries, with their exact answers.
#ifndef LGJK_TESTS_CORPUS3_H
#define LGJK_TESTS_CORPUS3_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"

enum { CORPUS3_POINTS = 32 };

// A shape as a definition would give it.
typedef struct corpus3_shape {
  uint32_t kind; // LGJK_SHAPE3_*: POINTS, BOX, ELLIPSOID or CYLINDER
  float points[3 * CORPUS3_POINTS];
  uint32_t point_count;
  float size[3];
  float radius; // rounding
} corpus3_shape;

typedef struct corpus3_case {
  char id[64];
  corpus3_shape local[2];                // with the poses below
  double position[2][3], rotation[2][4]; // quaternion x, y, z, w of length 1
  bool has_world;                        // polyhedra only
  corpus3_shape world[2];                // as points of the world, rounded to float: what distance_f32 is exact for
  double distance, distance_f32, tolerance, tolerance_f32; // signed; distance_f32 NaN without world points
  double scale;                                            // some are far outside of the domain
  bool overlap, decidable_f32;
  bool has_normal;  // where the minimum translation is unique
  double normal[3]; // unit, from A to B
} corpus3_case;

// All cases of the file, `*count` of them, to be freed; aborts with a message where the file is not as expected.
corpus3_case* corpus3_load(uint32_t* count);
// The definition of a corpus shape; points into it.
lgjk_shape3_def corpus3_definition(const corpus3_shape* shape);
// The pose of one side, rounded to float.
void corpus3_pose(const corpus3_case* from, int side, float* pose);

#endif
