// Box2D 2.4.1. Its worlds call b2BroadPhase, which tells the pairs that are new in a tick, of boxes that are wider than
// the bodies by 0.1 m and by 4 times their way of a tick. For the whole list its tree is asked for each moving body.
#include <cstdint>
#include <vector>

#include "box2d/b2_broad_phase.h"
#include "box2d/b2_dynamic_tree.h"

#include "contender.h"

namespace {

b2AABB box_of(const moving* m, uint32_t body) {
  float low[3], high[3];
  moving_box(m, body, low, high);
  b2AABB box;
  box.lowerBound.Set(low[0], low[1]);
  box.upperBound.Set(high[0], high[1]);
  return box;
}

b2Vec2 way_of(const moving* m, uint32_t body) {
  const float* v = m->velocity + 2 * uint64_t{body};
  return {v[0] * MOVING_TICK, v[1] * MOVING_TICK};
}

void* data_of(uint32_t body) { return reinterpret_cast<void*>(static_cast<uintptr_t>(body)); }
uint32_t body_of(void* data) { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data)); }

struct new_pairs {
  find_pairs* pairs;
  void AddPair(void* a, void* b) { find_pairs_add(pairs, body_of(a), body_of(b)); }
};

struct broad_phase {
  const moving* scene;
  b2BroadPhase structure;
  std::vector<int32> proxy;
};

void* open_new(find_setup* setup) {
  auto* self = new broad_phase{setup->scene, {}, {}};
  for (uint32_t i = 0; i < setup->scene->count; ++i) {
    self->proxy.push_back(self->structure.CreateProxy(box_of(setup->scene, i), data_of(i)));
  }
  return self;
}

void tick_new(void* pointer, find_pairs* pairs) {
  auto* self = static_cast<broad_phase*>(pointer);
  const moving* m = self->scene;
  for (uint32_t i = 0; i < m->movers; ++i) self->structure.MoveProxy(self->proxy[i], box_of(m, i), way_of(m, i));
  new_pairs callback = {pairs};
  self->structure.UpdatePairs(&callback);
}

void close_new(void* pointer) { delete static_cast<broad_phase*>(pointer); }

struct whole_list {
  const moving* scene;
  b2DynamicTree structure;
  std::vector<int32> proxy;
};

struct partners {
  const b2DynamicTree* structure;
  find_pairs* pairs;
  uint32_t body;
  bool QueryCallback(int32 proxy) {
    const uint32_t other = body_of(structure->GetUserData(proxy));
    if (other > body) find_pairs_add(pairs, body, other);
    return true;
  }
};

void* open_whole(find_setup* setup) {
  auto* self = new whole_list{setup->scene, {}, {}};
  for (uint32_t i = 0; i < setup->scene->count; ++i) {
    self->proxy.push_back(self->structure.CreateProxy(box_of(setup->scene, i), data_of(i)));
  }
  return self;
}

// Walls are the last bodies, so that each pair of a wall is found by the other body.
void tick_whole(void* pointer, find_pairs* pairs) {
  auto* self = static_cast<whole_list*>(pointer);
  const moving* m = self->scene;
  for (uint32_t i = 0; i < m->movers; ++i) self->structure.MoveProxy(self->proxy[i], box_of(m, i), way_of(m, i));
  for (uint32_t i = 0; i < m->movers; ++i) {
    partners callback = {&self->structure, pairs, i};
    self->structure.Query(&callback, box_of(m, i));
  }
}

void close_whole(void* pointer) { delete static_cast<whole_list*>(pointer); }

}  // namespace

extern "C" const find_contender find_box2d_new = {
    "box2d-new", "Box2D, new pairs", {false, false, true, false}, false, false, false, open_new, tick_new, close_new};
extern "C" const find_contender find_box2d_whole = {
    "box2d",    "Box2D, whole list", {false, false, true, false}, true, false, false, open_whole,
    tick_whole, close_whole};
