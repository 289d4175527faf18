// Finds contacts of polygons of up to 8 vertices, boxes and segments by their separating axis, without a search,
// whether cores overlap or are apart. Pairs that float does not prove, or that are within the touch band, have that
// axis evaluated in double (engine/double_axes2.h). Records are neither read nor written.
#ifndef LGJK_CASE2_AXES_H
#define LGJK_CASE2_AXES_H

#include "engine/route.h"

// Returns the lanes whose answer float proves. They are outside of the touch band, and two nearest vertices are not so
// close that the direction between them is noise.
LANE_INLINE mf proved_by_axes(const pair_frame_f* f, const axis_answer_f* x) {
  const mf clear = vf_lt(f->touch_band, vf_abs(vf_sub(x->distance, f->radius)));
  const mf round = vf_lt(vf_set(0), f->radius);
  const vf least = vf_select(round, vf_set(VERTEX_WAY_ROUND), vf_set(VERTEX_WAY_FLAT));
  const mf near = vf_le(x->distance, vf_mul(least, f->touch_band));
  return mf_and_not(mf_and(x->proved, clear), mf_and(x->vertices, near));
}

// Finds the contact of each lane in float. Not inlined, as that would be slower.
static LANE_NOINLINE void find_axes(const pair_block* block, const pair_frame_f* f, mf valid,
                                    const axis_edges_f* chosen, axis_lanes* out) {
  axis_answer_f answer;
  find_axis_answer_f(f, chosen, vf_mul(vf_set(GAP_FLAT), f->scale), &answer);
  const vec_f n = select_vec_f(chosen->of_b, neg_f(chosen->n), chosen->n);
  face_axis_edges(chosen, n, &out->edges.a, &out->edges.b);
  out->distance = vf_sub(answer.distance, f->radius);
  out->n = answer.n;
  out->a = add_f(answer.a, scale_f(answer.n, block->a.radius));
  out->b = sub_f(answer.b, scale_f(answer.n, block->b.radius));
  out->overlapping = vf_lt(out->distance, vf_set(0));
  out->proved = mf_and(valid, proved_by_axes(f, &answer));
  out->edges.known = mf_not(answer.vertices);
  out->evaluations = vf_select(mf_and(out->proved, answer.vertices), vf_set(1), vf_set(0));
}

// Support evaluations of a pair that ends by one edge of the difference (case2/edges.h), or is beyond the maximum
// distance: one along the line of centres, and the one that proves it.
#define POLYGON_EVALUATIONS 2

// Ends lanes that are beyond the maximum distance. `edge_next`: an edge of the difference is tried next. Of the others
// `proved` then keeps those to which that adds nothing, as their cores overlap.
LANE_INLINE void end_far(const lgjk_batch* batch, const pair_frame_f* f, mf lanes, bool edge_next, axis_lanes* x) {
  const mf overlapping = vf_lt(vf_add(x->distance, f->radius), vf_neg(f->touch_band));
  const mf far = mf_and(lanes, vf_lt(vf_add(vf_set(batch->max_distance), f->touch_band), x->distance));
  if (edge_next) x->proved = mf_and(x->proved, overlapping);
  const vf evaluations = vf_select(x->proved, x->evaluations, vf_set(0));
  x->evaluations = vf_select(far, vf_set(POLYGON_EVALUATIONS), evaluations);
  x->proved = mf_or(x->proved, far);
}

// If this many lanes of the last blocks ended by their axis, or are left to it, the next block tries that first. The
// last block counts as much as all before it, so that chance does not decide where half of the pairs overlap.
#define ENOUGH_ENDED (5 * LANES / 4 + 1)

LANE_INLINE void note_ended(class_run* run, uint32_t lanes) {
  run->last_overlapping += lanes - run->last_overlapping / 2;
}

// The lanes that an attempt by axes answers. ALL_AXES: all, of new pairs. ENDED_AXES: those to which an edge of the
// difference adds nothing. DEEP_AXES: those of pairs that wait for their depth. The other lanes wait for another
// attempt.
typedef enum axes_turn { ALL_AXES, ENDED_AXES, DEEP_AXES } axes_turn;

// Replaces *y by *x, which has the same edges, in the lanes m.
LANE_INLINE void select_axes(mf m, const axis_lanes* x, axis_lanes* y) {
  y->distance = vf_select(m, x->distance, y->distance);
  y->n = select_vec_f(m, x->n, y->n);
  y->a = select_vec_f(m, x->a, y->a);
  y->b = select_vec_f(m, x->b, y->b);
  y->overlapping = mf_or(mf_and(m, x->overlapping), mf_and_not(y->overlapping, m));
  y->proved = mf_or(mf_and(m, x->proved), mf_and_not(y->proved, m));
  y->edges.known = mf_or(mf_and(m, x->edges.known), mf_and_not(y->edges.known, m));
  y->evaluations = vf_select(m, x->evaluations, y->evaluations);
}

// Returns whether lanes that float leaves, as bits, are evaluated in double at once. Fewer wait for others.
LANE_INLINE bool are_settled_at_once(uint32_t lanes) { return lanes != 0 && 4 * lane_count(lanes) >= LANES; }

