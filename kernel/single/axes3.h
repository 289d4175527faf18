// Finds the axes of curved cores, as vectors in world axes.
#ifndef LGJK_SINGLE_AXES3_H
#define LGJK_SINGLE_AXES3_H

#include "single/solid.h"
#include "single/vec3.h"

// Writes the columns of the matrix of an ellipsoid, a cylinder or a cone.
void lgjk_axes3_of_matrix(const lgjk_solid3* solid, lgjk_vec3 column[3]);

// Writes the semi-axes of an ellipsoid: perpendicular, in no order.
void lgjk_axes3_of_ellipsoid(const lgjk_solid3* solid, lgjk_vec3 axis[3]);

#endif
