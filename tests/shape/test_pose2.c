// Poses: sine and cosine against long double libm over the whole domain, the same bits as on every other machine (a
// hash over two million results), renormalised rotations, arguments, and the caller's floating-point environment.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "hostile_fp.h"
#include "lanegjk/lanegjk.h"
#include "test_random.h"

static float from_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint32_t to_bits(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// A random sign, exponent and mantissa: every magnitude from denormals to the largest angle.
static float random_angle(void) {
  for (;;) {
    const float a = from_bits(random_bits());
    if (fabsf(a) <= 1e6f) return a;
  }
}

// ---------------------------------------------------------------- sine and cosine

// Error in units in the last place of a float of the size of the truth.
static long double error_in_ulps(float value, long double truth) {
  const int exponent = truth == 0 ? -126 : ilogbl(truth);
  return fabsl((long double)value - truth) / ldexpl(1, (exponent < -126 ? -126 : exponent) - 23);
}

static void check_angle(float angle) {
  float pose[4];
  lgjk_pose2_from_angle(3.0f, -4.0f, angle, pose);
  assert_true(pose[0] == 3.0f && pose[1] == -4.0f);
  const long double c = cosl((long double)angle), s = sinl((long double)angle);
  if (error_in_ulps(pose[2], c) < 0.5002L && error_in_ulps(pose[3], s) < 0.5002L) return;
  fail_msg("angle %a: %a %a instead of %La %La", (double)angle, (double)pose[2], (double)pose[3], c, s);
}

static void sine_and_cosine_are_right_to_the_last_place(void** state) {
  (void)state;
  random_state = 1;
  for (int i = 0; i < 400000; ++i) check_angle(random_angle());
  for (int i = 0; i < 400000; ++i) check_angle((float)random_in(-1e6, 1e6));
  const float special[] = {0.0f, 1e-45f, 1e-20f, 0.5f, 1.0f, 1e6f, -1e6f, 999999.94f};
  for (size_t i = 0; i < sizeof special / sizeof *special; ++i) check_angle(special[i]);
}

// The one angle whose sine is rounded to the wrong side without the third part of pi/2.
static void reduction_keeps_all_of_half_pi(void** state) {
  (void)state;
  const float angle = 0x1.ab7974p+19f;
  float pose[4];
  lgjk_pose2_from_angle(0, 0, angle, pose);
  assert_true(pose[3] == (float)sinl((long double)angle));
}

// Where the reduction cancels most and where it changes quarters.
static void floats_next_to_multiples_of_an_eighth_turn(void** state) {
  (void)state;
  for (int32_t k = -1273239; k <= 1273239; k += k > -2000 && k < 2000 ? 1 : 17) {
    const float nearest = (float)(k * 0.78539816339744830962);
    check_angle(nearest);
    check_angle(nextafterf(nearest, 0.0f));
    check_angle(nextafterf(nearest, k < 0 ? -1e6f : 1e6f));
  }
}

static void quarter_turns_have_the_right_signs(void** state) {
  (void)state;
  float pose[4];
  lgjk_pose2_from_angle(0, 0, 0.0f, pose);
  assert_true(pose[2] == 1.0f && pose[3] == 0.0f);
  lgjk_pose2_from_angle(0, 0, 1.0f, pose);
  assert_true(pose[2] > 0.5f && pose[3] > 0.8f);
  lgjk_pose2_from_angle(0, 0, -2.0f, pose);
  assert_true(pose[2] < -0.4f && pose[3] < -0.9f);
}

static void angles_outside_the_domain_give_one_nan(void** state) {
  (void)state;
  const float outside[] = {NAN, -NAN, INFINITY, -INFINITY, 1000000.0625f, -1000000.0625f, 3e38f};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; ++i) {
    float pose[4] = {0, 0, 0, 0};
    lgjk_pose2_from_angle(1, 2, outside[i], pose);
    assert_true(pose[0] == 1.0f && pose[1] == 2.0f);
    assert_int_equal(to_bits(pose[2]), 0x7FC00000u);
    assert_int_equal(to_bits(pose[3]), 0x7FC00000u);
  }
}

static uint64_t hash_of_poses(void) {
  random_state = 2;
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (int i = 0; i < 1000000; ++i) {
    float pose[4];
    lgjk_pose2_from_angle(0, 0, random_angle(), pose);
    pose[2] *= 1.0001f;
    assert_int_equal(lgjk_pose2_normalize(pose, 0, 1, NULL), LGJK_OK);
    hash = (hash ^ to_bits(pose[2])) * UINT64_C(0x100000001B3);
    hash = (hash ^ to_bits(pose[3])) * UINT64_C(0x100000001B3);
  }
  return hash;
}

static void bits_are_those_of_every_machine(void** state) {
  (void)state;
  assert_true(hash_of_poses() == UINT64_C(0xACB7F4F50933B9E8));
}

// ---------------------------------------------------------------- normalisation

