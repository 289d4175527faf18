// Indices and orders: a body finds in an index what it finds in a second view, and an order is a permutation along the
// curve. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include "find_call.h"
#include "test_random.h"

// An index finds what two views find. Half of the query bodies reach beyond it.
TEST(an_index_finds_what_views_find) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c, d;
    const uint32_t bodies = kind == ONE_POINT ? 300 : BODIES, split = 2 * bodies / 3;
    assert_int_equal(scene_open(&s, kind, bodies, 9), 0);
    lgjk_bodiesN a, b;
    split_views(&s, split, &a, &b);
    open_call(&c, &a, &b, (uint64_t)bodies * bodies / 2);
    open_call(&d, &a, NULL, (uint64_t)bodies * bodies / 2);
    c.options.margin = d.options.margin = s.margin;
    for (int variant = 0; variant < VARIANTS; ++variant) {
      uint64_t size;
      choose_variant(&c, &s, split, variant);
      choose_variant(&d, &s, split, variant);
      const lgjk_index_def def = {.reach = variant == PLAIN ? 0.4f : 0.28f, .filters = c.options.filters_b};
      char* built = build_index(&b, def, NULL, &size);
      char* copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      assert_ptr_not_equal(copy, MAP_FAILED);
      memcpy(copy, built, size); // it holds no pointers, and is only read
      assert_int_equal(mprotect(copy, size, PROT_READ), 0);
      memset(built, 0, size);
      assert_int_equal(run(&c), LGJK_OK);
      compare_with_brute(&c);
      expect_against(&d, copy, &c.list);
      free(built);
      munmap(copy, size);
    }
    close_call(&c);
    close_scene(&s, &d);
  }
}

// One call for both lists returns what two calls return, with any number of workers. A list that is too small is named,
// and both are empty then.
TEST(both_lists_are_those_of_two_calls) {
  static const uint32_t numbers[] = {1, 3};
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call among, against, one, two;
    const uint32_t bodies = kind == ONE_POINT ? 300 : BODIES, split = 2 * bodies / 3;
    const uint64_t capacity = (uint64_t)bodies * bodies / 2;
    assert_int_equal(scene_open(&s, kind, bodies, 9), 0);
    lgjk_bodiesN a, b;
    split_views(&s, split, &a, &b);
    find_call* const calls[] = {&among, &against, &one, &two};
    for (int k = 0; k < 4; ++k) open_call(calls[k], &a, NULL, capacity);
    void* index = build_index(&b, (lgjk_index_def){.reach = 0.4f}, NULL, NULL);
    for (int variant = 0; variant < 6; ++variant) {
      const lgjk_tasks tasks = threads_of(numbers[variant % 2]);
      filters_of(&s, 0, &one.filters_a);
      const lgjk_find_options options = {.struct_size = sizeof options,
                                         .margin = s.margin,
                                         .tasks = &tasks,
                                         .filters_a = variant / 2 == 1 ? &one.filters_a : NULL,
                                         .motion = variant / 2 == 2 ? s.motion : NULL};
      among.options = against.options = options;
      assert_int_equal(run(&among), LGJK_OK);
      assert_int_equal(
          lgjk_find_againstN(&a, index, &against.list, against.scratch, against.size, &options, &against.error),
          LGJK_OK);
      one.list.capacity = among.list.count;
      two.list.capacity = against.list.count;
      assert_int_equal(lgjk_find_bothN(&a, index, &one.list, &two.list, one.scratch, one.size, &options, &one.error),
                       LGJK_OK);
      expect_list(&one, &among.list);
      expect_list(&two, &against.list);
      for (int k = 0; k < 2; ++k) {
        lgjk_pair_list* small = k == 0 ? &one.list : &two.list;
        const uint64_t needed = small->capacity;
        if (needed == 0) continue;
        small->capacity = needed - 1;
        lgjk_error_init(&one.error);
        assert_int_equal(lgjk_find_bothN(&a, index, &one.list, &two.list, one.scratch, one.size, &options, &one.error),
                         LGJK_ERROR_CAPACITY);
        assert_int_equal(one.error.index, needed);
        assert_non_null(strstr(one.error.text, k == 0 ? "among->capacity" : "against->capacity"));
        assert_int_equal(one.list.count + two.list.count, 0);
        small->capacity = needed;
      }
    }
    lgjk_pair_list* const wrong[] = {&one.list, NULL};
    for (int k = 0; k < 2; ++k) {
      const int32_t code = lgjk_find_bothN(&a, index, &one.list, wrong[k], one.scratch, one.size, NULL, NULL);
      assert_int_equal(code, LGJK_ERROR_ARGUMENT);
    }
    free(index);
    for (int k = 0; k < 4; ++k) close_call(calls[k]);
    scene_close(&s);
  }
}

