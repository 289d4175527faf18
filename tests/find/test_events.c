// Begins and ends of touching, from two lists of pairs: each begin has one end, whatever becomes of bodies, lists and
// filters. The expected events come from a table of pairs that is kept beside.
#include "test.h"
#include "lanegjk/lanegjk_find.h"
#include "test_random.h"

enum { BODIES = 24, MOST = BODIES * BODIES, TICKS = 400 };

// One tick's list.
typedef struct tick_list {
  uint32_t a[MOST], b[MOST];
  uint8_t status[MOST], touching[MOST];
  float distance[MOST];
  lgjk_pairs pairs;
  lgjk_touches touches;
} tick_list;

static void draw_list(tick_list* t, double share) {
  uint64_t count = 0;
  for (uint32_t a = 0; a < BODIES; ++a) {
    for (uint32_t b = a + 1; b < BODIES; ++b) {
      if (random_in(0, 1) > share) continue;
      t->a[count] = a;
      t->b[count] = b;
      t->status[count] = (uint8_t)random_below(LGJK_STATUS_BAD + 1);
      t->distance[count] = (float)random_in(0, 0.02);
      if (t->status[count] == LGJK_STATUS_OVERLAPPING) t->distance[count] = 0;
      if (t->status[count] == LGJK_STATUS_BEYOND) t->distance[count] = HUGE_VALF;
      if (t->status[count] == LGJK_STATUS_BAD) t->distance[count] = NAN;
      ++count;
    }
  }
  lgjk_pairs_init(&t->pairs);
  t->pairs.a = t->a;
  t->pairs.b = t->b;
  t->pairs.count = count;
  lgjk_touches_init(&t->touches);
  t->touches.pairs = &t->pairs;
  t->touches.touching = t->touching;
}

// What is expected of one pair. `touched`: whether it touched before. `place`: in the list now, or MOST.
typedef struct expectation {
  bool end, begin, persist, touches;
} expectation;

static expectation expect_pair(const tick_list* now, uint32_t place, bool touched, bool replaced, bool by_distance,
                               float slop) {
  expectation e = {false, false, false, false};
  if (place < MOST) {
    const uint8_t status = now->status[place];
    e.touches = status == LGJK_STATUS_OVERLAPPING;
    if (touched && !replaced && by_distance && (status == LGJK_STATUS_SEPARATED || status == LGJK_STATUS_LIMIT)) {
      e.touches = now->distance[place] <= slop;
    }
  }
  const bool goes_on = touched && e.touches && !replaced;
  e.end = touched && !goes_on;
  e.begin = e.touches && !goes_on;
  e.persist = goes_on;
  return e;
}

static uint32_t place_of(const tick_list* t, uint32_t a, uint32_t b) {
  for (uint32_t i = 0; i < t->pairs.count; ++i) {
    if (t->a[i] == a && t->b[i] == b) return i;
  }
  return MOST;
}

// Checks the events of one tick against the table of what touched before, and brings the table up to date.
static void check_tick(const tick_list* before, const tick_list* now, const lgjk_events* events,
                       const uint8_t* replaced, bool by_distance, float slop, uint8_t table[BODIES][BODIES]) {
  uint64_t next = 0;
  for (uint32_t a = 0; a < BODIES; ++a) {
    for (uint32_t b = a + 1; b < BODIES; ++b) {
      const uint32_t was = place_of(before, a, b), is = place_of(now, a, b);
      const bool changed = replaced != NULL && (replaced[a] || replaced[b]);
      const expectation e = expect_pair(now, is, table[a][b] != 0, changed, by_distance, slop);
      const struct {
        bool wanted;
        uint32_t kind, pair;
      } wanted[] = {{e.end, LGJK_EVENT_END, was},
                    {e.begin, LGJK_EVENT_BEGIN, is},
                    {e.persist && (events->flags & LGJK_EVENTS_PERSIST), LGJK_EVENT_PERSIST, is}};
      for (int k = 0; k < 3; ++k) {
        if (!wanted[k].wanted) continue;
        assert_true(next < events->count);
        const lgjk_event* got = &events->event[next++];
        assert_int_equal(got->a, a);
        assert_int_equal(got->b, b);
        assert_int_equal(got->kind, wanted[k].kind);
        assert_int_equal(got->pair, wanted[k].pair);
      }
      table[a][b] = e.touches;
      if (is < MOST) assert_int_equal(now->touching[is], e.touches);
    }
  }
  assert_int_equal(next, events->count);
}

