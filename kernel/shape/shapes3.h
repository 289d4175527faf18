// The memory of a 3D shape set, as the kernels read it: one cache line per shape, then rows of vertices in the pool.
#ifndef LGJK_KERNEL_SHAPES3_H
#define LGJK_KERNEL_SHAPES3_H

#include <stddef.h>

#include "lanegjk/lanegjk3.h"
#include "shape/cells3.h"
#include "shape/core3.h"
#include "shape/set.h"

typedef struct lgjk_shape3 {
  float bound;   // radius of the core about the local origin, rounded up; without rounding radius
  float inner;   // radius of a ball about the local origin inside the core, rounded down; 0 where there is none
  float radius;  // rounding radius
  uint32_t core; // LGJK_CORE3_*
  union {
    float small[9];   // POINT, SEGMENT: {x0, y0, z0, x1, y1, z1, 0...} (a point twice); BOX: half extents; ELLIPSOID,
                      // CYLINDER, CONE: matrix by rows
    struct {          // HULL*, LARGE
      uint32_t faces; // place of the faces: units of lgjk_face3 before the pool
      uint32_t face_count; // 4 or more; 2 for a flat hull, its two sides
      uint32_t none[2];
      lgjk_cells3 cells; // LARGE
      float fineness;    // HULL16: steps of the grid that its vertices are rounded to, per unit of length
    };
  };
  uint32_t pool;   // HULL*, LARGE: first float in the pool
  uint32_t padded; // HULL*: 16, 32; LARGE: the count rounded up to a multiple of LGJK_LARGE3_STEP
  uint32_t count;  // vertices before padding; 8 for a box, 0 for an ellipsoid, cylinder, cone
} lgjk_shape3;
// The pool holds the vertices (x, y, z), then the grid of HULL16 (grid3.h) or the cells of LARGE (cells3.h). Padding
// repeats the last vertex. Every hull begins at a multiple of 16 floats.

// The offsets of the record's last two quads of 16 bytes, which kernels load; then the members of the last one.
enum { LGJK_CELLS3 = 32, LGJK_TAIL3 = 48 };
enum { LGJK_TAIL3_FINENESS = 0, LGJK_TAIL3_POOL, LGJK_TAIL3_PADDED, LGJK_TAIL3_COUNT };

// A face of a hull. Faces are kept before the pool, so that vertices, which are read far more often, stay close. The
// faces of one hull follow each other; after them come their loops, bytes that are numbers of vertices.
typedef struct lgjk_face3 {
  float normal[3]; // unit, outwards
  uint16_t start;  // first byte in the loops of its hull
  uint16_t count;  // vertices, counter-clockwise as seen from outside
} lgjk_face3;

static inline const lgjk_face3* lgjk_shape3_faces(const lgjk_shape3* shape, const float* pool) {
  return (const lgjk_face3*)(const void*)pool - shape->faces;
}

static inline const uint8_t* lgjk_shape3_loops(const lgjk_shape3* shape, const float* pool) {
  return (const uint8_t*)(lgjk_shape3_faces(shape, pool) + shape->face_count);
}

struct lgjk_shapes3 {
  LGJK_SET_MEMBERS(lgjk_shape3)
};

_Static_assert(sizeof(lgjk_shape3) == 64, "one cache line");
_Static_assert(offsetof(lgjk_shape3, cells) == LGJK_CELLS3 && sizeof(lgjk_cells3) == 16, "a quad");
_Static_assert(offsetof(lgjk_shape3, fineness) == LGJK_TAIL3 + 4 * LGJK_TAIL3_FINENESS &&
                   offsetof(lgjk_shape3, pool) == LGJK_TAIL3 + 4 * LGJK_TAIL3_POOL &&
                   offsetof(lgjk_shape3, padded) == LGJK_TAIL3 + 4 * LGJK_TAIL3_PADDED &&
                   offsetof(lgjk_shape3, count) == LGJK_TAIL3 + 4 * LGJK_TAIL3_COUNT,
               "the tail");
_Static_assert(sizeof(lgjk_face3) == LGJK_FACE_UNIT, "faces are counted in units");

#define LGJK_REACH3 1e5                    // greatest coordinate of a core, and greatest radius
#define LGJK_LARGE3_STEP 4u                // so many vertices begin and end at multiples of 16 bytes
#define LGJK_POOL3_FIRST LGJK_CORE3_HULL16 // from this class of hulls on, vertices are in the pool
#define LGJK_POOL3_HOLDS "hulls"
#define LGJK_POOL3_HEAD 96u // floats: offset 0 is readable as any HULL* row
#define LGJK_POOL3_TAIL 4u  // floats: kernels fetch a vertex as four

#endif
