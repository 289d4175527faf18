// The corpus of the dimension DIM (data/cases2d.json, data/cases3d.json): cases that broke other libraries, with their
// exact answers.
#ifndef LGJK_TESTS_CORPUS_H
#define LGJK_TESTS_CORPUS_H

#include <stdbool.h>
#include <stdint.h>

#include "dim_names.h"

enum { CORPUS_POINTS = DIM == 2 ? 16 : 32 };

// A shape as a definition would give it.
typedef struct corpusN_shape {
  uint32_t kind; // LGJK_SHAPE2_* or LGJK_SHAPE3_*: POINTS or BOX, in 3D ELLIPSOID or CYLINDER too
  float points[DIM * CORPUS_POINTS];
  uint32_t point_count;
  float size[DIM];
  float radius; // rounding
} corpusN_shape;

typedef struct corpusN_case {
  char id[64];
  corpusN_shape local[2]; // with the poses below
  double position[2][DIM];
#if DIM == 2
  double angle[2];
#else
  double rotation[2][4]; // quaternion x, y, z, w of length 1
#endif
  bool has_world;         // polyhedra only, and all that is 2D
  corpusN_shape world[2]; // as points of the world, rounded to float: what distance_f32 is exact for
  double distance, distance_f32, tolerance, tolerance_f32; // signed; distance_f32 NaN without world points
  double scale;                                            // some of 3D are far outside of the domain
  bool overlap, decidable_f32;
  bool has_normal;    // where the minimum translation is unique
  double normal[DIM]; // unit, from A to B
} corpusN_case;

// All cases of the file, `*count` of them, to be freed; aborts with a message where the file is not as expected.
corpusN_case* corpusN_load(uint32_t* count);
// The definition of a corpus shape; points into it.
lgjk_shapeN_def corpusN_definition(const corpusN_shape* shape);
// The pose of one side, rounded to float.
void corpusN_pose(const corpusN_case* from, int side, float* pose);

#endif
