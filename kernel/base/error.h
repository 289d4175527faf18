// Reports errors of internal code: `return lgjk_fail(error, LGJK_ERROR_SHAPE, i, "radius is negative")`. The text of an
// LGJK_ERROR_SHAPE then begins with the definition, "defs[3]: radius is negative".
#ifndef LGJK_KERNEL_ERROR_H
#define LGJK_KERNEL_ERROR_H

#include "lanegjk/lanegjk.h"

#if defined(__GNUC__)
#define LGJK_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define LGJK_PRINTF(f, a)
#endif

#define LGJK_DEFINITION_TEXT "defs[%llu]: "

// Fills *error and returns code. `error` may be NULL; its struct_size is respected.
int32_t lgjk_fail(lgjk_error* error, int32_t code, uint64_t index, const char* format, ...) LGJK_PRINTF(4, 5);
// Sets *error to no error and an empty text, and returns LGJK_OK. `error` may be NULL.
int32_t lgjk_succeed(lgjk_error* error);

// Reports a wrong struct_size of a shape definition. `init`: the function that sets it.
int32_t lgjk_fail_definition_size(uint64_t index, uint32_t size, size_t expected, const char* init, lgjk_error* error);

// Report what the two checks below find. The checks are inline: a call for each would slow queries of one pair.
int32_t lgjk_fail_struct_size(const char* name, uint32_t size, size_t expected, const char* init, lgjk_error* error);
int32_t lgjk_fail_aligned(const char* name, size_t bytes, lgjk_error* error);

// Returns LGJK_OK if the caller's struct has this library's size, else LGJK_ERROR_ARGUMENT. `init` sets struct_size.
static inline int32_t lgjk_check_struct_size(const char* name, uint32_t size, size_t expected, const char* init,
                                             lgjk_error* error) {
  return size == expected ? LGJK_OK : lgjk_fail_struct_size(name, size, expected, init, error);
}

// Returns LGJK_OK if an array is NULL or begins at a multiple of `bytes` (a power of 2), else LGJK_ERROR_ARGUMENT.
static inline int32_t lgjk_check_aligned(const char* name, const void* array, size_t bytes, lgjk_error* error) {
  return ((uintptr_t)array & (bytes - 1)) == 0 ? LGJK_OK : lgjk_fail_aligned(name, bytes, error);
}

#endif
