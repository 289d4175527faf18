// Bad arguments of each kind that the contract names: pointers, struct sizes, alignment, ranges, indices, options and
// the environment give an error whose code, index and text are read here, with nothing written. Both queries. Compiled
// once for each dimension.
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "bad_call.h"
#include "lanegjk/lanegjk_find.h"

static const char* program; // to run again as a child

// Queries refuse, from the first on that the fault matters to; part: what the text must contain.
static void expect_error_from(query first, call* c, int32_t code, uint64_t index, const char* part) {
  for (query q = first; q < QUERIES; ++q) {
    lgjk_error error = {.struct_size = sizeof error};
    assert_int_equal(call_query(c, q, &error), code);
    assert_int_equal(error.code, code);
    assert_int_equal(error.index, index);
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" does not contain \"%s\"", error.text, part);
    assert_int_equal(call_query(c, q, NULL), code);
    expect_nothing_written(c);
  }
}

#define EXPECT_FROM(first_query, change, code, index, part) \
  do {                                                      \
    call c;                                                 \
    call_open(&c);                                          \
    change;                                                 \
    expect_error_from(first_query, &c, code, index, part);  \
    call_close(&c);                                         \
  } while (0)

#define EXPECT(change, code, index, part) EXPECT_FROM(OVERLAP, change, code, index, part)
#define EXPECT_ARGUMENT(change, part) EXPECT(change, LGJK_ERROR_ARGUMENT, 0, part)

// ---------------------------------------------------------------- arguments

