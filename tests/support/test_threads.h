// Threads for a call of the library, one started for each task.
#ifndef LGJK_TESTS_TEST_THREADS_H
#define LGJK_TESTS_TEST_THREADS_H

#include <pthread.h>
#include <stdlib.h>

#include "lanegjk/lanegjk.h"

typedef struct test_thread {
  pthread_t thread;
  void (*task)(void* context);
  void* context;
} test_thread;

static void* test_thread_run(void* given) {
  test_thread* t = given;
  t->task(t->context);
  return NULL;
}

// Every third task runs at once, as the interface allows.
static void* test_thread_start(void (*task)(void* context), void* context, void* user) {
  static unsigned started;
  (void)user;
  test_thread* t = ++started % 3 == 0 ? NULL : malloc(sizeof *t);
  if (t != NULL) {
    *t = (test_thread){.task = task, .context = context};
    if (pthread_create(&t->thread, NULL, test_thread_run, t) == 0) return t;
    free(t);
  }
  task(context);
  return NULL;
}

static void test_thread_wait(void* handle, void* user) {
  test_thread* t = handle;
  (void)user;
  pthread_join(t->thread, NULL);
  free(t);
}

static inline lgjk_tasks threads_of(unsigned workers) {
  lgjk_tasks tasks = {
      .struct_size = sizeof tasks, .workers = workers, .start = test_thread_start, .wait = test_thread_wait};
  return tasks;
}

#endif
