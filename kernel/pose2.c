// Poses from angles, and rotations brought back to unit length, with the same bits on every machine: double arithmetic
// by + - * / and sqrt only, rounded once to float at the end.
//
// Sine and cosine: the angle minus the nearest multiple of pi/2, which is split in three parts so that the first two
// products are exact (Cody and Waite 1980), then the Taylor polynomials on |r| <= pi/4, whose remainders (r^13/13!,
// r^14/14!) are below 1e-11 relative. So the float result is off by less than 0.5002 units in the last place.
#include <string.h>

#include "error.h"
#include "fpcontrol.h"
#include "lanegjk/lanegjk.h"

// |angle| <= 1e6 gives |quarters| < 2^20: 33 bits of pi/2 times 20 bits are exact in double.
#define MAX_ANGLE 1e6
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
static const double HALF_PI_HIGH = 0x1.921fb544p+0;
static const double HALF_PI_MIDDLE = 0x1.0b4611a6p-34;
static const double HALF_PI_LOW = 0x1.3198a2e037073p-69;

static double sine_polynomial(double r) {
  const double z = r * r;
  double p = -1.0 / 39916800.0;  // 11!
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return r + r * z * p;
}

static double cosine_polynomial(double r) {
  const double z = r * r;
  double p = 1.0 / 479001600.0;  // 12!
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  p = p * z - 1.0 / 2.0;
  return 1.0 + z * p;
}

static void write_rotation(double angle, float* c, float* s) {
  const int32_t quarters = (int32_t)(angle * TWO_OVER_PI + (angle < 0.0 ? -0.5 : 0.5));
  const double k = (double)quarters;
  const double r = ((angle - k * HALF_PI_HIGH) - k * HALF_PI_MIDDLE) - k * HALF_PI_LOW;
  const double cosine = cosine_polynomial(r);
  const double sine = sine_polynomial(r);
  switch ((uint32_t)quarters & 3u) {
    case 0:
      *c = (float)cosine, *s = (float)sine;
      break;
    case 1:
      *c = (float)-sine, *s = (float)cosine;
      break;
    case 2:
      *c = (float)-cosine, *s = (float)-sine;
      break;
    default:
      *c = (float)sine, *s = (float)-cosine;
      break;
  }
}

void lgjk_pose2_from_angle(float x, float y, float angle, float* pose) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  const double a = lgjk_fp_opaque(angle);
  pose[0] = x;
  pose[1] = y;
  if (a >= -MAX_ANGLE && a <= MAX_ANGLE) {
    write_rotation(a, &pose[2], &pose[3]);
  } else {
    const uint32_t quiet_nan = 0x7FC00000u;  // one NaN, the same bits everywhere
    memcpy(&pose[2], &quiet_nan, sizeof quiet_nan);
    memcpy(&pose[3], &quiet_nan, sizeof quiet_nan);
  }
  lgjk_fp_leave(caller);
}

// Squares of floats neither overflow nor underflow in double. A length of 0, infinity or NaN fails the test.
static void normalize_rotation(float* rotation) {
  const double c = (double)rotation[0];
  const double s = (double)rotation[1];
  const double length = lgjk_sqrt(c * c + s * s);
  if (!(length > 0.0 && length <= 1e300)) return;
  rotation[0] = (float)(c / length);
  rotation[1] = (float)(s / length);
}

int32_t lgjk_pose2_normalize(float* poses, uint32_t stride, uint32_t count, lgjk_error* error) {
  if (poses == NULL && count > 0) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "poses is NULL");
  if (stride % 4 != 0 || (stride > 0 && stride < 16)) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "stride is %u, not 0 or a multiple of 4 that is at least 16",
                     (unsigned)stride);
  }
  const size_t step = (stride > 0 ? stride : 16) / sizeof(float);
  const lgjk_fp_state caller = lgjk_fp_enter();
  for (uint32_t i = 0; i < count; ++i) normalize_rotation(poses + i * step + 2);
  lgjk_fp_leave(caller);
  return lgjk_succeed(error);
}
