// Sine and cosine with the same bits on every machine, and unit length, for poses of 2D and 3D. The floating-point
// environment must be the default one.
#ifndef LGJK_KERNEL_ROTATION_H
#define LGJK_KERNEL_ROTATION_H

#include <stdbool.h>

#include "lanegjk/lanegjk.h"

// Returns true if a pose can have this angle: at most 1e6 in magnitude, and no NaN.
static inline bool lgjk_is_angle(double angle) { return angle >= -1e6 && angle <= 1e6; }

// Writes sine and cosine of an angle that lgjk_is_angle accepts. Their relative error is below 1e-11.
void lgjk_sine_cosine(double angle, double* sine, double* cosine);

// Stores one NaN, the same bits everywhere, in each of count floats.
void lgjk_fill_nan(float* rotation, uint32_t count);

// Finds the length of count floats. Returns false if it is 0, infinity or NaN.
bool lgjk_find_length(const float* v, uint32_t count, double* length);

// Brings count floats to length 1, each rounded once. Floats without a length stay as they are.
void lgjk_normalize_rotation(float* rotation, uint32_t count);

// The place of a rotation in a pose of `size` bytes: `count` floats from float `first` on.
typedef struct lgjk_rotation_layout {
  uint32_t size, first, count;
} lgjk_rotation_layout;

// Normalizes poses for lgjk_pose2_normalize and lgjk_pose3_normalize, and sets the floating-point environment.
int32_t lgjk_rotations_normalize(float* poses, lgjk_rotation_layout layout, uint32_t stride, uint32_t count,
                                 lgjk_error* error);

#endif
