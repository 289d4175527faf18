// Every instruction set against the one-lane build, bit for bit: both queries, cold and warm, records included, whole
// and in ranges, permuted, at every batch size around the lanes, with every option and every layout of the caller's
// arrays, on all inputs of inputs2.h. "The same bits" is the contract, so no tolerance occurs here.
//   test_isa_equality2 [NAME]   that instruction set alone; status 77 where it cannot run
// In the environment LGJK_TEST_SEED=n makes other pairs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers2.h"
#include "inputs2.h"
#include "test_random.h"

enum { MANY = 10007, SOME = 1200, FRAMES = 4, SKIPPED = 77 };

static uint64_t seed = 20262;

typedef enum query { OVERLAP, DISTANCE, QUERIES } query;
static const char* const query_name[QUERIES] = {"overlap", "distance"};

// One way of asking; results of a batch must not depend on `isa` nor on `first` and `count`.
typedef struct ask {
  query query;
  lgjk_options options;
} ask;

static ask ask_of(query q, uint32_t isa) {
  ask how = {.query = q};
  lgjk_options_init(&how.options);
  how.options.isa = isa;
  return how;
}

static void run(const ask* how, const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                uint64_t first, uint64_t count, const lgjk_results2* results) {
  lgjk_error error;
  lgjk_error_init(&error);
  const int32_t code = (how->query == DISTANCE ? lgjk_distance2 : lgjk_overlap2)(a, b, pairs, warm, first, count,
                                                                                 results, &how->options, &error);
  if (code != LGJK_OK) fail_msg("%s", error.text);
}

// The whole batch into freshly patterned answers.
static void run_whole(const ask* how, const input2* input, lgjk_warm* warm, answers2* answers) {
  const lgjk_results2 results = answers2_results(answers);
  answers2_fill(answers);
  run(how, &input->bodies, &input->bodies, &input->pairs, warm, 0, input->pairs.count, &results);
}

// ---------------------------------------------------------------- comparison

static void print_answer(const char* who, const answers2* answers, uint64_t i) {
  print_message("  %-7s status %u iterations %u distance %a a (%a, %a) b (%a, %a)\n", who, answers->status[i],
                answers->iterations[i], (double)answers->distance[i], (double)answers->point_a[2 * i],
                (double)answers->point_a[2 * i + 1], (double)answers->point_b[2 * i],
                (double)answers->point_b[2 * i + 1]);
}

static void print_context(const ask* how, const input2* input, const char* what, uint64_t i) {
  print_message("  %s, %s, %s of %s, max_distance %g, iteration_limit %u, flags %u: pair %llu\n", input->name, what,
                query_name[how->query], lgjk_isa_name(how->options.isa), (double)how->options.max_distance,
                how->options.iteration_limit, how->options.flags, (unsigned long long)i);
}

static void expect_same_at(const ask* how, const input2* input, const char* what, const answers2* expected, uint64_t i,
                           const answers2* answers, uint64_t k) {
  if (answers2_same_at(expected, i, answers, k)) return;
  print_context(how, input, what, i);
  print_answer("one", expected, i);
  print_answer("other", answers, k);
  fail_msg("results differ");
}

static void expect_same(const ask* how, const input2* input, const char* what, const answers2* expected,
                        const answers2* answers, uint64_t first, uint64_t count) {
  const uint64_t i = answers2_difference(expected, answers, first, count);
  if (i != UINT64_MAX) expect_same_at(how, input, what, expected, i, answers, i);
}

static void expect_same_records(const ask* how, const input2* input, const char* what, const lgjk_warm* expected,
                                const lgjk_warm* records, uint64_t first, uint64_t count) {
  for (uint64_t i = first; i < first + count; ++i) {
    if (memcmp(&expected[i], &records[i], sizeof *records) == 0) continue;
    print_context(how, input, what, i);
    print_message("  one   %08x %08x %08x %08x\n  other %08x %08x %08x %08x\n", expected[i].word[0],
                  expected[i].word[1], expected[i].word[2], expected[i].word[3], records[i].word[0], records[i].word[1],
                  records[i].word[2], records[i].word[3]);
    fail_msg("records differ");
  }
}

