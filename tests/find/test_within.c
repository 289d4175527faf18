// All bodies within a distance of points, and all whose shapes are within one of a shape, are those of brute force, on
// every instruction set and for any number of workers. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include "fewer.h"
#include "near_call.h"

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

TEST_WITH_THREADS(instruction_sets_and_workers_find_the_same_within) {
  static near_call c;
  near_list list = open_list((uint64_t)QUERY_POINTS * MANY);
  open_near(&c, ALL_KINDS, MANY);
  c.options.max_distance = 2;
  for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
    for (uint32_t workers = 1; workers <= 4 && lgjk_isa_supported(isa); ++workers) {
      if (!has_turn(isa, workers)) continue;
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

// Squares of such distances are 0 or as few bits as there are: what they are within is found, in whichever leaf it is.
TEST(distances_whose_squares_are_nothing) {
  static const float distances[] = {0, 1e-25f, 1e-22f};
  static near_call c;
  near_list list = open_list((uint64_t)QUERY_POINTS * MANY);
  open_near(&c, CIRCLES, MANY);
  for (uint32_t k = 0; k < DIM; ++k) {
    for (uint32_t i = 0; i < MANY; ++i)
      c.scene.mixed.pose[(size_t)POSE_FLOATS * i + k] = k == 0 ? 1e-24f * (float)i : 0;
    for (uint32_t i = 0; i < QUERY_POINTS; ++i) c.points[i][k] = k == 0 ? 1e-23f * (float)i : 0;
  }
  build_targets(&c, 2, 0, LGJK_ISA_AUTO, NULL);
  compare_near(&c, 5);
  for (size_t d = 0; d < sizeof distances / sizeof distances[0]; ++d) {
    c.options.max_distance = distances[d];
    assert_true(compare_within(&c, &list) > QUERY_POINTS);
  }
  close_near(&c);
  close_list(&list);
}

// A list without room reports how much it needs; one that may be cut gets what fits.
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

TEST_WITH_THREADS(shapes_within_a_distance_are_those_of_all_distances) {
  static const uint32_t kinds[] = {CIRCLES, WALLS, ALL_KINDS, ALL_BAD, RATIO};
  static near_call c;
  near_list list = open_list((uint64_t)LOOKING * MANY);
  for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; ++kind) {
    open_near(&c, kinds[kind], MANY);
    lgjk_bodiesN a = c.scene.mixed.bodies;
    a.count = fewer(LOOKING, 20);
    uint64_t found = 0;
    uint32_t turn = 0;
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      for (uint32_t workers = 1; workers <= 4 && lgjk_isa_supported(isa); ++workers, ++turn) {
        if (!has_turn(isa, workers)) continue;
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
    assert_true(found > a.count);
    c.options.tasks = NULL;
    close_near(&c);
  }
  close_list(&list);
}

// Returns the nearest shapes of the first bodies, as numbers and distances; the caller frees them.
static uint32_t* rank_shapes(near_call* c, const lgjk_bodiesN* a, uint32_t k) {
  const uint64_t size = lgjk_nearest_shapes_scratchN(a->count, k, MANY);
  const size_t count = (size_t)a->count * k;
  void* scratch = aligned_alloc(64, (size + 63) / 64 * 64);
  uint32_t* ranked = malloc(2 * count * sizeof *ranked);
  float* distance = malloc(count * sizeof *distance);
  const int32_t code = lgjk_nearest_shapesN(a, c->target, c->targets, k, ranked, distance, c->found, scratch, size,
                                            &c->options, &c->error);
  assert_int_equal(code, LGJK_OK);
  memcpy(ranked + count, distance, count * sizeof *distance);
  free(distance);
  free(scratch);
  return ranked;
}

enum { RANKED = 2, MOST_RANKED_OF = 8 };

// Expects the RANKED nearest of a ball of radius 1 at the origin, of `count` bodies that are not turned: balls of
// radius 1, or segments along x of this length to both sides where `wide` says so. What is beyond those found has
// LGJK_NO_BODY and infinity.
static void expect_ranked(uint32_t count, float length, const bool* wide, float place[][2], float most,
                          const uint32_t body[RANKED], const float distance[RANKED]) {
  static const float origin[DIM];
  float corners[2 * DIM] = {-length, [DIM] = length}, pose[(MOST_RANKED_OF + 1) * POSE_FLOATS] = {0};
  uint32_t shape[MOST_RANKED_OF + 1] = {0}, ranked[RANKED], found;
  float ranges[RANKED];
  const lgjk_shapeN_def defs[2] = {rounded_pointsN(origin, 1, 1), rounded_pointsN(corners, 2, 1)};
  lgjk_shapesN* shapes = NULL;
  assert_int_equal(lgjk_shapesN_create(defs, 2, NULL, &shapes, NULL), LGJK_OK);
  for (uint32_t i = 0; i <= count; ++i) pose[i * POSE_FLOATS + POSE_UNIT] = 1;
  for (uint32_t i = 0; i < count; ++i) {
    shape[i] = wide[i];
    memcpy(pose + (size_t)i * POSE_FLOATS, place[i], sizeof place[i]);
  }
  const lgjk_bodiesN targets = packed_bodies(shapes, count, shape, pose, NULL);
  const lgjk_bodiesN a = packed_bodies(shapes, 1, shape + count, pose + (size_t)count * POSE_FLOATS, NULL);
  const uint64_t size = lgjk_tree_sizeN(count), room = lgjk_nearest_shapes_scratchN(1, RANKED, count);
  void* tree = aligned_alloc(64, (size + 63) / 64 * 64);
  void* scratch = aligned_alloc(64, (room + 63) / 64 * 64);
  assert_int_equal(lgjk_tree_buildN(&targets, tree, size, NULL, NULL), LGJK_OK);
  const lgjk_targetN target = {&targets, tree, size};
  const lgjk_near_options options = {.struct_size = sizeof options, .max_distance = most};
  assert_int_equal(lgjk_nearest_shapesN(&a, &target, 1, RANKED, ranked, ranges, &found, scratch, room, &options, NULL),
                   LGJK_OK);
  uint32_t expected = 0;
  for (uint32_t k = 0; k < RANKED; ++k) {
    assert_int_equal(ranked[k], body[k]);
    assert_true(ranges[k] == distance[k] || fabsf(ranges[k] - distance[k]) <= 1e-6f * (1 + distance[k]));
    expected += body[k] != LGJK_NO_BODY;
  }
  assert_int_equal(found, expected);
  free(scratch);
  free(tree);
  lgjk_shapesN_destroy(shapes);
}

// Large shapes near a small one may be too large for a query of both; then the nearest are farther off by position.
TEST(nearest_shapes_are_those_that_queries_take) {
  const float off = OF_DIM(3e5f, 3e4f), large = OF_DIM(9e5f, 9e4f);
  const bool wide[7] = {true, true, true, true, true};
  float place[7][2] = {{0, off / 2},     {0, off / 2 + 1}, {0, off / 2 + 2}, {0, off / 2 + 3},
                       {0, off / 2 + 4}, {0, off},         {0, off + 10}};
  expect_ranked(7, large, wide, place, 0, (const uint32_t[]){5, 6}, (const float[]){off - 2, off + 8});
}

// The bodies nearest by position may be beyond the greatest distance, where one that reaches farther is within it.
TEST(nearest_shapes_within_a_distance_may_be_far_off_by_position) {
  const bool wide[4] = {false, false, false, true};
  float place[4][2] = {{0, 6}, {0, 8}, {0, 9}, {50, 6.5f}};
  expect_ranked(4, 50, wide, place, 5, (const uint32_t[]){0, 3}, (const float[]){4, 4.5f});
}

// Of no more bodies than are requested, all are measured: in the order of their distances, the first of equal ones.
TEST(nearest_shapes_of_few_bodies) {
  const bool wide[2] = {false};
  float place[2][2] = {{0, 6}, {0, 4}}, same[2][2] = {{0, 5}, {5, 0}};
  const uint32_t none[RANKED] = {LGJK_NO_BODY, LGJK_NO_BODY};
  const float far_off[RANKED] = {HUGE_VALF, HUGE_VALF};
  expect_ranked(2, 1, wide, place, 0, (const uint32_t[]){1, 0}, (const float[]){2, 4});
  expect_ranked(2, 1, wide, place, 3, (const uint32_t[]){1, LGJK_NO_BODY}, (const float[]){2, HUGE_VALF});
  expect_ranked(2, 1, wide, place, 1, none, far_off);
  expect_ranked(2, 1, wide, same, 0, (const uint32_t[]){0, 1}, (const float[]){3, 3});
  expect_ranked(1, 1, wide, place, 0, (const uint32_t[]){0, LGJK_NO_BODY}, (const float[]){4, HUGE_VALF});
  expect_ranked(0, 1, wide, place, 0, none, far_off);
}

TEST_WITH_THREADS(workers_find_the_same_nearest_shapes) {
  enum { K = 5 };
  static near_call c;
  open_near(&c, ALL_KINDS, MANY);
  lgjk_bodiesN a = c.scene.mixed.bodies;
  a.count = fewer(LOOKING, 20);
  build_targets(&c, 2, WITH_SKIP, LGJK_ISA_AUTO, NULL);
  for (uint32_t t = 0; t < c.targets; ++t) c.target[t].bodies = &c.view[t];
  uint32_t* one = rank_shapes(&c, &a, K);
  for (uint32_t workers = 2; workers <= 4; ++workers) {
    const lgjk_tasks tasks = threads_of(workers);
    c.options.tasks = &tasks;
    uint32_t* other = rank_shapes(&c, &a, K);
    assert_memory_equal(one, other, 2 * (size_t)a.count * K * sizeof *one);
    free(other);
  }
  c.options.tasks = NULL;
  free(one);
  close_near(&c);
}
