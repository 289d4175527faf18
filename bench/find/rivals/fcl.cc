// FCL: DynamicAABBTreeCollisionManager of balls or turned boxes. Its callback is called for each pair whose boxes
// touch, which is the whole list. It computes in double.
#include <cstdint>
#include <memory>
#include <vector>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision_object.h>

#include "contender.h"

namespace {

struct tree {
  const moving* scene;
  fcl::DynamicAABBTreeCollisionManager<double> structure;
  std::vector<std::unique_ptr<fcl::CollisionObject<double>>> object;
};

fcl::Vector3<double> place_of(const moving* m, uint32_t body) {
  const float* at = moving_place(m, body);
  return {double{at[0]}, double{at[1]}, double{at[2]}};
}

fcl::Matrix3<double> turn_of(const moving* m, uint32_t body) {
  const float* q = moving_place(m, body) + 3;
  return fcl::Quaternion<double>(double{q[3]}, double{q[0]}, double{q[1]}, double{q[2]})
      .normalized()
      .toRotationMatrix();
}

// Wider by half of the margin.
std::shared_ptr<fcl::CollisionGeometry<double>> shape_of(const moving* m, uint32_t body) {
  const double margin = double{m->margin};
  if (m->box == nullptr) return std::make_shared<fcl::Sphere<double>>(double{m->radius[body]} + 0.5 * margin);
  const float* half = m->box[body];
  return std::make_shared<fcl::Box<double>>(2 * double{half[0]} + margin, 2 * double{half[1]} + margin,
                                            2 * double{half[2]} + margin);
}

void* open(find_setup* setup) {
  const moving* m = setup->scene;
  auto* self = new tree{m, {}, {}};
  std::vector<fcl::CollisionObject<double>*> all;
  for (uint32_t i = 0; i < m->count; ++i) {
    fcl::Transform3<double> pose = fcl::Transform3<double>::Identity();
    pose.translation() = place_of(m, i);
    pose.linear() = turn_of(m, i);
    self->object.push_back(std::make_unique<fcl::CollisionObject<double>>(shape_of(m, i), pose));
    self->object.back()->setUserData(reinterpret_cast<void*>(static_cast<uintptr_t>(i)));
    all.push_back(self->object.back().get());
  }
  self->structure.registerObjects(all);
  self->structure.setup();
  return self;
}

uint32_t body_of(const fcl::CollisionObject<double>* object) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(object->getUserData()));
}

bool pair_of(fcl::CollisionObject<double>* a, fcl::CollisionObject<double>* b, void* data) {
  find_pairs_add(static_cast<find_answers*>(data), body_of(a), body_of(b));
  return false;
}

void tick(void* pointer, find_answers* pairs) {
  auto* self = static_cast<tree*>(pointer);
  const moving* m = self->scene;
  for (uint32_t i = 0; i < m->count; ++i) {
    self->object[i]->setTranslation(place_of(m, i));
    self->object[i]->computeAABB();
  }
  self->structure.update();
  self->structure.collide(pairs, pair_of);
}

}  // namespace

extern "C" const find_contender find_fcl = {"fcl", "FCL", IN_3D | WHOLE_LIST, open, tick};
