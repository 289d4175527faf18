// What a contender answered to a case, added up.
#ifndef LGJK_BENCH_TALLY_H
#define LGJK_BENCH_TALLY_H

#include "cases.h"

// Coordinates reach 50, where a unit in the last place is 4e-6, and Box2D subtracts world coordinates.
#define TOUCHING 1e-5f

// Over all timed frames of a run.
typedef struct tally {
  uint64_t answers;
  uint64_t overlapping;
  uint64_t beyond; // the maximum distance, where the library says so
  uint64_t bad;
  double distance;
  uint64_t hash;       // of every answer's bits
  uint64_t iterations; // of all pairs
  uint64_t lane_steps; // iterations of the slowest pair of each block of `lanes` pairs, times the pairs of the block
} tally;

// Adds the answers to all pairs of the scene. most: the maximum distance that the library was asked for; 0: none.
void tally_add(tally* sum, const bench_case* c, const answers* given, float most);
// Pairs of one block; 1 where the contender is not the library.
uint32_t tally_lanes(const bench_case* c);

#endif
