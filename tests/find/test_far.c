// What is huge, fast, far off or without end: no pair is lost, all instruction sets agree, and an error leaves no list.
// Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include <float.h>

#include "fewer.h"
#include "find_brute.h"

enum { FEW = 12 };

// Some circles of one size, at the origin.
static void open_few(bodies_scene* s) {
  assert_int_equal(scene_open(s, CIRCLES, FEW, 3), 0);
  for (uint32_t i = 0; i < FEW; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) s->mixed.pose[POSE_FLOATS * i + k] = s->motion[DIM * i + k] = 0;
    s->mixed.radius[i] = 1;
  }
}

// A margin may be as wide as it is allowed to be, and as small as a float is.
TEST(any_margin_finds_bodies_in_one_place) {
  static const float margins[] = {0, FLT_MIN, 1e-18f, 1, 1e6f, LGJK_MAX_MARGIN};
  bodies_scene s;
  find_call c, d;
  open_few(&s);
  open_call(&c, &s.mixed.bodies, &s.mixed.bodies, FEW * FEW);
  open_call(&d, &s.mixed.bodies, NULL, FEW * FEW);
  for (size_t m = 0; m < sizeof margins / sizeof margins[0]; ++m) {
    c.options.margin = d.options.margin = margins[m];
    assert_int_equal(run(&c), LGJK_OK);
    assert_int_equal(c.list.count, FEW * FEW);
    expect_trees(&d, &s.mixed.bodies, NULL, &c.list);
  }
  close_call(&c);
  close_scene(&s, &d);
}

// A box from one end of all floats to the other meets every box, but no entry of a node that is none.
TEST(bodies_at_both_ends_of_floats) {
  bodies_scene s;
  find_call c;
  open_few(&s);
  open_call(&c, &s.mixed.bodies, NULL, FEW * FEW);
  for (uint32_t i = 0; i < FEW; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) s.mixed.pose[POSE_FLOATS * i + k] = i % 2 ? FLT_MAX : -FLT_MAX;
  }
  for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
    if (!lgjk_isa_supported(isa)) continue;
    c.options.isa = isa;
    memset(c.scratch, 0, c.size); // so that what is behind the leaves has boxes at the origin
    assert_int_equal(run(&c), LGJK_OK);
    assert_int_equal(c.list.compared, 1); // the root
    compare_with_brute(&c);
  }
  close_scene(&s, &c);
}

// Where floats are far apart, the middle of a way is rounded by more than a body's size: its bound holds it still.
TEST(a_way_far_off_begins_where_it_does) {
  static const float places[] = {1e6f, 1e13f, 1e15f, 1e22f};
  bodies_scene s;
  find_call c;
  open_few(&s);
  open_call(&c, &s.mixed.bodies, NULL, FEW * FEW);
  c.options.motion = s.motion;
  for (size_t p = 0; p < sizeof places / sizeof places[0]; ++p) {
    const float step = nextafterf(places[p], HUGE_VALF) - places[p];
    for (uint32_t i = 0; i < FEW; ++i) {
      s.mixed.pose[POSE_FLOATS * i] = places[p];
      s.motion[DIM * i] = i % 4 == 0 ? 0 : step * 0.4f * (float)i;
    }
    assert_int_equal(run(&c), LGJK_OK);
    assert_int_equal(c.list.bad_bodies, 0);
    assert_int_equal(c.list.count, FEW * (FEW - 1) / 2);
  }
  close_scene(&s, &c);
}

// Bodies of one radius in a row, each of which meets the next. All instruction sets find the same of them; `one` has
// what.
static void find_row_everywhere(bodies_scene* s, find_call* one, find_call* other, float radius) {
  for (uint32_t i = 0; i < FEW; ++i) {
    s->mixed.radius[i] = radius;
    s->mixed.pose[POSE_FLOATS * i] = 1.37f * radius * (float)i;
  }
  one->options.isa = LGJK_ISA_SCALAR;
  assert_int_equal(run(one), LGJK_OK);
  for (uint32_t isa = LGJK_ISA_SCALAR + 1; isa < LGJK_ISA_COUNT; ++isa) {
    if (!lgjk_isa_supported(isa)) continue;
    other->options.isa = isa;
    assert_int_equal(run(other), LGJK_OK);
    expect_list(other, &one->list);
  }
}

