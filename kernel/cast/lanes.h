// Loads a block of pairs that are cast: where A is relative to B, and how it moves.
#ifndef LGJK_CAST_LANES_H
#define LGJK_CAST_LANES_H

#include "block/frame.h"
#include "cast/run.h"

// A block of pairs that are cast.
typedef struct look_lanes {
  vec_f way_a, way_b; // of each
  vec_f start, way;   // of A relative to B
  vf reach;           // sum of both radii about the positions, and the target
  vf most;
} look_lanes;

LANE_INLINE vec_f load_ways(const char* ways, size_t stride, const uint32_t body[LANES]) {
  vf way[DIM];
  for (uint32_t k = 0; k < DIM; ++k) {
    way[k] = ways == NULL ? vf_set(0) : vf_load_each(ways + k * sizeof(float), stride, body);
  }
  return from_array_f(way);
}

// Loads what the cores have; CORE_HEADER: the header alone. `first`: the pair that the block's numbers begin at.
LANE_INLINE void load_look(const cast_job* job, const lgjk_batch* batch, uint32_t core_a, uint32_t core_b,
                           uint64_t first, const block_pairs* pairs, pair_block* block, look_lanes* look) {
  block->pairs = pairs;
  load_any_block(batch, core_a, core_b, WHOLE_CORE, block);
  const side_lanes *a = &block->a, *b = &block->b;
  look->start = sub_f(position(a), position(b));
  look->way_a = load_ways(job->way_a, job->way_a_stride, pairs->body_a);
  look->way_b = load_ways(job->way_b, job->way_b_stride, pairs->body_b);
  look->way = sub_f(look->way_a, look->way_b);
  const vf cores = vf_add(a->header[HEADER_BOUND], b->header[HEADER_BOUND]);
  look->reach = vf_add(vf_add(cores, vf_add(a->radius, b->radius)), vf_set((float)job->target));
  look->most = vf_set(1);
  if (job->most != NULL) {
    look->most = vf_load_each((const char*)(job->most + first), sizeof(float), pairs->pair);
  }
}

// Returns the lanes whose rotation is of unit length beyond doubt.
LANE_INLINE mf turned_well(const side_lanes* side, vf slack) {
  vf off = vf_set(-1);
  for (int k = 0; k < TURN; ++k) off = vf_add(off, vf_mul(side->pose[DIM + k], side->pose[DIM + k]));
  return vf_le(vf_abs(off), slack);
}

// Returns the lanes whose input is good beyond doubt.
LANE_INLINE mf look_is_good(const cast_job* job, const lgjk_batch* batch, const pair_block* block,
                            const look_lanes* look) {
  const vf slack = vf_set(job->flags & LGJK_FLAG_NORMALIZE ? 0.9e-2f : 0.9e-4f), none = vf_set(0);
  const vf all = vf_add(vf_add(extent_f(look->start), extent_f(look->way)), vf_add(look->reach, look->most));
  const mf finite = vf_eq(vf_sub(all, all), none);
  const mf radii = mf_and(vf_le(none, block->a.radius), vf_le(none, block->b.radius));
  const mf turned = mf_and(turned_well(&block->a, slack), turned_well(&block->b, slack));
  const mf good = mf_and(mf_and(finite, radii), mf_and(turned, vf_le(none, look->most)));
  return mf_and_not(good, joins_itself(batch, block->pairs));
}

#endif
