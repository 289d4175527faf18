// Bodies in states that are hard to find pairs of, and a call that finds pairs. Compiled once for each dimension.
#ifndef LGJK_TESTS_FIND_CALL_H
#define LGJK_TESTS_FIND_CALL_H

#include <sys/mman.h>

#include "test.h"
#include "lane/dimension.h"
#include "built.h"
#include "built_tree.h"
#include "mixed.h"
#include "test_threads.h"

enum {
  CIRCLES,    // a crowd of one size
  WALLS,      // the same, with walls 200 radii long
  ALL_KINDS,  // shapes of all kinds, of sizes from 1e-3 to 1e3
  ALL_BAD,    // the same, some bodies bad
  RATIO,      // radii over a factor of 1,000
  ONE_POINT,  // all at one place
  HEAP,       // many partners each
  CLUSTERS,   // far from each other, and at multiples of one length
  FAR_AWAY,   // where a coordinate resolves a fraction of a body
  STRAY,      // one body a million units off
  ONE_LINE,   // along an axis
  SAME_CELLS, // on a lattice of one reach
  HUGE,       // eight bodies as large as the world
  POINTS,     // without radius or margin, many at the same place
  SCENES
};

static const char* const scene_names[SCENES] = {
    "circles",  "walls", "all kinds", "all kinds, some bad", "ratio", "one point", "heap", "clusters",
    "far away", "stray", "one line",  "same cells",          "huge",  "points"};

// A scene's bodies.
typedef struct bodies_scene {
  mixedN mixed; // whose arrays are the bodies' own
  float* motion;
  uint32_t *category, *mask, *group;
  float margin;
  double half; // of the world
} bodies_scene;

static inline void scene_turn(bodies_scene* s, float* pose) {
  mixedN* m = &s->mixed;
#if DIM == 2
  lgjk_pose2_from_angle(pose[0], pose[1], (float)mixedN_in(m, 0, 6.2831853), pose);
#else
  for (int k = 3; k < 7; ++k) pose[k] = (float)(mixedN_in(m, -1, 1) + (k == 6 ? 0.1 : 0));
  lgjk_poseN_normalize(pose, 0, 1, NULL);
#endif
}

static inline double scene_place(uint32_t kind, uint32_t i, double drawn) {
  switch (kind) {
    case ONE_POINT: return 3.5;
    case HEAP: return drawn * 0.2;
    case CLUSTERS: return drawn * 0.1 + 1000.0 * (i % 5) * (1 + i % 3);
    case FAR_AWAY: return drawn + 2e6;
    case STRAY: return i == 11 ? 1e6 : drawn;
    case SAME_CELLS: return 0.8 * (double)(int)(drawn / 0.8);
    case POINTS: return (double)(int)(drawn * 2) * 0.5;
    default: return drawn;
  }
}

static inline void scene_body(bodies_scene* s, uint32_t kind, uint32_t i) {
  mixedN* m = &s->mixed;
  float* pose = m->pose + (size_t)POSE_FLOATS * i;
  for (uint32_t k = 0; k < DIM; ++k) {
    const double drawn = mixedN_in(m, -s->half, s->half);
    pose[k] = (float)(kind == ONE_LINE && k > 0 ? 1.0 : scene_place(kind, i, drawn));
  }
  scene_turn(s, pose);
  m->radius[i] = (float)mixedN_in(m, 0.2, 0.35);
  m->shape[i] = 0;
  if (kind == RATIO) {
    double size = 0.01;
    for (uint32_t k = mixed_bits(m) % 11; k > 0; --k) size *= 2;
    m->radius[i] = (float)(size * mixedN_in(m, 1, 2));
  }
  if (kind == WALLS && i % 20 == 0) {
    m->shape[i] = MIXED_SHAPES;
    m->radius[i] = 0;
  }
  if (kind == HUGE && i < 8) m->radius[i] = (float)(s->half * 0.5);
  if (kind == POINTS) m->radius[i] = 0;
  if (kind == ALL_KINDS || kind == ALL_BAD) m->shape[i] = mixed_bits(m) % MIXED_SHAPES;
}

