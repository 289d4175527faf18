#include "shape/grid3.h"

#include "shape/rounding.h"

float lgjk_grid_fineness(float bound) {
  return lgjk_round_down(LGJK_GRID_REACH / (double)(bound > LGJK_GRID_SIZE_MIN ? bound : LGJK_GRID_SIZE_MIN));
}

// Returns the low 16 bits of a number of steps; half a step is rounded away from 0.
static uint32_t step_of(double steps) {
  const int32_t step = (int32_t)(steps < 0.0 ? steps - 0.5 : steps + 0.5);
  return (uint32_t)step & 0xFFFFu;
}

void lgjk_grid_write(const float (*v)[3], uint32_t count, float fineness, uint32_t grid[LGJK_GRID_WORDS]) {
  for (uint32_t i = 0; i < LGJK_GRID_VERTICES; ++i) {
    const float* p = v[i < count ? i : count - 1];
    uint32_t step[3];
    for (int k = 0; k < 3; ++k) step[k] = step_of((double)p[k] * (double)fineness);
    grid[i] = step[0] | step[1] << 16;
    uint32_t* z = &grid[LGJK_GRID_VERTICES + i / 2];
    *z = i % 2 == 0 ? step[2] : *z | step[2] << 16;
  }
}
