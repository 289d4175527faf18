// Pairs whose answers are known, or that once had a wrong one. Compiled once for each dimension.
#ifndef LGJK_TESTS_CASES_H
#define LGJK_TESTS_CASES_H

#include "attempt.h"

// A pair, the queries that are asked about it in both orders, and what is known of the answers. Members that are 0 say
// nothing; all answers are held against the oracle, too.
typedef struct known_case {
  const char* name;
  lgjk_shapeN_def def[2];
  float pose[2][POSE_FLOATS];
  uint32_t asks;            // a set of ask
  uint8_t status;           // at the default limit
  uint32_t limits;          // asked with limits of evaluations below this, too: then it may also be known to no limit
  uint32_t records;         // asked with so many random records, too
  float distance, within;   // of a pair that is apart or overlaps
  float point[DIM], beside; // a point of A
  float across[DIM], along, off; // its product with the normal
} known_case;

extern const known_case cases[];
extern const uint32_t case_count;
// Asks about a case on every instruction set, in both orders.
void check_case(const known_case* c);

#endif
