// Every instruction set against the one-lane build, bit for bit: all queries, cold and warm, records included, whole
// and in ranges, permuted, at every batch size around the lanes, with every option, and bodies in the caller's structs,
// on all inputs of inputsN.h. "The same bits" is the contract, so no tolerance occurs here.
//   test_isa_equality2 [NAME]   that instruction set alone; status 77 where it cannot run
// In the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_PAIRS=n fewer.
#include <float.h>

#include "fewer.h"
#include "test.h"
#include "query_ways.h"
#include "test_random.h"

enum { MANY = 10007, SOME = 1200, FRAMES = 4 };

static uint64_t seed = 20262;

// ---------------------------------------------------------------- what is checked, each on one input and query

// An input, what the one-lane build answers to it cold, and room for another's answers.
typedef struct fixture {
  inputN input;
  uint64_t count;
  query_way one, other; // the same except for the instruction set
  answersN expected, answers;
  lgjk_warm *expected_records, *records; // zero
} fixture;

typedef void check_function(fixture* f);

static void cold(fixture* f) {
  run_whole(&f->other, &f->input, NULL, &f->answers);
  expect_same(&f->other, &f->input, "cold", &f->expected, &f->answers, 0, f->count);
}

static void expect_records_too(const fixture* f, const char* what, uint64_t first, uint64_t count) {
  expect_same(&f->other, &f->input, what, &f->expected, &f->answers, first, count);
  expect_same_records(&f->other, &f->input, what, f->expected_records, f->records, first, count);
}

// Both from their records, which are the same.
static void both_warm(fixture* f, const char* what) {
  run_whole(&f->one, &f->input, f->expected_records, &f->expected);
  run_whole(&f->other, &f->input, f->records, &f->answers);
  expect_records_too(f, what, 0, f->count);
}

// Frame after frame, and the other queries on the same records in the end.
static void warm(fixture* f) {
  for (uint32_t frame = 0; frame < FRAMES; ++frame) {
    f->one.query = f->other.query = frame >= 2 ? (query)((f->one.query + 1) % QUERIES) : f->one.query;
    both_warm(f, "warm");
    inputsN_advance(&f->input);
  }
}

// Records that are no records: random bytes, the same for both.
static void warm_from_garbage(fixture* f) {
  for (uint64_t i = 0; i < f->count; ++i) {
    for (uint32_t k = 0; k < 4; ++k) f->expected_records[i].word[k] = random_bits();
    if (i % 2) f->expected_records[i].word[3] %= 4;
    if (i % 4 == 2) f->expected_records[i].word[3] = RECORD_NAMES_DEPTH;
  }
  memcpy(f->records, f->expected_records, f->count * sizeof *f->records);
  both_warm(f, "garbage records");
}

// Records that a first frame left, and the expected answers and records of the second.
static void warm_up(fixture* f) {
  run_whole(&f->one, &f->input, f->expected_records, &f->expected);
  memcpy(f->records, f->expected_records, f->count * sizeof *f->records);
  inputsN_advance(&f->input);
  run_whole(&f->one, &f->input, f->expected_records, &f->expected);
}

static void one_range(fixture* f, uint64_t first, uint64_t count) {
  const lgjk_results results = answersN_results(&f->answers);
  run(&f->other, &f->input.bodies, &f->input.bodies, &f->input.pairs, f->records, first, count, &results);
  expect_records_too(f, "range", first, count);
}

