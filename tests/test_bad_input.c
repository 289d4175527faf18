// Bad input of each kind that the contract names: arguments, ranges, indices, options and the environment give an error
// whose code, index and text are read here, with nothing written; bad bodies make their own pairs `bad` and change no
// other bit. Both queries, every instruction set. Compiled once for each dimension.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answers.h"
#include "bad_bodies.h"

enum { PAIRS = 40, RECORD_PATTERN = 0x3C };

static const char* program;  // to run again as a child

// A batch that is good, and a way of asking for it that a test then spoils.
typedef struct call {
  mixedN mixed;
  lgjk_bodiesN bodies_a, bodies_b;
  const lgjk_bodiesN *a, *b;
  lgjk_pairs pairs;
  const lgjk_pairs* pairs_given;
  lgjk_warm records[PAIRS];
  uint64_t first, count;
  answersN answers;
  lgjk_resultsN results;
  const lgjk_resultsN* results_given;
  lgjk_options options;
} call;

static void call_open(call* c) {
  assert_int_equal(mixedN_open(&c->mixed, 7, PAIRS, 0), 0);
  c->bodies_a = c->bodies_b = c->mixed.bodies;
  c->a = &c->bodies_a;
  c->b = &c->bodies_b;
  c->pairs = c->mixed.pairs;
  c->pairs_given = &c->pairs;
  memset(c->records, RECORD_PATTERN, sizeof c->records);
  c->first = 0;
  c->count = PAIRS;
  c->answers = answersN_open(PAIRS);
  c->results = answersN_results(&c->answers);
  c->results_given = &c->results;
  lgjk_options_init(&c->options);
}

static void call_close(call* c) {
  answersN_close(&c->answers);
  mixedN_close(&c->mixed);
}

static queryN* const QUERIES[] = {lgjk_overlapN, lgjk_distanceN};

static int32_t ask(call* c, int query, lgjk_error* error) {
  return QUERIES[query](c->a, c->b, c->pairs_given, c->records, c->first, c->count, c->results_given, &c->options,
                        error);
}

static void expect_nothing_written(const call* c) {
  for (uint64_t i = 0; i < PAIRS; ++i) {
    assert_true(answersN_untouched_at(&c->answers, i));
    for (uint32_t k = 0; k < 4; ++k) assert_int_equal(c->records[i].word[k], 0x01010101u * RECORD_PATTERN);
  }
}

// Both queries refuse; part: what the text must contain.
static void expect_error(call* c, int32_t code, uint64_t index, const char* part) {
  for (int query = 0; query < 2; ++query) {
    lgjk_error error;
    lgjk_error_init(&error);
    assert_int_equal(ask(c, query, &error), code);
    assert_int_equal(error.code, code);
    assert_int_equal(error.index, index);
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" does not contain \"%s\"", error.text, part);
    assert_int_equal(ask(c, query, NULL), code);
    expect_nothing_written(c);
  }
}

#define EXPECT(change, code, index, part) \
  do {                                    \
    call c;                               \
    call_open(&c);                        \
    change;                               \
    expect_error(&c, code, index, part);  \
    call_close(&c);                       \
  } while (0)

#define EXPECT_ARGUMENT(change, part) EXPECT(change, LGJK_ERROR_ARGUMENT, 0, part)

// ---------------------------------------------------------------- arguments

static void null_arguments_are_named(void** state) {
  (void)state;
  EXPECT_ARGUMENT(c.a = NULL, "a is NULL");
  EXPECT_ARGUMENT(c.b = NULL, "b is NULL");
  EXPECT_ARGUMENT(c.bodies_a.shapes = NULL, "a->shapes is NULL");
  EXPECT_ARGUMENT(c.bodies_b.shapes = NULL, "b->shapes is NULL");
  EXPECT_ARGUMENT(c.bodies_a.shape = NULL, "a->shape is NULL");
  EXPECT_ARGUMENT(c.bodies_b.pose = NULL, "b->pose is NULL");
  EXPECT_ARGUMENT(c.pairs_given = NULL, "pairs is NULL");
  EXPECT_ARGUMENT(c.pairs.a = NULL, "pairs->a is NULL");
  EXPECT_ARGUMENT(c.pairs.b = NULL, "pairs->b is NULL");
  EXPECT_ARGUMENT(c.results_given = NULL, "results is NULL");
}

