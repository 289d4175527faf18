// What is huge, fast, far off or without end: no pair is lost, all instruction sets agree, and an error leaves no list.
// Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include <float.h>

#include "find_call.h"

enum { FEW = 12 };

// Some circles of one size, at the origin.
static void open_few(bodies_scene* s) {
  assert_int_equal(scene_open(s, CIRCLES, FEW, 3), 0);
  for (uint32_t i = 0; i < FEW; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) s->mixed.pose[POSE_FLOATS * i + k] = s->motion[DIM * i + k] = 0;
    s->mixed.radius[i] = 1;
  }
}

// An index may reach as far as a float does. Bodies that reach no farther than the index find its bodies.
TEST(an_index_of_any_reach) {
  static const float reaches[] = {1e-38f, 1, 1e18f, 1e36f, 1e38f, FLT_MAX};
  bodies_scene s;
  find_call c, d;
  open_few(&s);
  open_call(&c, &s.mixed.bodies, &s.mixed.bodies, FEW * FEW);
  open_call(&d, &s.mixed.bodies, NULL, FEW * FEW);
  assert_int_equal(run(&c), LGJK_OK);
  assert_int_equal(c.list.count, FEW * FEW);
  for (size_t r = 0; r < sizeof reaches / sizeof reaches[0]; ++r) {
    const lgjk_index_def def = {.struct_size = sizeof def, .reach = reaches[r]};
    uint64_t size;
    assert_int_equal(lgjk_index_sizeN(&s.mixed.bodies, &def, &size, NULL), LGJK_OK);
    const uint64_t room = (size + 63) / 64 * 64 + (1 << 20);
    uint8_t* index = aligned_alloc(64, room);
    memset(index, 0x5A, room);
    assert_int_equal(lgjk_index_buildN(&s.mixed.bodies, &def, index, size, NULL, NULL), LGJK_OK);
    for (uint64_t k = size; k < room; ++k) assert_int_equal(index[k], 0x5A);
    expect_against(&d, index, &c.list);
    free(index);
  }
  close_call(&c);
  close_scene(&s, &d);
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
  uint64_t work[2 * FEW];
  open_few(&s);
  for (uint32_t i = 0; i < FEW; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) s.mixed.pose[POSE_FLOATS * i + k] = (float)i;
  }
  s.mixed.pose[0] = s.mixed.pose[POSE_FLOATS * 3 + 1] = (float)NAN;
  assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, sizeof work, NULL), LGJK_OK);
  assert_int_equal(order[FEW - 3], FEW - 1);
  assert_int_equal(order[FEW - 2], 0);
  assert_int_equal(order[FEW - 1], 3);
  scene_close(&s);
}

// Whatever is wrong, a list is empty after an error.
TEST(errors_leave_no_list) {
  bodies_scene s;
  find_call c;
  open_few(&s);
  open_call(&c, &s.mixed.bodies, NULL, FEW * FEW);
  lgjk_bodiesN wrong = s.mixed.bodies, many = s.mixed.bodies;
  wrong.reserved = 1;
  many.count = (1u << 28) + 1; // is refused before anything of it is read
  const lgjk_bodiesN* const views[] = {&wrong, &many, &s.mixed.bodies};
  for (int v = 0; v < 3; ++v) {
    for (int call = 0; call < 3; ++call) {
      lgjk_pair_list other = c.list;
      if (v == 2) c.options.margin = -1;
      c.list.count = c.list.bad_bodies = other.count = other.bad_bodies = 7;
      int32_t code = LGJK_OK;
      if (call == 0) code = lgjk_find_pairsN(views[v], NULL, &c.list, c.scratch, c.size, &c.options, &c.error);
      if (call == 1) code = lgjk_find_againstN(views[v], NULL, &c.list, c.scratch, c.size, &c.options, &c.error);
      if (call == 2) code = lgjk_find_bothN(views[v], NULL, &c.list, &other, c.scratch, c.size, &c.options, &c.error);
      assert_int_equal(code, LGJK_ERROR_ARGUMENT);
      assert_non_null(strstr(c.error.text, v == 0 ? "reserved" : v == 1 ? "2^28" : "margin"));
      assert_int_equal(c.list.count + c.list.bad_bodies, 0);
      assert_int_equal(other.count, call == 2 ? 0 : 7);
    }
  }
  close_scene(&s, &c);
}