TEST(begins_and_ends_pair_up) {
  static tick_list list[2];
  static lgjk_event room[2 * MOST];
  uint8_t table[BODIES][BODIES] = {{0}};
  random_state = 17;
  print_message("  seed 17\n");
  draw_list(&list[1], 0);
  for (uint32_t tick = 0; tick < TICKS; ++tick) {
    tick_list *now = &list[tick % 2], *before = &list[1 - tick % 2];
    uint8_t replaced[BODIES];
    for (uint32_t i = 0; i < BODIES; ++i) replaced[i] = random_below(8) == 0;
    const bool by_distance = tick % 3 == 0, some = tick % 4 == 0;
    const float slop = tick % 2 ? 0.01f : 0;
    draw_list(now, tick % 50 == 49 ? 0 : 0.5);
    lgjk_events events = {.struct_size = sizeof events};
    lgjk_error error = {.struct_size = sizeof error};
    events.flags = tick % 5 == 0 ? LGJK_EVENTS_PERSIST : 0;
    events.event = room;
    events.capacity = tick % 2 ? 2 * MOST : 0;
    const float* distance = by_distance ? now->distance : NULL;
    const uint8_t* changed = some ? replaced : NULL;
    memset(now->touching, 0xEE, sizeof now->touching);
    const int32_t code = lgjk_pair_events(&before->touches, &now->touches, now->status, distance, slop, changed,
                                          changed, &events, &error);
    if (code != LGJK_OK) { // nothing but the needed count is written
      assert_int_equal(code, LGJK_ERROR_CAPACITY);
      assert_int_equal(events.count, 0);
      for (uint64_t i = 0; i < now->pairs.count; ++i) assert_int_equal(now->touching[i], 0xEE);
      events.capacity = error.index;
      assert_int_equal(lgjk_pair_events(&before->touches, &now->touches, now->status, distance, slop, changed, changed,
                                        &events, &error),
                       LGJK_OK);
      assert_int_equal(events.count, events.capacity);
    }
    check_tick(before, now, &events, changed, by_distance, slop, table);
  }
}

TEST(places_are_found) {
  static tick_list before, now;
  uint32_t index[MOST];
  random_state = 3;
  for (uint32_t round = 0; round < 50; ++round) {
    draw_list(&before, random_in(0, 1));
    draw_list(&now, random_in(0, 1));
    assert_int_equal(lgjk_pairs_match(&before.pairs, &now.pairs, index, NULL, NULL), LGJK_OK);
    for (uint64_t i = 0; i < now.pairs.count; ++i) {
      const uint32_t place = place_of(&before, now.a[i], now.b[i]);
      assert_int_equal(index[i], place < MOST ? place : LGJK_NO_PAIR);
    }
  }
}

TEST(wrong_arguments_are_named) {
  static tick_list before, now;
  static lgjk_event room[2 * MOST];
  random_state = 5;
  draw_list(&before, 0.5);
  draw_list(&now, 0.5);
  memset(before.touching, 0, sizeof before.touching);
  lgjk_events events = {.struct_size = sizeof events};
  lgjk_error error = {.struct_size = sizeof error};
  events.event = room;
  events.capacity = 2 * MOST;
#define CALL(status, distance, slop) \
  lgjk_pair_events(&before.touches, &now.touches, status, distance, slop, NULL, NULL, &events, &error)
#define EXPECT(word, status, distance, slop)                           \
  assert_int_equal(CALL(status, distance, slop), LGJK_ERROR_ARGUMENT); \
  assert_non_null(strstr(error.text, word));
  assert_int_equal(CALL(now.status, now.distance, 0), LGJK_OK);
  EXPECT("status", NULL, NULL, 0)
  EXPECT("slop", now.status, NULL, -1)
  EXPECT("slop", now.status, NULL, (float)NAN)
  EXPECT("distance", now.status, (const float*)(const void*)((char*)now.distance + 1), 0)
  EXPECT("now->touching overlaps status", now.touching, NULL, 0)
  events.flags = 2;
  EXPECT("flags", now.status, NULL, 0)
  events.flags = 0;
  now.touches.touching = NULL;
  EXPECT("now->touching", now.status, NULL, 0)
  now.touches.touching = before.touching;
  EXPECT("overlaps before->touching", now.status, NULL, 0)
  now.touches.touching = now.touching;
  const uint32_t kept = now.a[3];
  now.a[3] = UINT32_MAX;
  EXPECT("now->pairs: pair 4", now.status, NULL, 0)
  now.a[3] = kept;
  assert_int_equal(CALL(now.status, now.distance, 0), LGJK_OK);
  uint32_t index[MOST];
  assert_int_equal(lgjk_pairs_match(&before.pairs, &now.pairs, NULL, NULL, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_pairs_match(&before.pairs, &now.pairs, now.a, NULL, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_pairs_match(NULL, &now.pairs, index, NULL, &error), LGJK_ERROR_ARGUMENT);
}
