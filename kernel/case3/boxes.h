// Answers two boxes of 3D: verdicts by 15 axes, distances from their positions or the points that records name,
// contacts by axes. Their formulas are in box_separation.h, gjk/box_points3.h and box_contact.h.
#ifndef LGJK_CASE3_BOXES_H
#define LGJK_CASE3_BOXES_H

#include "case3/box_contact.h"
#include "case3/search.h"
#include "engine/route.h"
#include "gjk/box_points3.h"

// ------------------ verdicts

LANE_INLINE void fill_box_verdicts(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                                   found_lanes* found) {
  (void)how;
  fill_verdicts_of_boxes(run, block, f, valid, find_boxes_verdict, NULL, found);
}

static LANE_NOINLINE void box_verdict(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  attempt_kind how = simple_kind(OVERLAP, TO_END);
  how.load = BOXES_IN_PLACE;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_box_verdicts);
}

// ------------------ distances

// Finds distances and contacts of two boxes without a search: from their positions, or from the points that records
// name. A pair that its record proves keeps it, whatever feature the points have moved to: as a start it is enough.
// Other pairs wait for a second attempt, from their positions with more turns. Pairs that this leaves are searched.

// Reads the points that records name; returns the lanes that have one.
LANE_INLINE mf read_packed_points(const pair_frame_f* f, const vf record[4], box_points* p) {
  p->a = unpack_point(record[1], p->half_a);
  p->b = unpack_point(record[2], p->half_b);
  p->on_a = rotate_f(&f->a.rotation, p->a);
  p->on_b = add_f(rotate_f(&f->b.rotation, p->b), f->p);
  return names_points(record);
}

// Clears the state and verifies the points of the lanes `guessed`. The other searched lanes become active.
LANE_INLINE void prove_points(block_state* state, const box_points* points, mf guessed) {
  clear_state_f(&state->s, guessed);
  const vec_f d = take_box_points(&state->f, points, &state->s);
  count_active(state);
  verify_along_f(&state->f, &state->s, &state->bounds, d);
  keep_parallel(&state->s, d, state->bounds.gap);
  state->s.active = mf_or(state->s.active, mf_and_not(state->searched, guessed));
}

// Stores the records of the lanes that are proved.
static LANE_NOINLINE void write_packed_points(const class_run* run, const block_pairs* pairs, const block_state* state,
                                              const box_points* p) {
  const mf lanes = mf_or(state->s.converged, state->s.inside);
  if (pairs->count == 0 || !mf_any(lanes)) return;
  store_packed_points(run->batch->warm, pairs->pair, lanes, state->record, state->s.axis,
                      pack_point(lasting_point(&state->f, p), p->half_a), pack_point(p->b, p->half_b));
}

// Takes points from the records, or from the positions, and proves them. Lanes whose record names no point go to the
// queue WITHOUT_RECORD, and begin from their positions.
LANE_INLINE bool prove_box_points(class_run* run, pair_block* block, block_state* state, proposal* p,
                                  attempt_kind how) {
  (void)p;
  box_points points;
  mf guessed = state->searched;
  points.half_a = coordinates_f(&state->f.a, 0);
  points.half_b = coordinates_f(&state->f.b, 0);
  if (how.from_record) {
    guessed = mf_and(guessed, read_packed_points(&state->f, state->record, &points));
    state->nameless = mf_bits(mf_and_not(state->searched, guessed));
  } else {
    project_boxes(&state->f, how.spent != 0, &points);
  }
  solve_features(&state->f, how.from_record, &points);
  prove_points(state, &points, mf_and(guessed, mf_or(points.within, mf_or(points.own, points.any))));
  if (how.records == LOADED && !how.from_record) write_packed_points(run, block->pairs, state, &points);
  return true;
}

// `again`: whether an earlier run has left these pairs, for one evaluation.
LANE_INLINE void try_box_points(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode,
                                bool again) {
  attempt_kind how = simple_kind(query, again || needs_depth(query) ? TO_END : SECOND_ATTEMPT);
  how.goal = DISTANCE;
  how.records = mode == COLD ? UNUSED : LOADED;
  how.from_record = mode == WARM;
  how.spent = again;
  how.load = BOXES_IN_PLACE;
  attempt(run, pairs, how, NULL, NULL, prove_box_points);
}

static LANE_NOINLINE void box_points_of_record(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                               run_mode mode) {
  (void)mode;
  try_box_points(run, pairs, query, WARM, false);
}
static LANE_NOINLINE void try_box_points_of_positions(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                                      run_mode mode, bool again) {
  try_box_points(run, pairs, query, mode == COLD ? COLD : RECORDING, again);
}

// ------------------ contacts

// Finds contacts of boxes by their separating axes. A pair waits for its depth if a search found it to overlap, or
// could not decide. If most of a block overlaps, its depths are found at once, and only the rest is searched. The order
// changes no bits: the axes decide what they certify, the search what it proves to be apart, the double run the
// rest. Records are neither read nor written.

