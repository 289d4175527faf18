// The memory of a shape set, as the kernels read it: the members that sets of both dimensions share, and the test of
// what a set is; then the records of each dimension.
#ifndef LGJK_SHAPE_SHAPES_H
#define LGJK_SHAPE_SHAPES_H

#include <stddef.h>
#include <string.h>

#include "lanegjk/lanegjk3.h"
#include "shape/pool3.h"
#include "shape/core.h"

// The first word identifies a set, so that sets of the other dimension behind a cast are refused, and destroyed
// ones.
#define LGJK_SET_MAGIC(dim) (0x4C474A00u + (dim))
#define LGJK_SET_DESTROYED 0x4C474AFFu

// Returns NULL if the memory holds a set of the dimension, else what is wrong with it. `shapes`: not NULL.
static inline const char* lgjk_fault_of_set(const void* shapes, uint32_t dim) {
  uint32_t magic;
  memcpy(&magic, shapes, sizeof magic);
  if (magic == LGJK_SET_MAGIC(dim)) return NULL;
  if (magic == LGJK_SET_MAGIC(5 - dim)) return dim == 2 ? "is a set of 3D" : "is a set of 2D";
  return magic == LGJK_SET_DESTROYED ? "was destroyed" : "is no set of shapes, or was destroyed";
}

#define LGJK_FACE_UNIT 16u // bytes; faces are counted in these units

// The members of lgjk_shapes2 and lgjk_shapes3, whose records are lgjk_shape2 and lgjk_shape3.
#define LGJK_SET_MEMBERS(record)                                                                                 \
  uint32_t magic; /* LGJK_SET_MAGIC of the dimension; LGJK_SET_DESTROYED once it is destroyed */                 \
  uint32_t count;                                                                                                \
  uint32_t core_mask;       /* bit c set: some shape has a core of kind c */                                     \
  const record* shape;      /* count + 1, 64-byte aligned; the last, a POINT of bound NaN, is for bad indices */ \
  const float* pool;        /* 64-byte aligned: LGJK_POOL*_HEAD zeros, rows of hulls, LGJK_POOL*_TAIL zeros; */  \
                            /* before it, in 3D, the faces of hulls */                                           \
  const uint8_t* core;      /* count + 1 kinds of cores, for sorting */                                          \
  const float* box;         /* count + 1 boxes of the cores (shape/box.h) */                                     \
  lgjk_allocator allocator; /* copy, for destroy */

// A set of either dimension: its members are copied to one of these.
typedef struct lgjk_shape_set {
  LGJK_SET_MEMBERS(void)
} lgjk_shape_set;

// ---------------------------------------------------------------- 2D

// A shape is a record of 128 bytes, whose first cache line has the header and four vertices. A block of pairs is
// transposed into lanes from 16-byte quads.
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
#define LGJK_POOL2_FIRST LGJK_CORE2_LARGE // from this kind of hulls on, vertices are in the pool
#define LGJK_POOL2_HOLDS "large hulls"
#define LGJK_POOL2_HEAD 0u
#define LGJK_POOL2_TAIL 0u

// ---------------------------------------------------------------- 3D

// One cache line per shape; rows of vertices are in the pool.
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
      uint32_t joined;     // faces in one plane that are joined to one
      uint32_t numbers;    // bytes before the numbers after the loops
      lgjk_cells3 cells;   // LARGE
      float fineness;      // HULL16: steps of the grid that its vertices are rounded to, per unit of length
    };
  };
  uint32_t pool;   // HULL*, LARGE: first float in the pool
  uint32_t padded; // HULL*: 16, 32; LARGE: the count rounded up to a multiple of LGJK_LARGE3_STEP
  uint32_t count;  // vertices before padding; 8 for a box, 0 for an ellipsoid, cylinder, cone
} lgjk_shape3;
// The pool holds the vertices (x, y, z), then the grid of HULL16 or the cells of LARGE (pool3.h). Padding
// repeats the last vertex. Every hull begins at a multiple of 16 floats.

// The offsets of the record's last two quads of 16 bytes, which kernels load; then the members of the last one.
enum { LGJK_CELLS3 = 32, LGJK_TAIL3 = 48 };
enum { LGJK_TAIL3_FINENESS = 0, LGJK_TAIL3_POOL, LGJK_TAIL3_PADDED, LGJK_TAIL3_COUNT };

// A face of a hull. Faces are kept before the pool, so that vertices, which are read far more often, stay close. The
// faces of one hull follow each other. After them come those that stand for several faces, which rounding of a
// polygon's vertices has split; then the loops of all, bytes that are numbers of vertices; then, of 16 bits each, the
// lowest face of each joined one; for each vertex, and once more, where its ring begins; and the rings: the faces
// around a vertex, those that are joined as one, each with the vertex that is next in its loop.
typedef struct lgjk_face3 {
  float normal[3]; // unit, outwards
  uint16_t start;  // first byte in the loops of its hull
  uint16_t count;  // vertices, counter-clockwise as seen from outside
} lgjk_face3;

static inline const lgjk_face3* lgjk_shape3_faces(const lgjk_shape3* shape, const float* pool) {
  return (const lgjk_face3*)(const void*)pool - shape->faces;
}

static inline const uint8_t* lgjk_shape3_loops(const lgjk_shape3* shape, const float* pool) {
  return (const uint8_t*)(lgjk_shape3_faces(shape, pool) + shape->face_count + shape->joined);
}

static inline const uint16_t* lgjk_shape3_numbers(const lgjk_shape3* shape, const float* pool) {
  return (const uint16_t*)(const void*)(lgjk_shape3_loops(shape, pool) + shape->numbers);
}

// The planes of the faces are before the faces, so many together, for lanes: the x of their normals, the y, the z, and
// the offsets along the normals. The last ones have no normal, and an offset of 1.
#define LGJK_PLANES3 16u

static inline uint32_t lgjk_planes3_count(uint32_t faces) { return (faces + LGJK_PLANES3 - 1) & ~(LGJK_PLANES3 - 1); }

static inline const float* lgjk_shape3_planes(const lgjk_shape3* shape, const float* pool) {
  return &lgjk_shape3_faces(shape, pool)->normal[0] - 4 * lgjk_planes3_count(shape->face_count);
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
_Static_assert(4 * sizeof(float) == LGJK_FACE_UNIT, "and so are planes");

#define LGJK_REACH3 1e5                    // greatest coordinate of a core, and greatest radius
#define LGJK_LARGE3_STEP 4u                // so many vertices begin and end at multiples of 16 bytes
#define LGJK_POOL3_FIRST LGJK_CORE3_HULL16 // from this kind of hulls on, vertices are in the pool
#define LGJK_POOL3_HOLDS "hulls"
#define LGJK_POOL3_HEAD 96u // floats: offset 0 is readable as any HULL* row
#define LGJK_POOL3_TAIL 4u  // floats: kernels fetch a vertex as four

#endif
