// Determinism over machines, compilers and threads. The answers to fixed inputs have the golden hashes of golden2.h and
// golden3.h, whatever compiled the library at whatever level; threads that share a batch by ranges give the same bits.
// Compiled once for each dimension. After a change of the kernels that is meant to change bits, the table is printed
// again, from all inputs, by
//   test_determinism3 --print >golden3.h
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "query_pairs.h"
#include "digest_calls.h"
#include "fewer.h"
#include "test_threads.h"

enum { SEED = 11, THREADS = 5 };

// ---------------------------------------------------------------- golden hashes

static const struct golden {
  const char* name;
  uint64_t hash[QUERIES];
} GOLDEN_HASHES[] = {
#define GOLDEN(name, overlap, distance, contact) {name, {overlap, distance, contact}},
#define CALLS(...)
#if DIM == 2
#include "golden2.h"
#else
#include "golden3.h"
#endif
#undef GOLDEN
#undef CALLS
};

// Of calls besides queries, in the same order.
static const struct golden_calls {
  const char* name;
  uint32_t hash[CALLS];
} GOLDEN_CALLS[] = {
#define GOLDEN(...)
#define CALLS(name, find, cast, near, mass, tick) {name, {find, cast, near, mass, tick}},
#if DIM == 2
#include "golden2.h"
#else
#include "golden3.h"
#endif
#undef GOLDEN
#undef CALLS
};

enum { GOLDEN_COUNT = sizeof GOLDEN_HASHES / sizeof GOLDEN_HASHES[0] };

// All inputs; where fewer samples are requested, every fourth: four sets that follow each other compare all of them.
static bool has_input(uint32_t number, uint32_t isa) { return !are_fewer() || number % 4 == isa % 4; }

TEST_EACH_ISA(hashes_are_golden) {
  const uint32_t isa = *(const uint32_t*)*state;
  assert_int_equal(GOLDEN_COUNT, inputsN_count());
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < GOLDEN_COUNT; ++i) {
    const struct golden* golden = &GOLDEN_HASHES[i];
    uint64_t hash[QUERIES];
    assert_string_equal(inputsN_name(i), golden->name);
    if (!has_input(i, isa) || !test_has(inputsN_name(i), inputsN_missing(i))) continue;
    assert_int_equal(digestN_input(i, isa, DIGEST_PAIRS, hash), 0);
    for (uint32_t q = 0; q < QUERIES; ++q) {
      if (hash[q] == golden->hash[q]) continue;
      print_message("  %s, %s: other bits\n", golden->name, query_name[q]);
      ++wrong;
    }
  }
  assert_int_equal(wrong, 0);
}

// Returns how many kinds of calls write other bits.
static uint32_t compare_calls(uint32_t number, uint32_t isa, const lgjk_tasks* tasks) {
  const struct golden_calls* golden = &GOLDEN_CALLS[number];
  uint32_t hash[CALLS];
  uint32_t wrong = 0;
  assert_string_equal(inputsN_name(number), golden->name);
  if (!has_input(number, isa) || !test_has(inputsN_name(number), inputsN_missing(number))) return 0;
  assert_int_equal(digest_calls_input(number, isa, DIGEST_PAIRS, tasks, hash), 0);
  for (uint32_t i = 0; i < CALLS; ++i) {
    if (hash[i] == golden->hash[i]) continue;
    print_message("  %s, %s: other bits\n", golden->name, calls_name[i]);
    ++wrong;
  }
  return wrong;
}

TEST_EACH_ISA(hashes_of_calls_are_golden) {
  uint32_t wrong = 0;
  assert_int_equal(sizeof GOLDEN_CALLS / sizeof GOLDEN_CALLS[0], GOLDEN_COUNT);
  for (uint32_t i = 0; i < GOLDEN_COUNT; ++i) wrong += compare_calls(i, *(const uint32_t*)*state, NULL);
  assert_int_equal(wrong, 0);
}

TEST_WITH_THREADS(hashes_of_calls_by_threads_are_golden) {
  const lgjk_tasks tasks = threads_of(THREADS);
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < GOLDEN_COUNT; i += 3) wrong += compare_calls(i, LGJK_ISA_AUTO, &tasks);
  assert_int_equal(wrong, 0);
}

static int print_golden(void) {
  printf("// The hashes of all %uD inputs, as test_determinism%u --print writes them: ", DIM, DIM);
  printf("name, overlap,\n// distance, contact; and of calls besides queries: name, find, cast, near, mass, tick.\n");
  for (uint32_t i = 0; i < inputsN_count(); ++i) {
    uint64_t hash[QUERIES];
    uint32_t calls[CALLS];
    if (inputsN_missing(i) != NULL) {
      fprintf(stderr, "%s %s\n", inputsN_name(i), inputsN_missing(i));
      return 1;
    }
    if (digestN_input(i, LGJK_ISA_SCALAR, DIGEST_PAIRS, hash) != 0) return 1;
    if (digest_calls_input(i, LGJK_ISA_SCALAR, DIGEST_PAIRS, NULL, calls) != 0) return 1;
    digestN_print(i, hash);
    digest_calls_print(i, calls);
  }
  return 0;
}

// ---------------------------------------------------------------- threads

// In the environment LGJK_TEST_PAIRS=n makes fewer.
enum { MANY = DIM == 2 ? 20011 : 5011 };

