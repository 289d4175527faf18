// What is near: the nearest bodies of points, all within a distance, and all whose shapes are, are those of brute
// force, on every instruction set and for any number of workers. Compiled once for each dimension.
#define _DEFAULT_SOURCE
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

static void free_trees(near_call* c) {
  for (uint32_t t = 0; t < c->targets; ++t) free(c->tree[t].memory);
}

// Cuts the bodies into targets, the second of which is empty if there are more than two.
static void build_targets(near_call* c, uint32_t targets, uint32_t ways, uint32_t isa, const lgjk_tasks* tasks) {
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

static const float* point_of(const near_call* c, uint32_t i) {
  return c->options.stride != 0 ? c->points[i] : c->points[0] + (size_t)DIM * i;
}

// Some points are places of bodies, some are anywhere, far off, or no numbers.
static void open_near(near_call* c, uint32_t kind, uint32_t bodies) {
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

static void close_near(near_call* c) {
  free_trees(c);
  free(c->scratch);
  scene_close(&c->scene);
}

static int32_t find_near(near_call* c, uint32_t k) {
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

static int nearer(const void* a, const void* b) {
  const near_body *x = a, *y = b;
  if (x->square != y->square) return x->square < y->square ? -1 : 1;
  return (x->body > y->body) - (x->body < y->body);
}

static bool is_good(const mixedN* m, uint32_t i) {
  const float* pose = m->pose + (size_t)POSE_FLOATS * i;
  double square = 0;
  for (uint32_t k = 0; k < POSE_FLOATS; ++k) {
    if (!isfinite(pose[k])) return false;
    if (k >= DIM) square += (double)pose[k] * (double)pose[k];
  }
  return fabs(square - 1) <= 1e-4 && m->shape[i] <= MIXED_SHAPES && !(m->bodies.radius != NULL && !(m->radius[i] >= 0));
}

static bool may_meet(const near_call* c, uint32_t point, uint32_t i) {
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
static uint32_t all_near(const near_call* c, uint32_t point, float most, near_body* all) {
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

static void compare_point(const near_call* c, uint32_t point, uint32_t k, near_body* all) {
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

static void compare_near(near_call* c, uint32_t k) {
  static near_body all[MANY];
  assert_int_equal(find_near(c, k), LGJK_OK);
  for (uint32_t i = 0; i < QUERY_POINTS; ++i) compare_point(c, i, k, all);
}

typedef struct near_list {
  lgjk_pair_list pairs;
  float* distance;
} near_list;

static near_list open_list(uint64_t capacity) {
  near_list list = {.pairs = {.struct_size = sizeof list.pairs, .capacity = capacity}};
  list.pairs.a = malloc((capacity + 1) * sizeof *list.pairs.a);
  list.pairs.b = malloc((capacity + 1) * sizeof *list.pairs.b);
  list.distance = malloc((capacity + 1) * sizeof *list.distance);
  return list;
}

static void close_list(near_list* list) {
  free(list->pairs.a);
  free(list->pairs.b);
  free(list->distance);
}

static int32_t find_within(near_call* c, near_list* list) {
  return lgjk_withinN(c->points[0], QUERY_POINTS, c->target, c->targets, &list->pairs, list->distance, c->scratch,
                      lgjk_near_scratchN(QUERY_POINTS, list->pairs.capacity), &c->options, &c->error);
}

static uint64_t compare_within(near_call* c, near_list* list) {
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

// ---------------------------------------------------------------- the nearest

TEST(the_nearest_are_those_of_brute_force) {
  static near_call c;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    open_near(&c, kind, MANY);
    uint32_t ways = 0;
    for (uint32_t k = 1; k <= MOST; k = k * 2 + (k == 31), ++ways) {
      free_trees(&c);
      build_targets(&c, 1 + ways % TARGETS, (ways * 5 + kind) % WAYS, LGJK_ISA_AUTO, NULL);
      c.options.max_distance = k > 20 ? 1.5f : 0;
      compare_near(&c, k);
    }
    close_near(&c);
  }
}

// Of few bodies, and of none, whatever the number of targets.
TEST(few_bodies_and_none) {
  static const uint32_t numbers[] = {0, 1, 2, 15, 16, 17, 255, 256, 257};
  static near_call c;
  for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; ++n) {
    open_near(&c, CLUSTERS, numbers[n]);
    for (uint32_t targets = 0; targets <= TARGETS; ++targets) {
      free_trees(&c);
      build_targets(&c, targets, WITH_SKIP, LGJK_ISA_AUTO, NULL);
      if (targets == 0) c.scene.mixed.bodies.count = 0;
      compare_near(&c, 5);
      c.scene.mixed.bodies.count = numbers[n];
    }
    close_near(&c);
  }
}

// Shapes that lie apart from their bodies' positions: thin, so that their boxes do not hold these.
TEST(positions_apart_from_shapes) {
  static const float ends[2 * DIM] = {5, [DIM] = 6};
  static near_call c;
  const lgjk_shapeN_def def = rounded_pointsN(ends, 2, 0.01f);
  lgjk_shapesN* shapes = build_shapesN(&def, 1);
  near_list list = open_list((uint64_t)QUERY_POINTS * MANY);
  open_near(&c, CIRCLES, MANY);
  c.scene.mixed.bodies.shapes = shapes;
  c.scene.mixed.bodies.radius = NULL;
  build_targets(&c, 2, 0, LGJK_ISA_AUTO, NULL);
  compare_near(&c, 4);
  c.options.max_distance = 1;
  assert_true(compare_within(&c, &list) > MANY / 10);
  lgjk_shapesN_destroy(shapes);
  close_list(&list);
  close_near(&c);
}

// A body so far off that the square of its distance is no number is found last, and the points after it find theirs.
TEST(a_body_beyond_squares_ends) {
  static near_call c;
  open_near(&c, CIRCLES, 20);
  c.scene.mixed.pose[1] = 1e37f;
  build_targets(&c, 1, 0, LGJK_ISA_AUTO, NULL);
  for (uint32_t k = 0; k < DIM; ++k) c.points[0][k] = c.scene.mixed.pose[k];
  compare_near(&c, 2);
  close_near(&c);
}

TEST(instruction_sets_and_workers_change_nothing) {
  static near_call c;
  open_near(&c, ALL_KINDS, MANY);
  for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
    if (!lgjk_isa_supported(isa)) continue;
    for (uint32_t workers = 1; workers <= 4; ++workers) {
      const lgjk_tasks tasks = threads_of(workers);
      free_trees(&c);
      build_targets(&c, workers, WITH_FILTERS | WITH_STRIDE, isa, &tasks);
      compare_near(&c, 8);
    }
  }
  c.options.tasks = NULL;
  close_near(&c);
}

// ---------------------------------------------------------------- all within a distance

TEST(all_within_a_distance_are_those_of_brute_force) {
  static const float distances[] = {0, 1e-3f, 0.5f, 1.5f, 1e3f, 1e7f, LGJK_MAX_MARGIN};
  static near_call c;
  uint64_t found = 0;
  near_list list = open_list((uint64_t)QUERY_POINTS * MANY);
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    open_near(&c, kind, MANY);
    for (uint32_t d = 0; d < sizeof distances / sizeof distances[0]; ++d) {
      const uint32_t ways = (d * 5 + kind) % WAYS;
      free_trees(&c);
      build_targets(&c, 1 + d % TARGETS, ways, LGJK_ISA_AUTO, NULL);
      c.options.max_distance = distances[d];
      found += compare_within(&c, &list);
    }
    close_near(&c);
  }
  assert_true(found > 100000);
  close_list(&list);
}

TEST(instruction_sets_and_workers_find_the_same_within) {
  static near_call c;
  near_list list = open_list((uint64_t)QUERY_POINTS * MANY);
  open_near(&c, ALL_KINDS, MANY);
  c.options.max_distance = 2;
  for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
    for (uint32_t workers = 1; workers <= 4 && lgjk_isa_supported(isa); ++workers) {
      const lgjk_tasks tasks = threads_of(workers);
      free_trees(&c);
      build_targets(&c, workers, WITH_SKIP, isa, &tasks);
      compare_within(&c, &list);
    }
  }
  c.options.tasks = NULL;
  close_near(&c);
  close_list(&list);
}

// A list without room tells how much it needs; one that may be cut gets what fits.
TEST(a_small_list_of_what_is_within) {
  static near_call c;
  near_list list = open_list((uint64_t)QUERY_POINTS * MANY);
  open_near(&c, CIRCLES, MANY);
  build_targets(&c, 2, 0, LGJK_ISA_AUTO, NULL);
  c.options.max_distance = 3;
  const uint64_t needed = compare_within(&c, &list), rooms[] = {0, 1, needed / 2, needed - 1, needed};
  for (size_t r = 0; r < sizeof rooms / sizeof rooms[0]; ++r) {
    for (uint32_t flags = 0; flags <= LGJK_LIST_FIT; ++flags) {
      near_list small = open_list(rooms[r]);
      small.pairs.flags = flags;
      small.pairs.a[rooms[r]] = small.pairs.b[rooms[r]] = 77;
      small.distance[rooms[r]] = 77;
      const int32_t code = find_within(&c, &small);
      assert_int_equal(code, flags == 0 && rooms[r] < needed ? LGJK_ERROR_CAPACITY : LGJK_OK);
      if (code != LGJK_OK) assert_int_equal(c.error.index, needed);
      if (code == LGJK_OK) assert_int_equal(small.pairs.count + small.pairs.dropped, needed);
      assert_true(small.pairs.a[rooms[r]] == 77 && small.pairs.b[rooms[r]] == 77 && small.distance[rooms[r]] > 76);
      close_list(&small);
    }
  }
  close_near(&c);
  close_list(&list);
}

// ---------------------------------------------------------------- all shapes within a distance

enum { LOOKING = 60 };

// Compares with the distances of all pairs.
static uint64_t compare_shapes(const near_call* c, const lgjk_bodiesN* a, const near_list* list) {
  const lgjk_bodiesN* b = &c->scene.mixed.bodies;
  uint32_t *of_a = malloc(b->count * sizeof *of_a), *of_b = malloc(b->count * sizeof *of_b);
  float* distance = malloc(b->count * sizeof *distance);
  uint8_t* status = malloc(b->count);
  uint64_t at = 0;
  const float most = c->options.max_distance;
  for (uint32_t i = 0; i < a->count; ++i) {
    for (uint32_t j = 0; j < b->count; ++j) of_a[j] = i, of_b[j] = j;
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = of_a, .b = of_b, .count = b->count};
    const lgjk_results results = {.struct_size = sizeof results, .distance = distance, .status = status};
    assert_int_equal(lgjk_distanceN(a, b, &pairs, NULL, 0, b->count, &results, NULL, NULL), LGJK_OK);
    for (uint32_t j = 0; j < b->count; ++j) {
      if (status[j] == LGJK_STATUS_BAD || !(distance[j] <= most) || !may_meet(c, i, j)) continue;
      assert_true(at < list->pairs.count);
      assert_int_equal(list->pairs.a[at], i);
      assert_int_equal(list->pairs.b[at], j);
      assert_float_equal(list->distance[at], fmaxf(distance[j], 0), 1e-5f * (1 + fabsf(distance[j])));
      ++at;
    }
  }
  assert_int_equal(list->pairs.count, at);
  free(of_a);
  free(of_b);
  free(distance);
  free(status);
  return at;
}

TEST(shapes_within_a_distance_are_those_of_all_distances) {
  static const uint32_t kinds[] = {CIRCLES, WALLS, ALL_KINDS, ALL_BAD, RATIO};
  static near_call c;
  near_list list = open_list((uint64_t)LOOKING * MANY);
  for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; ++kind) {
    open_near(&c, kinds[kind], MANY);
    lgjk_bodiesN a = c.scene.mixed.bodies;
    a.count = LOOKING;
    uint64_t found = 0;
    uint32_t turn = 0;
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      for (uint32_t workers = 1; workers <= 4 && lgjk_isa_supported(isa); ++workers, ++turn) {
        const lgjk_tasks tasks = threads_of(workers);
        const uint32_t ways = turn % 8;
        free_trees(&c);
        build_targets(&c, workers, ways, isa, &tasks);
        for (uint32_t t = 0; t < c.targets; ++t) c.target[t].bodies = &c.view[t];
        c.options.max_distance = turn % 3 == 0 ? 0 : 0.4f * (float)(turn % 3);
        const int32_t code =
            lgjk_within_shapesN(&a, c.target, c.targets, &list.pairs, list.distance, c.scratch,
                                lgjk_near_scratchN(LOOKING, list.pairs.capacity), &c.options, &c.error);
        assert_int_equal(code, LGJK_OK);
        found += compare_shapes(&c, &a, &list);
      }
    }
    assert_true(found > LOOKING);
    c.options.tasks = NULL;
    close_near(&c);
  }
  close_list(&list);
}

