// Makes 2D poses from angles, and brings rotations back to unit length. Both are computed in double and rounded once to
// float. So sine and cosine are off by less than 0.5002 units in the last place.
#include "base/fpcontrol.h"
#include "api/rotation.h"

void lgjk_pose2_from_angle(float x, float y, float angle, float* pose) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  const double a = lgjk_fp_opaque(angle);
  pose[0] = x;
  pose[1] = y;
  if (lgjk_is_angle(a)) {
    double sine, cosine;
    lgjk_sine_cosine(a, &sine, &cosine);
    pose[2] = (float)cosine;
    pose[3] = (float)sine;
  } else {
    lgjk_fill_nan(&pose[2], 2);
  }
  lgjk_fp_leave(caller);
}

int32_t lgjk_pose2_normalize(float* poses, uint32_t stride, uint32_t count, lgjk_error* error) {
  return lgjk_rotations_normalize(poses, (lgjk_rotation_layout){16, 2, 2}, stride, count, error);
}
