// Reads and checks lists of pairs that ascend by (a, b), and divides the merge of two of them.
#ifndef LGJK_API_PAIR_LIST_H
#define LGJK_API_PAIR_LIST_H

#include <stdbool.h>

#include "base/arrays.h"
#include "block/batch.h"
#include "lanegjk/lanegjk_find.h"

// The indices of a list's pairs. A function that gets a constant stride is compiled for it.
typedef struct pair_list {
  const uint32_t *a, *b;
  uint64_t count;
  uint32_t stride;
} pair_list;

// Returns a pair as one number; the numbers have the order of (a, b).
static inline uint64_t pair_list_key(const pair_list* list, uint32_t stride, uint64_t i) {
  return (uint64_t)lgjk_word_at(list->a, stride, i) << 32 | lgjk_word_at(list->b, stride, i);
}

// Empties a list that a call writes, before anything else is checked: an error leaves it so.
static inline void lgjk_empty_list(lgjk_pair_list* list) {
  if (list == NULL || list->struct_size != sizeof *list) return;
  list->count = list->bad_bodies = list->dropped = list->compared = list->cut = 0;
}

#define PAIRS_PACKED 4u // the stride of two arrays
#define PAIRS_JOINED 8u // that of an array of {a, b}

// Checks a list's members, but not its arrays, and sets *list. `name`: the argument's.
int32_t lgjk_check_pair_list(const char* name, const lgjk_pairs* pairs, pair_list* list, lgjk_error* error);

// Checks that the pairs of both lists ascend by (a, b), each once. `tasks`: NULL for this thread.
int32_t lgjk_check_pair_orders(const char* before_name, const pair_list* before, const char* now_name,
                               const pair_list* now, const lgjk_tasks* tasks, lgjk_error* error);

// The indices of a list as rows of a table for lgjk_check_arrays.
// clang-format off
#define PAIR_LIST_ROWS(name, list)                                                                      \
  {name "->a", LGJK_READ | LGJK_NEEDED, (list)->a, sizeof *(list)->a, (list)->stride, (list)->count},   \
  {name "->b", LGJK_READ | LGJK_NEEDED, (list)->b, sizeof *(list)->b, (list)->stride, (list)->count}
// clang-format on

// ---------------------------------------------------------------- the parts of a merge, which threads can do

#define MERGE_PARTS 64u // at most

// A part of a merge: pairs was..was_end - 1 of the list before, and is..is_end - 1 of the list now.
typedef struct merge_part {
  uint64_t was, was_end, is, is_end;
} merge_part;

// Returns the number of parts, 1..MERGE_PARTS. More than one only pays if threads do them.
uint32_t lgjk_merge_parts(const pair_list* now, const lgjk_tasks* tasks);

// Returns part `number` of `parts`. A pair that is in both lists is in one part.
merge_part lgjk_merge_part(const pair_list* before, const pair_list* now, uint32_t parts, uint32_t number);

#endif
