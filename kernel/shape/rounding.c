#include "shape/rounding.h"

#include <string.h>

#include "shape/exact.h"
#include "base/fpcontrol.h"

static float step_bits(float x, uint32_t step) { // x >= 0: the next float up (1) or down (UINT32_MAX)
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits += step;
  memcpy(&x, &bits, sizeof bits);
  return x;
}

float lgjk_round_up(double x) {
  const float f = (float)x;
  return (double)f < x ? step_bits(f, 1u) : f;
}

float lgjk_round_down(double x) {
  const float f = (float)x;
  return (double)f > x ? step_bits(f, UINT32_MAX) : f;
}

float lgjk_sum_up(float a, float b) {
  const double sum = (double)a + (double)b;
  const float f = (float)sum;
  const double terms[3] = {(double)a, (double)b, -(double)f};
  return lgjk_exact_sign(terms, 3) > 0 ? step_bits(f, 1u) : f;
}

// Squares of floats are exact in double, so the candidate is at most one float too low, and the test is exact.
static float length_up(const float* v, uint32_t axes) {
  double terms[4];
  double sum = 0.0;
  for (uint32_t i = 0; i < axes; ++i) {
    terms[i] = (double)v[i] * (double)v[i];
    sum += terms[i];
  }
  const float f = (float)lgjk_sqrt(sum);
  terms[axes] = -((double)f * (double)f);
  return lgjk_exact_sign(terms, axes + 1) > 0 ? step_bits(f, 1u) : f;
}

float lgjk_greatest_length_up(const float* v, uint32_t count, uint32_t axes) {
  float greatest = 0.0f;
  for (uint32_t i = 0; i < count; ++i) {
    const float length = length_up(v + (size_t)i * axes, axes);
    if (length > greatest) greatest = length;
  }
  return greatest;
}
