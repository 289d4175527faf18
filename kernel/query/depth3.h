// Finds depths of contacts in 3D, in lanes: of cylinders by a closed form, of other cores by the expanding polytope.
#ifndef LGJK_QUERY_DEPTH3_H
#define LGJK_QUERY_DEPTH3_H

#include "formula/cylinder_witness3.h"
#include "formula/epa3.h"
#include "query/box_contacts3.h"
#include "query/search.h"

// Adds the certified contacts of `lanes` to the results found so far.
LANE_INLINE void add_contacts(const pair_block* block, const pair_frame_f* f, mf lanes, const depth_lanes* depth,
                              found_lanes* found) {
  const vec_f centre = position(&block->a), n = depth->normal;
  const vec_f on_b = sub_f(depth->a, scale_f(n, depth->depth));
  const vec_f a = add_f(depth->a, scale_f(n, block->a.radius)), b = sub_f(on_b, scale_f(n, block->b.radius));
  const mf certified = mf_and(lanes, depth->certified);
  found->overlapping = mf_or(found->overlapping, certified);
  found->decided |= mf_bits(certified) & lanes_of(block);
  found->evaluations = vf_select(lanes, depth->evaluations, found->evaluations);
  found->distance = vf_select(lanes, vf_neg(vf_add(depth->depth, f->radius)), found->distance);
  found->normal = select_vec_f(lanes, n, found->normal);
  found->a = select_vec_f(lanes, add_f(centre, a), found->a);
  found->b = select_vec_f(lanes, add_f(centre, b), found->b);
}

// Finds contacts of cylinders by a closed form. Returns the lanes, as bits, whose cylinder is askew by a map.
static LANE_NOINLINE uint32_t find_closed_contacts(const pair_block* block, const pair_frame_f* f, mf lanes,
                                                   found_lanes* found) {
  cylinder_depth closed;
  depth_lanes depth;
  find_cylinder_depth(f, &closed);
  depth.depth = closed.depth;
  depth.normal = closed.normal;
  depth.a = closed.a;
  depth.evaluations = vf_set(0);
  depth.certified = closed.found;
  add_contacts(block, f, mf_and(lanes, closed.round), &depth, found);
  return mf_bits(mf_and_not(lanes, closed.round)) & lanes_of(block);
}

// The direction around which an expansion begins: the line of centres, or the normal of a record.
typedef enum depth_start { FROM_CENTRES, FROM_RECORD } depth_start;

// Writes the normal that the record names to `*preferred`, else a direction that is fixed in A. Returns the lanes that
// have such a record. Not inlined, to keep its temporaries off the stack of the expansion.
static LANE_NOINLINE mf preferred_normal(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                         depth_start start, vec_f* preferred) {
  *preferred = rotate_f(&f->a.rotation, (vec_f){vf_set(FIXED_X), vf_set(FIXED_Y), vf_set(FIXED_Z)});
  if (start == FROM_CENTRES) return mf_none();
  vf record[4];
  load_records(run, block, record);
  const vec_f axis = unpack_axis(vi_of(record[0]));
  const mf none = vf_eq(size_f(axis), vf_set(0));
  *preferred = select_vec_f(none, *preferred, axis);
  return mf_not(none);
}

// Finds contacts by the expanding polytope. Not inlined, so that it is not on the stack together with the writing of
// results.
static LANE_NOINLINE void find_deep_contacts(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                             mf lanes, depth_start start, found_lanes* found) {
  depth_lanes depth;
  vec_f preferred;
  const mf recorded = preferred_normal(run, block, f, start, &preferred);
  find_depth(f, lanes, &preferred, recorded, &depth);
  add_contacts(block, f, lanes, &depth, found);
}

