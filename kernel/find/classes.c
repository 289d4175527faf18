// Plans the cells of an index of positions; compiled once for each dimension.
#include "find/classes.h"

#include <string.h>

#include "find/bounds.h"

// Returns what all bodies span: find_boundsN has left it by parts.
static find_span span_of(const find_job* job) {
  const find_span* part = job->work;
  const uint32_t parts = job->count / FIND_PART + (job->count % FIND_PART != 0);
  find_span s = find_span_empty();
  for (uint32_t p = 0; p < parts; ++p) find_span_add(&s, &part[p]);
  return s;
}

// ---------------------------------------------------------------- grids

// Rows of cells that a body looks at lie within so many of each other, and have so many cells at most.
#define ROWS_APART 3
#define ROW_CELLS 7u

static uint32_t distance_of(uint32_t number, uint32_t mask) {
  const uint32_t up = number & mask, down = (0 - number) & mask;
  return up < down ? up : down;
}

// Returns whether rows near each other share no cell.
static bool rows_part(const size_class* c) {
  const int deep = DIM == 3 ? ROWS_APART : 0;
  for (int z = -deep; z <= deep; ++z) {
    for (int y = -ROWS_APART; y <= ROWS_APART; ++y) {
      const uint32_t way = (uint32_t)y * c->step[1] + (uint32_t)z * c->step[DIM - 1];
      if ((y != 0 || z != 0) && distance_of(way, c->mask) < ROW_CELLS) return false;
    }
  }
  return true;
}

// Numbers the cells of a class. A world of few cells keeps them all. Else rows begin at multiples of irrational parts
// of the whole, so that no period of the world can fill one cell.
static void number_cells(size_class* c, const find_span* span) {
  double world = 1, cells[DIM];
  for (int k = 0; k < DIM; ++k) {
    cells[k] = (double)(span->high[k] - span->low[k]) * (double)c->inverse[k] + 4;
    if (cells[k] < ROW_CELLS) cells[k] = ROW_CELLS;
    world *= cells[k];
  }
  const bool whole = world <= 2.0 * c->count;
  const double least = whole ? world : c->count;
  for (int k = 0; k < DIM; ++k) c->world[k] = whole ? (uint32_t)cells[k] : 0;
  uint32_t size = 256;
  while (size < least) size *= 2;
  for (;; size *= 2) {
    const double part[3] = {0, 0.6180339887498949, 0.7548776662466927};
    double step = 1;
    c->mask = size - 1;
    c->step[0] = 1;
    for (int k = 1; k < DIM; ++k) {
      if (whole) step *= (double)c->world[k - 1];
      c->step[k] = whole ? (uint32_t)step : (uint32_t)((double)size * part[k]) | 1u;
    }
    if (rows_part(c)) return;
  }
}

static float farthest(const find_span* span) {
  float most = 0;
  for (int k = 0; k < DIM; ++k) most = find_greater(most, find_greater(-span->low[k], span->high[k]));
  return most;
}

// Sets the sizes of cells, and numbers them. A place is rounded to less than a fourth of a cell.
static void size_cells(size_class* c, const find_span* span, const float size[DIM]) {
  const float least = farthest(span) * 5e-7f;
  for (int k = 0; k < DIM; ++k) {
    float used = find_greater(size[k], least);
    if (!(used > 1e-30f)) used = 1e-30f;
    if (!(used < 1e37f)) used = 1e37f;
    c->origin[k] = span->low[k];
    c->inverse[k] = 1 / used;
  }
  number_cells(c, span);
}

bool find_one_classN(find_job* job, float size) {
  const find_span span = span_of(job);
  size_class* c = &job->of_class[0];
  memset(c, 0, sizeof *c);
  job->classes = 1;
  if (span.count == 0) return false;
  double room = 1;
  for (int k = 0; k < DIM; ++k) room *= (double)span.high[k] - (double)span.low[k] + 1e-30;
  const double each = (DIM == 2 ? 2 : 4) * room / span.count; // so that a row of some cells fills a vector
  float even = 1;                                             // within an eighth
  while (even < 1e30f && (double)even * (double)even * (DIM == 2 ? 1 : (double)even) < each) even *= 1.25f;
  while (even > 1e-30f && (double)even * (double)even * (DIM == 2 ? 1 : (double)even) > each) even /= 1.25f;
  const float used = size > 0 ? size : even;
  const float sizes[3] = {used, used, used};
  c->count = span.count;
  size_cells(c, &span, sizes);
  job->grid.cells = c->mask + 1;
  return true;
}
