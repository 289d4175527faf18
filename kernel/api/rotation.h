// Implements LGJK_FLAG_NORMALIZE, for rotations that are too far off unit length for a kernel, but not by much: loose
// ones. Pairs with such a rotation are copied, a group at a time, and their rotations brought to unit length. Kernels
// know nothing of it: it holds on every route, and costs nothing without the flag.
#ifndef LGJK_API_ROTATION_H
#define LGJK_API_ROTATION_H

#include "block/batch.h"

#define LGJK_GROUP 64u // the most pairs of a group

// The bodies of some pairs: pair i has bodies 2 i (A) and 2 i + 1 (B).
typedef struct lgjk_group {
  float pose[2 * LGJK_GROUP][7]; // packed; four floats each in 2D
  uint32_t shape[2 * LGJK_GROUP], pair[2 * LGJK_GROUP];
  float radius[2 * LGJK_GROUP];
} lgjk_group;

// Returns how many pairs, from the batch's first on, can go to a kernel as they are. 0 means that the first LGJK_GROUP
// pairs, or all, need a group.
uint32_t lgjk_count_before_loose(const lgjk_batch* batch, uint32_t dim);

// Replaces the pairs of *batch by its first count <= LGJK_GROUP, copied to *group. *batch then refers to *group.
void lgjk_make_group(lgjk_batch* batch, uint32_t dim, uint32_t count, lgjk_group* group);

#endif
