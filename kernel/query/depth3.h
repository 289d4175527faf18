// Depths of contacts in lanes.
#ifndef LGJK_QUERY_DEPTH3_H
#define LGJK_QUERY_DEPTH3_H

#include "closed/cylinder_witness3.h"
#include "query/box_contacts3.h"
#include "query/epa3.h"
#include "query/pipeline.h"

// Where a map has left the cylinder askew, the polytope's depth.
static LANE_APART void find_closed_depth(const pair_frame_f* f, mf lanes, depth_lanes* out) {
  cylinder_depth closed;
  find_cylinder_depth(f, &closed);
  const mf askew = mf_and_not(lanes, closed.round);
  out->certified = mf_from_bits(0);
  if (mf_any(askew)) find_depth(f, askew, out);
  out->certified = mf_or(out->certified, mf_and(lanes, closed.found));
  out->evaluations = vf_select(closed.round, vf_set(0), out->evaluations);
  out->depth = vf_select(closed.round, closed.depth, out->depth);
  out->normal = select_vec_f(closed.round, closed.normal, out->normal);
  out->a = select_vec_f(closed.round, closed.a, out->a);
  out->b = select_vec_f(closed.round, sub_f(closed.a, scale_f(closed.normal, closed.depth)), out->b);
}

// The contacts of the lanes of a loaded block that are certified without doubles. Apart, so that the polytope is not on
// the stack together with what writes results.
static LANE_APART void find_deep_contacts(const class_run* run, const pair_block* block, found_lanes* found) {
  pair_frame_f f;
  depth_lanes deep = {0};
  const mf lanes = mf_and(frame_block(run->batch, block, &f), mf_from_bits(lanes_of(block)));
  if (has_cylinder_depths(run)) {
    find_closed_depth(&f, lanes, &deep);
  } else {
    find_depth(&f, lanes, &deep);
  }
  const vec_f centre = position(&block->a);
  *found = nothing_found(mf_from_bits(0));
  found->overlapping = deep.certified;
  found->decided = mf_bits(deep.certified) & lanes_of(block);
  found->evaluations = deep.evaluations;
  found->distance = vf_neg(vf_add(deep.depth, f.radius));
  found->normal = deep.normal;
  found->a = add_f(centre, add_f(deep.a, scale_f(deep.normal, block->a.radius)));
  found->b = add_f(centre, sub_f(deep.b, scale_f(deep.normal, block->b.radius)));
}

// Writes them; returns the other lanes, as bits. Their supports count as those of the polytope, whatever a search has
// spent on them before, so that it may be left out.
static LANE_APART uint32_t run_lane_depths(const class_run* run, const pair_block* block) {
  const lgjk_batch* batch = run->batch;
  found_lanes found;
  find_deep_contacts(run, block, &found);
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
