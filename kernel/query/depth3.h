// Depths of contacts in lanes.
#ifndef LGJK_QUERY_DEPTH3_H
#define LGJK_QUERY_DEPTH3_H

#include "closed/cylinder_witness3.h"
#include "query/box_contacts3.h"
#include "query/epa3.h"
#include "query/pipeline.h"

// The certified contacts of the lanes beside what is found so far.
LANE_FN void add_contacts(const pair_block* block, const pair_frame_f* f, mf lanes, const depth_lanes* deep,
                          found_lanes* found) {
  const vec_f centre = position(&block->a), n = deep->normal;
  const vec_f a = add_f(deep->a, scale_f(n, block->a.radius)), b = sub_f(deep->b, scale_f(n, block->b.radius));
  const mf certified = mf_and(lanes, deep->certified);
  found->overlapping = mf_or(found->overlapping, certified);
  found->decided |= mf_bits(certified) & lanes_of(block);
  found->evaluations = vf_select(lanes, deep->evaluations, found->evaluations);
  found->distance = vf_select(lanes, vf_neg(vf_add(deep->depth, f->radius)), found->distance);
  found->normal = select_vec_f(lanes, n, found->normal);
  found->a = select_vec_f(lanes, add_f(centre, a), found->a);
  found->b = select_vec_f(lanes, add_f(centre, b), found->b);
}

// By a closed form. Returns the lanes, as bits, in which a map has left a cylinder askew, and the polytope may do.
static LANE_APART uint32_t find_closed_contacts(const class_run* run, const pair_block* block, found_lanes* found) {
  pair_frame_f f;
  cylinder_depth closed;
  depth_lanes deep;
  const mf lanes = mf_and(frame_block(run->batch, block, &f), mf_from_bits(lanes_of(block)));
  find_cylinder_depth(&f, &closed);
  deep.depth = closed.depth;
  deep.normal = closed.normal;
  deep.a = closed.a;
  deep.b = sub_f(closed.a, scale_f(closed.normal, closed.depth));
  deep.evaluations = vf_set(0);
  deep.certified = closed.found;
  add_contacts(block, &f, mf_and(lanes, closed.round), &deep, found);
  return run->core_a == run->core_b ? 0 : mf_bits(mf_and_not(lanes, closed.round)) & lanes_of(block);
}

// By the expanding polytope. Apart, so that it is not on the stack together with what writes results.
static LANE_APART void find_deep_contacts(const class_run* run, const pair_block* block, uint32_t lanes,
                                          found_lanes* found) {
  pair_frame_f f;
  depth_lanes deep;
  const mf valid = mf_and(frame_block(run->batch, block, &f), mf_from_bits(lanes));
  find_depth(&f, valid, &deep);
  add_contacts(block, &f, valid, &deep, found);
}

// Writes them; returns the other lanes, as bits. Their supports count as those of the polytope, whatever a search has
// spent on them before, so that it may be left out.
static LANE_APART uint32_t run_lane_depths(const class_run* run, const pair_block* block) {
  const lgjk_batch* batch = run->batch;
  found_lanes found = nothing_found(mf_from_bits(0));
  uint32_t lanes = lanes_of(block);
  if (has_cylinder_depths(run)) lanes = find_closed_contacts(run, block, &found);
  if (lanes != 0) find_deep_contacts(run, block, lanes, &found);
  if (found.decided == lanes_of(block)) {
    write_answers(batch, block, found.decided, &found, CONTACT);
  } else {
    write_scattered(&batch->results, block->pairs->pair, found.decided, &found, CONTACT);
  }
  if (batch->results.manifold3) write_manifolds(batch, block, NULL, found.decided, &found);
  return lanes_of(block) & ~found.decided;
}

// Depths before a search; what is not certified is searched. Returns false where the block before did not overlap for
// the most part, and nothing was done.
static LANE_APART bool run_depths_first(class_run* run, const block_pairs* pairs) {
  if (run->deep < ENOUGH_DEEP) return false;
  pair_block block = {.pairs = pairs};
  for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
  load_block(run->batch, run->core_a, run->core_b, ALL_ROWS, &block);
  const uint32_t left = run_lane_depths(run, &block);
  run->deep = (uint32_t)__builtin_popcount(lanes_of(&block) & ~left);
  enqueue(run, UNSEPARATED, &block, left);
  return true;
}

#endif