// Circles whose squares float does not hold are left out. Tiny ones have all pairs: their margin is wider than they
// are.
TEST(huge_and_tiny_bodies_are_the_same_everywhere) {
  bodies_scene s;
  find_call one, other;
  open_few(&s);
  open_call(&one, &s.mixed.bodies, NULL, FEW * FEW);
  open_call(&other, &s.mixed.bodies, NULL, FEW * FEW);
  for (float radius = 1e15f; radius < 1e38f; radius *= 3) {
    find_row_everywhere(&s, &one, &other, radius);
    assert_int_equal(one.list.bad_bodies, radius < 3.9e18f ? 0 : FEW);
    assert_int_equal(one.list.count, radius < 3.9e18f ? FEW - 1 : 0);
  }
  for (float radius = 1e-3f; radius > 1e-40f; radius *= 0.3f) {
    find_row_everywhere(&s, &one, &other, radius);
    const uint64_t found = compare_with_brute(&one);
    if (radius > 1e-17f) assert_int_equal(found, FEW - 1);
    if (radius < 1e-20f) assert_int_equal(found, FEW * (FEW - 1) / 2);
  }
  close_call(&one);
  close_scene(&s, &other);
}

// A body is left out exactly where a query calls its pairs bad: also where a rotation is at the limit, to the last bit.
TEST(rotations_at_the_limit_are_those_of_a_query) {
  enum { STEPS = 400, ALL = 4 * STEPS };
  static const double limits[2][2] = {{1 + 1e-4, 1 - 1e-4}, {1 + 1e-2, 1 - 1e-2}};
  for (int loose = 0; loose < 2; ++loose) {
    bodies_scene s;
    find_call c;
    static uint32_t even[ALL / 2], odd[ALL / 2];
    static uint8_t status[ALL / 2];
    uint64_t next = 0, bad = 0;
    assert_int_equal(scene_open(&s, CIRCLES, ALL, 7), 0);
    open_call(&c, &s.mixed.bodies, NULL, ALL);
    c.options.flags = loose ? LGJK_FLAG_NORMALIZE : 0;
    for (uint32_t i = 0; i < ALL; ++i) { // each with its neighbour: both are off by as much
      float *pose = s.mixed.pose + POSE_FLOATS * i, *other = s.mixed.pose + POSE_FLOATS * (i - i % 2);
      const double off = 2e-8 * (i / 2 % STEPS - STEPS / 2.0), scale = sqrt(limits[loose][i / 2 >= STEPS]) + off;
      for (uint32_t k = 0; k < DIM; ++k) pose[k] = k == 0 ? 10.0f * (float)(i / 2) : 0;
      for (uint32_t k = DIM; k < POSE_FLOATS; ++k) pose[k] = i % 2 ? other[k] : (float)((double)pose[k] * scale);
      (i % 2 ? odd : even)[i / 2] = i;
    }
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = even, .b = odd, .count = ALL / 2};
    const lgjk_results results = {.struct_size = sizeof results, .status = status};
    const lgjk_options options = {.struct_size = sizeof options, .flags = c.options.flags};
    assert_int_equal(lgjk_overlapN(c.a, c.a, &pairs, NULL, 0, ALL / 2, &results, &options, NULL), LGJK_OK);
    assert_int_equal(run(&c), LGJK_OK);
    for (uint32_t i = 0; i < ALL / 2; ++i) {
      const bool listed = next < c.list.count && c.list.a[next] == even[i];
      assert_int_equal(listed, status[i] != LGJK_STATUS_BAD);
      next += listed;
      bad += !listed;
    }
    assert_int_equal(c.list.bad_bodies, 2 * bad);
    assert_true(bad > STEPS / 2 && bad < ALL / 2 - STEPS / 2);
    close_scene(&s, &c);
  }
}

