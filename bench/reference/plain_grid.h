// The pairs of circles or balls by one uniform grid, as plain C without vectors: what a program has that uses no
// library.
#ifndef LGJK_BENCH_PLAIN_GRID_H
#define LGJK_BENCH_PLAIN_GRID_H

#include <stdint.h>

typedef struct plain_item {
  float at[3], radius;
  uint32_t body;
} plain_item;

// Memory of the caller's. `begin` has room for 4 * count + 2.
typedef struct plain_grid {
  plain_item *item, *sorted; // `count` each; item[i] is body i, in 2D with at[2] = 0
  uint32_t *cell, *begin;    // `count` numbers of cells; where cells begin in `sorted`
  uint32_t *a, *b;           // the pairs: those for which there is no room are only counted
  uint64_t capacity;
} plain_grid;

// Writes all pairs a < b that are within `margin`, or 1e-5 of their size more, sorted; returns how many there are.
uint64_t plain_grid_pairs(plain_grid* g, uint32_t count, float margin);

#endif
