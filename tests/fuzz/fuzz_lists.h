// Fuzzing of what sorted lists of pairs become from tick to tick: events, which lead from what touched before to what
// touches now; places in the list before; and lists whose bodies have got other numbers.
#ifndef LGJK_TESTS_FUZZ_LISTS_H
#define LGJK_TESTS_FUZZ_LISTS_H

#include "fuzz_helpers.h"
#include "fuzz_find.h"

enum { NUMBERS = 64, MARK_STRIDE = 3, ROOM = 2 * CARRIED };

typedef struct touch_list {
  carry_list list;
  lgjk_touches touches;
  uint8_t touching[CARRIED], status[CARRIED];
  float distance[CARRIED];
} touch_list;

typedef struct event_call {
  touch_list before, now;
  const float* distance;
  float slop;
  const uint8_t *replaced_a, *replaced_b;
  lgjk_events events;
} event_call;

static void read_touches(reader* r, touch_list* t) {
  read_list(r, &t->list);
  for (uint32_t i = 0; i < CARRIED; ++i) {
    const uint32_t ways = read_byte(r);
    t->touching[i] = ways & 1;
    t->status[i] = (uint8_t)(ways / 2 % (LGJK_STATUS_BAD + 1));
    t->distance[i] = read_float(r);
  }
  t->touches = (lgjk_touches){.struct_size = sizeof t->touches, .pairs = &t->list.pairs, .touching = t->touching};
}

static int32_t run_events(const event_call* c, lgjk_events* events, lgjk_error* error) {
  lgjk_error_init(error);
  return lgjk_pair_events(&c->before.touches, &c->now.touches, c->now.status, c->distance, c->slop, c->replaced_a,
                          c->replaced_b, events, error);
}

// ---------------------------------------------------------------- events

static int is_marked(const event_call* c, uint64_t key) {
  const uint32_t of_a = c->events.replaced_stride > 0 ? c->events.replaced_stride : 1;
  const uint32_t of_b = c->events.replaced_b_stride > 0 ? c->events.replaced_b_stride : 1;
  const uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  return (c->replaced_a != NULL && c->replaced_a[of_a * a]) || (c->replaced_b != NULL && c->replaced_b[of_b * b]);
}

static uint64_t place_of(const carry_list* list, uint64_t key) {
  for (uint64_t i = 0; i < list->pairs.count; ++i) {
    if (carry_key(list, i) == key) return i;
  }
  return LGJK_NO_PAIR;
}

static int touched_before(const event_call* c, const uint8_t* touching, uint64_t key) {
  const uint64_t was = place_of(&c->before.list, key);
  return was != LGJK_NO_PAIR && touching[was];
}

static void check_touching(const event_call* c, const uint8_t* touched) {
  for (uint64_t i = 0; i < c->now.list.pairs.count; ++i) {
    const uint64_t key = carry_key(&c->now.list, i);
    const uint8_t status = c->now.status[i];
    const int apart = status == LGJK_STATUS_SEPARATED || status == LGJK_STATUS_LIMIT;
    const int lasts = touched_before(c, touched, key) && !is_marked(c, key) && apart && c->distance != NULL &&
                      c->distance[i] <= c->slop;
    require(c->now.touching[i] == (status == LGJK_STATUS_OVERLAPPING || lasts), "a wrong touch", i);
  }
}

// Follows the events: each finds the pair as it has to be before it. In the end each pair is as reported now.
static void check_events(const event_call* c, const uint8_t* touched) {
  uint8_t reported[CARRIED] = {0}; // of the pairs now: events besides their ends
  uint64_t ends = 0, expected_ends = 0, last = 0;
  for (uint64_t i = 0; i < c->events.count; ++i) {
    const lgjk_event* e = &c->events.event[i];
    const uint64_t key = (uint64_t)e->a << 32 | e->b, order = key << 1 | (e->kind != LGJK_EVENT_END);
    const uint64_t was = place_of(&c->before.list, key), is = place_of(&c->now.list, key);
    const int touches = is != LGJK_NO_PAIR && c->now.touching[is], did = touched_before(c, touched, key);
    require(i == 0 || last < order, "events are not in their order", i);
    require(e->pair == (e->kind == LGJK_EVENT_END ? was : is), "an event of another pair", i);
    last = order;
    if (e->kind == LGJK_EVENT_END) {
      require(did && (!touches || is_marked(c, key)), "an end of what did not touch, or goes on", i);
      ++ends;
      continue;
    }
    const int goes_on = did && !is_marked(c, key);
    require(touches && goes_on == (e->kind == LGJK_EVENT_PERSIST), "a begin of what goes on, or the reverse", i);
    require(goes_on == 0 || c->events.flags, "pairs that go on were not requested", i);
    ++reported[is];
  }
  for (uint64_t i = 0; i < c->now.list.pairs.count; ++i) {
    const uint64_t key = carry_key(&c->now.list, i);
    const int goes_on = touched_before(c, touched, key) && !is_marked(c, key);
    require(reported[i] == (c->now.touching[i] && (!goes_on || c->events.flags)), "an event is missing", i);
  }
  for (uint64_t i = 0; i < c->before.list.pairs.count; ++i) {
    const uint64_t key = carry_key(&c->before.list, i), is = place_of(&c->now.list, key);
    expected_ends += touched[i] && (is == LGJK_NO_PAIR || !c->now.touching[is] || is_marked(c, key));
  }
  require(ends == expected_ends, "an end is missing", ends);
}

