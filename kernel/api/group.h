// Groups: copies of the bodies of some pairs, for what kernels do not know. Rotations are made of unit length
// (LGJK_FLAG_NORMALIZE), and poses of views with positions relative: A is at 0, B at the difference of both places,
// which is formed in double and rounded once.
#ifndef LGJK_API_GROUP_H
#define LGJK_API_GROUP_H

#include <string.h>

#include "api/arguments.h"

#define LGJK_GROUP 1024u // the most pairs of a group; of one whose bodies of A are copied, too, half as many

// The bodies of some pairs: those of B, and from the middle of the arrays on those of A, which stay where they are if
// they do not change.
typedef struct lgjk_group {
  float pose[7 * LGJK_GROUP]; // packed: four floats each in 2D
  uint32_t shape[LGJK_GROUP];
  float radius[LGJK_GROUP];
  uint32_t body[LGJK_GROUP], number[LGJK_GROUP]; // of each pair A's body, and its copy of B's body: its own number
  uint8_t status[LGJK_GROUP / 2];                // of the query, where the caller has no array for it
  bool apart;                                    // a body of A is not at its position
  bool halves; // set to false before the first group; true: groups are small from the beginning
} lgjk_group;

// Replaces the pairs of *batch by its first count <= LGJK_GROUP, or half as many, copied to *group. *batch then refers
// to *group.
void lgjk_make_group(lgjk_batch* batch, uint32_t dim, uint32_t count, lgjk_group* group);

// Makes the points that a query has written for a group relative to the positions of A's bodies. `from`: the batch that
// the group was made of.
void lgjk_place_points(const lgjk_batch* batch, const lgjk_batch* from, uint32_t dim, query_id query,
                       const lgjk_group* group);

#endif
