// Poses: sine and cosine, or quaternions, against long double libm over the whole domain, the same bits as on every
// other machine (a hash over two million results or more), renormalised rotations, arguments, and the caller's
// floating-point environment. Compiled once for each dimension; pose_cases2.h and pose_cases3.h have what differs.
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
#include "pose_cases2.h"
#else
#include "pose_cases3.h"
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
