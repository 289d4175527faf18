// The memory of a 2D shape set, as the kernels read it: one 128-byte record per shape, whose first cache line holds the header
// and four vertices. A block of pairs is transposed into lanes from 16-byte pieces.
#ifndef LGJK_KERNEL_SHAPES2_H
#define LGJK_KERNEL_SHAPES2_H

#include "lanegjk/lanegjk.h"
#include "shape/core2.h"

typedef struct lgjk_shape2 {
  float bound;      // header: radius of the core about the local origin, rounded up; without rounding radius
  float inner;      // radius of a circle about the local origin inside the core, rounded down; 0 where there is none
  float radius;     // rounding radius
  uint32_t core;    // LGJK_CORE2_*
  uint32_t kind;    // LGJK_SHAPE2_*
  uint32_t count;   // vertices; 0 for an ellipse
  float before[2];  // POINT..POLYGON8: the last vertex, so that before, row and after are a ring
  float row[16];    // POINT..POLYGON8: vertices (x, y), then the same again from the first; BOX: {hx, hy}; ELLIPSE: matrix {xx, xy, yx, yy}
  float after[4];   // two more of the row
  uint32_t pool;    // LARGE: first float in the pool: x[padded], y[padded]
  uint32_t padded;  // LARGE: count rounded up to a multiple of 16, padding repeats the last vertex
  float unused[2];  // 0
} lgjk_shape2;

struct lgjk_shapes2 {
  uint32_t count;
  uint32_t core_mask;  // bit c set: some shape has core class c
  const lgjk_shape2*
      shape;  // count + 1 records, 64-byte aligned; the last stands in for indices out of range: its bound is NaN
  const float* pool;         // 64-byte aligned vertices of LARGE cores
  const uint8_t* core;       // count + 1 core classes, for sorting
  lgjk_allocator allocator;  // copy, for destroy
};

_Static_assert(sizeof(lgjk_shape2) == 128, "two cache lines");

#endif
