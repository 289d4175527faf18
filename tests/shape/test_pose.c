// Poses: sine and cosine, or quaternions, against long double libm over the whole domain, the same bits as on every
// other machine (a hash over two million results or more), renormalised rotations, arguments, and the caller's
// floating-point environment. Compiled once for each dimension.
#include <float.h>

#include "test.h"
#include "dim.h"
#include "hostile_fp.h"
#include "test_random.h"

enum { TURN_FLOATS = POSE_FLOATS - DIM }; // cosine and sine, or a quaternion

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

static uint64_t hash_turn(uint64_t hash, const float* pose) {
  for (int k = DIM; k < POSE_FLOATS; ++k) hash = (hash ^ to_bits(pose[k])) * UINT64_C(0x100000001B3);
  return hash;
}

#if DIM == 2

// ---------------------------------------------------------------- an angle: sine and cosine

static void check_angle(float angle) {
  float pose[4];
  lgjk_pose2_from_angle(3.0f, -4.0f, angle, pose);
  assert_true(pose[0] == 3.0f && pose[1] == -4.0f);
  const long double c = cosl((long double)angle), s = sinl((long double)angle);
  if (error_in_ulps(pose[2], c) < 0.5002L && error_in_ulps(pose[3], s) < 0.5002L) return;
  fail_msg("angle %a: %a %a instead of %La %La", (double)angle, (double)pose[2], (double)pose[3], c, s);
}

TEST(sine_and_cosine_are_right_to_the_last_place) {
  start_random(1);
  for (int i = 0; i < 400000; ++i) check_angle(random_float(1e6f));
  for (int i = 0; i < 400000; ++i) check_angle((float)random_in(-1e6, 1e6));
  const float special[] = {0.0f, 1e-45f, 1e-20f, 0.5f, 1.0f, 1e6f, -1e6f, 999999.94f};
  for (size_t i = 0; i < sizeof special / sizeof *special; ++i) check_angle(special[i]);
}

// The one angle whose sine is rounded to the wrong side without the third part of pi/2.
TEST(reduction_keeps_all_of_half_pi) {
  const float angle = 0x1.ab7974p+19f;
  float pose[4];
  lgjk_pose2_from_angle(0, 0, angle, pose);
  assert_true(pose[3] == (float)sinl((long double)angle));
}

// Where the reduction cancels most and where it changes quarters.
TEST(floats_next_to_multiples_of_an_eighth_turn) {
  for (int32_t k = -1273239; k <= 1273239; k += k > -2000 && k < 2000 ? 1 : 17) {
    const float nearest = (float)(k * 0.78539816339744830962);
    check_angle(nearest);
    check_angle(nextafterf(nearest, 0.0f));
    check_angle(nextafterf(nearest, k < 0 ? -1e6f : 1e6f));
  }
}

TEST(quarter_turns_have_the_right_signs) {
  float pose[4];
  lgjk_pose2_from_angle(0, 0, 0.0f, pose);
  assert_true(pose[2] == 1.0f && pose[3] == 0.0f);
  lgjk_pose2_from_angle(0, 0, 1.0f, pose);
  assert_true(pose[2] > 0.5f && pose[3] > 0.8f);
  lgjk_pose2_from_angle(0, 0, -2.0f, pose);
  assert_true(pose[2] < -0.4f && pose[3] < -0.9f);
}

TEST(angles_outside_the_domain_give_one_nan) {
  const float outside[] = {NAN, -NAN, INFINITY, -INFINITY, 1000000.0625f, -1000000.0625f, 3e38f};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; ++i) {
    float pose[4] = {0, 0, 0, 0};
    lgjk_pose2_from_angle(1, 2, outside[i], pose);
    assert_true(pose[0] == 1.0f && pose[1] == 2.0f);
    assert_int_equal(to_bits(pose[2]), 0x7FC00000u);
    assert_int_equal(to_bits(pose[3]), 0x7FC00000u);
  }
}

TEST(bits_are_those_of_every_machine) {
  start_random(2);
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (int i = 0; i < 1000000; ++i) {
    float pose[4];
    lgjk_pose2_from_angle(0, 0, random_float(1e6f), pose);
    pose[2] *= 1.0001f;
    assert_int_equal(lgjk_pose2_normalize(pose, 0, 1, NULL), LGJK_OK);
    hash = hash_turn(hash, pose);
  }
  assert_true(hash == UINT64_C(0xACB7F4F50933B9E8));
}

