// Box2D 2.4.1 as a contender, used as its manual says and with nothing a user would not pay for:
//   distance  b2Distance with proxies that were set once per shape, the simplex cache kept per pair in warm mode
//   overlap   b2TestOverlap on shapes, which sets its proxies itself; or b2Distance against the same threshold
//   contact   the b2Collide function of both kinds and b2WorldManifold::Initialize, as its contacts call them: they
//             keep no state, and two capsules have none. The depth is that of the deepest point
// A radius per body is set in a copy of its shape's proxy; b2TestOverlap needs a shape of each body's own, and gets it
// from the allocator that Box2D's worlds keep theirs in. It has no ellipses, and S9's torsos are octagons. Its polygons
// carry a skin of b2_polygonRadius, which no other contender has: it is taken off, at no cost in time. For contacts it
// is what makes Box2D find points of shapes that are apart: polygons and edges keep it, separations are without it.
#include <box2d/box2d.h>
#include <box2d/b2_block_allocator.h>
#include <box2d/b2_distance.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "box2d_shapes.hh"
#include "rival.h"
#include "scenes2.h"

namespace {

constexpr float kTouching = 10.0f * b2_epsilon;  // the threshold of b2TestOverlap
static_assert(CONTACT_REACH == 2 * b2_polygonRadius, "the maximum distance and margin are those of Box2D's users");

struct Prototype : Box2dShape {
  b2DistanceProxy proxy;
};

// The shapes of a scene, with or without their skins.
struct Shapes {
  float skin = 0;
  Prototype prototype[SCENE2_SHAPES];
  std::vector<b2Shape*> own;  // per body; empty: radii are those of the prototypes
};

// All of a body in half a cache line.
struct alignas(32) Body {
  b2Transform transform;
  uint32_t shape;
  float radius;
};
static_assert(sizeof(Body) == 32, "two in a cache line");

struct Box2d {
  const scene2* scene;
  Shapes bare, skinned;
  bool rounded;             // some shape has a radius
  b2BlockAllocator memory;  // of bodies' own shapes
  std::vector<Body> body;
  std::vector<b2SimplexCache> cache;  // empty: cold
};

float SkinOf(const b2Shape* shape, float skin) { return shape->GetType() == b2Shape::e_circle ? 0 : skin; }

void MakeOwn(Box2d* self, uint32_t body) {
  const scene2* scene = self->scene;
  for (Shapes* shapes : {&self->bare, &self->skinned}) {
    b2Shape* shape = shapes->prototype[scene->shape[body]].shape->Clone(&self->memory);
    shape->m_radius = scene->radius[body] + SkinOf(shape, shapes->skin);
    shapes->own[body] = shape;
  }
}

void MakeAllOwn(Box2d* self) {
  self->memory.Clear();
  for (uint32_t i = 0; i < self->bare.own.size(); i++) MakeOwn(self, i);
}

void Follow(void* pointer) {
  Box2d* self = static_cast<Box2d*>(pointer);
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    b2Transform* transform = &self->body[i].transform;
    self->body[i].shape = scene->shape[i];
    self->body[i].radius = scene->radius ? scene->radius[i] : 0.0f;
    transform->p.Set(scene->pose[i][0], scene->pose[i][1]);
    transform->q.c = scene->pose[i][2];
    transform->q.s = scene->pose[i][3];
  }
  for (size_t i = 0; i < self->cache.size(); i++) {
    if (scene->replaced[i]) self->cache[i].count = 0;
  }
  for (uint32_t i = 0; i < scene->pair_count && scene->radius; i++) {
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

void* Open(const setup* how) {
  std::unique_ptr<Box2d> self(new Box2d);
  const scene2* scene = self->scene = static_cast<const scene2*>(how->scene);
  self->rounded = scene->radius != nullptr;
  self->skinned.skin = b2_polygonRadius;
  for (Shapes* shapes : {&self->bare, &self->skinned}) {
    for (uint32_t i = 0; i < SCENE2_SHAPES; i++) {
      SetShape(&shapes->prototype[i], scene->defs[i], shapes->skin);
      shapes->prototype[i].proxy.Set(shapes->prototype[i].shape, 0);
      self->rounded = self->rounded || scene->defs[i].radius > 0.0f;
    }
    if (scene->radius) shapes->own.resize(scene->body_count);
  }
  self->body.resize(scene->body_count);
  if (how->warm) self->cache.resize(scene->pair_count);
  Restart(self.get());
  Follow(self.get());
  return self.release();
}

inline void SolvePair(Box2d* self, uint32_t pair, b2SimplexCache* cache, b2DistanceOutput* output) {
  const scene2* scene = self->scene;
  const Body &a = self->body[scene->a[pair]], &b = self->body[scene->b[pair]];
  b2DistanceInput input;
  input.proxyA = self->bare.prototype[a.shape].proxy;
  input.proxyB = self->bare.prototype[b.shape].proxy;
  if (scene->radius) {
    input.proxyA.m_radius = a.radius;
    input.proxyB.m_radius = b.radius;
  }
  input.transformA = a.transform;
  input.transformB = b.transform;
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

void Distance(void* pointer, const answers* to) {
  SolveAll(static_cast<Box2d*>(pointer), [to](uint32_t i, const b2DistanceOutput& output) {
    to->distance[i] = output.distance;
    to->iterations[i] = static_cast<uint8_t>(output.iterations);
    std::memcpy(to->point_a + 2 * i, &output.pointA, sizeof output.pointA);
    std::memcpy(to->point_b + 2 * i, &output.pointB, sizeof output.pointB);
  });
}

void OverlapByDistance(void* pointer, const answers* to) {
  SolveAll(static_cast<Box2d*>(pointer), [to](uint32_t i, const b2DistanceOutput& output) {
    to->overlapping[i] = output.distance < kTouching;
    to->iterations[i] = static_cast<uint8_t>(output.iterations);
  });
}

inline const b2Shape* ShapeOf(const Shapes& shapes, const scene2* scene, uint32_t body) {
  return shapes.own.empty() ? shapes.prototype[scene->shape[body]].shape : shapes.own[body];
}

void OverlapByTest(void* pointer, const answers* to) {
  Box2d* self = static_cast<Box2d*>(pointer);
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    to->overlapping[i] = b2TestOverlap(ShapeOf(self->bare, scene, a), 0, ShapeOf(self->bare, scene, b), 0,
                                            self->body[a].transform, self->body[b].transform);
  }
}

// ---- contacts ----

// A body as the b2Collide functions read it.
struct Posed {
  const b2Shape* shape;
  const b2Transform& transform;
};

// Edges before polygons before circles: the order in which Box2D has functions.
inline int OrderOf(const Posed& body) {
  const b2Shape::Type type = body.shape->GetType();
  return type == b2Shape::e_edge ? 0 : type == b2Shape::e_polygon ? 1 : 2;
}

template <typename A, typename B>
inline void Call(void (*collide)(b2Manifold*, const A*, const b2Transform&, const B*, const b2Transform&),
                 b2Manifold* manifold, const Posed& a, const Posed& b) {
  collide(manifold, static_cast<const A*>(a.shape), a.transform, static_cast<const B*>(b.shape), b.transform);
}

// For two edges there is no function: no contact.
inline void Collide(b2Manifold* manifold, const Posed& a, const Posed& b) {
  const bool round = b.shape->GetType() == b2Shape::e_circle;
  manifold->pointCount = 0;
  switch (a.shape->GetType()) {
    case b2Shape::e_circle:
      return Call(b2CollideCircles, manifold, a, b);
    case b2Shape::e_polygon:
      return round ? Call(b2CollidePolygonAndCircle, manifold, a, b) : Call(b2CollidePolygons, manifold, a, b);
    case b2Shape::e_edge:
      if (round) return Call(b2CollideEdgeAndCircle, manifold, a, b);
      if (b.shape->GetType() == b2Shape::e_polygon) return Call(b2CollideEdgeAndPolygon, manifold, a, b);
      return;
    default:
      return;
  }
}

// The manifold of a pair, in its order; separations are without skins.
inline void ContactOf(const Box2d* self, uint32_t pair, lgjk_manifold2* out) {
  const scene2* scene = self->scene;
  const uint32_t a = scene->a[pair], b = scene->b[pair];
  const Posed on_a = {ShapeOf(self->skinned, scene, a), self->body[a].transform};
  const Posed on_b = {ShapeOf(self->skinned, scene, b), self->body[b].transform};
  const bool swapped = OrderOf(on_a) > OrderOf(on_b);
  const Posed &first = swapped ? on_b : on_a, &second = swapped ? on_a : on_b;
  b2Manifold manifold;
  Collide(&manifold, first, second);
  out->count = static_cast<uint32_t>(manifold.pointCount);
  if (out->count == 0) return;
  b2WorldManifold world;
  world.Initialize(&manifold, first.transform, first.shape->m_radius, second.transform, second.shape->m_radius);
  const float skins = SkinOf(first.shape, self->skinned.skin) + SkinOf(second.shape, self->skinned.skin);
  out->normal[0] = swapped ? -world.normal.x : world.normal.x;
  out->normal[1] = swapped ? -world.normal.y : world.normal.y;
  for (uint32_t k = 0; k < out->count; k++) {
    lgjk_manifold_point2* point = &out->points[k];
    std::memcpy(point->position, &world.points[k], sizeof point->position);
    point->separation = world.separations[k] + skins;
    point->id = manifold.points[k].id.key;
  }
}

template <bool manifolds>
void FindContacts(void* pointer, const answers* to) {
  const Box2d* self = static_cast<const Box2d*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    lgjk_manifold2 own, *manifold = manifolds ? manifold2_of(to, i) : &own;
    ContactOf(self, i, manifold);
    put_deepest(to, i, manifold);
  }
}

constexpr implementation MakeDistance() {
  implementation c = MakeRival({Open, Delete<Box2d>, Restart, Follow}, {nullptr, OverlapByDistance, nullptr, nullptr},
                               FOLLOWS_REPLACEMENT | HAS_WARM_START);
  c.approximates = "S9";
  return c;
}

// All but two capsules, which S3, S6, S10 and S15 have.
constexpr implementation Make() {
  implementation c = MakeRival({Open, Delete<Box2d>, Restart, Follow},
                               {Distance, OverlapByTest, FindContacts<true>, FindContacts<false>},
                               FOLLOWS_REPLACEMENT | HAS_WARM_START);
  c.approximates = "S9";
  c.contact_scenes = "1245789bcde";
  return c;
}

}  // namespace

extern "C" const implementation contender2_box2d = Make();
extern "C" const implementation contender2_box2d_distance = MakeDistance();
