// Coordinates of cells in lanes.
#ifndef LGJK_FIND_LANE_CELLS_H
#define LGJK_FIND_LANE_CELLS_H

#include "find/job.h"
#include "lane/lane.h"

// Returns the coordinates of cells, as find_cell.
LANE_INLINE vi lane_cells(vf offset, vf inverse) {
  const vf limit = vf_set(CELL_LIMIT), t = vf_max(vf_min(vf_mul(offset, inverse), limit), vf_neg(limit));
  const vf whole = vf_convert(vi_truncate(t));
  return vi_truncate(vf_sub(whole, vf_select(vf_lt(t, whole), vf_set(1), vf_set(0))));
}

#endif
