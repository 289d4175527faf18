// Classes of cores: what a block of pairs has in common on each side. A core is a row of the table of its dimension,
// LGJK_CORE2_TABLE or LGJK_CORE3_TABLE: the enum, what is loaded, the switches of support, value and vertex, and the number of
// classes come from it.
#ifndef LGJK_SHAPE_CORE_H
#define LGJK_SHAPE_CORE_H

#include <stdint.h>

// The functions that rows name: support_<support>, value_<value> of geometry/support2_tmpl.h and support3_tmpl.h,
// vertex_<vertex> of block/warm2.h and warm3.h. A switch has one case for each that its dimension has.
enum {
  LGJK_SUPPORT_first, LGJK_SUPPORT_two, LGJK_SUPPORT_four, LGJK_SUPPORT_eight, LGJK_SUPPORT_hull,
  LGJK_SUPPORT_large, LGJK_SUPPORT_box, LGJK_SUPPORT_ellipse, LGJK_SUPPORT_curved
};
enum {
  LGJK_VALUE_first, LGJK_VALUE_two, LGJK_VALUE_four, LGJK_VALUE_eight, LGJK_VALUE_hull, LGJK_VALUE_box, LGJK_VALUE_support
};
enum { LGJK_VERTEX_first, LGJK_VERTEX_two, LGJK_VERTEX_pooled, LGJK_VERTEX_scanned, LGJK_VERTEX_by_sign };

typedef struct lgjk_core_row {
  uint8_t vertices; // in lanes; hulls are padded by repeating vertices, which changes no bit of a support found by a strict > scan
  uint8_t fetched;  // single vertices can be fetched: in 2D from the record, which holds a ring of them, in 3D from the pool
  uint8_t curved;   // no vertex can be restored, and the band is wider
  uint8_t pieces;   // of 16 bytes of the record, after its header, that a block loads
  uint8_t support, value, vertex;
} lgjk_core_row;

// Of a table: the enum, the rows.
#define LGJK_CORE_NUMBER(name, ...) name,
#define LGJK_CORE_ROW(name, vertices, fetched, curved, pieces, support, value, vertex) \
  {vertices, fetched, curved, pieces, LGJK_SUPPORT_##support, LGJK_VALUE_##value, LGJK_VERTEX_##vertex},

#endif
