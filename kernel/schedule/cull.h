// Ends the pairs that the bounding tests (circles, in 3D balls) decide, before any vertex is fetched, and packs the
// others densely. Verdicts always cull: in a crowd or behind a loose broad phase most pairs end here. Distances up to
// a maximum cull only where it pays: a search makes the same test (begin_state), so the choice changes time alone.
#ifndef LGJK_SCHEDULE_CULL_H
#define LGJK_SCHEDULE_CULL_H

#include "block/frame.h"
#include "schedule/waiting.h"

// Pairs that the bounding tests left, with their bodies and shapes, so that these are looked up once. The capacity is
// the leftover (less than a step), a block, and one more block because blocks are copied whole.
enum { QUEUED_WORDS = 5 };
typedef struct pair_queue {
  uint32_t count;
  uint32_t word[QUEUED_WORDS][STEP + 2 * LANES];
} pair_queue;

LANE_INLINE void push_pairs(pair_queue* queue, const block_pairs* pairs, uint32_t lanes) {
  const uint32_t* from[QUEUED_WORDS] = {pairs->pair, pairs->body_a, pairs->body_b, pairs->shape_a, pairs->shape_b};
  for (int k = 0; k < QUEUED_WORDS; ++k) lane_append_words(queue->word[k] + queue->count, from[k], lanes);
  queue->count += lane_count(lanes);
}

// Takes up to a block of pairs from the back.
LANE_INLINE void pop_pairs(pair_queue* queue, block_pairs* pairs) {
  uint32_t* to[QUEUED_WORDS] = {pairs->pair, pairs->body_a, pairs->body_b, pairs->shape_a, pairs->shape_b};
  const uint32_t count = queue->count < LANES ? queue->count : LANES;
  queue->count -= count;
  pairs->count = count;
  pairs->consecutive = false;
  if (count == 0) return;
  for (int k = 0; k < QUEUED_WORDS; ++k) {
    const uint32_t* from = queue->word[k] + queue->count;
    if (count == LANES) {
      memcpy(to[k], from, LANES * sizeof from[0]);
    } else {
      for (uint32_t l = 0; l < LANES; ++l) to[k][l] = from[l < count ? l : count - 1];
    }
  }
}

LANE_INLINE void run_not_culled(class_run* run, pair_queue* queue, query_id query, run_mode mode) {
  block_pairs pairs[BLOCKS];
  for (uint32_t u = 0; u < BLOCKS; ++u) pop_pairs(queue, &pairs[u]);
  run_step(run, pairs, query, mode);
}

// Fills the results of the lanes that the bounding tests decide, and returns the others, as bits. A distance is decided
// if it is beyond the maximum, a verdict also if the bounding circles are apart or the inscribed ones meet.
LANE_INLINE uint32_t cull_block(const lgjk_batch* batch, const block_pairs* pairs, query_id query) {
  pair_block block;
  pair_frame_f f;
  const mf none = mf_none();
  block.pairs = pairs;
  load_block_in_place(batch, CORE_HEADER, CORE_HEADER, WHOLE_CORE, &block); // only the header
  const mf valid = frame_block(batch, &block, &f), bad = mf_not(valid);
  const mf beyond = bounding_apart(&block, &f, valid, vf_set(batch->max_distance));
  const mf meet = needs_verdict(query) ? inscribed_meet(&block, &f, valid) : none;
  const mf apart = needs_verdict(query) ? bounding_apart(&block, &f, valid, vf_set(0)) : beyond;
  found_lanes found = nothing_found(bad);
  found.distance = vf_set(HUGE_VALF);
  found.beyond = beyond;
  found.overlapping = meet;
  const uint32_t undecided = lanes_of(&block) & ~mf_bits(mf_or(mf_or(apart, meet), bad));
  count_decided(batch, lanes_of(&block) & ~undecided);
  write_results(batch, &block, lanes_of(&block), &found, query);
  return undecided;
}

// Culls the block `pairs`, which begins at `first` with `count` pairs to go, and looks up the next block meanwhile.
static LANE_NOINLINE uint32_t cull_next(const lgjk_batch* batch, uint32_t first, uint32_t count, query_id query,
                                        const block_pairs* pairs, block_pairs* next) {
  prefetch_in_order(batch, first);
  if (count > LANES) take_consecutive(batch, first + LANES, count - LANES, next);
  return cull_block(batch, pairs, query);
}

