// The list of 2D benchmarks: which contender answers which query on which scene, in which mode, for how many pairs. A
// case is named <dim>/<scene>/<query>/<mode>/<implementation>/<pairs>, for example 2d/S2/distance/warm/avx512/10000.
#ifndef LGJK_BENCH_CASES2_H
#define LGJK_BENCH_CASES2_H

#include "contender2.h"

typedef enum query2 { QUERY2_DISTANCE, QUERY2_OVERLAP } query2;

typedef enum mode2 {
  MODE2_COLD,  // no records passed
  MODE2_WARM,  // 60 frames of moving bodies, records kept
  MODE2_CHURN  // as warm, and a tenth of the pairs is replaced in each frame
} mode2;

typedef struct case2 {
  char name[80];
  char scene[16];
  query2 query;
  mode2 mode;
  uint32_t pairs;
  const contender2* contender;
  uint32_t isa;    // of the library
  uint32_t flags;  // of the library
} case2;

// Every case that can be run here, or only the standard set: what is published, and takes some minutes. Only pairs as
// given, 0: all sizes. Returns an array of *count cases to be freed, or NULL where memory is short.
case2* cases2_list(bool all, uint32_t pairs, uint32_t* count);

#endif
