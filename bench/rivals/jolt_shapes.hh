// The shapes of 3D scenes as Jolt has them.
#ifndef LGJK_BENCH_JOLT_SHAPES_HH
#define LGJK_BENCH_JOLT_SHAPES_HH

#include <Jolt/Jolt.h>

#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>

#include <cstdio>
#include <cstdlib>

#include "lanegjk/lanegjk3.h"

inline JPH::RefConst<JPH::ConvexShape> MakeJoltShape(const lgjk_shape3_def& def, float rounding) {
  using JPH::Vec3;
  if (def.kind == LGJK_SHAPE3_BOX) return new JPH::BoxShape(Vec3(def.size[0], def.size[1], def.size[2]), rounding);
  if (def.kind == LGJK_SHAPE3_CYLINDER) return new JPH::CylinderShape(def.size[1], def.size[0], rounding);
  if (def.point_count == 1) return new JPH::SphereShape(def.radius);
  if (def.point_count == 2) return new JPH::CapsuleShape(def.points[5], def.radius);
  JPH::Array<Vec3> points;
  for (uint32_t i = 0; i < def.point_count; i++) {
    points.push_back(Vec3(def.points[3 * i], def.points[3 * i + 1], def.points[3 * i + 2]));
  }
  JPH::ConvexHullShapeSettings settings(points, rounding);
  JPH::Shape::ShapeResult result = settings.Create();
  if (result.HasError()) {
    std::fprintf(stderr, "lgjk_bench: Jolt makes no hull: %s\n", result.GetError().c_str());
    std::exit(1);
  }
  return static_cast<const JPH::ConvexShape*>(result.Get().GetPtr());
}

// From its own axes to those of the scene's shape: its capsules and cylinders are along y.
inline JPH::Quat JoltTurn(const lgjk_shape3_def& def) {
  const bool along_z = def.kind == LGJK_SHAPE3_CYLINDER || def.point_count == 2;
  return along_z ? JPH::Quat::sRotation(JPH::Vec3::sAxisX(), 0.5f * JPH::JPH_PI) : JPH::Quat::sIdentity();
}

#endif