LANE_INLINE bool needs_manifolds(const lgjk_batch* batch) { return batch->results.manifold3 != NULL; }

// The data of a block that its contacts need beside its frame.
typedef struct box_skin {
  vf radius_a, radius_b;
  vec_f origin; // A's position
} box_skin;

LANE_INLINE box_skin skin_of(const pair_block* block) {
  return (box_skin){block->a.radius, block->b.radius, position(&block->a)};
}

// Returns the lanes of boxes without rounding that are apart along the normal of a face by no more than the margin. The
// axis does not certify that distance, as edges might separate them by more; their witness points do. Boxes that only
// edges separate are excluded: their neighbours decide whether a search precedes this, which must not change an answer.
LANE_INLINE mf rest_apart(const lgjk_batch* batch, const pair_frame_f* f, const box_depth* d) {
  const vf depth = d->depth;
  const float most = batch->margin < batch->max_distance ? batch->margin : batch->max_distance;
  const mf unrounded = vf_eq(f->radius, vf_set(0)), near = vf_le(vf_neg(depth), vf_set(most));
  const mf faces = vf_lt(d->axis, vf_set(BOX_EDGES));
  return mf_and(mf_and(unrounded, near), mf_and(faces, vf_lt(depth, vf_neg(f->touch_band))));
}

// Finds the contacts of `lanes`, which may overlap. `rest`: whether lanes of rest_apart are needed, too. `found` must
// hold the results of the other lanes. Not inlined: the code is large.
static LANE_NOINLINE void find_box_contacts(const lgjk_batch* batch, const box_skin* skin, const pair_frame_f* f,
                                            const box_pair* p, mf lanes, bool rest, found_lanes* found,
                                            box_manifold* manifold) {
  box_contact contact; // set one by one: an initialiser would clear all of it first
  box_witness witness;
  const box_depth* depth = &contact.depth;
  contact.radius_a = skin->radius_a;
  contact.radius_b = skin->radius_b;
  contact.margin = vf_set(batch->margin);
  find_box_depth(f, p, lanes, &contact.depth);
  const mf overlapping = mf_and(lanes, vf_lt(f->touch_band, depth->depth));
  const mf needed = rest ? mf_or(overlapping, mf_and(lanes, rest_apart(batch, f, depth))) : overlapping;
  find_box_witness(f, needed, depth, &witness);
  const mf decided = mf_and(needed, witness.found);
  contact.a = witness.a;
  const vec_f n = depth->normal, b = sub_f(witness.a, scale_f(n, depth->depth));
  const vec_f on_a = add_f(witness.a, scale_f(n, skin->radius_a)), on_b = sub_f(b, scale_f(n, skin->radius_b));
  found->overlapping = mf_and(decided, overlapping);
  found->decided = mf_bits(decided);
  found->distance = vf_select(decided, vf_neg(vf_add(depth->depth, f->radius)), found->distance);
  found->normal = select_vec_f(decided, n, found->normal);
  found->a = select_vec_f(decided, add_f(skin->origin, on_a), found->a);
  found->b = select_vec_f(decided, add_f(skin->origin, on_b), found->b);
  if (!needs_manifolds(batch)) return;
  make_box_manifold(f, &contact, skin->origin, decided, manifold);
}

// Writes the manifolds of `lanes`, as bits, and queues those that wait.
LANE_INLINE void write_box_manifolds(class_run* run, const block_pairs* pairs, uint32_t lanes, const box_manifold* m) {
  if (!needs_manifolds(run->batch)) return;
  store_manifold_words(run->batch->results.manifold3, pairs->pair, lanes, m->word, EDGE_WORDS / 4);
  enqueue_pairs(run, MANIFOLD, pairs, lanes & mf_bits(m->waiting));
}

// Returns whether the axes come first in every block. With a maximum distance they do, as they end the pairs beyond it.
LANE_INLINE bool sorts_all(const class_run* run) { return has_maximum(run, CONTACT); }

// Finds the lanes that bounding balls or axes prove to be beyond the maximum distance, and those that may overlap
// (`may_overlap`).
LANE_INLINE void sort_block(const class_run* run, const pair_block* block, const pair_frame_f* f, const box_pair* p,
                            mf valid, mf* beyond, mf* may_overlap) {
  sort_boxes(f, p, run->batch->max_distance, beyond, may_overlap);
  *beyond = mf_and(*beyond, valid);
  *may_overlap = mf_and(*may_overlap, valid);
  if (!has_maximum(run, CONTACT)) return;
  const mf bounding = bounding_apart(block, f, valid, vf_set(run->batch->max_distance));
  count_decided(run->batch, mf_bits(bounding) & lanes_of(block));
  *beyond = mf_or(*beyond, bounding);
}

