#include "test.h"

enum { MOST_TESTS = 512, MOST_BYTES = 112 };
#ifdef __SANITIZE_THREAD__
enum { ONLY_THREADED = true };
#else
enum { ONLY_THREADED = false };
#endif

static struct CMUnitTest tests[MOST_TESTS];
static char names[MOST_TESTS][MOST_BYTES];
static size_t count;
static char left_out[MOST_BYTES]; // the last part, as several tests of a program leave out the same

bool test_may_start_threads;

// Adds the test whose name is at the end of the list.
static void add_named(CMUnitTestFunction function, const void* state) {
  tests[count] =
      (struct CMUnitTest){.name = names[count], .test_func = function, .initial_state = (void*)(uintptr_t)state};
  ++count;
}

static void require_room(void) {
  if (count < MOST_TESTS) return;
  fprintf(stderr, "more than %d tests in a program\n", MOST_TESTS);
  abort();
}

void test_add(CMUnitTestFunction function, const void* state, const char* name, ...) {
  va_list arguments;
  if (ONLY_THREADED) return;
  require_room();
  va_start(arguments, name);
  vsnprintf(names[count], MOST_BYTES, name, arguments);
  va_end(arguments);
  add_named(function, state);
}

void test_add_threaded(CMUnitTestFunction function, const char* name) {
  require_room();
  snprintf(names[count], MOST_BYTES, "%s", name);
  add_named(function, NULL);
}

uint32_t test_isas(uint32_t isas[LGJK_ISA_COUNT]) {
  const uint32_t listed = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  uint32_t supported = 0;
  for (uint32_t i = 0; i < listed; ++i) {
    if (lgjk_isa_supported(isas[i])) isas[supported++] = isas[i];
  }
  return supported;
}

void test_add_isas(CMUnitTestFunction function, const char* name) {
  static uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa_count = test_isas(isas);
  for (uint32_t i = 0; i < isa_count; ++i) test_add(function, &isas[i], "%s: %s", lgjk_isa_name(isas[i]), name);
}

void test_leave_out(const char* part, ...) {
  char text[MOST_BYTES];
  va_list arguments;
  va_start(arguments, part);
  vsnprintf(text, sizeof text, part, arguments);
  va_end(arguments);
  if (strcmp(text, left_out) == 0) return;
  memcpy(left_out, text, sizeof text);
  printf("skipped: %s\n", text);
}

uint64_t test_seed(uint64_t usual) {
  const char* text = getenv("LGJK_TEST_SEED");
  const uint64_t seed = text != NULL ? strtoull(text, NULL, 0) : usual;
  print_message("LGJK_TEST_SEED=%llu\n", (unsigned long long)seed);
  return seed;
}

int test_run(CMFixtureFunction set_up, CMFixtureFunction tear_down) {
  if (count == 0) {
    fprintf(stderr, "a program without tests\n");
    return 1;
  }
  if (_cmocka_run_group_tests("tests", tests, count, set_up, tear_down) != 0) return 1;
  return left_out[0] != '\0' ? TEST_SKIPPED : 0;
}

int test_run_where_wide(long double epsilon) {
  if (epsilon <= 0x1p-64L) return test_run(NULL, NULL);
  test_leave_out("long double has the precision of double here: the requested bounds don't exist");
  return TEST_SKIPPED;
}
