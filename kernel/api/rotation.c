// Makes poses from angles, brings rotations to unit length, and separates pairs that have a loose rotation. Poses are
// computed in double and rounded once to float, so that sine and cosine are off by less than 0.5002 units in the last
// place. The nearest multiple of pi/2 is subtracted from the angle. pi/2 is split in three parts, so that the first two
// products are exact (Cody and Waite 1980). Taylor polynomials follow on |r| <= pi/4; their remainders (r^13/13!,
// r^14/14!) are below 1e-11 relative. The operations are + - * / and sqrt in double, so every machine has the same
// bits.
#include <stdbool.h>
#include <string.h>

#include "api/arguments.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "gjk/tolerance.h"
#include "lanegjk/lanegjk3.h"

// ---------------------------------------------------------------- angles and lengths

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

// Writes sine and cosine of an angle that is_angle accepts. Their relative error is below 1e-11.
static void sine_cosine(double angle, double* sine, double* cosine) {
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

// Returns true if a pose can have this angle: at most 1e6 in magnitude, and no NaN.
static bool is_angle(double angle) { return angle >= -1e6 && angle <= 1e6; }

// Stores one NaN, the same bits everywhere, in each of count floats.
static void fill_nan(float* rotation, uint32_t count) {
  const uint32_t quiet_nan = 0x7FC00000u;
  for (uint32_t i = 0; i < count; ++i) memcpy(&rotation[i], &quiet_nan, sizeof quiet_nan);
}

// Finds the length of count floats. Returns false if it is 0, infinity or NaN. Squares of floats neither overflow nor
// underflow in double.
static bool find_length(const float* v, uint32_t count, double* length) {
  double squares = 0.0;
  for (uint32_t i = 0; i < count; ++i) squares += (double)v[i] * (double)v[i];
  *length = lgjk_sqrt(squares);
  return *length > 0.0 && *length <= 1e300;
}

static uint32_t turn_floats(uint32_t dim) { return dim == 2 ? 2 : 4; }

// Brings count floats to length 1, each rounded once. Floats without a length stay as they are.
static void normalize_rotation(float* rotation, uint32_t count) {
  double length;
  if (!find_length(rotation, count, &length)) return;
  for (uint32_t i = 0; i < count; ++i) rotation[i] = (float)((double)rotation[i] / length);
}

static int32_t normalize_poses(float* poses, uint32_t dim, uint32_t stride, uint32_t count, lgjk_error* error) {
  if (poses == NULL && count > 0) return lgjk_refuse(error, "poses is NULL");
  size_t bytes;
  LGJK_TRY(lgjk_take_stride("stride", stride, lgjk_pose_bytes(dim), &bytes, error));
  LGJK_TRY(lgjk_check_aligned("poses", poses, sizeof(float), error));
  const size_t step = bytes / sizeof(float);
  const lgjk_fp_state caller = lgjk_fp_enter();
  for (uint32_t i = 0; i < count; ++i) normalize_rotation(poses + i * step + dim, turn_floats(dim));
  lgjk_fp_leave(caller);
  return lgjk_succeed(error);
}

// ---------------------------------------------------------------- the public functions

#if LGJK_HAVE_2D
void lgjk_pose2_from_angle(float x, float y, float angle, float* pose) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  const double a = lgjk_fp_opaque(angle);
  pose[0] = x;
  pose[1] = y;
  if (is_angle(a)) {
    double sine, cosine;
    sine_cosine(a, &sine, &cosine);
    pose[2] = (float)cosine;
    pose[3] = (float)sine;
  } else {
    fill_nan(&pose[2], 2);
  }
  lgjk_fp_leave(caller);
}

int32_t lgjk_pose2_normalize(float* poses, uint32_t stride, uint32_t count, lgjk_error* error) {
  return normalize_poses(poses, 2, stride, count, error);
}
#endif

#if LGJK_HAVE_3D
// Writes the quaternion, or NaN if the axis has no length or the angle is none.
static void write_rotation(const float axis[3], double angle, float* q) {
  const double x = (double)axis[0], y = (double)axis[1], z = (double)axis[2];
  double length, sine, cosine;
  if (!find_length(axis, 3, &length) || !is_angle(angle)) {
    fill_nan(q, 4);
    return;
  }
  sine_cosine(0.5 * angle, &sine, &cosine);
  q[0] = (float)(sine * x / length);
  q[1] = (float)(sine * y / length);
  q[2] = (float)(sine * z / length);
  q[3] = (float)cosine;
}

void lgjk_pose3_from_axis_angle(const float position[3], const float axis[3], float angle, float* pose) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  const double a = lgjk_fp_opaque(angle);
  const float p[3] = {position[0], position[1], position[2]}; // pose may overlap position or axis
  write_rotation(axis, a, pose + 3);
  for (int i = 0; i < 3; ++i) pose[i] = p[i];
  lgjk_fp_leave(caller);
}

int32_t lgjk_pose3_normalize(float* poses, uint32_t stride, uint32_t count, lgjk_error* error) {
  return normalize_poses(poses, 3, stride, count, error);
}
#endif

// ---------------------------------------------------------------- loose rotations

#define LOOSE_ROTATION_SLACK 1e-2f // the public header's limit

// Implements LGJK_FLAG_NORMALIZE, for rotations that are too far off unit length for a kernel, but not by much: loose
// ones. All pairs are copied, a group at a time (api/group.h), and loose rotations brought to unit length. Kernels know
// nothing of it: it holds on every route, and costs nothing without the flag. Which are loose is found by the kernels'
// operations in float (gjk/vec2_tmpl.h, vec3_tmpl.h); NaN is not.
void lgjk_make_unit(float* r, uint32_t dim) {
  const float first = r[0] * r[0] + r[1] * r[1];
  const float off = (dim == 2 ? first : first + (r[2] * r[2] + r[3] * r[3])) - 1.0f, size = off < 0 ? -off : off;
  if (size > ROTATION_SLACK && size <= LOOSE_ROTATION_SLACK) normalize_rotation(r, turn_floats(dim));
}
