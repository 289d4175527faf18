// Jolt as a contender, used as its manual says and with nothing a user would not pay for:
//   distance  GJKClosestPoint::GetClosestPoints of the shapes' support functions, begun along the axis that the pair
//             ended with in warm mode, and along the line between the bodies in cold
//   overlap   GJKClosestPoint::Intersects of shapes without a radius, else the same up to the sum of the radii
//   contact   CollisionDispatch::sCollideShapeVsShape with faces, then ManifoldBetweenTwoFaces and PruneContactPoints,
//             as its worlds call them: they keep no state for moving pairs. Depth is the same without faces
// Contacts are of shapes with its default convex radius, as its users make them, which rounds edges and corners off:
// depths there are missed. Its capsules and cylinders are along y, its hulls about their centre of mass: poses are
// brought there outside of the time.
#include "jolt_shapes.hh"

#include <Jolt/Core/Factory.h>
#include <Jolt/Geometry/ConvexSupport.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/RegisterTypes.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "rival.h"
#include "scenes3.h"

namespace {

using JPH::Mat44;
using JPH::Quat;
using JPH::Vec3;

using Support = JPH::ConvexShape::Support;

// Of a scene's shapes one is exact, for distances, the other as users make it.
struct Prototype {
  JPH::RefConst<JPH::ConvexShape> exact, usual;
  Quat turn = Quat::sIdentity();  // from its own axes to those of the scene's shape
};

struct Body {
  Mat44 transform[2];  // of the exact shape's centre of mass and of the usual one's
  const Prototype* shape;
};

struct Jolt {
  const scene3* scene;
  std::vector<Prototype> prototype;
  std::vector<Body> body;
  std::vector<Vec3> axis;  // per pair; empty: cold
  JPH::PhysicsSettings settings;
};

// ---- shapes ----

Prototype MakePrototype(const lgjk_shape3_def& def) {
  Prototype p;
  p.exact = MakeJoltShape(def, 0.0f);
  p.usual = MakeJoltShape(def, JPH::cDefaultConvexRadius);
  p.turn = JoltTurn(def);
  return p;
}

// ---- life ----

void Follow(void* pointer) {
  Jolt* self = static_cast<Jolt*>(pointer);
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const float* p = scene->pose[i];
    Body* body = &self->body[i];
    body->shape = &self->prototype[scene->shape[i]];
    const Quat rotation = (Quat(p[3], p[4], p[5], p[6]) * body->shape->turn).Normalized();
    const Mat44 transform = Mat44::sRotationTranslation(rotation, Vec3(p[0], p[1], p[2]));
    body->transform[0] = transform.PreTranslated(body->shape->exact->GetCenterOfMass());
    body->transform[1] = transform.PreTranslated(body->shape->usual->GetCenterOfMass());
  }
  for (size_t i = 0; i < self->axis.size(); i++) {
    if (scene->replaced[i]) self->axis[i] = Vec3::sZero();
  }
}

void Restart(void* pointer) {
  for (Vec3& axis : static_cast<Jolt*>(pointer)->axis) axis = Vec3::sZero();
}

void* Open(const setup* how) {
  jolt_begin();
  std::unique_ptr<Jolt> self(new Jolt);
  const scene3* scene = self->scene = static_cast<const scene3*>(how->scene);
  for (uint32_t i = 0; i < scene->shape_count; i++) self->prototype.push_back(MakePrototype(scene->defs[i]));
  self->body.resize(scene->body_count);
  if (how->warm) self->axis.resize(scene->pair_count, Vec3::sZero());
  Follow(self.get());
  return self.release();
}

// ---- distance and overlap ----

void Put(float* to, Vec3 v) {
  to[0] = v.GetX();
  to[1] = v.GetY();
  to[2] = v.GetZ();
}

// The pair in A's frame, as GJK requires it.
struct Posed {
  JPH::ConvexShape::SupportBuffer buffer_a, buffer_b;
  const Support *a, *b;
  Mat44 between;
  float radius;
  Vec3 axis;

