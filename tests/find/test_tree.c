// Trees: they find what two views find, have the same bytes for any number of workers and on every instruction set, and
// an order is a permutation along the curve. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include "fewer.h"
#include "find_brute.h"
#include "test_random.h"

static built_tree read_only_copy(built_tree tree) {
  built_tree copy = {mmap(NULL, tree.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), tree.size};
  assert_ptr_not_equal(copy.memory, MAP_FAILED);
  memcpy(copy.memory, tree.memory, tree.size); // it holds no pointers, and is only read
  assert_int_equal(mprotect(copy.memory, copy.size, PROT_READ), 0);
  memset(tree.memory, 0, tree.size);
  free(tree.memory);
  return copy;
}

// Copies of trees, at other addresses, find what two views find, and what one view finds.
TEST(trees_find_what_views_find) {
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
      choose_variant(&c, &s, split, variant);
      choose_variant(&d, &s, split, variant);
      const built_tree of_a = read_only_copy(tree_of(&c, &a, c.options.filters_a, c.options.motion));
      const built_tree of_b = read_only_copy(tree_of(&c, &b, c.options.filters_b, NULL));
      assert_int_equal(run(&c), LGJK_OK);
      compare_with_brute(&c);
      assert_int_equal(run_trees(&d, &of_a, &of_b), LGJK_OK);
      expect_list(&d, &c.list);
      assert_int_equal(run_trees(&c, &of_a, NULL), LGJK_OK);
      assert_int_equal(run(&d), LGJK_OK);
      expect_list(&c, &d.list);
      munmap(of_a.memory, of_a.size);
      munmap(of_b.memory, of_b.size);
    }
    close_call(&c);
    close_scene(&s, &d);
  }
}

// Bodies of no size find each other by the margin, which is more than any of them reaches.
TEST(a_margin_beyond_all_radii) {
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
  assert_int_equal(run(&c), LGJK_OK);
  assert_true(c.list.count > BODIES);
  expect_trees(&d, &b, NULL, &c.list);
  close_call(&c);
  close_scene(&s, &d);
}

// Large bodies crowd, and small ones are among them.
TEST(small_bodies_in_a_crowd_of_large_ones) {
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
  assert_int_equal(run(&c), LGJK_OK);
  assert_true(compare_with_brute(&c) > SMALL * LARGE / 10);
  expect_trees(&d, &b, NULL, &c.list);
  close_call(&c);
  close_scene(&s, &d);
}

// Flags and filters of trees are their own: what a call says against them is refused.
TEST(what_belongs_to_trees_is_refused) {
  bodies_scene s;
  find_call c;
  lgjk_filters filters;
  open_scene(&s, &c, CIRCLES, 50, 5);
  filters_of(&s, 0, &filters);
  built_tree tree = tree_of(&c, c.a, NULL, NULL);
#define EXPECT(word, ...)                                                                                             \
  {                                                                                                                   \
    lgjk_find_options options = {.struct_size = sizeof options};                                                      \
    __VA_ARGS__;                                                                                                      \
    expect_refusal(lgjk_tree_pairsN(tree.memory, tree.size, NULL, 0, &c.list, c.scratch, c.size, &options, &c.error), \
                   &c.error, word);                                                                                   \
  }
  EXPECT("options->filters_a", options.filters_a = &filters)
  EXPECT("options->filters_b", options.filters_b = &filters)
  EXPECT("options->motion", options.motion = s.motion)
  EXPECT("options->flags are not those of a", options.flags = LGJK_FLAG_NORMALIZE)
  EXPECT("options->margin", options.margin = -1)
  free(tree.memory);
  close_scene(&s, &c);
}

// ---------------------------------------------------------------- sealed trees

static built_tree sealed(const bodies_scene* s, int variant, uint32_t isa, const lgjk_tasks* tasks) {
  lgjk_filters filters;
  filters_of(s, 0, &filters);
  const lgjk_tree_options options = {.struct_size = sizeof options,
                                     .isa = isa,
                                     .flags = LGJK_TREE_SEALED,
                                     .filters = variant == FILTERED ? &filters : NULL,
                                     .motion = variant == MOVING ? s->motion : NULL,
                                     .tasks = tasks};
  return build_tree(&s->mixed.bodies, &options);
}

TEST_WITH_THREADS(sealed_trees_have_the_same_bytes_everywhere) {
  enum { MANY = 5000 };
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    assert_int_equal(scene_open(&s, kind, MANY, 11), 0);
    for (int variant = 0; variant < VARIANTS; ++variant) {
      built_tree one = sealed(&s, variant, LGJK_ISA_SCALAR, NULL);
      for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
        for (uint32_t workers = 1; workers <= 4 && lgjk_isa_supported(isa); ++workers) {
          if (!has_turn(isa, workers)) continue;
          const lgjk_tasks tasks = threads_of(workers);
          built_tree other = sealed(&s, variant, isa, &tasks);
          assert_int_equal(one.size, other.size);
          assert_memory_equal(one.memory, other.memory, one.size);
          free(other.memory);
        }
      }
      free(one.memory);
    }
    scene_close(&s);
  }
}

// What is known of a tree is what was put into it.
TEST(the_box_of_a_tree_holds_all_positions) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    lgjk_tree_info info = {.struct_size = sizeof info};
    assert_int_equal(scene_open(&s, kind, BODIES, 12), 0);
    built_tree tree = sealed(&s, PLAIN, LGJK_ISA_AUTO, NULL);
    assert_int_equal(lgjk_tree_checkN(tree.memory, tree.size, &info, NULL), LGJK_OK);
    assert_int_equal(info.bytes, tree.size);
    assert_int_equal(info.placed + info.bad, BODIES);
    assert_int_equal(info.bad > 0, kind == ALL_BAD);
    for (uint32_t i = 0; i < BODIES && kind != ALL_BAD; ++i) {
      for (uint32_t k = 0; k < DIM; ++k) {
        const float at = s.mixed.pose[POSE_FLOATS * i + k];
        assert_true(info.low[k] <= at && at <= info.high[k]);
      }
    }
    if (DIM == 2) assert_true(!(info.low[2] < 0) && !(info.low[2] > 0) && !(info.high[2] < 0) && !(info.high[2] > 0));
    s.mixed.bodies.count = 0;
    free(tree.memory);
    tree = sealed(&s, PLAIN, LGJK_ISA_AUTO, NULL);
    assert_int_equal(lgjk_tree_checkN(tree.memory, tree.size, &info, NULL), LGJK_OK);
    assert_true(info.low[0] > info.high[0] && info.placed == 0);
    free(tree.memory);
    scene_close(&s);
  }
}

// ---------------------------------------------------------------- the order of bodies

TEST(orders_are_permutations_along_the_curve) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    uint32_t order[BODIES];
    const uint64_t size = lgjk_tree_sizeN(BODIES);
    void* work = aligned_alloc(64, (size_t)(size + 63) / 64 * 64);
    bool seen[BODIES] = {false};
    double length = 0, random = 0;
    assert_int_equal(scene_open(&s, kind, BODIES, 2), 0);
    assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, size, NULL), LGJK_OK);
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
    assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, size - 1, NULL), LGJK_ERROR_ARGUMENT);
    free(work);
    scene_close(&s);
  }
}