// Bad bodies come last, also where another one is at the end of the curve.
TEST(bad_bodies_are_last) {
  bodies_scene s;
  uint32_t order[FEW];
  const uint64_t size = lgjk_tree_sizeN(FEW);
  void* work = aligned_alloc(64, (size_t)(size + 63) / 64 * 64);
  open_few(&s);
  for (uint32_t i = 0; i < FEW; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) s.mixed.pose[POSE_FLOATS * i + k] = (float)i;
  }
  s.mixed.pose[0] = s.mixed.pose[POSE_FLOATS * 3 + 1] = (float)NAN;
  assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, size, NULL), LGJK_OK);
  assert_int_equal(order[FEW - 3], FEW - 1);
  assert_int_equal(order[FEW - 2], 0);
  assert_int_equal(order[FEW - 1], 3);
  free(work);
  scene_close(&s);
}

// Whatever is wrong, a list is empty after an error.
TEST(errors_leave_no_list) {
  bodies_scene s;
  find_call c;
  open_few(&s);
  open_call(&c, &s.mixed.bodies, NULL, FEW * FEW);
  lgjk_bodiesN wrong = s.mixed.bodies, many = s.mixed.bodies;
  wrong.position_stride = 2;
  many.count = (1u << 28) + 1; // is refused before anything of it is read
  const lgjk_bodiesN* const views[] = {&wrong, &many, &s.mixed.bodies};
  for (int v = 0; v < 3; ++v) {
    for (int call = 0; call < 2; ++call) {
      if (v == 2) c.options.margin = -1;
      c.list.count = c.list.bad_bodies = c.list.compared = c.list.cut = 7;
      int32_t code = LGJK_OK;
      if (call == 0) code = lgjk_find_pairsN(views[v], NULL, &c.list, c.scratch, c.size, &c.options, &c.error);
      if (call == 1)
        code = lgjk_find_pairsN(&s.mixed.bodies, views[v], &c.list, c.scratch, c.size, &c.options, &c.error);
      assert_int_equal(code, LGJK_ERROR_ARGUMENT);
      assert_non_null(strstr(c.error.text, v == 0 ? "position_stride" : v == 1 ? "2^28" : "margin"));
      assert_int_equal(c.list.count + c.list.bad_bodies + c.list.compared + c.list.cut, 0);
    }
  }
  close_scene(&s, &c);
}

// ----------------------------------------------------------------
// Lists with room for fewer pairs than there are (LGJK_LIST_FIT): what is written is part of the whole list, bodies
// with few partners keep all of them, the room is used, and nothing depends on the instruction set or the number of
// workers.

enum { FIT_BODIES = 500 };

// Counts the pairs of each first body.
static void count_rows(const lgjk_pair_list* list, uint32_t bodies, uint32_t* rows) {
  memset(rows, 0, bodies * sizeof *rows);
  for (uint64_t i = 0; i < list->count; ++i) ++rows[list->a[i]];
}

// Returns the greatest k for which all rows, cut to k, have room.
static uint32_t greatest_row(const uint32_t* rows, uint32_t bodies, uint64_t room) {
  uint32_t k = 0;
  for (uint64_t sum = 0; k < bodies; ++k) {
    uint64_t longer = 0;
    for (uint32_t i = 0; i < bodies; ++i) longer += rows[i] > k;
    if (longer == 0 || sum + longer > room) break;
    sum += longer;
  }
  return k;
}

