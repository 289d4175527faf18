#include "plain_grid.h"

#include <math.h>
#include <string.h>

// Chooses cells of the greatest diameter and the margin; larger ones where there would be more than 4 for each body.
static float choose_cells(const plain_grid* g, uint32_t count, float margin, float low[3], uint32_t cells[3]) {
  float high[3] = {-INFINITY, -INFINITY, -INFINITY}, radius = 0;
  for (int k = 0; k < 3; ++k) low[k] = INFINITY;
  for (uint32_t i = 0; i < count; ++i) {
    radius = fmaxf(radius, g->item[i].radius);
    for (int k = 0; k < 3; ++k) low[k] = fminf(low[k], g->item[i].at[k]);
    for (int k = 0; k < 3; ++k) high[k] = fmaxf(high[k], g->item[i].at[k]);
  }
  for (float size = (2 * radius + margin) * 1.0001f + 1e-30f;; size *= 1.25f) {
    double all = 1;
    for (int k = 0; k < 3; ++k) all *= floor((double)((high[k] - low[k]) / size)) + 1;
    for (int k = 0; k < 3 && all <= 4.0 * count; ++k) cells[k] = (uint32_t)((high[k] - low[k]) / size) + 1;
    if (all <= 4.0 * count) return size;
  }
}

static void sort_items(plain_grid* g, uint32_t count, float size, const float low[3], const uint32_t cells[3]) {
  const uint32_t all = cells[0] * cells[1] * cells[2];
  memset(g->begin, 0, (all + 2) * sizeof *g->begin);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t at[3];
    for (int k = 0; k < 3; ++k) at[k] = (uint32_t)((g->item[i].at[k] - low[k]) / size);
    g->cell[i] = at[0] + cells[0] * (at[1] + cells[1] * at[2]);
    g->begin[g->cell[i] + 2]++;
  }
  for (uint32_t c = 2; c < all + 2; ++c) g->begin[c] += g->begin[c - 1];
  for (uint32_t i = 0; i < count; ++i) g->sorted[g->begin[g->cell[i] + 1]++] = g->item[i];
}

// Adds the partners of a body among sorted items to its row, which stays sorted.
static uint64_t add_row(plain_grid* g, const plain_item* one, uint32_t first, uint32_t end, float margin, uint64_t row,
                        uint64_t found) {
  for (const plain_item* o = g->sorted + first; o < g->sorted + end; ++o) {
    const float x = o->at[0] - one->at[0], y = o->at[1] - one->at[1], z = o->at[2] - one->at[2];
    const float reach = (one->radius + o->radius + margin) * 1.00001f;
    if (x * x + y * y + z * z > reach * reach || o->body <= one->body) continue;
    if (found++ >= g->capacity) continue;
    uint64_t to = found - 1;
    for (; to > row && g->b[to - 1] > o->body; --to) g->b[to] = g->b[to - 1];
    g->b[to] = o->body;
    g->a[found - 1] = one->body;
  }
  return found;
}

uint64_t plain_grid_pairs(plain_grid* g, uint32_t count, float margin) {
  float low[3];
  uint32_t cells[3] = {1, 1, 1};
  if (count == 0) return 0;
  const float size = choose_cells(g, count, margin, low, cells);
  sort_items(g, count, size, low, cells);
  uint64_t found = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t row = found;
    const uint32_t x = g->cell[i] % cells[0], y = g->cell[i] / cells[0] % cells[1],
                   z = g->cell[i] / cells[0] / cells[1];
    const uint32_t left = x > 0 ? x - 1 : 0, right = x + 1 < cells[0] ? x + 1 : x;
    for (uint32_t cz = z > 0 ? z - 1 : 0; cz <= z + 1 && cz < cells[2]; ++cz) {
      for (uint32_t cy = y > 0 ? y - 1 : 0; cy <= y + 1 && cy < cells[1]; ++cy) {
        const uint32_t line = cells[0] * (cy + cells[1] * cz);
        found = add_row(g, &g->item[i], g->begin[line + left], g->begin[line + right + 1], margin, row, found);
      }
    }
  }
  return found;
}