static void turn(float angle, float* pose) { lgjk_pose2_from_angle(1, 2, angle, pose); }

#else

// ---------------------------------------------------------------- an axis and an angle: quaternions

static const float origin[3] = {0, 0, 0};

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
TEST(poses_may_be_written_over_their_input) {
  float expected[7], pose[7] = {1, 2, 3, 4, 5, 6, 7};
  lgjk_pose3_from_axis_angle((float[3]){1, 2, 3}, (float[3]){2, 3, 4}, 0.5f, expected);
  lgjk_pose3_from_axis_angle(pose, pose + 1, 0.5f, pose);
  assert_memory_equal(pose, expected, sizeof pose);
  float other[7] = {1, 2, 3, 4, 5, 6, 7};
  lgjk_pose3_from_axis_angle((float[3]){4, 5, 6}, (float[3]){1, 2, 3}, -2, expected);
  lgjk_pose3_from_axis_angle(other + 3, other, -2, other);
  assert_memory_equal(other, expected, sizeof other);
}

TEST(quaternions_are_right_to_the_last_place) {
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
TEST(rotations_turn_counter_clockwise) {
  const float z[3] = {0, 0, 2};
  float q[7];
  lgjk_pose3_from_axis_angle(origin, z, 1.5707964f, q);
  assert_true(q[3] == 0.0f && q[4] == 0.0f && q[5] > 0.707f && q[6] > 0.707f);
  lgjk_pose3_from_axis_angle(origin, z, 0.0f, q);
  assert_true(q[3] == 0.0f && q[4] == 0.0f && q[5] == 0.0f && q[6] == 1.0f);
}

TEST(unusable_axes_and_angles_give_one_nan) {
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

TEST(bits_are_those_of_every_machine) {
  start_random(2);
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (int i = 0; i < 500000; ++i) {
    const float axis[3] = {random_float(1.0f), random_float(1.0f), (float)random_in(-1, 1)};
    float pose[7];
    lgjk_pose3_from_axis_angle(origin, axis, random_float(1e6f), pose);
    hash = hash_turn(hash, pose);
    pose[3 + i % 4] += 0.01f;
    assert_int_equal(lgjk_pose3_normalize(pose, 0, 1, NULL), LGJK_OK);
    hash = hash_turn(hash, pose);
  }
  assert_true(hash == UINT64_C(0x2BEFC06916CC3C48));
}

static void turn(float angle, float* pose) {
  const float axis[3] = {1e-40f, 3.0f, -2e-41f};
  lgjk_pose3_from_axis_angle(axis, axis, angle, pose);
}

#endif

// ---------------------------------------------------------------- normalisation

TEST(drifted_rotations_get_unit_length) {
  start_random(3);
  for (int i = 0; i < 100000; ++i) {
    float pose[POSE_FLOATS] = {5.0f, NAN}, drifted[TURN_FLOATS];
    if (DIM == 3) pose[DIM - 1] = -1.0f;
    for (int k = 0; k < TURN_FLOATS; ++k) drifted[k] = random_float(FLT_MAX);
    memcpy(pose + DIM, drifted, sizeof drifted);
    const long double l = length(drifted, TURN_FLOATS);
    if (l == 0) continue;
    assert_int_equal(lgjk_poseN_normalize(pose, 0, 1, NULL), LGJK_OK);
    for (int k = 0; k < TURN_FLOATS; ++k) {
      assert_true(error_in_ulps(pose[DIM + k], (long double)drifted[k] / l) < 0.5001L);
    }
    assert_true(pose[0] == 5.0f && isnan(pose[1]) && (DIM == 2 || pose[DIM - 1] == -1.0f));
  }
}

TEST(unusable_rotations_are_left_alone) {
#if DIM == 2
  const float unusable[][2] = {{0, 0}, {-0.0f, 0}, {NAN, 1}, {1, NAN}, {INFINITY, 1}, {0, -INFINITY}};
#else
  const float unusable[][4] = {{0, 0, 0, 0}, {-0.0f, 0, 0, 0}, {NAN, 1, 0, 0}, {0, 1, 0, NAN}, {0, INFINITY, 1, 0}};
#endif
  for (size_t i = 0; i < sizeof unusable / sizeof *unusable; ++i) {
    float pose[POSE_FLOATS] = {1, 2, 3};
    memcpy(pose + DIM, unusable[i], sizeof unusable[i]);
    assert_int_equal(lgjk_poseN_normalize(pose, 0, 1, NULL), LGJK_OK);
    assert_memory_equal(pose + DIM, unusable[i], sizeof unusable[i]);
  }
}

TEST(stride_skips_what_is_between) {
  enum { STRIDE = POSE_FLOATS + 1, THIRD = 2 * POSE_FLOATS };
  const float unit = (float)(1 / sqrt(TURN_FLOATS));
  float poses[3 * STRIDE];
  for (int i = 0; i < 3 * STRIDE; ++i) poses[i] = 2.0f;
  assert_int_equal(lgjk_poseN_normalize(poses, 4 * STRIDE, 2, NULL), LGJK_OK);
  for (int i = 0; i < 3 * STRIDE; ++i) {
    const int in_pose = i % STRIDE, turned = i < 2 * STRIDE && in_pose >= DIM && in_pose < POSE_FLOATS;
    assert_true(poses[i] == (turned ? unit : 2.0f));
  }
  assert_int_equal(lgjk_poseN_normalize(poses, 0, 3, NULL), LGJK_OK);
  for (int i = THIRD + DIM; i < THIRD + POSE_FLOATS; ++i) assert_true(poses[i] == unit);
  assert_true(poses[THIRD + DIM - 1] == 2.0f && poses[THIRD + POSE_FLOATS] == 2.0f);
}

static void expect_error(float* poses, uint32_t stride, uint32_t count, const char* text) {
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(lgjk_poseN_normalize(poses, stride, count, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.code, LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, text);
  assert_int_equal(lgjk_poseN_normalize(NULL, 0, 0, &error), LGJK_OK);
  assert_int_equal(error.code, LGJK_OK);
  assert_string_equal(error.text, "");
}

TEST(arguments_are_checked) {
  float pose[POSE_FLOATS];
  for (int i = 0; i < POSE_FLOATS; ++i) pose[i] = i < DIM ? 1.0f : 2.0f;
  expect_error(NULL, 0, 1, "poses is NULL");
  expect_error((void*)((char*)pose + 2), 0, 1, "poses is not aligned to 4 bytes");
#if DIM == 2
  expect_error(pose, 12, 1, "stride is 12, not 0 or a multiple of 4 that is at least 16");
  expect_error(pose, 18, 1, "stride is 18, not 0 or a multiple of 4 that is at least 16");
#else
  expect_error(pose, 24, 1, "stride is 24, not 0 or a multiple of 4 that is at least 28");
  expect_error(pose, 30, 1, "stride is 30, not 0 or a multiple of 4 that is at least 28");
#endif
  assert_true(pose[DIM] == 2.0f);
}

// ---------------------------------------------------------------- floating-point environment

TEST(hostile_environment_changes_no_bit_and_is_restored) {
  float plain[2 * POSE_FLOATS], hostile[2 * POSE_FLOATS];
  turn(1e-41f, plain);
  turn(12345.678f, plain + POSE_FLOATS);
#if DIM == 2
  plain[2] *= 1e-40f; // a rotation of denormals
#else
  for (int k = 3; k < 7; ++k) plain[k] *= 1e-40f; // a rotation of denormals
#endif
  memcpy(hostile, plain, sizeof plain);
  lgjk_poseN_normalize(plain, 0, 2, NULL);
  hostile_fp fp = hostile_fp_begin();
  turn(12345.678f, hostile + POSE_FLOATS);
  const int kept_by_angle = hostile_fp_end(fp);
  fp = hostile_fp_begin();
  lgjk_poseN_normalize(hostile, 0, 2, NULL);
  const int kept_by_normalize = hostile_fp_end(fp);
  assert_true(kept_by_angle && kept_by_normalize);
  assert_memory_equal(plain, hostile, sizeof plain);
}
