// Merges two sorted lists of pairs: which pairs began or ceased to touch, and which place a pair had before. As in
// carry.c, most pairs are in both lists.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "api/pair_list.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "lanegjk/lanegjk_find.h"

// ---------------------------------------------------------------- events

// What a call reads and writes.
typedef struct event_merge {
  pair_list before, now;
  const uint8_t *touched, *status;
  uint8_t* touching;
  const float* distance;
  float slop;
  const uint8_t *replaced_a, *replaced_b;
  bool persist;
  lgjk_event* event; // or NULL to count
  uint64_t count;
} event_merge;

static inline void add_event(event_merge* m, uint64_t key, uint32_t kind, uint64_t pair) {
  if (m->event != NULL) m->event[m->count] = (lgjk_event){(uint32_t)(key >> 32), (uint32_t)key, kind, (uint32_t)pair};
  ++m->count;
}

// Returns whether a pair of the list now touches. `before`: whether the same pair touched before.
static inline bool touches(const event_merge* m, uint64_t i, bool before) {
  const uint8_t status = m->status[i];
  if (status == LGJK_STATUS_OVERLAPPING) return true;
  const bool apart = status == LGJK_STATUS_SEPARATED || status == LGJK_STATUS_LIMIT;
  return before && apart && m->distance != NULL && m->distance[i] <= m->slop;
}

static inline bool is_replaced(const event_merge* m, uint64_t key) {
  if (m->replaced_a != NULL && m->replaced_a[key >> 32] != 0) return true;
  return m->replaced_b != NULL && m->replaced_b[(uint32_t)key] != 0;
}

// Tells what has become of a pair that is in both lists.
static inline void take_both(event_merge* m, uint64_t key, uint64_t was, uint64_t is) {
  const bool before = m->touched[was] != 0, same = !is_replaced(m, key), now = touches(m, is, before && same);
  if (before && !(now && same)) add_event(m, key, LGJK_EVENT_END, was);
  if (now && !(before && same)) add_event(m, key, LGJK_EVENT_BEGIN, is);
  if (now && before && same && m->persist) add_event(m, key, LGJK_EVENT_PERSIST, is);
  if (m->event != NULL) m->touching[is] = now;
}

// Goes through both lists. Without events they are only counted.
static void merge_events(event_merge* m) {
  uint64_t was = 0, is = 0;
  m->count = 0;
  while (was < m->before.count || is < m->now.count) {
    const uint64_t old = was < m->before.count ? pair_list_key(&m->before, m->before.stride, was) : UINT64_MAX;
    const uint64_t new = is < m->now.count ? pair_list_key(&m->now, m->now.stride, is) : UINT64_MAX;
    if (was < m->before.count && is < m->now.count && old == new) {
      take_both(m, old, was++, is++);
    } else if (is == m->now.count || (was < m->before.count && old < new)) {
      if (m->touched[was] != 0) add_event(m, old, LGJK_EVENT_END, was);
      ++was;
    } else {
      const bool now = touches(m, is, false);
      if (now) add_event(m, new, LGJK_EVENT_BEGIN, is);
      if (m->event != NULL) m->touching[is] = now;
      ++is;
    }
  }
}

// ---------------------------------------------------------------- arguments

static int32_t check_touches(const char* name, const char* pairs_name, const lgjk_touches* touches, pair_list* list,
                             lgjk_error* error) {
  if (touches == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s is NULL", name);
  int32_t code = lgjk_check_struct_size(name, touches->struct_size, sizeof *touches, "lgjk_touches_init", error);
  if (code != LGJK_OK) return code;
  if (touches->reserved != 0) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->reserved is not 0", name);
  code = lgjk_check_pair_list(pairs_name, touches->pairs, list, error);
  if (code != LGJK_OK) return code;
  if (list->count > 0 && touches->touching == NULL) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->touching is NULL", name);
  }
  if (list->count >= UINT32_MAX) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s has 2^32 pairs or more", name);
  return lgjk_check_pair_order(pairs_name, list, error);
}

static int32_t check_events(const lgjk_events* events, lgjk_error* error) {
  if (events == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "events is NULL");
  const int32_t code = lgjk_check_struct_size("events", events->struct_size, sizeof *events, "lgjk_events_init", error);
  if (code != LGJK_OK) return code;
  if ((events->flags & ~LGJK_EVENTS_PERSIST) != 0) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "events->flags has an unknown flag");
  }
  if (events->capacity > 0 && events->event == NULL) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "events->event is NULL");
  }
  return lgjk_check_aligned("events->event", events->event, 4, error);
}

