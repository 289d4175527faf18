#include "base/allocator.h"

#include <stdlib.h>

#include "base/error.h"

static void* allocate_default(size_t size, void* user) {
  (void)user;
  return malloc(size);
}

static void release_default(void* memory, void* user) {
  (void)user;
  free(memory);
}

int32_t lgjk_choose_allocator(const lgjk_allocator* given, lgjk_allocator* used, lgjk_error* error) {
  const lgjk_allocator standard = {(uint32_t)sizeof standard, 0, allocate_default, release_default, NULL};
  if (given == NULL) given = &standard;
  if (given->struct_size != sizeof *given) {
    return lgjk_refuse(error, "allocator->struct_size is %u, not %u: set it to sizeof(lgjk_allocator)",
                       (unsigned)given->struct_size, (unsigned)sizeof *given);
  }
  if (given->reserved != 0) return lgjk_refuse(error, "allocator->reserved is not 0");
  if (given->allocate == NULL) return lgjk_refuse(error, "allocator->allocate is NULL");
  if (given->release == NULL) return lgjk_refuse(error, "allocator->release is NULL");
  *used = *given;
  return LGJK_OK;
}

void* lgjk_allocate(const lgjk_allocator* allocator, uint64_t size) {
  return size <= SIZE_MAX ? allocator->allocate((size_t)size, allocator->user) : NULL;
}
