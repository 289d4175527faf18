// Finds how deep two cores overlap: the minimum translation, one pair at a time in double. It answers for every pair,
// flat, concentric and identical cores included, and for cores that only touch, or are apart by no more than rounding.
#ifndef LGJK_SINGLE_PENETRATE_H
#define LGJK_SINGLE_PENETRATE_H

#include "single/solid.h"

typedef struct lgjk_penetrationN {
  double depth;          // the least support value of A - B, along the normal; below 0 if the cores are apart
  double normal[DIM];    // unit, from A to B: moving B by depth times it makes the cores touch
  double a[DIM], b[DIM]; // points of the cores, relative to A's position: a - b is depth times the normal
  uint32_t evaluations;  // support evaluations
} lgjk_penetrationN;

// Finds the minimum translation. `scale`: the pair's, as in the public header.
void lgjk_penetrateN(const lgjk_solidN* a, const lgjk_solidN* b, double scale, lgjk_penetrationN* out);

#endif
