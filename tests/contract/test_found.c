// What fuzzing has found, each as a pair that once had a wrong answer. Compiled once for each dimension.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

// One pair of bodies, each of a shape of its own, on one instruction set.
static answersN ask_pair(query q, const lgjk_shapeN_def defs[2], const float* pose, const lgjk_options* options) {
  const uint32_t shape[2] = {0, 1};
  uint32_t a, b;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_shapesN* shapes = NULL;
  assert_int_equal(lgjk_shapesN_create(defs, 2, NULL, &shapes, NULL), LGJK_OK);
  lone_pairs(shapes, shape, pose, 1, &a, &b, &bodies, &pairs);
  answersN answers = answersN_open(1);
  ask_lone_pairs(q, &bodies, &pairs, NULL, options, &answers);
  lgjk_shapesN_destroy(shapes);
  return answers;
}

static lgjk_shapeN_def sized(uint32_t kind, const float* size) {
  lgjk_shapeN_def def;
  lgjk_shapeN_def_init(&def);
  def.kind = kind;
  memcpy(def.size, size, sizeof def.size);
  clear_unused(&def);
  return def;
}

#if DIM == 2
// Two thin boxes that cross: with a limit of one evaluation they were known to overlap, but at no common point.
static void a_limit_leaves_no_point_that_is_not_common(void** state) {
  (void)state;
  const float size[2] = {0x1.3b0362p-12f, 0x1.7e84p+2f};
  const float pose[2][4] = {{-2.2734375f, -1.2099609f, 0, 1}, {-1.75f, 1.5f, 1, -0x1.24221ep-13f}};
  const lgjk_shape2_def box = sized(LGJK_SHAPE2_BOX, size), defs[2] = {box, box};
  lgjk_options options;
  lgjk_options_init(&options);
  for (uint32_t limit = 0; limit < 8; ++limit) {
    options.iteration_limit = limit;
    answersN answers = ask_pair(DISTANCE, defs, pose[0], &options);
    if (answers.status[0] == LGJK_STATUS_OVERLAPPING) {
      assert_true(fabsf(answers.point_a[0] - pose[1][0]) < 0.01f);
      assert_true(fabsf(answers.point_a[1] - pose[0][1]) < 0.01f);
    } else {
      assert_int_equal(answers.status[0], LGJK_STATUS_LIMIT);
    }
    assert_true(limit > 0 || answers.status[0] == LGJK_STATUS_OVERLAPPING);
    answersN_close(&answers);
  }
}

// A small ellipse on the corner of a polygon of 300,000: the polytope met the origin itself, and took the way there,
// which is none, for the normal.
static void a_normal_is_one_where_an_edge_holds_the_origin(void** state) {
  (void)state;
  const float corners[8] = {-0x1.78p+9f, 0, -0x1.cp+0f, -0x1.a218p+17f, 0x1.21acp+18f, -0x1p+1f, 0x1p+0f, 0x1.4p+0f};
  const float one[2] = {1, 1}, map[4] = {-0x1.5p+1f, -0x1.4f74p+1f, -0x1.88p+1f, 0x1.4f74p+0f};
  const float pose[2][4] = {{0x1.6848p+1f, -0x1.4p+0f, 0x1.14a28p-1f, 0x1.aed548p-1f},
                            {0x1.27c846p-12f, -0x1.d33ed6p-15f, 0x1.42e3dep-2f, -0x1.e5e15p-1f}};
  lgjk_shape2_def defs[2] = {sized(LGJK_SHAPE2_ELLIPSE, one), sized(LGJK_SHAPE2_POINTS, one)};
  memcpy(defs[0].map, map, sizeof map);
  defs[1].points = corners;
  defs[1].point_count = 4;
  defs[1].radius = 0x1.f0ep+0f;
  answersN answers = ask_pair(CONTACT, defs, pose[0], NULL);
  const float *n = answers.normal, d = answers.distance[0];
  assert_int_equal(answers.status[0], LGJK_STATUS_OVERLAPPING);
  assert_true(fabsf(sqrtf(n[0] * n[0] + n[1] * n[1]) - 1) < 1e-6f);
  for (int k = 0; k < 2; ++k) assert_true(fabsf(answers.point_b[k] - answers.point_a[k] - d * n[k]) < 0.5f);
  answersN_close(&answers);
}

// Two boxes of no width that cross, one of them turned by so little that its cosine with the other's side is all that
// is left of it: their common point was in one of them alone.
static void boxes_of_no_width_have_a_point_in_common(void** state) {
  (void)state;
  const float size[2] = {0x1.87fcp+18f, 0x1.fep-142f};
  const float pose[2][4] = {{1, -1.5f, 0, 1}, {-0x1.2315aep-12f, -0x1.5798eep-17f, 1, 0x1.4445fep-59f}};
  const lgjk_shape2_def box = sized(LGJK_SHAPE2_BOX, size), defs[2] = {box, box};
  answersN answers = ask_pair(DISTANCE, defs, pose[0], NULL);
  assert_int_equal(answers.status[0], LGJK_STATUS_OVERLAPPING);
  assert_true(fabsf(answers.point_a[0] - 1) < 0.1f && fabsf(answers.point_a[1]) < 0.1f);
  answersN_close(&answers);
}

