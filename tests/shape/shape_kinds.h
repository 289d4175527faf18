// Shape definitions in one line, for tests that are compiled once for each dimension. N stands for its number, as in
// shape/names.h. A definition in 2D leaves z out.
#ifndef LGJK_TESTS_SHAPE_KINDS_H
#define LGJK_TESTS_SHAPE_KINDS_H

#include "shape/names.h"
#include "shape_defs.h"

#if DIM == 2
#define points_defN points_def
#define sized_defN(kind, x, y, z) sized_def(kind, x, y)
#define set_diagonalN(def, x, y, z) set_map(def, x, 0, 0, y)
#define unit_pointsN unit_square
#define POINTSN points_def(unit_square, 4)
#define LGJK_SHAPEN_ELLIPSE LGJK_SHAPE2_ELLIPSE
#else
#define points_defN points_def3
#define sized_defN sized_def3
#define set_diagonalN set_diagonal3
#define unit_pointsN unit_tetrahedron
#define POINTSN points_def3(unit_tetrahedron, 4)
#define LGJK_SHAPEN_ELLIPSE LGJK_SHAPE3_ELLIPSOID
#endif
#define BOXN sized_defN(LGJK_SHAPEN_BOX, 1, 2, 3)

enum { KINDS = LGJK_SHAPEN_LAST + 1, REACH = DIM == 2 ? 1000000 : 100000 }; // of a coordinate, and of a radius

// Returns how many sizes a kind has.
static inline int sizes_of(uint32_t kind) {
  if (kind == LGJK_SHAPEN_POINTS) return 0;
  return kind <= LGJK_SHAPEN_ELLIPSE ? DIM : 2;
}

// Returns a good definition of the kind.
static inline lgjk_shapeN_def def_of(uint32_t kind) {
  return kind == LGJK_SHAPEN_POINTS ? POINTSN : sized_defN(kind, 1, 2, 3);
}

#endif
