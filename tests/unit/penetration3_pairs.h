// Pairs of cores for the test of depths in 3D, by families: which shapes, and how they lie.
#ifndef LGJK_TESTS_UNIT_PENETRATION3_PAIRS_H
#define LGJK_TESTS_UNIT_PENETRATION3_PAIRS_H

#include <stdbool.h>

#include "oracle.h"
#include "single/penetrate.h"

typedef struct core_pair3 {
  lgjk_shapes3* shapes;
  float pose[2][7];
  lgjk_solid3 solid[2];
  float vertices[2][3 * LGJK_MAX_POINTS];
  oracle3_body body[2]; // the same pair for the oracle, without rounding radii
  double scale;
} core_pair3;

// How many families there are, and what is in each.
uint32_t pairs3_count(void);
const char* pairs3_name(uint32_t family);
bool pairs3_curved(uint32_t family);
uint32_t pairs3_most_evaluations(uint32_t family); // on average
// Pair `number` of a family, from the state of the random numbers alone.
void pairs3_make(core_pair3* pair, uint32_t family, uint64_t seed, uint32_t number);
// Moves B by `step` along a direction.
void pairs3_shift(core_pair3* pair, const double direction[3], double step);
void pairs3_free(core_pair3* pair);

#endif
