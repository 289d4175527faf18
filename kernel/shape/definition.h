// Checks what the creation of 2D and 3D shape sets share. A check of a definition returns LGJK_OK, or LGJK_ERROR_SHAPE
// with the index of the definition and a text that names the member.
#ifndef LGJK_SHAPE_DEFINITION_H
#define LGJK_SHAPE_DEFINITION_H

#include <stdbool.h>

#include "lanegjk/lanegjk.h"

static inline bool lgjk_is_finite(float x) { return x - x == 0.0f; }

// Checks points. `stride`: 0, or a multiple of 4 that is at least the bytes of one point.
int32_t lgjk_check_points(const float* points, uint32_t count, uint32_t stride, uint32_t least_stride, uint64_t index,
                          lgjk_error* error);
// Checks the arguments of both create functions. Returns LGJK_OK or LGJK_ERROR_ARGUMENT.
int32_t lgjk_check_create(const void* defs, uint32_t count, const void* out, lgjk_error* error);
// Checks a set of a dimension and the index of one of its shapes. Returns LGJK_OK or LGJK_ERROR_ARGUMENT.
int32_t lgjk_check_shape(const void* shapes, uint32_t dim, uint32_t index, lgjk_error* error);
// Checks that count sizes are finite and above 0.
int32_t lgjk_check_size(const float* size, uint32_t count, uint64_t index, lgjk_error* error);
// Checks that size[first..end-1], unused by the kind, are 0. `first`: how many sizes the kind takes, 0 for points.
int32_t lgjk_check_unused_size(const float* size, uint32_t first, uint32_t end, uint64_t index, lgjk_error* error);
// Check that a rounding radius is in 0..most, and that a map has count finite entries.
int32_t lgjk_check_radius(float radius, double most, const char* most_text, uint64_t index, lgjk_error* error);
int32_t lgjk_check_map(const float* map, uint32_t count, uint64_t index, lgjk_error* error);
// Makes a map of dim rows and columns the identity if it is all zero.
void lgjk_default_map(float* map, uint32_t dim);

// Sets *used to `given`, or to malloc and free if `given` is NULL. Returns LGJK_ERROR_ARGUMENT if a member is invalid.
int32_t lgjk_choose_allocator(const lgjk_allocator* given, lgjk_allocator* used, lgjk_error* error);

// Allocates memory. Returns NULL if there is none, or if size does not fit size_t.
void* lgjk_allocate(const lgjk_allocator* allocator, uint64_t size);

#endif
