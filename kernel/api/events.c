// Merges two sorted lists of pairs: which pairs began or ceased to touch. Most pairs are in both lists.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "api/pair_list.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "base/tasks.h"
#include "lanegjk/lanegjk_find.h"

// A part of both lists: where its events are written; written: how many it has.
typedef struct event_part {
  uint64_t at, count;
} event_part;

// What a call reads and writes.
typedef struct event_merge {
  pair_list before, now;
  const uint8_t *touched, *status;
  uint8_t* touching;
  const float* distance;
  float slop;
  const uint8_t *replaced_a, *replaced_b;
  size_t stride_a, stride_b; // of these
  bool persist;
  bool counts_only; // writes nothing
  lgjk_event* event;
  uint32_t parts;
  event_part* part;
} event_merge;

// The events of a part, as they are reported.
typedef struct event_list {
  lgjk_event* event; // or NULL to count
  uint64_t count;
} event_list;

static inline void add_event(event_list* list, uint64_t key, uint32_t kind, uint64_t pair) {
  if (list->event != NULL) {
    list->event[list->count] = (lgjk_event){(uint32_t)(key >> 32), (uint32_t)key, kind, (uint32_t)pair};
  }
  ++list->count;
}

// Returns whether a pair of the list now touches, without a branch. `before`: whether the same pair touched before.
static inline bool touches(const event_merge* m, uint64_t i, bool before) {
  const uint8_t status = m->status[i];
  const bool apart = (status == LGJK_STATUS_SEPARATED) | (status == LGJK_STATUS_LIMIT);
  const bool near = m->distance != NULL && m->distance[i] <= m->slop;
  return (status == LGJK_STATUS_OVERLAPPING) | (before & apart & near);
}

static inline bool is_replaced(const event_merge* m, uint64_t key) {
  if (m->replaced_a != NULL && m->replaced_a[m->stride_a * (key >> 32)] != 0) return true;
  return m->replaced_b != NULL && m->replaced_b[m->stride_b * (uint32_t)key] != 0;
}

// Reports the event, if any, of a pair that is in both lists.
static inline void take_both(const event_merge* m, event_list* list, uint64_t key, uint64_t was, uint64_t is) {
  const bool before = m->touched[was] != 0, same = !is_replaced(m, key), now = touches(m, is, before & same);
  if (!m->counts_only) m->touching[is] = now;
  if (__builtin_expect((before == now) & same & !(now & m->persist), 1)) return;
  if (before && !(now && same)) add_event(list, key, LGJK_EVENT_END, was);
  if (now && !(before && same)) add_event(list, key, LGJK_EVENT_BEGIN, is);
  if (now && before && same && m->persist) add_event(list, key, LGJK_EVENT_PERSIST, is);
}

static inline void take_before(const event_merge* m, event_list* list, uint64_t key, uint64_t was) {
  if (m->touched[was] != 0) add_event(list, key, LGJK_EVENT_END, was);
}

static inline void take_now(const event_merge* m, event_list* list, uint64_t key, uint64_t is) {
  const bool now = touches(m, is, false);
  if (now) add_event(list, key, LGJK_EVENT_BEGIN, is);
  if (!m->counts_only) m->touching[is] = now;
}

// Goes through a part of both lists. Equality is tested first, as in match.c.
static inline void merge_events(const event_merge* from, merge_part part, uint32_t was_stride, uint32_t is_stride,
                                event_list* list) {
  const event_merge m = *from; // a copy that no store can change
  uint64_t was = part.was, is = part.is;
  while (was < part.was_end && is < part.is_end) {
    const uint64_t old = pair_list_key(&m.before, was_stride, was), new = pair_list_key(&m.now, is_stride, is);
    if (old == new) {
      take_both(&m, list, old, was++, is++);
    } else if (old < new) {
      take_before(&m, list, old, was++);
    } else {
      take_now(&m, list, new, is++);
    }
  }
  for (; was < part.was_end; ++was) take_before(&m, list, pair_list_key(&m.before, was_stride, was), was);
  for (; is < part.is_end; ++is) take_now(&m, list, pair_list_key(&m.now, is_stride, is), is);
}

static void merge_event_parts(void* context, uint32_t first, uint32_t end) {
  event_merge* m = context;
  for (uint32_t p = first; p < end; ++p) {
    event_list list = {m->counts_only || m->event == NULL ? NULL : m->event + m->part[p].at, 0};
    const merge_part part = lgjk_merge_part(&m->before, &m->now, m->parts, p);
    if (m->before.stride == PAIRS_PACKED && m->now.stride == PAIRS_PACKED) {
      merge_events(m, part, PAIRS_PACKED, PAIRS_PACKED, &list);
    } else {
      merge_events(m, part, m->before.stride, m->now.stride, &list);
    }
    m->part[p].count = list.count;
  }
}

// ---------------------------------------------------------------- arguments

static int32_t check_touches(const char* name, const char* pairs_name, const lgjk_touches* touches, pair_list* list,
                             lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct(name, touches, sizeof *touches, "lgjk_touches_init", error));
  if (touches->reserved != 0) return lgjk_refuse(error, "%s->reserved is not 0", name);
  LGJK_TRY(lgjk_check_pair_list(pairs_name, touches->pairs, list, error));
  if (list->count >= UINT32_MAX) return lgjk_refuse(error, "%s has 2^32 - 1 pairs or more", name);
  return LGJK_OK;
}

