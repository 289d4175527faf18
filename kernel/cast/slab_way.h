// A way among the boxes of a tree.
#ifndef LGJK_CAST_SLAB_WAY_H
#define LGJK_CAST_SLAB_WAY_H

#include "find/tree.h"

// Of each axis: where the way is, less (far: plus) what it reaches, so that sides of boxes come that much sooner (leave
// that much later); one over its coordinate; and which of a box's sides is the near one: 0 the low one, 1 the high one.
typedef struct slab_way {
  float near[DIM], far[DIM], inverse[DIM];
  uint32_t side[DIM];
  float to;
} slab_way;

// Fractions are rounded outwards by SLAB_OUTWARDS, and a box by SLAB_ROUNDING of the coordinates that the way comes to:
// rounding moves a side by 4 u of its coordinate, and what is computed of it by 3 u. A side so far off that this is
// more is none that the way comes to, or none that matters to it.
#define SLAB_OUTWARDS 1.000002f // 33 u, of which a fraction's arithmetic takes 4
#define SLAB_ROUNDING 1e-6      // 16 u

// A coordinate of a way that is less than this is none.
#define LEAST_WAY 1e-30

static inline slab_way slab_way_of(const double at[DIM], const double way[DIM], double reach, double to) {
  slab_way w;
  w.to = to < 1e30 ? (float)(to * (double)SLAB_OUTWARDS) : 1e30f;
  for (int k = 0; k < DIM; ++k) {
    const bool moves = way[k] > LEAST_WAY || way[k] < -LEAST_WAY, back = way[k] < 0 && moves;
    const double place = at[k] < 0 ? -at[k] : at[k], length = to * (way[k] < 0 ? -way[k] : way[k]);
    const double grown = reach + (place + length + reach) * SLAB_ROUNDING + (moves ? 0 : to * LEAST_WAY);
    w.near[k] = (float)(back ? at[k] - grown : at[k] + grown);
    w.far[k] = (float)(back ? at[k] + grown : at[k] - grown);
    w.inverse[k] = moves ? (float)(1 / way[k]) : 1e37f;
    w.side[k] = back;
  }
  return w;
}

#endif
