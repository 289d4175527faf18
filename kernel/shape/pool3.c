// Builds the cells of a large hull, and the grid of a small one. In the cells, some other vertex w hides a vertex v
// from a cell's list if it is farther along every direction of the cell, by more than rounding. (w - v) . d is linear,
// so it is enough to look at the four corners. A cube's face is halved again and again, and each half inherits the list
// of the whole.
#include "shape/pool3.h"

#include <stdbool.h>

#include "lanegjk/lanegjk.h"
#include "shape/exact.h"

// The least lead of w for a direction whose largest coordinate is 1, over the largest |x| + |y| + |z| of a stretched
// vertex. A projection in float is a sum of three products, each rounded three times at most: 3 * 2^-24, twice.
#define MARGIN 0x1p-21

// How far outside its cell a direction may be that was found to be in it. A coordinate over the largest is rounded four
// times, and half the steps are added. That is 6 * 2^-24 of the way from the centre of a face to its side.
#define WIDENING 0x1p-20

// The least stretch of an axis. A smaller one would enlarge the margin of a hull that is far from the origin.
#define LEAST_STRETCH (1.0f / 16)

// The least number of cells, and the greatest of lists of more vertices, for each vertex.
#define CELLS_PER_VERTEX 4u
#define LISTS_PER_VERTEX 2u

// If a list has so many vertices or fewer, all are compared with each other.
#define FEW 8u

typedef struct building {
  double q[LGJK_MAX_POINTS][3]; // the vertices over the stretch: their products with stretched directions are heights
  double h[LGJK_MAX_POINTS][4]; // heights of a list's vertices at the corners of a part
  double margin;
  uint32_t steps;
  uint32_t* words;
  uint32_t lists, room; // lists of more vertices: so far, at most
} building;

// A part of a face: steps first[0] to last[0] - 1 by first[1] to last[1] - 1.
typedef struct part {
  uint32_t face, first[2], last[2];
} part;

static uint32_t steps_of(uint32_t count) {
  uint32_t steps = 1;
  while (LGJK_CELLS_FACES * steps * steps < CELLS_PER_VERTEX * count) ++steps;
  return steps;
}

static uint32_t cells_of(uint32_t steps) { return LGJK_CELLS_FACES * steps * steps; }

uint32_t lgjk_cells3_most(uint32_t count) { return 2 * (cells_of(steps_of(count)) + LISTS_PER_VERTEX * count); }

// ---------------------------------------------------------------- which vertices

// Finds the directions of a part's corners, widened.
static void find_corners(const building* b, const part* p, double corner[4][3]) {
  const uint32_t axis = p->face % 3;
  for (uint32_t c = 0; c < 4; ++c) {
    double side[2];
    for (uint32_t k = 0; k < 2; ++k) {
      const bool high = (c >> k & 1u) != 0;
      const double step = (double)(high ? p->last[k] : p->first[k]) * 2.0 / (double)b->steps - 1.0;
      side[k] = high ? step + WIDENING : step - WIDENING;
    }
    corner[c][axis] = p->face < 3 ? 1.0 : -1.0;
    corner[c][axis == 0 ? 1 : 0] = side[0];
    corner[c][axis == 2 ? 1 : 2] = side[1];
  }
}

// Returns true if w is farther than v along all directions of a part.
static bool hides(const double w[4], const double v[4], double margin) {
  return w[0] - v[0] > margin && w[1] - v[1] > margin && w[2] - v[2] > margin && w[3] - v[3] > margin;
}

// Removes the entries of a list that one of the heights in `some` hides. Returns how many are left.
static uint32_t take_hidden(double h[][4], uint8_t* list, uint32_t count, const double some[][4], uint32_t some_count,
                            double margin) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; ++i) {
    bool hidden = false;
    for (uint32_t k = 0; k < some_count && !hidden; ++k) hidden = hides(some[k], h[i], margin);
    if (hidden) continue;
    if (kept < i) memcpy(h[kept], h[i], sizeof h[i]);
    list[kept++] = list[i];
  }
  return kept;
}

// Writes those of `from` that a part needs to `list`, and returns how many. The farthest at the corners, and on the
// average of all corners, hide most of the others.
static uint32_t find_list(building* b, const part* p, const uint8_t* from, uint32_t count, uint8_t* list) {
  double corner[4][3], far[FEW][4], (*h)[4] = b->h;
  uint32_t best[5] = {0};
  double most[5];
  find_corners(b, p, corner);
  for (uint32_t i = 0; i < count; ++i) {
    const double* q = b->q[from[i]];
    for (uint32_t c = 0; c < 4; ++c) h[i][c] = q[0] * corner[c][0] + q[1] * corner[c][1] + q[2] * corner[c][2];
    const double middle = h[i][0] + h[i][1] + h[i][2] + h[i][3];
    for (uint32_t c = 0; c < 5; ++c) {
      const double height = c < 4 ? h[i][c] : middle;
      if (i == 0 || height > most[c]) most[c] = height, best[c] = i;
    }
  }
  memcpy(list, from, count);
  if (count > FEW) {
    for (uint32_t c = 0; c < 5; ++c) memcpy(far[c], h[best[4 - c]], sizeof far[c]);
    count = take_hidden(h, list, count, (const double(*)[4])far, 5, b->margin);
  }
  if (count > FEW) return count;
  memcpy(far, h, count * sizeof h[0]);
  return take_hidden(h, list, count, (const double(*)[4])far, count, b->margin);
}

