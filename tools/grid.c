// The uniform grid: points are counting-sorted into cells at least as wide as the range, so that the partners of a
// point lie in the 3 x 3 cells around it. Linear in the points and the pairs found.
#include "grid.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

// More cells than this cost more to clear than they save.
#define MAX_CELLS_PER_SIDE 256

// How the cells lie: cell (column, row) covers origin + size * [column, column + 1) and so on.
typedef struct layout {
  float x0, y0;
  float cell;
  uint32_t columns;
  uint32_t rows;
} layout;

void pair_list_add(pair_list* pairs, uint32_t a, uint32_t b) {
  pairs->a = grow(pairs->a, &pairs->capacity_a, pairs->count + 1, sizeof *pairs->a);
  pairs->b = grow(pairs->b, &pairs->capacity_b, pairs->count + 1, sizeof *pairs->b);
  pairs->a[pairs->count] = a;
  pairs->b[pairs->count++] = b;
}

void pair_list_free(pair_list* pairs) {
  free(pairs->a);
  free(pairs->b);
  *pairs = (pair_list){0};
}

static layout lay_out(const float* points, uint32_t count, float range) {
  float x0 = points[0], x1 = points[0], y0 = points[1], y1 = points[1];
  for (uint32_t i = 1; i < count; ++i) {
    const float x = points[2 * i];
    const float y = points[2 * i + 1];
    x0 = x < x0 ? x : x0;
    x1 = x > x1 ? x : x1;
    y0 = y < y0 ? y : y0;
    y1 = y > y1 ? y : y1;
  }
  const float side = x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0;
  const float widest = side / (MAX_CELLS_PER_SIDE - 1);
  const float narrowest = range * 1.0001f; // so that rounding puts no partner two cells away
  layout cells = {.x0 = x0, .y0 = y0, .cell = widest > narrowest ? widest : narrowest};
  cells.columns = (uint32_t)((x1 - x0) / cells.cell) + 1;
  cells.rows = (uint32_t)((y1 - y0) / cells.cell) + 1;
  return cells;
}

static void sort_into_cells(grid* self, const layout* cells, const float* points, uint32_t count) {
  const size_t cell_count = (size_t)cells->columns * cells->rows;
  self->cell_first = grow(self->cell_first, &self->capacity_cells, cell_count + 2, sizeof(uint32_t));
  self->member = grow(self->member, &self->capacity_members, count, sizeof(uint32_t));
  self->cell_of = grow(self->cell_of, &self->capacity_points, count, sizeof(uint32_t));
  memset(self->cell_first, 0, (cell_count + 2) * sizeof(uint32_t));
  // counts go two places up, so that filling the cells leaves each offset where its cell begins
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t column = (uint32_t)((points[2 * i] - cells->x0) / cells->cell);
    const uint32_t row = (uint32_t)((points[2 * i + 1] - cells->y0) / cells->cell);
    self->cell_of[i] = row * cells->columns + column;
    ++self->cell_first[self->cell_of[i] + 2];
  }
  for (size_t c = 2; c < cell_count + 2; ++c) self->cell_first[c] += self->cell_first[c - 1];
  for (uint32_t i = 0; i < count; ++i) self->member[self->cell_first[self->cell_of[i] + 1]++] = i;
}

static int compare_indices(const void* left, const void* right) {
  const uint32_t a = *(const uint32_t*)left;
  const uint32_t b = *(const uint32_t*)right;
  return (a > b) - (a < b);
}

// Collects the partners b > a of one point within the three cells of a row around its column; returns their number.
static size_t search_row(grid* self, const float* points, uint32_t a, size_t first_cell, size_t last_cell, float range,
                         size_t found) {
  const uint32_t end = self->cell_first[last_cell + 1];
  for (uint32_t k = self->cell_first[first_cell]; k < end; ++k) {
    const uint32_t b = self->member[k];
    if (b <= a) continue;
    const float dx = points[2 * b] - points[2 * a];
    const float dy = points[2 * b + 1] - points[2 * a + 1];
    if (dx * dx + dy * dy > range * range) continue;
    self->near = grow(self->near, &self->capacity_near, found + 1, sizeof(uint32_t));
    self->near[found++] = b;
  }
  return found;
}

void grid_find_pairs(grid* self, const float* points, uint32_t count, float range, pair_list* pairs) {
  pairs->count = 0;
  if (count < 2) return;
  const layout cells = lay_out(points, count, range);
  sort_into_cells(self, &cells, points, count);
  for (uint32_t a = 0; a < count; ++a) {
    const uint32_t column = self->cell_of[a] % cells.columns;
    const uint32_t row = self->cell_of[a] / cells.columns;
    const uint32_t left = column > 0 ? column - 1 : 0;
    const uint32_t right = column + 1 < cells.columns ? column + 1 : column;
    const uint32_t top = row + 1 < cells.rows ? row + 1 : row;
    size_t found = 0;
    for (uint32_t r = row > 0 ? row - 1 : 0; r <= top; ++r) {
      const size_t base = (size_t)r * cells.columns;
      found = search_row(self, points, a, base + left, base + right, range, found);
    }
    if (found > 1) qsort(self->near, found, sizeof *self->near, compare_indices);
    for (size_t i = 0; i < found; ++i) pair_list_add(pairs, a, self->near[i]);
  }
}

void grid_free(grid* self) {
  free(self->cell_first);
  free(self->member);
  free(self->cell_of);
  free(self->near);
  *self = (grid){0};
}
