// Bullet: rayTest of a btCollisionWorld over its dynamic trees. The map lies in the plane z = 0, its bodies are balls
// and boxes.
#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

#include "rays.h"

namespace {

struct Bullet {
  const ray_map* map;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shape;
  std::vector<std::unique_ptr<btCollisionObject>> object;
};

void* Open(const ray_map* map) {
  auto* self = new Bullet;
  self->map = map;
  for (uint32_t i = 0; i < map->count; i++) {
    const float *pose = map->pose[i], *half = map->half[i];
    if (half[1] == 0) {
      self->shape.emplace_back(new btSphereShape(half[0]));
    } else {
      self->shape.emplace_back(new btBoxShape(btVector3(half[0], half[1], 0.5f)));
    }
    const btMatrix3x3 turn(pose[2], -pose[3], 0, pose[3], pose[2], 0, 0, 0, 1);
    self->object.emplace_back(new btCollisionObject);
    self->object[i]->setCollisionShape(self->shape[i].get());
    self->object[i]->setWorldTransform(btTransform(turn, btVector3(pose[0], pose[1], 0)));
    self->object[i]->setUserIndex(static_cast<int>(i));
    self->world.addCollisionObject(self->object[i].get());
  }
  self->broadphase.optimize();
  return self;
}

void Run(void* pointer, ray_hit* hit) {
  auto* self = static_cast<Bullet*>(pointer);
  for (uint32_t i = 0; i < RAYS; i++) {
    const float *start = self->map->start[i], *way = self->map->way[i];
    const btVector3 from(start[0], start[1], 0), to(start[0] + way[0], start[1] + way[1], 0);
    btCollisionWorld::ClosestRayResultCallback closest(from, to);
    self->world.rayTest(from, to, closest);
    hit[i] = {NO_HIT, 2};
    if (!closest.hasHit()) continue;
    hit[i] = {static_cast<uint32_t>(closest.m_collisionObject->getUserIndex()), closest.m_closestHitFraction};
  }
}

void Close(void* pointer) {
  auto* self = static_cast<Bullet*>(pointer);
  for (auto& object : self->object) self->world.removeCollisionObject(object.get());
  delete self;
}

} // namespace

extern "C" const ray_rival bullet_rays = {"Bullet's rayTest", 100000, Open, Run, Close};
