// This file fills the frame of a block: the two cores around A's position, the pair's scale and its touch band.
#ifndef LGJK_BLOCK_FRAME_H
#define LGJK_BLOCK_FRAME_H

#include "block/load.h"
#include "gjk/gjk.h"

#define REAL_IS_DOUBLE 0
#include "block/core_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "block/core_tmpl.h"
#undef REAL_IS_DOUBLE

// Returns the lanes with SCALE_MIN <= reach + |p| <= SCALE_MAX, without a root.
LANE_INLINE mf scale_in_domain(vf reach, vec_f p) {
  const vf below = vf_max(vf_sub(vf_set(SCALE_MIN), reach), vf_set(0)), above = vf_sub(vf_set(SCALE_MAX), reach);
  const vf pp = dot_f(p, p);
  return mf_and(mf_and(vf_le(vf_mul(below, below), pp), vf_le(vf_set(0), above)), vf_le(pp, vf_mul(above, above)));
}

// Returns the lanes, as bits, whose two poses share an address. Inlined, it would keep the loads' addresses for a rare
// case.
static LANE_NOINLINE uint32_t lanes_with_one_pose(const lgjk_batch* batch, const block_pairs* pairs) {
  uint32_t same = 0;
  for (uint32_t l = 0; l < LANES; ++l) {
    const char* a = batch->a.pose + batch->a.pose_stride * pairs->body_a[l];
    const char* b = batch->b.pose + batch->b.pose_stride * pairs->body_b[l];
    same |= (uint32_t)(a == b) << l;
  }
  return same;
}

// Returns the lanes that join a body with itself.
LANE_INLINE mf joins_itself(const lgjk_batch* batch, const block_pairs* pairs) {
  if (batch->same_bodies == LGJK_SAME_NEVER) return mf_none();
  if (batch->same_bodies == LGJK_SAME_BY_INDEX) {
    const vi other = vi_add(vi_load(pairs->body_b), vi_set(batch->same_offset));
    return vf_eq(vf_convert(vi_xor(vi_load(pairs->body_a), other)), vf_set(0));
  }
  return mf_from_bits(lanes_with_one_pose(batch, pairs));
}

LANE_INLINE vec_f position(const side_lanes* side) { return from_array_f(side->pose); }

// Returns the lanes in which the side's core is curved.
LANE_INLINE mf curved_lanes(const side_lanes* side) {
#if DIM == 2
  if (is_mixed_core(side->core)) return mf_not(lanes_whose_core(is_point_core, side->header[HEADER_CORE]));
#endif
  return mf_from_bits(is_curved_core(side->core) ? UINT32_MAX : 0);
}

// Returns `curved` in the lanes in which a core is curved, else `flat`.
LANE_INLINE vf by_curvature(const pair_block* block, float curved, float flat) {
  const bool some = is_curved_core(block->a.core) || is_curved_core(block->b.core);
  if (DIM == 3 || !some) return vf_set(some ? curved : flat);
  return vf_select(mf_or(curved_lanes(&block->a), curved_lanes(&block->b)), vf_set(curved), vf_set(flat));
}

// Fills the float frame of a block. Returns the lanes whose input is in the domain, and that join two bodies.
LANE_INLINE mf frame_block(const lgjk_batch* batch, const pair_block* block, pair_frame_f* f) {
  const side_lanes *a = &block->a, *b = &block->b;
  set_core_f(a, 0, &batch->a, &f->a);
  set_core_f(b, 0, &batch->b, &f->b);
  const mf valid_a = unit_f(a->pose + DIM, &f->a.rotation), valid_b = unit_f(b->pose + DIM, &f->b.rotation);
  f->p = sub_f(position(b), position(a));
  f->radius = vf_add(a->radius, b->radius);
  const vf reach = vf_add(vf_add(a->header[HEADER_BOUND], b->header[HEADER_BOUND]), f->radius);
  f->scale = vf_add(reach, length_above_f(f->p));
  f->touch_band = vf_mul(by_curvature(block, TOUCH_BAND_CURVED, TOUCH_BAND_FLAT), f->scale);
  const mf radii = mf_and(vf_le(vf_set(0), a->radius), vf_le(vf_set(0), b->radius));
  const mf sizes = mf_and_not(mf_and(scale_in_domain(reach, f->p), radii), joins_itself(batch, block->pairs));
  return mf_and(mf_and(valid_a, valid_b), sizes);
}

