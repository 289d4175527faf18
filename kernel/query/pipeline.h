// The pipeline of a class of pairs. BLOCKS blocks at a time go through a fixed number of steps without a branch on
// their data: most pairs end there, and one block fills the latency of the other. Pairs whose search has not ended are
// packed densely and searched again, to the end; pairs whose answer float32 cannot prove are packed for the canonical
// run, cold and in double, which alone decides within the touch band. How far a pair goes depends on that pair only, so
// its bits do too.
#ifndef LGJK_QUERY_PIPELINE_H
#define LGJK_QUERY_PIPELINE_H

#include <math.h>

#include "block/warm.h"
#include "closed/bounds.h"
#include "query/canonical.h"
#include "query/class_run.h"

LANE_FN bool is_curved(const class_run* run) { return is_curved_core(run->core_a) || is_curved_core(run->core_b); }

LANE_FN bool has_maximum(const class_run* run, query_id query) {
  return !asks_verdict(query) && run->batch->max_distance < HUGE_VALF;
}

// A support plane beyond the maximum distance does not end a search for a distance: in lanes that run together that
// test costs more than comparing the distances that are found, and the record of a search that was cut short does not
// name the nearest feature.
LANE_FN search_bounds_f bounds_of(const class_run* run, const pair_frame_f* f, query_id query) {
  search_bounds_f bounds;
  bounds.reaches = asks_verdict(query);
  bounds.reach = vf_add(f->radius, f->touch_band);
  bounds.gap = vf_mul(vf_set(is_curved(run) ? GAP_CURVED : GAP_FLAT), f->scale);
  return bounds;
}

// A block in float32.
typedef struct block_state {
  pair_frame_f f;
  simplex_f s;
  search_bounds_f bounds;
  mf valid;       // lanes whose input is in the domain
  mf searched;    // the valid lanes whose bounding circles are within the maximum distance
  vf evaluations; // support evaluations so far
  vf record[4];   // the pair's warm record before this run
  mf keeps;       // lanes whose record stays as before, if they end in this run
} block_state;

// Of a loaded block.
LANE_FN void begin_state(const class_run* run, const pair_block* block, block_state* state, query_id query) {
  state->valid = frame_block(run->batch, block, &state->f);
  state->bounds = bounds_of(run, &state->f, query);
  state->searched = state->valid;
  if (has_maximum(run, query)) {
    const vf most = vf_set(run->batch->max_distance);
    state->searched = mf_and_not(state->valid, bounding_apart(block, &state->f, state->valid, most));
  }
  state->evaluations = vf_set(0);
}

LANE_FN void load_state(const class_run* run, const block_pairs* pairs, pair_block* block, block_state* state,
                        row_choice rows, query_id query) {
  block->pairs = pairs;
  load_block(run->batch, run->core_a, run->core_b, rows, block);
  begin_state(run, block, state, query);
}

// The same in the fixed steps: in 2D a call and its stores cost 5% of a light pair; in 3D nothing, for much code.
LANE_FN void load_first(const class_run* run, const block_pairs* pairs, pair_block* block, block_state* state,
                        row_choice rows, query_id query) {
  if (DIM == 3) {
    load_state(run, pairs, block, state, rows, query);
  } else {
    block->pairs = pairs;
    load_block_in_place(run->batch, run->core_a, run->core_b, rows, block);
    begin_state(run, block, state, query);
  }
}

// Pairs that bounding tests decide are counted: schedule/cull.h decides by their share whether the next tile is culled.
LANE_FN void count_decided(const lgjk_batch* batch, uint32_t lanes) {
  if (lanes != 0) batch->tally->by_bounding += (uint32_t)__builtin_popcount(lanes);
}

// Lanes whose bounding circles are beyond the maximum distance end as if a support plane separated them.
LANE_FN void settle_beyond(const class_run* run, block_state* state, query_id query) {
  if (has_maximum(run, query))
    state->s.separated = mf_or(state->s.separated, mf_and_not(state->valid, state->searched));
}

// Of a run without a search: the same lanes are `beyond`, as they are where they were culled before.
LANE_FN void settle_bounding(const class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                             found_lanes* found) {
  if (!(run->batch->max_distance < HUGE_VALF)) return;
  const mf apart = bounding_apart(block, f, valid, vf_set(run->batch->max_distance));
  found->beyond = mf_or(found->beyond, apart);
  found->distance = vf_select(apart, vf_set(HUGE_VALF), found->distance);
  found->decided |= mf_bits(apart);
  count_decided(run->batch, mf_bits(apart) & lanes_of(block));
}

