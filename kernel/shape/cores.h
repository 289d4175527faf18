// What a core is, for formulas that some cores share. The columns of its row answer that, as those of a new core do. A
// question is a bit of a number that is made of the table, and not a look-up in it: it costs a comparison or nothing.
#ifndef LGJK_SHAPE_CORES_H
#define LGJK_SHAPE_CORES_H

#include <stdbool.h>

#include "shape/names.h"

#define SUPPORT_IS(support, name) (NAME_N(LGJK_SUPPORT, _##support) == NAME_N(LGJK_SUPPORT, _##name))
#define VERTEX_IS(vertex, name) (NAME_N(LGJK_VERTEX, _##vertex) == NAME_N(LGJK_VERTEX, _##name))
#define IF_POINT(name, vertices, ...) | ((vertices) == 1) << name
#define IF_SEGMENT(name, vertices, ...) | ((vertices) == 2) << name
#define IF_CURVED(name, vertices, fetched, curved, ...) | (curved) << name
#define IF_ONE_RIM(name, vertices, fetched, curved, rims, ...) | ((rims) == 1) << name
#define IF_TWO_RIMS(name, vertices, fetched, curved, rims, ...) | ((rims) == 2) << name
#define IF_LARGE(name, vertices, fetched, curved, rims, quads, support, ...) | SUPPORT_IS(support, large) << name
#define IF_BOX(name, vertices, fetched, curved, rims, quads, support, value, vertex) \
  | VERTEX_IS(vertex, by_sign) << name

// Sets of cores, as bits. The vertices of a box follow from signs; a large hull is identified by its place in
// the pool alone. A rim is where a base meets the side: a cylinder has two, a cone one and its apex.
enum {
  POINT_CORES = 0 LGJK_COREN_TABLE(IF_POINT),
  SEGMENT_CORES = 0 LGJK_COREN_TABLE(IF_SEGMENT),
  BOX_CORES = 0 LGJK_COREN_TABLE(IF_BOX),
  LARGE_CORES = 0 LGJK_COREN_TABLE(IF_LARGE),
  CURVED_CORES = 0 LGJK_COREN_TABLE(IF_CURVED),
  CONE_CORES = 0 LGJK_COREN_TABLE(IF_ONE_RIM),
  CYLINDER_CORES = 0 LGJK_COREN_TABLE(IF_TWO_RIMS),
};

static inline bool is_core_of(uint32_t cores, uint32_t core) { return cores >> core & 1; }

static inline bool is_point_core(uint32_t core) { return is_core_of(POINT_CORES, core); }
static inline bool is_segment_core(uint32_t core) { return is_core_of(SEGMENT_CORES, core); }
static inline bool is_point_or_segment_core(uint32_t core) { return is_core_of(POINT_CORES | SEGMENT_CORES, core); }
static inline bool is_box_core(uint32_t core) { return is_core_of(BOX_CORES, core); }
static inline bool are_box_cores(uint32_t a, uint32_t b) { return is_box_core(a) && is_box_core(b); }
static inline bool is_large_core(uint32_t core) { return is_core_of(LARGE_CORES, core); }
static inline bool is_curved_core(uint32_t core) { return is_core_of(CURVED_CORES, core); }

// Returns whether all shapes of a set have points as cores. `mask`: bits of their cores.
static inline bool are_point_cores(uint32_t mask) { return mask == POINT_CORES; }

// Returns the number of vertices in lanes, with padding, which repeats them.
static inline uint32_t core_vertices(uint32_t core) { return lgjk_coreN_row_of(core).vertices; }

#if DIM == 2
// Some lanes of a mixed core are points, the others ellipses.
#define IF_MIXED(name, vertices, fetched, curved, rims, quads, support, ...) | SUPPORT_IS(support, round) << name
enum { MIXED_CORES = 0 LGJK_COREN_TABLE(IF_MIXED) };
static inline bool is_mixed_core(uint32_t core) { return is_core_of(MIXED_CORES, core); }
static inline bool may_be_point(uint32_t core) { return is_core_of(POINT_CORES | MIXED_CORES, core); }

// A round core has no edge.
static inline bool is_round_core(uint32_t core) { return is_core_of(POINT_CORES | CURVED_CORES, core); }

// Returns the number of vertices of the ring that the core is in lanes, or 0.
static inline uint32_t ring_count(uint32_t core) { return is_box_core(core) ? 4 : core_vertices(core); }
#else
static inline bool is_cone_core(uint32_t core) { return is_core_of(CONE_CORES, core); }
static inline bool is_cylinder_core(uint32_t core) { return is_core_of(CYLINDER_CORES, core); }

// A smooth core has one normal at each point of its surface: an ellipsoid.
static inline bool is_smooth_core(uint32_t core) {
  return is_core_of(CURVED_CORES & ~(CONE_CORES | CYLINDER_CORES), core);
}
#endif

#endif
