// A world that moves, for tests of whole ticks: circles and boxes among walls, some of which leave, enter or are
// replaced.
#ifndef LGJK_TESTS_TICK_WORLD_H
#define LGJK_TESTS_TICK_WORLD_H

#include "test.h"
#include "dim_names.h"
#include "lanegjk/lanegjk_tick.h"
#include "test_random.h"

enum { MOVING = 600, FIXED = 40, PAIRS = 8000, TICKS = 25 };
#define HALF (DIM == 2 ? 9.0 : 4.0)

typedef struct world {
  lgjk_shapesN* shapes;
  lgjk_bodiesN moving, fixed;
  float pose[MOVING + FIXED][POSE_FLOATS], way[MOVING][DIM];
  uint32_t shape[MOVING + FIXED], category[MOVING];
  uint8_t replaced[MOVING];
  lgjk_filters filters;
  lgjk_find_options find;
  lgjk_options contact;
  void* index;
  lgjk_tick tick;
} world;

static inline void* memory_of(uint64_t size) {
  void* memory = aligned_alloc(64, (size + 63) / 64 * 64);
  memset(memory, 0, (size + 63) / 64 * 64);
  return memory;
}

static inline void open_shapes(world* w) {
  static const float centre[DIM] = {0};
  lgjk_shapeN_def defs[3];
  for (int i = 0; i < 3; ++i) lgjk_shapeN_def_init(&defs[i]);
  defs[0].points = centre;
  defs[0].point_count = 1;
  defs[0].radius = 0.3f;
  defs[1].kind = LGJK_SHAPEN_BOX;
  defs[2].kind = LGJK_SHAPEN_BOX;
  for (uint32_t k = 0; k < DIM; ++k) {
    defs[1].size[k] = 0.2f + 0.05f * (float)k;
    defs[2].size[k] = k == 0 ? 2.0f : 0.1f;
  }
  assert_int_equal(lgjk_shapesN_create(defs, 3, NULL, &w->shapes, NULL), LGJK_OK);
}

static inline void open_bodies(world* w) {
  for (uint32_t i = 0; i < MOVING + FIXED; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) w->pose[i][k] = (float)random_in(-HALF, HALF);
    w->pose[i][POSE_UNIT] = 1;
    w->shape[i] = i < MOVING ? i % 2 : 2;
  }
  for (uint32_t i = 0; i < MOVING; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) w->way[i][k] = (float)random_in(-0.1, 0.1);
    w->category[i] = 1;
  }
  lgjk_bodiesN_init(&w->moving);
  w->moving.count = MOVING;
  w->moving.shapes = w->shapes;
  w->moving.shape = w->shape;
  w->moving.pose = w->pose[0];
  w->fixed = w->moving;
  w->fixed.count = FIXED;
  w->fixed.shape += MOVING;
  w->fixed.pose = w->pose[MOVING];
}

static inline void open_world(world* w, uint32_t flags) {
  memset(w, 0, sizeof *w);
  random_state = 21;
  open_shapes(w);
  open_bodies(w);
  lgjk_filters_init(&w->filters);
  w->filters.category = w->category;
  lgjk_find_options_init(&w->find);
  w->find.margin = 0.1f;
  w->find.filters_a = &w->filters;
  lgjk_options_init(&w->contact);
  w->contact.max_distance = 0.1f;
  lgjk_index_def def = {.struct_size = sizeof def};
  uint64_t size;
  def.reach = 0.7f;
  assert_int_equal(lgjk_index_sizeN(&w->fixed, &def, &size, NULL), LGJK_OK);
  w->index = memory_of(size);
  assert_int_equal(lgjk_index_buildN(&w->fixed, &def, w->index, size, NULL, NULL), LGJK_OK);
  lgjk_tick_init(&w->tick);
  w->tick.flags = flags;
  w->tick.max_bodies = MOVING;
  w->tick.max_pairs = PAIRS;
  w->tick.slop = 0.01f;
  w->tick.replaced = w->replaced;
  w->tick.size = lgjk_tick_sizeN(MOVING, PAIRS, flags);
  w->tick.memory = memory_of(w->tick.size);
}

static inline void close_world(world* w) {
  lgjk_shapesN_destroy(w->shapes);
  free(w->index);
  free(w->tick.memory);
}

// Moves all bodies; some leave, some enter, some are replaced.
static inline void move(world* w) {
  for (uint32_t i = 0; i < MOVING; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) w->pose[i][k] += w->way[i][k];
    w->category[i] = random_below(16) == 0 ? 0 : 1;
    w->replaced[i] = random_below(16) == 0;
  }
}

static inline int32_t run(world* w, lgjk_error* error) {
  return lgjk_tick_runN(&w->tick, &w->moving, &w->fixed, w->index, &w->find, &w->contact, error);
}

#endif
