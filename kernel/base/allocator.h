// The memory functions of a shape set: the caller's, or malloc and free.
#ifndef LGJK_KERNEL_ALLOCATOR_H
#define LGJK_KERNEL_ALLOCATOR_H

#include "lanegjk/lanegjk.h"

// Sets *used to `given`, or to malloc and free if `given` is NULL. Returns LGJK_ERROR_ARGUMENT if a member is invalid.
int32_t lgjk_choose_allocator(const lgjk_allocator* given, lgjk_allocator* used, lgjk_error* error);

// Returns NULL if there is no memory, or if size does not fit size_t.
void* lgjk_allocate(const lgjk_allocator* allocator, uint64_t size);

#endif