static verdict spoil_events(event_call* c, uint32_t way, uint32_t value) {
  switch (way) {
    case 0: c->slop = float_of(value); return taken_if(c->slop >= 0 && c->slop <= FLT_MAX);
    case 1: c->events.flags = value | 2; break;
    case 2: c->events.struct_size ^= value | 1; break;
    case 3: c->events.flags |= value | 2; break;
    case 4: c->before.touches.reserved = value | 1; break;
    case 5: c->now.touches.struct_size ^= value | 1; break;
    case 6: c->now.list.pairs.stride = 4 * (value % 64) + value % 3 + 1; break;
    case 7: c->now.touches.pairs = NULL; break;
    case 8: c->distance = (const float*)(const void*)((const char*)c->now.distance + 1 + value % 3); break;
    default: c->events.event = NULL;
  }
  return taken_if(0);
}

enum { MARKS = MARK_STRIDE * NUMBERS };

// Reads how events are requested, and where they go.
static void read_event_call(reader* r, event_call* c, const world* w, const uint8_t marks[MARKS], lgjk_event* room) {
  const uint32_t ways = read_byte(r);
  c->events = (lgjk_events){.struct_size = sizeof c->events,
                            .flags = ways & 1 ? LGJK_EVENTS_PERSIST : 0,
                            .event = room,
                            .capacity = ROOM,
                            .count = 77, // to be overwritten, whatever comes
                            .replaced_stride = ways & 2 ? MARK_STRIDE : 0,
                            .replaced_b_stride = ways & 2 ? 0 : MARK_STRIDE,
                            .tasks = &w->tasks};
  c->distance = ways & 4 ? c->now.distance : NULL;
  c->slop = ways & 8 ? fabsf(c->now.distance[0]) : 0;
  if (!(c->slop <= FLT_MAX)) c->slop = 0;
  c->replaced_a = ways & 16 ? marks : NULL;
  c->replaced_b = ways & 32 ? marks + 1 : NULL;
  memset(room, ANSWERS_PATTERN, ROOM * sizeof *room);
  memset(c->now.touching, ANSWERS_PATTERN, sizeof c->now.touching);
}

// Again, with one wrong argument or too little room. `needed`: events.
static void check_spoiled_events(event_call* c, uint32_t way, uint32_t value, uint64_t needed) {
  verdict expected = {LGJK_OK, 0};
  lgjk_error error;
  if (way < 10) {
    expected = spoil_events(c, way, value);
  } else if (needed > 0) {
    c->events.capacity = value % needed;
    expected = (verdict){LGJK_ERROR_CAPACITY, needed};
  }
  const int32_t code = run_events(c, &c->events, &error);
  check_error(code, &error, expected.code, expected.index);
  if (code == LGJK_OK) return;
  require(way == 2 || c->events.count == 0, "a call that is refused leaves events", way);
  require(answersN_is_pattern(c->now.touching, sizeof c->now.touching), "a call that is refused writes touches", way);
}

static void check_event_call(reader* r, event_call* c, const world* w) {
  const uint32_t way = read_below(r, 24), value = read_bytes(r, 4);
  uint8_t marks[MARKS];
  lgjk_event room[ROOM];
  lgjk_error error;
  for (uint32_t i = 0; i < MARKS; ++i) marks[i] = read_byte(r) % 8 == 0;
  read_event_call(r, c, w, marks, room);
  const event_call good = *c;
  const uint64_t wrong = c->before.list.wrong != UINT64_MAX ? c->before.list.wrong : c->now.list.wrong;
  const int sorted = wrong == UINT64_MAX;
  const int32_t code = run_events(c, &c->events, &error);
  check_error(code, &error, sorted ? LGJK_OK : LGJK_ERROR_ARGUMENT, sorted ? 0 : wrong);
  if (!sorted) {
    require(c->events.count == 0, "a call that is refused leaves events", 0);
    require(answersN_is_pattern(room, sizeof room), "a call that is refused writes events", 0);
    return;
  }
  check_touching(c, good.before.touching);
  check_events(c, good.before.touching);
  const uint64_t needed = c->events.count;
  *c = good;
  if (way < 16) check_spoiled_events(c, way, value, needed);
}

// ---------------------------------------------------------------- places and new numbers

static void check_match(const event_call* c, const world* w) {
  uint32_t place[CARRIED];
  lgjk_error error = {.struct_size = sizeof error};
  memset(place, ANSWERS_PATTERN, sizeof place);
  const carry_list *from = &c->before.list, *to = &c->now.list;
  const uint64_t wrong = from->wrong != UINT64_MAX ? from->wrong : to->wrong;
  const int good = wrong == UINT64_MAX;
  const int32_t code = lgjk_pairs_match(&from->pairs, &to->pairs, place, &w->tasks, &error);
  check_error(code, &error, good ? LGJK_OK : LGJK_ERROR_ARGUMENT, good ? 0 : wrong);
  const uint64_t count = good ? to->pairs.count : 0;
  require(answersN_is_pattern(place + count, sizeof place - (size_t)count * sizeof *place), "places beyond the list",
          0);
  for (uint64_t i = 0; i < count; ++i) require(place[i] == place_of(from, carry_key(to, i)), "another place", i);
}

