// Defines the first look at casts of one instruction set and dimension, under its name in the table (isa/kernels.h), as
// isa/kernel.c defines the queries.
#include LANE_HEADER

#include "isa/kernels.h"

#include "cast/enter.h"
#include "cast/look.h"
#include "cast/slabs.h"

void LGJK_KERNEL(look, LANE_ISA)(const struct cast_job* job, uint32_t count, struct cast_left* left) {
  look_at_pairs(job, count, left);
}

uint32_t LGJK_KERNEL(walk, LANE_ISA)(const void* tree, void* walk, uint32_t* leaf) {
  return walk_way(tree, walk, leaf);
}

bool LGJK_KERNEL(packet, LANE_ISA)(const void* tree, const void* packet, void* bodies) {
  return walk_packet(tree, packet, bodies);
}

void LGJK_KERNEL(enter, LANE_ISA)(void* candidates) { enter_candidates(candidates); }
