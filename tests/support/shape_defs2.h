// Shape definitions in one line, for tests.
#ifndef LGJK_TESTS_SHAPE_DEFS2_H
#define LGJK_TESTS_SHAPE_DEFS2_H

#include "lanegjk/lanegjk.h"

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

#define POINTS points_def(unit_square, 4)
#define BOX sized_def(LGJK_SHAPE2_BOX, 1, 2)
#define ELLIPSE sized_def(LGJK_SHAPE2_ELLIPSE, 1, 2)

#endif
