// The caller's memory for a shape set, or malloc's.
#ifndef LGJK_KERNEL_ALLOCATOR_H
#define LGJK_KERNEL_ALLOCATOR_H

#include "lanegjk/lanegjk.h"

// Writes to *used what was given, or malloc and free for NULL. LGJK_ERROR_ARGUMENT where members cannot be meant.
int32_t lgjk_choose_allocator(const lgjk_allocator* given, lgjk_allocator* used, lgjk_error* error);

// NULL where there is no memory, or where size cannot be a size_t.
void* lgjk_allocate(const lgjk_allocator* allocator, uint64_t size);

#endif