// Culls the tile base..base + count - 1, all of the run's class, and runs the undecided pairs.
LANE_INLINE void cull_in_order(class_run* run, pair_queue* queue, uint32_t base, uint32_t count, query_id query,
                               run_mode mode) {
  block_pairs pairs[2];
  run->next_to_prefetch = UINT32_MAX;
  take_consecutive(run->batch, base, count, &pairs[0]);
  for (uint32_t i = 0, now = 0; i < count; i += LANES, now ^= 1) {
    push_pairs(queue, &pairs[now], cull_next(run->batch, base + i, count - i, query, &pairs[now], &pairs[now ^ 1]));
    if (queue->count >= STEP) run_not_culled(run, queue, query, mode);
  }
}

// Lists the undecided pairs of a tile, and returns their number. The list is filled without branches, which would be
// mispredicted.
static LANE_NOINLINE uint32_t cull_tile(const lgjk_batch* batch, uint32_t base, uint32_t count, query_id query,
                                        uint16_t undecided[TILE + 1]) {
  block_pairs pairs[2];
  uint32_t listed = 0;
  take_consecutive(batch, base, count, &pairs[0]);
  for (uint32_t i = 0, now = 0; i < count; i += LANES, now ^= 1) {
    const uint32_t rest = cull_next(batch, base + i, count - i, query, &pairs[now], &pairs[now ^ 1]);
    listed += lane_append(undecided + listed, pairs[now].pair, rest);
  }
  return listed;
}

// Lists the pairs of a tile; if it `culls`, without those that bounding tests end. Returns how many are listed.
LANE_INLINE uint32_t list_tile(const lgjk_batch* batch, uint32_t base, uint32_t count, bool culls, query_id query,
                               uint16_t list[TILE + 1]) {
  if (culls) return cull_tile(batch, base, count, query, list);
  for (uint32_t i = 0; i < count; ++i) list[i] = (uint16_t)(base + i);
  for (uint32_t i = 0; i < count; i += LANES) prefetch_in_order(batch, base + i);
  return count;
}

// The policy culls the next tile always, or if bounding tests decided enough pairs of the tile before. It culls the
// first tile of contacts in 2D, unless its cores are round: a pair that is not culled costs several times the test.
typedef struct cull_policy {
  bool always, next;
  uint32_t least;   // the share of a tile's pairs, in 16ths, that bounding tests have to decide so that culling pays
  uint64_t decided; // pairs that bounding tests decided before this tile
} cull_policy;

// Returns the least share, in 16ths, for a class, or for several (NULL). Measured on Sapphire Rapids with AVX-512:
// culling and scattered results cost 5 ns per pair in 2D and 10 in 3D. Pairs of light kinds cost 11 to 14 there, 25 to
// 85 in 3D; polygons 19 cold and 13 warm, boxes in 3D 39 and 23, hulls 79 and 42.
LANE_INLINE uint32_t least_culled(const class_run* only) {
  if (only == NULL) return 6;
  return only->route->culls_early ? 4 : DIM == 2 ? 8 : 12;
}

// Returns whether bounding tests can end pairs of a query.
LANE_INLINE bool needs_bounding(const lgjk_batch* batch, query_id query) {
  return needs_verdict(query) || batch->max_distance < HUGE_VALF;
}

// `round`: whether most pairs are of points and ellipses.
LANE_INLINE cull_policy begin_culling(const lgjk_batch* batch, const class_run* only, bool round, query_id query) {
  const bool always = needs_verdict(query);
  const bool first = always || (DIM == 2 && needs_depth(query) && needs_bounding(batch, query) && !round);
  return (cull_policy){always, first, least_culled(only), batch->tally->by_bounding};
}

LANE_INLINE void end_tile(const lgjk_batch* batch, uint32_t count, cull_policy* policy) {
  const uint64_t decided = batch->tally->by_bounding;
  policy->next = policy->always || 16 * (decided - policy->decided) >= (uint64_t)policy->least * count;
  policy->decided = decided;
}

#endif
