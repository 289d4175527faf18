// Reports errors of internal code: `return lgjk_fail(error, LGJK_ERROR_SHAPE, i, "radius is negative")`. The text of an
// LGJK_ERROR_SHAPE then begins with the definition, "defs[3]: radius is negative".
#ifndef LGJK_KERNEL_ERROR_H
#define LGJK_KERNEL_ERROR_H

#include <stddef.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

#if defined(__GNUC__)
#define LGJK_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define LGJK_PRINTF(f, a)
#endif

#define LGJK_DEFINITION_TEXT "defs[%llu]: "

// Fills *error and returns code. `error` may be NULL; its struct_size is respected.
int32_t lgjk_fail(lgjk_error* error, int32_t code, uint64_t index, const char* format, ...) LGJK_PRINTF(4, 5);
// Fills *error for an argument that is refused, and returns LGJK_ERROR_ARGUMENT.
#define lgjk_refuse(error, ...) lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, __VA_ARGS__)
// Sets *error to no error and an empty text, and returns LGJK_OK. `error` may be NULL.
int32_t lgjk_succeed(lgjk_error* error);

// Returns from the function with the code of a call, unless that is LGJK_OK.
#define LGJK_TRY(call)                            \
  do {                                            \
    const int32_t tried_code = (call);            \
    if (tried_code != LGJK_OK) return tried_code; \
  } while (0)

// Reports a wrong struct_size. `name`: the argument, empty for a shape definition. `init`: the function that sets it.
int32_t lgjk_fail_size(int32_t code, uint64_t index, const char* name, uint32_t size, size_t expected, const char* init,
                       lgjk_error* error);

// The checks below are inline: a call for each would slow queries of one pair.

// Returns LGJK_OK if the caller's struct has this library's size, else LGJK_ERROR_ARGUMENT. `init` sets struct_size.
static inline int32_t lgjk_check_struct_size(const char* name, uint32_t size, size_t expected, const char* init,
                                             lgjk_error* error) {
  return size == expected ? LGJK_OK : lgjk_fail_size(LGJK_ERROR_ARGUMENT, 0, name, size, expected, init, error);
}

// Does the same for a struct whose first member is struct_size, and returns LGJK_ERROR_ARGUMENT if it is NULL.
static inline int32_t lgjk_check_struct(const char* name, const void* given, size_t expected, const char* init,
                                        lgjk_error* error) {
  uint32_t size;
  if (given == NULL) return lgjk_refuse(error, "%s is NULL", name);
  memcpy(&size, given, sizeof size);
  return lgjk_check_struct_size(name, size, expected, init, error);
}

// Returns LGJK_OK if an array is NULL or begins at a multiple of `bytes` (a power of 2), else LGJK_ERROR_ARGUMENT.
static inline int32_t lgjk_check_aligned(const char* name, const void* array, size_t bytes, lgjk_error* error) {
  if (((uintptr_t)array & (bytes - 1)) == 0) return LGJK_OK;
  return lgjk_refuse(error, "%s is not aligned to %u bytes", name, (unsigned)bytes);
}

// Returns LGJK_OK if there is memory that begins at a multiple of `bytes` (a power of 2), else LGJK_ERROR_ARGUMENT.
static inline int32_t lgjk_check_memory(const char* name, const void* memory, size_t bytes, lgjk_error* error) {
  return memory != NULL ? lgjk_check_aligned(name, memory, bytes, error) : lgjk_refuse(error, "%s is NULL", name);
}

// Sets *out to a stride in bytes, of which 0 stands for that of elements in a row. Returns LGJK_OK, or
// LGJK_ERROR_ARGUMENT if elements would overlap or not be aligned.
static inline int32_t lgjk_take_stride(const char* name, uint32_t stride, size_t element, size_t* out,
                                       lgjk_error* error) {
  *out = stride == 0 ? element : stride;
  if (stride % 4 == 0 && *out >= element) return LGJK_OK;
  return lgjk_refuse(error, "%s is %u, not 0 or a multiple of 4 that is at least %u", name, (unsigned)stride,
                     (unsigned)element);
}

// Returns LGJK_OK if a size is enough, else LGJK_ERROR_ARGUMENT with what is needed as the error's index.
static inline int32_t lgjk_check_room(const char* name, uint64_t size, uint64_t needed, lgjk_error* error) {
  if (size >= needed) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, needed, "%s is %llu, but %llu bytes are needed", name,
                   (unsigned long long)size, (unsigned long long)needed);
}

#endif