// A range writes its own elements only; ranges in any order make the whole.
static void ranges(fixture* f) {
  warm_up(f);
  const uint64_t third = f->count / 3, length = third + random_below(19);
  lgjk_warm* before = malloc(f->count * sizeof *before);
  memcpy(before, f->records, f->count * sizeof *before);
  answersN_fill(&f->answers);
  one_range(f, third, length);
  for (uint64_t i = 0; i < f->count; ++i) {
    if (i - third < length) continue;
    if (!answersN_untouched_at(&f->answers, i)) print_context(&f->other, &f->input, "outside of the range", i);
    assert_true(answersN_untouched_at(&f->answers, i));
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

static void permuted(fixture* f) {
  warm_up(f);
  uint32_t *to = malloc(f->count * 4), *a = malloc(f->count * 4), *b = malloc(f->count * 4);
  lgjk_warm* records = malloc(f->count * sizeof *records);
  for (uint32_t i = 0; i < f->count; ++i) to[i] = i;
  random_shuffle(to, (uint32_t)f->count, sizeof *to);
  for (uint64_t i = 0; i < f->count; ++i) records[to[i]] = f->records[i];
  const lgjk_pairs pairs = permuted_pairs(&f->input.pairs, to, a, b);
  const lgjk_results results = answersN_results(&f->answers);
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
    answersN answers = answersN_open(counts[k]);
    const lgjk_results results = answersN_results(&answers);
    if (counts[k] > 0) run(&f->other, &f->input.bodies, &f->input.bodies, &pairs, NULL, 0, counts[k], &results);
    expect_same(&f->other, &f->input, "small batch", &f->expected, &answers, 0, counts[k]);
    answersN_close(&answers);
  }
}

static void with_options(fixture* f, float max_distance, uint32_t limit, uint32_t flags) {
  f->one.options.max_distance = f->other.options.max_distance = max_distance;
  f->one.options.iteration_limit = f->other.options.iteration_limit = limit;
  f->other.options.flags = flags; // on one side alone: it changes no bit
  memset(f->expected_records, 0, f->count * sizeof *f->records);
  memset(f->records, 0, f->count * sizeof *f->records);
  run_whole(&f->one, &f->input, NULL, &f->expected);
  cold(f);
  for (uint32_t frame = 0; frame < 2; ++frame) both_warm(f, "warm with options");
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
  float mood, pose[POSE_FLOATS], radius, speed[2];
} agent;

static agent* agents_of(const lgjk_bodiesN* bodies, int reversed) {
  agent* agents = calloc((size_t)bodies->count + 1, sizeof *agents);
  for (uint32_t i = 0; i < bodies->count; ++i) {
    agent* to = &agents[reversed ? bodies->count - 1 - i : i];
    lgjk_shapeN_info info = {.struct_size = sizeof info};
    if (bodies->shape[i] < lgjk_shapesN_count(bodies->shapes)) {
      lgjk_shapesN_get(bodies->shapes, bodies->shape[i], &info, NULL, 0, NULL);
    }
    to->shape = bodies->shape[i];
    memcpy(to->pose, bodies->pose + POSE_FLOATS * (size_t)i, sizeof to->pose);
    to->radius = bodies->radius ? bodies->radius[i] : info.radius;
  }
  return agents;
}

static lgjk_bodiesN view_of(const lgjk_bodiesN* bodies, const agent* agents) {
  lgjk_bodiesN view = *bodies;
  view.shape = &agents->shape;
  view.pose = agents->pose;
  view.radius = &agents->radius;
  view.shape_stride = view.pose_stride = view.radius_stride = sizeof *agents;
  return view;
}

// Bodies in structs, B from another array in reverse order, pairs as {a, b}: the same answers.
static void strided(fixture* f) {
  const lgjk_bodiesN* bodies = &f->input.bodies;
  agent *forward = agents_of(bodies, 0), *backward = agents_of(bodies, 1);
  const lgjk_bodiesN a = view_of(bodies, forward), b = view_of(bodies, backward);
  uint32_t(*list)[2] = malloc(f->count * sizeof *list);
  for (uint64_t i = 0; i < f->count; ++i) {
    list[i][0] = f->input.pairs.a[i];
    list[i][1] = bodies->count - 1 - f->input.pairs.b[i];
  }
  lgjk_pairs pairs = f->input.pairs;
  pairs.a = &list[0][0];
  pairs.b = &list[0][1];
  pairs.stride = sizeof *list;
  const lgjk_results results = answersN_results(&f->answers);
  run(&f->other, &a, &b, &pairs, NULL, 0, f->count, &results);
  expect_same(&f->other, &f->input, "strided", &f->expected, &f->answers, 0, f->count);
  free(forward);
  free(backward);
  free(list);
}

// ---------------------------------------------------------------- all checks for an instruction set

static const struct check {
  const char* name;
  check_function* function;
  uint32_t pairs;
} CHECKS[] = {
    {"cold, several tiles", cold, MANY},
    {"warm over frames, records too", warm, SOME},
    {"warm from garbage", warm_from_garbage, SOME},
    {"ranges, nothing outside touched", ranges, SOME},
    {"pairs permuted", permuted, SOME},
    {"batch sizes around the lanes", sizes, 80},
    {"max_distance", max_distances, 300},
    {"iteration_limit", iteration_limits, 300},
    {"all classes sorted", all_sorted, 300},
    {"strided views", strided, SOME},
};
enum { CHECK_COUNT = sizeof CHECKS / sizeof CHECKS[0] };

// Each body of a family has a hull of its own, which takes longer to build in 3D than the queries take. MANY are
// several tiles of pairs, which some check has to go over: so scenes always have them.
static uint32_t pairs_of(const struct check* check, uint32_t number) {
  enum { ENOUGH = 160 };
  if (number >= familiesN_count()) return check->pairs == MANY ? fewer(MANY, 2500) : inputsN_pairs(check->pairs);
  return inputsN_pairs(DIM == 3 && check->pairs > ENOUGH ? ENOUGH : check->pairs);
}

// At whatever frame the last check has left the input.
static void check_query(const struct check* check, fixture* f, query q, uint32_t isa) {
  f->one = way_of(q, LGJK_ISA_SCALAR);
  f->other = way_of(q, isa);
  f->expected = answersN_open(f->count);
  f->answers = answersN_open(f->count);
  f->expected_records = calloc((size_t)f->count, sizeof *f->records);
  f->records = calloc((size_t)f->count, sizeof *f->records);
  run_whole(&f->one, &f->input, NULL, &f->expected);
  check->function(f);
  answersN_close(&f->expected);
  answersN_close(&f->answers);
  free(f->expected_records);
  free(f->records);
}

static void check_input(const struct check* check, uint32_t isa, uint32_t number) {
  fixture f;
  if (inputsN_open(&f.input, number, seed, pairs_of(check, number)) != 0) fail_msg("input %u was not made", number);
  f.count = f.input.pairs.count;
  for (query q = OVERLAP; q < QUERIES; ++q) check_query(check, &f, q, isa);
  inputsN_close(&f.input);
}

typedef struct task {
  char name[64];
  uint32_t isa;
  const struct check* check; // NULL: cannot run here
} task;

static void perform(void** state) {
  const task* t = *state;
  if (t->check == NULL) SKIP_TEST("%s does not run here", t->name);
  random_state = seed;
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (test_has(inputsN_name(number), inputsN_missing(number))) check_input(t->check, t->isa, number);
  }
}

// Every number that has a name, so that no instruction set is passed over in silence.
static uint32_t add_tasks(const char* chosen, task* tasks) {
  uint32_t count = 0;
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    const char* name = lgjk_isa_name(isa);
    if (chosen != NULL && strcmp(chosen, name) != 0) continue;
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
  const char* chosen = argc > 1 ? argv[1] : NULL;
  if (chosen != NULL && lgjk_isa_from_name(chosen) == UINT32_MAX) {
    fprintf(stderr, "%s is no instruction set\n", chosen);
    return 2;
  }
  seed = test_seed(seed);
  const uint32_t count = add_tasks(chosen, tasks);
  if (chosen != NULL && count > 0 && tasks[0].check == NULL) return TEST_SKIPPED;
  for (uint32_t i = 0; i < count; ++i) test_add(perform, &tasks[i], "%s", tasks[i].name);
  return test_run(NULL, NULL);
}
