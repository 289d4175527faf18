// Shared by 2D and 3D poses: sine and cosine with the same bits on every machine, and unit length. The floating-point
// environment must be the default one.
#ifndef LGJK_KERNEL_ROTATION_H
#define LGJK_KERNEL_ROTATION_H

#include <stdbool.h>

#include "lanegjk/lanegjk.h"

// Whether a number may stand in a pose: neither infinity nor NaN.
static inline bool lgjk_is_angle(double angle) { return angle >= -1e6 && angle <= 1e6; }

// Of an angle that is one. Relative error below 1e-11.
void lgjk_sine_cosine(double angle, double* sine, double* cosine);

// Stores one NaN, the same bits everywhere, in each of count floats.
void lgjk_fill_nan(float* rotation, uint32_t count);

// The length of count floats; false where it is 0, infinity or NaN.
bool lgjk_find_length(const float* v, uint32_t count, double* length);

// Brings count floats to length 1, rounded once; leaves them where they have no length.
void lgjk_normalize_rotation(float* rotation, uint32_t count);

// Where a rotation stands in a pose of `size` bytes: `count` floats from float `first` on.
typedef struct lgjk_rotation_layout {
  uint32_t size, first, count;
} lgjk_rotation_layout;

// The body of lgjk_pose2_normalize and lgjk_pose3_normalize, which also sets the floating-point environment.
int32_t lgjk_rotations_normalize(float* poses, lgjk_rotation_layout layout, uint32_t stride, uint32_t count,
                                 lgjk_error* error);

#endif
