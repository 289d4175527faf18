// Bodies in states that are hard to find pairs of; and a call that finds pairs, and the pairs that it has to find:
// brute force over the bounds of all bodies. Bounds and their tests are the library's own (find/bounds.h, find/meet.h):
// what is compared is that no grid loses or doubles a pair. That bounds are right is checked by distances
// (test_find.c). Compiled once for each dimension.
#ifndef LGJK_TESTS_FIND_CALL_H
#define LGJK_TESTS_FIND_CALL_H

#include <sys/mman.h>

#include "test.h"
#include "find/bounds.h"
#include "find/build.h"
#include "find/meet.h"
#include "shape/shapes.h"
#include "built.h"
#include "built_index.h"
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

// Searches the bodies of A against an index, and expects a list.
static inline void expect_against(find_call* c, const void* index, const lgjk_pair_list* list) {
  const int32_t code = lgjk_find_againstN(c->a, index, &c->list, c->scratch, c->size, &c->options, &c->error);
  assert_int_equal(code, LGJK_OK);
  expect_list(c, list);
}

// ---------------------------------------------------------------- brute force

// The bounds of two views, found by the library one body at a time.
typedef struct brute {
  find_job job;
  bool* in; // whether a body is not left out
} brute;

static inline void set_view(find_view* v, const lgjk_bodiesN* bodies, const lgjk_filters* filters,
                            const lgjk_shapesN* shapes) {
  const struct lgjk_shapesN* set = shapes;
  memset(v, 0, sizeof *v);
  v->bodies = (lgjk_side){.table = set->shape,
                          .core = set->core,
                          .shape = (const char*)bodies->shape,
                          .pose = (const char*)bodies->pose,
                          .radius = (const char*)bodies->radius,
                          .shape_stride = 4,
                          .pose_stride = POSE_FLOATS * sizeof(float),
                          .radius_stride = 4,
                          .shape_count = set->count,
                          .body_count = bodies->count};
  v->box = set->box;
  v->filter_stride = 4;
  if (filters == NULL) return;
  v->category = (const char*)filters->category;
  v->mask = (const char*)filters->mask;
  v->group = (const char*)filters->group;
}

static inline void open_brute(brute* w, const find_call* c) {
  memset(w, 0, sizeof *w);
  find_job* job = &w->job;
  set_view(&job->view[0], c->a, c->options.filters_a, c->a->shapes);
  set_view(&job->view[1], c->b == NULL ? c->a : c->b, c->b == NULL ? NULL : c->options.filters_b,
           c->b == NULL ? c->a->shapes : c->b->shapes);
  job->split = c->a->count;
  job->count = job->split + (c->b == NULL ? 0 : c->b->count);
  job->tolerance = 1e-4;
  job->limits = (find_limits){c->options.margin * 1.00001f + LEAST_MARGIN, (float)(1e-4 * (DIM == 2 ? 2.0 : 5.0))};
  job->motion = (const char*)c->options.motion;
  job->motion_stride = DIM * sizeof(float);
  for (uint32_t k = 0; k < DIM; ++k) job->bounds.centre[k] = calloc(job->count + 1, sizeof(float));
  job->bounds.radius = calloc(job->count + 1, sizeof(float));
  job->bounds.box = calloc(job->count + 1, sizeof(find_box));
  w->in = calloc(job->count + 1, sizeof *w->in);
  for (uint32_t i = 0; i < job->count; ++i) {
    const uint32_t view = i >= job->split;
    const bound_kind kind = find_boundN(job, view, view ? i - job->split : i, i);
    w->in[i] = kind == BOUND_POINT || kind == BOUND_BOXED;
  }
}

static inline void close_brute(brute* w) {
  for (uint32_t k = 0; k < DIM; ++k) free(w->job.bounds.centre[k]);
  free(w->job.bounds.radius);
  free(w->job.bounds.box);
  free(w->in);
}

// Returns whether circle i of a and circle j of b are no farther apart than the margin. In the library
// lanes do this (find/search.h).
static inline bool circles_meet(const find_bounds* a, uint32_t i, const find_bounds* b, uint32_t j, float margin) {
  float square = 0;
  for (int k = 0; k < DIM; ++k) {
    const float d = b->centre[k][j] - a->centre[k][i];
    square = k == 0 ? d * d : square + d * d;
  }
  const float reach = (a->radius[i] + b->radius[j]) + margin;
  return square <= reach * reach;
}

// Returns whether the boxes of two bodies along the axes of the world are no farther apart than the margin.
static inline bool world_boxes_meet(const find_job* job, uint32_t i, uint32_t j) {
  float low[2][DIM], high[2][DIM];
  find_body_boxN(job, i, low[0], high[0]);
  find_body_boxN(job, j, low[1], high[1]);
  for (int k = 0; k < DIM; ++k) {
    if (!(low[1][k] <= high[0][k] + job->limits.margin && low[0][k] <= high[1][k] + job->limits.margin)) return false;
  }
  return true;
}

static inline find_filter filter_of(const find_job* job, uint32_t i) {
  return i < job->split ? filter_in(&job->view[0], i) : filter_in(&job->view[1], i - job->split);
}

static inline bool meet(const brute* w, uint32_t i, uint32_t j) {
  const find_job* job = &w->job;
  const find_filter a = filter_of(job, i), b = filter_of(job, j);
  find_tree all = {.box = job->bounds.box, .radius = job->bounds.radius};
  for (int k = 0; k < DIM; ++k) all.centre[k] = job->bounds.centre[k];
  return w->in[i] && w->in[j] && filters_allow(&a, &b) &&
         circles_meet(&job->bounds, i, &job->bounds, j, job->limits.margin) && world_boxes_meet(job, i, j) &&
         !trees_part(&all, i, &all, j, &job->limits);
}

// Compares the list of a call with all pairs that meet; returns how many these are.
static inline uint64_t compare_with_brute(const find_call* c) {
  brute w;
  uint64_t count = 0;
  open_brute(&w, c);
  const uint32_t split = w.job.split, total = w.job.count;
  for (uint32_t i = 0; i < split; ++i) {
    for (uint32_t j = c->b == NULL ? i + 1 : split; j < total; ++j) {
      if (!meet(&w, i, j)) continue;
      if (count < c->list.count) {
        assert_int_equal(c->list.a[count], i);
        assert_int_equal(c->list.b[count], c->b == NULL ? j : j - split);
      }
      ++count;
    }
  }
  assert_int_equal(c->list.count, count);
  close_brute(&w);
  return count;
}

#endif