TEST(null_arguments_are_named) {
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

// What was found, what was expected, and the likelier cause: a size that a struct of another version may have, or one
// that nobody has set.
TEST(wrong_struct_sizes_are_named) {
  const char* other = "is the header of another version than this library, lanegjk ";
  EXPECT_ARGUMENT(c.bodies_a.struct_size = 0,
                  "a->struct_size is 0, not 64: was lgjk_bodies" DIM_TEXT(DIM) "_init called?");
  EXPECT_ARGUMENT(c.bodies_b.struct_size -= 4, "b->struct_size is 60, not 64: ");
  EXPECT_ARGUMENT(c.bodies_b.struct_size -= 4, other);
  EXPECT_ARGUMENT(c.bodies_b.struct_size -= 4, lgjk_version());
  EXPECT_ARGUMENT(c.options.struct_size += 8, other);
  EXPECT_ARGUMENT(c.results.struct_size -= 8, other);
  EXPECT_ARGUMENT(c.results.struct_size += 1, "was lgjk_results_init called?");
  EXPECT_ARGUMENT(c.pairs.struct_size = 15, "was lgjk_pairs_init called?");
  EXPECT_ARGUMENT(c.pairs.struct_size = 68, "was lgjk_pairs_init called?");
  EXPECT_ARGUMENT(c.pairs.struct_size = 1, "pairs->struct_size is 1, not 32: was lgjk_pairs_init called?");
  EXPECT_ARGUMENT(c.results.struct_size = 0, "results->struct_size is 0, not 80: was lgjk_results_init called?");
  EXPECT_ARGUMENT(c.options.struct_size = UINT32_MAX,
                  "options->struct_size is 4294967295, not 32: was lgjk_options_init called?");
}

static void* odd(const void* array) { return (char*)(uintptr_t)array + 2; }

#define EXPECT_ALIGNED(first_query, member, array)                                \
  EXPECT_FROM(first_query, c.results.member = odd(array), LGJK_ERROR_ARGUMENT, 0, \
              "results->" DIM_TEXT(member) " is not aligned to 4 bytes")

TEST(misaligned_arrays_are_named) {
  EXPECT_ARGUMENT(c.bodies_a.shape = odd(c.bodies_a.shape), "a->shape is not aligned to 4 bytes");
  EXPECT_ARGUMENT(c.bodies_b.pose = odd(c.bodies_b.pose), "b->pose is not aligned to 4 bytes");
  EXPECT_ARGUMENT(c.bodies_a.radius = odd(c.bodies_a.radius), "a->radius is not aligned to 4 bytes");
  EXPECT_ARGUMENT(c.pairs.a = odd(c.pairs.a), "pairs->a is not aligned to 4 bytes");
  EXPECT_ARGUMENT(c.pairs.b = odd(c.pairs.b), "pairs->b is not aligned to 4 bytes");
  EXPECT_ARGUMENT(c.records_given = odd(c.records), "warm is not aligned to 4 bytes");
  EXPECT_ALIGNED(DISTANCE, distance, c.results.distance);
  EXPECT_ALIGNED(DISTANCE, point_a, c.results.point_a);
  EXPECT_ALIGNED(DISTANCE, point_b, c.results.point_b);
  EXPECT_ALIGNED(CONTACT, normal, c.results.normal);
  EXPECT_ALIGNED(CONTACT, manifoldN, c.answers.manifold);
  uint64_t bad = 0;
  EXPECT_ARGUMENT(c.results.bad_count = (void*)((char*)&bad + 4), "results->bad_count is not aligned to 8 bytes");
  assert_int_equal(bad, 0);
}

TEST(wrong_strides_are_named) {
  EXPECT_ARGUMENT(c.bodies_a.shape_stride = 6, "a->shape_stride is 6, not 0 or a multiple of 4 that is at least 4");
  EXPECT_ARGUMENT(c.bodies_a.pose_stride = 4 * POSE_FLOATS - 4, "a->pose_stride");
  EXPECT_ARGUMENT(c.bodies_b.pose_stride = 4 * POSE_FLOATS + 2, "b->pose_stride");
  EXPECT_ARGUMENT(c.bodies_b.radius_stride = 7, "b->radius_stride is 7, ");
  EXPECT_ARGUMENT(c.bodies_b.radius_stride = UINT32_MAX, "b->radius_stride");
  EXPECT_ARGUMENT(c.pairs.stride = 2, "pairs->stride");
  EXPECT_ARGUMENT(c.pairs.stride = 9, "pairs->stride");
}

// Tight ones, said.
TEST(smallest_strides_are_taken) {
  call c;
  call_open(&c);
  c.bodies_a.shape_stride = c.bodies_b.shape_stride = sizeof(uint32_t);
  c.bodies_a.pose_stride = c.bodies_b.pose_stride = POSE_FLOATS * sizeof(float);
  c.bodies_a.radius_stride = c.bodies_b.radius_stride = sizeof(float);
  c.pairs.stride = sizeof(uint32_t);
  for (query q = OVERLAP; q < QUERIES; ++q) assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
  call_close(&c);
}

TEST(positions_are_named) {
  static const double position[1] = {0};
  EXPECT_ARGUMENT(c.bodies_a.position_stride = 7, "a->position_stride is 7, not 0 or a multiple of 4");
  EXPECT_ARGUMENT(c.bodies_b.position_stride = 8 * DIM - 4, "b->position_stride");
  EXPECT_ARGUMENT(c.bodies_a.position = (const double*)(const void*)((const char*)position + 1),
                  "a->position is not aligned to 4 bytes");
}

TEST(reserved_members_must_be_zero) { EXPECT_ARGUMENT(c.results.reserved = 1, "results->reserved is not 0"); }

TEST(options_outside_their_domain_are_named) {
  EXPECT_ARGUMENT(c.options.max_distance = -1e-30f, "options->max_distance is -1e-30: negative or NaN");
  EXPECT_ARGUMENT(c.options.max_distance = -INFINITY, "options->max_distance is -inf: negative or NaN");
  EXPECT_ARGUMENT(c.options.max_distance = NAN, "nan: negative or NaN");
  EXPECT_ARGUMENT(c.options.iteration_limit = 256, "options->iteration_limit is 256, outside 0..255");
  EXPECT_ARGUMENT(c.options.flags = 32 | LGJK_FLAG_EPA, "options->flags has an unknown flag, 0x20");
  EXPECT_ARGUMENT(c.options.margin = -1e-30f, "options->margin is -1e-30: negative or not finite");
  EXPECT_ARGUMENT(c.options.margin = INFINITY, "options->margin is inf: negative or not finite");
  EXPECT_ARGUMENT(c.options.margin = NAN, "nan: negative or not finite");
  EXPECT_ARGUMENT(c.options.flags = 0x80000001u, "options->flags has an unknown flag, 0x80000000");
}

// Structs made by hand: zero in every member that they do not name is what the init functions say.
TEST(zero_options_are_the_defaults) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    call given, zero;
    call_open(&given);
    call_open(&zero);
    zero.options = (lgjk_options){.struct_size = sizeof zero.options};
    memset(given.records, 0, sizeof given.records);
    memset(zero.records, 0, sizeof zero.records);
    zero.bodies_a = (lgjk_bodiesN){.struct_size = sizeof zero.bodies_a,
                                   .count = zero.bodies_b.count,
                                   .shapes = zero.bodies_b.shapes,
                                   .shape = zero.bodies_b.shape,
                                   .pose = zero.bodies_b.pose,
                                   .radius = zero.bodies_b.radius};
    zero.results = (lgjk_results){.struct_size = sizeof zero.results,
                                  .status = zero.answers.status,
                                  .iterations = zero.answers.iterations,
                                  .distance = zero.answers.distance,
                                  .point_a = zero.answers.point_a,
                                  .point_b = zero.answers.point_b,
                                  .normal = zero.answers.normal,
                                  .manifoldN = zero.answers.manifold};
    for (int frame = 0; frame < 3; ++frame) {
      assert_int_equal(call_query(&given, q, NULL), LGJK_OK);
      assert_int_equal(call_query(&zero, q, NULL), LGJK_OK);
      assert_int_equal(answersN_difference(&given.answers, &zero.answers, 0, PAIRS), UINT64_MAX);
      assert_memory_equal(given.records, zero.records, sizeof given.records);
    }
    uint32_t separated = 0;
    for (uint32_t i = 0; i < PAIRS; ++i) separated += zero.answers.status[i] == LGJK_STATUS_SEPARATED;
    assert_true(separated > PAIRS / 4);
    call_close(&given);
    call_close(&zero);
  }
}

