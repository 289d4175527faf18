// The inputs on which one run is compared with another: every family of hard pairs, every scene of the benchmark, and
// shapes of all kinds mixed, with and without bad bodies. Each moves from frame to frame.
#ifndef LGJK_TESTS_INPUTS2_H
#define LGJK_TESTS_INPUTS2_H

#include "families.h"
#include "mixed2.h"
#include "scenes2.h"

// Pairs may be fewer or more than asked for by a few: see pairs.count.
typedef struct input2 {
  char name[40];
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  // Whose arrays these are: one of the three.
  families2_batch batch;
  float* family_pose; // at frame 0
  scene2* scene;
  lgjk_shapes2* scene_shapes;
  mixed2 mixed;
  uint64_t seed;
  uint32_t frame;
} input2;

uint32_t inputs2_count(void);
const char* inputs2_name(uint32_t number);
// NULL: nothing that an input needs can be missing.
const char* inputs2_missing(uint32_t number);
// 0 on success.
int inputs2_open(input2* input, uint32_t number, uint64_t seed, uint32_t pair_count);
// One frame further.
void inputs2_advance(input2* input);
void inputs2_close(input2* input);

#endif
