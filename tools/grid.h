// Candidate pairs by a uniform grid: all pairs of points no farther apart than a range.
#ifndef LANEGJK_TOOLS_GRID_H
#define LANEGJK_TOOLS_GRID_H

#include <stddef.h>
#include <stdint.h>

typedef struct pair_list {
  uint32_t* a;
  uint32_t* b;
  size_t count;
  size_t capacity_a;
  size_t capacity_b;
} pair_list;

void pair_list_add(pair_list* pairs, uint32_t a, uint32_t b);
void pair_list_free(pair_list* pairs);

// Memory kept from call to call; starts as {0}.
typedef struct grid {
  uint32_t* cell_first; // offsets into member, one more than there are cells
  uint32_t* member;     // points ordered by cell, ascending within a cell
  uint32_t* cell_of;
  uint32_t* near; // partners of one point
  size_t capacity_cells;
  size_t capacity_members;
  size_t capacity_points;
  size_t capacity_near;
} grid;

// Replaces the list with every pair a < b of the `count` points (x, y) at most `range` > 0 apart, sorted by (a, b).
void grid_find_pairs(grid* self, const float* points, uint32_t count, float range, pair_list* pairs);
void grid_free(grid* self);

#endif
