// Classes of cores in 3D: what a block of pairs has in common on each side. A core is a row of this table: the enum, what is loaded,
// the switches of support, height and vertex, and the number of classes come from it.
//
//   vertices  in lanes; hulls are padded to it by repeating the last, which changes no bit of a support found by a strict > scan
//   pooled    the vertices are in the pool
//   curved    no vertex can be restored, and the band is wider
//   pieces    of 16 bytes of `small` that a block loads
//   support, height, vertex   functions: support_<support>, height_<height> of geometry/support3_tmpl.h, vertex_<vertex> of block/warm3.h
#ifndef LGJK_SHAPE_CORE3_H
#define LGJK_SHAPE_CORE3_H

#include <stdint.h>

//    name       vertices pooled curved pieces support height  vertex
#define LGJK_CORE3_TABLE(X)                                                          \
  X(POINT,      1, 0, 0, 1, first,  hull,    first)                         \
  X(SEGMENT,    2, 0, 0, 2, two,    hull,    two)                           \
  X(HULL4,      4, 1, 0, 0, hull,   hull,    pooled) /* 3 or 4: triangles too */ \
  X(HULL8,      8, 1, 0, 0, hull,   hull,    pooled)                        \
  X(HULL16,    16, 1, 0, 0, hull,   hull,    pooled)                        \
  X(HULL32,    32, 1, 0, 0, hull,   hull,    pooled)                        \
  X(LARGE,      0, 0, 0, 0, large,  support, scanned) /* 33..256, in the pool */ \
  X(BOX,        0, 0, 0, 1, box,    box,     by_sign)                       \
  X(ELLIPSOID,  0, 0, 1, 3, curved, support, first)                         \
  X(CYLINDER,   0, 0, 1, 3, curved, support, first)                         \
  X(CONE,       0, 0, 1, 3, curved, support, first)

#define LGJK_CORE3_NUMBER(name, ...) LGJK_CORE3_##name,
enum { LGJK_CORE3_TABLE(LGJK_CORE3_NUMBER) LGJK_CORE3_CLASSES };
#undef LGJK_CORE3_NUMBER

// The functions that rows name: a switch has one case for each.
#define LGJK_SUPPORT3_TABLE(X) X(first) X(two) X(hull) X(large) X(box) X(curved)
#define LGJK_HEIGHT3_TABLE(X) X(hull) X(box) X(support)
#define LGJK_VERTEX3_TABLE(X) X(first) X(two) X(pooled) X(scanned) X(by_sign)

#define LGJK_SUPPORT3_NUMBER(name) LGJK_SUPPORT3_##name,
#define LGJK_HEIGHT3_NUMBER(name) LGJK_HEIGHT3_##name,
#define LGJK_VERTEX3_NUMBER(name) LGJK_VERTEX3_##name,
enum { LGJK_SUPPORT3_TABLE(LGJK_SUPPORT3_NUMBER) LGJK_SUPPORTS3 };
enum { LGJK_HEIGHT3_TABLE(LGJK_HEIGHT3_NUMBER) LGJK_HEIGHTS3 };
enum { LGJK_VERTEX3_TABLE(LGJK_VERTEX3_NUMBER) LGJK_VERTICES3 };
#undef LGJK_SUPPORT3_NUMBER
#undef LGJK_HEIGHT3_NUMBER
#undef LGJK_VERTEX3_NUMBER

typedef struct lgjk_core3_row {
  uint8_t vertices, pooled, curved, pieces, support, height, vertex;
} lgjk_core3_row;

// Of LGJK_CORE3_CLASSES, which is no core, all 0.
static inline lgjk_core3_row lgjk_core3_row_of(uint32_t core) {
#define LGJK_CORE3_ROW(name, vertices, pooled, curved, pieces, support, height, vertex) \
  {vertices, pooled, curved, pieces, LGJK_SUPPORT3_##support, LGJK_HEIGHT3_##height, LGJK_VERTEX3_##vertex},
  static const lgjk_core3_row rows[LGJK_CORE3_CLASSES + 1] = {LGJK_CORE3_TABLE(LGJK_CORE3_ROW)};
#undef LGJK_CORE3_ROW
  return rows[core];
}

#endif
