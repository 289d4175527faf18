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

#endif
