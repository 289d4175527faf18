// The data of a call that finds pairs. The bodies of both views are numbered in one row, those of A first.
//
// Bodies of one size class find each other in the class's grid, by their positions. A body finds larger ones in the
// cover, which lists these in each cell of a coarser grid from which a smaller body could meet them.
#ifndef LGJK_FIND_JOB_H
#define LGJK_FIND_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/tasks.h"
#include "block/batch.h"
#include "find/tree.h"
#include "lane/dimension.h"

#define FIND_BODIES (1u << 28) // at most: cells and entries of the cover, up to eight for each, are counted by 32 bits
#define FIND_PART 2048u        // bodies of a part of the work
#define FIND_BUCKETS 256u      // parts of all cells into which bodies are sorted first
#define FIND_PADDING 16u       // elements behind the sorted arrays that lanes may read

#define LEFT_OUT 255u    // the class of a body that meets no other

// One view, with its filters.
typedef struct find_view {
  lgjk_side bodies;
  const float* box; // of each shape of its set (shape/box.h)
  const char *category, *mask, *group;
  size_t filter_stride;
  bool only_points; // all cores are points
} find_view;

// The box of a body, if it has one: else half[0] is below 0. Its circle is here once more, so that lanes load both as
// one record of quads (four floats each).
typedef struct find_box {
  float offset[DIM];            // of its centre from that of the circle
  float axis[DIM == 2 ? 2 : 9]; // 2D: (x, y) of the first axis; 3D: the axes, one after the other
  float half[DIM];
  float radius; // rounding radius
  float circle; // radius of the circle
  float centre[DIM];
#if DIM == 2
  float unused[2];
#endif
} find_box;
_Static_assert(sizeof(find_box) == (DIM == 2 ? 12 : 20) * sizeof(float), "whole quads");

enum { BOX_QUADS = DIM == 2 ? 3 : 5 };

// What bodies meet by: the margin, rounded outwards; and of it and the sum of both radii, what a test along an axis
// adds.
typedef struct find_limits {
  float margin, turned;
} find_limits;

// The bounds of some bodies.
typedef struct find_bounds {
  float* centre[DIM]; // of each circle
  float* radius;
  find_box* box; // or NULL if all are points or balls
} find_bounds;

// A size class, and its grid. Cell (x, y, z) has the number (x + y * step[1] + z * step[2]) modulo the number of cells.
// Rows next to each other share no cell.
typedef struct size_class {
  float radius; // the greatest radius of its bodies
  bool boxed;   // whether any of them has a box
  uint32_t count;
  float origin[DIM], inverse[DIM]; // of the cells: place, one over size
  uint32_t step[DIM];
  uint32_t first, mask; // number of its first cell among those of all classes; number of its cells - 1
  uint32_t world[DIM];  // cells along each axis, if each of the world has a number of its own; else 0
} size_class;

// Bodies in the order of their cells.
typedef struct find_grid {
  uint32_t cells;     // of all classes
  uint32_t shift;     // a cell's bucket is its number, shifted so
  uint32_t* end;      // of each cell: the place after its last body; 0 before the first
  float* centre[DIM]; // of each place
  float* radius;
  uint32_t* body;
  uint32_t *category, *barred; // and the bits that its mask has not; NULL if no view has either
  uint32_t* bucket;            // FIND_BUCKETS + 1: the places at which buckets begin
} find_grid;

// How bodies are sorted: bit by bit from the top, each a half of the range along an axis.
typedef struct tree_plan {
  float low[DIM], scale[DIM], most[DIM]; // cell = least of most and (coordinate - low) * scale, and at least 0
  uint32_t bits;
  uint8_t axis[TREE_BITS], shift[TREE_BITS]; // of each bit: of which axis, and which bit of its cell
} tree_plan;

// How a search treats pairs for which there may be no room (find/fit.h).
enum { FIT_OFF, FIT_COUNTS, FIT_KEEPS };

// The types in isa/kernels.h: a job and a sum are of one type there for both dimensions.
typedef void find_circles_fn(void* job, const find_view* view, uint32_t first, uint32_t end, uint32_t before,
                             void* sum);
typedef void find_codes_fn(const void* job, const void* plan, uint32_t before, uint64_t* item, uint32_t count);
typedef void find_numbers_fn(const void* job, uint32_t first, uint32_t end, uint32_t* number);

typedef struct find_job {
  find_view view[2];
  uint32_t count; // bodies of both views
  uint32_t split; // those of A; without a second view count
  bool two_views;
  find_limits limits;
  double tolerance; // of the squared length of a rotation
  const char* motion;
  size_t motion_stride;
  const lgjk_tasks* tasks;
  find_circles_fn* circles; // circles and cells in lanes; NULL: one body after the other
  find_numbers_fn* numbers;

  find_codes_fn* codes;

  find_bounds bounds; // of each body
  uint8_t* class;     // of each body, or LEFT_OUT
  find_tree tree[2];  // of each view, the second perhaps of an index
  bool of_index;
  const char* index; // its memory
  uint64_t index_bytes;
  void* work;     // what sorting works in
  uint64_t* item; // bodies that are sorted, two for each

  uint64_t* pair;     // `capacity` pairs as they are found, the first body above the second
  uint32_t* pair_end; // of each first body
  uint64_t capacity;
  uint32_t fit, fit_most; // FIT_*; the most partners that a body keeps, in sixteenths
  uint32_t* fit_count;    // of each body its partners, as the first of a pair
  atomic_uint_fast64_t pair_total;
  atomic_uint_fast64_t bad;
  atomic_bool any_boxed;

  uint32_t classes; // for the grid of an index of positions
  size_class of_class[1];
  find_grid grid;
} find_job;

// ---------------------------------------------------------------- cells

#define CELL_LIMIT 1073741824.0f // coordinates of cells are within +-2^30, and further ones at the border

// Returns the coordinate of a cell. It does not decrease with `offset`.
static inline int32_t find_cell(float offset, float inverse) {
  float t = offset * inverse;
  t = t < CELL_LIMIT ? t : CELL_LIMIT;
  t = t > -CELL_LIMIT ? t : -CELL_LIMIT;
  const int32_t whole = (int32_t)t;
  return whole - ((float)whole > t);
}

// Returns the place at which the elements of a cell or slot begin. There is a 0 before the first end.
static inline uint32_t find_begin(const uint32_t* end, uint32_t cell) { return end[(ptrdiff_t)cell - 1]; }

#endif