  Posed(const Jolt* self, uint32_t pair) {
    const Body &on_a = self->body[self->scene->a[pair]], &on_b = self->body[self->scene->b[pair]];
    const JPH::ConvexShape::ESupportMode mode = JPH::ConvexShape::ESupportMode::Default;
    a = on_a.shape->exact->GetSupportFunction(mode, buffer_a, Vec3::sOne());
    b = on_b.shape->exact->GetSupportFunction(mode, buffer_b, Vec3::sOne());
    between = on_a.transform[0].InversedRotationTranslation() * on_b.transform[0];
    radius = a->GetConvexRadius() + b->GetConvexRadius();
    axis = self->axis.empty() ? Vec3::sZero() : self->axis[pair];
    if (axis.IsNearZero()) axis = between.GetTranslation();
    if (axis.IsNearZero()) axis = Vec3::sAxisX();
  }
};

inline void Keep(Jolt* self, uint32_t pair, Vec3 axis) {
  if (!self->axis.empty()) self->axis[pair] = axis;
}

void Distance(void* pointer, const answers* to) {
  Jolt* self = static_cast<Jolt*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    Posed posed(self, i);
    JPH::GJKClosestPoint gjk;
    Vec3 point_a = Vec3::sZero(), point_b = Vec3::sZero();
    const JPH::TransformedConvexObject b(posed.between, *posed.b);
    const float squared = gjk.GetClosestPoints(*posed.a, b, JPH::cDefaultCollisionTolerance, FLT_MAX, posed.axis,
                                               point_a, point_b);
    const float cores = std::sqrt(squared), distance = cores - posed.radius;
    Keep(self, i, posed.axis);
    to->distance[i] = distance > 0.0f ? distance : 0.0f;
    to->iterations[i] = 0;
    if (!(distance > 0.0f)) continue;
    const Vec3 normal = posed.axis.Normalized();
    const Mat44& frame = self->body[self->scene->a[i]].transform[0];
    Put(to->point_a + 3 * size_t(i), frame * (point_a + posed.a->GetConvexRadius() * normal));
    Put(to->point_b + 3 * size_t(i), frame * (point_b - posed.b->GetConvexRadius() * normal));
  }
}

void Overlap(void* pointer, const answers* to) {
  Jolt* self = static_cast<Jolt*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    Posed posed(self, i);
    JPH::GJKClosestPoint gjk;
    Vec3 point_a, point_b;
    const JPH::TransformedConvexObject b(posed.between, *posed.b);
    const float tolerance = JPH::cDefaultCollisionTolerance, most = posed.radius * posed.radius;
    if (posed.radius > 0.0f) {
      const float squared = gjk.GetClosestPoints(*posed.a, b, tolerance, most, posed.axis, point_a, point_b);
      to->overlapping[i] = squared <= most;
    } else {
      to->overlapping[i] = gjk.Intersects(*posed.a, b, tolerance, posed.axis);
    }
    to->iterations[i] = 0;
    Keep(self, i, posed.axis);
  }
}

// ---- contacts ----

// Two convex shapes have one hit.
struct Hit final : JPH::CollideShapeCollector {
  void AddHit(const JPH::CollideShapeResult& hit) override {
    result = hit;
    found = true;
  }
  JPH::CollideShapeResult result;
  bool found = false;
};

// Relative to the position of A, as in its worlds.
inline void Collide(const Jolt* self, uint32_t pair, JPH::ECollectFacesMode faces, Hit* hit) {
  const Body &a = self->body[self->scene->a[pair]], &b = self->body[self->scene->b[pair]];
  JPH::CollideShapeSettings settings;
  settings.mCollectFacesMode = faces;
  settings.mMaxSeparationDistance = self->settings.mSpeculativeContactDistance;
  const Vec3 offset = a.transform[1].GetTranslation();
  const Mat44 on_a = a.transform[1].PostTranslated(-offset), on_b = b.transform[1].PostTranslated(-offset);
  JPH::CollisionDispatch::sCollideShapeVsShape(a.shape->usual, b.shape->usual, Vec3::sOne(), Vec3::sOne(), on_a, on_b,
                                               JPH::SubShapeIDCreator(), JPH::SubShapeIDCreator(), settings, *hit);
}

