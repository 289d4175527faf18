// What a core is, as one number, for tables. The columns of its row answer that, as in shape/cores.h.
#ifndef LGJK_SHAPE_CORE_CLASS_H
#define LGJK_SHAPE_CORE_CLASS_H

#include "shape/cores.h"

// A point or a segment; a box; an ellipsoid (ellipse), a cylinder, a cone; a hull (polygon).
enum { SIMPLE_CLASS, BOX_CLASS, SMOOTH_CLASS, CYLINDER_CLASS, CONE_CLASS, HULL_CLASS, CORE_CLASSES };

static inline uint32_t core_class(uint32_t core) {
#define CURVED_CLASS(rims) ((rims) == 0 ? SMOOTH_CLASS : (rims) == 1 ? CONE_CLASS : CYLINDER_CLASS)
#define CORE_CLASS(name, vertices, fetched, curved, rims, quads, support, value, vertex) \
  [name] = (curved)                             ? CURVED_CLASS(rims)                     \
           : ((BOX_CORES >> (name)) & 1)        ? BOX_CLASS                              \
           : (vertices) == 1 || (vertices) == 2 ? SIMPLE_CLASS                           \
                                                : HULL_CLASS,
  static const uint8_t classes[LGJK_COREN_KINDS] = {LGJK_COREN_TABLE(CORE_CLASS)};
#undef CORE_CLASS
#undef CURVED_CLASS
  return classes[core];
}

#endif
