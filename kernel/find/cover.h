// Lists larger bodies in each cell of coarser grids from which a smaller body could meet them.
#ifndef LGJK_FIND_COVER_H
#define LGJK_FIND_COVER_H

#include "find/job.h"
#include "lane/pick.h"

#define find_coverN LANE_CAT(lgjk_find_cover, DIM)

#define find_cover_planN LANE_CAT(lgjk_find_cover_plan, DIM)
#define find_cover_cellsN LANE_CAT(lgjk_find_cover_cells, DIM)
#define find_cover_fillN LANE_CAT(lgjk_find_cover_fill, DIM)
#define find_cover_maskN LANE_CAT(lgjk_find_cover_mask, DIM)

#define COVER_CELLS 128u // cells of a body, at most

// Most entries for each body. Each can be listed in so many cells, if these are large enough.
#define COVER_ENTRIES (1u << DIM)

// Plans and fills the cover of a job with the bodies of all classes but the smallest.
void find_coverN(find_job* job);

// Plans the levels of a cover whose bodies are given. `reach`: that of its smallest bodies, or so. `largest`: the
// greatest radius.
void find_cover_planN(find_cover* cover, float reach, float largest);

// Returns how many cells body i is listed in, and adds the bit of its level to `levels`.
uint32_t find_cover_cellsN(const find_cover* cover, uint32_t i, uint32_t* levels);

// Returns a mask for so many entries.
uint32_t find_cover_maskN(uint64_t entries);

// Fills slots and entries, in parts. The mask is set, and levels are those of all bodies.
void find_cover_fillN(find_cover* cover);

// The key of a cell: different for the cells of one body, and often for others of one slot.
static inline uint32_t cover_key(const int32_t cell[DIM], uint32_t level) {
  const uint32_t bits = DIM == 2 ? 14 : 9;
  uint32_t key = level;
  for (int k = 0; k < DIM; ++k) key = key << bits | ((uint32_t)cell[k] & ((1u << bits) - 1));
  return key;
}

static inline uint32_t cover_slot(const int32_t cell[DIM], uint32_t level, uint32_t mask) {
  static const uint32_t factor[3] = {0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du};
  uint32_t hash = level * 0x27D4EB2Fu;
  for (int k = 0; k < DIM; ++k) hash = (hash ^ (uint32_t)cell[k]) * factor[k];
  hash ^= hash >> 15;
  return hash & mask;
}

// Finds the cell of a level that holds a place.
static inline void cover_cell(const find_cover* cover, uint32_t level, const float* place, int32_t cell[DIM]) {
  for (int k = 0; k < DIM; ++k) cell[k] = find_cell(place[k] - cover->origin[k], cover->inverse[level]);
}

#endif
