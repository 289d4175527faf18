// Pairs of bodies that may meet: the list is that of brute force over the same bounds, for any state of the bodies,
// view, filter, instruction set and number of workers, and misses no pair that a distance query finds within the
// margin. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include "fewer.h"
#include "find_brute.h"

// ---------------------------------------------------------------- lists

TEST(lists_are_those_of_brute_force) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    uint64_t listed = 0;
    for (uint64_t seed = 1; seed <= fewer(SEEDS, 1); ++seed) {
      bodies_scene s;
      find_call c;
      const uint32_t bodies = kind == ONE_POINT ? 300 : BODIES;
      print_message("  %s, seed %llu\n", scene_names[kind], (unsigned long long)seed);
      open_scene(&s, &c, kind, bodies, seed);
      for (int variant = 0; variant < VARIANTS; ++variant) {
        choose_variant(&c, &s, bodies, variant);
        assert_int_equal(run(&c), LGJK_OK);
        listed += compare_with_brute(&c);
      }
      close_scene(&s, &c);
    }
    assert_true(listed > 100);
  }
}

TEST(two_views_are_those_of_brute_force) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    for (uint32_t part = 1; part < 4; ++part) {
      bodies_scene s;
      find_call c;
      const uint32_t bodies = kind == ONE_POINT ? 300 : BODIES, split = part == 1   ? 7
                                                                        : part == 2 ? bodies / 2
                                                                                    : bodies - 5;
      assert_int_equal(scene_open(&s, kind, bodies, part), 0);
      lgjk_bodiesN a, b;
      split_views(&s, split, &a, &b);
      open_call(&c, &a, &b, (uint64_t)bodies * bodies / 2);
      c.options.margin = s.margin;
      for (int variant = 0; variant < VARIANTS; ++variant) {
        choose_variant(&c, &s, split, variant);
        assert_int_equal(run(&c), LGJK_OK);
        compare_with_brute(&c);
      }
      close_scene(&s, &c);
    }
  }
}

// ---------------------------------------------------------------- what a query finds

// All pairs of a view, and what a query says of them.
typedef struct all_pairs {
  uint64_t count;
  uint32_t *a, *b;
  float* distance;
  uint8_t* status;
} all_pairs;

static void open_all(all_pairs* all, uint32_t bodies) {
  const uint64_t most = (uint64_t)bodies * (bodies - 1) / 2;
  *all = (all_pairs){.a = malloc(most * sizeof *all->a),
                     .b = malloc(most * sizeof *all->b),
                     .distance = malloc(most * sizeof *all->distance),
                     .status = malloc(most)};
  for (uint32_t i = 0; i < bodies; ++i) {
    for (uint32_t j = i + 1; j < bodies; ++j) {
      all->a[all->count] = i;
      all->b[all->count++] = j;
    }
  }
}

static void query_all(all_pairs* all, const lgjk_bodiesN* bodies) {
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = all->a, .b = all->b, .count = all->count};
  const lgjk_results results = {.struct_size = sizeof results, .distance = all->distance, .status = all->status};
  assert_int_equal(lgjk_distanceN(bodies, bodies, &pairs, NULL, 0, all->count, &results, NULL, NULL), LGJK_OK);
}

static void close_all(all_pairs* all) {
  free(all->a);
  free(all->b);
  free(all->distance);
  free(all->status);
}

// Every pair within the margin is in the list, which is sorted as all pairs are. Returns how many are near.
static uint64_t expect_all_near(const all_pairs* all, const lgjk_pair_list* list, float margin, const char* scene) {
  uint64_t listed = 0, near = 0;
  for (uint64_t k = 0; k < all->count; ++k) {
    const bool in = listed < list->count && list->a[listed] == all->a[k] && list->b[listed] == all->b[k];
    listed += in;
    if (!(all->distance[k] <= margin)) continue;
    ++near;
    if (!in) print_message("  %s: %u and %u\n", scene, all->a[k], all->b[k]);
    assert_true(in);
  }
  assert_int_equal(listed, list->count);
  return near;
}

// No pair within the margin is missing.
TEST(no_near_pair_is_missing) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    all_pairs all;
    const uint32_t bodies = 300;
    open_scene(&s, &c, kind, bodies, 5);
    assert_int_equal(run(&c), LGJK_OK);
    open_all(&all, bodies);
    query_all(&all, c.a);
    const uint64_t near = expect_all_near(&all, &c.list, s.margin, scene_names[kind]);
    uint64_t bad = 0;
    for (uint64_t k = 0; k < all.count; ++k) bad += all.status[k] == LGJK_STATUS_BAD;
    if (kind == CIRCLES || kind == RATIO) assert_true(c.list.count <= near + near / 100 + 1); // their own bounds
    if (kind == ALL_BAD) assert_true(bad > 0 && c.list.bad_bodies > 0);
    close_all(&all);
    close_scene(&s, &c);
  }
}

