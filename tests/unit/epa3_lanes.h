// The expanding polytope of the kernel (case3/polytope.h) on a list of pairs of one class, by each instruction set.
// epa3_lanes.c is compiled for each.
#ifndef LGJK_TESTS_UNIT_EPA3_LANES_H
#define LGJK_TESTS_UNIT_EPA3_LANES_H

#include <stdbool.h>

#include "block/batch.h"

// What the block's lane gave.
typedef struct epa3_answer {
  float depth, normal[3], a[3], b[3]; // around A's position; 0 where not certified
  float scale;
  uint32_t evaluations;
  uint32_t valid, certified, apart;
} epa3_answer;

// pairs: numbers of pairs whose cores are those of the first; out: one for each of them.
typedef void epa3_run(const lgjk_batch* batch, const uint16_t* pairs, uint32_t count, epa3_answer* out);

#define EPA3_DECLARE_RUN(name, ...) epa3_run epa3_run_##name;

#endif
