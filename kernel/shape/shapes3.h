// The memory of a 3D shape set, as the kernels read it: one cache line per shape, then rows of vertices in the pool.
#ifndef LGJK_KERNEL_SHAPES3_H
#define LGJK_KERNEL_SHAPES3_H

#include "lanegjk/lanegjk3.h"
#include "shape/core3.h"

typedef struct lgjk_shape3 {
  float bound;     // radius of the core about the local origin, rounded up; without rounding radius
  float inner;     // radius of a ball about the local origin inside the core, rounded down; 0 where there is none
  float radius;    // rounding radius
  uint32_t core;   // LGJK_CORE3_*
  float small[9];  // POINT, SEGMENT: {x0, y0, z0, x1, y1, z1, 0...} (a point twice); BOX: half extents; ELLIPSOID, CYLINDER, CONE: matrix by rows
  uint32_t pool;   // HULL*, LARGE: first float in the pool
  uint32_t padded; // HULL*: 4, 8, 16, 32; LARGE: the count rounded up to a multiple of 64
  uint32_t count;  // vertices before padding; 8 for a box, 0 for an ellipsoid, cylinder, cone
} lgjk_shape3;
// In the pool, HULL*: vertices (x, y, z); LARGE: x[padded], y[padded], z[padded].
// Every hull begins at a multiple of 16 floats.

struct lgjk_shapes3 {
  uint32_t count;
  uint32_t core_mask;  // bit c set: some shape has core class c
  const lgjk_shape3* shape;  // count + 1 records, 64-byte aligned; the last stands in for indices out of range: a POINT whose bound is NaN
  const float* pool;         // 64-byte aligned; at least 96 floats of 0 at its start, so that offset 0 is readable as any HULL* row
  const uint8_t* core;       // count + 1 core classes, for sorting
  const uint8_t* kind;       // count LGJK_SHAPE3_*
  lgjk_allocator allocator;  // copy, for destroy
};

_Static_assert(sizeof(lgjk_shape3) == 64, "one cache line");

#endif