static void drifted_rotations_get_unit_length(void** state) {
  (void)state;
  random_state = 3;
  for (int i = 0; i < 100000; ++i) {
    float pose[4] = {5.0f, NAN, from_bits(random_bits()), from_bits(random_bits())};
    if (!isfinite(pose[2]) || !isfinite(pose[3])) continue;
    const long double c = (long double)pose[2], s = (long double)pose[3], length = hypotl(c, s);
    assert_int_equal(lgjk_pose2_normalize(pose, 0, 1, NULL), LGJK_OK);
    assert_true(error_in_ulps(pose[2], c / length) < 0.5001L);
    assert_true(error_in_ulps(pose[3], s / length) < 0.5001L);
    assert_true(pose[0] == 5.0f && isnan(pose[1]));
  }
}

static void unusable_rotations_are_left_alone(void** state) {
  (void)state;
  const float unusable[][2] = {{0, 0}, {-0.0f, 0}, {NAN, 1}, {1, NAN}, {INFINITY, 1}, {0, -INFINITY}};
  for (size_t i = 0; i < sizeof unusable / sizeof *unusable; ++i) {
    float pose[4] = {1, 2, unusable[i][0], unusable[i][1]};
    assert_int_equal(lgjk_pose2_normalize(pose, 0, 1, NULL), LGJK_OK);
    assert_memory_equal(pose + 2, unusable[i], sizeof unusable[i]);
  }
}

static void stride_skips_what_is_between(void** state) {
  (void)state;
  float poses[15];
  for (int i = 0; i < 15; ++i) poses[i] = 2.0f;
  assert_int_equal(lgjk_pose2_normalize(poses, 20, 2, NULL), LGJK_OK);
  const float unit = (float)(2.0 / sqrt(8.0));
  const float expected[15] = {2, 2, unit, unit, 2, 2, 2, unit, unit, 2, 2, 2, 2, 2, 2};
  assert_memory_equal(poses, expected, sizeof expected);
  assert_int_equal(lgjk_pose2_normalize(poses, 0, 3, NULL), LGJK_OK);
  assert_true(poses[10] == unit && poses[11] == unit && poses[12] == 2.0f);
}

static void expect_error(float* poses, uint32_t stride, uint32_t count, const char* text) {
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(lgjk_pose2_normalize(poses, stride, count, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.code, LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, text);
  assert_int_equal(lgjk_pose2_normalize(NULL, 0, 0, &error), LGJK_OK);
  assert_int_equal(error.code, LGJK_OK);
  assert_string_equal(error.text, "");
}

static void arguments_are_checked(void** state) {
  (void)state;
  float pose[4] = {1, 1, 2, 2};
  expect_error(NULL, 0, 1, "poses is NULL");
  expect_error((void*)((char*)pose + 2), 0, 1, "poses is not aligned to 4 bytes");
  expect_error(pose, 12, 1, "stride is 12, not 0 or a multiple of 4 that is at least 16");
  expect_error(pose, 18, 1, "stride is 18, not 0 or a multiple of 4 that is at least 16");
  assert_true(pose[2] == 2.0f);
}

// ---------------------------------------------------------------- floating-point environment

static void hostile_environment_changes_no_bit_and_is_restored(void** state) {
  (void)state;
  float plain[8], hostile[8];
  lgjk_pose2_from_angle(1, 2, 1e-41f, plain);
  lgjk_pose2_from_angle(1, 2, 12345.678f, plain + 4);
  plain[2] *= 1e-40f; // a rotation of denormals
  memcpy(hostile, plain, sizeof plain);
  lgjk_pose2_normalize(plain, 0, 2, NULL);
  hostile_fp fp = hostile_fp_begin();
  lgjk_pose2_from_angle(1, 2, 12345.678f, hostile + 4);
  const int kept_by_angle = hostile_fp_end(fp);
  fp = hostile_fp_begin();
  lgjk_pose2_normalize(hostile, 0, 2, NULL);
  const int kept_by_normalize = hostile_fp_end(fp);
  assert_true(kept_by_angle && kept_by_normalize);
  assert_memory_equal(plain, hostile, sizeof plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sine_and_cosine_are_right_to_the_last_place),
      cmocka_unit_test(reduction_keeps_all_of_half_pi),
      cmocka_unit_test(floats_next_to_multiples_of_an_eighth_turn),
      cmocka_unit_test(quarter_turns_have_the_right_signs),
      cmocka_unit_test(angles_outside_the_domain_give_one_nan),
      cmocka_unit_test(bits_are_those_of_every_machine),
      cmocka_unit_test(drifted_rotations_get_unit_length),
      cmocka_unit_test(unusable_rotations_are_left_alone),
      cmocka_unit_test(stride_skips_what_is_between),
      cmocka_unit_test(arguments_are_checked),
      cmocka_unit_test(hostile_environment_changes_no_bit_and_is_restored),
  };
  return cmocka_run_group_tests_name("pose2", tests, NULL, NULL);
}
