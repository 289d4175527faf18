// This library as a contender, compiled once for each dimension: one view of all bodies, or two; in 2D also with the
// walls in a tree that is built once; and the nearest bodies, by a tree that is rebuilt in each tick.
#include <stdlib.h>

#include "basics.h"
#include "contender.h"
#include "library_names.h"

#define moving_viewN DIM_NAME(moving_view, DIM, )
#define find_libraryN DIM_NAME(find_library, DIM, )
#define near_libraryN DIM_NAME(near_library, DIM, )

// One call, with its memory.
typedef struct list_call {
  lgjk_pair_list list;
  void* scratch;
  uint64_t size;
} list_call;

typedef struct library {
  const moving* scene;
  lgjk_find_options options;
  lgjk_bodiesN others; // of the second view, if there is one
  list_call among, against;
  void *tree, *walls; // of what moves, and of walls
  uint64_t tree_size, walls_size;
} library;

// Makes room for so many pairs and half as many again, of bodies among each other or with others.
static void make_room(list_call* call, uint32_t bodies, uint32_t others, uint64_t pairs) {
  free(call->list.a);
  free(call->list.b);
  free(call->scratch);
  lgjk_pair_list_init(&call->list);
  call->list.capacity = pairs + pairs / 2 + 1024;
  call->list.a = claim(call->list.capacity, sizeof *call->list.a);
  call->list.b = claim(call->list.capacity, sizeof *call->list.b);
  call->size = lgjk_find_scratchN(bodies, others, call->list.capacity);
  call->scratch = claim_lines(call->size);
}

// Runs a call, again with more room where the list was too small: of the tree of bodies with that of walls or with
// itself; without it, of the view.
static void find(library* self, list_call* call, const lgjk_bodiesN* bodies, const void* walls) {
  lgjk_error error = {0};
  for (;;) {
    const int32_t code = self->tree != NULL
                             ? lgjk_tree_pairsN(self->tree, self->tree_size, walls, self->walls_size, &call->list,
                                                call->scratch, call->size, &self->options, &error)
                             : lgjk_find_pairsN(bodies, self->others.count > 0 ? &self->others : NULL, &call->list,
                                                call->scratch, call->size, &self->options, &error);
    if (code == LGJK_ERROR_CAPACITY) {
      make_room(call, bodies->count, self->others.count, error.index);
      continue;
    }
    check_call(code, &error);
    return;
  }
}

// Hands a list over without copying it, unless there is room for a copy.
static void report(const lgjk_pair_list* list, uint32_t offset, find_answers* pairs) {
  if (pairs->capacity == 0) {
    pairs->count += list->count;
    return;
  }
  for (uint64_t i = 0; i < list->count; ++i) find_pairs_add(pairs, list->a[i], list->b[i] + offset);
}

static void* open_view(find_setup* setup) {
  library* self = claim(1, sizeof *self);
  self->scene = setup->scene;
  lgjk_find_options_init(&self->options);
  self->options.isa = setup->isa;
  self->options.margin = setup->scene->margin;
  self->options.tasks = setup->tasks;
  make_room(&self->among, setup->scene->count, setup->scene->second, 0);
  return self;
}

static void tick_view(void* pointer, find_answers* pairs) {
  library* self = pointer;
  const moving* m = self->scene;
  const lgjk_bodiesN bodies = moving_viewN(m, 0, m->second > 0 ? m->second : m->count);
  if (m->second > 0) self->others = moving_viewN(m, m->second, m->count - m->second);
  find(self, &self->among, &bodies, NULL);
  report(&self->among.list, m->second, pairs);
}

const find_contender find_libraryN = {"library", "lanegjk", (DIM == 2 ? IN_2D : IN_3D) | WHOLE_LIST | TWO_VIEWS,
                                      open_view, tick_view};

// ---------------------------------------------------------------- walls in a tree

#if DIM == 2
static void* open_indexed(find_setup* setup) {
  const moving* m = setup->scene;
  library* self = open_view(setup);
  const lgjk_bodies2 walls = moving_view2(m, m->movers, m->count - m->movers);
  lgjk_error error = {0};
  const double begin = clock_seconds(OF_THREAD);
  self->walls_size = lgjk_tree_size2(walls.count);
  self->walls = claim_lines(self->walls_size);
  check_call(lgjk_tree_build2(&walls, self->walls, self->walls_size, NULL, &error), &error);
  setup->built = clock_seconds(OF_THREAD) - begin;
  self->tree_size = lgjk_tree_size2(m->movers);
  self->tree = claim_lines(self->tree_size);
  make_room(&self->against, m->movers, 0, 0);
  return self;
}

static void tick_indexed(void* pointer, find_answers* pairs) {
  library* self = pointer;
  const lgjk_bodies2 bodies = moving_view2(self->scene, 0, self->scene->movers);
  const lgjk_tree_options options = {
      .struct_size = sizeof options, .isa = self->options.isa, .tasks = self->options.tasks};
  lgjk_error error = {0};
  check_call(lgjk_tree_build2(&bodies, self->tree, self->tree_size, &options, &error), &error);
  find(self, &self->among, &bodies, NULL);
  find(self, &self->against, &bodies, self->walls);
  report(&self->among.list, 0, pairs);
  report(&self->against.list, self->scene->movers, pairs);
}

const find_contender find_indexed = {"indexed", "lanegjk, walls in a tree", IN_2D | WHOLE_LIST | WALLS_ONLY,
                                     open_indexed, tick_indexed};
#endif

// ---------------------------------------------------------------- the nearest

typedef struct nearest {
  const moving* scene;
  lgjk_tree_options build;
  lgjk_near_options options;
  uint32_t* self; // each body's own number, which is left out
  void *tree, *scratch;
  uint64_t size, scratch_size;
} nearest;

static void* open_nearest(find_setup* setup) {
  nearest* self = claim(1, sizeof *self);
  const moving* m = setup->scene;
  lgjk_tree_options_init(&self->build);
  lgjk_near_options_init(&self->options);
  self->scene = m;
  self->build.tasks = self->options.tasks = setup->tasks;
  self->build.isa = self->options.isa = setup->isa;
  self->options.stride = m->floats * (uint32_t)sizeof *m->pose;
  self->size = lgjk_tree_sizeN(m->count);
  self->tree = claim_lines(self->size);
  self->scratch_size = lgjk_near_scratchN(m->count, 0);
  self->scratch = claim_lines(self->scratch_size);
  self->self = claim(m->count, sizeof *self->self);
  for (uint32_t i = 0; i < m->count; ++i) self->self[i] = i;
  self->options.skip = self->self;
  return self;
}

static void tick_nearest(void* pointer, find_answers* to) {
  nearest* self = pointer;
  const moving* m = self->scene;
  const lgjk_bodiesN bodies = moving_viewN(m, 0, m->count);
  lgjk_error error = {0};
  const lgjk_targetN target = {NULL, self->tree, self->size};
  check_call(lgjk_tree_buildN(&bodies, self->tree, self->size, &self->build, &error), &error);
  check_call(lgjk_nearestN(m->pose, m->count, &target, 1, NEAR_COUNT, to->nearest, to->distance, NULL, self->scratch,
                           self->scratch_size, &self->options, &error),
             &error);
}

const find_contender near_libraryN = {"library", "lanegjk", (DIM == 2 ? IN_2D : IN_3D) | NEAREST, open_nearest,
                                      tick_nearest};
