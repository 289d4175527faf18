// Ends a block's run: fills the answers of the lanes that have ended, writes their results and records, and queues the
// pairs that go on.
#ifndef LGJK_QUERY_FINISH_H
#define LGJK_QUERY_FINISH_H

#include "query/canonical.h"
#include "query/state.h"
#if DIM == 3
#include "block/ordered3.h"
#include "block/place3.h"
#include "formula/box_points3.h"
#endif

// Returns a vector along the normal, from A to B, of the ended lanes whose cores are apart. It is the perpendicular of
// the nearest edge, in 3D of the nearest face. The vector of the distance has the same direction, but fewer digits if
// the cores are near.
LANE_INLINE vec_f normal_direction(const simplex_f* s) {
#if DIM == 3
  return s->closed_form ? s->axis : select_vec_f(s->settled, s->axis, direction_f(s, 3));
#else
  return direction_f(s, 2);
#endif
}

#if DIM == 3
// Returns the normal's direction: that of the ordered feature if it is proved, else `proved`, that of the search.
// Another order of a small face gives other noise.
LANE_INLINE vec_f proved_direction(const block_state* state, vec_f proved) {
  const simplex_f* s = &state->s;
  const vec_f d = normal_direction(s);
  const bool curved = is_curved_core(state->f.a.core) || is_curved_core(state->f.b.core);
  if (s->closed_form || state->ordered || curved || !mf_any(s->edge)) return d;
  const vf h = support_value_f(&state->f, d, mf_bits(s->converged));
  const mf close = mf_or(s->settled, closes_f(h, dot_f(s->p0.w, d), d, state->bounds.gap));
  return select_vec_f(close, d, proved);
}
#endif

#if DIM == 3
// Returns the support plane that the search has proved. A closed form has its direction and no plane.
LANE_INLINE plane_f proved_plane(const simplex_f* s, const proof_lanes* known) {
  if (s->closed_form) return (plane_f){s->axis, s->p0.w};
  return known ? (plane_f){known->d, s->p0.w} : plane_of_f(s);
}
#endif

// Finds the answer of a block; returns the direction of the normal. In 3D the feature is ordered first, unless it was
// verified in that order. `known`: what restoring it has found, or NULL.
LANE_INLINE vec_f answer_block(const class_run* run, const pair_block* block, block_state* state, point_choice points,
                               const proof_lanes* known, answer_f* answer) {
  simplex_f* s = &state->s;
#if DIM == 3
  const plane_f plane = proved_plane(s, known);
  const barycentric_f* face = known ? &known->face : NULL;
  if (!state->ordered) state->crossing = order_feature(&state->f, s);
  if (is_boxes(run) && !s->closed_form) answer_by_features(&state->f, &state->bounds, s);
  find_answer_on_f(&state->f, s, &plane, face, state->crossing, state->bounds.gap, block->a.radius, points, answer);
  return points == CORE_POINTS ? proved_direction(state, plane.d) : plane.d;
#else
  (void)run, (void)known;
  find_answer_f(&state->f, s, state->bounds.gap, block->a.radius, points, answer);
  return normal_direction(s);
#endif
}

// Fills the results of the ended lanes. Lanes that are active or not certified are not `decided`.
LANE_INLINE void fill_distance(const class_run* run, const pair_block* block, const block_state* state,
                               const answer_f* answer, found_lanes* found) {
  const simplex_f* s = &state->s;
  const vf zero = vf_set(0), max_distance = vf_set(run->batch->max_distance);
  found->overlapping = mf_and_not(answer->overlapping, s->separated);
  found->beyond = mf_and_not(
      mf_or(s->separated, mf_and_not(vf_lt(max_distance, answer->distance), answer->overlapping)), found->bad);
  const mf hidden = mf_from_bits(hides_common_points(run->batch) ? UINT32_MAX : 0);
  const mf none = mf_or(mf_or(found->beyond, found->bad), mf_and(found->overlapping, hidden));
  const vf d = vf_select(mf_or(answer->overlapping, found->bad), zero, answer->distance);
  found->distance = vf_select(found->beyond, vf_set(HUGE_VALF), d);
  const vec_f zeros = {0}, centre = add_f(position(&block->a), zeros); // never -0, so that no sum is -0
  found->a = select_vec_f(none, zeros, add_f(centre, answer->a));
  found->b = select_vec_f(none, zeros, add_f(centre, answer->b));
  found->decided = mf_bits(mf_or(mf_or(answer->certified, s->separated), mf_not(state->searched)));
}

