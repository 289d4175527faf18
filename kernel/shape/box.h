// The vertices of a shape as it was built, and the box that holds its core.
#ifndef LGJK_SHAPE_BOX_H
#define LGJK_SHAPE_BOX_H

#include "shape/names.h"

// Writes vertex i of a core that has vertices. `pool`: that of its set.
void lgjk_shapeN_vertex(const lgjk_shapeN* shape, const float* pool, uint32_t i, float* v);

// Writes the middle of the box of a core that has vertices.
void lgjk_shapeN_middle(const lgjk_shapeN* shape, const float* pool, double middle[DIM]);

// Writes the box of the core, without its rounding radius, in its local axes: centre, then half extents, rounded up.
void lgjk_shapeN_box(const lgjk_shapeN* shape, const float* pool, float box[2 * DIM]);

#endif
