#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "clock.h"

typedef enum slot_state { SLOT_FREE, SLOT_WAITS, SLOT_RUNS, SLOT_DONE } slot_state;

typedef struct slot {
  _Atomic slot_state state; // written with the lock held
  void (*task)(void* context);
  void* context;
} slot;

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t comes, ends;
  pthread_t thread[LGJK_MAX_WORKERS];
  uint32_t workers;
  atomic_bool closing;
  slot slots[LGJK_MAX_WORKERS];
};

// Runs the task of a slot. The lock is held at the beginning and at the end.
static void run_slot(pool* p, slot* s) {
  s->state = SLOT_RUNS;
  pthread_mutex_unlock(&p->lock);
  s->task(s->context);
  pthread_mutex_lock(&p->lock);
  s->state = SLOT_DONE;
}

static slot* find_slot(pool* p, slot_state state) {
  for (uint32_t i = 0; i < LGJK_MAX_WORKERS; ++i) {
    if (p->slots[i].state == state) return &p->slots[i];
  }
  return NULL;
}

// Steps of a call follow each other within microseconds, and to wake a thread takes tens of them. So a thread looks for
// a while, without the lock, before it sleeps. It yields, for others may need its core.
#define AWAKE 5e-5 // seconds

static void await_task(pool* p) {
  const double end = clock_seconds(OF_WALL) + AWAKE;
  pthread_mutex_unlock(&p->lock);
  while (!p->closing && find_slot(p, SLOT_WAITS) == NULL && clock_seconds(OF_WALL) < end) sched_yield();
  pthread_mutex_lock(&p->lock);
  while (!p->closing && find_slot(p, SLOT_WAITS) == NULL) pthread_cond_wait(&p->comes, &p->lock);
}

static void await_end(pool* p, const slot* s) {
  const double end = clock_seconds(OF_WALL) + AWAKE;
  pthread_mutex_unlock(&p->lock);
  while (s->state != SLOT_DONE && clock_seconds(OF_WALL) < end) sched_yield();
  pthread_mutex_lock(&p->lock);
  while (s->state != SLOT_DONE) pthread_cond_wait(&p->ends, &p->lock);
}

static void* worker(void* context) {
  pool* p = context;
  pthread_mutex_lock(&p->lock);
  while (!p->closing) {
    slot* s = find_slot(p, SLOT_WAITS);
    if (s == NULL) {
      await_task(p);
      continue;
    }
    run_slot(p, s);
    pthread_cond_broadcast(&p->ends);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

static void* start(void (*task)(void* context), void* context, void* user) {
  pool* p = user;
  pthread_mutex_lock(&p->lock);
  slot* s = find_slot(p, SLOT_FREE);
  if (s != NULL) {
    s->task = task;
    s->context = context;
    s->state = SLOT_WAITS;
  }
  pthread_mutex_unlock(&p->lock);
  if (s != NULL) {
    pthread_cond_signal(&p->comes);
  } else {
    task(context);
  }
  return s;
}

// A task that no thread has taken yet runs here.
static void wait(void* handle, void* user) {
  pool* p = user;
  slot* s = handle;
  pthread_mutex_lock(&p->lock);
  if (s->state == SLOT_WAITS) run_slot(p, s);
  if (s->state != SLOT_DONE) await_end(p, s);
  s->state = SLOT_FREE;
  pthread_mutex_unlock(&p->lock);
}

pool* pool_open(uint32_t workers) {
  pool* p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->comes, NULL);
  pthread_cond_init(&p->ends, NULL);
  p->workers = 1;
  while (p->workers < workers && pthread_create(&p->thread[p->workers], NULL, worker, p) == 0) p->workers++;
  if (p->workers == workers) return p;
  pool_close(p);
  return NULL;
}

void pool_close(pool* p) {
  pthread_mutex_lock(&p->lock);
  p->closing = true;
  pthread_mutex_unlock(&p->lock);
  pthread_cond_broadcast(&p->comes);
  for (uint32_t i = 1; i < p->workers; ++i) pthread_join(p->thread[i], NULL);
  pthread_cond_destroy(&p->comes);
  pthread_cond_destroy(&p->ends);
  pthread_mutex_destroy(&p->lock);
  free(p);
}

lgjk_tasks pool_tasks(pool* p) {
  lgjk_tasks tasks;
  lgjk_tasks_init(&tasks);
  tasks.workers = p->workers;
  tasks.start = start;
  tasks.wait = wait;
  tasks.user = p;
  return tasks;
}

// ---------------------------------------------------------------- ranges

typedef struct range {
  pool_range_fn* function;
  void* context;
  uint64_t first, count;
} range;

static void run_range(void* context) {
  const range* r = context;
  r->function(r->context, r->first, r->count);
}

void pool_split(const lgjk_tasks* tasks, uint64_t count, pool_range_fn* function, void* context) {
  range ranges[LGJK_MAX_WORKERS];
  void* handle[LGJK_MAX_WORKERS];
  const uint32_t workers = tasks->workers;
  for (uint32_t i = 1; i < workers; ++i) {
    const uint64_t first = count * i / workers;
    ranges[i] = (range){function, context, first, count * (i + 1) / workers - first};
    handle[i] = tasks->start(run_range, &ranges[i], tasks->user);
  }
  function(context, 0, workers > 1 ? count / workers : count);
  for (uint32_t i = 1; i < workers; ++i) {
    if (handle[i] != NULL) tasks->wait(handle[i], tasks->user);
  }
}
