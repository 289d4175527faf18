// What a query may use: no allocation, at most 40 KB of stack, and of the caller's arrays the elements of its range, on
// every instruction set. malloc and its kin are
// wrapped by the linker (-Wl,--wrap), the stack is that of a thread and painted beforehand.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "query_pairs.h"
#include "inputs.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

enum { PAIRS = 3000, FEWER = 300, STACK_BYTES = 1 << 20, PAINT = 0x5A };

// ---------------------------------------------------------------- allocations, counted

static volatile uint32_t allocations;

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* memory, size_t size);
void* __real_aligned_alloc(size_t alignment, size_t size);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* memory, size_t size);
void* __wrap_aligned_alloc(size_t alignment, size_t size);

void* __wrap_malloc(size_t size) {
  ++allocations;
  return __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size) {
  ++allocations;
  return __real_calloc(count, size);
}

void* __wrap_realloc(void* memory, size_t size) {
  ++allocations;
  return __real_realloc(memory, size);
}

void* __wrap_aligned_alloc(size_t alignment, size_t size) {
  ++allocations;
  return __real_aligned_alloc(alignment, size);
}

// ---------------------------------------------------------------- the batch

typedef struct job {
  inputN input;
  answersN answers;
  lgjk_results results;
  lgjk_warm* records;
  lgjk_options options;
  uint32_t queries; // bits of those that are run
  int32_t code;
} job;

static void job_open(job* j, uint32_t isa, uint32_t number, uint32_t pairs) {
  assert_int_equal(inputsN_open(&j->input, number, 17, pairs), 0);
  j->answers = answersN_open(j->input.pairs.count);
  j->results = answersN_results(&j->answers);
  j->records = calloc(j->input.pairs.count, sizeof *j->records);
  j->options = options_of_isa(isa);
  j->queries = (1u << QUERIES) - 1;
  j->code = LGJK_OK;
}

static void job_close(job* j) {
  answersN_close(&j->answers);
  free(j->records);
  inputsN_close(&j->input);
}

// The input of all shapes, relations and bad bodies.
static void job_open_mixed(job* j, uint32_t isa) {
  uint32_t number = 0;
  while (!inputsN_has_bad(number)) ++number;
  job_open(j, isa, number, PAIRS);
  assert_int_equal(j->input.pairs.count, PAIRS);
}

// All queries, cold and warm, whole and limited, refused too.
static void run_job(job* j) {
  const inputN* in = &j->input;
  const uint64_t count = in->pairs.count;
  lgjk_options limited = j->options;
  lgjk_error error = {.struct_size = sizeof error};
  limited.iteration_limit = 2;
  limited.max_distance = 1;
  limited.flags = LGJK_FLAG_SORT_ALL;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    if (!(j->queries >> q & 1)) continue;
    for (uint32_t k = 0; k < 4; ++k) {
      lgjk_warm* records = k == 0 ? NULL : j->records;
      const lgjk_options* options = k == 2 ? &limited : &j->options;
      j->code |=
          query_function[q](&in->bodies, &in->bodies, &in->pairs, records, 0, count, &j->results, options, &error);
    }
  }
  const int32_t refused =
      call_distanceN(&in->bodies, &in->bodies, &in->pairs, NULL, 1, count, &j->results, &j->options, &error);
  if (refused != LGJK_ERROR_RANGE) j->code |= refused;
}

TEST_EACH_ISA(nothing_is_allocated) {
  job j;
  job_open_mixed(&j, *(const uint32_t*)*state);
  const uint32_t before = allocations;
  assert_true(before > 0); // the wrapping works
  run_job(&j);
  assert_int_equal(allocations, before);
  assert_int_equal(j.code, LGJK_OK);
  job_close(&j);
}

// ---------------------------------------------------------------- stack

static void* run_in_thread(void* argument) {
  if (argument != NULL) run_job(argument);
  return NULL;
}

