// Builds the records of a 2D shape set one definition after the other, in memory that the caller has provided.
#ifndef LGJK_KERNEL_BUILDER2_H
#define LGJK_KERNEL_BUILDER2_H

#include "shape/hull2.h"
#include "shape/shapes2.h"

typedef struct lgjk_builder2 {
  lgjk_shape2* shape;   // room for one record per definition
  float* pool;          // room for the vertices of LARGE cores
  uint32_t pool_count;  // floats in it so far
  uint32_t core_mask;   // of the records so far
  lgjk_point2* points;  // room for the points of one definition, at least 4
  lgjk_point2* hull;    // room for one more
} lgjk_builder2;

// Checks everything about a definition but the values of its points: LGJK_OK, or LGJK_ERROR_SHAPE with the index.
int32_t lgjk_builder2_check(const lgjk_shape2_def* def, uint64_t index, lgjk_error* error);

// Writes record `index` from a definition that passed the check; leaves *error alone on success. The floating-point
// environment must be the default one.
int32_t lgjk_builder2_add(lgjk_builder2* b, const lgjk_shape2_def* def, uint32_t index, lgjk_error* error);

#endif
