// Scenes of `lanegjk query`: shapes, bodies, pairs, and the poses of one or more frames.
#ifndef LANEGJK_TOOLS_SCENE_JSON_H
#define LANEGJK_TOOLS_SCENE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "dimension.h"

typedef struct scene {
  const dimension* dim;
  shape_set shapes;
  uint32_t shape_count;
  uint32_t body_count;
  uint32_t pair_count;
  uint32_t frame_count;
  uint32_t* shape;  // body_count indices
  float* radius;    // body_count radii; NULL where no body has its own
  float* way;       // body_count ways of dim->axes floats; NULL where no body has one
  float* pose;      // frame_count x body_count poses of dim->pose_size floats, all at the origin
  double* position; // of each of these poses, dim->axes doubles
  uint32_t* pair;   // pair_count x {a, b}
} scene;

// Reads and checks the file; every error ends the program with its place and reason.
scene scene_read(const char* file);
void scene_free(scene* self);

// The poses of a frame, and their positions.
float* scene_frame(const scene* self, size_t frame);
double* scene_positions(const scene* self, size_t frame);

#endif
