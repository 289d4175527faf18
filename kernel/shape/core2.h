// Classes of cores in 2D: what a block of pairs has in common on each side. A core is a row of this table: the enum, what is loaded,
// the switches of support, height and vertex, and the number of classes come from it.
//
//   vertices  in lanes; hulls are padded to it by repeating vertices, which changes no bit of a support found by a strict > scan
//   ring      the record holds a ring of vertices, from which single ones can be fetched
//   curved    no vertex can be restored, and the band is wider
//   pieces    of 16 bytes that a block loads
//   support, height, vertex   functions: support_<support>, height_<height> of geometry/support2_tmpl.h, vertex_<vertex> of block/warm2.h
//   alike     may share a class with each other: sorting costs more than their padding
#ifndef LGJK_SHAPE_CORE2_H
#define LGJK_SHAPE_CORE2_H

#include <stdint.h>

//    name      vertices ring curved pieces support   height    vertex  alike
#define LGJK_CORE2_TABLE(X)                                          \
  X(POINT,    1, 0, 0, 1, first,   first,   first,   0)                       \
  X(SEGMENT,  2, 0, 0, 1, two,     two,     two,     0)                       \
  X(POLYGON4, 4, 1, 0, 2, four,    four,    first,   1)                       \
  X(POLYGON8, 8, 1, 0, 4, eight,   eight,   first,   1)                       \
  X(LARGE,    0, 0, 0, 0, large,   support, scanned, 0) /* 9..256, in the pool */ \
  X(BOX,      0, 0, 0, 1, box,     box,     by_sign, 0)                       \
  X(ELLIPSE,  0, 0, 1, 1, ellipse, support, first,   0)

#define LGJK_CORE2_NUMBER(name, ...) LGJK_CORE2_##name,
enum { LGJK_CORE2_TABLE(LGJK_CORE2_NUMBER) LGJK_CORE2_CLASSES };
#undef LGJK_CORE2_NUMBER

// The functions that rows name: a switch has one case for each.
#define LGJK_SUPPORT2_TABLE(X) X(first) X(two) X(four) X(eight) X(large) X(box) X(ellipse)
#define LGJK_HEIGHT2_TABLE(X) X(first) X(two) X(four) X(eight) X(box) X(support)
#define LGJK_VERTEX2_TABLE(X) X(first) X(two) X(scanned) X(by_sign)

#define LGJK_SUPPORT2_NUMBER(name) LGJK_SUPPORT2_##name,
#define LGJK_HEIGHT2_NUMBER(name) LGJK_HEIGHT2_##name,
#define LGJK_VERTEX2_NUMBER(name) LGJK_VERTEX2_##name,
enum { LGJK_SUPPORT2_TABLE(LGJK_SUPPORT2_NUMBER) LGJK_SUPPORTS2 };
enum { LGJK_HEIGHT2_TABLE(LGJK_HEIGHT2_NUMBER) LGJK_HEIGHTS2 };
enum { LGJK_VERTEX2_TABLE(LGJK_VERTEX2_NUMBER) LGJK_VERTICES2 };
#undef LGJK_SUPPORT2_NUMBER
#undef LGJK_HEIGHT2_NUMBER
#undef LGJK_VERTEX2_NUMBER

typedef struct lgjk_core2_row {
  uint8_t vertices, ring, curved, pieces, support, height, vertex;
} lgjk_core2_row;

// Of LGJK_CORE2_CLASSES, which is no core, all 0.
static inline lgjk_core2_row lgjk_core2_row_of(uint32_t core) {
#define LGJK_CORE2_ROW(name, vertices, ring, curved, pieces, support, height, vertex, ...) \
  {vertices, ring, curved, pieces, LGJK_SUPPORT2_##support, LGJK_HEIGHT2_##height, LGJK_VERTEX2_##vertex},
  static const lgjk_core2_row rows[LGJK_CORE2_CLASSES + 1] = {LGJK_CORE2_TABLE(LGJK_CORE2_ROW)};
#undef LGJK_CORE2_ROW
  return rows[core];
}

#endif
