// Makes 3D poses from an axis and an angle, and brings quaternions back to unit length. Both are computed in double and
// rounded once to float.
#include "base/fpcontrol.h"
#include "lanegjk/lanegjk3.h"
#include "api/rotation.h"

// Writes the quaternion, or NaN if the axis has no length or the angle is none.
static void write_rotation(const float axis[3], double angle, float* q) {
  const double x = (double)axis[0], y = (double)axis[1], z = (double)axis[2];
  double length, sine, cosine;
  if (!lgjk_find_length(axis, 3, &length) || !lgjk_is_angle(angle)) {
    lgjk_fill_nan(q, 4);
    return;
  }
  lgjk_sine_cosine(0.5 * angle, &sine, &cosine);
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
  return lgjk_rotations_normalize(poses, (lgjk_rotation_layout){28, 3, 4}, stride, count, error);
}
