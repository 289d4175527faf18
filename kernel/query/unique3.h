// Distances of small hulls by features that are the only ones which any search can end with (block/unique3.h): under
// LGJK_FLAG_HISTORY_FREE those that records name, and, in every mode, those that the canonical run has ended with, so
// that a pair has one answer whether or not float's search got to it. Records that are no such feature are nothing: the
// pair is searched as without them.
#ifndef LGJK_QUERY_UNIQUE3_H
#define LGJK_QUERY_UNIQUE3_H

#include "block/unique3.h"
#include "penetration/nearest3.h"
#include "query/pipeline.h"

LANE_FN void drop_tetrahedra(warm_guess* guess) {
  guess->simplex = mf_and_not(guess->simplex, guess->whole);
  guess->second = mf_and_not(guess->second, guess->whole);
  guess->third = mf_and_not(guess->third, guess->whole);
  guess->whole = mf_from_bits(0);
}

// The answers of the lanes whose feature is the only one; `decided` has these and those that need no feature.
LANE_FN void find_unique(const class_run* run, const pair_block* block, block_state* state, warm_guess* guess,
                         found_lanes* found) {
  proof_lanes proof;
  vec_f axis;
  drop_tetrahedra(guess);
  ask_for_order(&proof, true);
  restore(&state->f, guess, mf_and(state->searched, guess->simplex), &state->s, &proof);
  settle_beyond(run, state, DISTANCE);
  keep_order(state, &proof);
  const vf bounds[2] = {block->a.header[HEADER_BOUND], block->b.header[HEADER_BOUND]};
  converge_f(&state->s, is_unique(&state->f, &state->s, &proof, bounds));
  find_distance(run, block, state, &proof, found, &axis);
}

// From records. The other lanes wait for their search.
static LANE_APART void run_named_features(class_run* run, const block_pairs* pairs) {
  pair_block block;
  block_state state;
  warm_guess guess;
  for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
  load_state(run, pairs, &block, &state, QUICK_ROWS, DISTANCE);
  load_guess(run, &block, &state, &guess);
  found_lanes found = begin_found(&state, FIRST_TURN);
  count_beyond(run, &block, &state);
  find_unique(run, &block, &state, &guess, &found);
  write_results(run->batch, &block, lanes_of(&block), &found, DISTANCE);
  enqueue(run, UNSEPARATED, &block, lanes_of(&block) & ~found.decided);
}

// Of pairs that the canonical run has no proof of: the lanes, as bits, that have a nearest feature, and its words. What
// it has ended with need not be the feature that a record can name.
static LANE_APART uint32_t try_all_features(const class_run* run, const block_pairs* pairs,
                                            canonical_features* features) {
  uint32_t found = 0;
  for (uint32_t rest = features->unproved; rest != 0; rest &= rest - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(rest);
    const lgjk_batch* batch = run->batch;
    lgjk_solid3 a, b;
    lgjk_nearest3 nearest;
    place_solids(batch, pairs, l, &a, &b);
    const double scale = (double)a.shape->bound + (double)b.shape->bound + length_of(b.position);
    if (!lgjk_nearest3_find(&a, &b, scale, &nearest)) continue;
    uint32_t word = nearest.count << FEATURE_COUNT;
    for (uint32_t i = 0; i < 3; ++i)
      word |= nearest.a[i] << FEATURE_BITS * i | nearest.b[i] << FEATURE_BITS * (i + 3);
    features->word[l] = word;
    found |= 1u << l;
  }
  return found;
}

// From what the canonical run has ended with, words as of feature3.h, in the lanes, as bits, of a block.
static LANE_APART void run_canonical_features(const class_run* run, const block_pairs* pairs, uint32_t lanes,
                                              const uint32_t word[LANES]) {
  pair_block block;
  block_state state;
  warm_guess guess;
  load_state(run, pairs, &block, &state, QUICK_ROWS, DISTANCE);
  state.searched = mf_and(state.searched, mf_from_bits(lanes));
  read_vertex_word(vi_load(word), &guess);
  found_lanes found = begin_found(&state, LAST_TURN);
  find_unique(run, &block, &state, &guess, &found);
  write_scattered(&run->batch->results, pairs->pair, lanes & found.decided, &found, DISTANCE);
}

// Pairs whose records name a feature, and the others.
static LANE_APART void sort_by_feature(class_run* run, const block_pairs* pairs) {
  uint32_t kind[LANES], named = 0;
  const char* kinds = (const char*)run->batch->warm + offsetof(lgjk_warm, word[3]);
  lane_look_up(kinds, sizeof(lgjk_warm), pairs->pair, UINT32_MAX, kind);
  for (uint32_t l = 0; l < LANES; ++l) named |= (uint32_t)((kind[l] & 0xFF) - 1 < DIM) << l;
  named &= lanes_of_pairs(pairs);
  if (named == ALL_LANES) {
    run_named_features(run, pairs);
    return;
  }
  for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
  enqueue_pairs(run, REMEMBERED, pairs, named);
  enqueue_pairs(run, UNSEPARATED, pairs, lanes_of_pairs(pairs) & ~named);
}

#endif
