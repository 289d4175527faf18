// Finds contacts of polygons of up to 8 vertices, boxes and segments by their separating axis, without a search,
// whether cores overlap or are apart. Pairs that float does not prove, or that are within the touch band, use the same
// axis in double (engine/double_axes2.h). Records are neither read nor written.
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

// Finds the axis and the contact of each lane in float. Not inlined, as several runs call it.
static LANE_NOINLINE void find_axes(const pair_block* block, const pair_frame_f* f, mf valid, axis_lanes* out) {
  axis_edges_f x;
  axis_answer_f answer;
  find_axis_f(f, &x);
  find_axis_answer_f(f, &x, vf_mul(vf_set(GAP_FLAT), f->scale), &answer);
  face_axis_edges(&x, select_vec_f(x.of_b, neg_f(x.n), x.n), &out->edges.a, &out->edges.b);
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

// Keeps in `proved` only lanes to which an edge of the difference adds nothing: their cores overlap, or they are beyond
// the maximum distance.
LANE_INLINE void keep_ended(const lgjk_batch* batch, const pair_frame_f* f, mf lanes, axis_lanes* x) {
  const mf overlapping = mf_and(x->proved, vf_lt(vf_add(x->distance, f->radius), vf_neg(f->touch_band)));
  const mf far = mf_and(lanes, vf_lt(vf_add(vf_set(batch->max_distance), f->touch_band), x->distance));
  x->proved = mf_or(overlapping, far);
  x->evaluations = vf_select(far, vf_set(POLYGON_EVALUATIONS), vf_set(0));
}

// Returns the lanes that touch so nearly that float cannot decide. `distance`: signed, proved in double.
LANE_INLINE mf touching_for_certain(const pair_frame_f* f, vf distance) {
  return vf_le(vf_abs(distance), vf_mul(vf_set(TOUCH_FOR_CERTAIN), f->touch_band));
}

// If at least so many lanes of the last block ended by their axis, or touched for certain, the next block tries that
// first.
#define ENOUGH_ENDED (5 * LANES / 8 + 1)
#define ENOUGH_TOUCHING ((3 * LANES + 3) / 4)

// Returns whether the pairs to come probably touch for certain: the last block left so many pairs, and so many of those
// that went to double last did.
LANE_INLINE bool expects_touching(const class_run* run) {
  return run->last.left >= ENOUGH_TOUCHING && run->last.touching >= ENOUGH_TOUCHING;
}

// The lanes that an attempt by axes answers. ALL_AXES: all, of new pairs. LATER_AXES: all, of pairs that another
// attempt has left. ENDED_AXES: those to which an edge of the difference adds nothing. DEEP_AXES: those of pairs that
// wait for their depth. TOUCHING_AXES: those that touch for certain, in double. The other lanes wait for another
// attempt.
typedef enum axes_turn { ALL_AXES, LATER_AXES, ENDED_AXES, DEEP_AXES, TOUCHING_AXES } axes_turn;

// Finds the axes of the lanes, as bits, that this turn answers.
LANE_INLINE void find_axes_of_turn(class_run* run, const pair_block* block, const pair_frame_f* f, uint32_t lanes,
                                   axes_turn turn, axis_lanes* x) {
  if (turn == TOUCHING_AXES) {
    find_axes_in_double(run->batch, block, lanes, x);
    x->proved = mf_and(x->proved, touching_for_certain(f, x->distance));
    x->evaluations = vf_select(x->proved, x->evaluations, vf_set(0));
    note_touching(run, lane_count(mf_bits(x->proved)));
    return;
  }
  find_axes(block, f, mf_from_bits(lanes), x);
  if (turn == ENDED_AXES || turn == DEEP_AXES) keep_ended(run->batch, f, mf_from_bits(lanes), x);
  if (turn == ENDED_AXES) note_overlapping(run, lane_count(mf_bits(x->proved)));
  if (turn == ALL_AXES) count_undecided(run, lanes & ~mf_bits(x->proved));
}

LANE_INLINE void fill_by_axes(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                              attempt_kind how, found_lanes* found) {
  axis_lanes x;
  find_axes_of_turn(run, block, f, lanes_of(block) & mf_bits(valid), (axes_turn)how.variant, &x);
  fill_axes(run->batch, block, mf_all(), &x, found);
  mark_bounding_beyond(run, block, f, valid, found);
  if (run->batch->results.manifold2) write_edge_manifolds(run->batch, block, f, true, found, &x.edges);
}

static LANE_NOINLINE void try_axes(class_run* run, const block_pairs* pairs, int blocks, axes_turn turn) {
  attempt_kind how = simple_kind(CONTACT, turn == ALL_AXES || turn == LATER_AXES ? IN_DOUBLE : SECOND_ATTEMPT);
  how.requeued = turn == LATER_AXES || turn == DEEP_AXES;
  how.finds_depths = turn == DEEP_AXES;
  how.variant = (int)turn;
  attempt_results(run, pairs, blocks, how, fill_by_axes);
}

LANE_INLINE void fill_axis_verdicts(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                                    attempt_kind how, found_lanes* found) {
  (void)run, (void)block, (void)valid, (void)how;
  axis_verdict_f x;
  find_axis_verdict_f(f, vf_neg(f->touch_band), vf_add(f->radius, f->touch_band), vf_mul(vf_set(GAP_FLAT), f->scale),
                      &x);
  const mf proved = mf_or(mf_or(x.meet, x.apart), proved_by_axes(f, &x.answer));
  found->overlapping = mf_and_not(mf_and(proved, vf_lt(x.answer.distance, f->radius)), x.apart);
  found->decided = mf_bits(mf_or(proved, found->bad));
}

// Finds the verdicts of pairs that one edge of their difference has left.
static LANE_NOINLINE void try_axis_verdicts(class_run* run, const block_pairs pairs[BLOCKS]) {
  attempt_kind how = simple_kind(OVERLAP, IN_DOUBLE);
  how.requeued = true;
  how.load = BY_CALL;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_axis_verdicts);
}