// Makes all bodies bad that mixed_maybe_spoil would, by its ways.
static inline void scene_spoil(bodies_scene* s, uint32_t count) {
  for (uint32_t pair = 0; pair < count / 2; ++pair) mixed_maybe_spoil(&s->mixed, pair);
}

// The shapes of `mixed`, the first of them a point, and a wall.
static inline int scene_shapes(mixedN* m) {
  static lgjk_shapeN_def defs[MIXED_SHAPES + 1];
  static float points[MIXED_SHAPES][DIM * MIXED_POINTS];
  for (uint32_t i = 0; i < MIXED_SHAPES; ++i) mixedN_define(m, i, &defs[i], points[i]);
  defs[0].radius = 0;
  for (uint32_t k = 0; k < DIM; ++k) points[0][k] = 0;
  defs[MIXED_SHAPES] = long_boxN(30, 0.15f);
  return lgjk_shapesN_create(defs, MIXED_SHAPES + 1, NULL, &m->shapes, NULL);
}

static inline int scene_open(bodies_scene* s, uint32_t kind, uint32_t count, uint64_t seed) {
  memset(s, 0, sizeof *s);
  mixedN* m = &s->mixed;
  m->state = seed;
  if (scene_shapes(m) != LGJK_OK || mixed_allocate(m, count / 2 + 1)) return 1;
  s->motion = calloc((size_t)count * DIM + DIM, sizeof *s->motion);
  s->category = calloc(count + 1, sizeof *s->category);
  s->mask = calloc(count + 1, sizeof *s->mask);
  s->group = calloc(count + 1, sizeof *s->group);
  if (!s->motion || !s->category || !s->mask || !s->group) return 1;
  s->margin = kind == POINTS ? 0 : 0.1f;
  s->half = 1;
  while ((DIM == 2 ? 8 * s->half * s->half : 16 * s->half * s->half * s->half) < count) s->half *= 1.05;
  for (uint32_t i = 0; i < count; ++i) scene_body(s, kind, i);
  if (kind == ALL_BAD) scene_spoil(s, count);
  for (uint32_t i = 0; i < count; ++i) {
    s->category[i] = mixed_bits(m) % 8 == 0 ? 0 : 1u << mixed_bits(m) % 4;
    s->mask[i] = mixed_bits(m) % 16;
    s->group[i] = mixed_bits(m) % 6;
    for (uint32_t k = 0; k < DIM; ++k) s->motion[DIM * i + k] = (float)(i % 4 == 0 ? mixedN_in(m, -3, 3) : 0);
  }
  m->bodies = (lgjk_bodiesN){
      .struct_size = sizeof m->bodies, .count = count, .shapes = m->shapes, .shape = m->shape, .pose = m->pose};
  m->bodies.radius = kind == ALL_KINDS || kind == ALL_BAD ? NULL : m->radius;
  return 0;
}

static inline void scene_close(bodies_scene* s) {
  mixedN_close(&s->mixed);
  free(s->motion);
  free(s->category);
  free(s->mask);
  free(s->group);
}

// ---------------------------------------------------------------- calls

enum { BODIES = 900, SEEDS = 2 };

// A call and its memory.
typedef struct find_call {
  const lgjk_bodiesN *a, *b;
  lgjk_find_options options;
  lgjk_filters filters_a, filters_b;
  lgjk_pair_list list;
  void* scratch;
  uint64_t size;
  lgjk_error error;
} find_call;

static inline void open_call(find_call* c, const lgjk_bodiesN* a, const lgjk_bodiesN* b, uint64_t capacity) {
  memset(c, 0, sizeof *c);
  c->a = a;
  c->b = b;
  lgjk_find_options_init(&c->options);
  lgjk_pair_list_init(&c->list);
  c->list.capacity = capacity;
  c->list.a = malloc((capacity + 1) * sizeof *c->list.a);
  c->list.b = malloc((capacity + 1) * sizeof *c->list.b);
  c->size = lgjk_find_scratchN(a->count, b == NULL ? 0 : b->count, capacity);
  c->scratch = aligned_alloc(64, (c->size + 127) / 64 * 64);
  memset(c->scratch, 0xA5, (c->size + 127) / 64 * 64);
}

