// Sorts the bodies into the cells of their classes' grids.
#ifndef LGJK_FIND_GRID_H
#define LGJK_FIND_GRID_H

#include "find/job.h"
#include "lane/pick.h"

#define find_gridN LANE_CAT(lgjk_find_grid, DIM)

// Fills the grid. Bodies of a cell ascend. `work`: room of find_grid_work bytes.
void find_gridN(find_job* job, void* work);

// A body on its way to its place.
typedef struct grid_item {
  uint32_t cell, body;
  float centre[DIM], radius;
} grid_item;

typedef struct grid_filter {
  uint32_t category, barred;
} grid_filter;

// Returns the bytes that find_gridN works in.
static inline uint64_t find_grid_work(uint64_t bodies) {
  const uint64_t parts = bodies / FIND_PART + 1;
  return bodies * (sizeof(grid_item) + sizeof(grid_filter) + sizeof(uint32_t)) +
         (FIND_PADDING + parts * FIND_BUCKETS) * sizeof(uint32_t);
}

#endif
