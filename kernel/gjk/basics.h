// What the templates of the search need before them: reals, cores, tolerances, and two choices.
#ifndef LGJK_GJK_BASICS_H
#define LGJK_GJK_BASICS_H

#include <math.h>

#include "lane/dimension.h"
#include "lane/real.h"
#include "shape/cores.h"

#if DIM == 2
#include "gjk/tolerance2.h"
#else
#include "gjk/tolerance3.h"
#endif

// How careful a step of a search is, and which witness points its answer has.
typedef enum search_effort {
  QUICK,  // one of the fixed steps; lanes that rounding leads astray are searched again
  CAREFUL // a step of a search to the end, with safeguards against rounding
} search_effort;

typedef enum point_choice {
  COMMON_POINTS, // points of the rounded shapes; one common point if these overlap
  CORE_POINTS    // points of the cores, if these are apart
} point_choice;

#if DIM == 2

// Returns the lanes whose shape has such a core. A block whose lanes have several cores knows them by the last word of
// the headers of their shapes.
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

#endif
