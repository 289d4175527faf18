// The shapes of 3D scenes as FCL has them. Hulls need faces, which Bullet's hull computer finds beforehand.
#ifndef LGJK_BENCH_FCL_SHAPES_HH
#define LGJK_BENCH_FCL_SHAPES_HH

#include <LinearMath/btConvexHullComputer.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>

#include <cmath>
#include <memory>
#include <vector>

#include "lanegjk/lanegjk3.h"

inline fcl::CollisionGeometryd* NewFclHull(const lgjk_shape3_def& def) {
  btConvexHullComputer computer;
  computer.compute(def.points, 3 * sizeof(float), static_cast<int>(def.point_count), 0, 0);
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (int i = 0; i < computer.vertices.size(); i++) {
    const float* p = def.points + 3 * computer.original_vertex_index[i];  // its own copies are rounded
    vertices->emplace_back(double{p[0]}, double{p[1]}, double{p[2]});
  }
  auto faces = std::make_shared<std::vector<int>>();
  for (int i = 0; i < computer.faces.size(); i++) {
    const btConvexHullComputer::Edge *first = &computer.edges[computer.faces[i]], *edge = first;
    const size_t count = faces->size();
    faces->push_back(0);
    do {
      faces->push_back(edge->getSourceVertex());
      (*faces)[count]++;
      edge = edge->getNextEdgeOfFace();
    } while (edge != first);
  }
  return new fcl::Convexd(vertices, computer.faces.size(), faces);
}

// nullptr where FCL has no such shape.
inline fcl::CollisionGeometryd* NewFclShape(const lgjk_shape3_def& def) {
  const double x = double{def.size[0]}, y = double{def.size[1]}, z = double{def.size[2]}, radius = double{def.radius};
  const float* p = def.points;
  if (def.kind == LGJK_SHAPE3_POINTS && def.point_count == 1 && p[0] == 0 && p[1] == 0 && p[2] == 0) {
    return new fcl::Sphered(radius);
  }
  if (def.kind == LGJK_SHAPE3_POINTS && def.point_count == 2 && p[0] == 0 && p[1] == 0 && p[3] == 0 && p[4] == 0 &&
      p[2] == -p[5]) {
    return new fcl::Capsuled(radius, 2 * std::abs(double{p[2]}));
  }
  if (radius > 0) return nullptr;
  switch (def.kind) {
    case LGJK_SHAPE3_BOX:
      return new fcl::Boxd(2 * x, 2 * y, 2 * z);
    case LGJK_SHAPE3_ELLIPSOID:
      return new fcl::Ellipsoidd(x, y, z);
    case LGJK_SHAPE3_CYLINDER:
      return new fcl::Cylinderd(x, 2 * y);
    case LGJK_SHAPE3_CONE:
      return new fcl::Coned(x, 2 * y);
    default:
      return def.point_count > 3 ? NewFclHull(def) : nullptr;
  }
}

#endif
