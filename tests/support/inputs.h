// The inputs of the dimension DIM on which one run is compared with another: every family of hard pairs, every scene of
// the benchmark, and shapes of all kinds mixed, with and without bad bodies. Each moves from frame to frame.
#ifndef LGJK_TESTS_INPUTS_H
#define LGJK_TESTS_INPUTS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "mixed.h"
#if DIM == 2
#include "scenes2.h"
#else
#include "scenes3.h"
#endif

// Pairs may be fewer or more than requested by a few: see pairs.count.
typedef struct inputN {
  char name[40];
  lgjk_bodiesN bodies; // tightly packed
  lgjk_pairs pairs;
  // Whose arrays these are: one of the three.
  familiesN_batch batch;
  float* family_pose; // at frame 0
  sceneN* scene;
  lgjk_shapesN* scene_shapes;
  mixedN mixed;
  uint64_t seed;
  uint32_t frame;
} inputN;

uint32_t inputsN_count(void);
const char* inputsN_name(uint32_t number);
// NULL where input `number` can be opened here, else what is missing for it: T7 needs a data file.
const char* inputsN_missing(uint32_t number);
// 0 on success; nothing to close otherwise.
int inputsN_open(inputN* input, uint32_t number, uint64_t seed, uint32_t pair_count);
// One frame further.
void inputsN_advance(inputN* input);
void inputsN_close(inputN* input);

// The number of the input of this name.
static inline uint32_t inputsN_find(const char* name) {
  uint32_t number = 0;
  while (number < inputsN_count() && strcmp(inputsN_name(number), name) != 0) ++number;
  return number;
}

static inline bool inputsN_has_bad(uint32_t number) { return strcmp(inputsN_name(number), "mixed_with_bad") == 0; }

// How many pairs of an input a test queries: as many as usual, or fewer where LGJK_TEST_PAIRS=n says so, but enough
// for the small batches of every width.
static inline uint32_t inputsN_pairs(uint32_t usual) {
  const uint32_t enough = 80;
  const char* said = getenv("LGJK_TEST_PAIRS");
  uint32_t count = said == NULL ? usual : (uint32_t)strtoul(said, NULL, 0);
  if (count < enough) count = enough;
  return count < usual ? count : usual;
}

#endif
