// Candidate pairs of one view or of two, with memory that grows as needed.
#ifndef LANEGJK_TOOLS_NEIGHBOURS_H
#define LANEGJK_TOOLS_NEIGHBOURS_H

#include "dimension.h"

// Memory kept from call to call; starts as {0}.
typedef struct neighbours {
  uint32_t* a; // the pairs that were found, of one view a < b, sorted by (a, b)
  uint32_t* b;
  uint64_t count;
  uint64_t capacity;
  void* scratch;
  uint64_t scratch_size;
} neighbours;

// Replaces the list with every pair of bodies that may be no farther apart than the options' margin: those of `a`, or
// of one of `a` and one of `b`. The list has room for one element at least, so that its arrays are there without a
// pair.
void neighbours_find(neighbours* self, const dimension* dim, const body_view* a, const body_view* b,
                     const lgjk_find_options* options);
void neighbours_free(neighbours* self);

#endif