// ---------------------------------------------------------------- errors

TEST(wrong_arguments_are_named) {
  static near_call c;
  open_near(&c, CIRCLES, 100);
  build_targets(&c, 2, 0, LGJK_ISA_AUTO, NULL);
  const lgjk_near_options good = c.options;
  const lgjk_targetN kept = c.target[1];
  lgjk_tasks tasks = {.struct_size = sizeof tasks};
  tasks.workers = 2;
  near_list list = open_list(10);
#define EXPECT(word, k, ...)                        \
  c.options = good;                                 \
  c.target[1] = kept;                               \
  __VA_ARGS__;                                      \
  expect_refusal(find_near(&c, k), &c.error, word); \
  if (strcmp(word, "k is") != 0) expect_refusal(find_within(&c, &list), &c.error, word);
  EXPECT("k is", 0, (void)0)
  EXPECT("k is", LGJK_MAX_NEAREST + 1, (void)0)
  EXPECT("options->max_distance is -1", 1, c.options.max_distance = -1)
  EXPECT("options->max_distance is", 1, c.options.max_distance = (float)NAN)
  EXPECT("options->stride", 1, c.options.stride = 4)
  EXPECT("options->stride", 1, c.options.stride = 4 * DIM + 2)
  EXPECT("options->struct_size", 1, c.options.struct_size = 3)
  EXPECT("options->flags", 1, c.options.flags = LGJK_FLAG_EPA)
  EXPECT("options->reserved", 1, c.options.reserved = 1)
  EXPECT("tasks->start", 1, c.options.tasks = &tasks)
  EXPECT("targets[1].tree is NULL", 1, c.target[1].tree = NULL)
  EXPECT("targets[1].tree is cut short", 1, c.target[1].tree_size -= 1)
  c.options = good;
  c.target[1] = kept;
  c.options.max_distance = 1e10f;
  expect_refusal(find_within(&c, &list), &c.error, "above LGJK_MAX_MARGIN");
  c.options = good;
  expect_refusal(lgjk_nearestN(NULL, 1, c.target, 1, 1, c.body, NULL, NULL, c.scratch, c.size, NULL, &c.error),
                 &c.error, "points is NULL");
  expect_refusal(lgjk_nearestN(c.points[0], 9, c.target, 1, 1, c.body, NULL, NULL, c.scratch, 64, NULL, &c.error),
                 &c.error, "scratch_size");
  expect_refusal(lgjk_nearestN(c.points[0], 9, c.target, 5, 1, c.body, NULL, NULL, c.scratch, c.size, NULL, &c.error),
                 &c.error, "target_count is 5");
  c.options.isa = 99;
  assert_int_equal(find_near(&c, 1), LGJK_ERROR_ISA);
  close_list(&list);
  close_near(&c);
}
