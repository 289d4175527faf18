// Seeded families of hard 2D pairs, shared by the tests of accuracy, of determinism and of warm records. Each family is
// one way in which collision code is known to break. Every pair is inside the domain of lanegjk.h, and the same on
// every machine: poses come from + - * / and sqrt in double and from lgjk_pose2_from_angle.
#ifndef LGJK_TESTS_FAMILIES2_H
#define LGJK_TESTS_FAMILIES2_H

#include <stdint.h>

#include "lanegjk/lanegjk.h"

// Pair i joins bodies 2 i and 2 i + 1; body j has shape j. The views are ready to be passed to a query.
typedef struct families2_batch {
  lgjk_shapes2* shapes;
  uint32_t body_count, pair_count;
  uint32_t* shape; // body_count
  float* pose;     // 4 * body_count
  float* radius;   // body_count, or NULL: the shapes' own
  uint32_t *a, *b; // pair_count
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
} families2_batch;

uint32_t families2_count(void);
const char* families2_name(uint32_t family);
// Fills the batch; LGJK_OK, or the error of lgjk_shapes2_create with nothing to free.
int32_t families2_make(families2_batch* batch, uint32_t family, uint64_t seed, uint32_t pair_count, lgjk_error* error);
void families2_free(families2_batch* batch);
// The poses one frame earlier: each body moved by up to a hundredth of its size and turned by up to 0.01.
void families2_move(const families2_batch* batch, uint64_t seed, float* pose);

#endif