typedef struct share {
  pthread_t thread;
  const inputN* input;
  const lgjk_results* results;
  lgjk_warm* records;
  const lgjk_options* options;
  uint64_t first, count;
  query query;
  int32_t code;
} share;

// In uneven ranges, so that blocks fall otherwise than in the whole.
static void* work(void* argument) {
  share* s = argument;
  const inputN* in = s->input;
  for (uint64_t i = s->first, end = s->first + s->count, length = 1; i < end; i += length, length = length * 3 % 1777) {
    if (length > end - i) length = end - i;
    s->code |= query_function[s->query](&in->bodies, &in->bodies, &in->pairs, s->records, i, length, s->results,
                                        s->options, NULL);
  }
  return NULL;
}

static void run_threads(const inputN* input, query q, lgjk_warm* records, const lgjk_results* results,
                        const lgjk_options* options) {
  share shares[THREADS];
  const uint64_t each = input->pairs.count / THREADS;
  for (uint32_t t = 0; t < THREADS; ++t) {
    share* s = &shares[t];
    *s = (share){.input = input, .results = results, .records = records, .options = options};
    s->query = q;
    s->first = t * each;
    s->count = t + 1 < THREADS ? each : input->pairs.count - s->first;
    assert_int_equal(pthread_create(&s->thread, NULL, work, s), 0);
  }
  for (uint32_t t = 0; t < THREADS; ++t) {
    assert_int_equal(pthread_join(shares[t].thread, NULL), 0);
    assert_int_equal(shares[t].code, LGJK_OK);
  }
}

static int ascending(const void* a, const void* b) {
  const float x = *(const float*)a, y = *(const float*)b;
  return (x > y) - (x < y);
}

// A maximum distance that this part of the separated pairs is within: where that is most of them, whole tiles are
// culled by circles, but not the first of a call. Leaves the answers as they were.
static float maximum_for(const inputN* input, const answersN* answers, double within) {
  query_pairs(DISTANCE, &input->bodies, &input->pairs, NULL, NULL, answers);
  uint64_t separated = 0;
  for (uint64_t i = 0; i < input->pairs.count; ++i) {
    if (answers->status[i] == LGJK_STATUS_SEPARATED) answers->distance[separated++] = answers->distance[i];
  }
  qsort(answers->distance, (size_t)separated, sizeof(float), ascending);
  const float most = separated > 0 ? answers->distance[(uint64_t)((double)(separated - 1) * within)] : 0;
  answersN_fill(answers);
  return most;
}

// Queries with the threads of the call's own options.
static void run_tasks(const inputN* input, query q, lgjk_warm* records, const lgjk_results* results,
                      const lgjk_options* options) {
  const lgjk_tasks tasks = threads_of(THREADS);
  lgjk_options with = *options;
  with.tasks = &tasks;
  assert_int_equal(query_function[q](&input->bodies, &input->bodies, &input->pairs, records, 0, input->pairs.count,
                                     results, &with, NULL),
                   LGJK_OK);
}

// within: the part of the separated pairs that is within the maximum distance; 1: there is none.
static void compare_threads(inputN* input, query q, double within) {
  const size_t size = (size_t)input->pairs.count * sizeof(lgjk_warm);
  lgjk_warm *expected_records = calloc(1, size), *records = calloc(1, size);
  answersN expected = answersN_open(input->pairs.count), answers = answersN_open(input->pairs.count);
  lgjk_results whole = answersN_results(&expected), shared = answersN_results(&answers);
  uint64_t bad, shared_bad;
  lgjk_options options = {.struct_size = sizeof options};
  whole.bad_count = &bad;
  if (within < 1) options.max_distance = maximum_for(input, &expected, within);
  for (uint32_t frame = 0; frame < 3; ++frame) {
    assert_int_equal(query_function[q](&input->bodies, &input->bodies, &input->pairs, expected_records, 0,
                                       input->pairs.count, &whole, &options, NULL),
                     LGJK_OK);
    shared.bad_count = frame == 1 ? &shared_bad : NULL; // that of a range is overwritten by the next
    if (frame == 1) {
      run_tasks(input, q, records, &shared, &options);
      assert_int_equal(shared_bad, bad);
    } else {
      run_threads(input, q, records, &shared, &options);
    }
    assert_int_equal(answersN_difference(&expected, &answers, 0, input->pairs.count), UINT64_MAX);
    assert_memory_equal(expected_records, records, size);
    inputsN_advance(input);
  }
  answersN_close(&expected);
  answersN_close(&answers);
  free(expected_records);
  free(records);
}

// After the families come scenes and mixtures: all classes of shapes.
static void compare_all(double within) {
  for (uint32_t number = familiesN_count(); number < inputsN_count(); ++number) {
    if (!test_has(inputsN_name(number), inputsN_missing(number))) continue;
    for (query q = OVERLAP; q < QUERIES; ++q) {
      inputN input;
      assert_int_equal(inputsN_open(&input, number, SEED, inputsN_pairs(MANY)), 0);
      compare_threads(&input, q, within);
      inputsN_close(&input);
    }
  }
}

TEST_WITH_THREADS(threads_give_the_same_bits) { compare_all(1); }

TEST_WITH_THREADS(so_they_do_where_pairs_are_culled) {
  compare_all(0.2);
  compare_all(0.6);
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "--print") == 0) return print_golden();
  return test_run(NULL, NULL);
}
