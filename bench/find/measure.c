#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool.h"
#include "quiet.h"

#define UNMEASURED 2u // ticks at the beginning, except those of a second or more

void tick_add(tick_sum* sum, double seconds) {
  sum->total += seconds;
  if (seconds > sum->worst) sum->worst = seconds;
  sum->ticks++;
}

bool has_ended(find_budget budget, uint32_t ticks, double begin) {
  return ticks >= budget.ticks || (ticks >= 3 && clock_seconds(OF_WALL) - begin > budget.seconds);
}

bool in_child(child_work* work, const void* context, void* result, size_t size, uint32_t seconds) {
  int ends[2];
  fflush(NULL);
  if (pipe(ends) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    quiet_child();
    alarm(MOST_TIMES_LONGER * seconds);
    work(context, result);
    _exit(write(ends[1], result, size) == (ssize_t)size ? 0 : 1);
  }
  close(ends[1]);
  const bool got = child > 0 && read(ends[0], result, size) == (ssize_t)size;
  close(ends[0]);
  int status = 1;
  if (child > 0) waitpid(child, &status, 0);
  return got && status == 0;
}

void find_open(find_opened* o, const find_case* c, uint64_t capacity) {
  *o = (find_opened){.setup = {.scene = &o->scene, .isa = c->isa}, .answers = {.capacity = capacity}};
  if (c->workers > 1) {
    o->tasks = pool_tasks(need(pool_open(c->workers)));
    o->setup.tasks = &o->tasks;
  }
  moving_open(&o->scene, c->kind, c->count, c->z_order);
  o->self = need(c->contender->open(&o->setup));
  o->answers.a = claim(capacity, sizeof *o->answers.a);
  o->answers.b = claim(capacity, sizeof *o->answers.b);
  if ((c->contender->traits & NEAREST) == 0) return;
  o->answers.nearest = claim((size_t)NEAR_COUNT * c->count, sizeof *o->answers.nearest);
  o->answers.distance = claim((size_t)NEAR_COUNT * c->count, sizeof *o->answers.distance);
}

// Leaves the case open: the process ends.
static void time_ticks(const void* context, void* written) {
  const find_case* c = context;
  const clock_kind clock = c->workers > 1 ? OF_WALL : OF_THREAD;
  find_result* result = written;
  uint64_t pairs = 0;
  find_opened o;
  find_open(&o, c, 0);
  *result = (find_result){.built = o.setup.built};
  const double begin = clock_seconds(OF_WALL);
  for (uint32_t i = 0; !has_ended(c->budget, result->time.ticks, begin); ++i) {
    o.answers.count = 0;
    moving_step(&o.scene);
    if (clock == OF_THREAD) quiet_begin();
    const double start = clock_seconds(clock);
    c->contender->tick(o.self, &o.answers);
    const double taken = clock_seconds(clock) - start;
    if (i < UNMEASURED && taken < 1) continue;
    tick_add(&result->time, taken);
    pairs += o.answers.count;
  }
  result->pairs = (double)pairs / result->time.ticks;
}

bool measure_find(const find_case* c, find_result* result) {
  return in_child(time_ticks, c, result, sizeof *result, c->budget.seconds);
}
