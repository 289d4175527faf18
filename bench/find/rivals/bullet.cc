// Bullet: btDbvtBroadphase, which its worlds use, two trees and a cache of pairs. The cache is the whole list: bodies
// whose fat boxes have parted leave it a part at a time. Walls are in its groups of what is static.
#include <cstdint>
#include <vector>

#include <btBulletCollisionCommon.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "contender.h"

namespace {

struct bullet {
  const moving* scene;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase structure;
  std::vector<btBroadphaseProxy*> proxy;
  explicit bullet(const moving* m) : scene(m), dispatcher(&configuration) {}
};

void box_of(const moving* m, uint32_t body, btVector3* low, btVector3* high) {
  float l[3] = {0, 0, -0.3f}, h[3] = {0, 0, 0.3f};
  moving_box(m, body, l, h);
  low->setValue(l[0], l[1], l[2]);
  high->setValue(h[0], h[1], h[2]);
}

void* open(find_setup* setup) {
  const moving* m = setup->scene;
  auto* self = new bullet(m);
  const int moves = btBroadphaseProxy::DefaultFilter, rests = btBroadphaseProxy::StaticFilter;
  for (uint32_t i = 0; i < m->count; ++i) {
    btVector3 low, high;
    box_of(m, i, &low, &high);
    const bool wall = moving_is_wall(m, i);
    self->proxy.push_back(self->structure.createProxy(low, high, SPHERE_SHAPE_PROXYTYPE,
                                                      reinterpret_cast<void*>(static_cast<uintptr_t>(i)),
                                                      wall ? rests : moves, wall ? moves : moves | rests,
                                                      &self->dispatcher));
  }
  return self;
}

uint32_t body_of(const btBroadphaseProxy* proxy) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(proxy->m_clientObject));
}

// The cache is copied only where there is room for it.
void tick(void* pointer, find_answers* pairs) {
  auto* self = static_cast<bullet*>(pointer);
  const moving* m = self->scene;
  btVector3 low, high;
  for (uint32_t i = 0; i < m->movers; ++i) {
    box_of(m, i, &low, &high);
    self->structure.setAabb(self->proxy[i], low, high, &self->dispatcher);
  }
  self->structure.calculateOverlappingPairs(&self->dispatcher);
  btOverlappingPairCache* cache = self->structure.getOverlappingPairCache();
  const int count = cache->getNumOverlappingPairs();
  if (pairs->capacity == 0) {
    pairs->count += static_cast<uint64_t>(count);
    return;
  }
  const btBroadphasePair* pair = cache->getOverlappingPairArrayPtr();
  for (int i = 0; i < count; ++i) find_pairs_add(pairs, body_of(pair[i].m_pProxy0), body_of(pair[i].m_pProxy1));
}

}  // namespace

extern "C" const find_contender find_bullet = {"bullet", "Bullet", IN_2D | IN_3D | WHOLE_LIST, open, tick};