// A short edge of a polygon, 20,000 from a point: what was left of its direction, rounded there, was off by 2e-5.
static void a_far_point_has_the_normal_of_a_short_edge(void** state) {
  (void)state;
  const float corners[8] = {-0x1.1fd294p-1f, 0x1.5bbb36p+16f, -0x1.21cfc4p-11f, 0x1.9b2c7ap+3f,
                            0x1.d4beb4p-14f, -0x1.1aeedcp+4f, -0x1.1a61a4p-15f, 0x1.42c6bcp+5f};
  const float point[2] = {0, 0.75f}, one[2] = {1, 1};
  const float pose[2][4] = {{-0x1.c638p+1f, 1, -1, 0}, {0x1.3b8p+14f, -0x1.20acp+2f, -0x1.377d34p-2f, -0x1.e7bcbep-1f}};
  lgjk_shape2_def defs[2] = {sized(LGJK_SHAPE2_POINTS, one), sized(LGJK_SHAPE2_POINTS, one)};
  defs[0].points = corners;
  defs[0].point_count = 4;
  defs[1].points = point;
  defs[1].point_count = 1;
  answersN answers = ask_pair(CONTACT, defs, pose[0], NULL);
  assert_int_equal(answers.status[0], LGJK_STATUS_SEPARATED);
  assert_true(fabsf(answers.normal[0] - 1) < 1e-6f);
  assert_true(fabsf(answers.normal[1] - 2.17e-5f) < 1e-7f); // of the edge from the second corner to the third
  answersN_close(&answers);
}
#else
// The farthest point of a cylinder under a map that is askew: its bound was up to a seventh more, so that pairs near
// the end of the domain were bad.
static void bounds_are_of_the_farthest_point(void** state) {
  (void)state;
  random_state = 20266;
  for (int i = 0; i < 200; ++i) {
    const float size[3] = {1, 1, 1};
    lgjk_shape3_def def = sized(i % 2 ? LGJK_SHAPE3_CYLINDER : LGJK_SHAPE3_CONE, size);
    lgjk_shape3_info info;
    lgjk_shapes3* shapes;
    for (int k = 0; k < 9; ++k) def.map[k] = (float)random_in(-1, 1);
    lgjk_shape3_info_init(&info);
    assert_int_equal(lgjk_shapes3_create(&def, 1, NULL, &shapes, NULL), LGJK_OK);
    assert_int_equal(lgjk_shapes3_get(shapes, 0, &info, NULL, 0, NULL), LGJK_OK);
    double farthest = 0;
    for (int step = 0; step < 20000; ++step) {
      double square = 0;
      const double angle = step * (6.283185307179586 / 20000);
      for (int row = 0; row < 3; ++row) {
        const float* m = &info.matrix[3 * row];
        const double x = (double)m[0] * cos(angle) + (double)m[1] * sin(angle) + (double)m[2];
        square += x * x;
      }
      farthest = fmax(farthest, square);
    }
    assert_true((double)info.bound >= sqrt(farthest) && (double)info.bound < 1.000001 * sqrt(farthest));
    lgjk_shapes3_destroy(shapes);
  }
}

// Two ellipsoids that touch: a depth that vanishes in float became -0.
static void touching_is_no_negative_zero(void** state) {
  (void)state;
  const float ball[3] = {0.5f, 0.5f, 0.5f}, egg[3] = {0.5f, 1.5f, 0.5f};
  const float pose[2][7] = {{-2, -2, -2, 0, 0, 0, 1}, {-2, 0, -2, 0, -1, 0, 0}};
  const lgjk_shape3_def defs[2] = {sized(LGJK_SHAPE3_ELLIPSOID, ball), sized(LGJK_SHAPE3_ELLIPSOID, egg)};
  answersN answers = ask_pair(CONTACT, defs, pose[0], NULL);
  assert_int_equal(answers.status[0], LGJK_STATUS_OVERLAPPING);
  assert_true(answers.distance[0] == 0 && !signbit(answers.distance[0]));
  answersN_close(&answers);
}

// A segment of 20,000 beside the rim of a cylinder: between nearest points rounding took the normal off the right angle
// to it, by 2e-5, which is much over that length.
static void a_long_segment_has_a_normal_across_it(void** state) {
  (void)state;
  const float ends[6] = {-0x1.698p+13f, -0x1.698p+13f, -0x1.698p+13f, 0.75f, 0.75f, 0.75f};
  const float one[3] = {1, 1, 1}, map[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2};
  const float pose[2][7] = {{-2, -2, 0.5f, 0, 0, 0, 1}, {0.5f, -1, -1, 0, -1, 0, 0}};
  lgjk_shape3_def defs[2] = {sized(LGJK_SHAPE3_POINTS, one), sized(LGJK_SHAPE3_CYLINDER, one)};
  defs[0].points = ends;
  defs[0].point_count = 2;
  memcpy(defs[1].map, map, sizeof map);
  answersN answers = ask_pair(CONTACT, defs, pose[0], NULL);
  assert_int_equal(answers.status[0], LGJK_STATUS_SEPARATED);
  assert_true(fabsf(answers.distance[0] - 0.039383f) < 1e-5f);
  assert_true(fabsf(answers.normal[0] + answers.normal[1] + answers.normal[2]) < 5e-6f);
  answersN_close(&answers);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
#if DIM == 2
    cmocka_unit_test(a_limit_leaves_no_point_that_is_not_common),
    cmocka_unit_test(a_normal_is_one_where_an_edge_holds_the_origin),
    cmocka_unit_test(boxes_of_no_width_have_a_point_in_common),
    cmocka_unit_test(a_far_point_has_the_normal_of_a_short_edge),
#else
    cmocka_unit_test(bounds_are_of_the_farthest_point),
    cmocka_unit_test(touching_is_no_negative_zero),
    cmocka_unit_test(a_long_segment_has_a_normal_across_it),
#endif
  };
  return cmocka_run_group_tests_name("found" DIM_TEXT(DIM), tests, NULL, NULL);
}
