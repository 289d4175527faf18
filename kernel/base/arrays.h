// A table of the arrays of a call, and the checks that it makes of all of them.
#ifndef LGJK_BASE_ARRAYS_H
#define LGJK_BASE_ARRAYS_H

#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

// How a call uses an array. One that is not needed may be NULL.
enum { LGJK_READ = 0, LGJK_WRITTEN = 1, LGJK_NEEDED = 2 };

// An array of the caller's. One without elements may be NULL.
typedef struct lgjk_array {
  const char* name; // the argument's
  uint32_t use;
  const void* begin;
  size_t size, stride; // bytes of an element, bytes from one to the next; written arrays have no gaps
  uint64_t count;
} lgjk_array;

// Returns LGJK_OK if no array that is needed is NULL, if those of whole words are aligned to 4 bytes, and if no written
// byte belongs to another array that is written or read. Else returns LGJK_ERROR_ARGUMENT, and the text names the array
// or both. Gaps between the elements of an array that is read are not a part of it.
int32_t lgjk_check_arrays(const lgjk_array* arrays, size_t count, lgjk_error* error);

#define LGJK_CHECK_ARRAYS(arrays, error) lgjk_check_arrays(arrays, sizeof(arrays) / sizeof(arrays)[0], error)

// The bytes from the first to the last of some arrays. A few spans prove most calls to write nothing by mistake.
typedef struct lgjk_span {
  uint64_t begin, end;
} lgjk_span;

static const lgjk_span lgjk_no_span = {UINT64_MAX, 0};

static inline lgjk_span lgjk_span_of(const void* array, size_t size, size_t stride, uint64_t first, uint64_t count) {
  if (array == NULL || count == 0) return lgjk_no_span;
  const uint64_t begin = (uintptr_t)array + stride * first;
  return (lgjk_span){begin, begin + stride * (count - 1) + size};
}

static inline lgjk_span lgjk_join_spans(lgjk_span a, lgjk_span b) {
  return (lgjk_span){a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

static inline uint32_t lgjk_spans_meet(lgjk_span a, lgjk_span b) {
  return (uint32_t)(a.begin < b.end) & (uint32_t)(b.begin < a.end);
}

#endif
