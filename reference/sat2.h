// Separating axes in the plane, the method that GJK is compared with: two convex polygons are apart exactly where the
// normal of some edge of one of them parts them (Ericson, Real-Time Collision Detection, 5.2.1). All edges of both are
// tried, O(n m), one pair at a time, in double. Cores of three points and more, without rounding: ref2_sat_fits.
#ifndef LGJK_SAT2_H
#define LGJK_SAT2_H

#include "reference2.h"

#ifdef __cplusplus
extern "C" {
#endif

// Whether the shape is one that separating axes are for.
bool ref2_sat_fits(const ref2_shape* shape);

// Whether the polygons have a point in common; ends at the first edge that parts them by more than touching.
bool ref2_sat_overlap(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4]);

// The greatest gap across an edge, and the unit normal of it from A to B, which may be NULL. Where the polygons overlap
// it is minus the depth, that of the minimum translation; where they are apart it is at most their distance.
float ref2_sat_contact(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                       float normal[2]);

#ifdef __cplusplus
}
#endif

#endif
