// Offers directions in which curved cores can be deepest, where a surface of triangles would need thousands. Two bodies
// of revolution about parallel axes, for example, are as deep all along a ring.
#ifndef LGJK_SINGLE_CURVED_STARTS3_H
#define LGJK_SINGLE_CURVED_STARTS3_H

#include "single/difference3.h"

// The lowest directions found, some way apart, from which descents begin.
#define LGJK_STARTS3 6u
#define LGJK_STARTS3_COSINE 0.97 // directions with at least this cosine count as one

typedef struct lgjk_starts3 {
  uint32_t count;
  double value[LGJK_STARTS3]; // support value, ascending
  lgjk_vec3 direction[LGJK_STARTS3];
} lgjk_starts3;

// Evaluates a direction of length 1 and keeps it if it is among the lowest. Returns its support value.
double lgjk_starts3_offer(lgjk_difference3* d, lgjk_starts3* s, lgjk_vec3 n);

// Offers axes and the normals of bases. Offers the least along the circles where cylinders and cones have their creases
// (the normals of their sides), and in the planes through an axis and both centres. Returns true if there can be no
// others: A and B are bodies of revolution whose axes are parallel.
bool lgjk_curved_starts3_offer(lgjk_difference3* d, lgjk_starts3* s);

#endif