// ---------------------------------------------------------------- what is checked, each on one input and query

// An input, what the one-lane build answers to it cold, and room for another's answers.
typedef struct fixture {
  input2 input;
  uint64_t count;
  ask one, other;  // the same but for the instruction set
  answers2 expected, answers;
  lgjk_warm *expected_records, *records;  // zero
} fixture;

typedef void check_function(fixture* f);

static void cold(fixture* f) {
  run_whole(&f->other, &f->input, NULL, &f->answers);
  expect_same(&f->other, &f->input, "cold", &f->expected, &f->answers, 0, f->count);
}

// Frame after frame, and the other query on the same records in between.
static void warm(fixture* f) {
  for (uint32_t frame = 0; frame < FRAMES; ++frame) {
    f->one.query = f->other.query = frame == 2 ? (query)(QUERIES - 1 - f->one.query) : f->one.query;
    run_whole(&f->one, &f->input, f->expected_records, &f->expected);
    run_whole(&f->other, &f->input, f->records, &f->answers);
    expect_same(&f->other, &f->input, "warm", &f->expected, &f->answers, 0, f->count);
    expect_same_records(&f->other, &f->input, "warm", f->expected_records, f->records, 0, f->count);
    inputs2_advance(&f->input);
  }
}

// Records that are no records: random bytes, the same for both.
static void warm_from_garbage(fixture* f) {
  for (uint64_t i = 0; i < f->count; ++i) {
    for (uint32_t k = 0; k < 4; ++k) f->expected_records[i].word[k] = random_bits();
    if (i % 2) f->expected_records[i].word[3] %= 4;
  }
  memcpy(f->records, f->expected_records, f->count * sizeof *f->records);
  run_whole(&f->one, &f->input, f->expected_records, &f->expected);
  run_whole(&f->other, &f->input, f->records, &f->answers);
  expect_same(&f->other, &f->input, "garbage records", &f->expected, &f->answers, 0, f->count);
  expect_same_records(&f->other, &f->input, "garbage records", f->expected_records, f->records, 0, f->count);
}

// Records that a first frame left, and the expected answers and records of the second.
static void warm_up(fixture* f) {
  run_whole(&f->one, &f->input, f->expected_records, &f->expected);
  memcpy(f->records, f->expected_records, f->count * sizeof *f->records);
  inputs2_advance(&f->input);
  run_whole(&f->one, &f->input, f->expected_records, &f->expected);
}

static void one_range(fixture* f, uint64_t first, uint64_t count) {
  const lgjk_results2 results = answers2_results(&f->answers);
  run(&f->other, &f->input.bodies, &f->input.bodies, &f->input.pairs, f->records, first, count, &results);
  expect_same(&f->other, &f->input, "range", &f->expected, &f->answers, first, count);
  expect_same_records(&f->other, &f->input, "range", f->expected_records, f->records, first, count);
}

// A range writes its own elements only; ranges in any order make the whole.
static void ranges(fixture* f) {
  warm_up(f);
  const uint64_t third = f->count / 3, length = third + random_below(19);
  lgjk_warm* before = malloc(f->count * sizeof *before);
  memcpy(before, f->records, f->count * sizeof *before);
  answers2_fill(&f->answers);
  one_range(f, third, length);
  for (uint64_t i = 0; i < f->count; ++i) {
    if (i - third < length) continue;
    if (!answers2_untouched_at(&f->answers, i)) print_context(&f->other, &f->input, "outside of the range", i);
    assert_true(answers2_untouched_at(&f->answers, i));
    assert_memory_equal(&before[i], &f->records[i], sizeof *before);
  }
  free(before);
  for (uint64_t i = third + length, end; i < f->count; i = end) {
    end = i + random_below(70);
    if (end > f->count) end = f->count;
    one_range(f, i, end - i);
  }
  one_range(f, 0, third);
}

// Where pair i of a list goes.
static uint32_t* permutation(uint64_t count) {
  uint32_t* to = malloc(count * sizeof *to);
  for (uint32_t i = 0; i < count; ++i) to[i] = i;
  for (uint32_t i = (uint32_t)count; i > 1; --i) {
    const uint32_t k = random_below(i), swapped = to[k];
    to[k] = to[i - 1];
    to[i - 1] = swapped;
  }
  return to;
}