// ------------------ pairs that touch

// Answers cold distances and verdicts of flat cores in double first, where the pairs before touched so nearly that
// float could decide none of them: in a pile at rest, float would only cost time. The order changes no answer. A record
// would show it, so calls that keep records go by float first.

// Answers the pairs of a block that touch for certain. The others run as if this had not been tried.
static LANE_NOINLINE void try_touching_block(class_run* run, const block_pairs* pairs, query_id query) {
  pair_block block;
  block_state state;
  double_answers c;
  open_state(run, pairs, BY_CALL, WHOLE_CORE, query, &block, &state);
  const uint32_t searched = lanes_of(&block) & mf_bits(state.searched);
  answer_in_double(run->batch, &block, searched, query, &c);
  const mf certain = touching_for_certain(&state.f, vf_narrow(c.without));
  const uint32_t touching = searched & c.settled & mf_bits(certain), left = lanes_of(&block) & ~touching;
  note_touching(run, lane_count(touching));
  write_double_answers(run, &block, lanes_of(&block), &c, query, false); // what is left is overwritten
  enqueue(run, WITHOUT_RECORD, &block, left);
}

LANE_INLINE void try_touching_blocks(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    prefetch_ahead(run, WHOLE_BLOCK);
    try_touching_block(run, &pairs[u], query);
  }
}

// ------------------ attempts and routes

static void axes(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  try_axes(run, pairs, blocks_of(pairs), expects_touching(run) ? TOUCHING_AXES : ALL_AXES);
}

static void axes_queued(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  try_axes(run, pairs, blocks_of(pairs), LATER_AXES);
}

static void axes_or_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (expects_touching(run)) {
    try_axes(run, pairs, blocks_of(pairs), TOUCHING_AXES);
  } else {
    search(run, pairs, query, mode);
  }
}

static void touching_or_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (expects_touching(run)) {
    try_touching_blocks(run, pairs, query);
  } else {
    search(run, pairs, query, mode);
  }
}

static void depth_by_axes(class_run* run, const block_pairs* pairs, run_mode mode) {
  (void)mode;
  try_axes(run, pairs, 1, DEEP_AXES);
}

// clang-format off
ROUTE(contact_by_axes) = {WITHOUT_RECORDS(axes, axes_queued), .depth = depth_by_axes, .culls_early = true};
ROUTE(segments_contact) = {WITHOUT_RECORDS(axes_or_search, search), .depth = depth_by_axes};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(SEGMENTS, SEGMENTS | BOXES, few_vertices, few_vertices, segments_contact, few_vertices)
ROW(SEGMENTS, RINGS, any_search, any_search, contact_by_axes, any_search)
#endif
