// Sorts points into the one order that does not depend on how they were given.
#ifndef LGJK_KERNEL_SORT_POINTS_H
#define LGJK_KERNEL_SORT_POINTS_H

#include <stdint.h>

// Sorts count >= 1 points of `axes` (2 or 3) finite coordinates in place, by the first coordinate, then the second,
// ..., and drops duplicates. Returns how many are left.
uint32_t lgjk_sort_points(float* points, uint32_t count, uint32_t axes);

#endif
