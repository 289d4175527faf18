// Places a core: one shape of a pair in double, in world axes around A's position. It serves work that is done one pair
// at a time, in plain C, whose bits no instruction set can change.
#ifndef LGJK_SINGLE_SOLID_H
#define LGJK_SINGLE_SOLID_H

#include <stdint.h>

#include "shape/cores.h"
#include "single/vec3.h"

typedef struct lgjk_solidN {
  const lgjk_shapeN* shape;
  const float* pool;      // of the shape's set
  double turn[DIM * DIM]; // rotation by rows, normalised
  double position[DIM];   // of the body, relative to A's
} lgjk_solidN;

// Places a shape. `pose`: as in the public header, within the domain. `origin`: A's position.
void lgjk_solidN_place(lgjk_solidN* solid, const lgjk_shapeN* shape, const float* pool, const float* pose,
                       const float* origin);

// Writes the point of the core that is farthest along d, of any length but 0. Returns the number of the vertex, 0 for a
// curved core; ties go to the lowest.
uint32_t lgjk_solidN_support(const lgjk_solidN* solid, const double d[DIM], double point[DIM]);

#if DIM == 3
// Writes the columns of the matrix of an ellipsoid, a cylinder or a cone, in world axes.
void lgjk_solid3_columns(const lgjk_solid3* solid, lgjk_vec3 column[3]);

// Writes the semi-axes of an ellipsoid in world axes: perpendicular, in no order.
void lgjk_solid3_semi_axes(const lgjk_solid3* solid, lgjk_vec3 axis[3]);
#endif

#endif
