// Seeded families of hard pairs, shared by the tests of accuracy, of determinism and of warm records. Each family is
// one way in which collision code is known to break. Every pair is inside the domain of lanegjk.h or lanegjk3.h, and
// the same on every machine: poses come from + - * / and sqrt in double and, in 2D, from lgjk_pose2_from_angle.
#ifndef LGJK_TESTS_FAMILIES_H
#define LGJK_TESTS_FAMILIES_H

#include <stdint.h>

#include "lanegjk/lanegjk.h"
#include "lanegjk/lanegjk3.h"

// Of a batch: pair i joins bodies 2 i and 2 i + 1; body j has shape j; `radius` is NULL where the shapes' own hold. The
// views are ready to be passed to a query.
// make: fills the batch; LGJK_OK, or the error of lgjk_shapes2_create or lgjk_shapes3_create with nothing to free.
// move: the poses one frame earlier: each body moved by up to a hundredth of its size and turned by up to 0.01.
// keptN_create, keptN_destroy: lgjk_shapesN_create and _destroy, except for sets that are kept for the next call.
// A macro, so that tests of the kernel, which has names of its own for the dimension, can include this.
#define FAMILIES_OF(N)                                                                                        \
  typedef struct families##N##_batch {                                                                        \
    lgjk_shapes##N* shapes;                                                                                   \
    uint32_t body_count, pair_count;                                                                          \
    uint32_t* shape;                                                                                          \
    float *pose, *radius;                                                                                     \
    uint32_t *a, *b;                                                                                          \
    lgjk_bodies##N bodies;                                                                                    \
    lgjk_pairs pairs;                                                                                         \
  } families##N##_batch;                                                                                      \
  uint32_t families##N##_count(void);                                                                         \
  const char* families##N##_name(uint32_t family);                                                            \
  int32_t families##N##_make(families##N##_batch* batch, uint32_t family, uint64_t seed, uint32_t pair_count, \
                             lgjk_error* error);                                                              \
  void families##N##_free(families##N##_batch* batch);                                                        \
  void families##N##_move(const families##N##_batch* batch, uint64_t seed, float* pose);                      \
  int32_t kept##N##_create(const lgjk_shape##N##_def* defs, uint32_t count, lgjk_shapes##N** shapes,          \
                           lgjk_error* error);                                                                \
  void kept##N##_destroy(lgjk_shapes##N* shapes);

FAMILIES_OF(2)
FAMILIES_OF(3)

#endif
