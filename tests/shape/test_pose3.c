// 3D poses: quaternions against long double libm over the whole domain, the same bits as on every other machine (a hash
// over half a million results), renormalised rotations, arguments, and the caller's floating-point environment.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "hostile_fp.h"
#include "lanegjk/lanegjk3.h"
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

// A random sign, exponent and mantissa: every magnitude from denormals up to the limit.
static float random_float(float limit) {
  for (;;) {
    const float a = from_bits(random_bits());
    if (fabsf(a) <= limit) return a;
  }
}

static void start_random(uint32_t seed) {
  random_state = seed;
  print_message("seed %u\n", seed);
}

static const float origin[3] = {0, 0, 0};

// ---------------------------------------------------------------- axis and angle

// Error in units in the last place of a float of the size of the truth.
static long double error_in_ulps(float value, long double truth) {
  const int exponent = truth == 0 ? -126 : ilogbl(truth);
  return fabsl((long double)value - truth) / ldexpl(1, (exponent < -126 ? -126 : exponent) - 23);
}

static long double length(const float* v, int count) {
  long double sum = 0;
  for (int i = 0; i < count; ++i) sum += (long double)v[i] * (long double)v[i];
  return sqrtl(sum);
}

static void check_rotation(const float axis[3], float angle) {
  const float position[3] = {3.0f, -4.0f, 0.5f};
  float pose[7];
  lgjk_pose3_from_axis_angle(position, axis, angle, pose);
  assert_memory_equal(pose, position, sizeof position);
  const long double c = cosl((long double)angle / 2), s = sinl((long double)angle / 2), l = length(axis, 3);
  int right = error_in_ulps(pose[6], c) < 0.5002L;
  for (int i = 0; i < 3; ++i) right &= error_in_ulps(pose[3 + i], s * ((long double)axis[i] / l)) < 0.5002L;
  if (!right) fail_msg("axis %a %a %a angle %a", (double)axis[0], (double)axis[1], (double)axis[2], (double)angle);
}

// The pose may be where position and axis are, wholly or in part.
static void poses_may_be_written_over_their_input(void** state) {
  (void)state;
  float expected[7], pose[7] = {1, 2, 3, 4, 5, 6, 7};
  lgjk_pose3_from_axis_angle((float[3]){1, 2, 3}, (float[3]){2, 3, 4}, 0.5f, expected);
  lgjk_pose3_from_axis_angle(pose, pose + 1, 0.5f, pose);
  assert_memory_equal(pose, expected, sizeof pose);
  float other[7] = {1, 2, 3, 4, 5, 6, 7};
  lgjk_pose3_from_axis_angle((float[3]){4, 5, 6}, (float[3]){1, 2, 3}, -2, expected);
  lgjk_pose3_from_axis_angle(other + 3, other, -2, other);
  assert_memory_equal(other, expected, sizeof other);
}

static void quaternions_are_right_to_the_last_place(void** state) {
  (void)state;
  start_random(1);
  for (int i = 0; i < 200000; ++i) {
    const float limit = i % 2 ? 3e38f : 1.0f;
    const float axis[3] = {random_float(limit), random_float(limit), random_float(limit)};
    if (length(axis, 3) == 0) continue;
    check_rotation(axis, random_float(1e6f));
    check_rotation(axis, (float)random_in(-10, 10));
  }
  const float x[3] = {1, 0, 0}, oblique[3] = {1e-45f, -1e-45f, 1e-45f}, huge[3] = {3e38f, 3e38f, -3e38f};
  const float special[] = {0.0f, 1e-45f, 1e-20f, 3.1415927f, 6.2831855f, 1e6f, -1e6f};
  for (size_t i = 0; i < sizeof special / sizeof *special; ++i) {
    check_rotation(x, special[i]);
    check_rotation(oblique, special[i]);
    check_rotation(huge, special[i]);
  }
}