// One more evaluation in the active lanes.
LANE_FN void count_active(block_state* state) {
  state->evaluations = vf_select(state->s.active, vf_add(state->evaluations, vf_set(1)), state->evaluations);
}

// ------------------------------------------------------------------ prefetching

LANE_FN void prefetch_side(const lgjk_side* side, uint32_t body) {
  __builtin_prefetch(side->pose + side->pose_stride * body);
  __builtin_prefetch(side->shape + side->shape_stride * body);
}

LANE_FN void prefetch_pairs(const lgjk_batch* batch, uint32_t first, uint32_t count) {
  const uint32_t end = batch->count - first < count ? batch->count : first + count;
  for (uint32_t i = first; i < end; ++i) {
    prefetch_side(&batch->a, u32_at(batch->pair_a, batch->pair_stride, i));
    prefetch_side(&batch->b, u32_at(batch->pair_b, batch->pair_stride, i));
  }
}

// A part of the poses and shape indices of a step ahead, called PREFETCH_STEPS times for each block: a burst would fill
// the line buffers and stall.
#define PREFETCH_STEPS 4

LANE_FN void prefetch_some(class_run* run) {
  const uint32_t some = (LANES + PREFETCH_STEPS - 1) / PREFETCH_STEPS;
  if (run->ahead >= run->batch->count) return;
  prefetch_pairs(run->batch, run->ahead, some);
  run->ahead += some;
}

// ------------------------------------------------------------------ the end of a block

// The answers of the ended lanes; lanes that are active or not certified are not `decided`.
// axis: of the lanes that no support plane separates, from B to A.
LANE_FN void find_distance(const class_run* run, const pair_block* block, const block_state* state, found_lanes* found,
                           vec_f* axis) {
  const simplex_f* s = &state->s;
  const vf zero = vf_set(0), max_distance = vf_set(run->batch->max_distance);
  answer_f answer;
  find_answer_f(&state->f, s, state->bounds.gap, block->a.radius, COMMON_POINTS, &answer);
  found->overlapping = mf_and_not(answer.overlapping, s->separated);
  found->beyond =
      mf_and_not(mf_or(s->separated, mf_and_not(vf_lt(max_distance, answer.distance), answer.overlapping)), found->bad);
  const mf none = mf_or(found->beyond, found->bad);
  const vf d = vf_select(mf_or(answer.overlapping, found->bad), zero, answer.distance);
  found->distance = vf_select(found->beyond, vf_set(HUGE_VALF), d);
  const vec_f centre = position(&block->a), zeros = {0};
  found->a = select_vec_f(none, zeros, add_f(centre, answer.a));
  found->b = select_vec_f(none, zeros, add_f(centre, answer.b));
  found->decided =
      mf_bits(mf_or(mf_or(answer.certified, s->separated), mf_and_not(mf_from_bits(UINT32_MAX), state->searched)));
  *axis = answer.v;
}

// The unit normal of the ended lanes whose cores are apart, from A to B: along the perpendicular of the nearest edge,
// in 3D of the nearest face, which v is too, but with fewer digits where the cores are near.
LANE_FN vec_f find_normal(const simplex_f* s) {
#if DIM == 3
  const vec_f d = s->closed_form ? s->axis : direction_f(s, 3);
#else
  const vec_f d = direction_f(s, 2);
#endif
  const vf size = size_f(d), zero = vf_set(0);
  const mf none = mf_and_not(mf_from_bits(UINT32_MAX), vf_lt(zero, size));
  const vec_f n = scale_f(d, vf_div(vf_set(1), vf_select(none, vf_set(1), size)));
  const vf length = vf_sqrt(dot_f(n, n));
  return scale_f(n, vf_div(vf_set(1), vf_select(none, vf_set(1), length)));
}

