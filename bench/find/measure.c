#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "pool.h"

#define UNMEASURED 2u // ticks at the beginning, but those of a second or more

find_budget budget_of(uint32_t bodies, bool rival, bool quick) {
  if (quick) return (find_budget){6, 5};
  // so many that trees have come to rest after the first ticks, which cost Box2D twice as much
  if (rival) return (find_budget){bodies <= 10000 ? 60 : bodies <= 100000 ? 24 : 6, 4};
  return (find_budget){bodies <= 10000 ? 60 : bodies <= 100000 ? 16 : 5, 3};
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

static void fail(const char* text) {
  fprintf(stderr, "lgjk_bench: %s\n", text);
  exit(2);
}

// ---------------------------------------------------------------- a case that is open

typedef struct opened {
  pool* threads;
  lgjk_tasks tasks;
  find_setup setup;
  void* contender;
} opened;

static void open_case(opened* o, const find_case* c, const moving* scene) {
  o->setup = (find_setup){.scene = scene, .isa = c->isa};
  o->threads = c->workers > 1 ? pool_open(c->workers) : NULL;
  if (c->workers > 1 && o->threads == NULL) fail("no threads");
  if (o->threads != NULL) {
    o->tasks = pool_tasks(o->threads);
    o->setup.tasks = &o->tasks;
  }
  o->contender = c->contender->open(&o->setup);
  if (o->contender == NULL) fail("not enough memory");
}

// ---------------------------------------------------------------- time

typedef struct timing {
  const find_case* which;
  find_budget budget;
} timing;

// Leaves the case open: the process ends.
static void time_ticks(const void* context, void* written) {
  const timing* t = context;
  const find_case* c = t->which;
  find_result* result = written;
  const clock_kind clock = c->workers > 1 ? OF_WALL : OF_THREAD;
  uint64_t pairs = 0;
  opened o = {0};
  moving scene;
  if (!moving_open(&scene, c->kind, c->count, c->z_order)) fail("not enough memory");
  open_case(&o, c, &scene);
  *result = (find_result){.built = o.setup.built};
  const double begin = clock_seconds(OF_WALL);
  for (uint32_t i = 0; !has_ended(t->budget, result->time.ticks, begin); ++i) {
    find_pairs told = {0};
    moving_step(&scene);
    const double start = clock_seconds(clock);
    c->contender->tick(o.contender, &told);
    const double taken = clock_seconds(clock) - start;
    if (i < UNMEASURED && taken < 1) continue;
    tick_add(&result->time, taken);
    pairs += told.count;
  }
  result->pairs = (double)pairs / result->time.ticks;
}

bool measure_case(const find_case* c, find_budget budget, find_result* result) {
  const timing t = {c, budget};
  return in_child(time_ticks, &t, result, sizeof *result, budget.seconds);
}

// ---------------------------------------------------------------- answers

#define CHECKED_BODIES 3000u // all pairs of which are looked at

static void check_ticks(const void* context, void* written) {
  const find_case* c = context;
  bool* right = written;
  const bool of_library = c->isa != 0; // rivals have none
  find_pairs told = {.capacity = 400u * c->count};
  told.a = malloc(told.capacity * sizeof *told.a);
  told.b = malloc(told.capacity * sizeof *told.b);
  moving scene;
  opened o = {0};
  if (!moving_open(&scene, c->kind, c->count, c->z_order)) fail("not enough memory");
  open_case(&o, c, &scene);
  if (told.a == NULL || told.b == NULL) fail("not enough memory");
  for (uint32_t i = 0; i < CHECKED_TICKS; ++i) {
    if (c->contender->whole) told.count = 0; // else what is new is added to what was
    moving_step(&scene);
    c->contender->tick(o.contender, &told);
  }
  true_pairs truth;
  if (!true_pairs_open(&truth, &scene)) fail("not enough memory");
  *right = check_pairs(&truth, &told, of_library, c->name);
}

bool check_case(const find_case* c) {
  find_case small = *c;
  small.count = CHECKED_BODIES;
  bool right = false;
  return in_child(check_ticks, &small, &right, sizeof right, 12) && right;
}
