// Seeded families of hard 3D pairs, shared by the tests of accuracy, of determinism and of warm records. Each family is
// one way in which collision code is known to break. Every pair is inside the domain of lanegjk3.h, and the same on
// every machine: + - * / and sqrt in double only.
#ifndef LGJK_TESTS_FAMILIES3_H
#define LGJK_TESTS_FAMILIES3_H

#include <stdint.h>

#include "lanegjk/lanegjk3.h"

// Pair i joins bodies 2 i and 2 i + 1; body j has shape j. The views are ready to be passed to a query.
typedef struct families3_batch {
  lgjk_shapes3* shapes;
  uint32_t body_count, pair_count;
  uint32_t* shape; // body_count
  float* pose;     // 7 * body_count
  float* radius;   // body_count, or NULL: the shapes' own
  uint32_t *a, *b; // pair_count
  lgjk_bodies3 bodies;
  lgjk_pairs pairs;
} families3_batch;

uint32_t families3_count(void);
const char* families3_name(uint32_t family);
// Fills the batch; LGJK_OK, or the error of lgjk_shapes3_create with nothing to free.
int32_t families3_make(families3_batch* batch, uint32_t family, uint64_t seed, uint32_t pair_count, lgjk_error* error);
void families3_free(families3_batch* batch);
// The poses one frame earlier: each body moved by up to a hundredth of its size and turned by up to 0.01.
void families3_move(const families3_batch* batch, uint64_t seed, float* pose);

#endif
