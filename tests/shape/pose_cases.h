// What tests of poses share, whatever the dimension: random floats of every magnitude, errors in units in the last
// place, hashes of rotations.
#ifndef LGJK_TESTS_POSE_CASES_H
#define LGJK_TESTS_POSE_CASES_H

#include "test.h"
#include "dim.h"
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

#endif
