// Fills the cover; compiled once for each dimension.
//
// A body is listed on the finest level whose cells are no smaller than its thinnest extent, and that covers it with no
// more than a limit of cells. So a long wall is a row of small cells. If all bodies together take too many, the limit
// is lowered: cells as large as a body cover it with COVER_ENTRIES.
#include "find/cover.h"

#include <string.h>

#include "find/meet.h"

// A cell reaches so much of its size over its borders, for all roundings of places.
#define CELL_SLACK 0.05f

// The part of space from which a smaller body could meet a body: a box, rounded outwards, and what axes span it.
typedef struct cover_region {
  float centre[DIM];
  float axis[DIM][DIM];
  float half[DIM];
  float extent[DIM]; // half of it along the axes of the world
} cover_region;

static void find_region(const find_cover* cover, uint32_t i, cover_region* out) {
  const find_bounds* bounds = cover->bounds;
  const float reach = cover->reach[cover->class[i]], radius = bounds->radius[i];
  const find_box* box = bounds->box == NULL || !is_boxed(&bounds->box[i]) ? NULL : &bounds->box[i];
  for (int k = 0; k < DIM; ++k) {
    out->centre[k] = box != NULL ? box->centre[k] : bounds->centre[k][i];
    out->half[k] = (box != NULL ? box->half[k] + box->radius : radius) + reach;
    if (box != NULL) {
      out->half[k] += cover->turned * (radius + reach);
      find_axis(box, k, out->axis[k]);
    } else {
      for (int l = 0; l < DIM; ++l) out->axis[k][l] = k == l ? 1.0f : 0.0f;
    }
    out->half[k] *= 1.001f;
  }
  for (int l = 0; l < DIM; ++l) {
    out->extent[l] = 0;
    for (int k = 0; k < DIM; ++k) out->extent[l] += out->half[k] * find_abs(out->axis[k][l]);
    out->extent[l] *= 1.001f;
  }
}

// The cells of a level that a region may reach.
typedef struct cell_range {
  int32_t low[DIM], high[DIM];
} cell_range;

// Returns how many cells the range has, or more than COVER_CELLS if one side has so many.
static uint32_t find_range(const find_cover* cover, const cover_region* r, uint32_t level, cell_range* out) {
  const float slack = CELL_SLACK / cover->inverse[level];
  uint32_t cells = 1;
  for (int k = 0; k < DIM; ++k) {
    const float at = r->centre[k] - cover->origin[k], extent = r->extent[k] + slack;
    out->low[k] = find_cell(at - extent, cover->inverse[level]);
    out->high[k] = find_cell(at + extent, cover->inverse[level]);
    const uint32_t side = (uint32_t)(out->high[k] - out->low[k]) + 1;
    if (side > COVER_CELLS) return COVER_CELLS + 1;
    cells *= side;
  }
  return cells;
}

// Returns whether a region reaches a cell, by the region's axes.
static bool reaches_cell(const find_cover* cover, const cover_region* r, uint32_t level, const int32_t cell[DIM]) {
  const float size = 1 / cover->inverse[level], half = (0.5f + CELL_SLACK) * size;
  float d[DIM];
  for (int k = 0; k < DIM; ++k) d[k] = ((float)cell[k] + 0.5f) * size - (r->centre[k] - cover->origin[k]);
  for (int k = 0; k < DIM; ++k) {
    float span = 0;
    for (int l = 0; l < DIM; ++l) span += find_abs(r->axis[k][l]);
    if (find_abs(find_dot(d, r->axis[k])) > r->half[k] + half * span) return false;
  }
  return true;
}

// Returns the level of a region: see above.
static uint32_t level_of(const find_cover* cover, const cover_region* r, uint32_t limit, cell_range* range) {
  float thinnest = r->half[0];
  for (int k = 1; k < DIM; ++k) thinnest = r->half[k] < thinnest ? r->half[k] : thinnest;
  uint32_t level = 0;
  while (level + 1 < COVER_LEVELS && 2 * thinnest * cover->inverse[level] > 1) ++level;
  while (find_range(cover, r, level, range) > limit && level + 1 < COVER_LEVELS) ++level;
  return level;
}

// Takes a cell of a body: its slot and its key.
typedef void take_cell(find_cover* cover, uint32_t body, uint32_t slot, uint32_t key);

