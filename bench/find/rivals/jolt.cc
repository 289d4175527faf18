// Jolt: BroadPhaseQuadTree, in the order of a PhysicsSystem's update: bodies that have moved are reported in batches, a
// part of the tree is rebuilt, and all active bodies query it for pairs in batches. Bodies are spheres or turned
// boxes; the margin is its speculative contact distance.
#include <Jolt/Jolt.h>

#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Body/BodyManager.h>
#include <Jolt/Physics/Body/BodyPair.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseQuadTree.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "../../contender.h"
#include "contender.h"

namespace {

constexpr uint32_t kMoved = 64; // bodies of a batch that has moved, and of one that queries, as in its PhysicsSystem
constexpr uint32_t kQuerying = 16;

class OneLayer final : public JPH::BroadPhaseLayerInterface {
 public:
  JPH::uint GetNumBroadPhaseLayers() const override { return 1; }
  JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer) const override { return JPH::BroadPhaseLayer(0); }
};

class Collector final : public JPH::BodyPairCollector {
 public:
  explicit Collector(find_answers* pairs) : pairs_(pairs) {}
  void AddHit(const JPH::BodyPair& pair) override {
    find_pairs_add(pairs_, pair.mBodyA.GetIndex(), pair.mBodyB.GetIndex());
  }

 private:
  find_answers* pairs_;
};

struct Jolt {
  const moving* scene;
  OneLayer layers;
  JPH::ObjectVsBroadPhaseLayerFilter any_layer;
  JPH::ObjectLayerPairFilter any_pair;
  JPH::BodyManager bodies;
  JPH::BroadPhaseQuadTree tree;
  std::vector<JPH::Body*> body;
};

JPH::RVec3 PlaceOf(const moving* m, uint32_t body) {
  const float* at = moving_place(m, body);
  return JPH::RVec3(at[0], at[1], at[2]);
}

JPH::Quat TurnOf(const moving* m, uint32_t body) {
  const float* q = moving_place(m, body) + 3;
  return JPH::Quat(q[0], q[1], q[2], q[3]);
}

const JPH::Shape* ShapeOf(const moving* m, uint32_t body) {
  if (m->box == nullptr) return new JPH::SphereShape(m->extent[0][body]);
  const float* half = m->box[body];
  return new JPH::BoxShape(JPH::Vec3(half[0], half[1], half[2]), 0);
}

void* Open(find_setup* setup) {
  jolt_begin();
  const moving* m = setup->scene;
  Jolt* self = new Jolt;
  self->scene = m;
  self->bodies.Init(m->count, 0, self->layers);
  self->tree.Init(&self->bodies, self->layers);
  std::vector<JPH::BodyID> id;
  for (uint32_t i = 0; i < m->count; ++i) {
    const JPH::BodyCreationSettings settings(ShapeOf(m, i), PlaceOf(m, i), TurnOf(m, i), JPH::EMotionType::Dynamic, 0);
    JPH::Body* body = self->bodies.AllocateBody(settings);
    if (!self->bodies.AddBody(body) || body->GetID().GetIndex() != i) return nullptr;
    self->body.push_back(body);
    id.push_back(body->GetID());
  }
  const int count = static_cast<int>(m->count);
  self->bodies.ActivateBodies(id.data(), count);
  self->tree.AddBodiesFinalize(id.data(), count, self->tree.AddBodiesPrepare(id.data(), count));
  self->tree.Optimize();
  return self;
}

void Move(Jolt* self) {
  const moving* m = self->scene;
  JPH::BodyID moved[kMoved];
  for (uint32_t first = 0; first < m->count; first += kMoved) {
    const uint32_t count = std::min(kMoved, m->count - first);
    for (uint32_t k = 0; k < count; ++k) {
      JPH::Body* body = self->body[first + k];
      body->SetPositionAndRotationInternal(PlaceOf(m, first + k), TurnOf(m, first + k), false);
      moved[k] = body->GetID();
    }
    self->tree.NotifyBodiesAABBChanged(moved, static_cast<int>(count), true);
  }
}

void Tick(void* pointer, find_answers* pairs) {
  Jolt* self = static_cast<Jolt*>(pointer);
  Move(self);
  self->tree.FrameSync();
  self->tree.LockModifications();
  self->tree.UpdateFinalize(self->tree.UpdatePrepare());
  self->tree.UnlockModifications();
  Collector collector(pairs);
  const JPH::BodyID* active = self->bodies.GetActiveBodiesUnsafe(JPH::EBodyType::RigidBody);
  const uint32_t all = self->bodies.GetNumActiveBodies(JPH::EBodyType::RigidBody);
  JPH::BodyID querying[kQuerying];
  for (uint32_t first = 0; first < all; first += kQuerying) {
    const uint32_t count = std::min(kQuerying, all - first);
    std::copy(active + first, active + first + count, querying);
    self->tree.FindCollidingPairs(querying, static_cast<int>(count), self->scene->margin, self->any_layer,
                                  self->any_pair, collector);
  }
}

} // namespace

extern "C" const find_contender find_jolt = {"jolt", "Jolt", IN_3D | WHOLE_LIST, Open, Tick};
