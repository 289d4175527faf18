// A way among the boxes of a tree.
#ifndef LGJK_CAST_SLAB_WAY_H
#define LGJK_CAST_SLAB_WAY_H

#include "find/tree.h"

// Boxes are rounded outwards by its reach, and fractions by SLAB_OUTWARDS.
typedef struct slab_way {
  float at[DIM], inverse[DIM], reach[DIM];
  float to;
} slab_way;

#define SLAB_OUTWARDS 1.000002f // 33 u, of which a fraction's arithmetic takes 4

// A coordinate of a way that is less than this is none.
#define LEAST_WAY 1e-30

static inline slab_way slab_way_of(const double at[DIM], const double way[DIM], double reach, double to) {
  slab_way w;
  w.to = to < 1e30 ? (float)(to * (double)SLAB_OUTWARDS) : 1e30f;
  for (int k = 0; k < DIM; ++k) {
    const bool moves = way[k] > LEAST_WAY || way[k] < -LEAST_WAY;
    w.at[k] = (float)at[k];
    w.inverse[k] = moves ? (float)(1 / way[k]) : 1e37f;
    w.reach[k] = (float)((reach + (moves ? 0 : to * LEAST_WAY)) * (double)SLAB_OUTWARDS);
  }
  return w;
}

#endif
