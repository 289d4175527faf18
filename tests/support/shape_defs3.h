// 3D shape definitions in one line, for tests.
#ifndef LGJK_TESTS_SHAPE_DEFS3_H
#define LGJK_TESTS_SHAPE_DEFS3_H

#include <string.h>

#include "lanegjk/lanegjk3.h"

static const float unit_tetrahedron[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

static inline lgjk_shape3_def points_def3(const float* points, uint32_t count) {
  lgjk_shape3_def def;
  lgjk_shape3_def_init(&def);
  def.points = points;
  def.point_count = count;
  return def;
}

// z of the kinds that have a third size.
static inline lgjk_shape3_def sized_def3(uint32_t kind, float x, float y, float z) {
  lgjk_shape3_def def;
  lgjk_shape3_def_init(&def);
  def.kind = kind;
  def.size[0] = x;
  def.size[1] = y;
  def.size[2] = kind <= LGJK_SHAPE3_ELLIPSOID ? z : 0;
  return def;
}

static inline void set_map3(lgjk_shape3_def* def, const float map[9]) { memcpy(def->map, map, sizeof def->map); }

static inline void set_diagonal3(lgjk_shape3_def* def, float x, float y, float z) {
  const float map[9] = {x, 0, 0, 0, y, 0, 0, 0, z};
  set_map3(def, map);
}

#define POINTS3 points_def3(unit_tetrahedron, 4)
#define BOX3 sized_def3(LGJK_SHAPE3_BOX, 1, 2, 3)
#define ELLIPSOID3 sized_def3(LGJK_SHAPE3_ELLIPSOID, 1, 2, 3)
#define CYLINDER3 sized_def3(LGJK_SHAPE3_CYLINDER, 1, 2, 0)
#define CONE3 sized_def3(LGJK_SHAPE3_CONE, 1, 2, 0)

#endif
