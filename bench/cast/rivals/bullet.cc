// Bullet: btSubsimplexConvexCast and btGjkConvexCast. Hulls keep a margin of 1 mm, by which they are larger: without
// one btGjkConvexCast disagrees on an eighth of the pairs. Against maps rayTest of a btCollisionWorld over its dynamic
// trees: a map lies in the plane z = 0, its bodies are balls and boxes.
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

#include "bullet_shapes.hh"
#include "contender.h"
#include "rival.h"

namespace {

struct Bullet {
  const cast_scene* scene;
  std::vector<std::unique_ptr<btConvexShape>> shape;
  btAlignedObjectArray<btTransform> from, to, at;
  btSphereShape ray{0};
};

void* Open(const cast_scene* s, uint32_t) {
  auto* self = new Bullet;
  const scene3* scene = s->scene3;
  self->scene = s;
  for (uint32_t i = 0; i < scene->shape_count; i++) {
    self->shape.emplace_back(NewShape(scene->defs[i]));
    const int type = self->shape.back()->getShapeType();
    if (type == CONVEX_HULL_SHAPE_PROXYTYPE) self->shape.back()->setMargin(0.001f);
  }
  for (uint32_t i = 0; i < s->count; i++) {
    const float *a = scene->pose[scene->a[i]], *b = scene->pose[scene->b[i]], *p = s->place + 3 * i,
                *w = s->way + 3 * i;
    const btVector3 start(p[0], p[1], p[2]), way(w[0], w[1], w[2]);
    const btQuaternion turn = s->rays ? btQuaternion::getIdentity() : btQuaternion(a[3], a[4], a[5], a[6]);
    self->from.push_back(btTransform(turn, start));
    self->to.push_back(btTransform(turn, start + way));
    self->at.push_back(btTransform(btQuaternion(b[3], b[4], b[5], b[6]), btVector3(b[0], b[1], b[2])));
  }
  return self;
}

template <class Cast>
void Run(void* pointer, float* fraction) {
  auto* self = static_cast<Bullet*>(pointer);
  const scene3* scene = self->scene->scene3;
  for (uint32_t i = 0; i < self->scene->count; i++) {
    const int k = static_cast<int>(i);
    const btConvexShape* a = self->scene->rays ? &self->ray : self->shape[scene->shape[scene->a[i]]].get();
    const btConvexShape* b = self->shape[scene->shape[scene->b[i]]].get();
    btVoronoiSimplexSolver solver;
    Cast cast(a, b, &solver);
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    const bool hit =
        cast.calcTimeOfImpact(self->from[k], self->to[k], self->at[k], self->at[k], result) && result.m_fraction < 1;
    fraction[i] = hit ? result.m_fraction : CAST_MISS;
  }
}

// ---- rays against a map ----

struct Map {
  const ray_map* map;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shape;
  std::vector<std::unique_ptr<btCollisionObject>> object;
};

void* OpenMap(const ray_map* map, uint32_t, double*) {
  auto* self = new Map;
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

void RunMap(void* pointer, ray_hit* hit) {
  auto* self = static_cast<Map*>(pointer);
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

} // namespace

extern "C" {
const cast_contender cast_bullet_subsimplex = {
    "bullet-subsimplex", "Bullet's btSubsimplexConvexCast", 3, true, true, false, "", Open, Run<btSubsimplexConvexCast>,
    Delete<Bullet>};
const cast_contender cast_bullet_gjk = {
    "bullet-gjk", "Bullet's btGjkConvexCast", 3, true, true, false, "", Open, Run<btGjkConvexCast>, Delete<Bullet>};
const ray_contender bullet_rays = {"bullet", "Bullet's rayTest", 100000, OpenMap, RunMap};
}
