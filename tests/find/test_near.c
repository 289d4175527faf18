// The nearest bodies of points are those of brute force, by distance, then by number, on every instruction set and for
// any number of workers; and what cannot be meant is named. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include "fewer.h"
#include "near_call.h"

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

// Many bodies at three positions: those that come later are left out, and no others.
TEST(bodies_at_few_positions) {
  static near_call c;
  open_near(&c, CLUSTERS, MANY);
  for (uint32_t i = 0; i < MANY; ++i) {
    float* pose = c.scene.mixed.pose + (size_t)POSE_FLOATS * i;
    for (uint32_t k = 0; k < DIM; ++k) pose[k] = (float)(i * 2654435761u % 3) * (k == 0 ? 0.25f : 0);
  }
  for (uint32_t i = 0; i < QUERY_POINTS; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) c.points[i][k] = (float)(i % 5) * (k == 0 ? 0.125f : 0);
  }
  for (uint32_t ways = 0; ways < WAYS; ++ways) {
    free_trees(&c);
    build_targets(&c, 1 + ways % TARGETS, WITH_STRIDE | ways, LGJK_ISA_AUTO, NULL);
    compare_near(&c, 1 + 9 * (ways % 8));
  }
  close_near(&c);
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

TEST_WITH_THREADS(instruction_sets_and_workers_change_nothing) {
  static near_call c;
  open_near(&c, ALL_KINDS, MANY);
  for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
    if (!lgjk_isa_supported(isa)) continue;
    for (uint32_t workers = 1; workers <= 4; ++workers) {
      if (!has_turn(isa, workers)) continue;
      const lgjk_tasks tasks = threads_of(workers);
      free_trees(&c);
      build_targets(&c, workers, WITH_FILTERS | WITH_STRIDE, isa, &tasks);
      compare_near(&c, 8);
    }
  }
  c.options.tasks = NULL;
  close_near(&c);
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
  EXPECT("options->position_stride", 1, c.options.position_stride = 4)
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
