// Box2D 2.4.1 as a contender, used as its manual says and with nothing a user would not pay for:
//   distance  b2Distance with proxies that were set once per shape, the simplex cache kept per pair in warm mode
//   overlap   b2TestOverlap on shapes, which sets its proxies itself; or b2Distance against the same threshold
// A radius per body goes into a copy of its shape's proxy; b2TestOverlap needs a shape of each body's own, and gets it
// from the allocator that Box2D's worlds keep theirs in. It has no ellipses, and S9's torsos are octagons. Its polygons
// carry a skin of b2_polygonRadius, which no other contender has: it is taken off, at no cost in time.
#include <box2d/box2d.h>
#include <box2d/b2_block_allocator.h>
#include <box2d/b2_distance.h>

#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "../contender2.h"
#include "octagon.h"

namespace {

constexpr float kTouching = 10.0f * b2_epsilon;  // the threshold of b2TestOverlap

struct Prototype {
  b2CircleShape circle;
  b2EdgeShape edge;
  b2PolygonShape polygon;
  const b2Shape* shape;
  b2DistanceProxy proxy;
};

struct Box2d {
  const scene2* scene;
  Prototype prototype[SCENE2_SHAPES];
  bool rounded;               // some shape has a radius
  b2BlockAllocator memory;    // of own
  std::vector<b2Shape*> own;  // per body; empty: radii are those of the prototypes
  std::vector<b2Transform> transform;
  std::vector<b2SimplexCache> cache;  // empty: cold
};

void SetPolygon(Prototype* prototype, const float* points, uint32_t count) {
  b2Vec2 vertices[SCENE2_MAX_VERTICES];
  for (uint32_t i = 0; i < count; i++) vertices[i].Set(points[2 * i], points[2 * i + 1]);
  prototype->polygon.Set(vertices, static_cast<int32>(count));
  prototype->shape = &prototype->polygon;
}

void SetPrototype(Prototype* prototype, const lgjk_shape2_def& def) {
  if (def.kind == LGJK_SHAPE2_BOX) {
    prototype->polygon.SetAsBox(def.size[0], def.size[1]);
    prototype->shape = &prototype->polygon;
  } else if (def.kind == LGJK_SHAPE2_ELLIPSE) {
    float vertices[8][2];
    octagon_of_ellipse(&def, vertices);
    SetPolygon(prototype, vertices[0], 8);
  } else if (def.point_count == 1) {
    prototype->circle.m_p.Set(def.points[0], def.points[1]);
    prototype->shape = &prototype->circle;
  } else if (def.point_count == 2) {
    prototype->edge.SetTwoSided({def.points[0], def.points[1]}, {def.points[2], def.points[3]});
    prototype->shape = &prototype->edge;
  } else {
    SetPolygon(prototype, def.points, def.point_count);
  }
  prototype->circle.m_radius = prototype->edge.m_radius = prototype->polygon.m_radius = def.radius;
  prototype->proxy.Set(prototype->shape, 0);
}

void MakeOwn(Box2d* self, uint32_t body) {
  const scene2* scene = self->scene;
  b2Shape* shape = self->prototype[scene->shape[body]].shape->Clone(&self->memory);
  shape->m_radius = scene->radius[body];
  self->own[body] = shape;
}

void MakeAllOwn(Box2d* self) {
  self->memory.Clear();
  for (uint32_t i = 0; i < self->own.size(); i++) MakeOwn(self, i);
}

void Follow(void* pointer) {
  Box2d* self = static_cast<Box2d*>(pointer);
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    b2Transform* transform = &self->transform[i];
    transform->p.Set(scene->pose[i][0], scene->pose[i][1]);
    transform->q.c = scene->pose[i][2];
    transform->q.s = scene->pose[i][3];
  }
  for (size_t i = 0; i < self->cache.size(); i++) {
    if (scene->replaced[i]) self->cache[i].count = 0;
  }
  for (uint32_t i = 0; i < scene->pair_count && !self->own.empty(); i++) {
    if (!scene->replaced[i]) continue;
    MakeOwn(self, scene->a[i]);
    MakeOwn(self, scene->b[i]);
  }
}