// A quarter turn about z takes x to y.
static void rotations_turn_counter_clockwise(void** state) {
  (void)state;
  const float z[3] = {0, 0, 2};
  float q[7];
  lgjk_pose3_from_axis_angle(origin, z, 1.5707964f, q);
  assert_true(q[3] == 0.0f && q[4] == 0.0f && q[5] > 0.707f && q[6] > 0.707f);
  lgjk_pose3_from_axis_angle(origin, z, 0.0f, q);
  assert_true(q[3] == 0.0f && q[4] == 0.0f && q[5] == 0.0f && q[6] == 1.0f);
}

static void unusable_axes_and_angles_give_one_nan(void** state) {
  (void)state;
  const float rotation[][4] = {{0, 0, 0, 1},         {-0.0f, 0, 0, 1},         {NAN, 0, 1, 1},   {0, INFINITY, 1, 1},
                               {0, 1, -INFINITY, 1}, {0, 0, 1, NAN},           {0, 0, 1, -NAN},  {0, 0, 1, INFINITY},
                               {0, 1, 0, -INFINITY}, {1, 0, 0, 1000000.0625f}, {1, 0, 0, -3e38f}};
  for (size_t i = 0; i < sizeof rotation / sizeof *rotation; ++i) {
    const float position[3] = {1, 2, 3};
    float pose[7] = {0};
    lgjk_pose3_from_axis_angle(position, rotation[i], rotation[i][3], pose);
    assert_memory_equal(pose, position, sizeof position);
    for (int k = 3; k < 7; ++k) assert_int_equal(to_bits(pose[k]), 0x7FC00000u);
  }
}

static void bits_are_those_of_every_machine(void** state) {
  (void)state;
  start_random(2);
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (int i = 0; i < 500000; ++i) {
    const float axis[3] = {random_float(1.0f), random_float(1.0f), (float)random_in(-1, 1)};
    float pose[7];
    lgjk_pose3_from_axis_angle(origin, axis, random_float(1e6f), pose);
    for (int k = 3; k < 7; ++k) hash = (hash ^ to_bits(pose[k])) * UINT64_C(0x100000001B3);
    pose[3 + i % 4] += 0.01f;
    assert_int_equal(lgjk_pose3_normalize(pose, 0, 1, NULL), LGJK_OK);
    for (int k = 3; k < 7; ++k) hash = (hash ^ to_bits(pose[k])) * UINT64_C(0x100000001B3);
  }
  assert_true(hash == UINT64_C(0x2BEFC06916CC3C48));
}

// ---------------------------------------------------------------- normalisation

static void drifted_rotations_get_unit_length(void** state) {
  (void)state;
  start_random(3);
  for (int i = 0; i < 100000; ++i) {
    float pose[7] = {5.0f, NAN, -1.0f, 0, 0, 0, 0}, drifted[4];
    for (int k = 0; k < 4; ++k) drifted[k] = random_float(3e38f);
    memcpy(pose + 3, drifted, sizeof drifted);
    const long double l = length(drifted, 4);
    if (l == 0) continue;
    assert_int_equal(lgjk_pose3_normalize(pose, 0, 1, NULL), LGJK_OK);
    for (int k = 0; k < 4; ++k) assert_true(error_in_ulps(pose[3 + k], (long double)drifted[k] / l) < 0.5001L);
    assert_true(pose[0] == 5.0f && isnan(pose[1]) && pose[2] == -1.0f);
  }
}

static void unusable_rotations_are_left_alone(void** state) {
  (void)state;
  const float unusable[][4] = {{0, 0, 0, 0}, {-0.0f, 0, 0, 0}, {NAN, 1, 0, 0}, {0, 1, 0, NAN}, {0, INFINITY, 1, 0}};
  for (size_t i = 0; i < sizeof unusable / sizeof *unusable; ++i) {
    float pose[7] = {1, 2, 3, 0, 0, 0, 0};
    memcpy(pose + 3, unusable[i], sizeof unusable[i]);
    assert_int_equal(lgjk_pose3_normalize(pose, 0, 1, NULL), LGJK_OK);
    assert_memory_equal(pose + 3, unusable[i], sizeof unusable[i]);
  }
}

