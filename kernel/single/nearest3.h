// The nearest feature of two small hulls that are apart, by trying all, one pair at a time in double: some 30
// microseconds. For pairs whose search has ended without a proof, as where needles are along each other.
#ifndef LGJK_SINGLE_NEAREST3_H
#define LGJK_SINGLE_NEAREST3_H

#include <stdbool.h>

#include "single/solid.h"

#define LGJK_NEAREST3_VERTICES 16u // of a hull, at most

// The duality gap that proves a feature, over the scale: far above the rounding of double, and far below that of float.
#define LGJK_NEAREST3_GAP 1e-9

// Numbers of vertices of A and B, in pairs. Of two edges that cross three of the four pairs, the first between.
typedef struct lgjk_nearest3 {
  uint32_t count;
  uint32_t a[3], b[3];
} lgjk_nearest3;

// Of all features that are all pairs of some vertices of A and of B: the first that is proved, those of one pair before
// edges, edges before faces and two edges that cross. scale: as in the public header. False where none is.
bool lgjk_nearest3_find(const lgjk_solid3* a, const lgjk_solid3* b, double scale, lgjk_nearest3* out);

// A point of both hulls, but for that gap, around A's position; false where they are apart. The same way, and cost
// where there is one; up to half a millisecond where there is none.
bool lgjk_common3_find(const lgjk_solid3* a, const lgjk_solid3* b, double point[3]);

#endif
