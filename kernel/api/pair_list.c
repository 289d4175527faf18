// Checks lists of pairs. The check of their order takes 0.3 ns per pair, in vectors if the indices are packed.
#include "api/pair_list.h"

#include <stdatomic.h>

#include "base/error.h"
#include "base/tasks.h"

int32_t lgjk_check_pair_list(const char* name, const lgjk_pairs* pairs, pair_list* list, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct(name, pairs, sizeof *pairs, "lgjk_pairs_init", error));
  if (pairs->stride % 4 != 0) {
    return lgjk_refuse(error, "%s->stride is %u, not a multiple of 4", name, (unsigned)pairs->stride);
  }
  *list = (pair_list){pairs->a, pairs->b, pairs->count, pairs->stride > 0 ? pairs->stride : PAIRS_PACKED};
  return LGJK_OK;
}

#define RUN 1024u // pairs whose order is checked without a branch

// Returns true if each of the pairs first..end - 1 comes after the one before it.
static inline bool ascends(const pair_list* list, uint32_t stride, uint64_t first, uint64_t end) {
  uint32_t wrong = 0;
  for (uint64_t i = first; i < end; ++i) {
    const uint32_t a = lgjk_word_at(list->a, stride, i - 1), next_a = lgjk_word_at(list->a, stride, i);
    const uint32_t b = lgjk_word_at(list->b, stride, i - 1), next_b = lgjk_word_at(list->b, stride, i);
    wrong |= (uint32_t)(a > next_a) | ((uint32_t)(a == next_a) & (uint32_t)(b >= next_b));
  }
  return wrong == 0;
}

static bool run_ascends(const pair_list* list, uint64_t first, uint64_t end) {
  if (list->stride == PAIRS_PACKED) return ascends(list, PAIRS_PACKED, first, end);
  if (list->stride == PAIRS_JOINED) return ascends(list, PAIRS_JOINED, first, end);
  return ascends(list, list->stride, first, end);
}

typedef struct order_check {
  const pair_list* list[2];
  uint32_t runs[2];
  atomic_bool wrong;
} order_check;

static uint32_t runs_of(const pair_list* list) { return list->count > 1 ? (uint32_t)((list->count - 2) / RUN) + 1 : 0; }

// Checks the runs first..end - 1 of both lists: pairs of a run against those before them.
static void check_runs(void* context, uint32_t first, uint32_t end) {
  order_check* check = context;
  for (uint32_t r = first; r < end; ++r) {
    const bool later = r >= check->runs[0];
    const pair_list* list = check->list[later];
    const uint64_t from = (uint64_t)(later ? r - check->runs[0] : r) * RUN + 1;
    if (run_ascends(list, from, list->count - from < RUN ? list->count : from + RUN)) continue;
    atomic_store_explicit(&check->wrong, true, memory_order_relaxed);
    return;
  }
}

// Names the first pair that is out of order, if there is one.
static int32_t name_fault(const char* name, const pair_list* list, lgjk_error* error) {
  for (uint64_t i = 1; i < list->count; ++i) {
    if (pair_list_key(list, list->stride, i - 1) < pair_list_key(list, list->stride, i)) continue;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, i, "%s: pair %llu does not come after the one before it by (a, b)",
                     name, (unsigned long long)i);
  }
  return LGJK_OK;
}

#define PART 16u // runs

int32_t lgjk_check_pair_orders(const char* before_name, const pair_list* before, const char* now_name,
                               const pair_list* now, const lgjk_tasks* tasks, lgjk_error* error) {
  order_check check = {.list = {before, now}, .runs = {runs_of(before), runs_of(now)}};
  atomic_init(&check.wrong, false);
  const uint32_t runs = check.runs[0] + check.runs[1];
  if (lgjk_is_split(tasks) && runs > PART) {
    lgjk_split(tasks, runs, PART, check_runs, &check);
  } else {
    check_runs(&check, 0, runs);
  }
  if (!atomic_load_explicit(&check.wrong, memory_order_relaxed)) return LGJK_OK;
  LGJK_TRY(name_fault(before_name, before, error));
  return name_fault(now_name, now, error);
}

// ---------------------------------------------------------------- the parts of a merge

#define PART_LEAST 4096u // pairs: a part costs two binary searches

uint32_t lgjk_merge_parts(const pair_list* now, const lgjk_tasks* tasks) {
  const uint64_t parts = lgjk_is_split(tasks) ? now->count / PART_LEAST : 1;
  return parts < 1 ? 1 : parts > MERGE_PARTS ? MERGE_PARTS : (uint32_t)parts;
}

// Returns how many pairs of the list come before `key`.
static uint64_t count_before(const pair_list* list, uint64_t key) {
  uint64_t first = 0, end = list->count;
  while (first < end) {
    const uint64_t middle = first + (end - first) / 2;
    if (pair_list_key(list, list->stride, middle) < key) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first;
}

// Parts are cut before a pair of the list now.
static uint64_t cut(const pair_list* now, uint32_t parts, uint32_t number) {
  return now->count / parts * number + now->count % parts * number / parts;
}

merge_part lgjk_merge_part(const pair_list* before, const pair_list* now, uint32_t parts, uint32_t number) {
  merge_part part = {0, before->count, cut(now, parts, number), cut(now, parts, number + 1)};
  if (number > 0) part.was = count_before(before, pair_list_key(now, now->stride, part.is));
  if (number + 1 < parts) part.was_end = count_before(before, pair_list_key(now, now->stride, part.is_end));
  return part;
}
