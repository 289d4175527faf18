// Starts tasks as tasks of OpenMP. They need a parallel region, in which one thread works and the others take tasks.
#include "lanegjk/lanegjk_openmp.h"

#include <omp.h>
#include <stddef.h>

static void* start(void (*task)(void* context), void* context, void* user) {
#pragma omp task firstprivate(task, context)
  task(context);
  return user; // not NULL: it may not have run yet
}

// Waits for all tasks that this thread has started. A call starts all of its tasks before it waits for any.
static void wait(void* handle, void* user) {
  (void)handle, (void)user;
#pragma omp taskwait
}

void lgjk_openmp_run(uint32_t workers, void (*work)(const lgjk_tasks* tasks, void* user), void* user) {
  const int most = workers > 0 && workers <= LGJK_MAX_WORKERS ? (int)workers : omp_get_max_threads();
  static char started;
  lgjk_tasks tasks;
  lgjk_tasks_init(&tasks);
  tasks.start = start;
  tasks.wait = wait;
  tasks.user = &started;
#pragma omp parallel num_threads(most)
#pragma omp single
  {
    const int threads = omp_get_num_threads();
    tasks.workers = threads < (int)LGJK_MAX_WORKERS ? (uint32_t)threads : LGJK_MAX_WORKERS;
    work(&tasks, user);
  }
}
