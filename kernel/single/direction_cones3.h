// Finds the least support value by parts, in cones of directions that cover the sphere, if one surface has no room.
#ifndef LGJK_SINGLE_DIRECTION_CONES3_H
#define LGJK_SINGLE_DIRECTION_CONES3_H

#include "single/epa3.h"

// Descends from the best direction and from the lowest faces of the surface, which is used up. Leaves a surface that
// holds the neighbourhood of d->normal.
void lgjk_direction_cones3_search(lgjk_difference3* d, lgjk_polytope3* p);

#endif
