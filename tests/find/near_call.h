// Calls that find what is near points, among several targets, and brute force over the positions of all bodies.
// Compiled once for each dimension.
#ifndef LGJK_TESTS_NEAR_CALL_H
#define LGJK_TESTS_NEAR_CALL_H

#include "find_call.h"

enum { MANY = 1500, QUERY_POINTS = 150, MOST = 64, TARGETS = LGJK_MAX_TARGETS, STRIDE = POSE_FLOATS };

// A query and its results. The bodies of the scene are cut into several targets.
typedef struct near_call {
  bodies_scene scene;
  lgjk_bodiesN view[TARGETS];
  built_tree tree[TARGETS];
  lgjk_targetN target[TARGETS];
  lgjk_filters filters[TARGETS], own;
  uint32_t targets;
  bool tree_filtered;
  float points[QUERY_POINTS][STRIDE];
  uint32_t skip[QUERY_POINTS], category[QUERY_POINTS], mask[QUERY_POINTS], group[QUERY_POINTS];
  uint32_t body[QUERY_POINTS * MOST], found[QUERY_POINTS];
  float distance[QUERY_POINTS * MOST];
  lgjk_near_options options;
  void* scratch;
  uint64_t size;
  lgjk_error error;
} near_call;

// Ways to look, as bits.
enum { WITH_FILTERS = 1, WITH_OWN_FILTERS = 2, WITH_SKIP = 4, WITH_STRIDE = 8, WAYS = 16 };

static inline void free_trees(near_call* c) {
  for (uint32_t t = 0; t < c->targets; ++t) free(c->tree[t].memory);
}

// Cuts the bodies into targets, the second of which is empty if there are more than two.
static inline void build_targets(near_call* c, uint32_t targets, uint32_t ways, uint32_t isa, const lgjk_tasks* tasks) {
  const uint32_t all = c->scene.mixed.bodies.count;
  uint32_t first = 0;
  c->targets = targets;
  c->tree_filtered = ways & WITH_FILTERS;
  for (uint32_t t = 0; t < targets; ++t) {
    const uint32_t end = t + 1 == targets ? all : targets > 2 && t == 1 ? first : all / targets * (t + 1);
    lgjk_bodiesN rest;
    split_views(&c->scene, first, &rest, &c->view[t]);
    c->view[t].count = end - first;
    filters_of(&c->scene, first, &c->filters[t]);
    const lgjk_tree_options options = {.struct_size = sizeof options,
                                       .isa = isa,
                                       .filters = ways & WITH_FILTERS ? &c->filters[t] : NULL,
                                       .tasks = tasks};
    c->tree[t] = build_tree(&c->view[t], &options);
    c->target[t] = (lgjk_targetN){NULL, c->tree[t].memory, c->tree[t].size};
    first = end;
  }
  c->options.isa = isa;
  c->options.tasks = tasks;
  c->options.skip = ways & WITH_SKIP ? c->skip : NULL;
  c->options.filters = ways & WITH_OWN_FILTERS ? &c->own : NULL;
  c->options.stride = ways & WITH_STRIDE ? sizeof c->points[0] : 0;
}

static inline const float* point_of(const near_call* c, uint32_t i) {
  return c->options.stride != 0 ? c->points[i] : c->points[0] + (size_t)DIM * i;
}

// Some points are places of bodies, some are anywhere, far off, or no numbers.
static inline void open_near(near_call* c, uint32_t kind, uint32_t bodies) {
  memset(c, 0, sizeof *c);
  assert_int_equal(scene_open(&c->scene, kind, bodies, 8), 0);
  mixedN* m = &c->scene.mixed;
  lgjk_near_options_init(&c->options);
  for (uint32_t i = 0; i < QUERY_POINTS; ++i) {
    const uint32_t own = mixed_bits(m) % (bodies > 0 ? bodies : 1);
    for (uint32_t k = 0; k < STRIDE; ++k) {
      c->points[i][k] = i % 2 == 0 && bodies > 0 && k < DIM ? m->pose[(size_t)POSE_FLOATS * own + k]
                                                            : (float)(mixedN_in(m, -2, 2) * c->scene.half);
      if (i % 32 == 5) c->points[i][k] = 1e7f;
    }
    if (i % 64 == 9) c->points[i][DIM - 1] = (float)NAN;
    if (i % 64 == 11) c->points[i][0] = (float)INFINITY;
    c->skip[i] = i % 2 == 0 ? own : LGJK_NO_BODY;
    c->category[i] = mixed_bits(m) % 8 == 0 ? 0 : 1u << mixed_bits(m) % 4;
    c->mask[i] = mixed_bits(m) % 16;
    c->group[i] = mixed_bits(m) % 6;
  }
  lgjk_filters_init(&c->own);
  c->own.category = c->category;
  c->own.mask = c->mask;
  c->own.group = c->group;
  c->size = lgjk_near_scratchN(QUERY_POINTS, (uint64_t)QUERY_POINTS * MANY);
  c->scratch = aligned_alloc(64, (c->size + 63) / 64 * 64);
}

static inline void close_near(near_call* c) {
  free_trees(c);
  free(c->scratch);
  scene_close(&c->scene);
}

