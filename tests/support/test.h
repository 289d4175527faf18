// What test programs share: cmocka and what it requires before it, headers of C, and the list of a program's tests. A
// program without a main of its own runs that list.
#ifndef LGJK_TESTS_TEST_H
#define LGJK_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

// Defines a test, and adds it to the list before main begins, in the order of the file.
#define TEST(test)                                                                           \
  static void test(void** state);                                                            \
  __attribute__((constructor)) static void add_##test(void) { test_add(test, NULL, #test); } \
  static void test(__attribute__((unused)) void** state)
// The same of a test that starts threads. A build with the thread sanitizer has only such tests, as others have no
// race.
#define TEST_WITH_THREADS(test)                                                                            \
  static void test(void** state);                                                                          \
  static void threaded_##test(void** state) {                                                              \
    test_may_start_threads = true;                                                                         \
    test(state);                                                                                           \
    test_may_start_threads = false;                                                                        \
  }                                                                                                        \
  __attribute__((constructor)) static void add_##test(void) { test_add_threaded(threaded_##test, #test); } \
  static void test(__attribute__((unused)) void** state)
// The same as TEST, once on each instruction set that this machine runs: *state is its number, a uint32_t.
#define TEST_EACH_ISA(test)                                                                 \
  static void test(void** state);                                                           \
  __attribute__((constructor)) static void add_##test(void) { test_add_isas(test, #test); } \
  static void test(void** state)

// The numbers of the instruction sets that this machine runs, narrowest first; returns how many.
uint32_t test_isas(uint32_t isas[LGJK_ISA_COUNT]);
// Adds a test whose *state is that, by a name as printf makes it.
__attribute__((format(printf, 3, 4))) void test_add(CMUnitTestFunction function, const void* state, const char* name,
                                                    ...);
void test_add_isas(CMUnitTestFunction function, const char* name);
void test_add_threaded(CMUnitTestFunction function, const char* name);
extern bool test_may_start_threads; // while a test with threads runs
// The number that starts random numbers: LGJK_TEST_SEED of the environment, else the usual one. Prints it.
uint64_t test_seed(uint64_t usual);
// Prints that a part is left out, and why. test_run then returns TEST_SKIPPED in place of 0, for ctest.
enum { TEST_SKIPPED = 77 };
__attribute__((format(printf, 1, 2))) void test_leave_out(const char* part, ...);
// Ends the running test as one that this machine or build cannot run.
#define SKIP_TEST(...)           \
  do {                           \
    test_leave_out(__VA_ARGS__); \
    skip();                      \
  } while (0)
// Whether something is there, an input as a rule: `missing` is NULL. Otherwise it is left out.
static inline bool test_has(const char* name, const char* missing) {
  if (missing != NULL) test_leave_out("%s %s", name, missing);
  return missing == NULL;
}
// Expects that a call was refused for an argument, with a text that contains `part`.
static inline void expect_refusal(int32_t code, const lgjk_error* error, const char* part) {
  assert_int_equal(code, LGJK_ERROR_ARGUMENT);
  if (strstr(error->text, part) == NULL) fail_msg("\"%s\" does not contain \"%s\"", error->text, part);
}
// Runs the list between set-up and tear-down, which may be NULL, and returns what main returns.
int test_run(CMFixtureFunction set_up, CMFixtureFunction tear_down);
// The same where one rounding of a long double costs no more than 2^-64, which the bounds of such a program require.
int test_run_where_wide(long double epsilon);

#endif
