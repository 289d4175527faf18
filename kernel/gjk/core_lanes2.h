// Tests for each lane what shape/cores.h tests for a core. A block whose lanes have several cores knows them by the
// last word of the headers of their shapes.
#ifndef LGJK_GJK_CORE_LANES2_H
#define LGJK_GJK_CORE_LANES2_H

#include "lane/lane.h"
#include "shape/cores.h"

// Returns the lanes whose shape has such a core.
LANE_INLINE mf lanes_whose_core(bool (*is_such)(uint32_t core), vf header_end) {
  const vf core = vf_convert(vi_and(vi_of(header_end), 0xFF));
  mf lanes = mf_none();
#define TAKE_CORE(name, ...) \
  if (name < LGJK_CORE2_SHAPES && is_such(name)) lanes = mf_or(lanes, vf_eq(core, vf_set(name)));
  LGJK_CORE2_TABLE(TAKE_CORE)
#undef TAKE_CORE
  return lanes;
}

#endif
