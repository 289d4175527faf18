// Vertices of small hulls in 16 bits. They are rounded to the nearest point of a grid of `fineness` steps per unit of
// length; each is at most LGJK_GRID_REACH steps long. Searches in lanes find supports by them. Their results are
// certified by the vertices themselves.
#ifndef LGJK_SHAPE_GRID3_H
#define LGJK_SHAPE_GRID3_H

#include <stdint.h>

// The pool holds, after the vertices, a word for each vertex: x in its low half and y in its high one. Then comes a
// word for each two vertices: their z.
#define LGJK_GRID_VERTICES 16u
#define LGJK_GRID_WORDS (LGJK_GRID_VERTICES + LGJK_GRID_VERTICES / 2)
#define LGJK_GRID_AT (3 * LGJK_GRID_VERTICES) // floats before the grid

// The reach is not 32767, because a coordinate may be rounded away from 0.
#define LGJK_GRID_REACH 32766

// Smaller hulls have the grid of a hull of this size, so that the fineness stays within float's range.
#define LGJK_GRID_SIZE_MIN 1e-30f

// Returns the steps per unit of length for a hull whose greatest distance from the origin is bound.
float lgjk_grid_fineness(float bound);

// Writes the grid of `count` vertices. The entries after them repeat the last.
void lgjk_grid_write(const float (*v)[3], uint32_t count, float fineness, uint32_t grid[LGJK_GRID_WORDS]);

#endif
