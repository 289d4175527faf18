// The table of cores in 2D: see shape/core.h.
#ifndef LGJK_SHAPE_CORE2_H
#define LGJK_SHAPE_CORE2_H

#include <stdbool.h>

#include "shape/core.h"

//  name              vertices fetched curved rims quads  support  value    vertex
// clang-format off
#define LGJK_CORE2_TABLE(X)                                                                       \
  X(LGJK_CORE2_POINT,    1, 0, 0, 0, 1, first,   hull,    first)                                  \
  X(LGJK_CORE2_SEGMENT,  2, 0, 0, 0, 1, two,     hull,    two)                                    \
  X(LGJK_CORE2_POLYGON4, 4, 1, 0, 0, 2, hull,    hull,    first)                                  \
  X(LGJK_CORE2_POLYGON8, 8, 1, 0, 0, 4, hull,    hull,    first)                                  \
  X(LGJK_CORE2_LARGE,    0, 0, 0, 0, 0, large,   support, scanned) /* 9..256, in the pool */      \
  X(LGJK_CORE2_BOX,      0, 0, 0, 0, 1, box,     box,     by_sign)                                \
  X(LGJK_CORE2_ELLIPSE,  0, 0, 1, 0, 1, ellipse, support, first)                                  \
  X(LGJK_CORE2_ROUND,    0, 0, 1, 0, 1, round,   support, first)  /* lanes of points and ellipses */
// clang-format on

// ROUND is no record's core: pairs of points and ellipses run together (case2/ellipses.h).
enum { LGJK_CORE2_TABLE(LGJK_CORE_NUMBER) LGJK_CORE2_CLASSES, LGJK_CORE2_SHAPES = LGJK_CORE2_ROUND };

#define LGJK_SUPPORT2_TABLE(X) X(first) X(two) X(hull) X(large) X(box) X(ellipse) X(round)
#define LGJK_VALUE2_TABLE(X) X(hull) X(box) X(support)
#define LGJK_VERTEX2_TABLE(X) X(first) X(two) X(scanned) X(by_sign)
#define LGJK_SUPPORT2_NUMBER(name) LGJK_SUPPORT2_##name,
#define LGJK_VALUE2_NUMBER(name) LGJK_VALUE2_##name,
#define LGJK_VERTEX2_NUMBER(name) LGJK_VERTEX2_##name,
enum { LGJK_SUPPORT2_TABLE(LGJK_SUPPORT2_NUMBER) };
enum { LGJK_VALUE2_TABLE(LGJK_VALUE2_NUMBER) };
enum { LGJK_VERTEX2_TABLE(LGJK_VERTEX2_NUMBER) };

// Returns the row of a core. LGJK_CORE2_CLASSES is not a core: its row is all zero.
static inline lgjk_core_row lgjk_core2_row_of(uint32_t core) {
#define LGJK_CORE2_ROW(name, ...) LGJK_CORE_ROW(2, __VA_ARGS__)
  static const lgjk_core_row rows[LGJK_CORE2_CLASSES + 1] = {LGJK_CORE2_TABLE(LGJK_CORE2_ROW)};
#undef LGJK_CORE2_ROW
  return rows[core];
}

// Returns the core by which lanes of points and of ellipses are loaded. `points`: there are points alone.
static inline uint32_t lgjk_core2_of_rounds(bool points) { return points ? LGJK_CORE2_POINT : LGJK_CORE2_ROUND; }

#endif
