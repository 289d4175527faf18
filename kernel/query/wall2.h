// Answers a point or an ellipse against a segment, a box or a polygon of up to 8 vertices (the wall). Nearest points
// are found without a search (formula/wall2.h) and end as those of a search. The few pairs that are not proved are
// searched. Records are neither read nor written.
#ifndef LGJK_QUERY_WALL2_H
#define LGJK_QUERY_WALL2_H

#include "formula/wall2.h"
#include "query/ellipses2.h"

// Returns the last vertex of the wall; in the record of a ring it is before the first one.
LANE_INLINE vec_f last_vertex(const lgjk_side* side, const side_lanes* lanes, const core_lanes_f* core) {
  if (!has_ring(core->core)) return ring_vertex_f(core, ring_count(core->core) - 1);
  vf quad[4];
  _Static_assert(offsetof(lgjk_shape2, before) == 24, "in the second quad of 16 bytes");
  vf_load_records((const char*)side->table + 16, sizeof(lgjk_shape2), lanes->shape, 0, 1, quad);
  return (vec_f){quad[2], quad[3]};
}

LANE_INLINE void begin_wall(const class_run* run, const pair_block* block, const pair_frame_f* f, wall_lanes* out) {
  const vec_f zeros = {vf_set(0), vf_set(0)};
  const bool first = is_round_core(run->core_a);
  out->kind = kind_of_round(first ? &block->a : &block->b);
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
  const bool first = is_round_core(run->core_a);
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
  const bool first = is_round_core(run->core_a);
  *at = first ? wall->at : sub_f(wall->at, wall->to_wall);
  if (!mf_any(lanes)) return lanes;
  return mf_and(lanes, wall_holds(wall, q, vf_add(f->touch_band, f->touch_band))); // q is rounded as often again
}

LANE_INLINE bool prove_wall(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  wall_lanes wall;
  wall_feature feature;
  wall_points points;
  begin_wall(run, block, &state->f, &wall);
  const vec_f q = centre_in_wall(&wall);
  const bool straight = asks_depth(how.query);
  const vf bend = vf_mul(vf_set(straight ? CONTACT_BEND : HUGE_VALF), state->f.touch_band);
  find_wall_feature(&wall, q, &feature);
  find_wall_points(&wall, &state->f, &feature, state->searched, bend, straight, q, &points);
  set_wall_simplex(run, &wall, &points, state->searched, &state->s);
  state->evaluations = points.evaluations;
  p->common = find_wall_common(run, &wall, &state->f, q, mf_and_not(state->searched, feature.outside), &p->at);
  if (straight) {
    const vec_f n = wall.round == &state->f.a ? points.n : neg_f(points.n);
    p->d[0] = select_vec_f(points.known, n, normal_direction(&state->s));
  }
  return true;
}

LANE_INLINE void try_wall(class_run* run, const block_pairs pairs[BLOCKS], query_id goal, query_id query) {
  attempt_kind how = simple_kind(goal, TO_END);
  how.query = query;
  how.finds_common = true;
  attempt(run, pairs, how, NULL, NULL, prove_wall);
}

static LANE_NOINLINE void wall_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  try_wall(run, pairs, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void wall_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  try_wall(run, pairs, DISTANCE, query);
}

#endif
