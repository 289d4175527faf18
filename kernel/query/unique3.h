// Finds distances of small hulls by features that are the only ones which any search can end with (block/unique3.h).
// Under LGJK_FLAG_HISTORY_FREE it tries those that records name. In every mode it tries those that the canonical run
// has ended with: a pair then has one answer, whatever float's search got to. A record that names any other feature is
// ignored.
#ifndef LGJK_QUERY_UNIQUE3_H
#define LGJK_QUERY_UNIQUE3_H

#include "block/feature3.h"
#include "block/unique3.h"
#include "single/nearest3.h"
#include "query/search.h"

// Answers the lanes whose feature is the only one; `decided` has these and those that need no feature.
LANE_INLINE void find_unique(const class_run* run, const pair_block* block, block_state* state, warm_guess* guess,
                             found_lanes* found) {
  proof_lanes proof;
  answer_f answer;
  ask_for_order(&proof, true);
  const vf band = state->f.touch_band;
  state->f.touch_band = vf_mul(vf_set(UNIQUE_DEPTH * ROUNDOFF_F), state->f.scale); // so no search misses an overlap
  restore_by_call(&state->f, guess, mf_and(state->searched, guess->simplex), &state->s, &proof);
  state->f.touch_band = band;
  end_beyond(run, block, state, DISTANCE);
  keep_order(state, &proof);
  const vf bounds[2] = {block->a.header[HEADER_BOUND], block->b.header[HEADER_BOUND]};
  converge_f(&state->s, is_unique(&state->f, &state->s, &proof, bounds));
  answer_block(run, block, state, COMMON_POINTS, false, &proof, &answer);
  fill_distance(run, block, state, &answer, found);
}

// Tries the features that records name. The other lanes wait for their search.
static LANE_NOINLINE void run_named_features(class_run* run, const block_pairs* pairs) {
  pair_block block;
  block_state state;
  warm_guess guess;
  prefetch_quarters(run, 4);
  open_state(run, pairs, BY_CALL, QUICK_ROWS, DISTANCE, &block, &state);
  load_records(run, &block, state.record);
  read_record(run, &block, &state, &guess);
  found_lanes found = begin_found(&state, false);
  find_unique(run, &block, &state, &guess, &found);
  write_results(run->batch, &block, lanes_of(&block), &found, DISTANCE);
  enqueue(run, SECOND, &block, lanes_of(&block) & ~found.decided);
}

// Finds the nearest features of pairs that the canonical run has no proof of, as words; returns their lanes, as bits.
// The feature that this run has ended with need not be one that a record can name.
static LANE_NOINLINE uint32_t try_all_features(const class_run* run, const block_pairs* pairs,
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
    for (uint32_t i = 0; i < 3; ++i) word |= nearest.a[i] << FEATURE_BITS * i | nearest.b[i] << FEATURE_BITS * (i + 3);
    features->word[l] = word;
    found |= 1u << l;
  }
  return found;
}

// Finds common points of pairs whose search has proved neither a distance nor an overlap, and that have no nearest
// feature either.
static LANE_NOINLINE void try_common_points(const class_run* run, const block_pairs* pairs, uint32_t lanes) {
  found_lanes found = nothing_found(mf_none());
  float a[DIM][LANES] = {{0}};
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes);
    const float* origin = pose_of(&run->batch->a, pairs->body_a[l]);
    lgjk_solid3 solid_a, solid_b;
    double point[DIM];
    place_solids(run->batch, pairs, l, &solid_a, &solid_b);
    if (!lgjk_common3_find(&solid_a, &solid_b, point)) continue;
    for (int k = 0; k < DIM; ++k) a[k][l] = (float)(point[k] + (double)origin[k]);
    found.decided |= 1u << l;
  }
  if (found.decided == 0) return;
  const vf at[DIM] = {vf_load(a[0]), vf_load(a[1]), vf_load(a[2])};
  if (!hides_common_points(run->batch)) found.a = found.b = from_array_f(at);
  found.overlapping = mf_from_bits(found.decided);
  found.later = true;
  write_scattered(&run->batch->results, pairs->pair, found.decided, &found, DISTANCE);
}

// Tries the features that the canonical run has ended with, as words of block/feature3.h, in `lanes`, as bits.
static LANE_NOINLINE void run_canonical_features(const class_run* run, const block_pairs* pairs, uint32_t lanes,
                                                 const uint32_t word[LANES]) {
  pair_block block;
  block_state state;
  warm_guess guess;
  open_state(run, pairs, BY_CALL, QUICK_ROWS, DISTANCE, &block, &state);
  state.valid = state.searched = mf_and(state.searched, mf_from_bits(lanes));
  read_vertex_word(vi_load(word), &guess);
  found_lanes found = begin_found(&state, true);
  find_unique(run, &block, &state, &guess, &found);
  write_scattered(&run->batch->results, pairs->pair, lanes & found.decided, &found, DISTANCE);
}

// Tries the features that the canonical run has ended with, in float.
LANE_INLINE void use_features(class_run* run, const block_pairs* pairs, canonical_features* features) {
  if (!has_trait(run, FEATURES)) return;
  const uint32_t lanes = features->apart | try_all_features(run, pairs, features);
  if (lanes != 0) run_canonical_features(run, pairs, lanes, features->word);
  if ((features->open & ~lanes) != 0) try_common_points(run, pairs, features->open & ~lanes);
}

// Separates pairs whose records name a feature, or a tetrahedron if no common point is wanted, from the others.
static LANE_NOINLINE void sort_by_feature(class_run* run, const block_pairs* pairs) {
  const uint32_t most = hides_common_points(run->batch) ? DIM + 1 : DIM;
  uint32_t kind[LANES], named = 0;
  const char* kinds = (const char*)run->batch->warm + offsetof(lgjk_warm, word[3]);
  lane_look_up(kinds, sizeof(lgjk_warm), pairs->pair, UINT32_MAX, kind);
  for (uint32_t l = 0; l < LANES; ++l) named |= (uint32_t)((kind[l] & 0xFF) - 1 < most) << l;
  named &= lanes_of_pairs(pairs);
  if (named == ALL_LANES) {
    run_named_features(run, pairs);
    return;
  }
  prefetch_quarters(run, 4);
  enqueue_pairs(run, BY_RECORD, pairs, named);
  enqueue_pairs(run, SECOND, pairs, lanes_of_pairs(pairs) & ~named);
}

#endif
