// This library as a contender: one view of all bodies; compiled once for each dimension. In 2D also with the walls in
// an index that is made once.
#include <stdio.h>
#include <stdlib.h>

#include "contender.h"
#include "clock.h"

#define JOIN(before, number, after) before##number##after
#define NAME(before, number, after) JOIN(before, number, after)
#define lgjk_bodiesN NAME(lgjk_bodies, DIM, )
#define lgjk_find_scratchN NAME(lgjk_find_scratch, DIM, )
#define lgjk_find_pairsN NAME(lgjk_find_pairs, DIM, )
#define moving_viewN NAME(moving_view, DIM, )
#define find_libraryN NAME(find_library, DIM, )

// One call, with its memory.
typedef struct list_call {
  lgjk_pair_list list;
  void* scratch;
  uint64_t size;
} list_call;

typedef struct library {
  const moving* scene;
  lgjk_find_options options;
  list_call among, against;
  void* index;
} library;

static void no_memory(void) {
  fputs("lgjk_bench: not enough memory\n", stderr);
  exit(2);
}

// Makes room for so many pairs and half as many again.
static void make_room(list_call* call, uint32_t bodies, uint64_t pairs) {
  free(call->list.a);
  free(call->list.b);
  free(call->scratch);
  lgjk_pair_list_init(&call->list);
  call->list.capacity = pairs + pairs / 2 + 1024;
  call->list.a = malloc(call->list.capacity * sizeof *call->list.a);
  call->list.b = malloc(call->list.capacity * sizeof *call->list.b);
  call->size = (lgjk_find_scratchN(bodies, 0, call->list.capacity) + 63) / 64 * 64;
  call->scratch = aligned_alloc(64, call->size);
  if (!call->list.a || !call->list.b || !call->scratch) no_memory();
}

// Runs a call, again with more room where the list was too small.
static void find(library* self, list_call* call, const lgjk_bodiesN* bodies, const void* index) {
  lgjk_error error = {0};
  for (int32_t code = LGJK_ERROR_CAPACITY; code != LGJK_OK;) {
#if DIM == 2
    code = index != NULL
               ? lgjk_find_against2(bodies, index, &call->list, call->scratch, call->size, &self->options, &error)
               : lgjk_find_pairs2(bodies, NULL, &call->list, call->scratch, call->size, &self->options, &error);
#else
    (void)index;
    code = lgjk_find_pairs3(bodies, NULL, &call->list, call->scratch, call->size, &self->options, &error);
#endif
    if (code == LGJK_ERROR_CAPACITY) {
      make_room(call, bodies->count, error.index);
    } else if (code != LGJK_OK) {
      fprintf(stderr, "lgjk_bench: %s\n", error.text);
      exit(2);
    }
  }
}

// Hands a list over without copying it, unless there is room for a copy.
static void tell(const lgjk_pair_list* list, uint32_t offset, find_pairs* pairs) {
  if (pairs->capacity == 0) {
    pairs->count += list->count;
    return;
  }
  for (uint64_t i = 0; i < list->count; ++i) find_pairs_add(pairs, list->a[i], list->b[i] + offset);
}

static void* open_view(find_setup* setup) {
  library* self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->scene = setup->scene;
  lgjk_find_options_init(&self->options);
  self->options.isa = setup->isa;
  self->options.margin = MOVING_MARGIN;
  self->options.tasks = setup->tasks;
  make_room(&self->among, setup->scene->count, 0);
  return self;
}

static void tick_view(void* pointer, find_pairs* pairs) {
  library* self = pointer;
  const lgjk_bodiesN bodies = moving_viewN(self->scene, 0, self->scene->count);
  find(self, &self->among, &bodies, NULL);
  tell(&self->among.list, 0, pairs);
}

static void close_call(list_call* call) {
  free(call->list.a);
  free(call->list.b);
  free(call->scratch);
}

static void close_view(void* pointer) {
  library* self = pointer;
  close_call(&self->among);
  close_call(&self->against);
  free(self->index);
  free(self);
}

const find_contender find_libraryN = {.name = "library",
                                      .shown = "lanegjk",
                                      .dim = {[DIM] = true},
                                      .whole = true,
                                      .open = open_view,
                                      .tick = tick_view,
                                      .close = close_view};

// ---------------------------------------------------------------- walls in an index

#if DIM == 2

static void* open_indexed(find_setup* setup) {
  const moving* m = setup->scene;
  library* self = open_view(setup);
  if (self == NULL) return NULL;
  const lgjk_bodies2 walls = moving_view2(m, m->movers, m->count - m->movers);
  lgjk_index_def def;
  lgjk_error error = {0};
  uint64_t size = 0;
  lgjk_index_def_init(&def);
  for (uint32_t i = 0; i < m->movers; ++i) def.reach = m->radius[i] > def.reach ? m->radius[i] : def.reach;
  def.reach += MOVING_MARGIN;
  const double begin = clock_seconds(OF_THREAD);
  int32_t code = lgjk_index_size2(&walls, &def, &size, &error);
  size = (size + 63) / 64 * 64;
  self->index = aligned_alloc(64, size);
  if (self->index == NULL) no_memory();
  if (code == LGJK_OK) code = lgjk_index_build2(&walls, &def, self->index, size, NULL, &error);
  setup->built = clock_seconds(OF_THREAD) - begin;
  if (code != LGJK_OK) {
    fprintf(stderr, "lgjk_bench: %s\n", error.text);
    exit(2);
  }
  make_room(&self->against, m->movers, 0);
  return self;
}

static void tick_indexed(void* pointer, find_pairs* pairs) {
  library* self = pointer;
  const lgjk_bodies2 bodies = moving_view2(self->scene, 0, self->scene->movers);
  find(self, &self->among, &bodies, NULL);
  find(self, &self->against, &bodies, self->index);
  tell(&self->among.list, 0, pairs);
  tell(&self->against.list, self->scene->movers, pairs);
}

const find_contender find_indexed = {.name = "indexed",
                                     .shown = "lanegjk, walls in an index",
                                     .dim = {[2] = true},
                                     .whole = true,
                                     .walls_only = true,
                                     .open = open_indexed,
                                     .tick = tick_indexed,
                                     .close = close_view};

#endif
