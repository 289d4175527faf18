// Where close approaches are many: a map over the floor, summed up from smooth bumps around the closest points.
#ifndef LANEGJK_TOOLS_HEAT_H
#define LANEGJK_TOOLS_HEAT_H

#include <stdint.h>

#include "support.h"

typedef struct heat_map {
  double x0, y0; // the lower left corner, metres
  double cell;   // side of a cell, metres
  uint32_t columns;
  uint32_t rows;
  float* value;  // columns x rows, from the lowest row up
  float highest; // of all cells
} heat_map;

heat_map heat_make(double x0, double y0, double width, double height, double cell);
// Adds a bump of the given radius (metres) and height around a point.
void heat_add(heat_map* self, double x, double y, double radius, double height);
// 0..1, with `highest` as 1.
double heat_share(const heat_map* self, uint32_t column, uint32_t row);
void heat_free(heat_map* self);

#endif
