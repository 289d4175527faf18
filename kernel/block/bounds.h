// Proves pairs by their poses and headers alone: bounding circles (balls in 3D) that are far apart, or inscribed
// circles that overlap.
#ifndef LGJK_BLOCK_BOUNDS_H
#define LGJK_BLOCK_BOUNDS_H

#include "block/frame.h"

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
