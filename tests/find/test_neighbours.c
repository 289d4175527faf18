// The nearest bodies of points: those of brute force, by distance, then by index, on every instruction set and for any
// number of workers. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include "find_call.h"

enum { MANY = 1500, QUERY_POINTS = 150, MOST = 64 };

// A query and its results.
typedef struct near_call {
  bodies_scene scene;
  void* index;
  float points[QUERY_POINTS][DIM];
  uint32_t skip[QUERY_POINTS];
  uint32_t body[QUERY_POINTS * MOST], found[QUERY_POINTS];
  float distance[QUERY_POINTS * MOST];
  lgjk_nearest_options options;
  lgjk_error error;
} near_call;

static void* build(const lgjk_bodiesN* bodies, float size, uint32_t workers) {
  const lgjk_tasks tasks = threads_of(workers);
  return build_index(bodies, (lgjk_index_def){.kind = LGJK_INDEX_NEAREST, .reach = size}, &tasks, NULL);
}

// Some points are places of bodies, some are anywhere, far off, or no numbers.
static void open_near(near_call* c, uint32_t kind, uint32_t bodies) {
  memset(c, 0, sizeof *c);
  assert_int_equal(scene_open(&c->scene, kind, bodies, 8), 0);
  mixedN* m = &c->scene.mixed;
  c->index = build(&m->bodies, 0, 1);
  lgjk_nearest_options_init(&c->options);
  for (uint32_t i = 0; i < QUERY_POINTS; ++i) {
    const uint32_t own = mixed_bits(m) % (bodies > 0 ? bodies : 1);
    for (uint32_t k = 0; k < DIM; ++k) {
      c->points[i][k] = i % 2 == 0 && bodies > 0 ? m->pose[(size_t)POSE_FLOATS * own + k]
                                                 : (float)(mixedN_in(m, -2, 2) * c->scene.half);
      if (i % 32 == 5) c->points[i][k] = 1e7f;
    }
    if (i % 64 == 9) c->points[i][DIM - 1] = (float)NAN;
    c->skip[i] = i % 2 == 0 ? own : LGJK_NO_BODY;
  }
}

static void close_near(near_call* c) {
  free(c->index);
  scene_close(&c->scene);
}

static int32_t find_near(near_call* c, uint32_t k) {
  memset(c->body, 0xEE, sizeof c->body);
  return lgjk_nearestN(c->index, c->points[0], QUERY_POINTS, k, c->body, c->distance, c->found, &c->options, &c->error);
}

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

static void compare_point(const near_call* c, uint32_t point, uint32_t k, near_body* all) {
  const mixedN* m = &c->scene.mixed;
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->bodies.count; ++i) {
    if (!is_good(m, i) || (c->options.skip != NULL && c->skip[point] == i)) continue;
    float square = 0;
    for (uint32_t axis = 0; axis < DIM; ++axis) {
      const float d = m->pose[(size_t)POSE_FLOATS * i + axis] - c->points[point][axis];
      square = axis == 0 ? d * d : square + d * d;
    }
    const float most = c->options.max_distance > 0 ? c->options.max_distance : HUGE_VALF;
    if (square <= most * most) all[count++] = (near_body){square, i};
  }
  qsort(all, count, sizeof *all, nearer);
  const uint32_t found = count < k ? count : k;
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

TEST(the_nearest_are_those_of_brute_force) {
  static near_call c;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    open_near(&c, kind, MANY);
    for (uint32_t k = 1; k <= MOST; k = k * 2 + 6) {
      c.options.skip = k % 2 ? c.skip : NULL;
      c.options.max_distance = k > 20 ? 1.5f : 0;
      compare_near(&c, k);
    }
    close_near(&c);
  }
}

// Cells of any size, few bodies, none at all.
TEST(cells_change_nothing) {
  static near_call c;
  static const float sizes[] = {1e-3f, 0.1f, 1, 30, 1e6f};
  for (uint32_t number = 0; number < 3; ++number) {
    open_near(&c, number == 0 ? CIRCLES : CLUSTERS, number == 2 ? 3 : 400);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; ++s) {
      free(c.index);
      c.index = build(&c.scene.mixed.bodies, sizes[s], 1);
      compare_near(&c, 5);
    }
    c.scene.mixed.bodies.count = 0;
    free(c.index);
    c.index = build(&c.scene.mixed.bodies, 0, 1);
    compare_near(&c, 2);
    close_near(&c);
  }
}

// A body so far off that the square of its distance is no number is found last, and the points after it find theirs.
TEST(a_body_beyond_squares_ends) {
  static near_call c;
  open_near(&c, CIRCLES, 20);
  c.scene.mixed.pose[1] = 1e37f;
  free(c.index);
  c.index = build(&c.scene.mixed.bodies, 0, 1);
  for (uint32_t k = 0; k < DIM; ++k) c.points[0][k] = c.scene.mixed.pose[k];
  compare_near(&c, 2);
  close_near(&c);
}

TEST(instruction_sets_and_workers_change_nothing) {
  static near_call c;
  open_near(&c, CIRCLES, MANY);
  for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
    if (!lgjk_isa_supported(isa)) continue;
    for (uint32_t workers = 1; workers <= 3; ++workers) {
      const lgjk_tasks tasks = threads_of(workers);
      c.options.isa = isa;
      c.options.tasks = &tasks;
      free(c.index);
      c.index = build(&c.scene.mixed.bodies, 0, workers);
      compare_near(&c, 8);
    }
  }
  c.options.tasks = NULL;
  close_near(&c);
}

TEST(wrong_arguments_are_named) {
  static near_call c;
  open_near(&c, CIRCLES, 100);
  const lgjk_nearest_options good = c.options;
#define EXPECT(word, k, ...) \
  c.options = good;          \
  __VA_ARGS__;               \
  expect_refusal(find_near(&c, k), &c.error, word);
  EXPECT("k is 0", 0, (void)0)
  EXPECT("k is 65", MOST + 1, (void)0)
  EXPECT("max_distance", 1, c.options.max_distance = -1)
  EXPECT("stride", 1, c.options.stride = 4)
  EXPECT("struct_size", 1, c.options.struct_size = 4)
  EXPECT("body overlaps options->skip", 1, c.options.skip = c.body)
  void* index = c.index;
  EXPECT("index is NULL", 1, c.index = NULL)
  c.index = c.points;
  assert_int_equal(find_near(&c, 1), LGJK_ERROR_ARGUMENT);
  c.index = index;
  c.options = good;
  assert_int_equal(find_near(&c, 1), LGJK_OK);
  close_near(&c);
}