TEST(instruction_sets_that_cannot_run_are_errors) {
  EXPECT(c.options.isa = LGJK_ISA_COUNT, LGJK_ERROR_ISA, 0, "is no instruction set");
  EXPECT(c.options.isa = UINT32_MAX, LGJK_ERROR_ISA, 0, "is no instruction set");
  uint32_t missing = 0;
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    if (lgjk_isa_supported(isa)) continue;
    ++missing;
    EXPECT(c.options.isa = isa, LGJK_ERROR_ISA, 0, lgjk_isa_name(isa));
  }
  assert_true(missing > 0); // no machine is both x86 and ARM
}

// The library's own functions: those of the table leave out what a query does not write.
static queryN* const library_function[QUERIES] = {lgjk_overlapN, lgjk_distanceN, lgjk_contactN};

static int32_t run_library(call* c, query q, lgjk_error* error) {
  return library_function[q](c->a, c->b, c->pairs_given, c->records_given, c->first, c->count, c->results_given,
                             &c->options, error);
}

TEST(results_without_an_array_are_refused) {
  EXPECT_ARGUMENT(lgjk_results_init(&c.results), "results has no array");
  for (query q = OVERLAP; q < QUERIES; ++q) {
    call c;
    char text[80];
    lgjk_error error = {.struct_size = sizeof error};
    call_open(&c);
    lgjk_results_init(&c.results);
    snprintf(text, sizeof text, "results has no array that lgjk_%s" DIM_TEXT(DIM) " writes", query_name[q]);
    assert_int_equal(run_library(&c, q, &error), LGJK_ERROR_ARGUMENT);
    assert_string_equal(error.text, text);
    uint64_t bad = 77;
    c.results.bad_count = &bad;
    assert_int_equal(run_library(&c, q, &error), LGJK_OK);
    assert_true(bad == 0);
    call_close(&c);
  }
}

