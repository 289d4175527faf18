// The shapes of 2D scenes as Box2D v3 has them.
#ifndef LGJK_BENCH_BOX2D3_SHAPES_H
#define LGJK_BENCH_BOX2D3_SHAPES_H

#include <box2d/collision.h>
#include <string.h>

#include "by_clang.h"
#include "rival.h"
#include "scenes2.h"

// In the order in which Box2D has functions: of two kinds the first comes first.
typedef enum box2d3_kind { KIND_POLYGON, KIND_CAPSULE, KIND_CIRCLE } box2d3_kind;

typedef struct box2d3_shape {
  box2d3_kind kind;
  b2Polygon polygon;
  b2Capsule capsule;
  b2Circle circle;
  b2ShapeProxy proxy;
} box2d3_shape;

static inline void box2d3_set_radius(box2d3_shape* s, float radius) {
  s->polygon.radius = s->capsule.radius = s->circle.radius = s->proxy.radius = radius;
}

static inline void box2d3_set_polygon(box2d3_shape* s, const float* points, uint32_t count) {
  b2Vec2 v[SCENE2_MAX_VERTICES] = {{0.0f, 0.0f}};
  for (uint32_t i = 0; i < count; i++) v[i] = (b2Vec2){points[2 * i], points[2 * i + 1]};
  const b2Hull hull = b2ComputeHull(v, (int)count);
  s->polygon = b2MakePolygon(&hull, 0.0f);
}

static inline box2d3_shape box2d3_make_shape(const lgjk_shape2_def* def) {
  box2d3_shape s;
  memset(&s, 0, sizeof s);
  s.kind = KIND_POLYGON;
  if (def->kind == LGJK_SHAPE2_BOX) {
    s.polygon = b2MakeBox(def->size[0], def->size[1]);
  } else if (def->kind == LGJK_SHAPE2_ELLIPSE) {
    float vertices[8][2];
    octagon_of_ellipse(def, vertices);
    box2d3_set_polygon(&s, vertices[0], 8);
  } else if (def->point_count == 1) {
    s.kind = KIND_CIRCLE;
    s.circle.center = (b2Vec2){def->points[0], def->points[1]};
    s.proxy = b2MakeProxy(&s.circle.center, 1, 0.0f);
  } else if (def->point_count == 2) {
    const b2Vec2 ends[2] = {{def->points[0], def->points[1]}, {def->points[2], def->points[3]}};
    s.kind = KIND_CAPSULE;
    s.capsule.center1 = ends[0];
    s.capsule.center2 = ends[1];
    s.proxy = b2MakeProxy(ends, 2, 0.0f);
  } else {
    box2d3_set_polygon(&s, def->points, def->point_count);
  }
  if (s.kind == KIND_POLYGON) s.proxy = b2MakeProxy(s.polygon.vertices, s.polygon.count, 0.0f);
  box2d3_set_radius(&s, def->radius);
  return s;
}

#endif