// Finds the distances of a block. `axis`: the vector from B to A, in lanes that no support plane separates.
LANE_INLINE void find_distance(const class_run* run, const pair_block* block, block_state* state,
                               const proof_lanes* known, found_lanes* found, vec_f* axis) {
  answer_f answer;
  answer_block(run, block, state, COMMON_POINTS, known, &answer);
  fill_distance(run, block, state, &answer, found);
  *axis = answer.v;
}

LANE_INLINE vec_f unit_normal(vec_f d) {
  const vf size = size_f(d), zero = vf_set(0);
  const mf none = mf_not(vf_lt(zero, size));
  const vec_f n = scale_f(d, vf_div(vf_set(1), vf_select(none, vf_set(1), size)));
  const vf length = vf_sqrt(dot_f(n, n));
  return scale_f(n, vf_div(vf_set(1), vf_select(none, vf_set(1), length)));
}

// Fills the results of contacts. Lanes are not decided if their cores overlap or nearly touch, or if their nearest
// points are not across the normal from each other. Curved cores may converge in distance before direction.
// `direction`: a vector along the normal. `deep`: lanes whose cores are certified to overlap.
LANE_INLINE void fill_contact(const class_run* run, const pair_block* block, const block_state* state,
                              const answer_f* answer, vec_f direction, found_lanes* found, uint32_t* deep) {
  const simplex_f* s = &state->s;
  const vf zero = vf_set(0);
  found->overlapping = mf_and_not(answer->overlapping, s->separated);
  const mf far_off = mf_and_not(vf_lt(vf_set(run->batch->max_distance), answer->distance), s->inside);
  found->beyond = mf_and_not(mf_or(s->separated, far_off), found->bad);
  const mf none = mf_or(found->beyond, found->bad);
  const vec_f centre = position(&block->a), zeros = {0}, n = unit_normal(direction);
  found->distance = vf_select(found->beyond, vf_set(HUGE_VALF), vf_select(found->bad, zero, answer->distance));
  found->normal = select_vec_f(none, zeros, n);
  const vf between = vf_add(answer->distance, state->f.radius);
  const vec_f off = scale_f(add_f(answer->v, scale_f(n, between)), vf_set(0.5f)); // half the way of v from the normal
  const vec_f a = add_f(sub_f(answer->a, off), scale_f(n, block->a.radius));
  const vec_f b = sub_f(add_f(answer->b, off), scale_f(n, block->b.radius));
  found->a = select_vec_f(none, zeros, add_f(centre, a));
  found->b = select_vec_f(none, zeros, add_f(centre, b));
  const mf far = vf_lt(state->f.touch_band, between);
  const mf straight = vf_le(extent_f(off), vf_mul(vf_set(CONTACT_BEND), state->f.touch_band));
  const mf apart = mf_and(mf_and_not(answer->certified, s->inside), mf_and(far, straight));
  found->decided = mf_bits(mf_or(mf_or(apart, s->separated), mf_not(state->searched)));
  *deep = mf_bits(mf_and(answer->certified, s->inside));
}

LANE_INLINE void find_contact(const class_run* run, const pair_block* block, block_state* state, found_lanes* found,
                              vec_f* axis, uint32_t* deep) {
  answer_f answer;
  const vec_f direction = answer_block(run, block, state, CORE_POINTS, NULL, &answer);
  fill_contact(run, block, state, &answer, direction, found, deep);
  *axis = answer.v;
}

LANE_INLINE void find_overlap(const block_state* state, found_lanes* found) {
  const simplex_f* s = &state->s;
  mf overlapping, certified;
  find_verdict_f(&state->f, s, state->bounds.gap, &overlapping, &certified);
  found->overlapping = mf_and_not(overlapping, s->separated);
  found->decided = mf_bits(mf_or(certified, found->bad));
}

// Leaves lanes to the canonical run. In 2D a block that is mostly uncertified, as in a grid of touching tiles, runs at
// once if its vertices are loaded. Fewer lanes wait for others. In 3D both runs together would need twice the stack.
LANE_INLINE void decide_or_enqueue(class_run* run, const pair_block* block, uint32_t lanes, query_id query,
                                   bool loaded) {
#if DIM == 2
  if (loaded) run->left_in_last_block = run->touching_in_last_block = lane_count(lanes);
#endif
  if (DIM == 2 && loaded && 2 * lane_count(lanes) > LANES) {
    run_canonical(run, block, lanes, query, NULL);
  } else {
    enqueue(run, IN_DOUBLE, block, lanes);
  }
}

