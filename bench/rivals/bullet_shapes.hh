// The shapes of 3D scenes as Bullet has them.
#ifndef LGJK_BENCH_BULLET_SHAPES_HH
#define LGJK_BENCH_BULLET_SHAPES_HH

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>

#include <cmath>

#include "lanegjk/lanegjk3.h"

inline bool IsCentredOnZ(const lgjk_shape3_def& def) {
  const float* p = def.points;
  return def.point_count == 2 && p[0] == 0 && p[1] == 0 && p[3] == 0 && p[4] == 0 && p[2] == -p[5];
}

inline bool IsOrigin(const lgjk_shape3_def& def) {
  return def.point_count == 1 && def.points[0] == 0 && def.points[1] == 0 && def.points[2] == 0;
}

inline btConvexShape* NewHull(const lgjk_shape3_def& def) {
  auto* hull = new btConvexHullShape;
  for (uint32_t i = 0; i < def.point_count; i++) {
    const float* p = def.points + 3 * i;
    hull->addPoint(btVector3(p[0], p[1], p[2]), false);
  }
  hull->recalcLocalAabb();
  return hull;
}

// nullptr where Bullet has no such shape.
inline btConvexShape* NewShape(const lgjk_shape3_def& def) {
  const float* size = def.size;
  switch (def.kind) {
    case LGJK_SHAPE3_BOX:
      return new btBoxShape(btVector3(size[0], size[1], size[2]));
    case LGJK_SHAPE3_CYLINDER:
      return new btCylinderShapeZ(btVector3(size[0], size[0], size[1]));
    case LGJK_SHAPE3_CONE:
      return new btConeShapeZ(size[0], 2 * size[1]);
    case LGJK_SHAPE3_POINTS:
      break;
    default:
      return nullptr;
  }
  if (IsOrigin(def)) return new btSphereShape(def.radius);
  if (IsCentredOnZ(def)) return new btCapsuleShapeZ(def.radius, 2 * std::abs(def.points[2]));
  return NewHull(def);
}

#endif
