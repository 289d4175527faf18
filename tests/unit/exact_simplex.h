// Where the origin is to simplices of integer points, in integers. Coordinates up to EXACT_SIZE in size keep every
// number here below 2^63, and every one that the kernel decides by within the 24 bits of a float, so that nothing is
// rounded. In 2D the third coordinate is 0.
#ifndef LGJK_TESTS_UNIT_EXACT_SIMPLEX_H
#define LGJK_TESTS_UNIT_EXACT_SIMPLEX_H

#include <stdbool.h>
#include <stdint.h>

enum { EXACT_SIZE = 16 };

typedef int32_t int_point[3];

// Some of a list of points.
typedef struct feature {
  uint32_t count, id[4];
} feature;

// The point nearest the origin of the line, plane or space through a feature's points.
typedef struct exact_place {
  int64_t weight[4], sum; // weight / sum is each point's share; sum > 0, and 0 where the points are in one lesser space
  int64_t square[2];      // of its distance: numerator and denominator
  int64_t point[3];       // times sum
} exact_place;

exact_place exact_place_of(const int_point* points, const feature* f);
// Whether that point is in the feature itself, its border included.
bool exact_within(const exact_place* place, uint32_t count);
bool exact_same_distance(const exact_place* a, const exact_place* b);
// The feature of fewest points, of the first `count`, that the nearest point of them all is in.
feature exact_nearest(const int_point* points, uint32_t count, exact_place* place);

#endif
