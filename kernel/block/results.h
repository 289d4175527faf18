// This file holds the results of a block's lanes and writes them to the caller's arrays. Blocks of consecutive pairs
// are stored as vectors, others lane by lane.
#ifndef LGJK_BLOCK_RESULTS_H
#define LGJK_BLOCK_RESULTS_H

#include "block/load.h"
#include "block/batch.h"
#include "gjk/gjk.h"

LANE_INLINE void store_points(float* p, vec_f v) {
  OF_DIM(vf_store_pairs(p, v.x, v.y), vf_store_triples(p, v.x, v.y, v.z));
}

typedef struct found_lanes {
  vf distance;                        // >= 0, +infinity in beyond lanes; signed for a contact
  vec_f a, b;                         // witness points
  vec_f normal;                       // normal of a contact
  vf evaluations;                     // support evaluations
  bool adds_to_counts;                // a second run of these pairs adds to the counts that are written
  mf overlapping, beyond, limit, bad; // none of these: separated
  uint32_t decided;                   // bits of lanes whose result is final
} found_lanes;

// Returns the results before any is found: separated at distance 0 with both points 0, except in the bad lanes.
LANE_INLINE found_lanes nothing_found(mf bad) {
  const vf zero = vf_set(0);
  const mf no = mf_none();
  const vec_f zeros = {0};
  return (found_lanes){.distance = zero,
                       .a = zeros,
                       .b = zeros,
                       .normal = zeros,
                       .evaluations = zero,
                       .adds_to_counts = false,
                       .overlapping = no,
                       .beyond = no,
                       .limit = no,
                       .bad = bad,
                       .decided = 0};
}

// Returns whether overlapping pairs of a distance have points of 0, as the public header promises.
LANE_INLINE bool hides_common_points(const lgjk_batch* batch) {
  return (batch->flags & (LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS)) == LGJK_FLAG_HISTORY_FREE;
}

// Returns the distance for the caller: a bad pair has the quiet NaN, so that no program acts on it.
LANE_INLINE vf written_distance(const found_lanes* found) {
  return vf_select(found->bad, vf_of(vi_set(0x7FC00000u)), found->distance);
}

#define POINT_BYTES (DIM * sizeof(float))
#define BYTES (LANES < 4 ? 4 : LANES)

LANE_INLINE void status_bytes(const found_lanes* found, uint8_t bytes[BYTES]) {
  vf status = vf_select(found->overlapping, vf_set(LGJK_STATUS_OVERLAPPING), vf_set(LGJK_STATUS_SEPARATED));
  status = vf_select(found->limit, vf_set(LGJK_STATUS_LIMIT), status);
  status = vf_select(found->beyond, vf_set(LGJK_STATUS_BEYOND), status);
  status = vf_select(found->bad, vf_set(LGJK_STATUS_BAD), status);
  vi_store_bytes(bytes, vi_truncate(status));
}

LANE_INLINE void evaluation_bytes(const found_lanes* found, uint8_t bytes[BYTES]) {
  vi_store_bytes(bytes, vi_truncate(vf_min(found->evaluations, vf_set(255))));
}

LANE_INLINE void write_consecutive(const lgjk_results* r, size_t i, const found_lanes* found, query_id query) {
  if (r->status) status_bytes(found, r->status + i);
  if (r->iterations) evaluation_bytes(found, r->iterations + i);
  if (!needs_witness(query)) return;
  if (r->distance) vf_store(r->distance + i, written_distance(found));
  if (r->point_a) store_points(r->point_a + DIM * i, found->a);
  if (r->point_b) store_points(r->point_b + DIM * i, found->b);
  if (needs_depth(query) && r->normal) store_points(r->normal + DIM * i, found->normal);
}

