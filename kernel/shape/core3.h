// The table of cores in 3D: see shape/core.h.
#ifndef LGJK_SHAPE_CORE3_H
#define LGJK_SHAPE_CORE3_H

#include <stdbool.h>

#include "shape/core.h"

//  name               vertices fetched curved rims quads  support  value    vertex
// clang-format off
#define LGJK_CORE3_TABLE(X)                                                                       \
  X(LGJK_CORE3_POINT,      1, 0, 0, 0, 1, first,  hull,    first)                                 \
  X(LGJK_CORE3_SEGMENT,    2, 0, 0, 0, 2, two,    hull,    two)                                   \
  X(LGJK_CORE3_HULL16,    16, 1, 0, 0, 0, small,  small,   pooled) /* 3..16: triangles too */     \
  X(LGJK_CORE3_HULL32,    32, 1, 0, 0, 0, hull,   hull,    pooled)                                \
  X(LGJK_CORE3_LARGE,      0, 0, 0, 0, 0, large,  support, counted) /* 33..256, by their cells */ \
  X(LGJK_CORE3_BOX,        0, 0, 0, 0, 1, box,    box,     by_sign)                               \
  X(LGJK_CORE3_ELLIPSOID,  0, 0, 1, 0, 3, curved, support, first)                                 \
  X(LGJK_CORE3_CYLINDER,   0, 0, 1, 2, 3, curved, support, first)                                 \
  X(LGJK_CORE3_CONE,       0, 0, 1, 1, 3, curved, support, first)
// clang-format on

enum { LGJK_CORE3_TABLE(LGJK_CORE_NUMBER) LGJK_CORE3_CLASSES, LGJK_CORE3_SHAPES = LGJK_CORE3_CLASSES };

// vertex_pooled masks indices, and vertices are loaded by fours.
#define LGJK_CORE3_CHECK(name, vertices, fetched, ...) \
  _Static_assert(!(fetched) || ((vertices) >= 4 && ((vertices) & ((vertices)-1)) == 0), #name);
LGJK_CORE3_TABLE(LGJK_CORE3_CHECK)

#define LGJK_SUPPORT3_TABLE(X) X(first) X(two) X(small) X(hull) X(large) X(box) X(curved)
#define LGJK_VALUE3_TABLE(X) X(small) X(hull) X(box) X(support)
#define LGJK_VERTEX3_TABLE(X) X(first) X(two) X(pooled) X(counted) X(by_sign)
#define LGJK_SUPPORT3_NUMBER(name) LGJK_SUPPORT3_##name,
#define LGJK_VALUE3_NUMBER(name) LGJK_VALUE3_##name,
#define LGJK_VERTEX3_NUMBER(name) LGJK_VERTEX3_##name,
enum { LGJK_SUPPORT3_TABLE(LGJK_SUPPORT3_NUMBER) };
enum { LGJK_VALUE3_TABLE(LGJK_VALUE3_NUMBER) };
enum { LGJK_VERTEX3_TABLE(LGJK_VERTEX3_NUMBER) };

// Returns true if the pool also holds the vertices in 16 bits (shape/grid3.h).
static inline bool lgjk_core3_has_grid(uint32_t core) { return core == LGJK_CORE3_HULL16; }

// Returns the row of a core. LGJK_CORE3_CLASSES is not a core: its row is all zero.
static inline lgjk_core_row lgjk_core3_row_of(uint32_t core) {
#define LGJK_CORE3_ROW(name, ...) LGJK_CORE_ROW(3, __VA_ARGS__)
  static const lgjk_core_row rows[LGJK_CORE3_CLASSES + 1] = {LGJK_CORE3_TABLE(LGJK_CORE3_ROW)};
#undef LGJK_CORE3_ROW
  return rows[core];
}

#endif
