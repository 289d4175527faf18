// Runs the parts of a call's work. Each worker has a row of parts that follow each other, the same in each step of a
// call, so that what it has written is in its caches. When it is through, it takes parts of the others, so that no one
// waits for a worker that is held up.
#include "base/tasks.h"

#include <stdatomic.h>

#include "base/error.h"
#include "base/fpcontrol.h"

typedef struct shared_work {
  atomic_uint_fast32_t next[LGJK_MAX_WORKERS]; // of each worker's row: the number of the next part
  uint32_t workers, count, part, parts;
  lgjk_part_fn* function;
  void* context;
} shared_work;

// A worker, by its number.
typedef struct work_share {
  shared_work* work;
  uint32_t worker;
} work_share;

// Returns the first part of a worker's row.
static uint32_t row_of(const shared_work* work, uint32_t worker) {
  return (uint32_t)((uint64_t)work->parts * worker / work->workers);
}

static void take_row(shared_work* work, uint32_t worker) {
  const uint32_t end = row_of(work, worker + 1);
  for (;;) {
    const uint_fast32_t next = atomic_fetch_add_explicit(&work->next[worker], 1, memory_order_relaxed);
    if (next >= end) return;
    const uint32_t first = (uint32_t)next * work->part, left = work->count - first;
    work->function(work->context, first, first + (left < work->part ? left : work->part));
  }
}

static void take_parts(void* context) {
  const work_share* share = context;
  const lgjk_fp_state caller = lgjk_fp_enter();
  for (uint32_t k = 0; k < share->work->workers; ++k) {
    take_row(share->work, (share->worker + k) % share->work->workers);
  }
  lgjk_fp_leave(caller);
}

void lgjk_split(const lgjk_tasks* tasks, uint32_t count, uint32_t part, lgjk_part_fn* function, void* context) {
  shared_work work; // without an initialiser, which would clear all of it
  work_share share[LGJK_MAX_WORKERS];
  void* handle[LGJK_MAX_WORKERS];
  work.count = count;
  work.part = part;
  work.function = function;
  work.context = context;
  work.parts = count / part + (count % part != 0);
  work.workers = lgjk_is_split(tasks) ? tasks->workers : 1;
  if (work.workers > work.parts) work.workers = work.parts > 0 ? work.parts : 1;
  for (uint32_t i = 0; i < work.workers; ++i) {
    share[i] = (work_share){&work, i};
    atomic_init(&work.next[i], row_of(&work, i));
  }
  for (uint32_t i = 1; i < work.workers; ++i) handle[i] = tasks->start(take_parts, &share[i], tasks->user);
  take_parts(&share[0]);
  for (uint32_t i = 1; i < work.workers; ++i) {
    if (handle[i] != NULL) tasks->wait(handle[i], tasks->user);
  }
}

int32_t lgjk_check_tasks(const char* name, const lgjk_tasks* tasks, lgjk_error* error) {
  if (tasks == NULL) return LGJK_OK;
  LGJK_TRY(lgjk_check_struct_size(name, tasks->struct_size, sizeof *tasks, "lgjk_tasks_init", error));
  if (tasks->workers > LGJK_MAX_WORKERS) {
    return lgjk_refuse(error, "%s->workers is %u, above LGJK_MAX_WORKERS", name, (unsigned)tasks->workers);
  }
  if (tasks->workers <= 1 || (tasks->start != NULL && tasks->wait != NULL)) return LGJK_OK;
  return lgjk_refuse(error, "%s->%s is NULL", name, tasks->start == NULL ? "start" : "wait");
}
