// Merges two sorted lists of pairs: which place a pair had before.
#include "api/merge.h"
#include "base/error.h"
#include "base/tasks.h"
#include "lanegjk/lanegjk_find.h"

typedef struct match_work {
  pair_list before, now;
  uint32_t* index;
  uint32_t parts;
} match_work;

static void match(const match_work* m, merge_part part) {
  const pair_list *before = &m->before, *now = &m->now;
  uint64_t was = part.was, is = part.is;
  while (was < part.was_end && is < part.is_end) {
    const uint64_t old = pair_list_key(before, before->stride, was), new = pair_list_key(now, now->stride, is);
    if (old == new) {
      m->index[is++] = (uint32_t)was++;
    } else {
      m->index[is] = LGJK_NO_PAIR; // overwritten if a later old pair is this one
      was += old < new;
      is += old > new;
    }
  }
  for (; is < part.is_end; ++is) m->index[is] = LGJK_NO_PAIR;
}

static void match_parts(void* context, uint32_t first, uint32_t end) {
  const match_work* m = context;
  for (uint32_t p = first; p < end; ++p) match(m, lgjk_merge_part(&m->before, &m->now, m->parts, p));
}

static int32_t check_match_memory(const match_work* m, lgjk_error* error) {
  const lgjk_array arrays[] = {
      PAIR_LIST_ROWS("before", &m->before),
      PAIR_LIST_ROWS("now", &m->now),
      {"index", LGJK_WRITTEN | LGJK_NEEDED, m->index, 4, 4, m->now.count},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

int32_t lgjk_pairs_match(const lgjk_pairs* before, const lgjk_pairs* now, uint32_t* index, const lgjk_tasks* tasks,
                         lgjk_error* error) {
  match_work m = {.index = index};
  int32_t code = lgjk_check_tasks("tasks", tasks, error);
  if (code == LGJK_OK) code = lgjk_check_pair_list("before", before, &m.before, error);
  if (code == LGJK_OK) code = lgjk_check_pair_list("now", now, &m.now, error);
  if (code == LGJK_OK) code = check_match_memory(&m, error);
  if (code != LGJK_OK) return code;
  if (m.before.count >= UINT32_MAX || m.now.count >= UINT32_MAX) {
    return lgjk_refuse(error, "%s has 2^32 - 1 pairs or more", m.before.count >= UINT32_MAX ? "before" : "now");
  }
  static const char* const names[2] = {"before", "now"};
  code = lgjk_check_pair_orders(names, &m.before, &m.now, tasks, error);
  if (code != LGJK_OK) return code;
  m.parts = lgjk_merge_parts(&m.now, tasks);
  lgjk_split(tasks, m.parts, 1, match_parts, &m);
  return lgjk_succeed(error);
}