static inline void close_call(find_call* c) {
  free(c->list.a);
  free(c->list.b);
  free(c->scratch);
}

// A scene, and a call with room for all pairs of its bodies.
static inline void open_scene(bodies_scene* s, find_call* c, uint32_t kind, uint32_t bodies, uint64_t seed) {
  assert_int_equal(scene_open(s, kind, bodies, seed), 0);
  open_call(c, &s->mixed.bodies, NULL, (uint64_t)bodies * bodies / 2);
  c->options.margin = s->margin;
}

static inline void close_scene(bodies_scene* s, find_call* c) {
  close_call(c);
  scene_close(s);
}

static inline int32_t run(find_call* c) {
  return lgjk_find_pairsN(c->a, c->b, &c->list, c->scratch, c->size, &c->options, &c->error);
}

static inline void filters_of(const bodies_scene* s, uint32_t first, lgjk_filters* filters) {
  lgjk_filters_init(filters);
  filters->category = s->category + first;
  filters->mask = s->mask + first;
  filters->group = s->group + first;
}

// One of three ways to search a scene's bodies, of which those from `split` on are B's, if there are two views.
enum { PLAIN, FILTERED, MOVING, VARIANTS };
static inline void choose_variant(find_call* c, const bodies_scene* s, uint32_t split, int variant) {
  filters_of(s, 0, &c->filters_a);
  filters_of(s, split, &c->filters_b);
  c->options.filters_a = variant == FILTERED ? &c->filters_a : NULL;
  c->options.filters_b = variant == FILTERED && c->b != NULL ? &c->filters_b : NULL;
  c->options.motion = variant == MOVING ? s->motion : NULL;
}

// The first `split` of a scene's bodies, and the others, as two views.
static inline void split_views(const bodies_scene* s, uint32_t split, lgjk_bodiesN* a, lgjk_bodiesN* b) {
  *a = *b = s->mixed.bodies;
  a->count = split;
  b->count -= split;
  b->shape += split;
  b->pose += (size_t)POSE_FLOATS * split;
  if (b->radius != NULL) b->radius += split;
}

// Compares the list of a call with another.
static inline void expect_list(const find_call* c, const lgjk_pair_list* list) {
  assert_int_equal(c->list.count, list->count);
  assert_int_equal(c->list.bad_bodies, list->bad_bodies);
  assert_memory_equal(c->list.a, list->a, list->count * sizeof *list->a);
  assert_memory_equal(c->list.b, list->b, list->count * sizeof *list->b);
}

// Finds the pairs of two trees, or of one, with the options of a call that are not of its views.
static inline int32_t run_trees(find_call* c, const built_tree* a, const built_tree* b) {
  lgjk_find_options options = c->options;
  options.filters_a = options.filters_b = NULL;
  options.motion = NULL;
  return lgjk_tree_pairsN(a->memory, a->size, b == NULL ? NULL : b->memory, b == NULL ? 0 : b->size, &c->list,
                          c->scratch, c->size, &options, &c->error);
}

// Builds the tree of a view by the options of a call.
static inline built_tree tree_of(const find_call* c, const lgjk_bodiesN* bodies, const lgjk_filters* filters,
                                 const float* motion) {
  const lgjk_tree_options options = {.struct_size = sizeof options,
                                     .isa = c->options.isa,
                                     .flags = c->options.flags,
                                     .motion = motion,
                                     .filters = filters,
                                     .tasks = c->options.tasks};
  return build_tree(bodies, &options);
}

// Finds the pairs of the trees of a call's views, and expects a list.
static inline void expect_trees(find_call* c, const lgjk_bodiesN* b, const lgjk_filters* filters_b,
                                const lgjk_pair_list* list) {
  built_tree a = tree_of(c, c->a, c->options.filters_a, c->options.motion), other = {NULL, 0};
  if (b != NULL) other = tree_of(c, b, filters_b, NULL);
  assert_int_equal(run_trees(c, &a, b == NULL ? NULL : &other), LGJK_OK);
  expect_list(c, list);
  free(a.memory);
  free(other.memory);
}

#endif
