// Threads for a call of the library: those of the examples' pool.
#ifndef LGJK_TESTS_TEST_THREADS_H
#define LGJK_TESTS_TEST_THREADS_H

#include <stdlib.h>

#include "pool.h"

enum { TEST_THREADS = 4 }; // calls with more workers take turns

static pool* test_pool;

static void test_pool_close(void) { pool_close(test_pool); }

// Every third task runs at once, as the interface allows.
static void* test_start(void (*task)(void* context), void* context, void* user) {
  static unsigned started;
  const lgjk_tasks tasks = pool_tasks(user);
  if (++started % 3 != 0) return tasks.start(task, context, user);
  task(context);
  return NULL;
}

static inline lgjk_tasks threads_of(unsigned workers) {
#ifdef LGJK_TESTS_TEST_H // fuzzers have no list of tests
  if (!test_may_start_threads) fail_msg("a test that starts threads is defined by TEST_WITH_THREADS");
#endif
  if (test_pool == NULL) {
    test_pool = pool_open(TEST_THREADS);
    if (test_pool == NULL) abort();
    atexit(test_pool_close);
  }
  lgjk_tasks tasks = pool_tasks(test_pool);
  tasks.workers = workers;
  tasks.start = test_start;
  return tasks;
}

#endif
