// Box2D 2.4.1: b2DynamicTree::RayCast, and in its callback the RayCast of the shape, as b2World does.
#include <box2d/box2d.h>
#include <box2d/b2_dynamic_tree.h>

#include <memory>
#include <vector>

#include "rays.h"

namespace {

struct Box2d {
  const ray_map* map;
  b2DynamicTree tree;
  std::vector<std::unique_ptr<b2Shape>> shape;
  std::vector<b2Transform> at;
};

struct Closest {
  const Box2d* world;
  ray_hit hit{NO_HIT, 2};
  float RayCastCallback(const b2RayCastInput& input, int32 proxy) {
    const auto body = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(world->tree.GetUserData(proxy)));
    b2RayCastOutput output;
    if (!world->shape[body]->RayCast(&output, input, world->at[body], 0)) return input.maxFraction;
    hit = {body, output.fraction};
    return output.fraction;
  }
};

void* Open(const ray_map* map) {
  auto* self = new Box2d{map, {}, {}, {}};
  for (uint32_t i = 0; i < map->count; i++) {
    if (map->half[i][1] == 0) {
      auto circle = std::make_unique<b2CircleShape>();
      circle->m_radius = map->half[i][0];
      self->shape.push_back(std::move(circle));
    } else {
      auto box = std::make_unique<b2PolygonShape>();
      box->SetAsBox(map->half[i][0], map->half[i][1]);
      self->shape.push_back(std::move(box));
    }
    b2Transform at;
    at.p.Set(map->pose[i][0], map->pose[i][1]);
    at.q.c = map->pose[i][2];
    at.q.s = map->pose[i][3];
    self->at.push_back(at);
    b2AABB box;
    self->shape[i]->ComputeAABB(&box, at, 0);
    self->tree.CreateProxy(box, reinterpret_cast<void*>(static_cast<uintptr_t>(i)));
  }
  return self;
}

void Run(void* pointer, ray_hit* hit) {
  auto* self = static_cast<Box2d*>(pointer);
  for (uint32_t i = 0; i < RAYS; i++) {
    Closest closest{self};
    b2RayCastInput input;
    input.p1.Set(self->map->start[i][0], self->map->start[i][1]);
    input.p2 = input.p1 + b2Vec2(self->map->way[i][0], self->map->way[i][1]);
    input.maxFraction = 1;
    self->tree.RayCast(&closest, input);
    hit[i] = closest.hit;
  }
}

void Close(void* self) { delete static_cast<Box2d*>(self); }

} // namespace

extern "C" const ray_rival box2d_rays = {"Box2D's tree", 1000000, Open, Run, Close};