// A permutation, or nearly one. Returns the first element that is wrong, or NUMBERS.
static uint32_t read_order(reader* r, uint32_t order[NUMBERS]) {
  for (uint32_t i = 0; i < NUMBERS; ++i) {
    const uint32_t k = read_below(r, i + 1);
    order[i] = order[k];
    order[k] = i;
  }
  if (read_below(r, 8) > 0) return NUMBERS;
  const uint32_t at = 1 + read_below(r, NUMBERS - 1), outside = read_below(r, 2);
  order[at] = outside ? NUMBERS + read_byte(r) : order[read_below(r, at)];
  return at;
}

static void check_renumbered(const carry_list* from, const uint32_t* order_a, const uint32_t* order_b,
                             const lgjk_pair_list* now, const uint32_t* index) {
  uint64_t seen = 0;
  for (uint64_t i = 0; i < now->count; ++i) {
    require(index[i] < now->count && !(seen >> index[i] & 1), "a pair twice after new numbers", i);
    seen |= UINT64_C(1) << index[i];
    uint32_t a = order_a == NULL ? now->a[i] : order_a[now->a[i]];
    uint32_t b = order_b == NULL ? now->b[i] : order_b[now->b[i]];
    const uint64_t key = carry_key(from, index[i]), other = order_a != NULL && order_a == order_b ? 1 : 0;
    require(key == ((uint64_t)a << 32 | b) || (other && key == ((uint64_t)b << 32 | a)), "another pair's numbers", i);
    require(!other || now->a[i] <= now->b[i], "the body that stands first is not first", i);
    const uint64_t mine = (uint64_t)now->a[i] << 32 | now->b[i];
    const uint64_t before = i == 0 ? 0 : (uint64_t)now->a[i - 1] << 32 | now->b[i - 1];
    require(i == 0 || before < mine || (other && before == mine), "new numbers are not sorted", i);
  }
}

static void check_renumber(reader* r, const carry_list* from) {
  uint32_t order[2][NUMBERS], a[CARRIED], b[CARRIED], index[CARRIED];
  uint64_t scratch[CARRIED + 2 * NUMBERS + 1];
  const uint32_t ways = read_below(r, 4), first = read_order(r, order[0]), second = read_order(r, order[1]);
  const uint32_t* of_a = ways != 1 ? order[0] : NULL;
  const uint32_t* of_b = ways == 0 ? order[0] : ways == 1 || ways == 2 ? order[1] : NULL;
  const uint64_t capacity = read_below(r, 8) > 0 ? CARRIED : read_below(r, CARRIED);
  uint32_t bodies = of_b == NULL || of_b == of_a ? NUMBERS : 2 * NUMBERS;
  lgjk_pair_list now = {.struct_size = sizeof now, .a = a, .b = b, .capacity = capacity, .count = 77};
  lgjk_error error = {.struct_size = sizeof error};
  memset(a, ANSWERS_PATTERN, sizeof a);
  memset(b, ANSWERS_PATTERN, sizeof b);
  memset(index, ANSWERS_PATTERN, sizeof index);
  const uint64_t size = 8 * (from->pairs.count + bodies + 1);
  const uint64_t wrong = from->wrong != UINT64_MAX              ? from->wrong
                         : of_a != NULL && first < NUMBERS      ? first
                         : of_b == order[1] && second < NUMBERS ? second
                                                                : UINT64_MAX;
  verdict expected = taken_if(wrong == UINT64_MAX);
  if (wrong != UINT64_MAX) expected.index = wrong;
  if (from->pairs.count > capacity) expected = (verdict){LGJK_ERROR_CAPACITY, from->pairs.count};
  const int32_t code =
      lgjk_pairs_renumber(&from->pairs, of_a, NUMBERS, of_b, NUMBERS, &now, index, scratch, size, &error);
  check_error(code, &error, expected.code, expected.index);
  require(now.count == (code == LGJK_OK ? from->pairs.count : 0), "another count after new numbers", now.count);
  const size_t rest = (size_t)(CARRIED - now.count) * sizeof *a;
  require(answersN_is_pattern(a + now.count, rest) && answersN_is_pattern(b + now.count, rest) &&
              answersN_is_pattern(index + now.count, rest),
          "pairs beyond the list after new numbers", now.count);
  check_renumbered(from, of_a, of_b, &now, index);
}

static void check_lists(const world* w, reader* r) {
  event_call c;
  memset(&c, 0, sizeof c);
  read_touches(r, &c.before);
  read_touches(r, &c.now);
  check_match(&c, w);
  check_renumber(r, &c.before.list);
  check_event_call(r, &c, w);
}

#endif
