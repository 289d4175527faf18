// The heat map. A bump is (1 - (r/R)^2)^2: smooth, and zero outside R.
#include "heat.h"

#include <stdlib.h>

heat_map heat_make(double x0, double y0, double width, double height, double cell) {
  heat_map self = {.x0 = x0, .y0 = y0, .cell = cell};
  self.columns = (uint32_t)(width / cell) + 1;
  self.rows = (uint32_t)(height / cell) + 1;
  self.value = allocate((size_t)self.columns * self.rows, sizeof(float));
  return self;
}

static uint32_t clamped(double cells, uint32_t count) {
  if (!(cells > 0.0)) return 0;
  return cells < (double)(count - 1) ? (uint32_t)cells : count - 1;
}

void heat_add(heat_map* self, double x, double y, double radius, double height) {
  const double column = (x - self->x0) / self->cell;
  const double row = (y - self->y0) / self->cell;
  const double reach = radius / self->cell;
  const uint32_t last_row = clamped(row + reach, self->rows);
  const uint32_t last_column = clamped(column + reach, self->columns);
  for (uint32_t r = clamped(row - reach, self->rows); r <= last_row; ++r) {
    for (uint32_t c = clamped(column - reach, self->columns); c <= last_column; ++c) {
      const double dx = ((double)c + 0.5 - column) / reach;
      const double dy = ((double)r + 0.5 - row) / reach;
      const double fall = 1.0 - dx * dx - dy * dy;
      if (fall <= 0.0) continue;
      float* value = &self->value[(size_t)r * self->columns + c];
      *value += (float)(height * fall * fall);
      if (*value > self->highest) self->highest = *value;
    }
  }
}

double heat_share(const heat_map* self, uint32_t column, uint32_t row) {
  if (!(self->highest > 0.0f)) return 0.0;
  return (double)(self->value[(size_t)row * self->columns + column] / self->highest);
}

void heat_free(heat_map* self) {
  free(self->value);
  *self = (heat_map){0};
}
