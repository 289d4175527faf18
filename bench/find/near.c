#include "near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "pool.h"

#define CHECKED_BODIES 2000u

uint32_t near_cases_of(moving_kind kind, uint32_t count, bool z_order, near_case* cases) {
  const bool deep = moving_kinds[kind].dim == 3;
  const char* scene = moving_kinds[kind].name;
  uint32_t made = 0;
  for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
    for (uint32_t workers = 1; workers <= workers_of(isa); ++workers) {
      near_case* c = &cases[made++];
      *c = (near_case){"", deep ? &near_library3 : &near_library2, kind, count, z_order, isa, workers};
      snprintf(c->name, sizeof c->name, "near/%s/%u/%s/library-%s-%u", scene, count, order_name(z_order),
               lgjk_isa_name(isa), workers);
    }
  }
  near_case* c = &cases[made++];
  *c = (near_case){"", deep ? &near_nanoflann3 : &near_nanoflann2, kind, count, z_order, LGJK_ISA_AUTO, 1};
  snprintf(c->name, sizeof c->name, "near/%s/%u/%s/nanoflann", scene, count, order_name(z_order));
  return made;
}

// ---------------------------------------------------------------- a case that is open

typedef struct opened {
  pool* threads;
  lgjk_tasks tasks;
  void* contender;
  uint32_t* body;
  float* distance;
} opened;

static void open_case(opened* o, const near_case* c, const moving* scene) {
  const uint64_t most = (uint64_t)NEAR_COUNT * c->count;
  near_setup setup = {scene, c->isa, NULL};
  o->threads = c->workers > 1 ? pool_open(c->workers) : NULL;
  if (o->threads != NULL) {
    o->tasks = pool_tasks(o->threads);
    setup.tasks = &o->tasks;
  }
  o->body = malloc(most * sizeof *o->body);
  o->distance = malloc(most * sizeof *o->distance);
  const bool right = o->body != NULL && o->distance != NULL && (c->workers == 1 || o->threads != NULL);
  o->contender = right ? c->contender->open(&setup) : NULL;
  if (o->contender != NULL) {
    memset(o->body, 0, most * sizeof *o->body); // so that no tick is the first to touch it
    memset(o->distance, 0, most * sizeof *o->distance);
    return;
  }
  fputs("lgjk_bench: not enough memory, or no threads\n", stderr);
  exit(2);
}

// ---------------------------------------------------------------- time

typedef struct timing {
  const near_case* which;
  find_budget budget;
} timing;

// Leaves the case open: the process ends.
static void time_ticks(const void* context, void* written) {
  const timing* t = context;
  const near_case* c = t->which;
  const clock_kind clock = c->workers > 1 ? OF_WALL : OF_THREAD;
  tick_sum* sum = written;
  opened o = {0};
  moving scene;
  if (!moving_open(&scene, c->kind, c->count, c->z_order)) exit(2);
  open_case(&o, c, &scene);
  *sum = (tick_sum){.ticks = 0};
  const double begin = clock_seconds(OF_WALL);
  while (!has_ended(t->budget, sum->ticks, begin)) {
    moving_step(&scene);
    const double start = clock_seconds(clock);
    c->contender->tick(o.contender, o.body, o.distance);
    tick_add(sum, clock_seconds(clock) - start);
  }
}

bool measure_near(const near_case* c, find_budget budget, tick_sum* result) {
  const timing t = {c, budget};
  return in_child(time_ticks, &t, result, sizeof *result, budget.seconds);
}

// ---------------------------------------------------------------- answers

static int compare_doubles(const void* a, const void* b) {
  double x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return (x > y) - (x < y);
}

// Writes how far all bodies are from one, in order. Its own 0 comes first.
static void distances_from(const moving* m, uint32_t body, double* out) {
  for (uint32_t i = 0; i < m->count; ++i) {
    double square = 0;
    for (int k = 0; k < m->dim; ++k) {
      const double way = (double)moving_place(m, i)[k] - (double)moving_place(m, body)[k];
      square += way * way;
    }
    out[i] = sqrt(square);
  }
  qsort(out, m->count, sizeof *out, compare_doubles);
}

static void check_ticks(const void* context, void* written) {
  const near_case* c = context;
  bool* right = written;
  opened o = {0};
  double far[CHECKED_BODIES];
  moving scene;
  if (!moving_open(&scene, c->kind, c->count, c->z_order)) exit(2);
  open_case(&o, c, &scene);
  for (int tick = 0; tick < 3; ++tick) {
    moving_step(&scene);
    c->contender->tick(o.contender, o.body, o.distance);
  }
  *right = true;
  for (uint32_t i = 0; i < c->count; ++i) {
    distances_from(&scene, i, far);
    for (uint32_t k = 0; k < NEAR_COUNT; ++k) {
      const double told = (double)o.distance[NEAR_COUNT * i + k];
      *right = *right && fabs(told - far[k + 1]) <= 1e-5 * (1 + far[k + 1]) && o.body[NEAR_COUNT * i + k] != i;
    }
  }
}

bool check_near(const near_case* c) {
  near_case small = *c;
  small.count = CHECKED_BODIES;
  bool right = false;
  return in_child(check_ticks, &small, &right, sizeof right, 12) && right;
}
