// LGJK_FLAG_NORMALIZE: rotations that are too far off unit length for a kernel, but not by much. Kernels know nothing
// of it: pairs with such a rotation are copied, a group at a time, with rotations brought to unit length. So it costs
// nothing where the flag is not set, and holds whatever route a pair takes.
#ifndef LGJK_API_LOOSE_H
#define LGJK_API_LOOSE_H

#include <stdbool.h>

#include "block/batch.h"

#define LGJK_GROUP 64u // pairs

// The bodies of some pairs: of pair i A is body 2 i and B the next.
typedef struct lgjk_group {
  float pose[2 * LGJK_GROUP][7]; // packed, in 2D by four
  uint32_t shape[2 * LGJK_GROUP], pair[2 * LGJK_GROUP];
  float radius[2 * LGJK_GROUP];
} lgjk_group;

// Brings the rotation of a pose to unit length where it is loose.
void lgjk_tighten(float* pose, uint32_t dim);

// How many pairs of a batch, from its first on, can go to a kernel as they are: at most its count. 0 where a group is
// to be made of the first, of LGJK_GROUP pairs or all.
uint32_t lgjk_count_tight(const lgjk_batch* batch, uint32_t dim);

// Makes the first count <= LGJK_GROUP pairs of *batch the group's, whose memory it refers to.
void lgjk_make_group(lgjk_batch* batch, uint32_t dim, uint32_t count, lgjk_group* group);

#endif
