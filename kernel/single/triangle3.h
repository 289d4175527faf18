// Finds the point of a triangle that is nearest to the origin.
#ifndef LGJK_SINGLE_TRIANGLE3_H
#define LGJK_SINGLE_TRIANGLE3_H

#include "single/vec3.h"

// Writes the weights of the corners, whose sum is 1, and the point; returns its square. It takes the least of all edges
// and the inside, so that a sliver, whose normal is noise, has the right point, too.
double lgjk_triangle3_nearest(const lgjk_vec3 corner[3], double weight[3], lgjk_vec3* point);

#endif
