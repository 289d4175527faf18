// What the creation of 2D and 3D shape sets share: checks, and memory.
#ifndef LGJK_SHAPE_DEFINITION_H
#define LGJK_SHAPE_DEFINITION_H

#include "lanegjk/lanegjk.h"

// Checks the arguments of both create functions. Returns LGJK_OK or LGJK_ERROR_ARGUMENT.
int32_t lgjk_check_create(const void* defs, uint32_t count, const void* out, lgjk_error* error);
// Checks a set of a dimension and the index of one of its shapes. Returns LGJK_OK or LGJK_ERROR_ARGUMENT.
int32_t lgjk_check_shape(const void* shapes, uint32_t dim, uint32_t index, lgjk_error* error);
// Makes a map of dim rows and columns the identity if it is all zero.
void lgjk_default_map(float* map, uint32_t dim);

// Sets *used to `given`, or to malloc and free if `given` is NULL. Returns LGJK_ERROR_ARGUMENT if a member is invalid.
int32_t lgjk_choose_allocator(const lgjk_allocator* given, lgjk_allocator* used, lgjk_error* error);

// Allocates memory. Returns NULL if there is none, or if size does not fit size_t.
void* lgjk_allocate(const lgjk_allocator* allocator, uint64_t size);

#endif
