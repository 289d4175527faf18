// Pairs of points and ellipses: a fixed number of evaluations (closed/round2.h), and a search for the few lanes that
// they do not end. Records are neither read nor written: a direction from the frame before would save less than it
// costs to read, and without one a warm call has the bits of a cold one.
#ifndef LGJK_QUERY_ROUND2_H
#define LGJK_QUERY_ROUND2_H

#include "closed/round2.h"
#include "query/pipeline.h"

#define ROUND_CORES (1u << LGJK_CORE2_POINT | 1u << LGJK_CORE2_ELLIPSE | 1u << LGJK_CORE2_ROUND)

LANE_FN bool is_round(const class_run* run) {
  return (ROUND_CORES >> run->core_a & ROUND_CORES >> run->core_b & 1) != 0;
}

// Nearly all lanes end with their second or third evaluation; those that need more than this are ellipses of high
// aspect close by, which are searched.
#define ROUND_EVALUATIONS 4

// Loads a block of any cores and begins it in the lanes of `round`, the only ones of which anything is asked.
LANE_FN mf load_rounds(const class_run* run, const block_pairs* pairs, bool all_points, query_id steps,
                       pair_block* block, block_state* state, round_lanes* lanes) {
  load_first(run, pairs, block, state, ALL_ROWS, steps);
  const mf round = all_points ? mf_from_bits(ALL_LANES) : mf_and(round_cores(&block->a), round_cores(&block->b));
  begin_round(block, &state->f, all_points, lanes);
  clear_state_f(&state->s, mf_and(state->searched, round));
  state->s.p0 = (support_point_f){{vf_set(0), vf_set(0)}, {vf_set(0), vf_set(0)}, vf_set(0)};
  settle_beyond(run, state, steps);
  return round;
}

// The nearest points of two points are they.
LANE_FN void end_points(const pair_frame_f* f, const search_bounds_f* bounds, round_lanes* r, simplex_f* s) {
  s->p0.a = r->a.at;
  s->p0.w = sub_f(r->a.at, add_f(r->b.at, f->p));
  r->n = neg_f(s->p0.w);
  if (bounds->reaches) end_separated_f(s, bounds, dot_f(s->p0.w, r->n), r->n);
  converge_f(s, s->active);
}

// As find_answer, without the work for edges and triangles.
LANE_FN answer_f find_round_answer(const pair_block* block, const block_state* state, query_id query) {
  const simplex_f* s = &state->s;
  const point_choice points = asks_depth(query) ? CORE_POINTS : COMMON_POINTS;
  answer_f out;
  out.v = s->p0.w;
  out.a = s->p0.a;
  const vf length = vf_sqrt(dot_f(out.v, out.v));
  round_answer_f(&state->f, s, state->bounds.gap, block->a.radius, length, s->converged, points, &out);
  return out;
}

LANE_FN void evaluate_rounds(block_state state[BLOCKS], round_lanes lanes[BLOCKS], int blocks, query_id steps,
                             query_id query) {
  const bool reaches = asks_verdict(steps);
  const float bend = asks_depth(query) ? CONTACT_BEND : HUGE_VALF;
  mf begun[BLOCKS];
  for (int u = 0; u < blocks; ++u) {
    begun[u] = state[u].s.active;
    lanes[u].tame = mf_and(lanes[u].tame, begun[u]);
    state[u].evaluations = vf_select(lanes[u].points, vf_set(1), vf_set(2));
    state[u].s.active = mf_from_bits(0);
    turn_round(&state[u].f, &lanes[u]);
  }
  for (int i = 1; i < ROUND_EVALUATIONS; ++i) {
    if (i > 1 && !any_active(state, blocks)) break;
    for (int u = 0; u < blocks; ++u) {
      const vf most = vf_mul(vf_set(bend), state[u].f.touch_band);
      count_active(&state[u]);
      evaluate_round(&state[u].f, &state[u].bounds, reaches, most, &lanes[u], &state[u].s);
    }
  }
  for (int u = 0; u < blocks; ++u) { // of two points the difference is one, in any direction
    const mf points = mf_and(lanes[u].points, begun[u]);
    simplex_f* s = &state[u].s;
    s->active = points;
    // it is that already, but for the signs of zeros
    lanes[u].n = select_vec_f(lanes[u].points, neg_f(s->p0.w), lanes[u].n);
    if (reaches) end_separated_f(s, &state[u].bounds, dot_f(s->p0.w, lanes[u].n), lanes[u].n);
    converge_f(s, s->active);
    s->active = mf_and_not(mf_and_not(begun[u], s->converged), s->separated);
  }
}