// Bodies of no size find each other by the margin, which is more than the index reaches. Cells are no larger than the
// reach requires, so that a look at one cell would miss most.
TEST(a_margin_beyond_the_reach) {
  enum { MARGIN = 3 };
  bodies_scene s;
  find_call c, d;
  assert_int_equal(scene_open(&s, CIRCLES, BODIES, 9), 0);
  static float none[BODIES], pose[BODIES][POSE_FLOATS];
  random_state = 61;
  for (uint32_t i = 0; i < BODIES; ++i) {
    for (int k = 0; k < DIM; ++k) pose[i][k] = (float)random_in(-8, 8);
    pose[i][DIM == 2 ? 2 : POSE_FLOATS - 1] = 1;
  }
  lgjk_bodiesN a = s.mixed.bodies, b;
  a.pose = pose[0];
  a.pose_stride = sizeof pose[0];
  a.radius = none;
  a.radius_stride = sizeof none[0];
  a.count = BODIES / 2;
  b = a;
  b.shape += BODIES / 2;
  b.pose = pose[BODIES / 2];
  open_call(&c, &a, &b, BODIES * BODIES);
  open_call(&d, &a, NULL, BODIES * BODIES);
  c.options.margin = d.options.margin = MARGIN;
  void* index = build_index(&b, (lgjk_index_def){.reach = 0.5f}, NULL, NULL);
  assert_int_equal(run(&c), LGJK_OK);
  expect_against(&d, index, &c.list);
  free(index);
  close_call(&c);
  close_scene(&s, &d);
}

// More bodies than are looked up together may stand in one cell. The query bodies near it are small.
TEST(a_crowded_cell) {
  enum { SMALL = 40, LARGE = 700 };
  bodies_scene s;
  find_call c, d;
  assert_int_equal(scene_open(&s, CIRCLES, SMALL + LARGE, 5), 0);
  random_state = 67;
  for (uint32_t i = 0; i < SMALL + LARGE; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) s.mixed.pose[POSE_FLOATS * i + k] = (float)random_in(-2.5, 2.5);
    s.mixed.radius[i] = i < SMALL ? 0.1f : 2.0f;
  }
  lgjk_bodiesN a, b;
  split_views(&s, SMALL, &a, &b);
  open_call(&c, &a, &b, SMALL * LARGE);
  open_call(&d, &a, NULL, SMALL * LARGE);
  void* index = build_index(&b, (lgjk_index_def){.reach = 0.1f}, NULL, NULL);
  assert_int_equal(run(&c), LGJK_OK);
  assert_true(compare_with_brute(&c) > SMALL * LARGE / 10);
  expect_against(&d, index, &c.list);
  free(index);
  close_call(&c);
  close_scene(&s, &d);
}

// Threads fill the slots of the cover in any order, and leave the bytes that one thread leaves.
TEST(any_number_of_workers_builds_the_same_bytes) {
  static const uint32_t numbers[] = {1, 2, 3, 7};
  enum { MANY = 3000 };
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    lgjk_filters filters;
    uint64_t size;
    assert_int_equal(scene_open(&s, kind, MANY, 11), 0);
    filters_of(&s, 0, &filters);
    const lgjk_index_def def = {.reach = 0.4f, .filters = &filters};
    void* one = build_index(&s.mixed.bodies, def, NULL, &size);
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; ++k) {
      const lgjk_tasks tasks = threads_of(numbers[k]);
      void* many = build_index(&s.mixed.bodies, def, &tasks, NULL);
      assert_memory_equal(one, many, size);
      free(many);
    }
    free(one);
    scene_close(&s);
  }
}

// ---------------------------------------------------------------- the order of bodies

TEST(orders_are_permutations_along_the_curve) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    uint32_t order[BODIES];
    uint64_t work[2 * BODIES];
    bool seen[BODIES] = {false};
    double length = 0, random = 0;
    assert_int_equal(scene_open(&s, kind, BODIES, 2), 0);
    assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, sizeof work, NULL), LGJK_OK);
    for (uint32_t i = 0; i < BODIES; ++i) {
      assert_true(order[i] < BODIES && !seen[order[i]]);
      seen[order[i]] = true;
    }
    for (uint32_t i = 1; kind == CIRCLES && i < BODIES; ++i) {
      for (uint32_t k = 0; k < DIM; ++k) {
        const float* pose = s.mixed.pose + k;
        length += fabs((double)pose[POSE_FLOATS * order[i]] - (double)pose[POSE_FLOATS * order[i - 1]]);
        random += fabs((double)pose[POSE_FLOATS * i] - (double)pose[POSE_FLOATS * (i - 1)]);
      }
    }
    if (kind == CIRCLES) assert_true(length < 0.2 * random);
    assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, sizeof work - 1, NULL), LGJK_ERROR_ARGUMENT);
    scene_close(&s);
  }
}
