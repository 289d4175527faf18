// coal as a contender: the function of both kinds that its collide and distance end in, closed forms and GJKSolver,
// called on shapes whose types are known, with one solver for all pairs and without results, which would have to be
// allocated. In warm mode GJK begins from the direction and the vertices that the pair ended with. Contacts are one
// point and a depth, up to the margin; its patches, which give more, are not called. It computes in double. Hulls need
// faces, which Bullet's hull computer finds beforehand.
#include <LinearMath/btConvexHullComputer.h>

#include <coal/internal/shape_shape_func.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "rival.h"
#include "scenes3.h"

namespace {

using coal::CoalScalar;
using Hull = coal::Convex<coal::Triangle>;
using Transform = coal::Transform3s;
using Vector = coal::Vec3s;

// Where a pair ended.
struct Guess {
  Vector direction;
  coal::support_func_guess_t vertices;
};

struct Coal {
  const scene3* scene;
  coal::GJKSolver solver;
  std::vector<std::unique_ptr<coal::ShapeBase>> prototype;
  std::vector<Transform, Eigen::aligned_allocator<Transform>> transform;
  std::vector<Guess> guess; // per pair; empty: cold
};

// ---- shapes ----

std::unique_ptr<coal::ShapeBase> NewHull(const lgjk_shape3_def& def) {
  btConvexHullComputer computer;
  computer.compute(def.points, 3 * sizeof(float), static_cast<int>(def.point_count), 0, 0);
  auto points = std::make_shared<std::vector<Vector>>();
  for (int i = 0; i < computer.vertices.size(); i++) {
    const float* p = def.points + 3 * computer.original_vertex_index[i]; // its own copies are rounded
    points->emplace_back(p[0], p[1], p[2]);
  }
  auto triangles = std::make_shared<std::vector<coal::Triangle>>();
  for (int i = 0; i < computer.faces.size(); i++) {
    const btConvexHullComputer::Edge *first = &computer.edges[computer.faces[i]], *edge = first->getNextEdgeOfFace();
    const auto corner = static_cast<size_t>(first->getSourceVertex());
    for (; edge->getTargetVertex() != first->getSourceVertex(); edge = edge->getNextEdgeOfFace()) {
      triangles->emplace_back(corner, static_cast<size_t>(edge->getSourceVertex()),
                              static_cast<size_t>(edge->getTargetVertex()));
    }
  }
  return std::make_unique<Hull>(points, static_cast<unsigned>(points->size()), triangles,
                                static_cast<unsigned>(triangles->size()));
}

std::unique_ptr<coal::ShapeBase> NewShape(const lgjk_shape3_def& def) {
  const double x = double{def.size[0]}, y = double{def.size[1]}, z = double{def.size[2]}, radius = double{def.radius};
  if (def.kind == LGJK_SHAPE3_BOX) return std::make_unique<coal::Box>(2 * x, 2 * y, 2 * z);
  if (def.kind == LGJK_SHAPE3_CYLINDER) return std::make_unique<coal::Cylinder>(x, 2 * y);
  if (def.point_count == 1) return std::make_unique<coal::Sphere>(radius);
  if (def.point_count == 2) return std::make_unique<coal::Capsule>(radius, 2 * std::abs(double{def.points[2]}));
  return NewHull(def);
}

// ---- life ----

void Follow(void* pointer) {
  Coal* self = static_cast<Coal*>(pointer);
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const float* p = scene->pose[i];
    self->transform[i].setRotation(coal::Quatf(p[6], p[3], p[4], p[5]).normalized().toRotationMatrix());
    self->transform[i].setTranslation(Vector(p[0], p[1], p[2]));
  }
  for (size_t i = 0; i < self->guess.size(); i++) {
    if (scene->replaced[i]) self->guess[i] = {Vector(1, 0, 0), coal::support_func_guess_t::Zero()};
  }
}

void Restart(void* pointer) {
  for (Guess& guess : static_cast<Coal*>(pointer)->guess) {
    guess = {Vector(1, 0, 0), coal::support_func_guess_t::Zero()};
  }
}

void* Open(const setup* how) {
  std::unique_ptr<Coal> self(new Coal);
  const auto* scene = self->scene = static_cast<const scene3*>(how->scene);
  for (uint32_t i = 0; i < scene->shape_count; i++) self->prototype.push_back(NewShape(scene->defs[i]));
  self->transform.resize(scene->body_count);
  if (how->warm) self->guess.resize(scene->pair_count);
  if (how->warm) self->solver.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
  Restart(self.get());
  Follow(self.get());
  return self.release();
}

