// Lists that a search for pairs writes; for files that are compiled once for each dimension.
#ifndef LGJK_API_LISTS_H
#define LGJK_API_LISTS_H

#include "api/pair_list.h"
#include "base/error.h"
#include "find/fit.h"
#include "find/run.h"

// The arrays of a list, and the list itself, as rows of a table.
// clang-format off
#define LIST_ROWS(list)                                                       \
  {"list->a", LGJK_WRITTEN | LGJK_NEEDED, (list)->a, 4, 4, (list)->capacity}, \
  {"list->b", LGJK_WRITTEN | LGJK_NEEDED, (list)->b, 4, 4, (list)->capacity}, \
  {"list", LGJK_WRITTEN, (list), sizeof *(list), sizeof *(list), 1}
// clang-format on

// Checks the struct of a list, and sets the capacity of the job.
static inline int32_t check_list(const lgjk_pair_list* list, join_job* job, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("list", list, sizeof *list, "lgjk_pair_list_init", error));
  if ((list->flags & ~LGJK_LIST_FIT) != 0) return lgjk_refuse(error, "list->flags has an unknown flag");
  if (list->capacity > UINT32_MAX) return lgjk_refuse(error, "list->capacity is above UINT32_MAX");
  job->capacity = list->capacity;
  return LGJK_OK;
}

// Finds the pairs of a job.
static inline int32_t fill_list(join_job* job, lgjk_pair_list* list, lgjk_error* error) {
  const uint64_t count = find_searchN(job, list->a, list->b);
  list->compared = atomic_load_explicit(&job->compared, memory_order_relaxed);
  list->cut = atomic_load_explicit(&job->cut, memory_order_relaxed);
  list->count = count <= job->capacity ? count : 0;
  if (count <= job->capacity) return lgjk_succeed(error);
  if (list->flags & LGJK_LIST_FIT) {
    list->count = find_fitN(job, list->a, list->b);
    list->dropped = count - list->count;
    return lgjk_succeed(error);
  }
  return lgjk_fail(error, LGJK_ERROR_CAPACITY, count, "list->capacity is %llu, but there are %llu pairs",
                   (unsigned long long)job->capacity, (unsigned long long)count);
}

#endif
