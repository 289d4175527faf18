// Tasks wait in a few slots, from which threads take them. A caller that waits for a task that is not taken yet runs it
// itself: a busy machine delays nothing, and a pool without threads works, too.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L // clock_gettime
#endif
#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

// Steps of a call follow each other within microseconds, and to wake a thread takes tens of them. So a thread looks for
// a while, without the lock, before it sleeps. It yields, since others may need its core.
#define AWAKE 50000 // nanoseconds

enum job_state { FREE, QUEUED, RUNNING, DONE };

typedef struct job {
  _Atomic enum job_state state; // written with the lock held
  void (*task)(void* context);
  void* context;
} job;

struct pool {
  pthread_mutex_t lock; // of all members that are not atomic
  pthread_cond_t queued, done;
  atomic_bool closing;
  uint32_t threads; // beside the caller's
  pthread_t thread[LGJK_MAX_WORKERS];
  job jobs[LGJK_MAX_WORKERS];
};

static job* find_job(pool* p, enum job_state state) {
  for (uint32_t i = 0; i < LGJK_MAX_WORKERS; i++)
    if (p->jobs[i].state == state) return &p->jobs[i];
  return NULL;
}

// The lock is held before and afterwards, not meanwhile.
static void run_job(pool* p, job* j) {
  j->state = RUNNING;
  pthread_mutex_unlock(&p->lock);
  j->task(j->context);
  pthread_mutex_lock(&p->lock);
  j->state = DONE;
}

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool is_idle(pool* p, const job* none) {
  (void)none;
  return !p->closing && find_job(p, QUEUED) == NULL;
}

static bool is_busy(pool* p, const job* j) {
  (void)p;
  return j->state != DONE;
}

// Returns when `waits` is false; the lock is held before and afterwards.
static void await(pool* p, pthread_cond_t* signal, bool (*waits)(pool* p, const job* j), const job* j) {
  const int64_t end = nanoseconds() + AWAKE;
  pthread_mutex_unlock(&p->lock);
  while (waits(p, j) && nanoseconds() < end) sched_yield();
  pthread_mutex_lock(&p->lock);
  while (waits(p, j)) pthread_cond_wait(signal, &p->lock);
}

static void* work(void* given) {
  pool* p = given;
  pthread_mutex_lock(&p->lock);
  while (!p->closing) {
    job* j = find_job(p, QUEUED);
    if (j == NULL) {
      await(p, &p->queued, is_idle, NULL);
      continue;
    }
    run_job(p, j);
    pthread_cond_broadcast(&p->done);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

// Returns NULL where no slot is free: the task has run then.
static void* start(void (*task)(void* context), void* context, void* user) {
  pool* p = user;
  pthread_mutex_lock(&p->lock);
  job* j = find_job(p, FREE);
  if (j != NULL) {
    j->task = task;
    j->context = context;
    j->state = QUEUED;
    pthread_cond_signal(&p->queued);
  }
  pthread_mutex_unlock(&p->lock);
  if (j == NULL) task(context);
  return j;
}

static void wait_for(void* handle, void* user) {
  pool* p = user;
  job* j = handle;
  pthread_mutex_lock(&p->lock);
  if (j->state == QUEUED) run_job(p, j);
  if (j->state != DONE) await(p, &p->done, is_busy, j);
  j->state = FREE;
  pthread_mutex_unlock(&p->lock);
}

pool* pool_open(uint32_t workers) {
  pool* p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->queued, NULL);
  pthread_cond_init(&p->done, NULL);
  for (; p->threads + 1 < workers; p->threads++) {
    if (pthread_create(&p->thread[p->threads], NULL, work, p) == 0) continue;
    pool_close(p);
    return NULL;
  }
  return p;
}

void pool_close(pool* p) {
  pthread_mutex_lock(&p->lock);
  p->closing = true;
  pthread_cond_broadcast(&p->queued);
  pthread_mutex_unlock(&p->lock);
  for (uint32_t i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
  pthread_cond_destroy(&p->done);
  pthread_cond_destroy(&p->queued);
  pthread_mutex_destroy(&p->lock);
  free(p);
}

lgjk_tasks pool_tasks(pool* p) {
  lgjk_tasks tasks;
  lgjk_tasks_init(&tasks);
  tasks.workers = p->threads + 1;
  tasks.start = start;
  tasks.wait = wait_for;
  tasks.user = p;
  return tasks;
}

typedef struct shared_work {
  atomic_uint_fast64_t next; // element that no thread has taken
  uint64_t count, part;
  pool_part* run;
  void* context;
} shared_work;

static void take_parts(void* given) {
  shared_work* s = given;
  for (;;) {
    const uint64_t first = atomic_fetch_add(&s->next, s->part);
    if (first >= s->count) return;
    s->run(s->context, first, s->count - first < s->part ? s->count : first + s->part);
  }
}

void pool_split(pool* p, uint64_t count, uint64_t part, pool_part* run, void* context) {
  shared_work s = {.count = count, .part = part, .run = run, .context = context};
  void* handle[LGJK_MAX_WORKERS];
  const uint32_t threads = p != NULL ? p->threads : 0;
  uint32_t started = 0;
  atomic_init(&s.next, 0);
  for (; started < threads && (started + 1) * part < count; started++) handle[started] = start(take_parts, &s, p);
  take_parts(&s);
  for (uint32_t i = 0; i < started; i++)
    if (handle[i] != NULL) wait_for(handle[i], p);
}
