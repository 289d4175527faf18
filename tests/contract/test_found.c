// What fuzzing has found, each as a pair that once had a wrong answer. Compiled once for each dimension.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lone_pairs.h"

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
#else
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
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
#if DIM == 2
      cmocka_unit_test(a_limit_leaves_no_point_that_is_not_common),
#else
      cmocka_unit_test(touching_is_no_negative_zero),
#endif
  };
  return cmocka_run_group_tests_name("found" DIM_TEXT(DIM), tests, NULL, NULL);
}