// What a query does not write it refuses, so that nobody waits for it: one array after the other, alone and with
// another.
TEST(arrays_that_a_query_does_not_write_are_refused) {
  for (uint32_t k = 0; k < 2 * QUERIES; ++k) {
    const query q = (query)(k % QUERIES);
    call c;
    call_open(&c);
    const lgjk_results all = c.results;
#define TRY(member, array, first_query, everywhere)                                                   \
  do {                                                                                                \
    char text[100];                                                                                   \
    lgjk_error error;                                                                                 \
    lgjk_error_init(&error);                                                                          \
    lgjk_results_init(&c.results);                                                                    \
    if (k >= QUERIES) c.results.status = all.status;                                                  \
    c.results.member = (void*)(array);                                                                \
    const bool taken = q >= (first_query) && (everywhere);                                            \
    snprintf(text, sizeof text, "results->%s is set, but lgjk_%s" DIM_TEXT(DIM) " does not write it", \
             DIM_TEXT(member), query_name[q]);                                                        \
    assert_int_equal(run_library(&c, q, &error), taken ? LGJK_OK : LGJK_ERROR_ARGUMENT);              \
    assert_string_equal(error.text, taken ? "" : text);                                               \
    if (!taken) expect_nothing_written(&c);                                                           \
    answersN_fill(&c.answers);                                                                        \
    memset(c.records, RECORD_PATTERN, sizeof c.records);                                              \
  } while (0)
    TRY(status, all.status, OVERLAP, true);
    TRY(iterations, all.iterations, OVERLAP, true);
    TRY(distance, all.distance, DISTANCE, true);
    TRY(point_a, all.point_a, DISTANCE, true);
    TRY(point_b, all.point_b, DISTANCE, true);
    TRY(normal, all.normal, CONTACT, true);
    TRY(manifoldN, all.manifoldN, CONTACT, true);
    TRY(manifoldM, all.manifoldN, CONTACT, false);
#undef TRY
    call_close(&c);
  }
}

// A success after a failure leaves nothing of it in the error, whatever part of the struct the caller has.
TEST(success_clears_the_error) {
  for (uint32_t size = offsetof(lgjk_error, code); size <= sizeof(lgjk_error); size += 4) {
    call c;
    lgjk_error error;
    call_open(&c);
    memset(&error, 0x7F, sizeof error);
    error.struct_size = size;
    c.count = PAIRS + 1;
    c.first = 3;
    assert_int_equal(call_query(&c, DISTANCE, &error), LGJK_ERROR_RANGE);
    c.count = 1;
    assert_int_equal(call_query(&c, DISTANCE, &error), LGJK_OK);
    if (size >= offsetof(lgjk_error, index)) assert_int_equal(error.code, LGJK_OK);
    if (size >= offsetof(lgjk_error, text)) assert_true(error.index == 0);
    if (size > offsetof(lgjk_error, text)) assert_string_equal(error.text, "");
    for (size_t i = size; i < sizeof error; ++i) assert_int_equal(((const unsigned char*)&error)[i], 0x7F);
    call_close(&c);
  }
}

// {0} is what most write: filled as a struct of the known size, and cleared.
TEST(errors_made_by_hand_are_filled) {
  call c;
  lgjk_error error = {0};
  call_open(&c);
  c.first = 3, c.count = PAIRS;
  assert_int_equal(call_query(&c, DISTANCE, &error), LGJK_ERROR_RANGE);
  assert_int_equal(error.code, LGJK_ERROR_RANGE);
  assert_int_equal(error.index, 3);
  assert_string_equal(error.text, "40 pairs from 3 on are requested, but there are 40");
  c.count = 1;
  assert_int_equal(call_query(&c, DISTANCE, &error), LGJK_OK);
  assert_int_equal(error.code, LGJK_OK);
  assert_int_equal(error.index, 0);
  assert_string_equal(error.text, "");
  assert_int_equal(error.struct_size, 0);
  call_close(&c);
}

