// FCL 0.7 (double) as a contender: its default narrowphase solver called on geometry whose types are known, without
// collision objects, requests and results, which would have to be allocated. Contacts are those of that solver too,
// which are what fcl::collide gives with contacts enabled, in one vector for all pairs. That solver has no warm start.
// (FCL's other solver has one. It was measured at 0.8 to 1.4 times the time for distances, cold and warm alike, and at
// 3 to 6 times for overlaps, boxes aside.) Hulls need faces, which Bullet's hull computer finds beforehand.
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include <cmath>
#include <memory>
#include <type_traits>
#include <vector>

#include "fcl_shapes.hh"
#include "rival.h"
#include "scenes3.h"

namespace {

using Vector = fcl::Vector3d;
using Transform = fcl::Transform3d;
using Geometry = fcl::CollisionGeometryd;
using Solver = fcl::detail::GJKSolver_libccd<double>;

struct Fcl {
  const scene3* scene;
  Solver solver;
  std::vector<std::unique_ptr<Geometry>> prototype;
  std::vector<Transform, Eigen::aligned_allocator<Transform>> transform;
};

void Follow(void* pointer) {
  Fcl* self = static_cast<Fcl*>(pointer);
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const float* p = scene->pose[i];
    Transform* transform = &self->transform[i];
    transform->setIdentity();
    transform->linear() = Eigen::Quaterniond(p[6], p[3], p[4], p[5]).normalized().toRotationMatrix();
    transform->translation() = Vector(p[0], p[1], p[2]);
  }
}

void* Open(const setup* how) {
  const auto* scene = static_cast<const scene3*>(how->scene);
  std::unique_ptr<Fcl> self(new Fcl);
  self->scene = scene;
  for (uint32_t i = 0; i < scene->shape_count; i++) {
    self->prototype.emplace_back(NewFclShape(scene->defs[i]));
    if (!self->prototype.back()) return nullptr;
  }
  self->transform.resize(scene->body_count);
  Follow(self.get());
  return self.release();
}

// ---- queries ----

template <typename Shape>
const Shape& As(const Geometry* shape) {
  return *static_cast<const Shape*>(shape);
}

// Calls visit with the shape's own type.
template <typename Visit>
inline void WithType(const Geometry* shape, const Visit& visit) {
  const fcl::NODE_TYPE type = shape->getNodeType();
  if (type == fcl::GEOM_BOX) return visit(As<fcl::Boxd>(shape));
  if (type == fcl::GEOM_SPHERE) return visit(As<fcl::Sphered>(shape));
  if (type == fcl::GEOM_CAPSULE) return visit(As<fcl::Capsuled>(shape));
  if (type == fcl::GEOM_CYLINDER) return visit(As<fcl::Cylinderd>(shape));
  if (type == fcl::GEOM_CONE) return visit(As<fcl::Coned>(shape));
  if (type == fcl::GEOM_ELLIPSOID) return visit(As<fcl::Ellipsoidd>(shape));
  return visit(As<fcl::Convexd>(shape));
}

// Calls visit(shape A, transform A, shape B, transform B, pair) for every pair.
template <typename Visit>
void VisitAll(const Fcl* self, const Visit& visit) {
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    const Transform &at = self->transform[a], &bt = self->transform[b];
    WithType(self->prototype[scene->shape[a]].get(), [&](const auto& shape_a) {
      WithType(self->prototype[scene->shape[b]].get(),
               [&](const auto& shape_b) { visit(shape_a, at, shape_b, bt, i); });
    });
  }
}

inline void PutPoint(float* point, const Vector& v) {
  for (int i = 0; i < 3; i++) point[i] = static_cast<float>(v[i]);
}

void Distance(void* pointer, const answers* to) {
  Fcl* self = static_cast<Fcl*>(pointer);
  VisitAll(self, [=](const auto& a, const Transform& at, const auto& b, const Transform& bt, uint32_t i) {
    double distance;
    Vector on_a, on_b;
    const bool apart = self->solver.shapeDistance(a, at, b, bt, &distance, &on_a, &on_b);
    to->distance[i] = apart && distance > 0 ? static_cast<float>(distance) : 0;
    if (!apart) return;
    PutPoint(to->point_a + 3 * i, on_a);
    PutPoint(to->point_b + 3 * i, on_b);
  });
}

// For two capsules FCL has a closed form for the distance, but none for the overlap.
template <typename A, typename B>
inline bool Overlaps(const Solver& solver, const A& a, const Transform& at, const B& b, const Transform& bt) {
  if constexpr (std::is_same_v<A, fcl::Capsuled> && std::is_same_v<B, fcl::Capsuled>) {
    double distance;
    Vector on_a, on_b;
    return !solver.shapeDistance(a, at, b, bt, &distance, &on_a, &on_b) || distance <= 0;
  } else {
    return solver.shapeIntersect(a, at, b, bt, nullptr);
  }
}

void Overlap(void* pointer, const answers* to) {
  Fcl* self = static_cast<Fcl*>(pointer);
  VisitAll(self, [=](const auto& a, const Transform& at, const auto& b, const Transform& bt, uint32_t i) {
    to->overlapping[i] = Overlaps(self->solver, a, at, b, bt);
  });
}

// ---- contacts ----

using Point = fcl::ContactPointd;

// Contacts come with a depth, and as many as four of two boxes, of which at most as many are kept as a manifold has.
inline void PutManifold(const std::vector<Point>& contacts, lgjk_manifold3* manifold) {
  constexpr size_t kMost = sizeof manifold->points / sizeof manifold->points[0];
  manifold->count = static_cast<uint32_t>(contacts.size() < kMost ? contacts.size() : kMost);
  if (manifold->count == 0) return;
  PutPoint(manifold->normal, contacts[0].normal);
  for (uint32_t k = 0; k < manifold->count; k++) {
    PutPoint(manifold->points[k].position, contacts[k].pos);
    manifold->points[k].separation = static_cast<float>(-contacts[k].penetration_depth);
  }
}

// The deepest contact.
inline void PutDepth(const std::vector<Point>& contacts, uint32_t i, const answers* to) {
  to->distance[i] = INFINITY;
  if (contacts.empty()) return;
  const Point* deepest = &contacts[0];
  for (const Point& point : contacts) {
    if (point.penetration_depth > deepest->penetration_depth) deepest = &point;
  }
  to->distance[i] = static_cast<float>(-deepest->penetration_depth);
  PutPoint(to->normal + 3 * i, deepest->normal);
  PutPoint(to->point_a + 3 * i, deepest->pos);
  PutPoint(to->point_b + 3 * i, deepest->pos);
}

template <bool manifolds>
void FindContacts(void* pointer, const answers* to) {
  const Fcl* self = static_cast<const Fcl*>(pointer);
  std::vector<Point> contacts;
  VisitAll(self, [&](const auto& a, const Transform& at, const auto& b, const Transform& bt, uint32_t i) {
    contacts.clear();
    if (!self->solver.shapeIntersect(a, at, b, bt, &contacts)) contacts.clear();
    PutDepth(contacts, i, to);
    if (manifolds) PutManifold(contacts, manifold3_of(to, i));
  });
}

constexpr implementation Make() {
  implementation c =
      MakeRival({Open, Delete<Fcl>, nullptr, Follow},
                {Distance, Overlap, FindContacts<true>, FindContacts<false>}, FOLLOWS_REPLACEMENT);
  c.misjudges_contacts = 0.005f;
  c.misses_depths = 0.56f;  // of capsules and large hulls, by portal refinement; 0.09 of boxes
  return c;
}

}  // namespace

extern "C" const implementation contender3_fcl = Make();
