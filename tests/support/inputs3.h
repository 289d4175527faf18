// The 3D inputs on which one run is compared with another: every family of hard pairs, every scene of the benchmark,
// and shapes of all kinds mixed, with and without bad bodies. Each moves from frame to frame.
#ifndef LGJK_TESTS_INPUTS3_H
#define LGJK_TESTS_INPUTS3_H

#include "families.h"
#include "mixed3.h"
#include "scenes3.h"

typedef struct input3 {
  char name[40];
  lgjk_bodies3 bodies; // tightly packed
  lgjk_pairs pairs;
  // Whose arrays these are: one of the three.
  families3_batch batch;
  float* family_pose; // at frame 0
  scene3* scene;
  lgjk_shapes3* scene_shapes;
  mixed3 mixed;
  uint64_t seed;
  uint32_t frame;
} input3;

uint32_t inputs3_count(void);
const char* inputs3_name(uint32_t number);
// NULL where input `number` can be opened here, else what is missing for it: T7 needs a data file.
const char* inputs3_missing(uint32_t number);
// 0 on success; nothing to close otherwise.
int inputs3_open(input3* input, uint32_t number, uint64_t seed, uint32_t pair_count);
// One frame further.
void inputs3_advance(input3* input);
void inputs3_close(input3* input);

#endif
