// The benchmark's samples on cores that others slow down: those that were disturbed are repeated, for a third of the
// time at most. The clocks are this test's.
#define _GNU_SOURCE
#include "basics.h"

static double now;        // seconds of the wall's clock; a reading takes a tenth of a millisecond
static double of_threads; // of the thread's, which goes on by what a loop takes
static double loop;       // seconds

static double read_clock(clock_kind kind) {
  if (kind == OF_THREAD) return of_threads += loop;
  return now += 1e-4;
}

#define clock_seconds read_clock
#include "quiet.c"
#include "test.h"

#define QUIET 1e-5
#define SLOW 1.3e-5

static void start(void) {
  quiet_child();
  lost = now = 0;
  fastest = 1e9;
  loop = QUIET;
  quiet_start();
}

static void work(void) {
  for (int k = 0; k < 5; ++k) {
    now += 0.004;
    quiet_look();
  }
}

TEST(a_child_has_all_cores_and_time_of_its_own) {
  cpu_set_t before, within, after;
  assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
  start();
  assert_int_equal(sched_getaffinity(0, sizeof within, &within), 0);
  now += 60;
  lost = 20;
  quiet_child();
  assert_true(lost == 0 && began >= 60);
  assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
  assert_int_equal(CPU_COUNT(&within), 1);
  assert_true(CPU_EQUAL(&before, &after));
}

TEST(nothing_happens_before_it_is_started) {
  start();
  quiet_child();
  began = -1;
  fastest = 1e9;
  quiet_begin();
  work();
  loop = SLOW;
  work();
  assert_true(quiet_end());
  assert_true(lost == 0 && fastest > 1);
}

TEST(a_quiet_sample_counts) {
  start();
  quiet_begin();
  work();
  assert_true(quiet_end());
  assert_true(lost == 0);
}

TEST(a_sample_that_was_disturbed_is_repeated) {
  start();
  quiet_begin();
  work();
  loop = SLOW; // in the middle
  work();
  loop = QUIET;
  work();
  assert_false(quiet_end());
  assert_true(lost > 0.06 && lost < 0.07);
  quiet_begin();
  work();
  assert_true(quiet_end());
}

TEST(a_sample_is_disturbed_at_its_end) {
  start();
  quiet_begin();
  work();
  loop = SLOW;
  assert_false(quiet_end());
}

// As a clock that changes by itself.
TEST(a_little_slower_is_quiet) {
  start();
  loop = 1.1 * QUIET;
  quiet_begin();
  work();
  assert_true(quiet_end());
  assert_true(lost == 0);
}

TEST(a_sample_begins_when_a_core_is_quiet) {
  start();
  now += 1;
  loop = SLOW;
  quiet_begin();
  const double waited = lost;
  assert_true(waited >= MOST_LOST * (looked - began) && waited < MOST_LOST * (looked - began) + 0.001);
  loop = QUIET;
  now += 1;
  quiet_begin();
  assert_true(lost == waited);
}

TEST(a_third_of_the_time_is_lost_and_a_sample_at_most) {
  uint32_t taken = 0;
  bool counts;
  start();
  loop = SLOW;
  do {
    quiet_begin();
    work();
    counts = quiet_end();
    taken++;
  } while (!counts && taken < 100);
  assert_true(counts);
  assert_true(lost <= MOST_LOST * (looked - began) + 0.03);
}
