// Fills the results of the lanes of a block that have ended: verdicts, distances and contacts.
#ifndef LGJK_ENGINE_FILL_H
#define LGJK_ENGINE_FILL_H

#include "lane/dimension.h"
#include "engine/contact.h"
#include "engine/state.h"
#if DIM == 3
#include "block/warm3.h"
#include "gjk/box_points3.h"
#endif

#if DIM == 2

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

// Finds the answer of a block. Returns a vector along the normal, from A to B, of the ended lanes whose cores are
// apart: the perpendicular of the nearest edge. The vector of the distance has the same direction, but fewer digits if
// the cores are near. `at_point`: whether lanes end at no edge. `restored` is for 3D.
LANE_INLINE vec_f answer_block(const class_run* run, const pair_block* block, block_state* state, point_choice points,
                               bool at_point, const proof_lanes* restored, answer_f* answer) {
  (void)run, (void)restored;
  if (at_point) {
    answer_at_point(block, state, points, answer);
  } else {
    find_answer_f(&state->f, &state->s, state->bounds.gap, block->a.radius, points, answer);
  }
  return direction_f(&state->s, 2);
}

#else

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

// Begins the results of a block's run, without any answer. `requeued`: whether an earlier run has counted evaluations.
LANE_INLINE found_lanes begin_found(const block_state* state, bool requeued) {
  found_lanes found = nothing_found(mf_not(state->valid));
  found.evaluations = vf_select(state->searched, state->evaluations, vf_set(0));
  found.adds_to_counts = requeued;
  return found;
}

// Fills the results of the ended lanes. Lanes that are active or not certified are not `decided`.
LANE_INLINE void fill_distance(const class_run* run, const pair_block* block, const block_state* state,
                               const answer_f* answer, found_lanes* found) {
  const simplex_f* s = &state->s;
  const vf zero = vf_set(0), max_distance = vf_set(run->batch->max_distance);
  found->overlapping = mf_and_not(answer->overlapping, s->separated);
  found->beyond = mf_and_not(
      mf_or(s->separated, mf_and_not(vf_lt(max_distance, answer->distance), answer->overlapping)), found->bad);
  const mf hidden = mf_from_bits(hides_common_points(run->batch) ? UINT32_MAX : 0);
  const mf none = mf_or(mf_or(found->beyond, found->bad), mf_and(found->overlapping, hidden));
  const vf d = vf_select(mf_or(answer->overlapping, found->bad), zero, answer->distance);
  found->distance = vf_select(found->beyond, vf_set(HUGE_VALF), d);
  const vec_f zeros = {0}, centre = add_f(position(&block->a), zeros); // never -0, so that no sum is -0
  found->a = select_vec_f(none, zeros, add_f(centre, answer->a));
  found->b = select_vec_f(none, zeros, add_f(centre, answer->b));
  found->decided = mf_bits(mf_or(mf_or(answer->certified, s->separated), mf_not(state->searched)));
}

// Fills the results of the lanes `common`. `at`: their common point about A's position.
LANE_INLINE void fill_common_point(const lgjk_batch* batch, const pair_block* block, mf common, vec_f at,
                                   found_lanes* found) {
  const vec_f zeros = {0}, point = hides_common_points(batch) ? zeros : add_f(position(&block->a), at);
  found->overlapping = mf_or(found->overlapping, common);
  found->beyond = mf_and_not(found->beyond, common);
  found->distance = vf_select(common, vf_set(0), found->distance);
  found->a = select_vec_f(common, point, found->a);
  found->b = select_vec_f(common, point, found->b);
  found->decided |= mf_bits(common);
}

LANE_INLINE vec_f unit_normal(vec_f d) {
  const vf size = size_f(d), zero = vf_set(0);
  const mf none = mf_not(vf_lt(zero, size));
  const vec_f n = scale_f(d, vf_div(vf_set(1), vf_select(none, vf_set(1), size)));
  const vf length = vf_sqrt(dot_f(n, n));
  return scale_f(n, vf_div(vf_set(1), vf_select(none, vf_set(1), length)));
}

// Fills the results of contacts. Lanes are not decided if their cores overlap or nearly touch, or if their nearest
// points are not across the normal from each other. Curved cores may converge in distance before direction.
// `direction`: a vector along the normal. `overlapping`: lanes whose cores are certified to overlap.
LANE_INLINE void fill_contact(const class_run* run, const pair_block* block, const block_state* state,
                              const answer_f* answer, vec_f direction, found_lanes* found, uint32_t* overlapping) {
  const simplex_f* s = &state->s;
  const vf zero = vf_set(0);
  found->overlapping = mf_and_not(answer->overlapping, s->separated);
  const mf far_off = mf_and_not(vf_lt(vf_set(run->batch->max_distance), answer->distance), s->inside);
  found->beyond = mf_and_not(mf_or(s->separated, far_off), found->bad);
  const mf none = mf_or(found->beyond, found->bad);
  const vec_f centre = position(&block->a), zeros = {0}, n = unit_normal(direction);
  found->distance = vf_select(found->beyond, vf_set(HUGE_VALF), vf_select(found->bad, zero, answer->distance));
  found->normal = select_vec_f(none, zeros, n);
  const vf between = vf_add(answer->distance, state->f.radius);
  const vec_f off = scale_f(add_f(answer->v, scale_f(n, between)), vf_set(0.5f)); // half the way of v from the normal
  const vec_f a = add_f(sub_f(answer->a, off), scale_f(n, block->a.radius));
  const vec_f b = sub_f(add_f(answer->b, off), scale_f(n, block->b.radius));
  found->a = select_vec_f(none, zeros, add_f(centre, a));
  found->b = select_vec_f(none, zeros, add_f(centre, b));
  const mf far = vf_lt(state->f.touch_band, between);
  const mf along_normal = vf_le(extent_f(off), vf_mul(vf_set(CONTACT_BEND), state->f.touch_band));
  const mf apart = mf_and(mf_and_not(answer->certified, s->inside), mf_and(far, along_normal));
  found->decided = mf_bits(mf_or(mf_or(apart, s->separated), mf_not(state->searched)));
  *overlapping = mf_bits(mf_and(answer->certified, s->inside));
}

// Finds the verdict of a block. Not inlined: all searches for a verdict end here.
static LANE_NOINLINE void find_verdict_by_feature(const block_state* state, mf* overlapping, mf* certified) {
  find_verdict_f(&state->f, &state->s, state->bounds.gap, overlapping, certified);
}

LANE_INLINE void fill_verdict(const block_state* state, found_lanes* found) {
  const simplex_f* s = &state->s;
  mf overlapping, certified;
  if (OF_DIM(true, s->closed_form)) { // it takes little code: in 3D p0 is the feature
    find_verdict_f(&state->f, s, state->bounds.gap, &overlapping, &certified);
  } else {
    find_verdict_by_feature(state, &overlapping, &certified);
  }
  found->overlapping = mf_and_not(overlapping, s->separated);
  found->decided = mf_bits(mf_or(certified, found->bad));
}

#endif