void Restart(void* pointer) {
  Box2d* self = static_cast<Box2d*>(pointer);
  for (b2SimplexCache& cache : self->cache) cache.count = 0;
  MakeAllOwn(self);
}

void* Open(const setup2* setup) try {
  std::unique_ptr<Box2d> self(new Box2d);
  self->scene = setup->scene;
  self->rounded = setup->scene->radius != nullptr;
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) {
    SetPrototype(&self->prototype[i], setup->scene->defs[i]);
    self->rounded = self->rounded || setup->scene->defs[i].radius > 0.0f;
  }
  self->transform.resize(setup->scene->body_count);
  if (setup->scene->radius) self->own.resize(setup->scene->body_count);
  if (setup->warm) self->cache.resize(setup->scene->pair_count);
  Restart(self.get());
  Follow(self.get());
  return self.release();
} catch (const std::bad_alloc&) {
  return nullptr;
}

void Close(void* pointer) { delete static_cast<Box2d*>(pointer); }

inline void SolvePair(Box2d* self, uint32_t pair, b2SimplexCache* cache, b2DistanceOutput* output) {
  const scene2* scene = self->scene;
  const uint32_t a = scene->a[pair], b = scene->b[pair];
  b2DistanceInput input;
  input.proxyA = self->prototype[scene->shape[a]].proxy;
  input.proxyB = self->prototype[scene->shape[b]].proxy;
  if (scene->radius) {
    input.proxyA.m_radius = scene->radius[a];
    input.proxyB.m_radius = scene->radius[b];
  }
  input.transformA = self->transform[a];
  input.transformB = self->transform[b];
  input.useRadii = self->rounded;
  b2Distance(output, cache, &input);
}

template <typename Write>
void SolveAll(Box2d* self, const Write& write) {
  const bool warm = !self->cache.empty();
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    b2SimplexCache cold;
    cold.count = 0;
    b2DistanceOutput output;
    SolvePair(self, i, warm ? &self->cache[i] : &cold, &output);
    write(i, output);
  }
}

void Distance(void* pointer, const answers2* answers) {
  SolveAll(static_cast<Box2d*>(pointer), [answers](uint32_t i, const b2DistanceOutput& output) {
    answers->distance[i] = output.distance;
    answers->iterations[i] = static_cast<uint8_t>(output.iterations);
    std::memcpy(answers->point_a + 2 * i, &output.pointA, sizeof output.pointA);
    std::memcpy(answers->point_b + 2 * i, &output.pointB, sizeof output.pointB);
  });
}

void OverlapByDistance(void* pointer, const answers2* answers) {
  SolveAll(static_cast<Box2d*>(pointer), [answers](uint32_t i, const b2DistanceOutput& output) {
    answers->overlapping[i] = output.distance < kTouching;
    answers->iterations[i] = static_cast<uint8_t>(output.iterations);
  });
}

inline const b2Shape* ShapeOf(const Box2d* self, uint32_t body) {
  return self->own.empty() ? self->prototype[self->scene->shape[body]].shape : self->own[body];
}

void OverlapByTest(void* pointer, const answers2* answers) {
  Box2d* self = static_cast<Box2d*>(pointer);
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    answers->overlapping[i] =
        b2TestOverlap(ShapeOf(self, a), 0, ShapeOf(self, b), 0, self->transform[a], self->transform[b]);
  }
}

}  // namespace

extern "C" const contender2 contender2_box2d = {Open,          Close, Restart, nullptr, Follow, nullptr, Distance,
                                                OverlapByTest, false, true,    true,    0,      0,       "S9"};
extern "C" const contender2 contender2_box2d_distance = {
    Open, Close, Restart, nullptr, Follow, nullptr, nullptr, OverlapByDistance, false, true, true, 0, 0, "S9"};