// Compares the list of a call with the whole one.
static void expect_part(const find_call* c, const lgjk_pair_list* whole, uint32_t bodies) {
  static uint32_t rows[FIT_BODIES], kept[FIT_BODIES];
  const lgjk_pair_list* list = &c->list;
  const uint64_t room = list->capacity;
  assert_true(list->count <= room);
  assert_int_equal(list->count + list->dropped, whole->count);
  assert_int_equal(list->bad_bodies, whole->bad_bodies);
  for (uint64_t i = 0, at = 0; i < list->count; ++i, ++at) { // both are sorted
    while (at < whole->count && (whole->a[at] != list->a[i] || whole->b[at] != list->b[i])) ++at;
    assert_true(at < whole->count);
  }
  count_rows(whole, bodies, rows);
  count_rows(list, bodies, kept);
  // A sixteenth of the room bears the scatter of a hash; short lists may need a smaller k than the first.
  const uint32_t first = greatest_row(rows, bodies, room - room / 16), k = room >= 1000 ? first - first / 8 : 0;
  uint64_t least = 0;
  for (uint32_t i = 0; i < bodies; ++i) {
    assert_true(rows[i] > k || kept[i] == rows[i]);
    least += rows[i] < first ? rows[i] : first;
  }
  if (room >= 1000) assert_true(list->count >= least * 3 / 4);
}

static lgjk_pair_list copy_of(const lgjk_pair_list* list) {
  lgjk_pair_list copy = *list;
  copy.a = malloc((list->count + 1) * sizeof *copy.a);
  copy.b = malloc((list->count + 1) * sizeof *copy.b);
  memcpy(copy.a, list->a, list->count * sizeof *copy.a);
  memcpy(copy.b, list->b, list->count * sizeof *copy.b);
  return copy;
}

static void close_copy(lgjk_pair_list* copy) {
  free(copy->a);
  free(copy->b);
}

// Finds the pairs of the views of a call or, if there are trees, of these.
static int32_t run_either(find_call* c, const built_tree* trees) {
  return trees == NULL ? run(c) : run_trees(c, &trees[0], &trees[1]);
}

// Requests lists of several lengths, those of half the pairs on each instruction set, with one worker and three.
static void expect_parts(find_call* c, const built_tree* trees) {
  const uint64_t all = c->list.capacity;
  assert_int_equal(run_either(c, trees), LGJK_OK);
  assert_int_equal(c->list.dropped, 0);
  lgjk_pair_list whole = copy_of(&c->list);
  const uint64_t rooms[] = {whole.count, whole.count - (whole.count > 0), whole.count / 2, whole.count / 9, 3, 0};
  for (size_t r = 0; r < sizeof rooms / sizeof rooms[0]; ++r) {
    if (rooms[r] > whole.count) continue;
    lgjk_pair_list first = {0};
    c->list.capacity = rooms[r];
    c->list.flags = 0;
    assert_int_equal(run_either(c, trees), rooms[r] < whole.count ? LGJK_ERROR_CAPACITY : LGJK_OK);
    c->list.flags = LGJK_LIST_FIT;
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      for (uint32_t workers = 1; workers <= 3 && lgjk_isa_supported(isa); workers += 2) {
        if (first.a != NULL && (r != 2 || !has_turn(isa, workers))) continue;
        const lgjk_tasks tasks = threads_of(workers);
        c->options.isa = isa;
        c->options.tasks = workers > 1 ? &tasks : NULL;
        assert_int_equal(run_either(c, trees), LGJK_OK);
        if (first.a == NULL) {
          expect_part(c, &whole, c->a->count);
          first = copy_of(&c->list);
        }
        expect_list(c, &first);
        assert_int_equal(c->list.dropped, first.dropped);
      }
    }
    c->options.tasks = NULL; // which are out of scope
    close_copy(&first);
  }
  c->options = (lgjk_find_options){.struct_size = sizeof c->options, .margin = c->options.margin};
  c->list.flags = 0;
  c->list.capacity = all;
  close_copy(&whole);
}

TEST_WITH_THREADS(lists_of_one_view_are_cut) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    const uint32_t bodies = kind == ONE_POINT ? 300 : fewer(FIT_BODIES, 250);
    print_message("  %s, seed 3\n", scene_names[kind]);
    open_scene(&s, &c, kind, bodies, 3);
    for (int variant = 0; variant < VARIANTS; ++variant) {
      choose_variant(&c, &s, bodies, variant);
      expect_parts(&c, NULL);
    }
    close_scene(&s, &c);
  }
}

