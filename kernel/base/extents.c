// Checks that a call writes neither over its input nor one result over another. Intervals are compared first, then the
// elements of arrays with gaps.
#include "base/extents.h"

#include <stdbool.h>

#include "base/error.h"

// Returns true if two intervals meet. Differences are compared, so that an extent may end with the address space.
static bool intervals_meet(const lgjk_extent* a, const lgjk_extent* b) {
  return a->begin - b->begin < b->bytes || b->begin - a->begin < a->bytes;
}

// Returns true if a byte of a dense array belongs to an element of `other`. Their intervals must meet.
static bool bytes_meet(const lgjk_extent* dense, const lgjk_extent* other) {
  if (other->begin - dense->begin < dense->bytes) return true; // the first byte of `other`
  const uint64_t at = dense->begin - other->begin, within = at % other->stride;
  // `dense` begins in an element, or reaches the next one, which exists because the interval goes on
  return within < other->size || (dense->bytes > other->stride - within && at - within + other->stride < other->bytes);
}

static int32_t fail(const lgjk_extent* written, const lgjk_extent* other, lgjk_error* error) {
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s overlaps %s", written->name, other->name);
}

int32_t lgjk_check_extents(const lgjk_extents* written, const lgjk_extents* read, lgjk_error* error) {
  for (uint32_t i = 0; i < written->count; ++i) {
    const lgjk_extent* mine = &written->of[i];
    for (uint32_t k = 0; k < read->count; ++k) {
      if (intervals_meet(mine, &read->of[k]) && bytes_meet(mine, &read->of[k])) return fail(mine, &read->of[k], error);
    }
    for (uint32_t k = 0; k < i; ++k) {
      if (intervals_meet(mine, &written->of[k])) return fail(mine, &written->of[k], error);
    }
  }
  return LGJK_OK;
}