// Nor is one that is within the margin while all bodies move.
TEST(no_pair_on_the_way_is_missing) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    all_pairs all;
    const uint32_t bodies = 200;
    if (kind == FAR_AWAY) continue; // where the steps below are rounded by as much as the bodies are large
    open_scene(&s, &c, kind, bodies, 6);
    c.options.motion = s.motion;
    assert_int_equal(run(&c), LGJK_OK);
    open_all(&all, bodies);
    uint64_t near = 0;
    for (int step = 0; step <= 4; ++step) {
      query_all(&all, c.a);
      near += expect_all_near(&all, &c.list, s.margin, scene_names[kind]);
      for (uint32_t i = 0; i < bodies; ++i) {
        for (uint32_t k = 0; k < DIM; ++k) s.mixed.pose[(size_t)POSE_FLOATS * i + k] += 0.25f * s.motion[DIM * i + k];
      }
    }
    assert_true(near > 100 || kind == POINTS); // pairs of points at one place are bad
    close_all(&all);
    close_scene(&s, &c);
  }
}

// ---------------------------------------------------------------- the same for all

// Returns how many pairs there are.
static uint64_t needed_count(const lgjk_bodiesN* bodies, float margin) {
  find_call c;
  open_call(&c, bodies, NULL, 0);
  c.options.margin = margin;
  const int32_t code = run(&c);
  const uint64_t count = code == LGJK_OK ? 0 : c.error.index;
  close_call(&c);
  return count;
}

TEST_WITH_THREADS(instruction_sets_and_workers_change_nothing) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c, d;
    // several parts of the work, where there are not too many pairs
    const bool dense = kind != CIRCLES && kind != WALLS && kind != CLUSTERS && kind != STRAY && kind != FAR_AWAY;
    const uint32_t bodies = dense ? 1300 : fewer(9500, 4500);
    assert_int_equal(scene_open(&s, kind, bodies, 3), 0);
    const uint64_t capacity = needed_count(&s.mixed.bodies, s.margin);
    open_call(&c, &s.mixed.bodies, NULL, capacity);
    open_call(&d, &s.mixed.bodies, NULL, capacity);
    c.options.margin = d.options.margin = s.margin;
    c.options.isa = LGJK_ISA_SCALAR;
    assert_int_equal(run(&c), LGJK_OK);
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      if (!lgjk_isa_supported(isa)) continue;
      for (uint32_t workers = 1; workers <= 5; workers += 2) {
        if (!has_turn(isa, workers)) continue;
        const lgjk_tasks tasks = threads_of(workers);
        d.options.isa = isa;
        d.options.tasks = &tasks;
        memset(d.list.a, 0xFF, d.list.capacity * sizeof *d.list.a);
        assert_int_equal(run(&d), LGJK_OK);
        expect_list(&d, &c.list);
      }
    }
    close_call(&c);
    close_call(&d);
    scene_close(&s);
  }
}

// ---------------------------------------------------------------- errors

TEST(a_small_list_tells_the_needed_count) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    const uint32_t bodies = kind == ONE_POINT ? 1300 : BODIES;
    open_scene(&s, &c, kind, bodies, 4);
    assert_int_equal(run(&c), LGJK_OK);
    const uint64_t needed = c.list.count;
    const uint64_t capacities[] = {0, 1, needed / 2, needed - 1, needed};
    for (size_t k = 0; k < sizeof capacities / sizeof capacities[0]; ++k) {
      find_call d;
      open_call(&d, &s.mixed.bodies, NULL, capacities[k]);
      d.options.margin = s.margin;
      d.list.a[capacities[k]] = d.list.b[capacities[k]] = 77;
      char* end = (char*)d.scratch + d.size;
      *end = 0x77;
      const int32_t code = run(&d);
      assert_int_equal(code, capacities[k] < needed ? LGJK_ERROR_CAPACITY : LGJK_OK);
      if (code != LGJK_OK) assert_int_equal(d.error.index, needed);
      assert_int_equal(d.list.count, code == LGJK_OK ? needed : 0);
      assert_int_equal(d.list.a[capacities[k]], 77);
      assert_int_equal(d.list.b[capacities[k]], 77);
      assert_int_equal(*end, 0x77);
      close_call(&d);
    }
    close_scene(&s, &c);
  }
}

