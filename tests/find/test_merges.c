// Merges of long lists on several threads: what one thread writes, they write, to the byte.
#include "test.h"
#include "lanegjk/lanegjk_find.h"
#include "test_random.h"
#include "test_threads.h"

enum { MOST = 60000 };

typedef struct long_list {
  uint32_t a[MOST], b[MOST];
  lgjk_warm record[MOST];
  uint8_t status[MOST], touching[MOST];
  lgjk_pairs pairs;
  lgjk_touches touches;
} long_list;

static long_list before, now;

// Pairs (a, b) in ascending order, with gaps, so that two lists share about half of them.
static void draw(long_list* l, uint64_t count, uint32_t first) {
  uint32_t a = first, b = a + 1;
  for (uint64_t i = 0; i < count; ++i) {
    b += 1 + random_below(2);
    if (random_below(4) == 0) b = ++a + 1;
    l->a[i] = a;
    l->b[i] = b;
    l->record[i].word[0] = 1 + random_below(1000);
    l->status[i] = (uint8_t)random_below(2);
    l->touching[i] = (uint8_t)random_below(2);
  }
  l->pairs = (lgjk_pairs){.struct_size = sizeof l->pairs, .a = l->a, .b = l->b, .count = count};
  l->touches = (lgjk_touches){.struct_size = sizeof l->touches, .pairs = &l->pairs, .touching = l->touching};
}

typedef struct answers {
  lgjk_warm record[MOST];
  uint32_t place[MOST];
  uint8_t touching[MOST];
  lgjk_event event[2 * MOST];
  uint64_t events;
} answers;

// `exact`: the room for events is what they need, which takes another way.
static void merge_all(const lgjk_tasks* tasks, bool exact, answers* out) {
  lgjk_events events = {.struct_size = sizeof events};
  lgjk_error error = {.struct_size = sizeof error};
  memset(out, 0, sizeof *out);
  events.event = out->event;
  events.capacity = exact ? 0 : 2 * MOST;
  events.tasks = tasks;
  now.touches.touching = out->touching;
  assert_int_equal(lgjk_warm_carry(&before.pairs, before.record, &now.pairs, out->record, tasks, &error), LGJK_OK);
  assert_int_equal(lgjk_pairs_match(&before.pairs, &now.pairs, out->place, tasks, &error), LGJK_OK);
  for (int turn = 0; turn <= exact; ++turn) {
    const int32_t code =
        lgjk_pair_events(&before.touches, &now.touches, now.status, NULL, 0, NULL, NULL, &events, &error);
    assert_int_equal(code, exact && turn == 0 ? LGJK_ERROR_CAPACITY : LGJK_OK);
    if (exact && turn == 0) events.capacity = error.index;
  }
  out->events = events.count;
  assert_true(!exact || events.count == events.capacity);
}

TEST_WITH_THREADS(any_number_of_workers_merges_alike) {
  static answers one, many;
  static const struct {
    uint64_t before, now;
    uint32_t first;
  } sizes[] = {{MOST, MOST, 0}, {MOST, 9000, 0}, {9000, MOST, 0}, {0, MOST, 0}, {MOST, 0, 0}, {MOST, MOST, 1u << 20}};
  random_state = test_seed(23);
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
    draw(&before, sizes[k].before, 0);
    draw(&now, sizes[k].now, sizes[k].first);
    merge_all(NULL, false, &one);
    for (uint32_t workers = 1; workers <= 5; ++workers) {
      const lgjk_tasks tasks = threads_of(workers);
      for (int exact = 0; exact < 2; ++exact) {
        merge_all(&tasks, exact != 0, &many);
        const size_t count = sizes[k].now;
        assert_int_equal(one.events, many.events);
        assert_memory_equal(one.event, many.event, one.events * sizeof *one.event);
        assert_memory_equal(one.record, many.record, count * sizeof *one.record);
        assert_memory_equal(one.place, many.place, count * sizeof *one.place);
        assert_memory_equal(one.touching, many.touching, count);
      }
    }
  }
}

// The first pair out of order is named, whichever thread comes upon one.
TEST_WITH_THREADS(the_first_fault_is_named) {
  static lgjk_warm record[MOST];
  const lgjk_tasks tasks = threads_of(4);
  lgjk_error error = {.struct_size = sizeof error};
  random_state = 29;
  draw(&before, MOST, 0);
  draw(&now, MOST, 0);
  static const uint32_t wrong[] = {59999, 40000, 20001, 1, 1025, 1024, 1};
  for (int i = 0; i < 7; ++i) {
    if (i >= 4) draw(&now, MOST, 0); // from here on one alone, at the borders of what is looked at together
    now.a[wrong[i]] = now.a[wrong[i] - 1];
    now.b[wrong[i]] = now.b[wrong[i] - 1];
    assert_int_equal(lgjk_warm_carry(&before.pairs, before.record, &now.pairs, record, &tasks, &error),
                     LGJK_ERROR_ARGUMENT);
    assert_int_equal(error.index, wrong[i]);
  }
}

TEST_WITH_THREADS(wrong_tasks_are_named) {
  static uint32_t place[MOST];
  static lgjk_event room[1];
  lgjk_tasks tasks = threads_of(2);
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_events events = {.struct_size = sizeof events};
  tasks.wait = NULL;
  events.event = room;
  events.tasks = &tasks;
  draw(&before, 10, 0);
  draw(&now, 10, 0);
  assert_int_equal(lgjk_warm_carry(&before.pairs, before.record, &now.pairs, now.record, &tasks, &error),
                   LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, "tasks->wait is NULL");
  assert_int_equal(lgjk_pairs_match(&before.pairs, &now.pairs, place, &tasks, &error), LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, "tasks->wait is NULL");
  assert_int_equal(lgjk_pair_events(&before.touches, &now.touches, now.status, NULL, 0, NULL, NULL, &events, &error),
                   LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, "events->tasks->wait is NULL");
}