// How many bytes of a painted stack a thread has touched; NULL: what a thread needs to begin and end.
static size_t stack_used(job* j) {
  pthread_t thread;
  pthread_attr_t attributes;
  uint8_t* stack = aligned_alloc(4096, STACK_BYTES);
  assert_non_null(stack);
  memset(stack, PAINT, STACK_BYTES);
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK_BYTES), 0);
  assert_int_equal(pthread_create(&thread, &attributes, run_in_thread, j), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  pthread_attr_destroy(&attributes);
  size_t untouched = 0;
  while (untouched < STACK_BYTES && stack[untouched] == PAINT) ++untouched;
  free(stack);
  return STACK_BYTES - untouched;
}

// Sanitizers and -O0 put more on the stack than the contract is about.
#if defined(__OPTIMIZE__) && !defined(SANITIZED)
enum { STACK_COUNTS = 1 };
#else
enum { STACK_COUNTS = 0 };
#endif

// Of the queries of these bits, on every input: where pairs touch, other functions call each other than where they do
// not.
static void expect_stack_within(uint32_t isa, uint32_t queries, size_t limit) {
  const size_t idle = stack_used(NULL);
  size_t most = idle;
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (!test_has(inputsN_name(number), inputsN_missing(number))) continue;
    job j;
    job_open(&j, isa, number, inputsN_has_bad(number) ? PAIRS : FEWER);
    j.queries = queries;
    const size_t used = stack_used(&j);
    assert_int_equal(j.code, LGJK_OK);
    assert_true(used > idle);
    if (used > most) most = used;
    job_close(&j);
  }
  print_message("%s: %zu bytes of stack\n", lgjk_isa_name(isa), most - idle);
  assert_true(most - idle <= limit);
}

TEST_EACH_ISA(stack_stays_within_40_KB) {
  if (!STACK_COUNTS) SKIP_TEST("stack, which sanitizers enlarge");
  expect_stack_within(*(const uint32_t*)*state, 1u << OVERLAP | 1u << DISTANCE, 40 * 1024);
}

TEST_EACH_ISA(stack_of_contacts_stays_within_64_KB) {
  if (!STACK_COUNTS) SKIP_TEST("stack, which sanitizers enlarge");
  expect_stack_within(*(const uint32_t*)*state, 1u << CONTACT, 64 * 1024);
}

// ---------------------------------------------------------------- the range

enum { RECORD_PATTERN = 0x3C, MARGIN = 64 };

// Ranges of all lengths up to four blocks and some longer ones, in arrays with a margin behind.
TEST_EACH_ISA(nothing_is_written_outside_of_the_range) {
  job j;
  job_open_mixed(&j, *(const uint32_t*)*state);
  answersN answers = answersN_open(PAIRS + MARGIN);
  const lgjk_results results = answersN_results(&answers);
  lgjk_warm untouched, *records = malloc((PAIRS + MARGIN) * sizeof *records);
  memset(&untouched, RECORD_PATTERN, sizeof untouched);
  for (uint32_t k = 0; k < 140; ++k) {
    const uint32_t length = k < 132 ? k / 2 : 37 * k - 4000, first = k % 4 == 3 ? PAIRS - length : 13 * k % 700;
    answersN_fill(&answers);
    memset(records, RECORD_PATTERN, (PAIRS + MARGIN) * sizeof *records);
    const inputN* in = &j.input;
    assert_int_equal(query_function[k % QUERIES](&in->bodies, &in->bodies, &in->pairs, records, first, length, &results,
                                                 &j.options, NULL),
                     LGJK_OK);
    for (uint32_t i = 0; i < PAIRS + MARGIN; ++i) {
      if (i - first < length) {
        assert_true(answers.status[i] <= LGJK_STATUS_BAD);
        continue;
      }
      assert_true(answersN_untouched_at(&answers, i));
      assert_memory_equal(&records[i], &untouched, sizeof untouched);
    }
  }
  free(records);
  answersN_close(&answers);
  job_close(&j);
}