// Fills the frame of half a block in double.
LANE_INLINE void frame_half(const lgjk_batch* batch, const pair_block* block, unsigned half, pair_frame_d* f) {
  const uint32_t shift = half * WIDE_LANES;
  const side_lanes *a = &block->a, *b = &block->b;
  vd pose_a[DIM + TURN], pose_b[DIM + TURN];
  for (int i = 0; i < DIM + TURN; ++i) {
    pose_a[i] = vd_widen(a->pose[i], half);
    pose_b[i] = vd_widen(b->pose[i], half);
  }
  unit_d(pose_a + DIM, &f->a.rotation);
  unit_d(pose_b + DIM, &f->b.rotation);
  set_core_d(a, shift, &batch->a, &f->a);
  set_core_d(b, shift, &batch->b, &f->b);
  f->p = sub_d(from_array_d(pose_b), from_array_d(pose_a));
  f->radius = vd_add(vd_widen(a->radius, half), vd_widen(b->radius, half));
  f->touch_band = vd_set(0);
  const vd bound_a = vd_widen(a->header[HEADER_BOUND], half), bound_b = vd_widen(b->header[HEADER_BOUND], half);
  f->scale = vd_add(vd_add(vd_add(bound_a, bound_b), f->radius), extent_d(f->p));
}

// ------------------------------------------------------------------ bounding tests

// Proves pairs by their poses and headers alone: bounding circles (balls in 3D) that are far apart, or inscribed
// circles that overlap.

// Returns a distance. Circles farther apart than this prove that the shapes are apart. Circles that overlap by more
// prove that they overlap, whatever the cores.
LANE_INLINE vf bounding_margin(const pair_frame_f* f) { return vf_mul(vf_set(BOUNDING_MARGIN), f->scale); }

// Returns the valid lanes whose bounding circles are apart by more than `interest`. Only poses and headers matter.
LANE_INLINE mf bounding_apart(const pair_block* block, const pair_frame_f* f, mf valid, vf interest) {
  const vf outer = vf_add(vf_add(block->a.header[HEADER_BOUND], block->b.header[HEADER_BOUND]), f->radius);
  const vf clear = vf_add(vf_add(outer, bounding_margin(f)), interest);
  return mf_and(valid, vf_lt(vf_mul(clear, clear), dot_f(f->p, f->p)));
}

// Returns the lanes whose core contains its local origin: the inscribed radius is not 0, or the core is the origin.
LANE_INLINE mf holds_origin(const side_lanes* lanes) {
  return mf_or(vf_lt(vf_set(0), lanes->header[HEADER_INNER]), vf_eq(lanes->header[HEADER_BOUND], vf_set(0)));
}

// Returns the lanes in which both cores have their local origin inside.
LANE_INLINE mf holds_origins(const pair_block* block) {
  const vf none = vf_set(0);
  return mf_and(vf_lt(none, block->a.header[HEADER_INNER]), vf_lt(none, block->b.header[HEADER_INNER]));
}

// Returns the valid lanes whose inscribed circles overlap by more than the margin.
LANE_INLINE mf inscribed_meet(const pair_block* block, const pair_frame_f* f, mf valid) {
  const vf inner = vf_add(vf_add(block->a.header[HEADER_INNER], block->b.header[HEADER_INNER]), f->radius);
  const vf meet = vf_max(vf_sub(inner, bounding_margin(f)), vf_set(0));
  const mf hold = mf_and(holds_origin(&block->a), holds_origin(&block->b));
  return mf_and(mf_and(valid, hold), vf_lt(dot_f(f->p, f->p), vf_mul(meet, meet)));
}

#endif