// What the evaluations of a block came to: the lanes of the pairs that are asked about, and those of them whose cores
// are proved to have the point `at` in common, around A's position.
typedef struct round_end {
  mf round, common;
  vec_f at;
} round_end;

LANE_FN void tell_round_distance(class_run* run, const pair_block* block, const block_state* state,
                                 const round_end* end, const answer_f* answer, found_lanes* found) {
  const vec_f place = add_f(position(&block->a), end->at);
  tell_distance(run, block, state, answer, found);
  found->overlapping = mf_or(found->overlapping, end->common);
  found->beyond = mf_and_not(found->beyond, end->common);
  found->distance = vf_select(end->common, vf_set(0), found->distance);
  found->a = select_vec_f(end->common, place, found->a);
  found->b = select_vec_f(end->common, place, found->b);
}

// normal: of a contact. Contacts whose cores overlap wait for their depth.
LANE_FN void finish_round(class_run* run, const pair_block* block, const block_state* state, const round_end* end,
                          vec_f normal, query_id steps, query_id query) {
  const uint32_t lanes = lanes_of(block) & mf_bits(end->round), common = mf_bits(end->common);
  found_lanes found = begin_found(state, FIRST_TURN);
  found.bad = mf_and(found.bad, end->round);
  if (steps == OVERLAP) {
    find_overlap(state, &found);
    found.overlapping = mf_or(found.overlapping, end->common);
    write_results(run->batch, block, lanes, &found, OVERLAP);
  } else {
    const answer_f answer = find_round_answer(block, state, query);
    uint32_t deep; // none: no evaluation ends a lane so
    count_decided(run->batch, mf_bits(mf_and_not(state->valid, state->searched)) & lanes);
    if (asks_depth(query)) {
      tell_contact(run, block, state, &answer, normal, &found, &deep);
      write_contacts(run->batch, block, &state->f, lanes, &found);
    } else {
      tell_round_distance(run, block, state, end, &answer, &found);
      write_results(run->batch, block, lanes, &found, DISTANCE);
    }
  }
  found.decided |= common;
  leave(run, block, lanes, state->s.active, &found, asks_depth(query) ? lanes & common : 0, query, FIRST_TURN, true);
}

// others: of each block the lanes, as bits, of pairs of other cores, which are not asked about.
LANE_FN void run_round_query(class_run* run, const block_pairs pairs[BLOCKS], bool all_points, query_id steps,
                             query_id query, uint32_t others[BLOCKS]) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  round_lanes lanes[BLOCKS];
  mf round[BLOCKS];
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
    round[u] = load_rounds(run, &pairs[u], all_points, steps, &block[u], &state[u], &lanes[u]);
  }
  if (all_points) {
    for (int u = 0; u < blocks; ++u) {
      count_active(&state[u]);
      end_points(&state[u].f, &state[u].bounds, &lanes[u], &state[u].s);
    }
  } else {
    evaluate_rounds(state, lanes, blocks, steps, query);
  }
  for (int u = 0; u < blocks; ++u) {
    round_end end = {round[u], mf_from_bits(0), {vf_set(0), vf_set(0)}};
    repeat_first_f(&state[u].s);
    const mf open = all_points ? mf_from_bits(0) : mf_and(state[u].s.active, lanes[u].tame);
    if (mf_any(open)) end.common = mf_and(open, find_round_common(&block[u], &state[u].f, &lanes[u], &end.at));
    finish_round(run, &block[u], &state[u], &end, lanes[u].n, steps, query);
    others[u] = lanes_of(&block[u]) & ~mf_bits(round[u]);
  }
}

static LANE_APART void round_verdict(class_run* run, const block_pairs pairs[BLOCKS], uint32_t others[BLOCKS]) {
  run_round_query(run, pairs, false, OVERLAP, OVERLAP, others);
}
static LANE_APART void round_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                      uint32_t others[BLOCKS]) {
  run_round_query(run, pairs, false, DISTANCE, query, others);
}
static LANE_APART void points_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                                       uint32_t others[BLOCKS]) {
  run_round_query(run, pairs, true, DISTANCE, query, others);
}

LANE_FN void run_rounds(class_run* run, const block_pairs pairs[BLOCKS], query_id query, uint32_t others[BLOCKS]) {
  if (asks_verdict(query)) {
    round_verdict(run, pairs, others);
  } else if (run->core_a == LGJK_CORE2_POINT && run->core_b == LGJK_CORE2_POINT) {
    points_distance(run, pairs, query, others);
  } else {
    round_distance(run, pairs, query, others);
  }
}

#endif
