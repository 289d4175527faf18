// A call that finds pairs, and the pairs that it has to find: brute force over the bounds of all bodies.
#ifndef LGJK_TESTS_FIND_CALL_H
#define LGJK_TESTS_FIND_CALL_H

#include <sys/mman.h>

#include "test.h"
#include "find/bounds.h"
#include "find/meet.h"
#if DIM == 2
#include "shape/shapes2.h"
#else
#include "shape/shapes3.h"
#endif
#include "find_scenes.h"
#include "test_threads.h"

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

static inline bool meet(const brute* w, uint32_t i, uint32_t j) {
  const find_job* job = &w->job;
  const find_filter a = filter_of(job, i), b = filter_of(job, j);
  return w->in[i] && w->in[j] && filters_allow(&a, &b) &&
         circles_meet(&job->bounds, i, &job->bounds, j, job->limits.margin) &&
         !boxes_part(&job->bounds, i, &job->bounds, j, &job->limits);
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
