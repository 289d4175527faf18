// Finds contacts of polygons of up to 8 vertices, boxes and segments by their separating axis, without a search,
// whether cores overlap or are apart. Pairs that float does not prove, or that are within the touch band, use the same
// axis in double (query/canonical_axes2.h). Records are neither read nor written.
#ifndef LGJK_QUERY_AXES2_H
#define LGJK_QUERY_AXES2_H

#include "query/attempt.h"

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
  face_axis_edges(&x, select_vec_f(x.of_b, neg_f(x.n), x.n), &out->edge_a, &out->edge_b);
  out->distance = vf_sub(answer.distance, f->radius);
  out->n = answer.n;
  out->a = add_f(answer.a, scale_f(answer.n, block->a.radius));
  out->b = sub_f(answer.b, scale_f(answer.n, block->b.radius));
  out->overlapping = vf_lt(out->distance, vf_set(0));
  out->proved = mf_and(valid, proved_by_axes(f, &answer));
  out->vertices = answer.vertices;
  out->evaluations = vf_select(mf_and(out->proved, answer.vertices), vf_set(1), vf_set(0));
}

// Support evaluations of a pair that ends by one edge of the difference (query/polygons2.h), or is beyond the maximum
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

LANE_INLINE axis_lanes select_axes(mf m, const axis_lanes* a, const axis_lanes* b) {
  return (axis_lanes){.distance = vf_select(m, a->distance, b->distance),
                      .n = select_vec_f(m, a->n, b->n),
                      .a = select_vec_f(m, a->a, b->a),
                      .b = select_vec_f(m, a->b, b->b),
                      .overlapping = mf_or(mf_and(m, a->overlapping), mf_and_not(b->overlapping, m)),
                      .proved = mf_or(mf_and(m, a->proved), mf_and_not(b->proved, m)),
                      .vertices = mf_or(mf_and(m, a->vertices), mf_and_not(b->vertices, m)),
                      .evaluations = vf_select(m, vf_add(a->evaluations, b->evaluations), b->evaluations),
                      .edge_a = select_facing_edge(m, &a->edge_a, &b->edge_a),
                      .edge_b = select_facing_edge(m, &a->edge_b, &b->edge_b)};
}

// Takes the axes of the lanes, as bits, from double. If most of a block needs them, as in a pile at rest, this comes
// before results are written. Not inlined, as few blocks need it.
static LANE_NOINLINE void ask_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                        axis_lanes* x) {
  axis_lanes exact;
  find_axes_in_double(batch, block, lanes, &exact);
  *x = select_axes(exact.proved, &exact, x);
}

// Returns the lanes that touch so nearly that float cannot tell. `distance`: signed, proved in double.
LANE_INLINE mf touching_for_certain(const pair_frame_f* f, vf distance) {
  return vf_le(vf_abs(distance), vf_mul(vf_set(TOUCH_FOR_CERTAIN), f->touch_band));
}

// Finds in double the lanes `open`, as bits, that are not proved, if these are most of the block. `later`: whether the
// pairs have waited.
LANE_INLINE void answer_in_double(class_run* run, const pair_block* block, const pair_frame_f* f, uint32_t open,
                                  bool later, axis_lanes* x) {
  const uint32_t left = open & ~mf_bits(x->proved);
  const bool most = 2 * lane_count(left) > LANES;
  if (most) ask_in_double(run->batch, block, left, x);
  const uint32_t touching = left & mf_bits(mf_and(x->proved, touching_for_certain(f, x->distance)));
  if (!later) run->touching_in_last_block = most ? lane_count(touching) : 0;
}

// Fills the contacts of the lanes `open`, as bits. Those that are not proved stay undecided.
LANE_INLINE void answer_axes(const class_run* run, const pair_block* block, uint32_t open, const axis_lanes* x,
                             found_lanes* found) {
  found_lanes told = nothing_found(mf_none());
  fill_axes(run->batch, block, x, &told);
  const mf lanes = mf_from_bits(open);
  found->overlapping = mf_or(mf_and(lanes, told.overlapping), mf_and_not(found->overlapping, lanes));
  found->beyond = mf_or(mf_and(lanes, told.beyond), mf_and_not(found->beyond, lanes));
  found->distance = vf_select(lanes, told.distance, found->distance);
  found->normal = select_vec_f(lanes, told.normal, found->normal);
  found->a = select_vec_f(lanes, told.a, found->a);
  found->b = select_vec_f(lanes, told.b, found->b);
  found->evaluations = vf_select(lanes, told.evaluations, found->evaluations);
  found->decided = (found->decided & ~open) | (open & told.decided);
}

// If at least so many lanes of the last block ended by their axis, or touched for certain, the next block tries that
// first.
#define ENOUGH_ENDED (5 * LANES / 8 + 1)
#define ENOUGH_TOUCHING ((3 * LANES + 3) / 4)

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
    run->touching_in_last_block = lane_count(mf_bits(x->proved));
    return;
  }
  find_axes(block, f, mf_from_bits(lanes), x);
  if (turn == ENDED_AXES || turn == DEEP_AXES) {
    keep_ended(run->batch, f, mf_from_bits(lanes), x);
    if (turn == ENDED_AXES) run->overlapping_in_last_block = lane_count(mf_bits(x->proved));
  } else {
    answer_in_double(run, block, f, lanes, turn == LATER_AXES, x);
  }
}

LANE_INLINE void fill_by_axes(class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                              attempt_kind how, found_lanes* found) {
  axis_lanes x;
  find_axes_of_turn(run, block, f, lanes_of(block) & mf_bits(valid), (axes_turn)how.way, &x);
  fill_axes(run->batch, block, &x, found);
  mark_bounding_beyond(run, block, f, valid, found);
  if (run->batch->results.manifold2) write_axis_manifolds(run->batch, block, f, UINT32_MAX, true, found, &x);
}

static LANE_NOINLINE void run_axes(class_run* run, const block_pairs* pairs, int blocks, axes_turn turn) {
  attempt_kind how = simple_kind(CONTACT, turn == ALL_AXES || turn == LATER_AXES ? IN_DOUBLE : SECOND);
  how.later = turn == LATER_AXES || turn == DEEP_AXES;
  how.finds_depths = turn == DEEP_AXES;
  how.way = (int)turn;
  attempt_results(run, pairs, blocks, how, fill_by_axes);
}

// Runs new pairs. If enough pairs of the last block touched for certain, this block tries the axis in double first.
LANE_INLINE void run_new_axes(class_run* run, const block_pairs pairs[BLOCKS]) {
  const bool touching = run->touching_in_last_block >= ENOUGH_TOUCHING;
  run_axes(run, pairs, blocks_of(pairs), touching ? TOUCHING_AXES : ALL_AXES);
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
static LANE_NOINLINE void run_axis_verdicts(class_run* run, const block_pairs pairs[BLOCKS]) {
  attempt_kind how = simple_kind(OVERLAP, IN_DOUBLE);
  how.later = true;
  how.load = BY_CALL;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_axis_verdicts);
}

#endif