// Takes the cells of a body one after the other; returns how many there are. `take`: NULL to count.
static uint32_t list_cells(find_cover* cover, uint32_t i, take_cell* take) {
  cover_region r;
  cell_range range;
  int32_t cell[3];
  uint32_t cells = 0;
  find_region(cover, i, &r);
  const uint32_t level = level_of(cover, &r, cover->limit, &range);
  cover->levels |= 1u << level;
  const int deep = DIM == 3;
  for (cell[2] = deep ? range.low[DIM - 1] : 0; cell[2] <= (deep ? range.high[DIM - 1] : 0); ++cell[2]) {
    for (cell[1] = range.low[1]; cell[1] <= range.high[1]; ++cell[1]) {
      for (cell[0] = range.low[0]; cell[0] <= range.high[0]; ++cell[0]) {
        if (!reaches_cell(cover, &r, level, cell)) continue;
        ++cells;
        if (take != NULL) take(cover, i, cover_slot(cell, level, cover->mask), cover_key(cell, level));
      }
    }
  }
  return cells;
}

static void count_cell(find_cover* cover, uint32_t body, uint32_t slot, uint32_t key) {
  (void)body, (void)key;
  ++cover->end[slot];
}

static void store_cell(find_cover* cover, uint32_t body, uint32_t slot, uint32_t key) {
  cover->entry[cover->end[slot]++] = (cover_entry){body, key};
}

// Lists all larger bodies; returns the number of entries, or more than `most` as soon as there are.
static uint64_t list_all(find_cover* cover, uint64_t most, take_cell* take) {
  uint64_t entries = 0;
  for (uint32_t i = 0; i < cover->count && entries <= most; ++i) {
    if (cover->class[i] != LEFT_OUT && cover->class[i] > 0) entries += list_cells(cover, i, take);
  }
  return entries;
}

void find_cover_planN(find_cover* cover, float reach, float largest, float farthest) {
  float size = reach;
  if (!(size > farthest * 1e-5f)) size = farthest * 1e-5f;
  if (!(size > largest * 1e-9f)) size = largest * 1e-9f; // so that the last level's cells hold any body
  if (!(size > 1e-30f)) size = 1e-30f;
  if (!(size < 1e18f)) size = 1e18f;
  for (uint32_t l = 0; l < COVER_LEVELS; ++l, size *= 4) cover->inverse[l] = 1 / size;
  for (int k = 0; k < DIM; ++k) cover->origin[k] = 0;
  cover->levels = 0;
  cover->limit = COVER_CELLS;
}

uint64_t find_cover_countN(find_cover* cover, uint64_t most) { return list_all(cover, most, NULL); }

void find_cover_fillN(find_cover* cover) {
  cover->levels = 0;
  memset(cover->end, 0, ((size_t)cover->mask + 1) * sizeof *cover->end);
  list_all(cover, UINT64_MAX, count_cell);
  uint32_t place = 0;
  for (uint32_t s = 0; s <= cover->mask; ++s) {
    const uint32_t count = cover->end[s];
    cover->end[s] = place;
    place += count;
  }
  list_all(cover, UINT64_MAX, store_cell);
}

uint32_t find_cover_maskN(uint64_t entries) {
  uint32_t mask = 255;
  while ((uint64_t)mask + 1 < entries && mask < UINT32_MAX) mask = 2 * mask + 1;
  return mask;
}

void find_coverN(find_job* job) {
  find_cover* cover = &job->cover;
  uint32_t larger = 0;
  cover->bounds = &job->bounds;
  cover->class = job->class;
  cover->count = job->count;
  cover->turned = job->limits.turned;
  cover->levels = 0;
  for (uint32_t k = 1; k < job->classes; ++k) {
    cover->reach[k] = job->of_class[k - 1].radius + job->limits.margin;
    larger += job->of_class[k].count;
  }
  if (larger == 0) return;
  find_cover_planN(cover, cover->reach[1], job->of_class[job->classes - 1].radius, job->farthest);
  const uint64_t most = (uint64_t)COVER_ENTRIES * job->count;
  uint64_t entries = find_cover_countN(cover, most);
  while (entries > most && cover->limit > COVER_ENTRIES) {
    cover->limit /= 2;
    entries = find_cover_countN(cover, most);
  }
  cover->mask = find_cover_maskN(entries);
  find_cover_fillN(cover);
}
