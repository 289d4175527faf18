// Begins and ends of touching, from two lists of pairs: each begin has one end, whatever becomes of bodies, lists and
// filters. The expected events come from a table of pairs that is kept beside.
#include "test.h"
#include "lanegjk/lanegjk_find.h"
#include "test_random.h"

enum { BODIES = 64, MOST = BODIES * BODIES, TICKS = 400 };

// One tick's list.
typedef struct tick_list {
  uint32_t a[MOST], b[MOST], spaced[MOST][3]; // the same pairs, if they have a stride
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
  t->pairs = (lgjk_pairs){.struct_size = sizeof t->pairs, .a = t->a, .b = t->b, .count = count};
  t->touches = (lgjk_touches){.struct_size = sizeof t->touches, .pairs = &t->pairs, .touching = t->touching};
}

static void space_pairs(tick_list* t) {
  for (uint64_t i = 0; i < t->pairs.count; ++i) {
    t->spaced[i][0] = t->a[i];
    t->spaced[i][1] = t->b[i];
  }
  t->pairs.a = t->spaced[0];
  t->pairs.b = t->spaced[0] + 1;
  t->pairs.stride = sizeof t->spaced[0];
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
        bool expected;
        uint32_t kind, pair;
      } expected[] = {{e.end, LGJK_EVENT_END, was},
                      {e.begin, LGJK_EVENT_BEGIN, is},
                      {e.persist && (events->flags & LGJK_EVENTS_PERSIST), LGJK_EVENT_PERSIST, is}};
      for (int k = 0; k < 3; ++k) {
        if (!expected[k].expected) continue;
        assert_true(next < events->count);
        const lgjk_event* got = &events->event[next++];
        assert_int_equal(got->a, a);
        assert_int_equal(got->b, b);
        assert_int_equal(got->kind, expected[k].kind);
        assert_int_equal(got->pair, expected[k].pair);
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
  random_state = test_seed(17);
  draw_list(&list[1], 0);
  for (uint32_t tick = 0; tick < TICKS; ++tick) {
    tick_list *now = &list[tick % 2], *before = &list[1 - tick % 2];
    uint8_t replaced[BODIES];
    for (uint32_t i = 0; i < BODIES; ++i) replaced[i] = random_below(8) == 0;
    const bool by_distance = tick % 3 == 0, some = tick % 4 == 0;
    const float slop = tick % 2 ? 0.01f : 0;
    draw_list(now, tick % 50 == 49 ? 0 : 0.5);
    if (tick % 4 / 2 == 1) space_pairs(now); // either list, both or none
    lgjk_events events = {.struct_size = sizeof events,
                          .flags = tick % 5 == 0 ? LGJK_EVENTS_PERSIST : 0,
                          .event = room,
                          .capacity = tick % 2 ? 2 * MOST : 0};
    lgjk_error error = {.struct_size = sizeof error};
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

// Bodies that are records of some bytes have their marks in them.
TEST(marks_may_have_a_stride) {
  enum { STRIDE = 12 };
  static tick_list before, now;
  static lgjk_event room[2][2 * MOST];
  static uint8_t tight[BODIES], apart[STRIDE * BODIES];
  lgjk_events events;
  uint64_t count = 0;
  random_state = 31;
  draw_list(&before, 0.5);
  draw_list(&now, 0.5);
  memset(apart, 0xFF, sizeof apart);
  for (uint64_t i = 0; i < before.pairs.count; ++i) before.touching[i] = (uint8_t)random_below(2);
  for (uint32_t i = 0; i < BODIES; ++i) apart[STRIDE * i] = tight[i] = random_below(4) == 0;
  for (int strided = 0; strided < 3; ++strided) { // of a, of b
    lgjk_events_init(&events);
    events.event = room[strided % 2];
    events.capacity = 2 * MOST;
    events.replaced_stride = strided == 1 ? STRIDE : strided == 2 ? 1 : 0;
    events.replaced_b_stride = strided == 2 ? STRIDE : strided == 1 ? 1 : 0; // the one has no say in the other
    const uint8_t *marks_a = strided == 1 ? apart : tight, *marks_b = strided == 2 ? apart : tight;
    assert_int_equal(lgjk_pair_events(&before.touches, &now.touches, now.status, NULL, 0, marks_a, NULL, &events, NULL),
                     LGJK_OK);
    const uint64_t of_a = events.count;
    assert_int_equal(lgjk_pair_events(&before.touches, &now.touches, now.status, NULL, 0, NULL, marks_b, &events, NULL),
                     LGJK_OK);
    if (strided == 0) count = of_a + events.count;
    assert_int_equal(of_a + events.count, count);
    assert_memory_equal(room[0], room[strided % 2], events.count * sizeof *events.event);
  }
}

// A list after its bodies have changed places is that of the new numbers, whatever it was.
static void check_renumbered(const tick_list* before, const uint32_t* of_a, const uint32_t* of_b) {
  uint32_t a[MOST], b[MOST], index[MOST], place[2][BODIES];
  uint64_t scratch[MOST + 2 * BODIES + 1];
  lgjk_pair_list now = {.struct_size = sizeof now, .a = a, .b = b, .capacity = MOST};
  const bool one_view = of_a != NULL && of_a == of_b;
  for (uint32_t i = 0; i < BODIES; ++i) {
    place[0][of_a == NULL ? i : of_a[i]] = i;
    place[1][of_b == NULL ? i : of_b[i]] = i;
  }
  assert_int_equal(
      lgjk_pairs_renumber(&before->pairs, of_a, BODIES, of_b, BODIES, &now, index, scratch, sizeof scratch, NULL),
      LGJK_OK);
  assert_int_equal(now.count, before->pairs.count);
  bool seen[MOST] = {false};
  for (uint64_t i = 0; i < now.count; ++i) {
    assert_true(index[i] < now.count && !seen[index[i]]);
    seen[index[i]] = true;
    const uint32_t x = place[0][before->a[index[i]]], y = place[1][before->b[index[i]]];
    assert_int_equal(a[i], one_view && y < x ? y : x);
    assert_int_equal(b[i], one_view && y < x ? x : y);
    if (i > 0) assert_true(a[i - 1] < a[i] || (a[i - 1] == a[i] && b[i - 1] < b[i]));
  }
}

static void shuffle(uint32_t order[BODIES]) {
  for (uint32_t i = 0; i < BODIES; ++i) {
    const uint32_t k = random_below(i + 1);
    order[i] = order[k];
    order[k] = i;
  }
}

TEST(lists_follow_their_bodies) {
  static tick_list before;
  uint32_t one[BODIES], two[BODIES];
  random_state = test_seed(41);
  for (uint32_t round = 0; round < 50; ++round) {
    draw_list(&before, random_in(0, 1));
    shuffle(one);
    shuffle(two);
    check_renumbered(&before, one, one);
    check_renumbered(&before, one, NULL);
    check_renumbered(&before, NULL, two);
    check_renumbered(&before, one, two);
  }
}

TEST(wrong_orders_are_named) {
  static tick_list before;
  uint32_t order[BODIES], a[MOST], b[MOST], index[MOST];
  uint64_t scratch[MOST + BODIES + 1];
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_pair_list now = {.struct_size = sizeof now, .a = a, .b = b, .capacity = MOST};
  random_state = 43;
  draw_list(&before, 0.5);
  shuffle(order);
  const uint64_t needed = 8 * (before.pairs.count + BODIES + 1);
#define RENUMBER(bodies, size) \
  lgjk_pairs_renumber(&before.pairs, order, bodies, order, bodies, &now, index, scratch, size, &error)
  assert_int_equal(RENUMBER(BODIES, needed), LGJK_OK);
  assert_int_equal(RENUMBER(BODIES, needed - 1), LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.index, needed);
  expect_refusal(RENUMBER(BODIES - 1, sizeof scratch), &error, "bodies_b is 63");
  now.capacity = before.pairs.count - 1;
  now.count = 7;
  assert_int_equal(RENUMBER(BODIES, sizeof scratch), LGJK_ERROR_CAPACITY);
  assert_int_equal(error.index, before.pairs.count);
  assert_int_equal(now.count, 0);
  now.capacity = UINT64_MAX;
  expect_refusal(RENUMBER(BODIES, sizeof scratch), &error, "now->capacity");
  now.capacity = MOST;
  const uint32_t kept = order[5];
  order[5] = order[4];
  assert_int_equal(RENUMBER(BODIES, sizeof scratch), LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.index, 5);
  order[5] = BODIES;
  assert_int_equal(RENUMBER(BODIES, sizeof scratch), LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.index, 5);
  order[5] = kept;
  now.b = before.b;
  expect_refusal(RENUMBER(BODIES, sizeof scratch), &error, "now->b overlaps before->b");
  now.b = b;
  before.a[0] = UINT32_MAX;
  assert_int_equal(RENUMBER(BODIES, sizeof scratch), LGJK_ERROR_ARGUMENT);
  assert_int_equal(now.count, 0);
  before.a[0] = 0;
}

TEST(wrong_arguments_are_named) {
  static tick_list before, now;
  static lgjk_event room[2 * MOST];
  random_state = 5;
  draw_list(&before, 0.5);
  draw_list(&now, 0.5);
  memset(before.touching, 0, sizeof before.touching);
  lgjk_events events = {.struct_size = sizeof events, .event = room, .capacity = 2 * MOST};
  lgjk_error error = {.struct_size = sizeof error};
#define CALL(status, distance, slop) \
  lgjk_pair_events(&before.touches, &now.touches, status, distance, slop, NULL, NULL, &events, &error)
#define EXPECT(word, status, distance, slop)                  \
  events.count = 7;                                           \
  expect_refusal(CALL(status, distance, slop), &error, word); \
  assert_int_equal(events.count, 0);
  assert_int_equal(CALL(now.status, now.distance, 0), LGJK_OK);
  EXPECT("status", NULL, NULL, 0)
  EXPECT("slop", now.status, NULL, -1)
  EXPECT("slop", now.status, NULL, (float)NAN)
  EXPECT("distance", now.status, (const float*)(const void*)((char*)now.distance + 1), 0)
  EXPECT("now->touching overlaps status", now.touching, NULL, 0)
  events.flags = 2;
  EXPECT("flags", now.status, NULL, 0)
  events.flags = 0;
  events.flags = 2;
  EXPECT("events->flags", now.status, NULL, 0)
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
  EXPECT("slop is inf: negative or not finite", now.status, NULL, HUGE_VALF)
  assert_int_equal(CALL(now.status, now.distance, 0), LGJK_OK);
  uint32_t index[MOST];
  assert_int_equal(lgjk_pairs_match(&before.pairs, &now.pairs, NULL, NULL, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_pairs_match(&before.pairs, &now.pairs, now.a, NULL, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_pairs_match(NULL, &now.pairs, index, NULL, &error), LGJK_ERROR_ARGUMENT);
}