// ---------------------------------------------------------------- the cells

// Returns four vertices of a list as a word, from entry `at` on.
static uint32_t four_of(const uint8_t* list, uint32_t count, uint32_t at) {
  uint32_t word = 0;
  for (uint32_t i = 0; i < 4; ++i) word |= (uint32_t)list[at + i < count ? at + i : count - 1] << 8 * i;
  return word;
}

// Writes a cell and its lists. Returns false if there is no room.
static bool write_cell(building* b, const part* p, const uint8_t* list, uint32_t count) {
  const uint32_t cell = (p->face * b->steps + p->first[0]) * b->steps + p->first[1];
  const uint32_t more = count > LGJK_CELLS_FIRST ? count - LGJK_CELLS_FIRST : 0;
  const uint32_t lists = (more + LGJK_CELLS_MORE - 1) / LGJK_CELLS_MORE, start = cells_of(b->steps) + b->lists;
  if (b->lists + lists > b->room) return false;
  b->words[2 * cell] = four_of(list, count, 0);
  b->words[2 * cell + 1] = lists == 0 ? 0 : start << LGJK_CELLS_START | lists;
  for (uint32_t i = 0; i < 2 * lists; ++i) {
    b->words[2 * start + i] = four_of(list, count, LGJK_CELLS_FIRST + 4 * i);
  }
  b->lists += lists;
  return true;
}

// Halves a part, the longer side first, until it is a cell.
static bool write_part(building* b, const part* p, const uint8_t* from, uint32_t count) {
  uint8_t list[LGJK_MAX_POINTS];
  count = find_list(b, p, from, count, list);
  const uint32_t side = p->last[1] - p->first[1] > p->last[0] - p->first[0] ? 1 : 0;
  const uint32_t size = p->last[side] - p->first[side];
  if (size == 1) return write_cell(b, p, list, count);
  part low = *p, high = *p;
  low.last[side] = high.first[side] = p->first[side] + size / 2;
  return write_part(b, &low, list, count) && write_part(b, &high, list, count);
}

static bool write_all(building* b, uint32_t count) {
  uint8_t all[LGJK_MAX_POINTS];
  for (uint32_t i = 0; i < count; ++i) all[i] = (uint8_t)i;
  b->lists = 0;
  for (uint32_t face = 0; face < LGJK_CELLS_FACES; ++face) {
    const part whole = {face, {0, 0}, {b->steps, b->steps}};
    if (!write_part(b, &whole, all, count)) return false;
  }
  return true;
}

// ---------------------------------------------------------------- the stretch

static void find_stretch(const float (*v)[3], uint32_t count, float stretch[3]) {
  float extent[3], most = 0.0f;
  for (int k = 0; k < 3; ++k) {
    float low = v[0][k], high = low;
    for (uint32_t i = 1; i < count; ++i) {
      if (v[i][k] < low) low = v[i][k];
      if (v[i][k] > high) high = v[i][k];
    }
    extent[k] = high - low;
    if (extent[k] > most) most = extent[k];
  }
  for (int k = 0; k < 3; ++k) {
    stretch[k] = extent[k] / most;
    if (!(stretch[k] > LEAST_STRETCH)) stretch[k] = LEAST_STRETCH;
  }
}

uint32_t lgjk_cells3_write(const float (*v)[3], uint32_t count, lgjk_cells3* cells, uint32_t* words) {
  building b;
  double most = 0.0;
  find_stretch(v, count, cells->stretch);
  for (uint32_t i = 0; i < count; ++i) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
      b.q[i][k] = (double)v[i][k] / (double)cells->stretch[k];
      sum += lgjk_cells3_size(b.q[i][k]);
    }
    if (sum > most) most = sum;
  }
  b.margin = MARGIN * most;
  b.words = words;
  b.room = LISTS_PER_VERTEX * count;
  // if too many vertices are on the lists, cells become fewer: those of one step always have room
  for (b.steps = steps_of(count); !write_all(&b, count); b.steps /= 2) continue;
  cells->half_steps = 0.5f * (float)b.steps;
  return 2 * (cells_of(b.steps) + b.lists);
}

// ---------------------------------------------------------------- grids

float lgjk_grid_fineness(float bound) {
  return lgjk_round_down(LGJK_GRID_REACH / (double)(bound > LGJK_GRID_SIZE_MIN ? bound : LGJK_GRID_SIZE_MIN));
}

void lgjk_grid_write(const float (*v)[3], uint32_t count, float fineness, uint32_t grid[LGJK_GRID_WORDS]) {
  for (uint32_t i = 0; i < LGJK_GRID_VERTICES; ++i) {
    const float* p = v[i < count ? i : count - 1];
    uint32_t step[3];
    for (int k = 0; k < 3; ++k) {
      const double steps = (double)p[k] * (double)fineness; // half a step is rounded away from 0
      step[k] = (uint32_t)(int32_t)(steps < 0.0 ? steps - 0.5 : steps + 0.5) & 0xFFFFu;
    }
    grid[i] = step[0] | step[1] << 16;
    uint32_t* z = &grid[LGJK_GRID_VERTICES + i / 2];
    *z = i % 2 == 0 ? step[2] : *z | step[2] << 16;
  }
}
