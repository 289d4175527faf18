// Mass, centre and inertia of shapes, of density 1.
#ifndef LGJK_SHAPE_MASS_H
#define LGJK_SHAPE_MASS_H

#include "shape/names.h"

// Moments of a body: its mass, and the integrals of its coordinates and of their products. Coordinates are counted from
// a place in the body or near it: far off, a difference of products would be lost to rounding.
typedef struct lgjk_moments {
  double origin[DIM];
  double mass, first[DIM], second[DIM][DIM];
} lgjk_moments;

// Adds the moments of a shape. `pool`: that of its set.
void lgjk_momentsN(const lgjk_shapeN* shape, const float* pool, lgjk_moments* out);

#endif
