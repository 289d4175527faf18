// Scenes of `lanegjk query`: shapes, bodies, pairs, and the poses of one or more frames.
#ifndef LANEGJK_TOOLS_SCENE_JSON_H
#define LANEGJK_TOOLS_SCENE_JSON_H

#include <stdint.h>

#include "lanegjk/lanegjk.h"

typedef struct scene2 {
  lgjk_shapes2* shapes;
  uint32_t body_count;
  uint32_t pair_count;
  uint32_t frame_count;
  uint32_t* shape;  // body_count indices
  float* radius;    // body_count radii; NULL where no body has its own
  float* pose;      // frame_count x body_count poses {x, y, c, s}
  uint32_t* pair;   // pair_count x {a, b}
} scene2;

// Reads and checks the file; every error ends the program with its place and reason.
scene2 scene2_read(const char* file);
void scene2_free(scene2* scene);

#endif