static void permuted(fixture* f) {
  warm_up(f);
  uint32_t *to = permutation(f->count), *a = malloc(f->count * 4), *b = malloc(f->count * 4);
  lgjk_warm* records = malloc(f->count * sizeof *records);
  lgjk_pairs pairs = f->input.pairs;
  for (uint64_t i = 0; i < f->count; ++i) {
    a[to[i]] = f->input.pairs.a[i];
    b[to[i]] = f->input.pairs.b[i];
    records[to[i]] = f->records[i];
  }
  pairs.a = a;
  pairs.b = b;
  const lgjk_results2 results = answers2_results(&f->answers);
  run(&f->other, &f->input.bodies, &f->input.bodies, &pairs, records, 0, f->count, &results);
  for (uint64_t i = 0; i < f->count; ++i) {
    expect_same_at(&f->other, &f->input, "permuted", &f->expected, i, &f->answers, to[i]);
    f->records[i] = records[to[i]];
  }
  expect_same_records(&f->other, &f->input, "permuted", f->expected_records, f->records, 0, f->count);
  free(to);
  free(a);
  free(b);
  free(records);
}

// Batches of other sizes: the first pairs of the list as a list of their own, in arrays of that size.
static void sizes(fixture* f) {
  const uint64_t lanes = lgjk_isa_lanes(f->other.options.isa);
  const uint64_t counts[] = {0, 1, lanes - 1, lanes, lanes + 1, 2 * lanes - 1, 2 * lanes, 2 * lanes + 1, 4 * lanes + 3};
  for (uint32_t k = 0; k < sizeof counts / sizeof counts[0]; ++k) {
    lgjk_pairs pairs = f->input.pairs;
    pairs.count = counts[k];
    answers2 answers = answers2_open(counts[k]);
    const lgjk_results2 results = answers2_results(&answers);
    if (counts[k] > 0) run(&f->other, &f->input.bodies, &f->input.bodies, &pairs, NULL, 0, counts[k], &results);
    expect_same(&f->other, &f->input, "small batch", &f->expected, &answers, 0, counts[k]);
    answers2_close(&answers);
  }
}

static void with_options(fixture* f, float max_distance, uint32_t limit, uint32_t flags) {
  f->one.options.max_distance = f->other.options.max_distance = max_distance;
  f->one.options.iteration_limit = f->other.options.iteration_limit = limit;
  f->other.options.flags = flags;  // on one side alone: it changes no bit
  memset(f->expected_records, 0, f->count * sizeof *f->records);
  memset(f->records, 0, f->count * sizeof *f->records);
  run_whole(&f->one, &f->input, NULL, &f->expected);
  cold(f);
  for (uint32_t frame = 0; frame < 2; ++frame) {
    run_whole(&f->one, &f->input, f->expected_records, &f->expected);
    run_whole(&f->other, &f->input, f->records, &f->answers);
    expect_same(&f->other, &f->input, "warm with options", &f->expected, &f->answers, 0, f->count);
    expect_same_records(&f->other, &f->input, "warm with options", f->expected_records, f->records, 0, f->count);
  }
}

static void max_distances(fixture* f) {
  const float distances[] = {0, 1e-7f, 0.3f, 1, 1e4f, FLT_MAX};
  for (uint32_t k = 0; k < sizeof distances / sizeof distances[0]; ++k) {
    with_options(f, distances[k], LGJK_DEFAULT_ITERATION_LIMIT, 0);
  }
}

static void iteration_limits(fixture* f) {
  const uint32_t limits[] = {1, 2, 3, 4, 5, 8, 23, 24, 25, 255};
  for (uint32_t k = 0; k < sizeof limits / sizeof limits[0]; ++k) with_options(f, k % 2 ? 1 : HUGE_VALF, limits[k], 0);
}