// Finds and writes the contacts of a block of which most lanes, `may_overlap`, may overlap. Lanes that are not
// certified go to the queue `left`.
LANE_INLINE void find_contacts_here(class_run* run, const pair_block* block, const pair_frame_f* f, const box_pair* p,
                                    mf may_overlap, wait_stage left, found_lanes* found) {
  const uint32_t lanes = lanes_of(block), overlapping = mf_bits(may_overlap) & lanes;
  const box_skin skin = skin_of(block);
  box_manifold manifold;
  find_box_contacts(run->batch, &skin, f, p, may_overlap, false, found, &manifold);
  write_answers(run->batch, block, lanes, found, CONTACT);
  write_box_manifolds(run, block->pairs, lanes, &manifold);
  const uint32_t certified = overlapping & found->decided;
  run->last_overlapping = lane_count(certified);
  enqueue(run, left, block, overlapping & ~certified);
}

// Runs the axes of a block. Returns false if the block is to be searched first and nothing was done.
static LANE_NOINLINE bool try_box_contacts(class_run* run, const block_pairs* pairs) {
  const lgjk_batch* batch = run->batch;
  const bool all = sorts_all(run);
  pair_block block;
  pair_frame_f f;
  vf half[2][DIM];
  box_pair axes;
  const mf valid = open_frame(run, pairs, BOXES_IN_PLACE, WHOLE_CORE, &block, half, &f), bad = mf_not(valid);
  mf beyond = mf_none(), may_overlap = valid;
  compare_axes(&f, &axes);
  if (all || LANES == 1) sort_block(run, &block, &f, &axes, valid, &beyond, &may_overlap);
  const uint32_t lanes = lanes_of(&block), overlapping = mf_bits(may_overlap) & lanes;
  const uint32_t ended = mf_bits(mf_or(beyond, bad)) & lanes;
  const bool here = lane_count(overlapping) >= ENOUGH_DEEP;
  if (!here && !all) return false;
  prefetch_ahead(run, WHOLE_BLOCK);
  found_lanes found = nothing_found(bad);
  found.beyond = beyond;
  found.distance = vf_select(beyond, vf_set(HUGE_VALF), vf_set(0));
  if (here) {
    find_contacts_here(run, &block, &f, &axes, may_overlap, all ? IN_DOUBLE : SECOND_ATTEMPT, &found);
  } else { // a later run finishes these pairs: write only the counts that it adds to
    write_results(batch, &block, lanes, &found, ended != 0 ? CONTACT : OVERLAP);
    enqueue(run, DEPTH, &block, overlapping);
  }
  enqueue(run, SECOND_ATTEMPT, &block, lanes & ~overlapping & ~ended);
  return true;
}

// Fills the contacts of pairs that overlap, or that rest on each other.
LANE_INLINE void fill_box_contacts(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                                   found_lanes* found) {
  (void)how;
  box_pair axes;
  box_manifold manifold;
  const box_skin skin = skin_of(block);
  compare_axes(f, &axes);
  find_box_contacts(run->batch, &skin, f, &axes, valid, true, found, &manifold);
  found->decided &= lanes_of(block);
  write_box_manifolds(run, block->pairs, found->decided, &manifold);
}

// Runs pairs that wait for their depth. They report no support evaluations, whatever a search has spent on them.
static LANE_NOINLINE void depth_by_axes(class_run* run, const block_pairs* pairs, run_mode mode) {
  (void)mode;
  attempt_kind how = simple_kind(CONTACT, IN_DOUBLE);
  how.requeued = how.counts_alone = true;
  how.load = BOXES_IN_PLACE;
  attempt_results(run, pairs, 1, how, fill_box_contacts);
}

// Returns whether the first attempt tries the axes: with one lane, with a maximum distance, or if the last block
// overlapped.
LANE_INLINE bool axes_come_first(const class_run* run) {
  return LANES == 1 || run->last_overlapping >= ENOUGH_DEEP || sorts_all(run);
}

// ------------------ attempts and routes

static void box_projection(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  try_box_points_of_positions(run, pairs, query, mode, false);
}

static void box_projection_queued(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  try_box_points_of_positions(run, pairs, query, mode, true);
}

static void axes_before_box_projection(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (axes_come_first(run) && try_box_contacts(run, pairs)) return;
  count_deep(box_projection, run, pairs, query, mode);
}

// clang-format off
ROUTE(boxes_overlap) = {WITHOUT_RECORDS(box_verdict, search_queued), .traits = BOUNDING_WITHIN};
ROUTE(boxes_distance) = {.cold = box_projection, .warm = box_points_of_record, .second = box_projection_queued,
    .left = box_points_of_record, .afresh = box_projection, .traits = RECORDS, .culls_early = true};
ROUTE(boxes_contact) = {WITHOUT_RECORDS(axes_before_box_projection, box_projection), .depth = depth_by_axes,
    .traits = PROVES_DEPTH | DEPTH_AXES};
ROUTE(boxes_polytope) = {WITHOUT_RECORDS(depth_before_second, box_projection), IN_LANES, .traits = PROVES_DEPTH};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(BOXES, BOXES, boxes_overlap, boxes_distance, boxes_contact, boxes_polytope)
#endif
