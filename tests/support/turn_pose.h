// The rotation of a body on its way, by the formula of lanegjk_cast.h.
#ifndef LGJK_TESTS_TURN_POSE_H
#define LGJK_TESTS_TURN_POSE_H

#include <math.h>

#include "dim_names.h"

enum { ROTATION = POSE_FLOATS - DIM };

// Turns a pose to a fraction of the turn.
static inline void turn_pose(float* pose, const float turn[ROTATION], double fraction) {
  long double at[ROTATION], square[2] = {0, 0}, cosine = 0, length = 0;
  for (int k = 0; k < ROTATION; ++k) {
    const long double from = pose[DIM + k], to = turn[k];
    square[0] += from * from;
    square[1] += to * to;
    cosine += from * to;
  }
  const long double sign = DIM == 3 && cosine < 0 ? -1 : 1;
  for (int k = 0; k < ROTATION; ++k) {
    at[k] = (1 - (long double)fraction) * pose[DIM + k] / sqrtl(square[0]) +
            sign * (long double)fraction * turn[k] / sqrtl(square[1]);
    length += at[k] * at[k];
  }
  for (int k = 0; k < ROTATION; ++k) pose[DIM + k] = (float)(at[k] / sqrtl(length));
}

#endif