// Fills contacts, and stores their records. Only the support evaluations of the polytope count, whatever a search has
// spent before, so that the search may be left out.
LANE_INLINE void fill_depths(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                             found_lanes* found) {
  uint32_t lanes = lanes_of(block);
  const mf some = mf_and(valid, mf_from_bits(lanes));
  if (has_trait(run, CYLINDER_DEPTHS)) lanes = find_closed_contacts(block, f, some, found);
  if (lanes != 0) {
    find_deep_contacts(run, block, f, mf_and(some, mf_from_bits(lanes)), (depth_start)how.variant, found);
  }
  if (run->batch->results.manifold3) write_manifolds(run->batch, block, f, found);
  if (how.records == STORED) {
    store_depth_records(run->batch->warm, block->pairs->pair, found->decided, found->normal, found->evaluations);
  }
}

static LANE_NOINLINE void run_lane_depths(class_run* run, const block_pairs* pairs, attempt_kind how) {
  how.query = CONTACT;
  how.load = BY_CALL;
  how.rows = ALL_ROWS;
  how.counts_alone = how.writes_decided_only = true;
  attempt_results(run, pairs, 1, how, fill_depths);
}

// Runs pairs that wait for their depth.
LANE_INLINE void run_waiting_depths(class_run* run, const block_pairs* pairs, run_mode mode) {
  const attempt_kind how = {
      .records = records_in(mode), .variant = FROM_CENTRES, .requeued = true, .finds_depths = true};
  run_lane_depths(run, pairs, how);
}

// Finds depths before a search; lanes that are not certified are searched. Returns false, and does nothing, if most of
// the last block did not overlap.
LANE_INLINE bool run_depths_first(class_run* run, const block_pairs* pairs, run_mode mode) {
  if (run->overlapping_in_last_block < ENOUGH_DEEP) return false;
  const uint32_t before = run->count[SECOND_ATTEMPT];
  run_lane_depths(
      run, pairs,
      (attempt_kind){.records = records_in(mode), .variant = FROM_CENTRES, .queue_for_rest = SECOND_ATTEMPT});
  run->overlapping_in_last_block = pairs->count - (run->count[SECOND_ATTEMPT] - before);
  return true;
}

// Runs pairs whose records name a depth. Lanes that are not certified from there lose their record, and are searched.
LANE_INLINE void try_recorded_depth(class_run* run, const block_pairs* pairs) {
  const uint32_t before = run->count[WITHOUT_RECORD];
  run_lane_depths(
      run, pairs,
      (attempt_kind){.records = STORED, .variant = FROM_RECORD, .queue_for_rest = WITHOUT_RECORD, .requeued = true});
  for (uint32_t i = before; i < run->count[WITHOUT_RECORD]; ++i)
    run->batch->warm[run->pairs[WITHOUT_RECORD][i]] = (lgjk_warm){{0}};
}

// Returns the lanes of pairs whose records name a depth.
LANE_INLINE uint32_t lanes_with_recorded_depth(const class_run* run, const block_pairs* pairs) {
  uint32_t kind[LANES], named = 0;
  const char* kinds = (const char*)run->batch->warm + offsetof(lgjk_warm, word[3]);
  lane_look_up(kinds, sizeof(lgjk_warm), pairs->pair, UINT32_MAX, kind);
  for (uint32_t l = 0; l < LANES; ++l) named |= (uint32_t)(kind[l] == NAMES_DEPTH) << l;
  return named & lanes_of_pairs(pairs);
}

LANE_INLINE void enqueue_by_records(class_run* run, const block_pairs* pairs, uint32_t named) {
  enqueue_pairs(run, BY_RECORD, pairs, named);
  enqueue_pairs(run, AFTER_RECORD, pairs, lanes_of_pairs(pairs) & ~named);
}

// Runs pairs whose records all name a depth; else queues those that do and the others apart. Returns false, and does
// nothing, if none does.
static LANE_NOINLINE bool split_by_records(class_run* run, const block_pairs* pairs) {
  const uint32_t named = lanes_with_recorded_depth(run, pairs);
  if (named == 0) return false;
  prefetch_quarters(run, 4);
  if (named == ALL_LANES) {
    try_recorded_depth(run, pairs);
  } else {
    enqueue_by_records(run, pairs, named);
  }
  return true;
}

#endif