static int32_t check_event_memory(const event_merge* m, const lgjk_events* events, lgjk_error* error) {
  lgjk_extents written, read;
  written.count = read.count = 0;
  const size_t size = sizeof *events->event;
  lgjk_extents_add(&written, "events->event", events->event, size, size, 0, events->capacity);
  lgjk_extents_add(&written, "events", events, sizeof *events, sizeof *events, 0, 1);
  lgjk_extents_add(&written, "now->touching", m->touching, 1, 1, 0, m->now.count);
  lgjk_extents_add(&read, "before->touching", m->touched, 1, 1, 0, m->before.count);
  lgjk_extents_add(&read, "status", m->status, 1, 1, 0, m->now.count);
  lgjk_extents_add(&read, "distance", m->distance, 4, 4, 0, m->now.count);
  lgjk_add_pair_list(&read, (const char* const[2]){"before->pairs->a", "before->pairs->b"}, &m->before);
  lgjk_add_pair_list(&read, (const char* const[2]){"now->pairs->a", "now->pairs->b"}, &m->now);
  return lgjk_check_extents(&written, &read, error);
}

static int32_t check_event_arguments(const lgjk_touches* before, const lgjk_touches* now, const lgjk_events* events,
                                     event_merge* m, lgjk_error* error) {
  int32_t code = check_touches("before", "before->pairs", before, &m->before, error);
  if (code == LGJK_OK) code = check_touches("now", "now->pairs", now, &m->now, error);
  if (code == LGJK_OK) code = check_events(events, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("distance", m->distance, 4, error);
  if (code != LGJK_OK) return code;
  if (m->now.count > 0 && m->status == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "status is NULL");
  if (!(m->slop >= 0 && m->slop < HUGE_VALF)) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "slop is %g: negative or not finite", (double)m->slop);
  }
  m->touched = before->touching;
  m->touching = now->touching;
  m->persist = (events->flags & LGJK_EVENTS_PERSIST) != 0;
  return check_event_memory(m, events, error);
}

static int32_t tell_events(event_merge* m, lgjk_events* events, lgjk_error* error) {
  merge_events(m);
  events->count = 0;
  if (m->count > events->capacity) {
    return lgjk_fail(error, LGJK_ERROR_CAPACITY, m->count, "events->capacity is %llu, but there are %llu events",
                     (unsigned long long)events->capacity, (unsigned long long)m->count);
  }
  lgjk_event none;
  m->event = events->event != NULL ? events->event : &none;
  merge_events(m);
  events->count = m->count;
  return lgjk_succeed(error);
}

int32_t lgjk_pair_events(const lgjk_touches* before, const lgjk_touches* now, const uint8_t* status,
                         const float* distance, float slop, const uint8_t* replaced_a, const uint8_t* replaced_b,
                         lgjk_events* events, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  event_merge m = {
      .status = status, .distance = distance, .slop = slop, .replaced_a = replaced_a, .replaced_b = replaced_b};
  int32_t code = check_event_arguments(before, now, events, &m, error);
  if (code == LGJK_OK) code = tell_events(&m, events, error);
  lgjk_fp_leave(caller);
  return code;
}

// ---------------------------------------------------------------- places

static void match(const pair_list* before, const pair_list* now, uint32_t* index) {
  uint64_t was = 0, is = 0;
  while (was < before->count && is < now->count) {
    const uint64_t old = pair_list_key(before, before->stride, was), new = pair_list_key(now, now->stride, is);
    if (old == new) {
      index[is++] = (uint32_t)was++;
    } else {
      index[is] = LGJK_NO_PAIR; // overwritten if a later old pair is this one
      was += old < new;
      is += old > new;
    }
  }
  for (; is < now->count; ++is) index[is] = LGJK_NO_PAIR;
}

int32_t lgjk_pairs_match(const lgjk_pairs* before, const lgjk_pairs* now, uint32_t* index, lgjk_error* error) {
  pair_list old, new;
  int32_t code = lgjk_check_pair_list("before", before, &old, error);
  if (code == LGJK_OK) code = lgjk_check_pair_list("now", now, &new, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("index", index, 4, error);
  if (code != LGJK_OK) return code;
  if (new.count > 0 && index == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "index is NULL");
  if (old.count >= UINT32_MAX || new.count >= UINT32_MAX) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s has 2^32 - 1 pairs or more",
                     old.count >= UINT32_MAX ? "before" : "now");
  }
  code = lgjk_check_pair_order("before", &old, error);
  if (code == LGJK_OK) code = lgjk_check_pair_order("now", &new, error);
  if (code != LGJK_OK) return code;
  lgjk_extents written, read;
  written.count = read.count = 0;
  lgjk_extents_add(&written, "index", index, 4, 4, 0, new.count);
  lgjk_add_pair_list(&read, (const char* const[2]){"before->a", "before->b"}, &old);
  lgjk_add_pair_list(&read, (const char* const[2]){"now->a", "now->b"}, &new);
  code = lgjk_check_extents(&written, &read, error);
  if (code != LGJK_OK) return code;
  match(&old, &new, index);
  return lgjk_succeed(error);
}
