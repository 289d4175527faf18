// A world that moves, for tests of whole ticks: circles and boxes among walls, some of which leave, enter or are
// replaced.
#ifndef LGJK_TESTS_TICK_WORLD_H
#define LGJK_TESTS_TICK_WORLD_H

#include "built.h"
#include "built_tree.h"
#include "lanegjk/lanegjk_tick.h"
#include "packed.h"
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
  built_tree tree;
  lgjk_tick tick;
} world;

static inline void* memory_of(uint64_t size) {
  void* memory = aligned_alloc(64, (size + 63) / 64 * 64);
  memset(memory, 0, (size + 63) / 64 * 64);
  return memory;
}

static inline lgjk_shapesN* make_shapes(void) {
  static const float centre[DIM] = {0};
  lgjk_shapeN_def defs[3] = {rounded_pointsN(centre, 1, 0.3f), long_boxN(0.2f, 0), long_boxN(2, 0.1f)};
  for (uint32_t k = 1; k < DIM; ++k) defs[1].size[k] = 0.2f + 0.05f * (float)k;
  return build_shapesN(defs, 3);
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
  w->moving = packed_bodies(w->shapes, MOVING, w->shape, w->pose[0], NULL);
  w->fixed = packed_bodies(w->shapes, FIXED, w->shape + MOVING, w->pose[MOVING], NULL);
}

static inline void open_world(world* w, uint32_t flags) {
  memset(w, 0, sizeof *w);
  random_state = 21;
  w->shapes = make_shapes();
  open_bodies(w);
  lgjk_filters_init(&w->filters);
  w->filters.category = w->category;
  w->find = (lgjk_find_options){.struct_size = sizeof w->find, .margin = 0.1f, .filters_a = &w->filters};
  w->contact = (lgjk_options){.struct_size = sizeof w->contact};
  w->tree = build_tree(&w->fixed, NULL);
  const uint64_t size = lgjk_tick_sizeN(MOVING, PAIRS, flags);
  w->tick = (lgjk_tick){.struct_size = sizeof w->tick,
                        .flags = flags,
                        .max_bodies = MOVING,
                        .max_pairs = PAIRS,
                        .slop = 0.01f,
                        .replaced = w->replaced,
                        .size = size,
                        .memory = memory_of(size)};
}

static inline void close_world(world* w) {
  lgjk_shapesN_destroy(w->shapes);
  free(w->tree.memory);
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
  return lgjk_tick_runN(&w->tick, &w->moving, TARGET(&w->fixed, &w->tree), &w->find, &w->contact, error);
}

static inline void step(world* w) {
  move(w);
  assert_int_equal(run(w, NULL), LGJK_OK);
}

static inline uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) hash = (hash ^ ((const uint8_t*)bytes)[i]) * UINT64_C(1099511628211);
  return hash;
}

// All that a run reports of a list.
static inline uint64_t hash_list(uint64_t hash, const lgjk_tick_list* list) {
  const size_t count = (size_t)list->pairs.count;
  hash = hash_bytes(hash, list->pairs.a, count * sizeof *list->pairs.a);
  hash = hash_bytes(hash, list->pairs.b, count * sizeof *list->pairs.b);
  hash = hash_bytes(hash, list->status, count);
  hash = hash_bytes(hash, list->distance, count * sizeof *list->distance);
  hash = hash_bytes(hash, list->normal, count * DIM * sizeof *list->normal);
  hash = hash_bytes(hash, list->touching, count);
  return hash_bytes(hash, list->events, (size_t)list->event_count * sizeof *list->events);
}

static inline uint64_t hash_tick(const lgjk_tick* tick) {
  return hash_list(hash_list(1, &tick->among), &tick->against);
}

#endif
