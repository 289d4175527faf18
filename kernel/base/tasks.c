// Runs the parts of a call's work. A counter tells which part is next, so that a thread that is held up takes fewer.
#include "base/tasks.h"

#include <stdatomic.h>
#include <string.h>

#include "base/error.h"
#include "base/fpcontrol.h"

typedef struct shared_work {
  atomic_uint_fast32_t next; // number of the next part
  uint32_t count, part, parts;
  lgjk_part_fn* function;
  void* context;
} shared_work;

static void take_parts(void* context) {
  shared_work* work = context;
  const lgjk_fp_state caller = lgjk_fp_enter();
  for (;;) {
    const uint_fast32_t next = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);
    if (next >= work->parts) break;
    const uint32_t first = (uint32_t)next * work->part, left = work->count - first;
    work->function(work->context, first, first + (left < work->part ? left : work->part));
  }
  lgjk_fp_leave(caller);
}

void lgjk_split(const lgjk_tasks* tasks, uint32_t count, uint32_t part, lgjk_part_fn* function, void* context) {
  shared_work work = {.count = count, .part = part, .function = function, .context = context};
  void* handle[LGJK_MAX_WORKERS];
  uint32_t others = lgjk_is_split(tasks) ? tasks->workers - 1 : 0, started = 0;
  work.parts = count / part + (count % part != 0);
  atomic_init(&work.next, 0);
  if (others >= work.parts) others = work.parts > 0 ? work.parts - 1 : 0;
  for (; started < others; ++started) handle[started] = tasks->start(take_parts, &work, tasks->user);
  take_parts(&work);
  for (uint32_t i = 0; i < started; ++i) {
    if (handle[i] != NULL) tasks->wait(handle[i], tasks->user);
  }
}

void lgjk_tasks_init(lgjk_tasks* tasks) {
  memset(tasks, 0, sizeof *tasks);
  tasks->struct_size = (uint32_t)sizeof *tasks;
}

int32_t lgjk_check_tasks(const char* name, const lgjk_tasks* tasks, lgjk_error* error) {
  if (tasks == NULL) return LGJK_OK;
  const int32_t code = lgjk_check_struct_size(name, tasks->struct_size, sizeof *tasks, "lgjk_tasks_init", error);
  if (code != LGJK_OK) return code;
  if (tasks->workers > LGJK_MAX_WORKERS) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->workers is %u, above LGJK_MAX_WORKERS", name,
                     (unsigned)tasks->workers);
  }
  if (tasks->workers <= 1 || (tasks->start != NULL && tasks->wait != NULL)) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->%s is NULL", name, tasks->start == NULL ? "start" : "wait");
}
