// What must hold for the hull of one cloud.
#ifndef LGJK_TESTS_HULL3_CHECK_H
#define LGJK_TESTS_HULL3_CHECK_H

#include "hull3_truth.h"

#define CHECK3_MOST_POINTS 10000u

// Builds the hull of n points and proves it, radii and layout included. Returns the number of vertices.
uint32_t check3_hull(const lgjk_point3* p, uint32_t n);

// The number of vertices, unproved; LGJK_MAX_POINTS + 1 where the definition is refused.
uint32_t check3_count(const lgjk_point3* p, uint32_t n);

#endif
