// Builds the records of a 3D shape set one definition after the other, in memory that the caller has provided.
#ifndef LGJK_KERNEL_BUILDER3_H
#define LGJK_KERNEL_BUILDER3_H

#include "shape/hull3.h"
#include "shape/shapes3.h"

// What every pool begins with: zeros that can be read as any HULL* row.
#define LGJK_POOL3_ZEROS 96u

typedef struct lgjk_builder3 {
  lgjk_shape3* shape;   // room for one record per definition
  float* pool;          // room for the rows of all hulls; the zeros are there
  uint32_t pool_count;  // floats in it so far, zeros included
  uint32_t core_mask;   // of the records so far
  lgjk_point3* points;  // room for the points of one definition, at least 8
  uint32_t* scratch;    // LGJK_HULL3_SCRATCH of as many
} lgjk_builder3;

// Checks everything about a definition but the values of its points: LGJK_OK, or LGJK_ERROR_SHAPE with the index.
int32_t lgjk_builder3_check(const lgjk_shape3_def* def, uint64_t index, lgjk_error* error);

// Writes record `index` from a definition that passed the check; leaves *error alone on success. The floating-point
// environment must be the default one.
int32_t lgjk_builder3_add(lgjk_builder3* b, const lgjk_shape3_def* def, uint32_t index, lgjk_error* error);

// Floats that a hull of count vertices takes in the pool.
uint32_t lgjk_builder3_pool_size(uint32_t count);

// LGJK_SHAPE3_* of a core class.
uint32_t lgjk_builder3_kind(uint32_t core);

#endif