// As find_distance, of a contact: lanes whose cores overlap are not decided, nor those whose cores all but touch, nor
// those whose nearest points are not across the normal from each other, as where curved cores have converged in
// distance before they did in direction.
// deep: lanes whose cores are certified to overlap.
LANE_FN void find_contact(const class_run* run, const pair_block* block, const block_state* state, found_lanes* found,
                          vec_f* axis, uint32_t* deep) {
  const simplex_f* s = &state->s;
  const vf zero = vf_set(0);
  answer_f answer;
  find_answer_f(&state->f, s, state->bounds.gap, block->a.radius, CORE_POINTS, &answer);
  found->overlapping = mf_and_not(answer.overlapping, s->separated);
  found->beyond = mf_and_not(
      mf_or(s->separated, mf_and_not(vf_lt(vf_set(run->batch->max_distance), answer.distance), s->inside)), found->bad);
  const mf none = mf_or(found->beyond, found->bad);
  const vec_f centre = position(&block->a), zeros = {0}, n = find_normal(s);
  found->distance = vf_select(found->beyond, vf_set(HUGE_VALF), vf_select(found->bad, zero, answer.distance));
  found->normal = select_vec_f(none, zeros, n);
  const vf between = vf_add(answer.distance, state->f.radius);
  const vec_f off = scale_f(add_f(answer.v, scale_f(n, between)), vf_set(0.5f)); // half the way of v from the normal
  const vec_f a = add_f(sub_f(answer.a, off), scale_f(n, block->a.radius));
  const vec_f b = sub_f(add_f(answer.b, off), scale_f(n, block->b.radius));
  found->a = select_vec_f(none, zeros, add_f(centre, a));
  found->b = select_vec_f(none, zeros, add_f(centre, b));
  const mf far = vf_lt(state->f.touch_band, between);
  const mf straight = vf_le(extent_f(off), vf_mul(vf_set(CONTACT_BEND), state->f.touch_band));
  const mf apart = mf_and(mf_and_not(answer.certified, s->inside), mf_and(far, straight));
  found->decided = mf_bits(mf_or(mf_or(apart, s->separated), mf_and_not(mf_from_bits(UINT32_MAX), state->searched)));
  *deep = mf_bits(mf_and(answer.certified, s->inside));
  *axis = answer.v;
}

LANE_FN void find_overlap(const block_state* state, found_lanes* found) {
  const simplex_f* s = &state->s;
  mf overlapping, certified;
  find_verdict_f(&state->f, s, state->bounds.gap, &overlapping, &certified);
  found->overlapping = mf_and_not(overlapping, s->separated);
  found->decided = mf_bits(mf_or(certified, found->bad));
}

// In 2D a block that is uncertified for the most part, as in a grid of touching tiles, goes to the canonical run at
// once if its vertices are loaded; fewer lanes wait for others. In 3D both runs together would need twice the
// stack.
LANE_FN void decide_or_enqueue(class_run* run, const pair_block* block, uint32_t lanes, query_id query, bool loaded) {
  if (DIM == 2 && loaded && 2 * (uint32_t)__builtin_popcount(lanes) > LANES) {
    run_canonical(run, block, lanes, query);
  } else {
    enqueue(run, UNCERTIFIED, block, lanes);
  }
}

// Nearly always a warm run keeps all records and a search none, so that the branch is predicted.
LANE_FN void keep_or_write_records(const class_run* run, const pair_block* block, const block_state* state, mf ended,
                                   vec_f v) {
  const simplex_f* s = &state->s;
  const mf changes = mf_and_not(ended, state->keeps);
  if (block->pairs->count == 0 || !mf_any(changes)) return;
  const vec_f axis = select_vec_f(s->separated, s->axis, neg_f(v));
  write_records(run->batch->warm, block->pairs->pair, changes, state->record, s, axis);
}

// What every run of a block ends with: records, and the queues of the pairs that go on. deep: lanes that wait for their
// depth.
LANE_FN void leave(class_run* run, const pair_block* block, const block_state* state, const found_lanes* found, vec_f v,
                   uint32_t deep, query_id query, run_mode mode, run_turn turn) {
  const uint32_t undecided = ~found->decided, active = turn == LAST_TURN ? 0 : undecided & mf_bits(state->s.active);
  if (mode != COLD) keep_or_write_records(run, block, state, mf_and_not(state->searched, mf_from_bits(active)), v);
  const uint32_t waiting = undecided & lanes_of(block) & ~active;
  if (asks_depth(query)) {
    if (has_depth_axes(run)) deep |= waiting; // what a search cannot certify axes may
    enqueue(run, PENETRATING, block, deep & lanes_of(block));
  }
  const uint32_t uncertified = waiting & ~deep;
  if (uncertified != 0) decide_or_enqueue(run, block, uncertified, query, turn == LAST_TURN || mode == COLD);
  // no branch on the lanes: it would be mispredicted every other block
  if (turn == FIRST_TURN) enqueue(run, UNCONVERGED, block, active & lanes_of(block));
}

// Nothing yet, of a block's run.
LANE_FN found_lanes begin_found(const block_state* state, run_turn turn) {
  found_lanes found = nothing_found(mf_and_not(mf_from_bits(UINT32_MAX), state->valid));
  found.evaluations = vf_select(state->searched, state->evaluations, vf_set(0));
  found.later = turn == LAST_TURN;
  return found;
}

