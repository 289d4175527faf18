// Defines the first look at casts of one instruction set and dimension, under its name in the table (isa/kernels.h), as
// isa/kernel.c defines the queries.
#include LANE_HEADER

#include "isa/kernels.h"
#include "lane/pick.h"

#include "cast/enter.h"
#include "cast/look.h"
#include "cast/slabs.h"

#define LOOK_OF(dim) LANE_CAT(lgjk_look, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void LOOK_OF(LGJK_DIM)(const struct cast_job* job, uint32_t count, struct cast_left* left) {
  look_at_pairs(job, count, left);
}

#define WALK_OF(dim) LANE_CAT(lgjk_walk, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
uint32_t WALK_OF(LGJK_DIM)(const void* tree, void* walk, uint32_t* leaf) { return walk_way(tree, walk, leaf); }

#define PACKET_OF(dim) LANE_CAT(lgjk_packet, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
bool PACKET_OF(LGJK_DIM)(const void* tree, const void* packet, void* bodies) {
  return walk_packet(tree, packet, bodies);
}

#define ENTER_OF(dim) LANE_CAT(lgjk_enter, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void ENTER_OF(LGJK_DIM)(void* candidates) { enter_candidates(candidates); }
