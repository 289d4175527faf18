// Checks that a call has the arrays that it needs, and that it writes neither over its input nor one result over
// another. Intervals are compared first, then the elements of arrays with gaps.
#include "base/arrays.h"

#include <stdbool.h>

#include "base/error.h"

static bool has_elements(const lgjk_array* a) { return a->begin != NULL && a->count > 0; }

// Returns the bytes up to the end of the last element.
static uint64_t bytes_of(const lgjk_array* a) { return a->stride * (a->count - 1) + a->size; }

// Returns true if a byte of an array without gaps belongs to an element of `other`. Differences are compared, so that
// an array may end with the address space.
static bool bytes_meet(const lgjk_array* dense, const lgjk_array* other) {
  const uint64_t begin = (uintptr_t)dense->begin, other_begin = (uintptr_t)other->begin;
  if (other_begin - begin < bytes_of(dense)) return true; // the first byte of `other`
  const uint64_t at = begin - other_begin, within = at % other->stride;
  if (at >= bytes_of(other)) return false;
  // `dense` begins in an element, or reaches the next one, which exists because the array goes on
  return within < other->size || bytes_of(dense) > other->stride - within;
}

static int32_t check_array(const lgjk_array* a, lgjk_error* error) {
  if (a->begin == NULL && a->count > 0 && (a->use & LGJK_NEEDED)) return lgjk_refuse(error, "%s is NULL", a->name);
  return a->size % 4 == 0 ? lgjk_check_aligned(a->name, a->begin, 4, error) : LGJK_OK;
}

// Compares a written array with all that are read and with the written ones before it.
static int32_t check_written(const lgjk_array* arrays, size_t count, const lgjk_array* written, lgjk_error* error) {
  for (const lgjk_array* other = arrays; other < arrays + count; ++other) {
    if (!has_elements(other) || other == written || ((other->use & LGJK_WRITTEN) && other > written)) continue;
    if (bytes_meet(written, other)) return lgjk_refuse(error, "%s overlaps %s", written->name, other->name);
  }
  return LGJK_OK;
}

int32_t lgjk_check_arrays(const lgjk_array* arrays, size_t count, lgjk_error* error) {
  for (size_t i = 0; i < count; ++i) LGJK_TRY(check_array(&arrays[i], error));
  for (size_t i = 0; i < count; ++i) {
    if ((arrays[i].use & LGJK_WRITTEN) && has_elements(&arrays[i])) {
      LGJK_TRY(check_written(arrays, count, &arrays[i], error));
    }
  }
  return LGJK_OK;
}
