// Scenes of `lanegjk query`: shapes, bodies, what they are queried against, pairs, and the poses of one or more frames.
#ifndef LANEGJK_TOOLS_SCENE_H
#define LANEGJK_TOOLS_SCENE_H

#include <stddef.h>
#include <stdint.h>

#include "dimension.h"
#include "json_reader.h"
#include "support.h"

// Which pairs a query is about: "pairs" is not there; a list; "all"; or what the finder lists in each frame.
typedef enum pair_source { PAIRS_NONE, PAIRS_LISTED, PAIRS_ALL, PAIRS_FOUND } pair_source;

typedef struct scene {
  const dimension* dim;
  memory_pool memory; // of all arrays
  shape_set shapes;
  uint32_t shape_count;
  uint32_t moving;     // bodies of "bodies"
  uint32_t resting;    // bodies of "against", numbered behind these
  int has_rest;        // there is an "against": pairs are of a body and one of these
  uint32_t body_count; // both
  uint32_t frame_count;
  uint32_t* shape;  // body_count indices
  float* radius;    // body_count radii; NULL where no body has its own
  float* way;       // body_count ways of dim->axes floats; NULL where no body has one
  float* turn;      // body_count rotations at the end of the way, as a pose has them; NULL where no body has one
  uint8_t* turns;   // and which bodies these are
  float* pose;      // frame_count x body_count poses of dim->pose_size floats, all at the origin
  double* position; // of each of these poses, dim->axes doubles
  pair_source source;
  float margin; // of PAIRS_FOUND
  uint32_t pair_count;
  uint32_t* pair; // pair_count x {a, b}; b is a number among all bodies
} scene;

// Reads and checks the file; every error ends the program with its place and reason. What the author may not have meant
// is noted on standard error.
scene scene_read(const char* file);
void scene_free(scene* self);

// The part of it in scene_shapes.c.
void scene_read_shapes(const json_at* root, scene* self);

// The number that the scene's author has given a body: those of "against" count from 0.
uint32_t scene_number(const scene* self, uint32_t body);

// The rotation of a body at the end of its way: its turn, or the rotation that it has.
void scene_turn(const scene* self, uint32_t body, const float* rotation, float* turn);

// The poses of a frame, and their positions.
float* scene_frame(const scene* self, size_t frame);
double* scene_positions(const scene* self, size_t frame);

#endif
