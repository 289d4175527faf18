// Kinds of cores. All pairs of a block have the same kind on each side. A kind is a row of its dimension's table,
// LGJK_CORE2_TABLE or LGJK_CORE3_TABLE. The enum, the quads that are loaded, the switches of support, value and
// vertex, and the number of kinds come from it. The kinds below LGJK_CORE<dim>_SHAPES are cores of shapes.
#ifndef LGJK_SHAPE_CORE_H
#define LGJK_SHAPE_CORE_H

#include <stdbool.h>
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

// ---------------------------------------------------------------- 2D

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
enum { LGJK_CORE2_TABLE(LGJK_CORE_NUMBER) LGJK_CORE2_KINDS, LGJK_CORE2_SHAPES = LGJK_CORE2_ROUND };

// The bits of the kinds of cores that may share a block: cores with a ring, since sorting costs more than their
// padding.
#define LGJK_CORE2_ALIKE(name, vertices, fetched, ...) | (fetched##u << name)
#define LGJK_CORES2_ALIKE (0u LGJK_CORE2_TABLE(LGJK_CORE2_ALIKE))

#define LGJK_SUPPORT2_TABLE(X) X(first) X(two) X(hull) X(large) X(box) X(ellipse) X(round)
#define LGJK_VALUE2_TABLE(X) X(hull) X(box) X(support)
#define LGJK_VERTEX2_TABLE(X) X(first) X(two) X(scanned) X(by_sign)
#define LGJK_SUPPORT2_NUMBER(name) LGJK_SUPPORT2_##name,
enum { LGJK_SUPPORT2_TABLE(LGJK_SUPPORT2_NUMBER) };
#define LGJK_VALUE2_NUMBER(name) LGJK_VALUE2_##name,
enum { LGJK_VALUE2_TABLE(LGJK_VALUE2_NUMBER) };
#define LGJK_VERTEX2_NUMBER(name) LGJK_VERTEX2_##name,
enum { LGJK_VERTEX2_TABLE(LGJK_VERTEX2_NUMBER) };

// Returns the row of a core. LGJK_CORE2_KINDS is not a core: its row is all zero.
static inline lgjk_core_row lgjk_core2_row_of(uint32_t core) {
#define LGJK_CORE2_ROW(name, ...) LGJK_CORE_ROW(2, __VA_ARGS__)
  static const lgjk_core_row rows[LGJK_CORE2_KINDS + 1] = {LGJK_CORE2_TABLE(LGJK_CORE2_ROW)};
#undef LGJK_CORE2_ROW
  return rows[core];
}

// Returns the core by which lanes of points and of ellipses are loaded. `points`: there are points alone.
static inline uint32_t lgjk_core2_of_rounds(bool points) { return points ? LGJK_CORE2_POINT : LGJK_CORE2_ROUND; }

// ---------------------------------------------------------------- 3D

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

enum { LGJK_CORE3_TABLE(LGJK_CORE_NUMBER) LGJK_CORE3_KINDS, LGJK_CORE3_SHAPES = LGJK_CORE3_KINDS };

// vertex_pooled masks indices, and vertices are loaded by fours.
#define LGJK_CORE3_CHECK(name, vertices, fetched, ...) \
  _Static_assert(!(fetched) || ((vertices) >= 4 && ((vertices) & ((vertices)-1)) == 0), #name);
LGJK_CORE3_TABLE(LGJK_CORE3_CHECK)

#define LGJK_SUPPORT3_TABLE(X) X(first) X(two) X(small) X(hull) X(large) X(box) X(curved)
#define LGJK_VALUE3_TABLE(X) X(small) X(hull) X(box) X(support)
#define LGJK_VERTEX3_TABLE(X) X(first) X(two) X(pooled) X(counted) X(by_sign)
#define LGJK_SUPPORT3_NUMBER(name) LGJK_SUPPORT3_##name,
enum { LGJK_SUPPORT3_TABLE(LGJK_SUPPORT3_NUMBER) };
#define LGJK_VALUE3_NUMBER(name) LGJK_VALUE3_##name,
enum { LGJK_VALUE3_TABLE(LGJK_VALUE3_NUMBER) };
#define LGJK_VERTEX3_NUMBER(name) LGJK_VERTEX3_##name,
enum { LGJK_VERTEX3_TABLE(LGJK_VERTEX3_NUMBER) };

// Returns true if the pool also holds the vertices in 16 bits (shape/pool3.h).
static inline bool lgjk_core3_has_grid(uint32_t core) { return core == LGJK_CORE3_HULL16; }

// Returns the row of a core. LGJK_CORE3_KINDS is not a core: its row is all zero.
static inline lgjk_core_row lgjk_core3_row_of(uint32_t core) {
#define LGJK_CORE3_ROW(name, ...) LGJK_CORE_ROW(3, __VA_ARGS__)
  static const lgjk_core_row rows[LGJK_CORE3_KINDS + 1] = {LGJK_CORE3_TABLE(LGJK_CORE3_ROW)};
#undef LGJK_CORE3_ROW
  return rows[core];
}

#endif
