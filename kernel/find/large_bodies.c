// Fills the cover; compiled once for each dimension.
//
// A body is listed on the finest level whose cells are no smaller than its thinnest extent, and that covers it with no
// more than a limit of cells. So a long wall is a row of small cells. If all bodies together take too many, the limit
// is lowered: cells as large as a body cover it with COVER_ENTRIES. An index that is made once may take more entries,
// so that a query body looks at one level: larger bodies are listed there, too.
#include "find/large_bodies.h"

#include <math.h>
#include <string.h>

#include "find/meet.h"
#include "find/sort.h"

// A cell reaches so much of its size over its borders, for all roundings of places.
#define CELL_SLACK 0.05f

// The part of space from which a smaller body could meet a body: a box, rounded outwards, and what axes span it.
typedef struct cover_region {
  float centre[DIM];
  float axis[DIM][DIM];
  float half[DIM];
  float extent[DIM]; // half of it along the axes of the world
  float blur[DIM];   // how far places there are rounded
} cover_region;

static void find_region(const find_cover* cover, uint32_t i, cover_region* out) {
  const find_bounds* bounds = cover->bounds;
  const float reach = cover->reach[cover->class[i]], radius = bounds->radius[i];
  const find_box* box = bounds->box == NULL || !is_boxed(&bounds->box[i]) ? NULL : &bounds->box[i];
  for (int k = 0; k < DIM; ++k) {
    out->centre[k] = bounds->centre[k][i] + (box != NULL ? box->offset[k] : 0);
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
    out->blur[l] = 5e-7f * find_abs(out->centre[l]);
    out->extent[l] = 0;
    for (int k = 0; k < DIM; ++k) out->extent[l] += out->half[k] * find_abs(out->axis[k][l]);
    out->extent[l] *= 1.001f;
  }
}

// The rows of a level that a region may reach: cells along all axes but the first.
typedef struct cell_rows {
  int32_t low[3], high[3];
} cell_rows;

#define MOST_ROWS 1024u

// Finds the rows of a level; returns how many there are, or more than MOST_ROWS.
static uint32_t find_rows(const find_cover* cover, const cover_region* r, uint32_t level, cell_rows* out) {
  const float slack = CELL_SLACK / cover->inverse[level];
  uint32_t rows = 1;
  out->low[2] = out->high[2] = 0;
  for (int k = 1; k < DIM; ++k) {
    const float at = r->centre[k] - cover->origin[k], extent = r->extent[k] + slack + r->blur[k];
    out->low[k] = find_cell(at - extent, cover->inverse[level]);
    out->high[k] = find_cell(at + extent, cover->inverse[level]);
    const uint32_t side = (uint32_t)(out->high[k] - out->low[k]) + 1;
    if (side > MOST_ROWS) return MOST_ROWS + 1;
    rows *= side;
  }
  return rows;
}

// Finds the first and the last cell of a row that a region reaches. An axis of the region bounds the middles of cells
// to an interval. Returns how many cells there are.
static uint32_t cells_of_row(const find_cover* cover, const cover_region* r, uint32_t level, const int32_t row[3],
                             int32_t* first) {
  const float size = 1 / cover->inverse[level], half = (0.5f + CELL_SLACK) * size;
  float high = r->extent[0] + half + r->blur[0], low = -high, d[DIM];
  bool beyond = false; // a row at the border has no middle
  for (int k = 1; k < DIM; ++k) beyond = beyond || (float)row[k] >= CELL_LIMIT || (float)row[k] <= -CELL_LIMIT;
  for (int k = 1; k < DIM; ++k) d[k] = ((float)row[k] + 0.5f) * size - (r->centre[k] - cover->origin[k]);
  for (int k = 0; k < DIM && !beyond; ++k) {
    const float* axis = r->axis[k];
    float most = r->half[k] + (half + r->blur[0]) * find_abs(axis[0]), off = 0;
    for (int l = 1; l < DIM; ++l) {
      most += (half + r->blur[l]) * find_abs(axis[l]);
      off += d[l] * axis[l];
    }
    const float along = axis[0];
    if (find_abs(along) < 1e-3f) { // the interval would be long, and its ends rounded too much
      if (find_abs(off) > most + 1e-3f * (high > -low ? high : -low)) return 0;
      continue;
    }
    const float one = (-most - off) / along, two = (most - off) / along;
    const float least = one < two ? one : two, greatest = one < two ? two : one;
    low = least > low ? least : low;
    high = greatest < high ? greatest : high;
  }
  if (!(low <= high)) return 0;
  const float at = r->centre[0] - cover->origin[0], slack = CELL_SLACK * size + r->blur[0]; // rounded outwards
  *first = find_cell(at + low - slack, cover->inverse[level]);
  return (uint32_t)(find_cell(at + high + slack, cover->inverse[level]) - *first) + 1;
}