LANE_FN void count_beyond(const class_run* run, const pair_block* block, const block_state* state) {
  count_decided(run->batch, mf_bits(mf_and_not(state->valid, state->searched)) & lanes_of(block));
}

// Once in the code: a contact goes through the fixed steps of a distance.
static LANE_APART void finish_contact(class_run* run, const pair_block* block, const block_state* state, run_mode mode,
                                      run_turn turn) {
  found_lanes found = begin_found(state, turn);
  vec_f v;
  uint32_t deep;
  count_beyond(run, block, state);
  find_contact(run, block, state, &found, &v, &deep);
  write_contacts(run->batch, block, lanes_of(block), &found);
  leave(run, block, state, &found, v, deep, CONTACT, mode, turn);
}

// The end of a block's run: results, records, and the queues of the pairs that go on. LAST_TURN: no lane is searched
// further in float. steps: OVERLAP, or DISTANCE, where query is DISTANCE or CONTACT.
LANE_FN void finish(class_run* run, const pair_block* block, const block_state* state, query_id steps, query_id query,
                    run_mode mode, run_turn turn) {
  if (steps == DISTANCE && asks_depth(query)) {
    finish_contact(run, block, state, mode, turn);
    return;
  }
  found_lanes found = begin_found(state, turn);
  vec_f v = found.a;
  if (steps == DISTANCE) {
    count_beyond(run, block, state);
    find_distance(run, block, state, &found, &v);
  } else {
    find_overlap(state, &found);
    if (mode != COLD) v = nearest_f(&state->s);
  }
  write_results(run->batch, block, lanes_of(block), &found, steps);
  leave(run, block, state, &found, v, 0, steps, mode, turn);
}

// ------------------------------------------------------------------ the fixed steps

LANE_FN uint32_t any_active(const block_state state[BLOCKS], int blocks) {
  uint32_t any = 0;
  for (int u = 0; u < blocks; ++u) any |= mf_bits(state[u].s.active);
  return any;
}

LANE_FN void cold_step(class_run* run, block_state state[BLOCKS], int blocks, int step) {
  if (step > 1 && !any_active(state, blocks)) return;
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    count_active(&state[u]);
    iterate_f(&state[u].f, &state[u].s, &state[u].bounds, step, QUICK);
  }
}

LANE_FN void load_record(const class_run* run, const pair_block* block, block_state* state) {
  vf_load_records((const char*)run->batch->warm, sizeof(lgjk_warm), block->pairs->pair, 0, 1, state->record);
  state->keeps = mf_from_bits(0);
}

LANE_FN void load_guess(const class_run* run, const pair_block* block, block_state* state, warm_guess* guess) {
  load_record(run, block, state);
  read_guess(state->record, is_curved(run), guess);
}

// Where a search without a simplex begins: along the record's direction, if it has one.
LANE_FN vec_f guessed_direction(const block_state* state, const warm_guess* guess) {
  return select_vec_f(vf_eq(size_f(guess->axis), vf_set(0)), first_direction_f(&state->f), guess->axis);
}

// WARM: of cores that no record can restore, which begin along its direction. before: NONE_BEFORE or CENTRES_BEFORE.
LANE_FN void run_cold_query(class_run* run, const block_pairs pairs[BLOCKS], query_id steps, query_id query,
                            run_mode mode, int before) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) load_first(run, &pairs[u], &block[u], &state[u], ALL_ROWS, steps);
  for (int u = 0; u < blocks; ++u) {
    vec_f d = first_direction_f(&state[u].f);
    prefetch_some(run);
    if (mode != COLD) {
      warm_guess guess;
      load_guess(run, &block[u], &state[u], &guess);
      d = guessed_direction(&state[u], &guess);
    }
    begin_f(&state[u].f, &state[u].s, &state[u].bounds, d, state[u].searched);
    settle_beyond(run, &state[u], steps);
    state[u].evaluations = vf_set((float)(before + 1));
  }
  cold_step(run, state, blocks, 1);
  cold_step(run, state, blocks, 2);
  for (int i = 0; DIM == 3 && i < 2; ++i) cold_step(run, state, blocks, 3); // a loop: the step once in the code
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    if (u == 0 && !any_active(state, blocks)) break;
    count_active(&state[u]);
    verify_f(&state[u].f, &state[u].s, &state[u].bounds);
  }
  for (int u = 0; u < blocks; ++u) finish(run, &block[u], &state[u], steps, query, mode, FIRST_TURN);
}

