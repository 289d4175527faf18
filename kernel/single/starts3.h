// Keeps the lowest directions found, some way apart, from which descents begin.
#ifndef LGJK_SINGLE_STARTS3_H
#define LGJK_SINGLE_STARTS3_H

#include "single/difference3.h"

#define LGJK_STARTS3 6u
#define LGJK_STARTS3_COSINE 0.97 // directions with at least this cosine count as one

typedef struct lgjk_starts3 {
  uint32_t count;
  double value[LGJK_STARTS3]; // support value, ascending
  lgjk_vec3 direction[LGJK_STARTS3];
} lgjk_starts3;

// Evaluates a direction of length 1 and keeps it if it is among the lowest. Returns its support value.
double lgjk_starts3_offer(lgjk_difference3* d, lgjk_starts3* s, lgjk_vec3 n);

#endif
