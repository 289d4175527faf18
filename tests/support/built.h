// Shape sets that have to be built.
#ifndef LGJK_TESTS_BUILT_H
#define LGJK_TESTS_BUILT_H

#include "test.h"
#include "lanegjk/lanegjk3.h"

// A macro, so that tests of the kernel, which has names of its own for the dimension, can include this.
#define BUILD_SHAPES_OF(N)                                                                                  \
  static inline lgjk_shapes##N* build_shapes##N(const lgjk_shape##N##_def* defs, uint32_t count) {          \
    lgjk_shapes##N* shapes = NULL;                                                                          \
    lgjk_error error = {.struct_size = sizeof error};                                                       \
    if (lgjk_shapes##N##_create(defs, count, NULL, &shapes, &error) != LGJK_OK) fail_msg("%s", error.text); \
    return shapes;                                                                                          \
  }
#define build_shapesN DIM_NAME(build_shapes, DIM, )
BUILD_SHAPES_OF(2)
BUILD_SHAPES_OF(3)

#endif
