// Rounds from double to float in a chosen direction. The floating-point environment must be the default one.
#ifndef LGJK_KERNEL_ROUNDING_H
#define LGJK_KERNEL_ROUNDING_H

#include <stdint.h>

// Return the least float that is not below x, and the greatest that is not above. x: >= 0, within float's range.
float lgjk_round_up(double x);
float lgjk_round_down(double x);

// Returns the least float that is not below the exact sum of two floats >= 0.
float lgjk_sum_up(float a, float b);

// Returns the least float that is not below the exact length of any of count vectors of up to three floats each.
float lgjk_greatest_length_up(const float* v, uint32_t count, uint32_t axes);

#endif
