// Bytes that a call reads and writes, and the check that it writes none by mistake.
#ifndef LGJK_BASE_EXTENTS_H
#define LGJK_BASE_EXTENTS_H

#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

#define LGJK_EXTENTS 10u // most arrays that a call writes, or reads

// Elements of a caller's array.
typedef struct lgjk_extent {
  const char* name;    // of the argument
  uint64_t begin;      // address of the first byte
  uint64_t bytes;      // from there to the end of the last element; above 0
  size_t size, stride; // bytes of an element, and from one to the next
} lgjk_extent;

typedef struct lgjk_extents {
  uint32_t count;
  lgjk_extent of[LGJK_EXTENTS];
} lgjk_extents;

// Adds elements first..first+count-1 of an array; none where it is NULL or count is 0.
static inline void lgjk_extents_add(lgjk_extents* list, const char* name, const void* array, size_t size, size_t stride,
                                    uint64_t first, uint64_t count) {
  if (array == NULL || count == 0) return;
  list->of[list->count++] =
      (lgjk_extent){name, (uintptr_t)array + stride * first, stride * (count - 1) + size, size, stride};
}

// The bytes from the first to the last of one or more arrays. Most calls are known to write nothing by mistake from a
// few of these.
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

// LGJK_OK where no byte of what is written belongs to another array that is written or to one that is read, else
// LGJK_ERROR_ARGUMENT, which names both. What lies between the elements of an array with a stride is not a part of it.
// Elements of written arrays follow each other without gaps.
int32_t lgjk_check_extents(const lgjk_extents* written, const lgjk_extents* read, lgjk_error* error);

#endif
