// This file defines a block: LANES pairs of one class, their poses and what a search reads of their shapes in lanes.
#ifndef LGJK_BLOCK_LANES_H
#define LGJK_BLOCK_LANES_H

#include "block/block_pairs.h"
#include "shape/cores.h"

#define CORES LGJK_COREN_CLASSES
#define CORE_HEADER LGJK_COREN_CLASSES // its lanes hold a header and nothing else

// The floats of a packed shape's header, and their number.
enum { HEADER_BOUND, HEADER_INNER, HEADER_RADIUS, HEADER_CORE, HEADER_FLOATS };

enum {
  TURN = OF_DIM(2, 4), // cosine and sine, or a quaternion
  ROW = OF_DIM(16, 96) // most floats of a row
};

typedef struct side_lanes {
  const uint32_t* shape;          // shapes of the block's pairs
  vf pose[DIM + TURN];            // position, and turn as given
  vf header[HEADER_FLOATS + ROW]; // HEADER_*; then the row, whose layout core_lanes has
  vf radius;                      // rounding radius of the body
  uint32_t core;
#if DIM == 3
  uint32_t pool[LANES];  // HULL*, LARGE: where the vertices begin
  uint32_t cells[LANES]; // LARGE: where the cells begin
  bool on_grid;          // the row has the grid of the vertices, in 16 bits (shape/grid3.h), and not the vertices
  vf fineness;           // on_grid: the grid's fineness
  vf count;              // on_grid, LARGE: number of vertices, an integer
#endif
} side_lanes;

typedef struct pair_block {
  const block_pairs* pairs;
  side_lanes a, b;
} pair_block;

#endif
