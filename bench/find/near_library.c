// This library finds the nearest bodies; compiled once for each dimension.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_call.h"
#include "near.h"

#define JOIN(before, number, after) before##number##after
#define NAME(before, number, after) JOIN(before, number, after)
#define lgjk_bodiesN NAME(lgjk_bodies, DIM, )
#define lgjk_index_sizeN NAME(lgjk_index_size, DIM, )
#define lgjk_index_buildN NAME(lgjk_index_build, DIM, )
#define lgjk_nearestN NAME(lgjk_nearest, DIM, )
#define moving_viewN NAME(moving_view, DIM, )
#define near_libraryN NAME(near_library, DIM, )

typedef struct library {
  const moving* scene;
  lgjk_index_def def;
  lgjk_nearest_options options;
  const lgjk_tasks* tasks;
  uint32_t* self; // each body's own index, which is left out
  void* index;
  uint64_t size;
} library;

static void* open(const near_setup* setup) {
  library* self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  const moving* m = setup->scene;
  const lgjk_bodiesN bodies = moving_viewN(m, 0, m->count);
  lgjk_error error = {0};
  lgjk_index_def_init(&self->def);
  lgjk_nearest_options_init(&self->options);
  self->scene = m;
  self->def.kind = LGJK_INDEX_NEAREST;
  self->tasks = self->options.tasks = setup->tasks;
  self->options.isa = setup->isa;
  self->options.stride = m->floats * (uint32_t)sizeof *m->pose;
  check_call(lgjk_index_sizeN(&bodies, &self->def, &self->size, &error), &error);
  self->size = (self->size + 63) / 64 * 64;
  self->index = aligned_alloc(64, self->size);
  self->self = malloc(m->count * sizeof *self->self);
  if (self->index == NULL || self->self == NULL) return NULL;
  memset(self->index, 0, self->size); // so that no tick is the first to touch it
  for (uint32_t i = 0; i < m->count; ++i) self->self[i] = i;
  self->options.skip = self->self;
  return self;
}

static void tick(void* pointer, uint32_t* body, float* distance) {
  library* self = pointer;
  const moving* m = self->scene;
  const lgjk_bodiesN bodies = moving_viewN(m, 0, m->count);
  lgjk_error error = {0};
  check_call(lgjk_index_buildN(&bodies, &self->def, self->index, self->size, self->tasks, &error), &error);
  check_call(lgjk_nearestN(self->index, m->pose, m->count, NEAR_COUNT, body, distance, NULL, &self->options, &error),
             &error);
}

static void close(void* pointer) {
  library* self = pointer;
  free(self->index);
  free(self->self);
  free(self);
}

const near_contender near_libraryN = {"library", "lanegjk", DIM, true, open, tick, close};
