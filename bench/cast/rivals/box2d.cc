// Box2D 2.4.1: b2TimeOfImpact, b2ShapeCast, and the RayCast of its shapes; against maps b2DynamicTree::RayCast, and in
// its callback the RayCast of the shape, as b2World does. Its polygons keep no skin here, so that all cast the same
// shapes. b2TimeOfImpact stops b2_linearSlop (5 mm) before them, and b2ShapeCast, which takes
// no radius below b2_polygonRadius, 10 mm: that is how they work.
#include <box2d/box2d.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_dynamic_tree.h>
#include <box2d/b2_time_of_impact.h>

#include <memory>
#include <vector>

#include "box2d_shapes.hh"
#include "contender.h"

namespace {

struct Box2d {
  const cast_scene* scene;
  std::vector<Box2dShape> prototype;
  std::vector<b2DistanceProxy> proxy_a, proxy_b;
  std::vector<b2Transform> at_a, at_b;
};

void* Open(const cast_scene* s, uint32_t) {
  auto* self = new Box2d;
  const scene2* scene = s->scene2;
  self->scene = s;
  self->prototype.resize(SCENE2_SHAPES);
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) SetShape(&self->prototype[i], scene->defs[i], 0);
  self->proxy_a.resize(s->count);
  self->proxy_b.resize(s->count);
  self->at_a.resize(s->count);
  self->at_b.resize(s->count);
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    self->proxy_a[i].Set(self->prototype[scene->shape[a]].shape, 0);
    self->proxy_b[i].Set(self->prototype[scene->shape[b]].shape, 0);
    if (scene->radius) {
      self->proxy_a[i].m_radius = scene->radius[a];
      self->proxy_b[i].m_radius = scene->radius[b];
    }
    self->at_a[i].p.Set(s->place[2 * i], s->place[2 * i + 1]);
    self->at_a[i].q.c = scene->pose[a][2];
    self->at_a[i].q.s = scene->pose[a][3];
    self->at_b[i].p.Set(scene->pose[b][0], scene->pose[b][1]);
    self->at_b[i].q.c = scene->pose[b][2];
    self->at_b[i].q.s = scene->pose[b][3];
  }
  return self;
}

b2Sweep SweepOf(const b2Transform& at, b2Vec2 way, float angle) {
  b2Sweep sweep;
  sweep.localCenter.SetZero();
  sweep.c0 = at.p;
  sweep.c = at.p + way;
  sweep.a0 = at.q.GetAngle();
  sweep.a = sweep.a0 + angle;
  sweep.alpha0 = 0;
  return sweep;
}

void RunToi(void* pointer, float* fraction) {
  auto* self = static_cast<Box2d*>(pointer);
  const cast_scene* s = self->scene;
  for (uint32_t i = 0; i < s->count; i++) {
    b2TOIInput in;
    b2TOIOutput out;
    in.proxyA = self->proxy_a[i];
    in.proxyB = self->proxy_b[i];
    in.sweepA = SweepOf(self->at_a[i], {s->way[2 * i], s->way[2 * i + 1]}, s->angle[i]);
    in.sweepB = SweepOf(self->at_b[i], {0, 0}, 0);
    in.tMax = 1;
    b2TimeOfImpact(&out, &in);
    fraction[i] = out.state == b2TOIOutput::e_separated    ? CAST_MISS
                  : out.state == b2TOIOutput::e_overlapped ? 0
                                                           : out.t;
  }
}

// b2ShapeCast moves B; what counts is the difference of both.
void RunShape(void* pointer, float* fraction) {
  auto* self = static_cast<Box2d*>(pointer);
  const cast_scene* s = self->scene;
  for (uint32_t i = 0; i < s->count; i++) {
    b2ShapeCastInput in;
    b2ShapeCastOutput out;
    in.proxyA = self->proxy_a[i];
    in.proxyB = self->proxy_b[i];
    in.transformA = self->at_a[i];
    in.transformB = self->at_b[i];
    in.translationB.Set(-s->way[2 * i], -s->way[2 * i + 1]);
    fraction[i] = b2ShapeCast(&out, &in) ? out.lambda : CAST_MISS;
  }
}

void RunRay(void* pointer, float* fraction) {
  auto* self = static_cast<Box2d*>(pointer);
  const cast_scene* s = self->scene;
  const scene2* scene = s->scene2;
  for (uint32_t i = 0; i < s->count; i++) {
    b2RayCastInput in;
    b2RayCastOutput out;
    in.p1.Set(s->place[2 * i], s->place[2 * i + 1]);
    in.p2 = in.p1 + b2Vec2(s->way[2 * i], s->way[2 * i + 1]);
    in.maxFraction = 1;
    const b2Shape* shape = self->prototype[scene->shape[scene->b[i]]].shape;
    fraction[i] = shape->RayCast(&out, in, self->at_b[i], 0) ? out.fraction : CAST_MISS;
  }
}

// ---- rays against a map ----

struct Map {
  const ray_map* map;
  b2DynamicTree tree;
  std::vector<std::unique_ptr<b2Shape>> shape;
  std::vector<b2Transform> at;
};

struct Closest {
  const Map* world;
  ray_hit hit{NO_HIT, 2};
  float RayCastCallback(const b2RayCastInput& input, int32 proxy) {
    const auto body = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(world->tree.GetUserData(proxy)));
    b2RayCastOutput output;
    if (!world->shape[body]->RayCast(&output, input, world->at[body], 0)) return input.maxFraction;
    hit = {body, output.fraction};
    return output.fraction;
  }
};

void* OpenMap(const ray_map* map, uint32_t, double*) {
  auto* self = new Map{map, {}, {}, {}};
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

void RunMap(void* pointer, ray_hit* hit) {
  auto* self = static_cast<Map*>(pointer);
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

} // namespace

extern "C" {
const cast_contender cast_box2d_toi = {"box2d-toi", "Box2D's b2TimeOfImpact", 2, false, true, true, "", Open, RunToi,
                                       Delete<Box2d>};
const cast_contender cast_box2d_shape = {
    "box2d-shape", "Box2D's b2ShapeCast", 2, false, true, false, "", Open, RunShape, Delete<Box2d>};
const cast_contender cast_box2d_ray = {"box2d-ray", "Box2D's RayCast", 2, true, false, false, "369", Open, RunRay,
                                       Delete<Box2d>};
const ray_contender box2d_rays = {"box2d", "Box2D's tree", 1000000, OpenMap, RunMap};
}