// Takes a cell of a body: its slot and its key.
typedef void take_cell(const find_cover* cover, uint32_t body, uint32_t slot, uint32_t key);

// Takes the cells of a region on a level one after the other; returns how many there are, or more than `most` as soon
// as there are. `take`: NULL to count.
static uint32_t walk_cells(const find_cover* cover, const cover_region* r, uint32_t level, uint32_t i, uint32_t most,
                           take_cell* take) {
  cell_rows rows;
  int32_t cell[3], first;
  uint32_t cells = 0;
  if (find_rows(cover, r, level, &rows) > MOST_ROWS) return most + 1;
  for (cell[2] = rows.low[2]; cell[2] <= rows.high[2]; ++cell[2]) {
    for (cell[1] = rows.low[1]; cell[1] <= rows.high[1]; ++cell[1]) {
      const uint32_t here = cells_of_row(cover, r, level, cell, &first);
      cells += here;
      if (cells > most) return cells;
      for (uint32_t x = 0; x < here && take != NULL; ++x) {
        cell[0] = first + (int32_t)x;
        take(cover, i, cover_slot(cover, cell, level), cover_key(cell, level));
      }
    }
  }
  return cells;
}

// Returns the level of a region: see above. `cells`: how many it reaches there.
static uint32_t level_of(const find_cover* cover, const cover_region* r, uint32_t* cells) {
  float thinnest = r->half[0];
  for (int k = 1; k < DIM; ++k) thinnest = r->half[k] < thinnest ? r->half[k] : thinnest;
  uint32_t level = 0;
  while (level + 1 < COVER_LEVELS && 2 * thinnest * cover->inverse[level] > 1) ++level;
  if (level > cover->common) {
    *cells = walk_cells(cover, r, cover->common, 0, COMMON_CELLS, NULL);
    if (*cells <= COMMON_CELLS) return cover->common;
  }
  for (;; ++level) {
    *cells = walk_cells(cover, r, level, 0, cover->limit, NULL);
    if (*cells <= cover->limit || level + 1 == COVER_LEVELS) return level;
  }
}

// Takes the cells of a body one after the other; returns how many there are. `take`: NULL to count.
static uint32_t list_cells(const find_cover* cover, uint32_t i, take_cell* take, uint32_t* levels) {
  cover_region r;
  uint32_t cells;
  find_region(cover, i, &r);
  const uint32_t level = level_of(cover, &r, &cells);
  *levels |= 1u << level;
  return take == NULL ? cells : walk_cells(cover, &r, level, i, UINT32_MAX, take);
}

uint32_t find_cover_cellsN(const find_cover* cover, uint32_t i, uint32_t* levels) {
  return list_cells(cover, i, NULL, levels);
}

// ---------------------------------------------------------------- all bodies

static void count_cell(const find_cover* cover, uint32_t body, uint32_t slot, uint32_t key) {
  (void)body, (void)key;
  ++cover->end[slot];
}

static void store_cell(const find_cover* cover, uint32_t body, uint32_t slot, uint32_t key) {
  cover->entry[cover->end[slot]++] = (cover_entry){body, key};
}

// The same where other threads may take cells of the slot at the same time.
static void count_shared_cell(const find_cover* cover, uint32_t body, uint32_t slot, uint32_t key) {
  (void)body, (void)key;
  __atomic_fetch_add(&cover->end[slot], 1, __ATOMIC_RELAXED);
}

static void store_shared_cell(const find_cover* cover, uint32_t body, uint32_t slot, uint32_t key) {
  cover->entry[__atomic_fetch_add(&cover->end[slot], 1, __ATOMIC_RELAXED)] = (cover_entry){body, key};
}

#define COVER_PART 256u // bodies

typedef struct cover_walk {
  const find_cover* cover;
  take_cell* take;
  uint64_t most;
  atomic_uint_fast64_t entries;
  atomic_uint_fast32_t levels;
} cover_walk;

static void list_part(void* context, uint32_t first, uint32_t end) {
  cover_walk* w = context;
  const uint8_t* class = w->cover->class;
  uint64_t entries = 0;
  uint32_t levels = 0;
  if (atomic_load_explicit(&w->entries, memory_order_relaxed) > w->most) return;
  for (uint32_t i = first; i < end && entries <= w->most; ++i) {
    if (class[i] != LEFT_OUT && class[i] > 0) entries += list_cells(w->cover, i, w->take, &levels);
  }
  atomic_fetch_add_explicit(&w->entries, entries, memory_order_relaxed);
  atomic_fetch_or_explicit(&w->levels, levels, memory_order_relaxed);
}

