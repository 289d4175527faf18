// Finds contacts of two polygons of up to 8 vertices, boxes among them, but not of two boxes. Cores that overlap or are
// beyond the maximum distance end by their axis (query/axes2.h). Others that are apart end by one edge of their
// difference (query/polygons2.h), as distances do, at about the same price. Pairs that neither proves are decided in
// double. The order changes no answer, so the one that ended more of the last block comes first. Records are neither
// read nor written.
#ifndef LGJK_QUERY_POLYGON_CONTACTS2_H
#define LGJK_QUERY_POLYGON_CONTACTS2_H

#include "query/polygons2.h"

// If the edge leaves at least so many lanes of a block, they try their axis at once.
#define AXES_IN_PLACE (LANES / 4 + 1)

// Ends the lanes `open`, as bits, by their axis.
LANE_INLINE void end_by_axis(class_run* run, pair_block* block, const pair_frame_f* f, uint32_t open, axis_lanes* x,
                             found_lanes* found) {
  const mf lanes = mf_from_bits(open);
  load_shapes(&run->batch->a, ALL_ROWS, &block->a);
  load_shapes(&run->batch->b, ALL_ROWS, &block->b);
  find_axes(block, f, lanes, x);
  keep_ended(run->batch, f, lanes, x);
  x->edges.known = mf_and(x->edges.known, lanes);
  if (!found->adds_to_counts) run->overlapping_in_last_block = lane_count(mf_bits(x->proved));
  fill_axes(run->batch, block, lanes, x, found);
}

// Tries the edge of a block before its axis, and ends it.
LANE_INLINE bool prove_edge_contact(class_run* run, pair_block* block, block_state* state, proposal* p,
                                    attempt_kind how) {
  const lgjk_batch* batch = run->batch;
  answer_f answer;
  axis_lanes x;
  uint32_t overlapping;
  x.edges.known = mf_none();
  prove_next_edge(run, block, state, p, how);
  end_beyond(run, block, state, DISTANCE);
  found_lanes found = begin_found(state, how.requeued);
  find_answer_f(&state->f, &state->s, state->bounds.gap, block->a.radius, CORE_POINTS, &answer);
  fill_contact(run, block, state, &answer, state->s.axis, &found, &overlapping);
  const uint32_t lanes = lanes_of(block), open = lanes & ~found.decided;
  const bool in_place = lane_count(open) >= AXES_IN_PLACE;
  found.evaluations = vf_select(mf_from_bits(open), vf_set(0), found.evaluations);
  if (in_place) end_by_axis(run, block, &state->f, open, &x, &found);
  write_answers(batch, block, lanes & (how.requeued ? found.decided : UINT32_MAX), &found, CONTACT);
  if (batch->results.manifold2) write_edge_manifolds(batch, block, &state->f, in_place, &found, &x.edges);
  const uint32_t left = lanes & ~found.decided;
  if (!how.requeued) count_undecided(run, left);
  enqueue(run, in_place ? IN_DOUBLE : DEPTH, block, left);
  return false;
}

// `requeued`: whether the pairs have waited.
static LANE_NOINLINE void run_edges(class_run* run, const block_pairs pairs[BLOCKS], bool requeued) {
  attempt_kind how = next_edge_kind(DISTANCE, COLD);
  how.requeued = requeued;
  if (!requeued) run->overlapping_in_last_block = 0;
  attempt(run, pairs, how, load_corners, NULL, prove_edge_contact);
}

LANE_INLINE void run_polygon_contacts(class_run* run, const block_pairs pairs[BLOCKS]) {
  if (expects_touching(run)) {
    run_axes(run, pairs, blocks_of(pairs), TOUCHING_AXES);
  } else if (run->overlapping_in_last_block >= ENOUGH_ENDED) {
    run_axes(run, pairs, blocks_of(pairs), ENDED_AXES);
  } else {
    run_edges(run, pairs, false);
  }
}

#endif
