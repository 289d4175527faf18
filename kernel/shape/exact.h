// Sums of doubles without rounding, the base of every exact predicate.
#ifndef LGJK_KERNEL_EXACT_H
#define LGJK_KERNEL_EXACT_H

#include <stdint.h>

#define LGJK_EXACT_TERMS 48u

// Returns the exact sum of count <= LGJK_EXACT_TERMS doubles, rounded: off by less than 2^-48 of itself. So its sign is
// exact, and it is 0 only if the sum is. No partial sum may overflow; underflow is lost before the call.
double lgjk_exact_sum(const double* terms, uint32_t count);

// Returns the sign (-1, 0, 1) of that sum.
int lgjk_exact_sign(const double* terms, uint32_t count);

// Writes two doubles whose sum is exactly xy * z, where xy is the product of two floats.
void lgjk_exact_product(double xy, float z, double terms[2]);

#endif
