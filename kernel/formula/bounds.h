// Bounding tests, by the poses and the headers of two shapes: whether their bounding circles (in 3D balls) are far
// enough apart, and whether their inscribed circles meet.
#ifndef LGJK_FORMULA_BOUNDS_H
#define LGJK_FORMULA_BOUNDS_H

#include "block/frame.h"

// A distance: circles that seem to be farther apart than this are apart, and that overlap by more overlap, whatever the
// cores.
LANE_INLINE vf bounding_margin(const pair_frame_f* f) { return vf_mul(vf_set(BOUNDING_MARGIN), f->scale); }

// The valid lanes whose bounding circles are apart by more than `interest`. Their bits depend on poses and headers
// only.
LANE_INLINE mf bounding_apart(const pair_block* block, const pair_frame_f* f, mf valid, vf interest) {
  const vf outer = vf_add(vf_add(block->a.header[HEADER_BOUND], block->b.header[HEADER_BOUND]), f->radius);
  const vf clear = vf_add(vf_add(outer, bounding_margin(f)), interest);
  return mf_and(valid, vf_lt(vf_mul(clear, clear), dot_f(f->p, f->p)));
}

// Lanes whose core holds its local origin: its inscribed radius is not 0, or the core is the origin.
LANE_INLINE mf holds_origin(const side_lanes* lanes) {
  return mf_or(vf_lt(vf_set(0), lanes->header[HEADER_INNER]), vf_eq(lanes->header[HEADER_BOUND], vf_set(0)));
}

// Lanes of which both cores hold their local origin inside.
LANE_INLINE mf holds_origins(const pair_block* block) {
  const vf none = vf_set(0);
  return mf_and(vf_lt(none, block->a.header[HEADER_INNER]), vf_lt(none, block->b.header[HEADER_INNER]));
}

// The valid lanes whose inscribed circles overlap by more than the margin.
LANE_INLINE mf inscribed_meet(const pair_block* block, const pair_frame_f* f, mf valid) {
  const vf inner = vf_add(vf_add(block->a.header[HEADER_INNER], block->b.header[HEADER_INNER]), f->radius);
  const vf meet = vf_max(vf_sub(inner, bounding_margin(f)), vf_set(0));
  const mf hold = mf_and(holds_origin(&block->a), holds_origin(&block->b));
  return mf_and(mf_and(valid, hold), vf_lt(dot_f(f->p, f->p), vf_mul(meet, meet)));
}

#endif