static void wrong_struct_sizes_are_named(void** state) {
  (void)state;
  EXPECT_ARGUMENT(c.bodies_a.struct_size = 0, "a has a wrong struct_size");
  EXPECT_ARGUMENT(c.bodies_b.struct_size -= 4, "b has a wrong struct_size");
  EXPECT_ARGUMENT(c.pairs.struct_size = 1, "pairs has a wrong struct_size");
  EXPECT_ARGUMENT(c.results.struct_size = 0, "results has a wrong struct_size");
  EXPECT_ARGUMENT(c.options.struct_size = UINT32_MAX, "options has a wrong struct_size");
}

static void wrong_strides_are_named(void** state) {
  (void)state;
  EXPECT_ARGUMENT(c.bodies_a.shape_stride = 6, "a->shape_stride");
  EXPECT_ARGUMENT(c.bodies_a.pose_stride = 4 * POSE_FLOATS - 4, "a->pose_stride");
  EXPECT_ARGUMENT(c.bodies_b.pose_stride = 4 * POSE_FLOATS + 2, "b->pose_stride");
  EXPECT_ARGUMENT(c.bodies_b.radius_stride = 7, "b->radius_stride");
  EXPECT_ARGUMENT(c.bodies_b.radius_stride = UINT32_MAX, "b->radius_stride");
  EXPECT_ARGUMENT(c.pairs.stride = 2, "pairs->stride");
  EXPECT_ARGUMENT(c.pairs.stride = 9, "pairs->stride");
}

static void reserved_members_must_be_zero(void** state) {
  (void)state;
  EXPECT_ARGUMENT(c.bodies_a.reserved = 1, "a->reserved is not 0");
  EXPECT_ARGUMENT(c.bodies_b.reserved = 1, "b->reserved is not 0");
  EXPECT_ARGUMENT(c.results.reserved = 1, "results->reserved is not 0");
  EXPECT_ARGUMENT(c.options.reserved = 1, "options->reserved is not 0");
}

static void options_outside_their_domain_are_named(void** state) {
  (void)state;
  EXPECT_ARGUMENT(c.options.max_distance = -1e-30f, "options->max_distance is negative or NaN");
  EXPECT_ARGUMENT(c.options.max_distance = -INFINITY, "options->max_distance is negative or NaN");
  EXPECT_ARGUMENT(c.options.max_distance = NAN, "options->max_distance is negative or NaN");
  EXPECT_ARGUMENT(c.options.iteration_limit = 0, "options->iteration_limit is outside 1..255");
  EXPECT_ARGUMENT(c.options.iteration_limit = 256, "options->iteration_limit is outside 1..255");
  EXPECT_ARGUMENT(c.options.flags = 2, "options->flags has an unknown flag");
  EXPECT_ARGUMENT(c.options.flags = 0x80000001u, "options->flags has an unknown flag");
}

static void instruction_sets_that_cannot_run_are_errors(void** state) {
  (void)state;
  EXPECT(c.options.isa = LGJK_ISA_COUNT, LGJK_ERROR_ISA, 0, "is no instruction set");
  EXPECT(c.options.isa = UINT32_MAX, LGJK_ERROR_ISA, 0, "is no instruction set");
  uint32_t missing = 0;
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    if (lgjk_isa_supported(isa)) continue;
    ++missing;
    EXPECT(c.options.isa = isa, LGJK_ERROR_ISA, 0, lgjk_isa_name(isa));
  }
  assert_true(missing > 0);  // no machine is both x86 and ARM
}

static void results_without_an_array_are_refused(void** state) {
  (void)state;
  EXPECT_ARGUMENT(lgjk_resultsN_init(&c.results), "results has no array");
  call c;  // distance and witness points are not written by overlap
  call_open(&c);
  c.results.status = c.results.iterations = NULL;
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(ask(&c, 0, &error), LGJK_ERROR_ARGUMENT);
  assert_non_null(strstr(error.text, "results has no array"));
  expect_nothing_written(&c);
  assert_int_equal(ask(&c, 1, &error), LGJK_OK);
  call_close(&c);
}

