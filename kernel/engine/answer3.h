// Finds the answer of a block of 3D whose lanes have ended.
#ifndef LGJK_ENGINE_ANSWER3_H
#define LGJK_ENGINE_ANSWER3_H

#include "block/warm3.h"
#include "gjk/box_points3.h"
#include "engine/contact.h"
#include "engine/state.h"

// Returns the normal's direction, from A to B, of the ended lanes whose cores are apart: that of the ordered feature if
// it is proved, else `proved`, that of the search. Another order of a small face gives other noise.
LANE_INLINE vec_f proved_direction(const block_state* state, vec_f proved) {
  const simplex_f* s = &state->s;
  const vec_f d = select_vec_f(s->settled, s->axis, direction_f(s, 3));
  const bool curved = is_curved_core(state->f.a.core) || is_curved_core(state->f.b.core);
  if (state->ordered || curved || !mf_any(s->edge)) return d;
  const vf h = find_support_value_f(&state->f, &d, mf_bits(s->converged));
  const mf close = mf_or(s->settled, closes_f(h, dot_f(s->p0.w, d), d, state->bounds.gap));
  return select_vec_f(close, d, proved);
}

// Finds the answer of a block by the features of its lanes; returns the direction of the normal. The feature is ordered
// first, unless it was verified in that order. Not inlined: several runs end here. `restored`: as of answer_block.
static LANE_NOINLINE vec_f answer_by_feature(const class_run* run, const pair_block* block, block_state* state,
                                             point_choice points, const proof_lanes* restored, answer_f* answer) {
  simplex_f* s = &state->s;
  const plane_f plane = restored ? (plane_f){restored->d, s->p0.w} : plane_of_f(s);
  const barycentric_f* face = restored ? &restored->face : NULL;
  s->closed_form = false; // already false; assigned again so that the compiler sees a constant
  if (!state->ordered) state->crossing = order_feature(&state->f, s);
  if (is_boxes(run)) answer_by_features(&state->f, &state->bounds, s);
  find_answer_on_f(&state->f, s, &plane, face, state->crossing, state->bounds.gap, block->a.radius, points, answer);
  return points == CORE_POINTS ? proved_direction(state, plane.d) : plane.d;
}

// Finds the answer of a block; returns the direction of the normal. A closed form has its direction and no plane.
// `restored`: what restoring the feature has found, or NULL. `at_point` is for 2D.
LANE_INLINE vec_f answer_block(const class_run* run, const pair_block* block, block_state* state, point_choice points,
                               bool at_point, const proof_lanes* restored, answer_f* answer) {
  const simplex_f* s = &state->s;
  (void)at_point;
  if (!s->closed_form) return answer_by_feature(run, block, state, points, restored, answer);
  const plane_f plane = {s->axis, s->p0.w};
  find_answer_on_f(&state->f, s, &plane, NULL, mf_none(), state->bounds.gap, block->a.radius, points, answer);
  return s->axis;
}

// Returns the lanes, as bits, of boxes that are apart by no more than the margin, with a face across their normal, as
// at rest; they become undecided. They wait for a block of such pairs, whose manifolds are made in lanes
// (case3/boxes.h).
LANE_INLINE uint32_t leave_resting_undecided(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                             found_lanes* found) {
  if (!has_trait(run, DEPTH_AXES) || run->batch->results.manifold3 == NULL || !(run->batch->margin > 0)) return 0;
  const vf no = vf_set(0);
  const mf near = mf_and(vf_le(found->distance, vf_set(run->batch->margin)), vf_eq(f->radius, no));
  uint32_t lanes = lanes_of(block) & found->decided & mf_bits(mf_and(near, vf_lt(no, found->distance)));
  if (lanes == 0) return 0;
  const rotation_f *a = &f->a.rotation, *b = &f->b.rotation;
  const vec_f of_a = unrotate_f(a, found->normal), of_b = unrotate_f(b, found->normal);
  lanes &= mf_bits(vf_le(vf_set(BOX_RESTING), vf_max(size_f(of_a), size_f(of_b))));
  found->decided &= ~lanes;
  return lanes;
}

#endif
