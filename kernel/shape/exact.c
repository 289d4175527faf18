// Sums doubles by expansion arithmetic (Shewchuk 1997): a sum is kept as doubles that do not overlap, in growing
// magnitude. Zeros are left out, so sums of everyday coordinates have one to three components, whatever their terms.
#include "shape/exact.h"

#include <string.h>

#include "base/fpcontrol.h"

// Adds term to an expansion of n components (Grow-Expansion with Knuth's Two-Sum, with zero elimination). Returns the
// length of their error-free sum, at most n + 1.
static uint32_t grow_expansion(double* expansion, uint32_t n, double term) {
  double q = term;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const double e = expansion[i];
    const double sum = q + e;
    const double e_virtual = sum - q;
    const double q_virtual = sum - e_virtual;
    const double rest = (q - q_virtual) + (e - e_virtual);
    if (rest != 0.0) expansion[kept++] = rest;
    q = sum;
  }
  if (q != 0.0) expansion[kept++] = q;
  return kept;
}

// Rounding to even leaves a gap of a bit between components, so the last outweighs all others together at least three
// to two. They are added from the smallest on: nothing that matters cancels.
double lgjk_exact_sum(const double* terms, uint32_t count) {
  double expansion[LGJK_EXACT_TERMS];
  uint32_t length = 0;
  for (uint32_t i = 0; i < count; ++i) length = grow_expansion(expansion, length, terms[i]);
  double sum = 0.0;
  for (uint32_t i = 0; i < length; ++i) sum += expansion[i];
  return sum;
}

int lgjk_exact_sign(const double* terms, uint32_t count) {
  const double sum = lgjk_exact_sum(terms, count);
  return (sum > 0.0) - (sum < 0.0);
}

// Splits xy into halves of 26 bits each (Dekker); their products with the 24 bits of a float are exact.
void lgjk_exact_product(double xy, float z, double terms[2]) {
  const double spread = 0x8000001p0 * xy;
  const double high = spread - (spread - xy);
  terms[0] = high * (double)z;
  terms[1] = (xy - high) * (double)z;
}

// ---------------------------------------------------------------- rounding to float

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
static float length_up(const float* v, uint32_t dimension) {
  double terms[4];
  double sum = 0.0;
  for (uint32_t i = 0; i < dimension; ++i) {
    terms[i] = (double)v[i] * (double)v[i];
    sum += terms[i];
  }
  const float f = (float)lgjk_sqrt(sum);
  terms[dimension] = -((double)f * (double)f);
  return lgjk_exact_sign(terms, dimension + 1) > 0 ? step_bits(f, 1u) : f;
}

float lgjk_greatest_length_up(const float* v, uint32_t count, uint32_t dimension) {
  float greatest = 0.0f;
  for (uint32_t i = 0; i < count; ++i) {
    const float length = length_up(v + (size_t)i * dimension, dimension);
    if (length > greatest) greatest = length;
  }
  return greatest;
}