// ---------------------------------------------------------------- ranges and pair indices

static void ranges_beyond_the_pairs_are_refused(void** state) {
  (void)state;
  EXPECT(c.count = PAIRS + 1, LGJK_ERROR_RANGE, 0, "but there are 40");
  EXPECT((c.first = PAIRS, c.count = 1), LGJK_ERROR_RANGE, PAIRS, "1 pairs from 40");
  EXPECT((c.first = PAIRS + 1, c.count = 0), LGJK_ERROR_RANGE, PAIRS + 1, "but there are 40");
  EXPECT((c.first = 2, c.count = UINT64_MAX), LGJK_ERROR_RANGE, 2, "but there are 40");
  EXPECT((c.first = UINT64_MAX, c.count = 2), LGJK_ERROR_RANGE, UINT64_MAX, "2 pairs");
}

static void empty_ranges_and_views_are_fine(void** state) {
  (void)state;
  call c;
  call_open(&c);
  c.first = PAIRS;
  c.count = 0;
  lgjk_error error;
  lgjk_error_init(&error);
  for (int query = 0; query < 2; ++query) assert_int_equal(ask(&c, query, &error), LGJK_OK);
  c.first = 0;
  c.pairs.count = 0;
  c.pairs.a = c.pairs.b = NULL;
  c.bodies_a.count = c.bodies_b.count = 0;
  c.bodies_a.shape = c.bodies_b.shape = NULL;
  c.bodies_a.pose = c.bodies_b.pose = NULL;
  for (int query = 0; query < 2; ++query) assert_int_equal(ask(&c, query, &error), LGJK_OK);
  assert_int_equal(error.code, LGJK_OK);
  expect_nothing_written(&c);
  call_close(&c);
}

// The first offender is reported, of A before B; offenders outside the range do not matter.
static void pair_indices_out_of_range_are_found(void** state) {
  (void)state;
  const uint32_t bodies = 2 * PAIRS;
  EXPECT(c.mixed.a[0] = bodies, LGJK_ERROR_PAIR_INDEX, 0, "pairs->a[0] is 80, but the A view has 80 bodies");
  EXPECT(c.mixed.b[PAIRS - 1] = UINT32_MAX, LGJK_ERROR_PAIR_INDEX, PAIRS - 1,
         "pairs->b[39] is 4294967295, but the B view");
  EXPECT((c.mixed.a[21] = bodies + 5, c.mixed.a[30] = bodies), LGJK_ERROR_PAIR_INDEX, 21, "pairs->a[21] is 85");
  EXPECT((c.mixed.b[3] = 0x80000000u, c.mixed.b[4] = bodies), LGJK_ERROR_PAIR_INDEX, 3, "pairs->b[3] is 2147483648");
  EXPECT((c.bodies_b.count = 10, c.first = 5, c.count = 3), LGJK_ERROR_PAIR_INDEX, 5, "pairs->b[5] is 11");
  EXPECT(c.bodies_a.count = 0, LGJK_ERROR_PAIR_INDEX, 0, "the A view has 0 bodies");
  call c;
  call_open(&c);
  c.mixed.a[3] = c.mixed.b[30] = UINT32_MAX;
  c.first = 4;
  c.count = 26;
  for (int query = 0; query < 2; ++query) assert_int_equal(ask(&c, query, NULL), LGJK_OK);
  call_close(&c);
}

// ---------------------------------------------------------------- bad bodies

// Constants, whatever the query was asked for.
static void expect_bad(const answersN* answers, uint64_t i, int query) {
  assert_int_equal(answers->status[i], LGJK_STATUS_BAD);
  if (query == 0) return;
  const float zeros[DIM] = {0};
  assert_memory_equal(&answers->distance[i], zeros, 4);
  assert_memory_equal(&answers->point_a[DIM * i], zeros, sizeof zeros);
  assert_memory_equal(&answers->point_b[DIM * i], zeros, sizeof zeros);
}

