#include "shape/definition.h"

#include <stdlib.h>

#include "base/error.h"
#include "shape/shapes.h"

int32_t lgjk_check_create(const void* defs, uint32_t count, const void* out, lgjk_error* error) {
  if (defs == NULL && count > 0) return lgjk_refuse(error, "defs is NULL");
  if (count > LGJK_MAX_SHAPES) return lgjk_refuse(error, "count is %u, more than %u", (unsigned)count, LGJK_MAX_SHAPES);
  if (out == NULL) return lgjk_refuse(error, "out is NULL");
  return LGJK_OK;
}

int32_t lgjk_check_shape(const void* shapes, uint32_t dim, uint32_t index, lgjk_error* error) {
  lgjk_shape_set set;
  if (shapes == NULL) return lgjk_refuse(error, "shapes is NULL");
  const char* fault = lgjk_fault_of_set(shapes, dim);
  if (fault != NULL) return lgjk_refuse(error, "shapes %s", fault);
  memcpy(&set, shapes, sizeof set);
  if (index < set.count) return LGJK_OK;
  return lgjk_refuse(error, "index is %u, but the set has %u shapes", (unsigned)index, (unsigned)set.count);
}

void lgjk_default_map(float* map, uint32_t dim) {
  for (uint32_t i = 0; i < dim * dim; ++i) {
    if (map[i] != 0.0f) return;
  }
  for (uint32_t i = 0; i < dim; ++i) map[i * (dim + 1)] = 1.0f;
}

// ---------------------------------------------------------------- memory

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
