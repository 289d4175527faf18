// FCL 0.7: its continuous collision by conservative advancement, which needs collision objects, with the motion by
// translation.
#include <fcl/narrowphase/continuous_collision.h>

#include <memory>
#include <vector>

#include "contender.h"
#include "fcl_shapes.hh"
#include "rival.h"

namespace {

using Transform = fcl::Transform3d;

struct Fcl {
  const cast_scene* scene;
  std::vector<std::shared_ptr<fcl::CollisionGeometryd>> shape;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> a, b;
  std::vector<Transform, Eigen::aligned_allocator<Transform>> end;
};

Transform At(const float* place, const float* pose) {
  Transform at = Transform::Identity();
  at.linear() = Eigen::Quaterniond(pose[6], pose[3], pose[4], pose[5]).normalized().toRotationMatrix();
  at.translation() = fcl::Vector3d(place[0], place[1], place[2]);
  return at;
}

void* Open(const cast_scene* s, uint32_t) {
  auto* self = new Fcl;
  const scene3* scene = s->scene3;
  self->scene = s;
  for (uint32_t i = 0; i < scene->shape_count; i++) self->shape.emplace_back(NewFclShape(scene->defs[i]));
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    const float *place = s->place + 3 * i, *way = s->way + 3 * i;
    const Transform at = At(place, scene->pose[a]);
    self->a.emplace_back(new fcl::CollisionObjectd(self->shape[scene->shape[a]], at));
    self->b.emplace_back(
        new fcl::CollisionObjectd(self->shape[scene->shape[b]], At(scene->pose[b], scene->pose[b])));
    self->end.push_back(at);
    self->end.back().translation() += fcl::Vector3d(way[0], way[1], way[2]);
  }
  return self;
}

void Run(void* pointer, float* fraction) {
  auto* self = static_cast<Fcl*>(pointer);
  const fcl::ContinuousCollisionRequestd request(10, 1e-4, fcl::CCDM_TRANS, fcl::GST_LIBCCD,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  for (uint32_t i = 0; i < self->scene->count; i++) {
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(self->a[i].get(), self->end[i], self->b[i].get(), self->b[i]->getTransform(), request,
                           result);
    fraction[i] = result.is_collide ? static_cast<float>(result.time_of_contact) : CAST_MISS;
  }
}

} // namespace

extern "C" {
const cast_contender cast_fcl = {
    "fcl", "FCL's continuous collision", 3, false, true, false, "", Open, Run, Delete<Fcl>};
}