static void all_sorted(fixture* f) {
  with_options(f, HUGE_VALF, LGJK_DEFAULT_ITERATION_LIMIT, LGJK_FLAG_SORT_ALL);
  with_options(f, 0.5f, 3, LGJK_FLAG_SORT_ALL);
}

// A caller's own struct per body, padded.
typedef struct agent {
  uint32_t name, shape;
  float mood, pose[4], radius, speed[2];
} agent;

static agent* agents_of(const lgjk_bodies2* bodies, int reversed) {
  agent* agents = calloc((size_t)bodies->count + 1, sizeof *agents);
  for (uint32_t i = 0; i < bodies->count; ++i) {
    agent* to = &agents[reversed ? bodies->count - 1 - i : i];
    lgjk_shape2_info info;
    lgjk_shape2_info_init(&info);
    if (bodies->shape[i] < lgjk_shapes2_count(bodies->shapes)) {
      lgjk_shapes2_get(bodies->shapes, bodies->shape[i], &info, NULL, 0, NULL);
    }
    to->shape = bodies->shape[i];
    memcpy(to->pose, bodies->pose + 4 * (size_t)i, sizeof to->pose);
    to->radius = bodies->radius ? bodies->radius[i] : info.radius;
  }
  return agents;
}

static lgjk_bodies2 view_of(const lgjk_bodies2* bodies, const agent* agents) {
  lgjk_bodies2 view = *bodies;
  view.shape = &agents->shape;
  view.pose = agents->pose;
  view.radius = &agents->radius;
  view.shape_stride = view.pose_stride = view.radius_stride = sizeof *agents;
  return view;
}

// Bodies in structs, B from another array in reverse order, pairs as {a, b}: the same answers.
static void strided(fixture* f) {
  const lgjk_bodies2* bodies = &f->input.bodies;
  agent *forward = agents_of(bodies, 0), *backward = agents_of(bodies, 1);
  const lgjk_bodies2 a = view_of(bodies, forward), b = view_of(bodies, backward);
  uint32_t(*list)[2] = malloc(f->count * sizeof *list);
  for (uint64_t i = 0; i < f->count; ++i) {
    list[i][0] = f->input.pairs.a[i];
    list[i][1] = bodies->count - 1 - f->input.pairs.b[i];
  }
  lgjk_pairs pairs = f->input.pairs;
  pairs.a = &list[0][0];
  pairs.b = &list[0][1];
  pairs.stride = sizeof *list;
  const lgjk_results2 results = answers2_results(&f->answers);
  run(&f->other, &a, &b, &pairs, NULL, 0, f->count, &results);
  expect_same(&f->other, &f->input, "strided", &f->expected, &f->answers, 0, f->count);
  free(forward);
  free(backward);
  free(list);
}

// One array wanted, or all but one: what is wanted has the same bits, what is not stays untouched.
static void outputs_alone(fixture* f) {
  for (uint32_t wanted = 1; wanted < 32; ++wanted) {
    const uint32_t written = f->other.query == OVERLAP ? wanted & 3 : wanted;
    if (written == 0) continue;
    lgjk_results2 results = answers2_results(&f->answers);
    answers2_fill(&f->answers);
    if (!(wanted & 1)) results.status = NULL;
    if (!(wanted & 2)) results.iterations = NULL;
    if (!(wanted & 4)) results.distance = NULL;
    if (!(wanted & 8)) results.point_a = NULL;
    if (!(wanted & 16)) results.point_b = NULL;
    run(&f->other, &f->input.bodies, &f->input.bodies, &f->input.pairs, NULL, 0, f->count, &results);
    const size_t n = (size_t)f->count;
    if (written & 1) assert_memory_equal(f->answers.status, f->expected.status, n);
    if (written & 2) assert_memory_equal(f->answers.iterations, f->expected.iterations, n);
    if (written & 4) assert_memory_equal(f->answers.distance, f->expected.distance, 4 * n);
    if (written & 8) assert_memory_equal(f->answers.point_a, f->expected.point_a, 8 * n);
    if (written & 16) assert_memory_equal(f->answers.point_b, f->expected.point_b, 8 * n);
  }
}

// ---------------------------------------------------------------- all checks for an instruction set

