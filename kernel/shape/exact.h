// Sums of doubles without rounding, the base of every exact predicate, and directed rounding to float. The
// floating-point environment must be the default one.
#ifndef LGJK_SHAPE_EXACT_H
#define LGJK_SHAPE_EXACT_H

#include <stdint.h>

#define LGJK_EXACT_TERMS 48u

// Returns the exact sum of count <= LGJK_EXACT_TERMS doubles, rounded: off by less than 2^-48 of itself. So its sign is
// exact, and it is 0 only if the sum is. No partial sum may overflow; underflow is lost before the call.
double lgjk_exact_sum(const double* terms, uint32_t count);

// Returns the sign (-1, 0, 1) of that sum.
int lgjk_exact_sign(const double* terms, uint32_t count);

// Writes two doubles whose sum is exactly xy * z, where xy is the product of two floats.
void lgjk_exact_product(double xy, float z, double terms[2]);

// ---------------------------------------------------------------- rounding to float, in a chosen direction

// Return the least float that is not below x, and the greatest that is not above. x: >= 0, within float's range.
float lgjk_round_up(double x);
float lgjk_round_down(double x);

// Returns the least float that is not below the exact sum of two floats >= 0.
float lgjk_sum_up(float a, float b);

// Returns the least float that is not below the exact length of any of count vectors of up to three floats each.
float lgjk_greatest_length_up(const float* v, uint32_t count, uint32_t dimension);

#endif
