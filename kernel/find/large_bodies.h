// Lists larger bodies in each cell of coarser grids from which a smaller body could meet them.
#ifndef LGJK_FIND_LARGE_BODIES_H
#define LGJK_FIND_LARGE_BODIES_H

#include "find/job.h"
#include "lane/pick.h"

#define find_coverN LANE_CAT(lgjk_find_cover, DIM)

#define find_cover_planN LANE_CAT(lgjk_find_cover_plan, DIM)
#define find_cover_cellsN LANE_CAT(lgjk_find_cover_cells, DIM)
#define find_cover_fillN LANE_CAT(lgjk_find_cover_fill, DIM)
#define find_cover_slotsN LANE_CAT(lgjk_find_cover_slots, DIM)

#define COVER_CELLS 128u  // cells of a body, at most
#define COMMON_CELLS 512u // the same of one that is listed on the common level

// Most entries for each body. Each can be listed in so many cells, if these are large enough.
#define COVER_ENTRIES (1u << DIM)

// Plans and fills the cover of a job with the bodies of all classes but the smallest.
void find_coverN(find_job* job);

// Plans the levels of a cover whose bodies are given. `reach`: that of its smallest bodies, or so. `largest`: the
// greatest radius.
void find_cover_planN(find_cover* cover, float reach, float largest);

// Returns how many cells body i is listed in, and adds the bit of its level to `levels`.
uint32_t find_cover_cellsN(const find_cover* cover, uint32_t i, uint32_t* levels);

// Numbers the slots, of which there are about as many as entries. `extent`: NULL, or what the cells span along each
// axis: a world of few cells has a slot for each, so that no two share one.
void find_cover_slotsN(find_cover* cover, uint64_t entries, const float* extent);

// Fills slots and entries, in parts. The mask is set, and levels are those of all bodies.
void find_cover_fillN(find_cover* cover);

// The key of a cell: different for the cells of one body, and often for others of one slot.
static inline uint32_t cover_key(const int32_t cell[DIM], uint32_t level) {
  const uint32_t bits = DIM == 2 ? 14 : 9;
  uint32_t key = level;
  for (int k = 0; k < DIM; ++k) key = key << bits | ((uint32_t)cell[k] & ((1u << bits) - 1));
  return key;
}

// Returns the slot of a cell. Those of a row follow each other; levels and rows are apart.
static inline uint32_t cover_slot(const find_cover* cover, const int32_t cell[DIM], uint32_t level) {
  uint32_t slot = level * 0x9E3779B1u;
  for (int k = 0; k < DIM; ++k) slot += (uint32_t)cell[k] * cover->step[k];
  return slot & cover->mask;
}

// Finds the cell of a level that holds a place.
static inline void cover_cell(const find_cover* cover, uint32_t level, const float* place, int32_t cell[DIM]) {
  for (int k = 0; k < DIM; ++k) cell[k] = find_cell(place[k] - cover->origin[k], cover->inverse[level]);
}

#endif
