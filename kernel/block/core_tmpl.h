// This file sets the core of one side of a block from its lanes in float.
#ifdef LGJK_IDE // an editor opens this file alone
#include "block/load.h"
#include "gjk/verdict_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Sets every member but the rotation, one by one: assigning the struct would copy the rotation, too.
LANE_INLINE void R(set_core)(const side_lanes* lanes, uint32_t shift, const lgjk_side* side, R(core_lanes)* out) {
  out->core = lanes->core;
  out->floats = lanes->header + HEADER_FLOATS;
  out->shift = shift;
  out->shape = lanes->shape + shift;
#if DIM == 3
  out->pool = lanes->pool + shift;
  out->cells = lanes->cells + shift;
  out->on_grid = lanes->on_grid;
  out->fineness = &lanes->fineness;
  out->count = &lanes->count;
#endif
  out->table = side->table;
  out->vertices = side->pool;
}
