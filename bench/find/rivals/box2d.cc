// Box2D 2.4.1. Its worlds call b2BroadPhase, which reports the pairs that are new in a tick, of boxes that are wider
// than the bodies by 0.1 m and by 4 times their way of a tick. For the whole list its tree is queried for each moving
// body, of two views that of the second for each body of the first.
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
  find_answers* pairs;
  void AddPair(void* a, void* b) { find_pairs_add(pairs, body_of(a), body_of(b)); }
};

template <class Structure>
struct tree {
  const moving* scene;
  Structure structure;
  std::vector<int32> proxy;
};

template <class Structure>
void* open(find_setup* setup) {
  auto* self = new tree<Structure>{setup->scene, {}, {}};
  self->proxy.resize(setup->scene->second);
  for (uint32_t i = setup->scene->second; i < setup->scene->count; ++i) {
    self->proxy.push_back(self->structure.CreateProxy(box_of(setup->scene, i), data_of(i)));
  }
  return self;
}

template <class Structure>
tree<Structure>* moved(void* pointer) {
  auto* self = static_cast<tree<Structure>*>(pointer);
  const moving* m = self->scene;
  for (uint32_t i = m->second; i < m->movers; ++i)
    self->structure.MoveProxy(self->proxy[i], box_of(m, i), way_of(m, i));
  return self;
}

void tick_new(void* pointer, find_answers* pairs) {
  new_pairs callback = {pairs};
  moved<b2BroadPhase>(pointer)->structure.UpdatePairs(&callback);
}

struct partners {
  const b2DynamicTree* structure;
  find_answers* pairs;
  uint32_t body;
  bool QueryCallback(int32 proxy) {
    const uint32_t other = body_of(structure->GetUserData(proxy));
    if (other > body) find_pairs_add(pairs, body, other);
    return true;
  }
};

// Walls are the last bodies, so that each pair of a wall is found by the other body.
void tick_whole(void* pointer, find_answers* pairs) {
  auto* self = moved<b2DynamicTree>(pointer);
  for (uint32_t i = 0; i < self->scene->movers && moving_is_first(self->scene, i); ++i) {
    partners callback = {&self->structure, pairs, i};
    self->structure.Query(&callback, box_of(self->scene, i));
  }
}

}  // namespace

extern "C" const find_contender find_box2d_new = {"box2d-new", "Box2D, new pairs", IN_2D, open<b2BroadPhase>, tick_new};
extern "C" const find_contender find_box2d_whole = {"box2d", "Box2D, whole list", IN_2D | WHOLE_LIST | TWO_VIEWS,
                                                    open<b2DynamicTree>, tick_whole};
