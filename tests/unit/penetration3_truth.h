// Depths in 3D found in other ways than the kernel's, in long double.
#ifndef LGJK_TESTS_UNIT_PENETRATION3_TRUTH_H
#define LGJK_TESTS_UNIT_PENETRATION3_TRUTH_H

#include "oracle.h"

// The support value of A - B along n, of length 1, around A's position: cores without rounding radii.
long double truth3_value(const oracle3_body* a, const oracle3_body* b, const double n[3]);
// Of one core, its rotation normalised, around its position.
long double truth3_core_value(const oracle3_body* body, const double n[3]);

// The least support value that `samples` directions spread over the sphere, and descents from the lowest, find: never
// below the depth.
long double truth3_least_sampled(const oracle3_body* a, const oracle3_body* b, uint32_t samples);

#endif
