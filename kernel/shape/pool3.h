// What the pool of a 3D set holds after the vertices of a hull, for supports that look at fewer bytes.
#ifndef LGJK_SHAPE_POOL3_H
#define LGJK_SHAPE_POOL3_H

#include <stdint.h>
#include <string.h>

// ---------------------------------------------------------------- cells of large hulls

// The vertices of a large hull by cells of directions. A direction meets the cube around the origin in one of
// LGJK_CELLS_FACES times `steps` times `steps` cells. Each cell lists the vertices that can be the farthest along one
// of its directions, in the order of their indices. So a support looks at a few vertices. It finds the first of the
// farthest, as a scan of all by the same projections does.
//
// Before its cell is looked up, a direction is stretched along the axes as the hull is. This spreads the normals of
// slender and flat hulls over more cells.
//
// The pool holds, after the vertices, two words for each cell, then lists of more vertices, of two words each. A cell's
// first word has its first four vertices, a byte each from the low one on. The second word is 0 if there are no more,
// else the number of lists of eight that follow. Above LGJK_CELLS_START it holds their place, in units of two words
// after the first cell. The last vertex is repeated.
#define LGJK_CELLS_FACES 6u
#define LGJK_CELLS_FIRST 4u
#define LGJK_CELLS_MORE 8u
#define LGJK_CELLS_START 8 // bits below the place of the lists

typedef struct lgjk_cells3 {
  float stretch[3]; // factors of a direction; the largest is 1
  float half_steps; // half of the number of steps along each axis of a face
} lgjk_cells3;

// Returns the most words that the cells of `count` vertices take.
uint32_t lgjk_cells3_most(uint32_t count);

// Writes the cells of `count` vertices to words[lgjk_cells3_most(count)]; returns how many words they take.
uint32_t lgjk_cells3_write(const float (*v)[3], uint32_t count, lgjk_cells3* cells, uint32_t* words);

// A direction's face is the number of its largest coordinate, x, y or z, and 3 more if that is negative. Its steps are
// the other two coordinates, in their order, over the largest.

static inline double lgjk_cells3_size(double x) { return x > -x ? x : -x; }

// Returns the step of a coordinate, which is in range for any number.
static inline uint32_t lgjk_cells3_step(double at, double steps) {
  if (!(at < steps - 0.5)) at = steps - 0.5;
  return at > 0.0 ? (uint32_t)at : 0;
}

static inline uint32_t lgjk_cells3_find(const lgjk_cells3* cells, const double d[3]) {
  const double half = (double)cells->half_steps;
  double m[3], largest = 0.0;
  uint32_t axis = 0;
  for (uint32_t k = 0; k < 3; ++k) {
    m[k] = d[k] * (double)cells->stretch[k];
    if (lgjk_cells3_size(m[k]) >= largest) largest = lgjk_cells3_size(m[k]), axis = k;
  }
  const double inverse = half / largest;
  const uint32_t steps = (uint32_t)(half + half), face = axis + (m[axis] < 0.0 ? 3u : 0u);
  const uint32_t u = lgjk_cells3_step(m[axis == 0 ? 1 : 0] * inverse + half, half + half);
  const uint32_t v = lgjk_cells3_step(m[axis == 2 ? 1 : 2] * inverse + half, half + half);
  return (face * steps + u) * steps + v;
}

// Returns the farthest vertex along d, in double. `v`: the vertices; the cells begin `at` floats after v.
static inline uint32_t lgjk_cells3_support(const lgjk_cells3* cells, const float* v, uint32_t at, const double d[3]) {
  uint32_t list[LGJK_CELLS_MORE / 4], entry[2], found = 0; // list: the bytes of words, from the lowest on
  const char* words = (const char*)(v + at);
  memcpy(entry, words + sizeof entry * lgjk_cells3_find(cells, d), sizeof entry);
  memcpy(list, entry, LGJK_CELLS_FIRST);
  const uint32_t lists = entry[1] & ((1u << LGJK_CELLS_START) - 1), start = entry[1] >> LGJK_CELLS_START;
  double most = 0.0;
  for (uint32_t k = 0, count = LGJK_CELLS_FIRST; k <= lists; ++k, count = LGJK_CELLS_MORE) {
    if (k > 0) memcpy(list, words + sizeof entry * (start + k - 1), sizeof list);
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t vertex = list[i / 4] >> 8 * (i % 4) & 0xFF;
      const float* p = v + 3 * vertex;
      const double h = (double)p[0] * d[0] + (double)p[1] * d[1] + (double)p[2] * d[2];
      if ((k == 0 && i == 0) || h > most) most = h, found = vertex;
    }
  }
  return found;
}

// ---------------------------------------------------------------- grids of small hulls

// Vertices of small hulls in 16 bits. They are rounded to the nearest point of a grid of `fineness` steps per unit of
// length; each is at most LGJK_GRID_REACH steps long. Searches in lanes find supports by them. Their results are
// certified by the vertices themselves.
//
// The pool holds, after the vertices, a word for each vertex: x in its low half and y in its high one. Then comes a
// word for each two vertices: their z.
#define LGJK_GRID_VERTICES 16u
#define LGJK_GRID_WORDS (LGJK_GRID_VERTICES + LGJK_GRID_VERTICES / 2)
#define LGJK_GRID_AT (3 * LGJK_GRID_VERTICES) // floats before the grid

// The reach is not 32767, because a coordinate may be rounded away from 0.
#define LGJK_GRID_REACH 32766

// Smaller hulls have the grid of a hull of this size, so that the fineness stays within float's range.
#define LGJK_GRID_SIZE_MIN 1e-30f

// Returns the steps per unit of length for a hull whose greatest distance from the origin is bound.
float lgjk_grid_fineness(float bound);

// Writes the grid of `count` vertices. The entries after them repeat the last.
void lgjk_grid_write(const float (*v)[3], uint32_t count, float fineness, uint32_t grid[LGJK_GRID_WORDS]);

#endif