// Lists all larger bodies; returns the number of entries, or any number above `most` if there are more.
static uint64_t list_all(find_cover* cover, uint64_t most, take_cell* take) {
  cover_walk w = {.cover = cover, .take = take, .most = most};
  atomic_init(&w.entries, 0);
  atomic_init(&w.levels, 0);
  lgjk_split(cover->tasks, cover->count, COVER_PART, list_part, &w);
  cover->levels = (uint32_t)atomic_load_explicit(&w.levels, memory_order_relaxed);
  return atomic_load_explicit(&w.entries, memory_order_relaxed);
}

#define SLOT_PART 16384u // slots

static inline bool entry_before(cover_entry a, cover_entry b) {
  return a.body < b.body || (a.body == b.body && a.key < b.key);
}
SORT_BY_GAPS(sort_entries, cover_entry, entry_before)

// Sorts the entries of slots: their order is that of threads.
static void sort_slots(void* context, uint32_t first, uint32_t end) {
  const find_cover* cover = context;
  for (uint32_t slot = first; slot < end; ++slot) {
    const uint32_t begin = find_begin(cover->end, slot);
    sort_entries(cover->entry + begin, cover->end[slot] - begin);
  }
}

void find_cover_planN(find_cover* cover, float reach, float largest) {
  float size = reach;
  if (!(size > largest * 1e-9f)) size = largest * 1e-9f; // so that the last level's cells hold any body
  if (!(size > 1e-30f)) size = 1e-30f;
  if (!(size < 1e18f)) size = 1e18f;
  for (uint32_t l = 0; l < COVER_LEVELS; ++l, size *= 4) cover->inverse[l] = 1 / size;
  for (int k = 0; k < DIM; ++k) cover->origin[k] = 0;
  cover->levels = 0;
  cover->limit = COVER_CELLS;
  cover->common = COVER_LEVELS;
}

void find_cover_fillN(find_cover* cover) {
  const bool shared = lgjk_is_split(cover->tasks);
  cover->end[-1] = 0;
  memset(cover->end, 0, ((size_t)cover->mask + 1) * sizeof *cover->end);
  list_all(cover, UINT64_MAX, shared ? count_shared_cell : count_cell);
  uint32_t place = 0;
  for (uint32_t s = 0; s <= cover->mask; ++s) {
    const uint32_t count = cover->end[s];
    cover->end[s] = place;
    place += count;
  }
  list_all(cover, UINT64_MAX, shared ? store_shared_cell : store_cell);
  lgjk_split(cover->tasks, cover->mask + 1, SLOT_PART, sort_slots, cover);
}

void find_cover_slotsN(find_cover* cover, uint64_t entries, const float* extent) {
  const float inverse = cover->inverse[cover->levels != 0 ? __builtin_ctz(cover->levels) : 0];
  double cells[DIM], world = 1;
  for (int k = 0; k < DIM; ++k) {
    cells[k] = extent == NULL || entries == 0 ? HUGE_VAL : (double)extent[k] * (double)inverse + 4;
    world *= cells[k];
  }
  const bool whole = world <= 4.0 * (double)entries + 1024;
  const uint64_t least = whole && world > (double)entries ? (uint64_t)world : entries;
  cover->mask = 255;
  while ((uint64_t)cover->mask + 1 < least && cover->mask < INT32_MAX) cover->mask = 2 * cover->mask + 1;
  cover->step[0] = 1;
  for (int k = 1; k < DIM; ++k) { // else by irrational parts of the whole, as a class's grid
    const double part = k == 1 ? 0.6180339887498949 : 0.7548776662466927;
    cover->step[k] = whole ? cover->step[k - 1] * (uint32_t)cells[k - 1] : (uint32_t)(part * cover->mask) | 1u;
  }
}

void find_coverN(find_job* job) {
  find_cover* cover = &job->cover;
  uint32_t larger = 0;
  cover->bounds = &job->bounds;
  cover->class = job->class;
  cover->count = job->count;
  cover->turned = job->limits.turned;
  cover->tasks = job->tasks;
  cover->levels = 0;
  for (uint32_t k = 1; k < job->classes; ++k) {
    cover->reach[k] = job->of_class[k - 1].radius + job->limits.margin;
    larger += job->of_class[k].count;
  }
  if (larger == 0) return;
  find_cover_planN(cover, cover->reach[1], job->of_class[job->classes - 1].radius);
  const uint64_t most = (uint64_t)COVER_ENTRIES * job->count;
  uint64_t entries = list_all(cover, most, NULL);
  while (entries > most && cover->limit > COVER_ENTRIES) {
    cover->limit /= 2;
    entries = list_all(cover, most, NULL);
  }
  find_cover_slotsN(cover, entries, NULL);
  find_cover_fillN(cover);
}
