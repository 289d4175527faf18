// Classes of cores. All pairs of a block have the same class on each side. A class is a row of its dimension's table,
// LGJK_CORE2_TABLE or LGJK_CORE3_TABLE. The enum, the quads that are loaded, the switches of support, value and
// vertex, and the number of classes come from it. The classes below LGJK_CORE<dim>_SHAPES are cores of shapes.
#ifndef LGJK_SHAPE_CORE_H
#define LGJK_SHAPE_CORE_H

#include <stdint.h>

// support_<support> and value_<value> are functions of gjk/core_tmpl.h, support2_tmpl.h or support3_tmpl.h.
// vertex_<vertex> is a function of block/record.h. A switch has one case for each function of LGJK_SUPPORT<dim>_TABLE,
// LGJK_VALUE<dim>_TABLE, LGJK_VERTEX<dim>_TABLE.
typedef struct lgjk_core_row {
  uint8_t vertices; // in lanes; padding repeats vertices, which changes no bit of a support found by a strict > scan
  uint8_t fetched;  // 1 if single vertices can be fetched: in 2D from the record's ring, in 3D from the pool
  uint8_t curved;   // 1 if no vertex can be restored, and the touch band is wider
  uint8_t rims;     // closed edges, each between a base and the curved side; a cone has an apex besides
  uint8_t quads;    // quads of 16 bytes of the record, after its header, that a block loads
  uint8_t support, value, vertex; // numbers of functions
} lgjk_core_row;

// Expand a row of a table of cores to its name for the enum, and to its lgjk_core_row.
#define LGJK_CORE_NUMBER(name, ...) name,
#define LGJK_CORE_ROW(dim, vertices, fetched, curved, rims, quads, support, value, vertex) \
  {vertices,                                                                               \
   fetched,                                                                                \
   curved,                                                                                 \
   rims,                                                                                   \
   quads,                                                                                  \
   LGJK_SUPPORT##dim##_##support,                                                          \
   LGJK_VALUE##dim##_##value,                                                              \
   LGJK_VERTEX##dim##_##vertex},

#endif
