// Bodies of leaves that ways may hit: what is known of both until lanes find where the way enters the body's box.
#ifndef LGJK_CAST_CANDIDATES_H
#define LGJK_CAST_CANDIDATES_H

#include "block/batch.h"
#include "lane/dimension.h"

#define CANDIDATES 1024u
#define CANDIDATES_PADDING 16u // elements behind the arrays that lanes read

// A way as lanes read it: whole quads.
typedef struct lane_way {
  float at[DIM], way[DIM];
  float reach; // its radius and the target, outwards, and what rounds of its coordinates
  float to;    // the fraction up to which hits are of interest, outwards
#if DIM == 2
  float unused[2];
#endif
} lane_way;
_Static_assert(sizeof(lane_way) == 8 * sizeof(float), "two quads");

enum { LANE_WAY_QUADS = 2 };

typedef struct cast_candidates {
  const lgjk_side* side; // of the bodies
  const float* boxes;    // of the cores of its shapes
  const double* origin;  // of places; NULL: no view has positions
  const lane_way* ways;
  uint32_t count;
  uint32_t way[CANDIDATES + CANDIDATES_PADDING], body[CANDIDATES + CANDIDATES_PADDING];
  float enter[CANDIDATES + CANDIDATES_PADDING]; // written: the fraction; infinite if the way does not meet the box
} cast_candidates;

#endif
