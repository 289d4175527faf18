// The shapes of 2D scenes as Chipmunk has them, rounded by `radius`. It has no ellipses: octagons stand for them.
#ifndef LGJK_BENCH_CHIPMUNK_SHAPES_H
#define LGJK_BENCH_CHIPMUNK_SHAPES_H

#include <chipmunk/chipmunk.h>

#include "rival.h"
#include "scenes2.h"

static inline cpShape* new_chipmunk_shape(cpBody* body, const lgjk_shape2_def* def, cpFloat radius) {
  cpVect v[SCENE2_MAX_VERTICES] = {{0.0, 0.0}};
  float octagon[8][2];
  const bool ellipse = def->kind == LGJK_SHAPE2_ELLIPSE;
  const float* points = ellipse ? octagon[0] : def->points;
  const uint32_t count = ellipse ? 8 : def->point_count;
  if (ellipse) octagon_of_ellipse(def, octagon);
  for (uint32_t i = 0; i < count && points; i++) v[i] = cpv((cpFloat)points[2 * i], (cpFloat)points[2 * i + 1]);
  if (def->kind == LGJK_SHAPE2_BOX) {
    return cpBoxShapeNew(body, 2.0 * (cpFloat)def->size[0], 2.0 * (cpFloat)def->size[1], radius);
  }
  if (count == 1) return cpCircleShapeNew(body, radius, v[0]);
  if (count == 2) return cpSegmentShapeNew(body, v[0], v[1], radius);
  return cpPolyShapeNewRaw(body, (int)count, v, radius);
}

#endif
