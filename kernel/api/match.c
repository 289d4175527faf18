// Merges two sorted lists of pairs: finds which place a pair had before, and carries warm records to it. One pass
// checks the order of each list, and one writes; nothing is allocated. Records take 2.4 ns per pair if one in ten is
// new, of which each check takes 0.3 ns.
#include "api/pair_list.h"
#include "base/error.h"
#include "base/tasks.h"
#include "lanegjk/lanegjk_find.h"

typedef struct match_work {
  pair_list before, now;
  bool records; // are carried: no index is written
  uint32_t* index;
  const lgjk_warm* from;
  lgjk_warm* to;
  uint32_t parts;
} match_work;

// Writes what pair `is` has of pair `was` of the list before, or of none. Both conditions are constants.
static inline void write_pair(const match_work* m, bool records, uint64_t is, bool there, uint64_t was) {
  const lgjk_warm cold = {{0, 0, 0, 0}};
  if (records) {
    m->to[is] = there ? m->from[was] : cold;
  } else {
    m->index[is] = there ? (uint32_t)was : LGJK_NO_PAIR;
  }
}

// Merges a part of two lists. Most pairs were there before, so equality is tested first: the branch is predicted.
static inline void merge(const match_work* m, merge_part part, uint32_t was_stride, uint32_t is_stride, bool records) {
  uint64_t was = part.was, is = part.is;
  while (was < part.was_end && is < part.is_end) {
    const uint64_t old = pair_list_key(&m->before, was_stride, was), new = pair_list_key(&m->now, is_stride, is);
    if (old == new) {
      write_pair(m, records, is++, true, was++);
    } else {
      write_pair(m, records, is, false, 0); // overwritten if a later old pair is this one
      was += old < new;
      is += old > new;
    }
  }
  for (; is < part.is_end; ++is) write_pair(m, records, is, false, 0);
}

static void merge_parts(void* context, uint32_t first, uint32_t end) {
  const match_work* m = context;
  for (uint32_t p = first; p < end; ++p) {
    const merge_part part = lgjk_merge_part(&m->before, &m->now, m->parts, p);
    if (!m->records) {
      merge(m, part, m->before.stride, m->now.stride, false);
    } else if (m->before.stride == PAIRS_PACKED && m->now.stride == PAIRS_PACKED) {
      merge(m, part, PAIRS_PACKED, PAIRS_PACKED, true);
    } else {
      merge(m, part, m->before.stride, m->now.stride, true);
    }
  }
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
  LGJK_TRY(lgjk_check_tasks("tasks", tasks, error));
  LGJK_TRY(lgjk_check_pair_list("before", before, &m.before, error));
  LGJK_TRY(lgjk_check_pair_list("now", now, &m.now, error));
  LGJK_TRY(check_match_memory(&m, error));
  if (m.before.count >= UINT32_MAX || m.now.count >= UINT32_MAX) {
    return lgjk_refuse(error, "%s has 2^32 - 1 pairs or more", m.before.count >= UINT32_MAX ? "before" : "now");
  }
  LGJK_TRY(lgjk_check_pair_orders("before", &m.before, "now", &m.now, tasks, error));
  m.parts = lgjk_merge_parts(&m.now, tasks);
  lgjk_split(tasks, m.parts, 1, merge_parts, &m);
  return lgjk_succeed(error);
}

// ---------------------------------------------------------------- records

static int32_t check_record_memory(const match_work* m, lgjk_error* error) {
  const size_t size = sizeof *m->to;
  const lgjk_array arrays[] = {
      PAIR_LIST_ROWS("from", &m->before),
      {"from_records", LGJK_READ | LGJK_NEEDED, m->from, size, size, m->before.count},
      PAIR_LIST_ROWS("to", &m->now),
      {"to_records", LGJK_WRITTEN | LGJK_NEEDED, m->to, size, size, m->now.count},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

int32_t lgjk_warm_carry(const lgjk_pairs* from, const lgjk_warm* from_records, const lgjk_pairs* to,
                        lgjk_warm* to_records, const lgjk_tasks* tasks, lgjk_error* error) {
  match_work m = {.records = true, .from = from_records, .to = to_records};
  LGJK_TRY(lgjk_check_tasks("tasks", tasks, error));
  LGJK_TRY(lgjk_check_pair_list("from", from, &m.before, error));
  LGJK_TRY(lgjk_check_pair_list("to", to, &m.now, error));
  LGJK_TRY(check_record_memory(&m, error));
  LGJK_TRY(lgjk_check_pair_orders("from", &m.before, "to", &m.now, tasks, error));
  m.parts = lgjk_merge_parts(&m.now, tasks);
  lgjk_split(tasks, m.parts, 1, merge_parts, &m);
  return lgjk_succeed(error);
}
