// Finds the answer of a block of 2D whose lanes have ended.
#ifndef LGJK_ENGINE_ANSWER2_H
#define LGJK_ENGINE_ANSWER2_H

#include "engine/contact.h"
#include "engine/state.h"

// Returns a vector along the normal, from A to B, of the ended lanes whose cores are apart: the perpendicular of the
// nearest edge. The vector of the distance has the same direction, but fewer digits if the cores are near.
LANE_INLINE vec_f normal_direction(const simplex_f* s) { return direction_f(s, 2); }

// Makes the answer as find_answer does, for lanes that have ended at p0 or with a triangle, and at no edge.
LANE_INLINE void answer_at_point(const pair_block* block, const block_state* state, point_choice points,
                                 answer_f* answer) {
  const simplex_f* s = &state->s;
  answer->v = s->p0.w;
  answer->a = s->p0.a;
  const vf length = vf_sqrt(dot_f(answer->v, answer->v));
  round_answer_f(&state->f, s, state->bounds.gap, block->a.radius, length, s->converged, points, answer);
  if (mf_any(s->inside)) answer_in_triangle_f(&state->f, s, answer);
}

// Finds the answer of a block; returns the direction of the normal. `at_point`: whether lanes end at no edge.
// `restored`: nothing that helps.
LANE_INLINE vec_f answer_block(const class_run* run, const pair_block* block, block_state* state, point_choice points,
                               bool at_point, const proof_lanes* restored, answer_f* answer) {
  (void)run, (void)restored;
  if (at_point) {
    answer_at_point(block, state, points, answer);
  } else {
    find_answer_f(&state->f, &state->s, state->bounds.gap, block->a.radius, points, answer);
  }
  return normal_direction(&state->s);
}

// Leaves no lane that has ended.
LANE_INLINE uint32_t leave_resting_undecided(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                             found_lanes* found) {
  (void)run, (void)block, (void)f, (void)found;
  return 0;
}

#endif