// The simplices of the records, verified by one support; a triangle that holds the origin needs none. Lanes without a
// guess wait at once for the run to the end.
LANE_FN void run_warm_query(class_run* run, const block_pairs pairs[BLOCKS], query_id steps, query_id query) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  proof_lanes proof[BLOCKS];
  mf fresh[BLOCKS];
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    warm_guess guess;
    load_first(run, &pairs[u], &block[u], &state[u], WITHOUT_RINGS, steps);
    load_guess(run, &block[u], &state[u], &guess);
    restore(&state[u].f, &guess, mf_and(state[u].searched, guess.simplex), &state[u].s, &proof[u]);
    settle_beyond(run, &state[u], steps);
    fresh[u] = mf_and_not(state[u].searched, guess.simplex);
    state[u].keeps = still_names(&guess, &state[u].s);
  }
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    count_active(&state[u]);
    verify_guess(&state[u].f, &proof[u], &state[u].s, &state[u].bounds);
    state[u].s.active = mf_or(state[u].s.active, fresh[u]);
    finish(run, &block[u], &state[u], steps, query, WARM, FIRST_TURN);
  }
}

// The fixed steps, once in the code for a verdict and for a distance, so that neither pays for the work of the other.
static LANE_APART void cold_verdict(class_run* run, const block_pairs pairs[BLOCKS], run_mode mode, int before) {
  run_cold_query(run, pairs, OVERLAP, OVERLAP, mode, before);
}
static LANE_APART void cold_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  run_cold_query(run, pairs, DISTANCE, query, mode, NONE_BEFORE);
}
static LANE_APART void warm_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  run_warm_query(run, pairs, OVERLAP, OVERLAP);
}
static LANE_APART void warm_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  run_warm_query(run, pairs, DISTANCE, query);
}

LANE_FN void run_cold(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode, int before) {
  if (asks_verdict(query)) {
    cold_verdict(run, pairs, mode, before);
  } else {
    cold_distance(run, pairs, query, mode);
  }
}

LANE_FN void run_warm(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  if (asks_verdict(query)) {
    warm_verdict(run, pairs);
  } else {
    warm_distance(run, pairs, query);
  }
}

// ------------------------------------------------------------------ to the end

// Where lanes without a simplex begin: at the support along their record's axis, or along the cold direction.
LANE_FN void begin_again(const class_run* run, const pair_block* block, block_state* state, run_mode mode) {
  mf fresh = state->valid;
  vec_f d = first_direction_f(&state->f);
  if (mode != COLD) {
    warm_guess guess;
    proof_lanes proof;
    load_guess(run, block, state, &guess);
    restore(&state->f, &guess, mf_and(state->valid, guess.simplex), &state->s, &proof);
    fresh = mf_and_not(state->valid, guess.simplex);
    if (!mf_any(fresh)) return;
    d = guessed_direction(state, &guess);
  }
  simplex_f begun;
  begin_f(&state->f, &begun, &state->bounds, d, fresh);
  if (mode == COLD) {
    state->s = begun;
  } else {
    begin_where_f(fresh, &begun, &state->s);
    state->s.axis = begun.axis;
    state->s.separated = begun.separated;
    state->s.active = mf_or(state->s.active, begun.active);
  }
  state->evaluations = vf_select(fresh, vf_set(1), state->evaluations);
}

LANE_FN void run_to_end(class_run* run, query_id query, run_mode mode) {
  block_pairs pairs[BLOCKS];
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  const int blocks = run->count[UNCONVERGED] > LANES ? BLOCKS : 1;
  for (int u = 0; u < blocks; ++u) {
    dequeue(run, UNCONVERGED, &pairs[u]);
    load_state(run, &pairs[u], &block[u], &state[u], ALL_ROWS, query);
    begin_again(run, &block[u], &state[u], mode);
  }
  uint32_t any = 1;
  for (uint32_t i = 1; i < FLOAT_LIMIT && any; ++i) {
    any = 0;
    for (int u = 0; u < blocks; ++u) {
      count_active(&state[u]);
      iterate_f(&state[u].f, &state[u].s, &state[u].bounds, DIM, CAREFUL);
      any |= mf_bits(state[u].s.active);
    }
  }
  for (int u = 0; u < blocks; ++u) {
    if (asks_verdict(query)) {
      finish(run, &block[u], &state[u], OVERLAP, OVERLAP, mode, LAST_TURN);
    } else {
      finish(run, &block[u], &state[u], DISTANCE, query, mode, LAST_TURN);
    }
  }
}

#endif
