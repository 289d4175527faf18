// Tests of poses that are made from an angle: sine and cosine; a part of test_pose.c.

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
