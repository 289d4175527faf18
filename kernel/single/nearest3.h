// Finds the nearest feature of two small hulls that are apart by trying all, one pair at a time in double, in some 30
// microseconds. It serves pairs whose search has ended without a proof, such as needles along each other.
#ifndef LGJK_SINGLE_NEAREST3_H
#define LGJK_SINGLE_NEAREST3_H

#include <stdbool.h>

#include "single/solid.h"

#define LGJK_NEAREST3_VERTICES 16u // of a hull, at most

// The duality gap that proves a feature, over the scale: far above the rounding of double, and far below that of float.
#define LGJK_NEAREST3_GAP 1e-9

// Numbers of vertices of A and B, in pairs. Two edges that cross have three of their four pairs, the middle one first.
typedef struct lgjk_nearest3 {
  uint32_t count;
  uint32_t a[3], b[3];
} lgjk_nearest3;

// Tries all features that are all pairs of some vertices of A and of B: single pairs, then edges, then faces and two
// edges that cross. Writes the first that is proved; returns false if none is. `scale`: as in the public header.
bool lgjk_nearest3_find(const lgjk_solid3* a, const lgjk_solid3* b, double scale, lgjk_nearest3* out);

// Finds a point of both hulls, but for that gap, around A's position, and returns false if they are apart. It tries
// features likewise, at the same cost if there is a point, and for up to half a millisecond if there is none.
bool lgjk_common3_find(const lgjk_solid3* a, const lgjk_solid3* b, double point[3]);

#endif
