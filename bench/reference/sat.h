// Separating axes, the method that GJK is compared with, one pair at a time, in double, for cores without rounding that
// refN_sat_fits says are fit. refN_sat_overlap stands for ref2_sat_overlap and ref3_sat_overlap, and so on.
//   2D  two convex polygons are apart exactly where the normal of some edge of one of them parts them (Ericson, Real-
//       Time Collision Detection, 5.2.1). All edges of both are tried, O(n m). Cores of three points and more
//   3D  two boxes are apart exactly where one of 15 axes parts them, the three normals of each and the nine products of
//       an edge of one with an edge of the other (Gottschalk, Lin, Manocha 1996; Ericson, 4.4.1)
#ifndef LGJK_SAT_H
#define LGJK_SAT_H

#include "reference.h"

#define refN_sat_fits DIM_NAME(ref, DIM, _sat_fits)
#define refN_sat_overlap DIM_NAME(ref, DIM, _sat_overlap)
#define refN_sat_contact DIM_NAME(ref, DIM, _sat_contact)

// Whether the shape is one that these axes are for.
bool refN_sat_fits(const refN_shape* shape);

// Whether the shapes have a point in common; ends at the first axis that parts them by more than touching.
bool refN_sat_overlap(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                      const float pose_b[POSE_FLOATS]);

// The greatest gap along an axis, and that axis as a unit normal from A to B, which may be NULL. Where the shapes
// overlap it is minus the depth, that of the minimum translation; where they are apart it is at most their distance.
float refN_sat_contact(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                       const float pose_b[POSE_FLOATS], float normal[DIM]);

#endif