inline void PutHit(const Jolt* self, uint32_t pair, const Hit& hit, const answers* to) {
  to->distance[pair] = INFINITY;
  if (!hit.found) return;
  const Vec3 offset = self->body[self->scene->a[pair]].transform[1].GetTranslation();
  to->distance[pair] = -hit.result.mPenetrationDepth;
  Put(to->normal + 3 * size_t(pair), hit.result.mPenetrationAxis.Normalized());
  Put(to->point_a + 3 * size_t(pair), offset + hit.result.mContactPointOn1);
  Put(to->point_b + 3 * size_t(pair), offset + hit.result.mContactPointOn2);
}

inline void PutManifold(const Jolt* self, uint32_t pair, const Hit& hit, lgjk_manifold3* out) {
  out->count = 0;
  if (!hit.found) return;
  const JPH::CollideShapeResult& r = hit.result;
  const Vec3 normal = r.mPenetrationAxis.Normalized();
  const Vec3 offset = self->body[self->scene->a[pair]].transform[1].GetTranslation();
  JPH::ContactPoints on_a, on_b;
  JPH::ManifoldBetweenTwoFaces(r.mContactPointOn1, r.mContactPointOn2, r.mPenetrationAxis,
                               self->settings.mSpeculativeContactDistance + self->settings.mManifoldTolerance,
                               r.mShape1Face, r.mShape2Face, on_a, on_b);
  if (on_a.size() > 4) JPH::PruneContactPoints(normal, on_a, on_b);
  out->count = uint32_t(on_a.size());
  Put(out->normal, normal);
  for (uint32_t k = 0; k < out->count; k++) {
    Put(out->points[k].position, offset + 0.5f * (on_a[k] + on_b[k]));
    out->points[k].separation = (on_b[k] - on_a[k]).Dot(normal);
    out->points[k].id = 0;  // it finds points again by their places
  }
}

template <bool manifolds>
void FindContacts(void* pointer, const answers* to) {
  const Jolt* self = static_cast<const Jolt*>(pointer);
  const JPH::ECollectFacesMode faces =
      manifolds ? JPH::ECollectFacesMode::CollectFaces : JPH::ECollectFacesMode::NoFaces;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    Hit hit;
    Collide(self, i, faces, &hit);
    PutHit(self, i, hit, to);
    if (manifolds) PutManifold(self, i, hit, manifold3_of(to, i));
  }
}

constexpr implementation Make() {
  implementation c = MakeRival({Open, Delete<Jolt>, Restart, Follow},
                               {Distance, Overlap, FindContacts<true>, FindContacts<false>},
                               FOLLOWS_REPLACEMENT | HAS_WARM_START);
  c.misjudges_contacts = 0.15f;  // of pairs that meet with the edges and corners that it rounds off
  c.misses_depths = 0.31f;
  c.scenes = "1234569a";  // some hulls of T7 it cannot make, and what is near T8's wide floor it takes for touching;
                           // what it rounds off are most depths of T9 and T10
  c.contact_scenes = "1234568";
  return c;
}

}  // namespace

extern "C" const implementation contender3_jolt = Make();

void jolt_begin(void) {
  static bool begun = false;
  if (begun) return;
  begun = true;
  JPH::RegisterDefaultAllocator();
  JPH::Factory::sInstance = new JPH::Factory;
  JPH::RegisterTypes();
}

extern "C" const char* jolt_version(void) {
  static char text[32];
  std::snprintf(text, sizeof text, "%d.%d.%d", JPH_VERSION_MAJOR, JPH_VERSION_MINOR, JPH_VERSION_PATCH);
  return text;
}