// Writes lanes one by one.
LANE_INLINE void write_scattered(const lgjk_results* r, const uint32_t* pair, uint32_t lanes, const found_lanes* found,
                                 query_id query) {
  uint8_t status[BYTES], evaluations[BYTES];
  float d[LANES], a[DIM * LANES], b[DIM * LANES], n[DIM * LANES];
  status_bytes(found, status);
  evaluation_bytes(found, evaluations);
  if (needs_witness(query)) {
    vf_store(d, written_distance(found));
    store_points(a, found->a);
    store_points(b, found->b);
  }
  if (needs_depth(query)) store_points(n, found->normal);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes);
    const size_t i = pair[l];
    if (r->status) r->status[i] = status[l];
    if (r->iterations) {
      const uint32_t sum = evaluations[l] + (found->adds_to_counts ? r->iterations[i] : 0u);
      r->iterations[i] = (uint8_t)(sum < 255 ? sum : 255);
    }
    if (!needs_witness(query)) continue;
    if (r->distance) r->distance[i] = d[l];
    if (r->point_a) memcpy(r->point_a + DIM * i, a + DIM * l, POINT_BYTES);
    if (r->point_b) memcpy(r->point_b + DIM * i, b + DIM * l, POINT_BYTES);
    if (needs_depth(query) && r->normal) memcpy(r->normal + DIM * i, n + DIM * l, POINT_BYTES);
  }
}

LANE_INLINE void scatter_bytes(uint8_t* to, const uint32_t* pair, const uint8_t bytes[BYTES]) {
  for (uint32_t l = 0; l < LANES; ++l) to[pair[l]] = bytes[l];
}

LANE_INLINE void scatter_points(float* to, const uint32_t* pair, vec_f v) {
  float values[DIM * LANES];
  store_points(values, v);
  for (uint32_t l = 0; l < LANES; ++l) memcpy(to + DIM * (size_t)pair[l], values + DIM * l, POINT_BYTES);
}

// Writes a whole block that is not consecutive, array by array, without a branch per lane.
LANE_INLINE void write_block(const lgjk_results* r, const uint32_t* pair, const found_lanes* found, query_id query) {
  uint8_t bytes[BYTES];
  if (r->status) {
    status_bytes(found, bytes);
    scatter_bytes(r->status, pair, bytes);
  }
  if (r->iterations) {
    evaluation_bytes(found, bytes);
    scatter_bytes(r->iterations, pair, bytes);
  }
  if (!needs_witness(query)) return;
  if (r->distance) {
    float values[LANES];
    vf_store(values, written_distance(found));
    for (uint32_t l = 0; l < LANES; ++l) r->distance[pair[l]] = values[l];
  }
  if (r->point_a) scatter_points(r->point_a, pair, found->a);
  if (r->point_b) scatter_points(r->point_b, pair, found->b);
  if (needs_depth(query) && r->normal) scatter_points(r->normal, pair, found->normal);
}

// Writes a block that is not consecutive, or not full. Not inlined. `found` is passed by value, so that gcc passes what
// is read of it: a pointer to it would keep all of it in memory.
static LANE_NOINLINE void write_listed(const lgjk_results* r, const block_pairs* pairs, uint32_t lanes,
                                       found_lanes found, query_id query) {
  if (pairs->count == LANES) {
    write_block(r, pairs->pair, &found, query);
  } else {
    write_scattered(r, pairs->pair, lanes, &found, query);
  }
}

// Writes zeros for a whole block. In 3D gcc makes a string instruction of the loop, which is best there, and clang a
// call of memset. In 2D clang would make stores from the last to the first, which cost 1 ns per pair: there the order
// is kept.
LANE_INLINE void clear_manifolds(lgjk_manifoldN* first) {
  const size_t words = sizeof *first / sizeof(float);
  float* to = (float*)(void*)first;
  for (size_t i = 0; i < words; ++i) {
    vf_store(to + i * LANES, vf_set(0));
    if (DIM == 2) __asm__ volatile("" ::: "memory");
  }
}

// Stores manifolds of all lanes by their words, which hold the bits of floats and integers. Only the first `quads` of
// 16 bytes are given; what comes after is 0.
LANE_INLINE void store_whole_manifolds(lgjk_manifoldN* to, const uint32_t* pair, const vf* word, uint32_t quads) {
  char* base = (char*)to;
  for (uint32_t k = 0; k < quads; ++k) vf_store_records(base + 16 * k, sizeof *to, pair, word + 4 * k);
  for (uint32_t l = 0; l < LANES; ++l) {
    memset(base + sizeof *to * pair[l] + 16 * quads, 0, sizeof *to - 16 * quads);
  }
}

