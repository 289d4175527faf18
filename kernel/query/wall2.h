// Answers a point or an ellipse against a segment, a box or a polygon of up to 8 vertices (the wall). Nearest points
// are found without a search (formula/wall2.h) and end as those of a search. The few pairs that are not proved are
// searched. Records are neither read nor written.
#ifndef LGJK_QUERY_WALL2_H
#define LGJK_QUERY_WALL2_H

#include "formula/wall2.h"
#include "query/round2.h"

// Returns the last vertex of the wall; in the record of a ring it is before the first one.
LANE_INLINE vec_f last_vertex(const lgjk_side* side, const side_lanes* lanes, const core_lanes_f* core) {
  if (core->core == LGJK_CORE2_BOX) return ring_vertex_f(core, 3);
  if (core->core == LGJK_CORE2_SEGMENT) return coordinates_f(core, 1);
  vf piece[4];
  _Static_assert(offsetof(lgjk_shape2, before) == 24, "in the second piece of 16 bytes");
  vf_load_records((const char*)side->table + 16, sizeof(lgjk_shape2), lanes->shape, 0, 1, piece);
  return (vec_f){piece[2], piece[3]};
}

LANE_INLINE void begin_wall(const class_run* run, const pair_block* block, const pair_frame_f* f, wall_lanes* out) {
  const vec_f zeros = {vf_set(0), vf_set(0)};
  const bool first = ROUND_CORES >> run->core_a & 1;
  out->round_side = first ? &block->a : &block->b;
  out->round = first ? &f->a : &f->b;
  out->wall = first ? &f->b : &f->a;
  out->curved = is_curved(run);
  out->before = last_vertex(first ? &run->batch->b : &run->batch->a, first ? &block->b : &block->a, out->wall);
  out->to_wall = first ? f->p : neg_f(f->p);
  out->at = out->curved ? zeros : centre_of_point(out->round);
}

// Sets the simplex that a search would end with at these points.
LANE_INLINE void set_wall_simplex(const class_run* run, const wall_lanes* wall, const wall_points* points, mf searched,
                                  simplex_f* s) {
  const bool first = ROUND_CORES >> run->core_a & 1;
  support_point_f* to[2] = {&s->p0, &s->p1};
  clear_state_f(s, mf_and_not(searched, points->proved));
  for (int k = 0; k < 2; ++k) {
    const vec_f w = sub_f(points->point, add_f(points->end[k], wall->to_wall));
    *to[k] = (support_point_f){first ? w : neg_f(w), first ? points->point : points->end[k], vf_set(0)};
  }
  s->p2 = s->p0;
  s->edge = points->edge;
  s->converged = mf_and(searched, points->proved);
}

// Returns the lanes whose cores are proved to have the centre of the round one in common. `at`: that centre about A's
// position.
LANE_INLINE mf find_wall_common(const class_run* run, const wall_lanes* wall, const pair_frame_f* f, vec_f q, mf lanes,
                                vec_f* at) {
  const bool first = ROUND_CORES >> run->core_a & 1;
  *at = first ? wall->at : sub_f(wall->at, wall->to_wall);
  if (!mf_any(lanes)) return lanes;
  return mf_and(lanes, wall_holds(wall, q, vf_add(f->touch_band, f->touch_band))); // q is rounded as often again
}

// Ends a block as finish_contact does. `direction`: a vector along the normal. `common`: lanes, as bits, whose cores
// are proved to overlap.
static LANE_NOINLINE void finish_wall_contact(class_run* run, const pair_block* block, const block_state* state,
                                              const vec_f* direction, uint32_t common) {
  found_lanes found = begin_found(state, FIRST_TURN);
  answer_f answer;
  uint32_t deep;
  count_beyond(run, block, state);
  find_answer_f(&state->f, &state->s, state->bounds.gap, block->a.radius, CORE_POINTS, &answer);
  fill_contact(run, block, state, &answer, *direction, &found, &deep);
  write_contacts(run->batch, block, &state->f, lanes_of(block), &found);
  found.decided |= common;
  queue_the_rest(run, block, lanes_of(block), state->s.active, &found, deep | common, CONTACT, COLD, FIRST_TURN, true);
}

LANE_INLINE void finish_wall(class_run* run, const pair_block* block, block_state* state, mf common, vec_f at,
                             query_id steps) {
  found_lanes found = begin_found(state, FIRST_TURN);
  if (steps == OVERLAP) {
    find_overlap(state, &found);
    found.overlapping = mf_or(found.overlapping, common);
  } else {
    vec_f v;
    count_beyond(run, block, state);
    find_distance(run, block, state, NULL, &found, &v);
    fill_common_point(run->batch, block, common, at, &found);
  }
  found.decided |= mf_bits(common);
  write_results(run->batch, block, lanes_of(block), &found, steps);
  queue_the_rest(run, block, lanes_of(block), state->s.active, &found, 0, steps, COLD, FIRST_TURN, true);
}

LANE_INLINE void run_wall_query(class_run* run, const block_pairs* pairs, query_id steps, query_id query) {
  pair_block block;
  block_state state;
  wall_lanes wall;
  wall_feature feature;
  wall_points points;
  vec_f at;
  for (int i = 0; i < PREFETCH_STEPS; ++i) prefetch_some(run);
  load_first(run, pairs, &block, &state, ALL_ROWS, steps);
  begin_wall(run, &block, &state.f, &wall);
  const vec_f q = centre_in_wall(&wall);
  const bool straight = asks_depth(query);
  const vf bend = vf_mul(vf_set(straight ? CONTACT_BEND : HUGE_VALF), state.f.touch_band);
  find_wall_feature(&wall, q, &feature);
  find_wall_points(&wall, &state.f, &feature, state.searched, bend, straight, q, &points);
  set_wall_simplex(run, &wall, &points, state.searched, &state.s);
  mark_beyond(run, &state, steps);
  state.evaluations = points.evaluations;
  const mf within = mf_and_not(state.searched, feature.outside);
  const mf common = find_wall_common(run, &wall, &state.f, q, within, &at);
  if (asks_depth(query)) {
    const vec_f n = wall.round == &state.f.a ? points.n : neg_f(points.n);
    const vec_f direction = select_vec_f(points.known, n, normal_direction(&state.s));
    finish_wall_contact(run, &block, &state, &direction, mf_bits(common));
  } else {
    finish_wall(run, &block, &state, common, at, steps);
  }
}

static LANE_NOINLINE void wall_verdict(class_run* run, const block_pairs* pairs) {
  run_wall_query(run, pairs, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void wall_distance(class_run* run, const block_pairs* pairs, query_id query) {
  run_wall_query(run, pairs, DISTANCE, query);
}

LANE_INLINE void run_walls(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    if (asks_verdict(query)) {
      wall_verdict(run, &pairs[u]);
    } else {
      wall_distance(run, &pairs[u], query);
    }
  }
}

#endif
