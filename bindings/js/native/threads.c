// Threads of WebAssembly: workers of JavaScript, each with its own instance of the module on one shared memory and a
// stack of its own, take tasks of the library. The table of functions is the same in every instance, so a task is
// passed as its two words. The caller's thread never sleeps, which browsers forbid to the page's: it spins where it
// waits.
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

enum { STOP = -1, IDLE, GIVEN, TAKEN, DONE };

// A worker's. It writes TAKEN and DONE, the caller all else.
typedef struct mailbox {
  _Alignas(64) _Atomic int32_t state;
  void (*task)(void* context);
  void* context;
} mailbox;

typedef struct pool {
  lgjk_tasks tasks;
  mailbox box[LGJK_MAX_WORKERS - 1];
} pool;

static void wake(mailbox* box, int32_t state) {
  atomic_store(&box->state, state);
  __builtin_wasm_memory_atomic_notify((int32_t*)&box->state, 1);
}

static void* start(void (*task)(void* context), void* context, void* user) {
  pool* p = user;
  for (uint32_t i = 0; i + 1 < p->tasks.workers; ++i) {
    mailbox* box = &p->box[i];
    if (atomic_load(&box->state) != IDLE) continue;
    box->task = task;
    box->context = context;
    wake(box, GIVEN);
    return box;
  }
  task(context);
  return NULL;
}

static void wait(void* handle, void* user) {
  (void)user;
  mailbox* box = handle;
  int32_t state = GIVEN;
  // What a worker has not begun yet, the caller does: the worker may be late, or may have been terminated.
  if (atomic_compare_exchange_strong(&box->state, &state, IDLE)) {
    box->task(box->context);
    return;
  }
  while (atomic_load(&box->state) != DONE) continue;
  atomic_store(&box->state, IDLE);
}

/* Whether this is the first thread that loads a module on this memory: the one that allocates and calls. */
int32_t lgjk_js_take(void) {
  static _Atomic int32_t taken;
  return atomic_exchange(&taken, 1) == 0;
}

uint32_t lgjk_js_pool_size(void) { return sizeof(pool); }

// Makes a pool of so many threads, the caller's included, in zeroed memory.
lgjk_tasks* lgjk_js_pool_open(pool* p, uint32_t threads) {
  p->tasks = (lgjk_tasks){sizeof(lgjk_tasks), threads, start, wait, p};
  return &p->tasks;
}

mailbox* lgjk_js_mailbox(pool* p, uint32_t i) { return &p->box[i]; }

// Does the tasks that a worker is given, and returns the state once there is none: the worker sleeps until the state
// changes, or ends where it is STOP, below 0. It sleeps in JavaScript, since V8's baseline compiler (seen in
// Node.js 20) loses local variables over memory.atomic.wait32.
int32_t lgjk_js_serve(mailbox* box) {
  for (;;) {
    int32_t state = GIVEN;
    if (!atomic_compare_exchange_strong(&box->state, &state, TAKEN)) return state;
    box->task(box->context);
    atomic_store(&box->state, DONE);
  }
}

void lgjk_js_pool_close(pool* p) {
  for (uint32_t i = 0; i + 1 < p->tasks.workers; ++i) wake(&p->box[i], STOP);
}
