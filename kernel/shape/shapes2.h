// The memory of a 2D shape set, as the kernels read it. A shape is a record of 128 bytes, whose first cache line has
// the header and four vertices. A block of pairs is transposed into lanes from 16-byte quads.
#ifndef LGJK_KERNEL_SHAPES2_H
#define LGJK_KERNEL_SHAPES2_H

#include "shape/core2.h"
#include "shape/set.h"

#define LGJK_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#define LGJK_OCTANT_BYTE2(i) (LGJK_BIG_ENDIAN ? 2 - (i) : (i)) // the byte of octants that is the i-th lowest

typedef struct lgjk_shape2 {
  float bound;      // header: radius of the core about the local origin, rounded up; without rounding radius
  float inner;      // radius of a circle about the local origin inside the core, rounded down; 0 where there is none
  float radius;     // rounding radius
#if LGJK_BIG_ENDIAN // core and octants are read as one word
  uint8_t octants[3], core;
#else
  uint8_t core;       // LGJK_CORE2_*
  uint8_t octants[3]; // POLYGON4, POLYGON8: three bits for each eighth of all directions, from the word's lowest byte
                      // on: the vertex that is the farthest along its middle (LGJK_OCTANT2); all 0 if the ring has
                      // edges too short, or angles too flat, for the search-free case2/edges.h
#endif
  float earlier[2]; // POLYGON4, POLYGON8: the last vertex but one
  float before[2];  // POINT..POLYGON8: the last vertex, so that before, row and after are a ring
  float row[16];    // POINT..POLYGON8: vertices (x, y), then the same again from the first; BOX: {hx, hy}; ELLIPSE:
                    // matrix {xx, xy, yx, yy}
  float after[4];   // the two vertices after row
  uint32_t pool;    // LARGE: first float in the pool: x[padded], y[padded]; padding repeats the last vertex
  uint32_t count;   // vertices; 0 for an ellipse
  uint32_t padded;  // LARGE: count rounded up to a multiple of LGJK_LARGE2_STEP
  float unused[1];  // 0
} lgjk_shape2;

struct lgjk_shapes2 {
  LGJK_SET_MEMBERS(lgjk_shape2)
};

_Static_assert(sizeof(lgjk_shape2) == 128, "two cache lines");

// The eighth of all directions that (x, y) is in. Bit 0 is set where x is negative, bit 1 where y is, bit 2 where |y| >
// |x|.
#define LGJK_OCTANT2(left, below, steep) ((left) | (below) << 1 | (steep) << 2)
#define LGJK_OCTANTS2 8u

#define LGJK_REACH2 1e6                   // greatest coordinate of a core, and greatest radius
#define LGJK_LARGE2_STEP 16u              // vertices that are scanned without a branch
#define LGJK_POOL2_FIRST LGJK_CORE2_LARGE // from this class of hulls on, vertices are in the pool
#define LGJK_POOL2_HOLDS "large hulls"
#define LGJK_POOL2_HEAD 0u
#define LGJK_POOL2_TAIL 0u

#endif
