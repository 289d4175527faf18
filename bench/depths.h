// How far the depths that a contender finds are from the truth: its accuracy, which stands beside its time.
#ifndef LGJK_BENCH_DEPTHS_H
#define LGJK_BENCH_DEPTHS_H

#include "dimension.h"

// A depth that is off by more than this share of the pair's scale is missed.
#define MISSED_DEPTH 1e-3

// Errors of depths over the pairs that overlap in truth by more than MISSED_DEPTH, relative to the scale of each. Where
// a contender finds nothing, its depth is 0.
typedef struct depth_errors {
  uint32_t pairs;
  double worst, median;
  double missed; // share of the pairs
} depth_errors;

// Of given signed distances, `pairs` of them, against true ones. False where memory is short.
bool depth_errors_find(const dimension* dim, const void* scene, uint32_t pairs, const float* truth, const float* given,
                       depth_errors* errors);

#endif
