// Most of a large hull can never be the farthest point along directions near a given one. A cell of the table spans a
// cone of directions between its four corners, and heights are linear in the direction. So a point that another one
// beats at all four corners is beaten all over the cell. Comparing with the best at the corners and at the middle
// leaves a few points per cell, and never drops one that is needed.
#include <stdlib.h>
#include <string.h>

#include "reference3_pair.h"

#define CELLS (2u * REF3_CELLS * REF3_CELLS)
#define MARGIN 1e-6 // x bound: to be beaten by; above the roundings here and in finding a direction's cell

// The heights of all points at the corners of a cell, and the points that are best at each, and at the middle.
typedef struct cell {
  double height[LGJK_MAX_POINTS][4];
  uint32_t best[5];
} cell;

static double sum4(const double h[4]) { return h[0] + h[1] + h[2] + h[3]; }

// False where no direction falls into the cell: |u| + |v| > 1 everywhere, by more than rounding.
static bool corners_of(uint32_t index, vec3 corner[4]) {
  const double step = 2.0 / (double)REF3_CELLS;
  uint32_t column = index % REF3_CELLS, row = index / REF3_CELLS % REF3_CELLS;
  double u = step * (double)column - 1.0, v = step * (double)row - 1.0;
  for (int k = 0; k < 4; ++k) {
    double x = u + (k & 1 ? step : 0.0), y = v + (k & 2 ? step : 0.0), z = 1.0 - fabs(x) - fabs(y);
    corner[k] = (vec3){x, y, index < CELLS / 2 ? z : -z};
  }
  return fmin(fabs(u), fabs(u + step)) + fmin(fabs(v), fabs(v + step)) < 1.0 + 0.5 * step;
}

static void measure(const ref3_shape* shape, const vec3 corner[4], cell* c) {
  memset(c->best, 0, sizeof c->best);
  for (uint32_t i = 0; i < shape->count; ++i) {
    double* h = c->height[i];
    for (int k = 0; k < 4; ++k) {
      h[k] = dot(corner[k], hull_point(shape, i));
      if (h[k] > c->height[c->best[k]][k]) c->best[k] = i;
    }
    if (sum4(h) > sum4(c->height[c->best[4]])) c->best[4] = i;
  }
}

static bool is_beaten(const cell* c, uint32_t i, double margin) {
  for (int b = 0; b < 5; ++b) {
    const double *best = c->height[c->best[b]], *h = c->height[i];
    bool everywhere = true;
    for (int k = 0; k < 4; ++k) everywhere = everywhere && best[k] > h[k] + margin;
    if (everywhere) return true;
  }
  return false;
}

// Writes the points of a cell, where list is not NULL; returns how many.
static uint32_t list_cell(const ref3_shape* shape, uint32_t index, cell* scratch, uint8_t* list) {
  vec3 corner[4];
  uint32_t count = 0, last = 0;
  if (!corners_of(index, corner)) return 0;
  measure(shape, corner, scratch);
  for (uint32_t i = 0; i < shape->count; ++i) {
    if (is_beaten(scratch, i, MARGIN * (double)shape->bound)) continue;
    if (list) list[count] = (uint8_t)i;
    last = i;
    ++count;
  }
  if (count % 2 == 0) return count;
  if (list) list[count] = (uint8_t)last;
  return count + 1;
}

ref3_table* ref3_table_create(const ref3_shape* shape) {
  cell scratch;
  uint32_t size = 0;
  for (uint32_t i = 0; i < CELLS; ++i) size += list_cell(shape, i, &scratch, NULL);
  ref3_table* table = malloc(sizeof *table + size);
  if (!table) return NULL;
  table->first[0] = 0;
  for (uint32_t i = 0; i < CELLS; ++i) {
    table->first[i + 1] = table->first[i] + list_cell(shape, i, &scratch, table->list + table->first[i]);
  }
  return table;
}