// ---- queries ----

template <typename Shape>
const Shape* As(const coal::ShapeBase* shape) {
  return static_cast<const Shape*>(shape);
}

// Calls visit with the shape's own type.
template <typename Visit>
inline void WithType(const coal::ShapeBase* shape, const Visit& visit) {
  switch (shape->getNodeType()) {
    case coal::GEOM_BOX: return visit(As<coal::Box>(shape));
    case coal::GEOM_SPHERE: return visit(As<coal::Sphere>(shape));
    case coal::GEOM_CAPSULE: return visit(As<coal::Capsule>(shape));
    case coal::GEOM_CYLINDER: return visit(As<coal::Cylinder>(shape));
    default: return visit(As<Hull>(shape));
  }
}

// The signed distance of a pair, of which depths only where they are asked for.
struct Result {
  CoalScalar distance;
  Vector on_a, on_b, normal;
};

template <bool deep>
inline void Solve(Coal* self, uint32_t pair, Result* r) {
  const scene3* scene = self->scene;
  const uint32_t a = scene->a[pair], b = scene->b[pair];
  coal::GJKSolver* solver = &self->solver;
  if (!self->guess.empty()) {
    solver->cached_guess = self->guess[pair].direction;
    solver->support_func_cached_guess = self->guess[pair].vertices;
  }
  WithType(self->prototype[scene->shape[a]].get(), [&](const auto* shape_a) {
    WithType(self->prototype[scene->shape[b]].get(), [&](const auto* shape_b) {
      using A = std::remove_cv_t<std::remove_pointer_t<decltype(shape_a)>>;
      using B = std::remove_cv_t<std::remove_pointer_t<decltype(shape_b)>>;
      r->distance = coal::internal::ShapeShapeDistance<A, B>(shape_a, self->transform[a], shape_b, self->transform[b],
                                                             solver, deep, r->on_a, r->on_b, r->normal);
    });
  });
  if (self->guess.empty()) return;
  self->guess[pair] = {solver->cached_guess, solver->support_func_cached_guess};
}

void PutPoint(float* to, const Vector& v) {
  for (int k = 0; k < 3; k++) to[k] = static_cast<float>(v[k]);
}

void Distance(void* pointer, const answers* to) {
  Coal* self = static_cast<Coal*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    Result r;
    Solve<false>(self, i, &r);
    to->distance[i] = r.distance > 0 ? static_cast<float>(r.distance) : 0;
    if (!(r.distance > 0)) continue;
    PutPoint(to->point_a + 3 * size_t{i}, r.on_a);
    PutPoint(to->point_b + 3 * size_t{i}, r.on_b);
  }
}

// It stops where it knows that the pair is apart.
void Overlap(void* pointer, const answers* to) {
  Coal* self = static_cast<Coal*>(pointer);
  self->solver.distance_upper_bound = 0;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    Result r;
    Solve<false>(self, i, &r);
    to->overlapping[i] = r.distance <= self->solver.gjk_tolerance;
  }
}

template <bool manifolds>
void FindContacts(void* pointer, const answers* to) {
  Coal* self = static_cast<Coal*>(pointer);
  self->solver.distance_upper_bound = CoalScalar{CONTACT_REACH};
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    Result r;
    Solve<true>(self, i, &r);
    to->distance[i] = INFINITY;
    if (r.distance <= CoalScalar{CONTACT_REACH}) {
      float normal[3], on_a[3], on_b[3];
      PutPoint(normal, r.normal);
      PutPoint(on_a, r.on_a);
      PutPoint(on_b, r.on_b);
      put_contact(to, i, 3, static_cast<float>(r.distance), normal, on_a, on_b);
    }
    if (manifolds) put_one_point(to, i, CONTACT_REACH);
  }
}

constexpr implementation Make() {
  implementation c =
      MakeRival({Open, Delete<Coal>, Restart, Follow}, {Distance, Overlap, FindContacts<true>, FindContacts<false>},
                FOLLOWS_REPLACEMENT | HAS_WARM_START | HAS_WARM_CONTACT);
  c.misses_depths = 0.025f; // of balls deep in cylinders
  return c;
}

} // namespace

extern "C" const implementation contender3_coal = Make();

extern "C" const char* coal_version(void) { return COAL_VERSION; }
