// Shape sets that have to be built, and simple definitions: points with a rounding radius, and boxes with half extents
// along the first axis and the others.
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
#define DEFINE_SHAPES_OF(N)                                                                                    \
  static inline lgjk_shape##N##_def rounded_points##N(const float* points, uint32_t count, float radius) {     \
    return (lgjk_shape##N##_def){                                                                              \
        .struct_size = sizeof(lgjk_shape##N##_def), .points = points, .point_count = count, .radius = radius}; \
  }                                                                                                            \
  static inline lgjk_shape##N##_def long_box##N(float first, float others) {                                   \
    lgjk_shape##N##_def def = {.struct_size = sizeof def, .kind = LGJK_SHAPE##N##_BOX};                        \
    for (int k = 0; k < N; ++k) def.size[k] = k == 0 ? first : others;                                         \
    return def;                                                                                                \
  }
#define build_shapesN DIM_NAME(build_shapes, DIM, )
#define rounded_pointsN DIM_NAME(rounded_points, DIM, )
#define long_boxN DIM_NAME(long_box, DIM, )
DEFINE_SHAPES_OF(2)
DEFINE_SHAPES_OF(3)
BUILD_SHAPES_OF(2)
BUILD_SHAPES_OF(3)

#endif