#if DIM == 3
// Stores the records of two boxes as places (query/box_distance3.h), whatever found them. `common`: common points of
// the lanes that are inside.
static LANE_NOINLINE void write_box_places(const class_run* run, const pair_block* block, const block_state* state,
                                           mf changes, vec_f axis, vec_f common) {
  const core_lanes_f* a = &state->f.a;
  const vec_f place = unrotate_f(&a->rotation, sub_f(common, position(&block->a)));
  store_simplex_places(run->batch->warm, block->pairs->pair, changes, state->record, &state->s, axis,
                       place_word(place, coordinates_f(a, 0)));
}
#endif

// Stores the records of ended lanes that do not keep theirs. A warm run nearly always keeps all and a search none, so
// the branch is predicted.
LANE_INLINE void keep_or_write_records(const class_run* run, const pair_block* block, const block_state* state,
                                       mf ended, vec_f v, const found_lanes* found) {
  const simplex_f* s = &state->s;
  const mf changes = mf_and_not(ended, state->keeps);
  if (block->pairs->count == 0 || !mf_any(changes)) return;
  const vec_f axis = select_vec_f(s->separated, s->axis, neg_f(v));
#if DIM == 3
  if (is_boxes(run)) {
    write_box_places(run, block, state, changes, axis, found->a);
    return;
  }
#else
  (void)found;
#endif
  write_records(run->batch->warm, block->pairs->pair, changes, state->record, s, axis);
}

// Queues the pairs of `lanes`, as bits, that go on. `deep`: lanes that wait for their depth. `loaded`: whether all
// vertices of the block are loaded.
LANE_INLINE void queue_the_rest(class_run* run, const pair_block* block, uint32_t lanes, mf searching,
                                const found_lanes* found, uint32_t deep, query_id query, run_mode mode, run_turn turn,
                                bool loaded) {
  const uint32_t undecided = lanes & ~found->decided, active = turn == LAST_TURN ? 0 : undecided & mf_bits(searching);
  const uint32_t waiting = undecided & ~active;
  if (asks_depth(query)) {
    if (has_trait(run, PROVES_DEPTH)) deep |= waiting; // lanes that a search cannot certify
    enqueue(run, DEPTH, block, deep & lanes);
  }
  const uint32_t uncertified = waiting & ~deep;
  if (uncertified != 0) decide_or_enqueue(run, block, uncertified, query, loaded);
  // no branch on the lanes: it would be mispredicted every other block
  if (turn != LAST_TURN) enqueue(run, turn == FIRST_TURN ? to_end_in(mode) : second_in(mode), block, active);
}

#if DIM == 3
// Replaces the records of pairs that a cold search has ended, under LGJK_FLAG_HISTORY_FREE. Those of pairs that still
// overlap stay if no tetrahedron is tried. The direction is that of the search, which nothing under the flag reads. Not
// inlined, as enqueue_features.
static LANE_NOINLINE void replace_records(const class_run* run, const pair_block* block, const block_state* state,
                                          mf ended) {
  const simplex_f* s = &state->s;
  vf record[4];
  vf_load_records((const char*)run->batch->warm, sizeof(lgjk_warm), block->pairs->pair, 0, 1, record);
  const mf whole = vf_eq(vf_convert(vi_and(vi_of(record[3]), 0xFF)), vf_set(DIM + 1));
  const mf stays = hides_common_points(run->batch) ? mf_none() : mf_and(whole, s->inside);
  const mf changes = mf_and_not(ended, stays);
  if (block->pairs->count == 0 || !mf_any(changes)) return;
  write_records(run->batch->warm, block->pairs->pair, changes, record, s, s->axis);
}
#endif

// Stores the records and queues the pairs that go on, at the end of every run of a search.
LANE_INLINE void store_and_queue(class_run* run, const pair_block* block, const block_state* state,
                                 const found_lanes* found, vec_f v, uint32_t deep, query_id query, run_mode mode,
                                 run_turn turn) {
  const uint32_t lanes = lanes_of(block) & ~state->nameless;
  if (mode != COLD) {
    const uint32_t active = state->nameless | (turn == LAST_TURN ? 0 : ~found->decided & mf_bits(state->s.active));
    keep_or_write_records(run, block, state, mf_and_not(state->searched, mf_from_bits(active)), v, found);
  }
#if DIM == 3
  if (mode == COLD && has_trait(run, FORCED_FEATURES)) {
    const uint32_t active = turn == LAST_TURN ? 0 : ~found->decided & mf_bits(state->s.active);
    replace_records(run, block, state, mf_and_not(state->searched, mf_from_bits(active)));
  }
  if (mode != WARM && turn == FIRST_TURN && carries_feature(run)) {
    const uint32_t active = lanes & ~found->decided & mf_bits(state->s.active);
    if (active != 0) enqueue_features(run, &state->s, active);
  }
#endif
  if (state->nameless != 0) enqueue(run, AFRESH, block, lanes_of(block) & state->nameless);
  queue_the_rest(run, block, lanes, state->s.active, found, deep, query, mode, turn,
                 turn == FIRST_TURN && mode != WARM);
}

