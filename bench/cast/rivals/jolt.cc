// Jolt: Shape::CastRay of one hit, in the frame of each shape's centre of mass, and CollisionDispatch's cast of one
// shape against another, which has one hit here. Shapes have no convex radius, so that both cast what this library
// casts.
#include "../../rivals/jolt_shapes.hh"

#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/ShapeCast.h>

#include <memory>
#include <vector>

#include "contender.h"
#include "rival.h"

namespace {

using JPH::Mat44;
using JPH::Quat;
using JPH::Vec3;

struct Prototype {
  JPH::RefConst<JPH::ConvexShape> shape;
  Quat turn;
};

struct Jolt {
  const cast_scene* scene;
  std::vector<Prototype> prototype;
  std::vector<Mat44> from, at, inverse; // of A's centre of mass where it begins, and of B's
};

Mat44 At(const float* place, const float* pose, const Prototype& p) {
  const Quat rotation = (Quat(pose[3], pose[4], pose[5], pose[6]) * p.turn).Normalized();
  return Mat44::sRotationTranslation(rotation, Vec3(place[0], place[1], place[2]))
      .PreTranslated(p.shape->GetCenterOfMass());
}

void* Open(const cast_scene* s, uint32_t) {
  jolt_begin();
  auto* self = new Jolt;
  const scene3* scene = s->scene3;
  self->scene = s;
  for (uint32_t i = 0; i < scene->shape_count; i++) {
    self->prototype.push_back({MakeJoltShape(scene->defs[i], 0.0f), JoltTurn(scene->defs[i])});
  }
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    self->from.push_back(At(s->place + 3 * i, scene->pose[a], self->prototype[scene->shape[a]]));
    self->at.push_back(At(scene->pose[b], scene->pose[b], self->prototype[scene->shape[b]]));
    self->inverse.push_back(self->at.back().InversedRotationTranslation());
  }
  return self;
}

Vec3 VectorAt(const float* from, uint32_t i) { return Vec3(from[3 * i], from[3 * i + 1], from[3 * i + 2]); }

void RunRay(void* pointer, float* fraction) {
  const auto* self = static_cast<const Jolt*>(pointer);
  const cast_scene* s = self->scene;
  const scene3* scene = s->scene3;
  for (uint32_t i = 0; i < s->count; i++) {
    const JPH::ConvexShape* shape = self->prototype[scene->shape[scene->b[i]]].shape.GetPtr();
    const Mat44& into = self->inverse[i];
    JPH::RayCastResult result; // its fraction begins above 1
    const JPH::RayCast ray(into * VectorAt(s->place, i), into.Multiply3x3(VectorAt(s->way, i)));
    fraction[i] = shape->CastRay(ray, JPH::SubShapeIDCreator(), result) ? result.mFraction : CAST_MISS;
  }
}

void RunShape(void* pointer, float* fraction) {
  const auto* self = static_cast<const Jolt*>(pointer);
  const cast_scene* s = self->scene;
  const scene3* scene = s->scene3;
  const JPH::ShapeCastSettings settings;
  for (uint32_t i = 0; i < s->count; i++) {
    const JPH::ConvexShape *a = self->prototype[scene->shape[scene->a[i]]].shape.GetPtr(),
                           *b = self->prototype[scene->shape[scene->b[i]]].shape.GetPtr();
    JPH::ClosestHitCollisionCollector<JPH::CastShapeCollector> hit;
    const JPH::ShapeCast cast(a, Vec3::sOne(), self->from[i], VectorAt(s->way, i));
    JPH::CollisionDispatch::sCastShapeVsShapeWorldSpace(cast, settings, b, Vec3::sOne(), {}, self->at[i],
                                                        JPH::SubShapeIDCreator(), JPH::SubShapeIDCreator(), hit);
    fraction[i] = hit.HadHit() ? hit.mHit.mFraction : CAST_MISS;
  }
}

} // namespace

extern "C" {
const cast_contender cast_jolt_ray = {"jolt-ray", "Jolt's CastRay", 3,           true, false, false, "",
                                      Open,       RunRay,           Delete<Jolt>};
const cast_contender cast_jolt_shape = {
    "jolt-shape", "Jolt's cast of shapes", 3, false, true, false, "", Open, RunShape, Delete<Jolt>};
}