// ---------------------------------------------------------------- ranges and pair indices

TEST(ranges_beyond_the_pairs_are_refused) {
  EXPECT(c.count = PAIRS + 1, LGJK_ERROR_RANGE, 0, "but there are 40");
  EXPECT((c.first = PAIRS, c.count = 1), LGJK_ERROR_RANGE, PAIRS, "1 pairs from 40");
  EXPECT((c.first = PAIRS + 1, c.count = 0), LGJK_ERROR_RANGE, PAIRS + 1, "but there are 40");
  EXPECT((c.first = 2, c.count = UINT64_MAX), LGJK_ERROR_RANGE, 2, "but there are 40");
  EXPECT((c.first = UINT64_MAX, c.count = 2), LGJK_ERROR_RANGE, UINT64_MAX, "2 pairs");
}

TEST(empty_ranges_and_views_are_fine) {
  call c;
  call_open(&c);
  c.first = PAIRS;
  c.count = 0;
  lgjk_error error = {.struct_size = sizeof error};
  for (query q = OVERLAP; q < QUERIES; ++q) assert_int_equal(call_query(&c, q, &error), LGJK_OK);
  c.first = 0;
  c.pairs.count = 0;
  c.pairs.a = c.pairs.b = NULL;
  c.bodies_a.count = c.bodies_b.count = 0;
  c.bodies_a.shape = c.bodies_b.shape = NULL;
  c.bodies_a.pose = c.bodies_b.pose = NULL;
  for (query q = OVERLAP; q < QUERIES; ++q) assert_int_equal(call_query(&c, q, &error), LGJK_OK);
  assert_int_equal(error.code, LGJK_OK);
  expect_nothing_written(&c);
  call_close(&c);
}

// The first offender is reported, of A before B; offenders outside the range do not matter.
TEST(pair_indices_out_of_range_are_found) {
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
  for (query q = OVERLAP; q < QUERIES; ++q) assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
  call_close(&c);
}

// ---------------------------------------------------------------- the environment variable

// The code of a call that has no options.
static int32_t order_code(const call* c) {
  const uint64_t size = lgjk_tree_sizeN(c->bodies_a.count);
  uint32_t order[2 * PAIRS];
  void* scratch = aligned_alloc(64, (size + 63) / 64 * 64);
  memset(order, RECORD_PATTERN, sizeof order);
  const int32_t code = lgjk_orderN(c->a, order, scratch, size, NULL);
  for (uint32_t i = 0; i < 2 * PAIRS && code != LGJK_OK; ++i) assert_int_equal(order[i], 0x01010101u * RECORD_PATTERN);
  free(scratch);
  return code;
}

// In the child: what LGJK_ISA_AUTO means, as an exit status; 100: an error with the right text, from the query too.
static int child(void) {
  uint32_t isa = 0;
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_isa_chosen(&isa, &error);
  call c;
  call_open(&c);
  const int32_t query_code = call_query(&c, DISTANCE, NULL);
  if (query_code != LGJK_OK) expect_nothing_written(&c);
  if (order_code(&c) != query_code) return 106;
  call_close(&c);
  if (code == LGJK_OK) return query_code == LGJK_OK ? (int)isa : 101;
  char quoted[64]; // the variable as it is, and what it may be
  snprintf(quoted, sizeof quoted, "LANEGJK_ISA is \"%s\"", getenv("LANEGJK_ISA"));
  if (code != LGJK_ERROR_ISA || query_code != LGJK_ERROR_ISA || strstr(error.text, quoted) == NULL) return 102;
  if (strstr(error.text, ": auto, scalar") == NULL) return 103;
  unsetenv("LANEGJK_ISA"); // read once: too late
  return lgjk_isa_chosen(&isa, &error) == LGJK_ERROR_ISA && strstr(error.text, "is \"\"") != NULL ? 100 : 105;
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
    _exit(104);
  }
  assert_true(pid > 0);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

TEST(the_environment_variable_chooses_or_fails) {
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
  return test_run(NULL, NULL);
}
