// Computes sine and cosine. The nearest multiple of pi/2 is subtracted from the angle. pi/2 is split in three parts, so
// that the first two products are exact (Cody and Waite 1980). Taylor polynomials follow on |r| <= pi/4; their
// remainders (r^13/13!, r^14/14!) are below 1e-11 relative. The operations are + - * / and sqrt in double, so every
// machine has the same bits.
#include "api/rotation.h"

#include <string.h>

#include "base/error.h"
#include "base/fpcontrol.h"

// |angle| <= 1e6 gives |quarters| < 2^20: 33 bits of pi/2 times 20 bits are exact in double.
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
static const double HALF_PI_HIGH = 0x1.921fb544p+0;
static const double HALF_PI_MIDDLE = 0x1.0b4611a6p-34;
static const double HALF_PI_LOW = 0x1.3198a2e037073p-69;

static double sine_polynomial(double r) {
  const double z = r * r;
  double p = -1.0 / 39916800.0; // 11!
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return r + r * z * p;
}

static double cosine_polynomial(double r) {
  const double z = r * r;
  double p = 1.0 / 479001600.0; // 12!
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  p = p * z - 1.0 / 2.0;
  return 1.0 + z * p;
}

void lgjk_sine_cosine(double angle, double* sine, double* cosine) {
  const int32_t quarters = (int32_t)(angle * TWO_OVER_PI + (angle < 0.0 ? -0.5 : 0.5));
  const double k = (double)quarters;
  const double r = ((angle - k * HALF_PI_HIGH) - k * HALF_PI_MIDDLE) - k * HALF_PI_LOW;
  const double c = cosine_polynomial(r);
  const double s = sine_polynomial(r);
  switch ((uint32_t)quarters & 3u) {
    case 0: *cosine = c, *sine = s; break;
    case 1: *cosine = -s, *sine = c; break;
    case 2: *cosine = -c, *sine = -s; break;
    default: *cosine = s, *sine = -c; break;
  }
}

void lgjk_fill_nan(float* rotation, uint32_t count) {
  const uint32_t quiet_nan = 0x7FC00000u;
  for (uint32_t i = 0; i < count; ++i) memcpy(&rotation[i], &quiet_nan, sizeof quiet_nan);
}

// Squares of floats neither overflow nor underflow in double.
bool lgjk_find_length(const float* v, uint32_t count, double* length) {
  double squares = 0.0;
  for (uint32_t i = 0; i < count; ++i) squares += (double)v[i] * (double)v[i];
  *length = lgjk_sqrt(squares);
  return *length > 0.0 && *length <= 1e300;
}

void lgjk_normalize_rotation(float* rotation, uint32_t count) {
  double length;
  if (!lgjk_find_length(rotation, count, &length)) return;
  for (uint32_t i = 0; i < count; ++i) rotation[i] = (float)((double)rotation[i] / length);
}

int32_t lgjk_rotations_normalize(float* poses, lgjk_rotation_layout layout, uint32_t stride, uint32_t count,
                                 lgjk_error* error) {
  if (poses == NULL && count > 0) return lgjk_refuse(error, "poses is NULL");
  size_t bytes;
  int32_t code = lgjk_take_stride("stride", stride, layout.size, &bytes, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("poses", poses, sizeof(float), error);
  if (code != LGJK_OK) return code;
  const size_t step = bytes / sizeof(float);
  const lgjk_fp_state caller = lgjk_fp_enter();
  for (uint32_t i = 0; i < count; ++i) lgjk_normalize_rotation(poses + i * step + layout.first, layout.count);
  lgjk_fp_leave(caller);
  return lgjk_succeed(error);
}