// Evaluates in double the axes of the lanes, as bits, that float finds in the touch band. An edge of the difference
// might have ended lanes that are farther apart than EDGE_LEAVES: these are left to it. `last`: whether no later run
// does the same.
LANE_INLINE void settle_axes(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, uint32_t lanes,
                             const axis_edges_f* chosen, bool last, axis_lanes* x) {
  axis_lanes y;
  lanes &= mf_bits(mf_and_not(vf_le(vf_abs(x->distance), f->touch_band), x->proved));
  if (last ? lanes == 0 : !are_settled_at_once(lanes)) return;
  find_axes_in_double(batch, block, lanes, f, chosen, &y);
  const mf near = vf_le(y.distance, vf_mul(vf_set(EDGE_LEAVES), f->touch_band));
  select_axes(mf_and(y.proved, near), &y, x);
}

// Finds the axes of boxes in double alone if all given lanes, as bits, touch for certain. Returns whether it did.
LANE_INLINE bool settle_boxes(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, uint32_t lanes,
                              const axis_edges_f* chosen, axis_lanes* x) {
  if (!are_box_cores(block->a.core, block->b.core)) return false;
  const mf near = vf_le(vf_abs(vf_sub(chosen->separation, f->radius)), f->touch_band);
  if ((lanes & ~mf_bits(near)) != 0) return false;
  find_axes_in_double(batch, block, lanes, f, chosen, x);
  const mf certain = vf_le(vf_abs(x->distance), vf_mul(vf_set(TOUCH_FOR_CERTAIN), f->touch_band));
  return (lanes & ~mf_bits(mf_and(x->proved, certain))) == 0;
}

// Fills the contacts of the lanes that this turn answers.
LANE_INLINE void fill_by_axes(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                              found_lanes* found) {
  const uint32_t lanes = lanes_of(block) & mf_bits(valid);
  axis_edges_f chosen;
  axis_lanes x;
  choose_axes(f, &chosen);
  if (!settle_boxes(run->batch, block, f, lanes, &chosen, &x)) {
    find_axes(block, f, mf_from_bits(lanes), &chosen, &x);
    if (how.variant != ALL_AXES) end_far(run->batch, f, mf_from_bits(lanes), how.variant == ENDED_AXES, &x);
    settle_axes(run->batch, block, f, lanes, &chosen, how.variant == DEEP_AXES, &x);
  }
  if (how.variant == ENDED_AXES) note_ended(run, lane_count(mf_bits(x.proved) & lanes_of(block)));
  fill_axes(run->batch, block, &x, found);
  mark_bounding_beyond(run, block, f, valid, found);
  if (run->batch->results.manifold2) write_edge_manifolds(run->batch, block, f, true, found, &x.edges);
}

static LANE_NOINLINE void try_axes(class_run* run, const block_pairs* pairs, int blocks, axes_turn turn) {
  attempt_kind how = simple_kind(CONTACT, turn == ALL_AXES ? IN_DOUBLE : SECOND_ATTEMPT);
  how.requeued = how.finds_depths = turn == DEEP_AXES;
  how.counts_alone = turn == DEEP_AXES && has_trait(run, PROVES_DEPTH); // nothing is counted before
  how.variant = (int)turn;
  attempt_results(run, pairs, blocks, how, fill_by_axes);
}

// Finds the verdicts of two polygons.
LANE_INLINE void fill_axis_verdicts(class_run* run, pair_block* block, const pair_frame_f* f, mf valid,
                                    attempt_kind how, found_lanes* found) {
  (void)valid, (void)how;
  axis_edges_f chosen;
  axis_answer_f answer;
  axis_lanes x;
  choose_axes(f, &chosen);
  find_axis_answer_f(f, &chosen, vf_mul(vf_set(GAP_FLAT), f->scale), &answer);
  const mf meet = mf_and(chosen.certain, vf_le(chosen.separation, vf_neg(f->touch_band)));
  const mf apart = mf_and(chosen.certain, vf_lt(vf_add(f->radius, f->touch_band), chosen.separation));
  const mf clear = mf_or(meet, apart), proved = mf_and_not(proved_by_axes(f, &answer), clear);
  found->overlapping = mf_or(meet, mf_and(proved, vf_lt(answer.distance, f->radius)));
  found->decided = mf_bits(mf_or(mf_or(clear, proved), found->bad));
  const uint32_t left = lanes_of(block) & ~found->decided;
  if (!are_settled_at_once(left)) return;
  find_axes_in_double(run->batch, block, left, f, &chosen, &x);
  const mf ended = mf_or(x.proved, x.overlapping);
  found->overlapping = mf_or(found->overlapping, x.overlapping);
  found->evaluations = vf_select(ended, vf_set(1), found->evaluations);
  found->decided |= mf_bits(ended);
}

// Finds the verdicts of pairs that one edge of their difference has left.
static LANE_NOINLINE void axes_verdict(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  attempt_kind how = simple_kind(OVERLAP, IN_DOUBLE);
  how.requeued = true;
  how.load = BY_CALL;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_axis_verdicts);
}

// ------------------ attempts and routes

static void axes(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  try_axes(run, pairs, blocks_of(pairs), ALL_AXES);
}

static void depth_by_axes(class_run* run, const block_pairs* pairs, run_mode mode) {
  (void)mode;
  try_axes(run, pairs, 1, DEEP_AXES);
}

// clang-format off
ROUTE(contact_by_axes) = {WITHOUT_RECORDS(axes, search_queued), .depth = depth_by_axes, .culls_early = true};
ROUTE(segments_contact) = {WITHOUT_RECORDS(search, search), .depth = depth_by_axes};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(SEGMENTS, SEGMENTS | BOXES, few_vertices, few_vertices, segments_contact, few_vertices)
ROW(SEGMENTS, RINGS, any_search, any_search, contact_by_axes, any_search)
#endif