// Bodies of A in pairs 1, 4, 7, ..., of B in 2, 5, ..., the rest good.
static void bad_bodies_spoil_their_own_pairs_only(void** state) {
  const uint32_t isa = *(const uint32_t*)*state;
  for (uint32_t k = 0; k < 2 * SPOILER_COUNT; ++k) {
    const spoiler* s = &SPOILERS[k / 2];
    const int query = k % 2;
    call good, bad;
    call_open(&good);
    call_open(&bad);
    for (uint32_t i = 1; i < PAIRS; ++i) {
      if (i % 3 != 0) spoil_body(&bad.mixed, 2 * i + (i % 3 - 1), s);
    }
    good.options.isa = bad.options.isa = isa;
    assert_int_equal(ask(&good, query, NULL), LGJK_OK);
    assert_int_equal(ask(&bad, query, NULL), LGJK_OK);
    for (uint64_t i = 0; i < PAIRS; ++i) {
      if (i % 3 != 0) {
        if (bad.answers.status[i] != LGJK_STATUS_BAD) print_message("%s: pair %u\n", s->name, (unsigned)i);
        expect_bad(&bad.answers, i, query);
      } else {
        assert_true(answersN_same_at(&good.answers, i, &bad.answers, i));
        assert_memory_equal(&good.records[i], &bad.records[i], sizeof(lgjk_warm));
      }
    }
    call_close(&good);
    call_close(&bad);
  }
}

// Two circles or spheres of a radius at a distance, and the status that both queries give.
static void expect_status(uint32_t isa, float radius, float x, uint8_t status) {
  const float origin[DIM] = {0};
  float pose[2 * POSE_FLOATS] = {0};
  const uint32_t shape[2] = {0, 0}, index[2] = {0, 1};
  pose[POSE_FLOATS] = x;
  pose[POSE_UNIT] = pose[POSE_FLOATS + POSE_UNIT] = 1;
  lgjk_shapeN_def def;
  lgjk_shapeN_def_init(&def);
  def.points = origin;
  def.point_count = 1;
  def.radius = radius;
  call c;
  call_open(&c);
  lgjk_shapesN_destroy(c.mixed.shapes);
  assert_int_equal(lgjk_shapesN_create(&def, 1, NULL, &c.mixed.shapes, NULL), LGJK_OK);
  c.bodies_a.shapes = c.mixed.shapes;
  c.bodies_a.shape = shape;
  c.bodies_a.pose = pose;
  c.bodies_a.radius = NULL;
  c.bodies_a.count = 2;
  c.bodies_b = c.bodies_a;
  c.pairs.a = &index[0];
  c.pairs.b = &index[1];
  c.pairs.count = c.count = 1;
  c.options.isa = isa;
  for (int query = 0; query < 2; ++query) {
    assert_int_equal(ask(&c, query, NULL), LGJK_OK);
    assert_int_equal(c.answers.status[0], status);
  }
  call_close(&c);
}

static void the_domain_of_scale_ends_where_it_says(void** state) {
  const uint32_t isa = *(const uint32_t*)*state;
  const float least = DIM == 2 ? 1e-6f : 1e-4f, most = DIM == 2 ? 1e6f : 1e5f;
  expect_status(isa, 0, 0.9f * least, LGJK_STATUS_BAD);
  expect_status(isa, 0, 1.1f * least, LGJK_STATUS_SEPARATED);
  expect_status(isa, 0, 0, LGJK_STATUS_BAD);
  expect_status(isa, 0, 1e-42f, LGJK_STATUS_BAD);
  expect_status(isa, 0.6f * least, 0, LGJK_STATUS_OVERLAPPING);
  expect_status(isa, 0.6f * least, 1e-42f, LGJK_STATUS_OVERLAPPING);
  expect_status(isa, 1, 0.99f * most, LGJK_STATUS_SEPARATED);
  expect_status(isa, 1, 1.01f * most, LGJK_STATUS_BAD);
  expect_status(isa, 0.49f * most, 1, LGJK_STATUS_OVERLAPPING);
  expect_status(isa, 0.51f * most, 1, LGJK_STATUS_BAD);
}

