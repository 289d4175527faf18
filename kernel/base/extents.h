// Lists the bytes that a call reads and writes, and checks that it writes none by mistake.
#ifndef LGJK_BASE_EXTENTS_H
#define LGJK_BASE_EXTENTS_H

#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

#define LGJK_EXTENTS 10u // the most arrays that a call writes, or that it reads

// The elements of a caller's array.
typedef struct lgjk_extent {
  const char* name;    // the argument's name
  uint64_t begin;      // address of the first byte
  uint64_t bytes;      // up to the end of the last element; above 0
  size_t size, stride; // bytes of an element, bytes from one to the next
} lgjk_extent;

typedef struct lgjk_extents {
  uint32_t count;
  lgjk_extent of[LGJK_EXTENTS];
} lgjk_extents;

// Adds elements first..first+count-1 of an array; adds nothing if `array` is NULL or count is 0.
static inline void lgjk_extents_add(lgjk_extents* list, const char* name, const void* array, size_t size, size_t stride,
                                    uint64_t first, uint64_t count) {
  if (array == NULL || count == 0) return;
  list->of[list->count++] =
      (lgjk_extent){name, (uintptr_t)array + stride * first, stride * (count - 1) + size, size, stride};
}

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

// Returns LGJK_OK if no written byte belongs to another array that is written or read. Else returns
// LGJK_ERROR_ARGUMENT, and the text names both arrays. Gaps between the elements of an array that is read are not a
// part of it. Written arrays have no gaps.
int32_t lgjk_check_extents(const lgjk_extents* written, const lgjk_extents* read, lgjk_error* error);

#endif