// Begins the results of a block's run, without any answer.
LANE_INLINE found_lanes begin_found(const block_state* state, run_turn turn) {
  found_lanes found = nothing_found(mf_not(state->valid));
  found.evaluations = vf_select(state->searched, state->evaluations, vf_set(0));
  found.later = turn == LAST_TURN;
  return found;
}

LANE_INLINE void count_beyond(const class_run* run, const pair_block* block, const block_state* state) {
  count_decided(run->batch, mf_bits(mf_and_not(state->valid, state->searched)) & lanes_of(block));
}

#if DIM == 3
// Returns the lanes, as bits, of boxes that are apart by no more than the margin, with a face across their normal, as
// at rest. They wait for a block of such pairs, whose manifolds are made in lanes (query/box_contacts3.h).
LANE_INLINE uint32_t resting_lanes(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                   const found_lanes* found) {
  if (!has_trait(run, DEPTH_AXES) || run->batch->results.manifold3 == NULL || !(run->batch->margin > 0)) return 0;
  const vf no = vf_set(0);
  const mf near = mf_and(vf_le(found->distance, vf_set(run->batch->margin)), vf_eq(f->radius, no));
  const uint32_t lanes = lanes_of(block) & found->decided & mf_bits(mf_and(near, vf_lt(no, found->distance)));
  if (lanes == 0) return 0;
  const rotation_f *a = &f->a.rotation, *b = &f->b.rotation;
  const vec_f of_a = unrotate_f(a, found->normal), of_b = unrotate_f(b, found->normal);
  const vf most = vf_max(size_f(of_a), size_f(of_b));
  return lanes & mf_bits(vf_le(vf_set(BOX_RESTING), most));
}
#endif

// Ends a block of contacts. Not inlined: a contact shares the fixed steps of a distance.
static LANE_NOINLINE void finish_contact(class_run* run, const pair_block* block, block_state* state, run_mode mode,
                                         run_turn turn) {
  found_lanes found = begin_found(state, turn);
  vec_f v;
  uint32_t deep;
  count_beyond(run, block, state);
  find_contact(run, block, state, &found, &v, &deep);
#if DIM == 3
  const uint32_t resting = resting_lanes(run, block, &state->f, &found);
  found.decided &= ~resting;
  deep |= resting;
#endif
  write_contacts(run->batch, block, &state->f, lanes_of(block), &found);
  store_and_queue(run, block, state, &found, v, deep, CONTACT, mode, turn);
}

// Ends a block's run: writes results, stores records, and queues the pairs that go on. After LAST_TURN no lane is
// searched further in float. `known`: as in answer_block. `steps`: OVERLAP, or DISTANCE if `query` is DISTANCE or
// CONTACT.
LANE_INLINE void finish_known(class_run* run, const pair_block* block, block_state* state, const proof_lanes* known,
                              query_id steps, query_id query, run_mode mode, run_turn turn) {
  if (steps == DISTANCE && asks_depth(query)) {
    finish_contact(run, block, state, mode, turn);
    return;
  }
  found_lanes found = begin_found(state, turn);
  vec_f v = found.a;
  if (steps == DISTANCE) {
    count_beyond(run, block, state);
    find_distance(run, block, state, known, &found, &v);
  } else {
    find_overlap(state, &found);
    if (mode != COLD) v = nearest_f(&state->s);
  }
  write_results(run->batch, block, lanes_of(block), &found, steps);
  store_and_queue(run, block, state, &found, v, 0, steps, mode, turn);
}

LANE_INLINE void finish(class_run* run, const pair_block* block, block_state* state, query_id steps, query_id query,
                        run_mode mode, run_turn turn) {
  finish_known(run, block, state, NULL, steps, query, mode, turn);
}

// Leaves to double the lanes, as bits, whose depth was not found. If a search has certified that their cores overlap,
// only the depth is found there.
LANE_INLINE void queue_depths(class_run* run, const pair_block* block, uint32_t left) {
  if (left == 0) return;
  if (has_trait(run, PROVES_DEPTH)) {
    enqueue(run, IN_DOUBLE, block, left);
  } else {
    run_depths(run, block, left);
  }
}

#endif