// Stores the manifolds of some lanes, as bits, quad by quad, by way of an array that only this function has on its
// stack. Whole manifolds there would cost a call of one pair more than its answer does.
static LANE_NOINLINE void store_some_manifolds(lgjk_manifoldN* to, const uint32_t* pair, uint32_t lanes, const vf* word,
                                               uint32_t quads) {
  enum { QUAD = 16, QUADS = sizeof *to / QUAD };
  char each[QUADS][LANES][QUAD];
  uint32_t number[LANES];
  for (uint32_t l = 0; l < LANES; ++l) number[l] = l;
  for (uint32_t k = 0; k < quads; ++k) vf_store_records(each[k][0], QUAD, number, word + 4 * k);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes);
    char* quad = (char*)(to + pair[l]);
    for (uint32_t k = 0; k < quads; ++k) memcpy(quad + QUAD * k, each[k][l], QUAD);
    for (uint32_t k = quads; k < QUADS; ++k) memset(quad + QUAD * k, 0, QUAD);
  }
}

LANE_INLINE void store_manifold_words(lgjk_manifoldN* to, const uint32_t* pair, uint32_t lanes, const vf* word,
                                      uint32_t quads) {
  if (lanes == ALL_LANES) {
    store_whole_manifolds(to, pair, word, quads);
  } else {
    store_some_manifolds(to, pair, lanes, word, quads);
  }
}

// Writes a manifold without points for each pair; the pairs that touch overwrite it (engine/contact.h).
LANE_INLINE void write_no_points(lgjk_manifoldN* manifolds, const block_pairs* pairs, uint32_t lanes,
                                 const found_lanes* found) {
  const bool whole = lanes == ALL_LANES;
  if (whole && pairs->consecutive && !mf_any(vf_lt(vf_set(0), size_f(found->normal)))) {
    clear_manifolds(&manifolds[pairs->pair[0]]); // all are beyond, as culled pairs are
    return;
  }
  vf head[4] = {vf_set(0), vf_set(0), vf_set(0), vf_set(0)};
  to_array_f(found->normal, head + 1);
  store_manifold_words(manifolds, pairs->pair, lanes, head, 1);
}

// Returns those of the given lanes, as bits, that are decided and whose shapes are no farther apart than the margin.
LANE_INLINE mf lanes_within_margin(const lgjk_batch* batch, const found_lanes* found, uint32_t lanes) {
  const mf near = mf_and_not(vf_le(found->distance, vf_set(batch->margin)), mf_or(found->beyond, found->bad));
  return mf_and(near, mf_from_bits(lanes & found->decided));
}

LANE_INLINE uint32_t lanes_of(const pair_block* block) { return lanes_of_pairs(block->pairs); }

// Returns the lanes, as bits, whose manifolds are written: all of a first run, of a later one those that it decides.
LANE_INLINE uint32_t manifolds_to_write(const pair_block* block, const found_lanes* found) {
  return lanes_of(block) & (found->adds_to_counts ? found->decided : UINT32_MAX);
}

// Writes all but manifolds. `lanes`: bits of the lanes to write. A first run writes the whole block, and the next run
// of the lanes that it leaves overwrites their results.
LANE_INLINE void write_answers(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                               const found_lanes* found, query_id query) {
  const uint32_t bad = lanes & mf_bits(found->bad);
  if (bad != 0) batch->tally->bad += lane_count(bad);
  const uint32_t* pair = block->pairs->pair;
  if (found->adds_to_counts) {
    write_scattered(&batch->results, pair, lanes, found, query);
  } else if (block->pairs->consecutive) {
    write_consecutive(&batch->results, pair[0], found, query);
  } else if (LANES_UP_TO_4 && block->pairs->count == LANES) {
    write_block(&batch->results, pair, found, query); // a call would take 1% to 5% of a pair's time
  } else {
    write_listed(&batch->results, block->pairs, lanes, *found, query);
  }
}

// Writes the same of lanes, as bits, of a block that another attempt may write, too, in place of what that has counted.
// Not inlined, to keep its arrays off the stack of depths.
static LANE_NOINLINE void write_lanes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                      const found_lanes* found, query_id query) {
  if (lanes == lanes_of(block)) {
    write_answers(batch, block, lanes, found, query);
  } else {
    write_scattered(&batch->results, block->pairs->pair, lanes, found, query);
  }
}

LANE_INLINE void write_results(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                               const found_lanes* found, query_id query) {
  write_answers(batch, block, lanes, found, query);
  if (needs_depth(query) && batch->results.manifoldN)
    write_no_points(batch->results.manifoldN, block->pairs, lanes, found);
}

#endif
