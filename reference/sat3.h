// Separating axes of two boxes: they are apart exactly where one of 15 axes parts them, the three normals of each and
// the nine products of an edge of one with an edge of the other (Gottschalk, Lin, Manocha 1996; Ericson, Real-Time
// Collision Detection, 4.4.1). One pair at a time, in double. For shapes of kind BOX without rounding: ref3_sat_fits.
#ifndef LGJK_SAT3_H
#define LGJK_SAT3_H

#include "reference3.h"

#ifdef __cplusplus
extern "C" {
#endif

// Whether the shape is one that these axes are for.
bool ref3_sat_fits(const ref3_shape* shape);

// Whether the boxes have a point in common; ends at the first axis that parts them by more than touching.
bool ref3_sat_overlap(const ref3_shape* a, const float pose_a[7], const ref3_shape* b, const float pose_b[7]);

// The greatest gap along an axis, and that axis as a unit normal from A to B, which may be NULL. Where the boxes
// overlap it is minus the depth, that of the minimum translation; where they are apart it is at most their distance.
float ref3_sat_contact(const ref3_shape* a, const float pose_a[7], const ref3_shape* b, const float pose_b[7],
                       float normal[3]);

#ifdef __cplusplus
}
#endif

#endif