static const struct check {
  const char* name;
  check_function* function;
  uint32_t pairs;
} CHECKS[] = {
    {"cold, 10,007 pairs", cold, MANY},
    {"warm over frames, records too", warm, SOME},
    {"warm from garbage", warm_from_garbage, SOME},
    {"ranges, nothing outside touched", ranges, SOME},
    {"pairs permuted", permuted, SOME},
    {"batch sizes around the lanes", sizes, 80},
    {"max_distance", max_distances, 300},
    {"iteration_limit", iteration_limits, 300},
    {"all classes sorted", all_sorted, 300},
    {"strided views", strided, SOME},
    {"each output alone", outputs_alone, 100},
};
enum { CHECK_COUNT = sizeof CHECKS / sizeof CHECKS[0] };

static void check_input(const struct check* check, uint32_t isa, uint32_t number, query q) {
  fixture f;
  if (inputs2_open(&f.input, number, seed, check->pairs) != 0) fail_msg("input %u was not made", number);
  f.count = f.input.pairs.count;
  f.one = ask_of(q, LGJK_ISA_SCALAR);
  f.other = ask_of(q, isa);
  f.expected = answers2_open(f.count);
  f.answers = answers2_open(f.count);
  f.expected_records = calloc((size_t)f.count, sizeof *f.records);
  f.records = calloc((size_t)f.count, sizeof *f.records);
  run_whole(&f.one, &f.input, NULL, &f.expected);
  check->function(&f);
  answers2_close(&f.expected);
  answers2_close(&f.answers);
  free(f.expected_records);
  free(f.records);
  inputs2_close(&f.input);
}

typedef struct task {
  char name[64];
  uint32_t isa;
  const struct check* check;  // NULL: cannot run here
} task;

static void perform(void** state) {
  const task* t = *state;
  if (t->check == NULL) skip();
  random_state = seed;
  for (uint32_t number = 0; number < inputs2_count(); ++number) {
    for (query q = OVERLAP; q < QUERIES; ++q) check_input(t->check, t->isa, number, q);
  }
}

// Every number that has a name, so that no instruction set is passed over in silence.
static uint32_t add_tasks(const char* wanted, task* tasks) {
  uint32_t count = 0;
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    const char* name = lgjk_isa_name(isa);
    if (wanted != NULL && strcmp(wanted, name) != 0) continue;
    if (!lgjk_isa_supported(isa)) {
      print_message("%s: skipped, %s\n", name, lgjk_isa_lanes(isa) ? "not on this CPU" : "not in this build");
      snprintf(tasks[count].name, sizeof tasks[count].name, "%s", name);
      tasks[count++].check = NULL;
      continue;
    }
    for (uint32_t k = 0; k < CHECK_COUNT; ++k, ++count) {
      tasks[count] = (task){.isa = isa, .check = &CHECKS[k]};
      snprintf(tasks[count].name, sizeof tasks[count].name, "%s: %s", name, CHECKS[k].name);
    }
  }
  return count;
}

int main(int argc, char** argv) {
  static task tasks[LGJK_ISA_COUNT * CHECK_COUNT];
  static struct CMUnitTest tests[LGJK_ISA_COUNT * CHECK_COUNT];
  const char *wanted = argc > 1 ? argv[1] : NULL, *wanted_seed = getenv("LGJK_TEST_SEED");
  if (wanted_seed != NULL) seed = strtoull(wanted_seed, NULL, 0);
  if (wanted != NULL && lgjk_isa_from_name(wanted) == UINT32_MAX) {
    fprintf(stderr, "%s is no instruction set\n", wanted);
    return 2;
  }
  print_message("LGJK_TEST_SEED=%llu\n", (unsigned long long)seed);
  const uint32_t count = add_tasks(wanted, tasks);
  if (wanted != NULL && count > 0 && tasks[0].check == NULL) return SKIPPED;
  for (uint32_t i = 0; i < count; ++i) {
    tests[i] = (struct CMUnitTest){.name = tasks[i].name, .test_func = perform, .initial_state = &tasks[i]};
  }
  return _cmocka_run_group_tests("isa_equality2", tests, count, NULL, NULL);
}
