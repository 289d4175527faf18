// Offers directions in which curved cores can be deepest, where a surface of triangles would need thousands. Two bodies
// of revolution about parallel axes, for example, are as deep all along a ring.
#ifndef LGJK_SINGLE_ROUND3_H
#define LGJK_SINGLE_ROUND3_H

#include "single/starts3.h"

// Offers axes and the normals of bases. Offers the least along the circles where cylinders and cones have their creases
// (the normals of their sides), and in the planes through an axis and both centres. Returns true if there can be no
// others: A and B are bodies of revolution whose axes are parallel.
bool lgjk_round3_offer(lgjk_difference3* d, lgjk_starts3* s);

#endif
