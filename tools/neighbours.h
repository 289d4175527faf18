// Candidate pairs of one view by lgjk_find_pairs2, with memory that grows as they ask for it.
#ifndef LANEGJK_TOOLS_NEIGHBOURS_H
#define LANEGJK_TOOLS_NEIGHBOURS_H

#include "lanegjk/lanegjk_find.h"

// Memory kept from call to call; starts as {0}.
typedef struct neighbours {
  uint32_t* a; // the pairs that were found, a < b, sorted by (a, b)
  uint32_t* b;
  uint64_t count;
  uint64_t capacity;
  void* scratch;
  uint64_t scratch_size;
} neighbours;

// Replaces the list with every pair of bodies that may be no farther apart than `margin`. The list has room for one
// element at least, so that its arrays are there without a pair.
void neighbours_find(neighbours* self, const lgjk_bodies2* bodies, float margin);
void neighbours_free(neighbours* self);

#endif
