// Warm records follow their pairs from one frame's list to the next. Both lists ascend by (a, b), so this is the merge
// of two sorted sequences: one pass that checks the order of each, one that copies, nothing allocated.
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "lanegjk/lanegjk.h"

static uint32_t load(const uint32_t* base, uint32_t stride, uint64_t i) {
  uint32_t value;
  memcpy(&value, (const char*)base + (size_t)i * stride, sizeof value);
  return value;
}

// A pair as one number whose order is that of (a, b).
static uint64_t key(const lgjk_pairs* pairs, uint64_t i) {
  const uint32_t stride = pairs->stride > 0 ? pairs->stride : (uint32_t)sizeof(uint32_t);
  return (uint64_t)load(pairs->a, stride, i) << 32 | load(pairs->b, stride, i);
}

static int32_t check_members(const char* name, const lgjk_pairs* pairs, const lgjk_warm* records, lgjk_error* error) {
  if (pairs == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s is NULL", name);
  const int32_t code = lgjk_check_struct_size(name, pairs->struct_size, sizeof *pairs, "lgjk_pairs_init", error);
  if (code != LGJK_OK) return code;
  if (pairs->stride % 4 != 0) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->stride is %u, not a multiple of 4", name,
                     (unsigned)pairs->stride);
  }
  if (pairs->count == 0) return LGJK_OK;
  if (pairs->a == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->a is NULL", name);
  if (pairs->b == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->b is NULL", name);
  if (records == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s_records is NULL", name);
  const struct {
    const char* member;
    const void* array;
  } arrays[] = {{"->a", pairs->a}, {"->b", pairs->b}, {"_records", records}};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
    if ((uintptr_t)arrays[i].array % 4 == 0) continue;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s%s is not aligned to 4 bytes", name, arrays[i].member);
  }
  return LGJK_OK;
}

static int32_t check_order(const char* name, const lgjk_pairs* pairs, lgjk_error* error) {
  for (uint64_t i = 1; i < pairs->count; ++i) {
    if (key(pairs, i - 1) < key(pairs, i)) continue;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, i, "%s: pair %llu does not come after the one before it by (a, b)",
                     name, (unsigned long long)i);
  }
  return LGJK_OK;
}

static int32_t check_overlap(const lgjk_warm* from, uint64_t from_count, const lgjk_warm* to, uint64_t to_count,
                             lgjk_error* error) {
  const uintptr_t f = (uintptr_t)from, t = (uintptr_t)to;
  const bool apart = f < t ? (t - f) / sizeof *from >= from_count : (f - t) / sizeof *to >= to_count;
  if (apart || from_count == 0 || to_count == 0) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "to_records overlaps from_records");
}

int32_t lgjk_warm_carry(const lgjk_pairs* from, const lgjk_warm* from_records, const lgjk_pairs* to,
                        lgjk_warm* to_records, lgjk_error* error) {
  int32_t code = check_members("from", from, from_records, error);
  if (code == LGJK_OK) code = check_members("to", to, to_records, error);
  if (code == LGJK_OK) code = check_overlap(from_records, from->count, to_records, to->count, error);
  if (code == LGJK_OK) code = check_order("from", from, error);
  if (code == LGJK_OK) code = check_order("to", to, error);
  if (code != LGJK_OK) return code;

  const lgjk_warm cold = {{0, 0, 0, 0}};
  uint64_t f = 0;
  for (uint64_t t = 0; t < to->count; ++t) {
    const uint64_t wanted = key(to, t);
    while (f < from->count && key(from, f) < wanted) ++f;
    to_records[t] = f < from->count && key(from, f) == wanted ? from_records[f] : cold;
  }
  return lgjk_succeed(error);
}
