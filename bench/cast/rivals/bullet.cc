// Bullet: btSubsimplexConvexCast and btGjkConvexCast. Hulls keep a margin of 1 mm, by which they are larger: without
// one btGjkConvexCast calls an eighth of the pairs otherwise.
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>
#include <vector>

#include "bullet_shapes.hh"
#include "contender.h"

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

void Close(void* self) { delete static_cast<Bullet*>(self); }

} // namespace

extern "C" {
const cast_contender cast_bullet_subsimplex = {"bullet-subsimplex",
                                               "Bullet's btSubsimplexConvexCast",
                                               3,
                                               true,
                                               true,
                                               false,
                                               "",
                                               Open,
                                               Run<btSubsimplexConvexCast>,
                                               Close};
const cast_contender cast_bullet_gjk = {"bullet-gjk", "Bullet's btGjkConvexCast", 3,    true, true, false, "",
                                        Open,         Run<btGjkConvexCast>,       Close};
}
