// Tests of poses that are made from an axis and an angle: quaternions; a part of test_pose.c.

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
