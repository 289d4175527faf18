// Bodies and pairs of the dimension DIM in arrays without strides, as views of the library.
#ifndef LGJK_TESTS_PACKED_H
#define LGJK_TESTS_PACKED_H

#include "dim_names.h"

// radius may be NULL.
static inline lgjk_bodiesN packed_bodies(const lgjk_shapesN* shapes, uint32_t count, const uint32_t* shape,
                                         const float* pose, const float* radius) {
  lgjk_bodiesN bodies = {
      .struct_size = sizeof bodies, .count = count, .shapes = shapes, .shape = shape, .pose = pose, .radius = radius};
  return bodies;
}

static inline lgjk_pairs packed_pairs(const uint32_t* a, const uint32_t* b, uint64_t count) {
  lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = count};
  return pairs;
}

#endif
