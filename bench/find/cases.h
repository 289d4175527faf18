// Which cases there are.
#ifndef LGJK_BENCH_FIND_CASES_H
#define LGJK_BENCH_FIND_CASES_H

#include "crowd.h"
#include "measure.h"

enum { MOST_CASES = 64 };

// The sizes of a scene, ending with 0.
typedef struct find_sizes {
  uint32_t count[5];
} find_sizes;

find_sizes sizes_of(moving_kind kind, bool quick);
find_sizes crowd_sizes(bool quick);
find_sizes server_sizes(bool quick);

// Writes the cases of one scene, size and order to `cases`, this library first; returns how many.
uint32_t cases_of(moving_kind kind, uint32_t count, bool z_order, find_case* cases);
uint32_t crowd_cases_of(uint32_t count, bool z_order, crowd_case* cases);

// Returns the most workers that cases of an instruction set have: 0 if the machine lacks it, 2 for the widest.
uint32_t workers_of(uint32_t isa);

const char* order_name(bool z_order);

#endif
