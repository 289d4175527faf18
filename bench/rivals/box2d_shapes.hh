// The shapes of 2D scenes as Box2D 2.4 has them. It has no ellipses: octagons stand for them.
#ifndef LGJK_BENCH_BOX2D_SHAPES_HH
#define LGJK_BENCH_BOX2D_SHAPES_HH

#include <box2d/box2d.h>

#include "rival.h"
#include "scenes2.h"

// One of the three, and which. Box2D keeps pointers into it: it stays where it is.
struct Box2dShape {
  b2CircleShape circle;
  b2EdgeShape edge;
  b2PolygonShape polygon;
  const b2Shape* shape;
};

inline void SetPolygon(Box2dShape* made, const float* points, uint32_t count) {
  b2Vec2 vertices[SCENE2_MAX_VERTICES];
  for (uint32_t i = 0; i < count; i++) vertices[i].Set(points[2 * i], points[2 * i + 1]);
  made->polygon.Set(vertices, static_cast<int32>(count));
  made->shape = &made->polygon;
}

// Polygons and edges get a skin beyond their radius.
inline void SetShape(Box2dShape* made, const lgjk_shape2_def& def, float skin) {
  if (def.kind == LGJK_SHAPE2_BOX) {
    made->polygon.SetAsBox(def.size[0], def.size[1]);
    made->shape = &made->polygon;
  } else if (def.kind == LGJK_SHAPE2_ELLIPSE) {
    float vertices[8][2];
    octagon_of_ellipse(&def, vertices);
    SetPolygon(made, vertices[0], 8);
  } else if (def.point_count == 1) {
    made->circle.m_p.Set(def.points[0], def.points[1]);
    made->shape = &made->circle;
  } else if (def.point_count == 2) {
    made->edge.SetTwoSided({def.points[0], def.points[1]}, {def.points[2], def.points[3]});
    made->shape = &made->edge;
  } else {
    SetPolygon(made, def.points, def.point_count);
  }
  made->circle.m_radius = def.radius;
  made->edge.m_radius = made->polygon.m_radius = def.radius + skin;
}

#endif
