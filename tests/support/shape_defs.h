// Shape definitions in one line, for tests.
#ifndef LGJK_TESTS_SHAPE_DEFS_H
#define LGJK_TESTS_SHAPE_DEFS_H

#include <string.h>

#include "lanegjk/lanegjk3.h"

static const float unit_square[8] = {0, 0, 1, 0, 1, 1, 0, 1};

static inline lgjk_shape2_def points_def(const float* points, uint32_t count) {
  lgjk_shape2_def def;
  lgjk_shape2_def_init(&def);
  def.points = points;
  def.point_count = count;
  return def;
}

static inline lgjk_shape2_def sized_def(uint32_t kind, float x, float y) {
  lgjk_shape2_def def;
  lgjk_shape2_def_init(&def);
  def.kind = kind;
  def.size[0] = x;
  def.size[1] = y;
  return def;
}

static inline void set_map(lgjk_shape2_def* def, float xx, float xy, float yx, float yy) {
  def->map[0] = xx;
  def->map[1] = xy;
  def->map[2] = yx;
  def->map[3] = yy;
}

// ---------------------------------------------------------------- 3D

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

#endif