static void stride_skips_what_is_between(void** state) {
  (void)state;
  float poses[24];
  for (int i = 0; i < 24; ++i) poses[i] = 2.0f;
  assert_int_equal(lgjk_pose3_normalize(poses, 32, 2, NULL), LGJK_OK);
  for (int i = 0; i < 24; ++i) assert_true(poses[i] == ((i >= 3 && i < 7) || (i >= 11 && i < 15) ? 0.5f : 2.0f));
  assert_int_equal(lgjk_pose3_normalize(poses, 0, 3, NULL), LGJK_OK);
  assert_true(poses[17] == 0.5f && poses[20] == 0.5f && poses[16] == 2.0f && poses[21] == 2.0f);
}

static void expect_error(float* poses, uint32_t stride, uint32_t count, const char* text) {
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(lgjk_pose3_normalize(poses, stride, count, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.code, LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, text);
  assert_int_equal(lgjk_pose3_normalize(NULL, 0, 0, &error), LGJK_OK);
  assert_int_equal(error.code, LGJK_OK);
  assert_string_equal(error.text, "");
}

static void arguments_are_checked(void** state) {
  (void)state;
  float pose[7] = {1, 1, 1, 2, 2, 2, 2};
  expect_error(NULL, 0, 1, "poses is NULL");
  expect_error((void*)((char*)pose + 2), 0, 1, "poses is not aligned to 4 bytes");
  expect_error(pose, 24, 1, "stride is 24, not 0 or a multiple of 4 that is at least 28");
  expect_error(pose, 30, 1, "stride is 30, not 0 or a multiple of 4 that is at least 28");
  assert_true(pose[3] == 2.0f);
}

// ---------------------------------------------------------------- floating-point environment

static void hostile_environment_changes_no_bit_and_is_restored(void** state) {
  (void)state;
  const float axis[3] = {1e-40f, 3.0f, -2e-41f};
  float plain[14], hostile[14];
  lgjk_pose3_from_axis_angle(axis, axis, 1e-41f, plain);
  lgjk_pose3_from_axis_angle(axis, axis, 12345.678f, plain + 7);
  for (int k = 3; k < 7; ++k) plain[k] *= 1e-40f; // a rotation of denormals
  memcpy(hostile, plain, sizeof plain);
  lgjk_pose3_normalize(plain, 0, 2, NULL);
  hostile_fp fp = hostile_fp_begin();
  lgjk_pose3_from_axis_angle(axis, axis, 12345.678f, hostile + 7);
  const int kept_by_angle = hostile_fp_end(fp);
  fp = hostile_fp_begin();
  lgjk_pose3_normalize(hostile, 0, 2, NULL);
  const int kept_by_normalize = hostile_fp_end(fp);
  assert_true(kept_by_angle && kept_by_normalize);
  assert_memory_equal(plain, hostile, sizeof plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quaternions_are_right_to_the_last_place),
      cmocka_unit_test(poses_may_be_written_over_their_input),
      cmocka_unit_test(rotations_turn_counter_clockwise),
      cmocka_unit_test(unusable_axes_and_angles_give_one_nan),
      cmocka_unit_test(bits_are_those_of_every_machine),
      cmocka_unit_test(drifted_rotations_get_unit_length),
      cmocka_unit_test(unusable_rotations_are_left_alone),
      cmocka_unit_test(stride_skips_what_is_between),
      cmocka_unit_test(arguments_are_checked),
      cmocka_unit_test(hostile_environment_changes_no_bit_and_is_restored),
  };
  return cmocka_run_group_tests_name("pose3", tests, NULL, NULL);
}