static inline int32_t find_near(near_call* c, uint32_t k) {
  memset(c->body, 0xEE, sizeof c->body);
  return lgjk_nearestN(c->points[0], QUERY_POINTS, c->target, c->targets, k, c->body, c->distance, c->found, c->scratch,
                       lgjk_near_scratchN(QUERY_POINTS, 0), &c->options, &c->error);
}

// ---------------------------------------------------------------- brute force

// A candidate of brute force.
typedef struct near_body {
  float square;
  uint32_t body;
} near_body;

static inline int nearer(const void* a, const void* b) {
  const near_body *x = a, *y = b;
  if (x->square != y->square) return x->square < y->square ? -1 : 1;
  return (x->body > y->body) - (x->body < y->body);
}

static inline bool is_good(const mixedN* m, uint32_t i) {
  const float* pose = m->pose + (size_t)POSE_FLOATS * i;
  double square = 0;
  for (uint32_t k = 0; k < POSE_FLOATS; ++k) {
    if (!isfinite(pose[k])) return false;
    if (k >= DIM) square += (double)pose[k] * (double)pose[k];
  }
  return fabs(square - 1) <= 1e-4 && m->shape[i] <= MIXED_SHAPES && !(m->bodies.radius != NULL && !(m->radius[i] >= 0));
}

static inline bool may_meet(const near_call* c, uint32_t point, uint32_t i) {
  const bodies_scene* s = &c->scene;
  const bool of_tree = c->tree_filtered, own = c->options.filters != NULL;
  const uint32_t category = of_tree ? s->category[i] : 1, mask = of_tree ? s->mask[i] : UINT32_MAX;
  const uint32_t group = of_tree ? s->group[i] : 0, own_group = own ? c->group[point] : 0;
  const uint32_t own_category = own ? c->category[point] : 1, own_mask = own ? c->mask[point] : UINT32_MAX;
  if ((category & own_mask) == 0 || (own_category & mask) == 0) return false;
  if (group != 0 && group == own_group) return false;
  return !(c->options.skip != NULL && c->skip[point] == i);
}

// All bodies that a point may find within a distance; returns how many.
static inline uint32_t all_near(const near_call* c, uint32_t point, float most, near_body* all) {
  const mixedN* m = &c->scene.mixed;
  const float* at = point_of(c, point);
  uint32_t count = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    if (!isfinite(at[k])) return 0;
  }
  for (uint32_t i = 0; i < m->bodies.count; ++i) {
    if (!is_good(m, i) || !may_meet(c, point, i)) continue;
    float square = 0;
    for (uint32_t axis = 0; axis < DIM; ++axis) {
      const float d = m->pose[(size_t)POSE_FLOATS * i + axis] - at[axis];
      square = axis == 0 ? d * d : square + d * d;
    }
    if (square <= most * most) all[count++] = (near_body){square, i};
  }
  return count;
}

static inline void compare_point(const near_call* c, uint32_t point, uint32_t k, near_body* all) {
  const float most = c->options.max_distance > 0 ? c->options.max_distance : HUGE_VALF;
  const uint32_t count = all_near(c, point, most, all), found = count < k ? count : k;
  qsort(all, count, sizeof *all, nearer);
  assert_int_equal(c->found[point], found);
  for (uint32_t i = 0; i < k; ++i) {
    assert_int_equal(c->body[point * k + i], i < found ? all[i].body : LGJK_NO_BODY);
    const float distance = i < found ? sqrtf(all[i].square) : HUGE_VALF;
    assert_true(c->distance[point * k + i] == distance);
  }
}

static inline void compare_near(near_call* c, uint32_t k) {
  static near_body all[MANY];
  assert_int_equal(find_near(c, k), LGJK_OK);
  for (uint32_t i = 0; i < QUERY_POINTS; ++i) compare_point(c, i, k, all);
}

typedef struct near_list {
  lgjk_pair_list pairs;
  float* distance;
} near_list;

static inline near_list open_list(uint64_t capacity) {
  near_list list = {.pairs = {.struct_size = sizeof list.pairs, .capacity = capacity}};
  list.pairs.a = malloc((capacity + 1) * sizeof *list.pairs.a);
  list.pairs.b = malloc((capacity + 1) * sizeof *list.pairs.b);
  list.distance = malloc((capacity + 1) * sizeof *list.distance);
  return list;
}

static inline void close_list(near_list* list) {
  free(list->pairs.a);
  free(list->pairs.b);
  free(list->distance);
}

static inline int32_t find_within(near_call* c, near_list* list) {
  return lgjk_withinN(c->points[0], QUERY_POINTS, c->target, c->targets, &list->pairs, list->distance, c->scratch,
                      lgjk_near_scratchN(QUERY_POINTS, list->pairs.capacity), &c->options, &c->error);
}

static inline uint64_t compare_within(near_call* c, near_list* list) {
  static near_body all[MANY];
  uint64_t at = 0;
  assert_int_equal(find_within(c, list), LGJK_OK);
  for (uint32_t i = 0; i < QUERY_POINTS; ++i) {
    const uint32_t count = all_near(c, i, c->options.max_distance, all); // by number
    for (uint32_t k = 0; k < count; ++k, ++at) {
      assert_true(at < list->pairs.count);
      assert_int_equal(list->pairs.a[at], i);
      assert_int_equal(list->pairs.b[at], all[k].body);
      assert_true(list->distance[at] == sqrtf(all[k].square));
    }
  }
  assert_int_equal(list->pairs.count, at);
  return at;
}

#endif