static int32_t check_events(const lgjk_events* events, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("events", events, sizeof *events, "lgjk_events_init", error));
  if ((events->flags & ~LGJK_EVENTS_PERSIST) != 0) return lgjk_refuse(error, "events->flags has an unknown flag");
  return lgjk_check_tasks("events->tasks", events->tasks, error);
}

static int32_t check_event_memory(const event_merge* m, const lgjk_events* events, lgjk_error* error) {
  const size_t size = sizeof *events->event;
  const lgjk_array arrays[] = {
      {"before->touching", LGJK_READ | LGJK_NEEDED, m->touched, 1, 1, m->before.count},
      {"status", LGJK_READ | LGJK_NEEDED, m->status, 1, 1, m->now.count},
      {"distance", LGJK_READ, m->distance, 4, 4, m->now.count},
      PAIR_LIST_ROWS("before->pairs", &m->before),
      PAIR_LIST_ROWS("now->pairs", &m->now),
      {"events->event", LGJK_WRITTEN | LGJK_NEEDED, events->event, size, size, events->capacity},
      {"events", LGJK_WRITTEN, events, sizeof *events, sizeof *events, 1},
      {"now->touching", LGJK_WRITTEN | LGJK_NEEDED, m->touching, 1, 1, m->now.count},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

static int32_t check_event_arguments(const lgjk_touches* before, const lgjk_touches* now, const lgjk_events* events,
                                     event_merge* m, lgjk_error* error) {
  LGJK_TRY(check_touches("before", "before->pairs", before, &m->before, error));
  LGJK_TRY(check_touches("now", "now->pairs", now, &m->now, error));
  LGJK_TRY(check_events(events, error));
  if (!(m->slop >= 0 && m->slop < HUGE_VALF)) {
    return lgjk_refuse(error, "slop is %g: negative or not finite", (double)m->slop);
  }
  m->touched = before->touching;
  m->touching = now->touching;
  m->event = events->event;
  m->stride_a = events->replaced_stride != 0 ? events->replaced_stride : 1;
  m->stride_b = events->replaced_b_stride != 0 ? events->replaced_b_stride : 1;
  m->persist = (events->flags & LGJK_EVENTS_PERSIST) != 0;
  LGJK_TRY(check_event_memory(m, events, error));
  return lgjk_check_pair_orders("before->pairs", &m->before, "now->pairs", &m->now, events->tasks, error);
}

// ---------------------------------------------------------------- a call

// Places each part's events where there is room whatever they come to: a pair of either list has one at most.
static void place_by_pairs(event_merge* m) {
  for (uint32_t p = 0; p < m->parts; ++p) {
    const merge_part part = lgjk_merge_part(&m->before, &m->now, m->parts, p);
    m->part[p].at = part.was + part.is;
  }
}

// Counts all events, and places each part's where they belong. Returns their number.
static uint64_t place_by_count(event_merge* m, const lgjk_tasks* tasks) {
  uint64_t count = 0;
  m->counts_only = true;
  lgjk_split(tasks, m->parts, 1, merge_event_parts, m);
  m->counts_only = false;
  for (uint32_t p = 0; p < m->parts; ++p) {
    m->part[p].at = count;
    count += m->part[p].count;
  }
  return count;
}

// Moves the parts' events next to each other. Returns their number.
static uint64_t close_gaps(event_merge* m) {
  uint64_t count = 0;
  for (uint32_t p = 0; p < m->parts; ++p) {
    if (m->part[p].count > 0 && m->part[p].at > count) {
      memmove(m->event + count, m->event + m->part[p].at, (size_t)m->part[p].count * sizeof *m->event);
    }
    count += m->part[p].count;
  }
  return count;
}

static int32_t write_events(const lgjk_touches* before, const lgjk_touches* now, event_merge* m, lgjk_events* events,
                            lgjk_error* error) {
  event_part part[MERGE_PARTS];
  LGJK_TRY(check_event_arguments(before, now, events, m, error));
  m->part = part;
  m->parts = lgjk_merge_parts(&m->now, events->tasks);
  if (events->capacity >= m->before.count + m->now.count) {
    place_by_pairs(m);
  } else {
    const uint64_t count = place_by_count(m, events->tasks);
    if (count > events->capacity) {
      return lgjk_fail(error, LGJK_ERROR_CAPACITY, count, "events->capacity is %llu, but there are %llu events",
                       (unsigned long long)events->capacity, (unsigned long long)count);
    }
  }
  lgjk_split(events->tasks, m->parts, 1, merge_event_parts, m);
  events->count = close_gaps(m);
  return lgjk_succeed(error);
}

int32_t lgjk_pair_events(const lgjk_touches* before, const lgjk_touches* now, const uint8_t* status,
                         const float* distance, float slop, const uint8_t* replaced_a, const uint8_t* replaced_b,
                         lgjk_events* events, lgjk_error* error) {
  event_merge m = {
      .status = status, .distance = distance, .slop = slop, .replaced_a = replaced_a, .replaced_b = replaced_b};
  if (events != NULL && events->struct_size == sizeof *events) events->count = 0;
  LGJK_RETURN_IN_DEFAULT_FP(write_events(before, now, &m, events, error));
}