// ---------------------------------------------------------------- the environment variable

// In the child: what LGJK_ISA_AUTO means, as an exit status; 100: an error with the right text, from the query too.
static int child(void) {
  uint32_t isa = 0;
  lgjk_error error;
  lgjk_error_init(&error);
  const int32_t code = lgjk_isa_chosen(&isa, &error);
  call c;
  call_open(&c);
  const int32_t query_code = ask(&c, 1, NULL);
  if (query_code != LGJK_OK) expect_nothing_written(&c);
  call_close(&c);
  if (code == LGJK_OK) return query_code == LGJK_OK ? (int)isa : 101;
  if (code != LGJK_ERROR_ISA || query_code != LGJK_ERROR_ISA || strstr(error.text, "LANEGJK_ISA") == NULL) return 102;
  return 100;
}

static int run_child(const char* isa) {
  int status = 0;
  fflush(NULL);
  const pid_t pid = fork();
  if (pid == 0) {
    if (isa != NULL) {
      setenv("LANEGJK_ISA", isa, 1);
    } else {
      unsetenv("LANEGJK_ISA");
    }
    execl(program, program, "--child", (char*)NULL);
    _exit(103);
  }
  assert_true(pid > 0);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void the_environment_variable_chooses_or_fails(void** state) {
  (void)state;
  const int widest = run_child(NULL);
  assert_in_range(widest, 1, LGJK_ISA_COUNT - 1);
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    assert_int_equal(run_child(lgjk_isa_name(isa)), lgjk_isa_supported(isa) ? (int)isa : 100);
  }
  assert_int_equal(run_child("auto"), widest);
  assert_int_equal(run_child(""), widest);
  assert_int_equal(run_child("avx1024"), 100);
  assert_int_equal(run_child("AVX2"), 100);
  assert_int_equal(run_child("scalar "), 100);
}

// ---------------------------------------------------------------- main

int main(int argc, char** argv) {
  program = argv[0];
  if (argc > 1 && strcmp(argv[1], "--child") == 0) return child();
  static uint32_t isas[LGJK_ISA_COUNT];
  static char names[2 * LGJK_ISA_COUNT][64];
  static struct CMUnitTest tests[2 * LGJK_ISA_COUNT + 16] = {
      cmocka_unit_test(null_arguments_are_named),
      cmocka_unit_test(wrong_struct_sizes_are_named),
      cmocka_unit_test(wrong_strides_are_named),
      cmocka_unit_test(reserved_members_must_be_zero),
      cmocka_unit_test(options_outside_their_domain_are_named),
      cmocka_unit_test(instruction_sets_that_cannot_run_are_errors),
      cmocka_unit_test(results_without_an_array_are_refused),
      cmocka_unit_test(ranges_beyond_the_pairs_are_refused),
      cmocka_unit_test(empty_ranges_and_views_are_fine),
      cmocka_unit_test(pair_indices_out_of_range_are_found),
      cmocka_unit_test(the_environment_variable_chooses_or_fails),
  };
  uint32_t count = 11;
  const uint32_t listed = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  for (uint32_t i = 0; i < listed; ++i) {
    if (!lgjk_isa_supported(isas[i])) continue;
    for (uint32_t k = 0; k < 2; ++k, ++count) {
      char* name = names[2 * i + k];
      snprintf(name, sizeof names[0], "%s: %s", lgjk_isa_name(isas[i]),
               k ? "the_domain_of_scale_ends_where_it_says" : "bad_bodies_spoil_their_own_pairs_only");
      tests[count] = (struct CMUnitTest){
          .name = name,
          .test_func = k ? the_domain_of_scale_ends_where_it_says : bad_bodies_spoil_their_own_pairs_only,
          .initial_state = &isas[i]};
    }
  }
  return _cmocka_run_group_tests("bad_input" DIM_TEXT(DIM), tests, count, NULL, NULL);
}
