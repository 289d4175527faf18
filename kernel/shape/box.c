// Finds the vertices and the box of a shape; compiled once for each dimension.
#include "shape/box.h"

#include <stdbool.h>

#include "base/fpcontrol.h"
#include "shape/exact.h"

// Far above the rounding errors of extents in double, far below what a list of pairs could notice.
#define EXTENT_GROW (1.0 + 0x1p-40)

// Returns true if corner i of a box is negative along an axis. Corners go counter-clockwise from the lowest x and y in
// 2D, by the bits of i in 3D.
static bool is_negative(uint32_t i, uint32_t axis) {
  if (DIM == 3) return i >> axis & 1u;
  return axis == 0 ? i == 0 || i == 3 : i < 2;
}

void lgjk_shapeN_vertex(const lgjk_shapeN* shape, const float* pool, uint32_t i, float* v) {
  for (uint32_t axis = 0; axis < DIM; ++axis) {
    if (shape->core == LGJK_COREN_BOX) {
      v[axis] = is_negative(i, axis) ? -shape->rowN[axis] : shape->rowN[axis];
    } else if (shape->core < LGJK_POOLN_FIRST) {
      v[axis] = shape->rowN[DIM * i + axis];
    } else if (DIM == 2) {
      v[axis] = pool[shape->pool + axis * shape->padded + i];
    } else {
      v[axis] = pool[shape->pool + DIM * i + axis];
    }
  }
}

// Writes the ends of a curved core along an axis. `row`: that row of its matrix. A cone has its apex at (0, 0, 1) and
// its base at z = -1 before it is mapped.
static void find_curved_ends(uint32_t core, const float* row, double ends[2]) {
  double square = (double)row[0] * (double)row[0] + (double)row[1] * (double)row[1];
#if DIM == 3
  const double up = (double)row[2];
  if (core == LGJK_CORE3_ELLIPSOID) square += up * up;
#endif
  const double rim = lgjk_sqrt(square) * EXTENT_GROW;
  ends[0] = -rim;
  ends[1] = rim;
#if DIM == 3
  if (core == LGJK_CORE3_CYLINDER) {
    ends[1] += up < 0 ? -up : up;
    ends[0] = -ends[1];
  } else if (core == LGJK_CORE3_CONE) {
    ends[0] = -rim - up < up ? -rim - up : up;
    ends[1] = rim - up > up ? rim - up : up;
  }
#else
  (void)core;
#endif
}

// Writes the least and the greatest coordinate of the vertices along an axis.
static void find_ends(const lgjk_shapeN* shape, const float* pool, uint32_t axis, double ends[2]) {
  ends[0] = 1e300;
  ends[1] = -1e300;
  for (uint32_t i = 0; i < shape->count; ++i) {
    float v[DIM];
    lgjk_shapeN_vertex(shape, pool, i, v);
    const double x = (double)v[axis];
    if (x < ends[0]) ends[0] = x;
    if (x > ends[1]) ends[1] = x;
  }
}

void lgjk_shapeN_middle(const lgjk_shapeN* shape, const float* pool, double middle[DIM]) {
  for (uint32_t axis = 0; axis < DIM; ++axis) {
    double ends[2];
    find_ends(shape, pool, axis, ends);
    middle[axis] = 0.5 * (ends[0] + ends[1]);
  }
}

void lgjk_shapeN_box(const lgjk_shapeN* shape, const float* pool, float box[2 * DIM]) {
  for (uint32_t axis = 0; axis < DIM; ++axis) {
    double ends[2];
    if (shape->count == 0) {
      find_curved_ends(shape->core, shape->rowN + DIM * axis, ends);
    } else {
      find_ends(shape, pool, axis, ends);
    }
    const float centre = (float)(0.5 * (ends[0] + ends[1]));
    const double below = (double)centre - ends[0], above = ends[1] - (double)centre;
    box[axis] = centre;
    box[DIM + axis] = lgjk_round_up(below > above ? below : above);
  }
}