// Arguments that cannot be meant, each with the word that its error names.
TEST(wrong_arguments_are_named) {
  bodies_scene s;
  find_call c;
  open_scene(&s, &c, CIRCLES, 100, 1);
  c.options.margin = 0;
  const find_call good = c;
  lgjk_tasks tasks = {.struct_size = sizeof tasks};
  tasks.workers = 2;
#define EXPECT(word, ...) \
  c = good;               \
  __VA_ARGS__;            \
  expect_refusal(run(&c), &c.error, word);
  EXPECT("a is NULL", c.a = NULL)
  EXPECT("margin", c.options.margin = -1)
  EXPECT("margin", c.options.margin = (float)NAN)
  EXPECT("margin", c.options.margin = (float)INFINITY)
  EXPECT("margin", c.options.margin = 1e10f)
  EXPECT("flags", c.options.flags = LGJK_FLAG_EPA)
  EXPECT("options->struct_size", c.options.struct_size = 4)
  EXPECT("motion_stride", c.options.motion_stride = 2)
  EXPECT("motion_stride", c.options.motion_stride = 4)
  EXPECT("motion", c.options.motion = (const float*)(const void*)((char*)s.motion + 1))
  EXPECT("list->struct_size", c.list.struct_size = 1)
  EXPECT("list->a", c.list.a = NULL)
  EXPECT("list->b", c.list.b = NULL)
  EXPECT("capacity", c.list.capacity = UINT64_MAX)
  EXPECT("scratch is NULL", c.scratch = NULL)
  EXPECT("64", c.scratch = (char*)c.scratch + 4)
  EXPECT("scratch_size", c.size -= 1)
  EXPECT("overlaps list->a", c.list.a = c.list.b)
  EXPECT("scratch overlaps list->a", c.list.a = (uint32_t*)c.scratch)
  EXPECT("filters_a", c.options.filters_a = &c.filters_a)
  EXPECT("tasks->start", c.options.tasks = &tasks)
  EXPECT("workers", tasks.workers = 65; c.options.tasks = &tasks)
  c = good;
  c.options.isa = 99;
  assert_int_equal(run(&c), LGJK_ERROR_ISA);
  c = good;
  assert_int_equal(run(&c), LGJK_OK);
  close_scene(&s, &c);
}

// Numbers that no query takes make a body bad, and the largest margin is no trap.
TEST(absurd_numbers_leave_bodies_out) {
  static const float absurd[] = {1e31f, 3e38f, (float)INFINITY, (float)NAN};
  bodies_scene s;
  find_call c;
  open_scene(&s, &c, CIRCLES, 100, 1);
  c.options.margin = 0;
  c.options.motion = s.motion;
  for (size_t k = 0; k < sizeof absurd / sizeof absurd[0]; ++k) {
    s.mixed.radius[3] = absurd[k];
    s.motion[DIM * 7] = absurd[k];
    for (int large = 0; large < 2; ++large) {
      c.options.margin = large ? LGJK_MAX_MARGIN : s.margin;
      assert_int_equal(run(&c), LGJK_OK);
      assert_int_equal(c.list.bad_bodies, 2);
      compare_with_brute(&c);
      if (large) assert_int_equal(c.list.count, 98 * 97 / 2);
    }
  }
  lgjk_bodiesN none = s.mixed.bodies;
  none.count = 0;
  none.pose = NULL;
  none.shape = NULL;
  c.a = &none;
  c.options.motion = NULL;
  assert_int_equal(run(&c), LGJK_OK);
  assert_int_equal(c.list.count, 0);
  close_scene(&s, &c);
}

enum { SPOIL_NOTHING, SPOIL_ROTATION, SPOIL_RADIUS, SPOIL_PLACE, SPOIL_SHAPE, SPOILS };

// Makes a body of circles bad in one way. A rotation that is off by half of the tolerance does not.
static void spoil_one(mixedN* m, uint32_t i, int way) {
  const uint32_t floats = DIM == 2 ? 4 : 7;
  float* pose = m->pose + (size_t)floats * i;
  for (uint32_t k = DIM; k < floats; ++k) pose[k] *= way == SPOIL_ROTATION ? 1.0001f : 1.000025f;
  if (way == SPOIL_RADIUS) m->radius[i] = -1;
  if (way == SPOIL_PLACE) pose[DIM - 1] = (float)NAN;
  if (way == SPOIL_SHAPE) m->shape[i] = 1u << 20;
}

// A body that is bad in one way is left out in whatever lane it is.
TEST(one_bad_body_is_seen_in_every_lane) {
  for (int way = 0; way < SPOILS; ++way) {
    for (uint32_t i = 16; i < 33; ++i) {
      bodies_scene s;
      find_call c;
      open_scene(&s, &c, CIRCLES, 100, 1);
      c.options.margin = 0;
      spoil_one(&s.mixed, i, way);
      for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
        c.options.isa = isa;
        if (!lgjk_isa_supported(isa)) continue;
        assert_int_equal(run(&c), LGJK_OK);
        assert_int_equal(c.list.bad_bodies, way != SPOIL_NOTHING);
        compare_with_brute(&c);
      }
      close_scene(&s, &c);
    }
  }
}