TEST_WITH_THREADS(lists_of_two_views_are_cut) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    lgjk_bodiesN a, b;
    const uint32_t bodies = kind == ONE_POINT ? 300 : fewer(FIT_BODIES, 250), split = bodies / 3;
    assert_int_equal(scene_open(&s, kind, bodies, 4), 0);
    split_views(&s, split, &a, &b);
    open_call(&c, &a, &b, (uint64_t)bodies * bodies / 2);
    c.options.margin = s.margin;
    choose_variant(&c, &s, split, FILTERED);
    expect_parts(&c, NULL);
    close_scene(&s, &c);
  }
}

TEST_WITH_THREADS(lists_of_two_trees_are_cut) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    lgjk_bodiesN a, b;
    const uint32_t bodies = kind == ONE_POINT ? 300 : fewer(FIT_BODIES, 250), split = bodies / 2;
    assert_int_equal(scene_open(&s, kind, bodies, 5), 0);
    split_views(&s, split, &a, &b);
    open_call(&c, &a, NULL, (uint64_t)bodies * bodies / 2);
    c.options.margin = s.margin;
    const built_tree trees[2] = {tree_of(&c, &a, NULL, NULL), tree_of(&c, &b, NULL, NULL)};
    expect_parts(&c, trees);
    for (int k = 0; k < 2; ++k) free(trees[k].memory);
    close_scene(&s, &c);
  }
}

// Bodies away from a crowd on one spot lose no pair.
TEST(a_crowd_costs_others_nothing) {
  enum { CROWD = 300, ROOM = 3000 };
  bodies_scene s;
  find_call c;
  static uint32_t rows[FIT_BODIES], kept[FIT_BODIES];
  open_scene(&s, &c, ONE_POINT, FIT_BODIES, 6);
  float* pose = (float*)(uintptr_t)s.mixed.bodies.pose;
  for (uint32_t i = CROWD; i < FIT_BODIES; ++i) pose[(size_t)POSE_FLOATS * i] += 1000 + (float)(i - CROWD) * 0.5f;
  assert_int_equal(run(&c), LGJK_OK);
  lgjk_pair_list whole = copy_of(&c.list);
  assert_true(whole.count > 10 * ROOM);
  count_rows(&whole, FIT_BODIES, rows);
  c.list.capacity = ROOM;
  c.list.flags = LGJK_LIST_FIT;
  assert_int_equal(run(&c), LGJK_OK);
  assert_true(c.list.dropped > 0 && c.list.count > ROOM / 2);
  count_rows(&c.list, FIT_BODIES, kept);
  for (uint32_t i = CROWD; i < FIT_BODIES; ++i) assert_int_equal(kept[i], rows[i]);
  close_copy(&whole);
  close_scene(&s, &c);
}

// Pairs far away from each other, more than there is room for: most of the room is used.
TEST(a_list_with_room_for_some_bodies_is_used) {
  bodies_scene s;
  find_call c;
  open_scene(&s, &c, ONE_POINT, FIT_BODIES, 7);
  float* pose = (float*)(uintptr_t)s.mixed.bodies.pose;
  for (uint32_t i = 0; i < FIT_BODIES; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) pose[(size_t)POSE_FLOATS * i + k] = k == 0 ? 100.0f * (float)(i / 2) : 0;
  }
  assert_int_equal(run(&c), LGJK_OK);
  assert_int_equal(c.list.count, FIT_BODIES / 2);
  c.list.flags = LGJK_LIST_FIT;
  for (c.list.capacity = 40; c.list.capacity < FIT_BODIES / 2; c.list.capacity += 30) {
    assert_int_equal(run(&c), LGJK_OK);
    assert_true(c.list.count <= c.list.capacity && c.list.count >= c.list.capacity / 2);
    assert_int_equal(c.list.count + c.list.dropped, FIT_BODIES / 2);
  }
  close_scene(&s, &c);
}
