// Box2D 3: its dynamic trees, kept as its worlds keep them. Bodies that have left their fat boxes are enlarged in the
// tree of what moves, which is then rebuilt in part. Each moving body asks this tree and that of the walls for the
// whole list. Its worlds ask for bodies alone that were enlarged, and keep the pairs of contacts in a set.
#include <box2d/collision.h>
#include <stdio.h>
#include <stdlib.h>

#include "contender.h"

// How much wider boxes are: B2_MAX_AABB_MARGIN and B2_AABB_MARGIN_FRACTION of its shapes.
#define MOST_MARGIN 0.05f
#define MARGIN_PART 0.125f

typedef struct box2d3 {
  const moving* scene;
  b2DynamicTree walls, moving;
  int* proxy;
} box2d3;

static b2AABB box_of(const moving* m, uint32_t body, float wider) {
  float low[3], high[3];
  moving_box(m, body, low, high);
  return (b2AABB){{low[0] - wider, low[1] - wider}, {high[0] + wider, high[1] + wider}};
}

static float margin_of(const moving* m, uint32_t body) {
  const float part = MARGIN_PART * m->extent[0][body];
  return part < MOST_MARGIN ? part : MOST_MARGIN;
}

static void* open(find_setup* setup) {
  const moving* m = setup->scene;
  box2d3* self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->scene = m;
  self->proxy = malloc(m->count * sizeof *self->proxy);
  if (self->proxy == NULL) return NULL;
  self->walls = b2DynamicTree_Create((int)(m->count - m->movers) + 16);
  self->moving = b2DynamicTree_Create((int)m->movers);
  for (uint32_t i = 0; i < m->count; ++i) {
    const bool wall = moving_is_wall(m, i);
    self->proxy[i] =
        b2DynamicTree_CreateProxy(wall ? &self->walls : &self->moving, box_of(m, i, wall ? 0 : margin_of(m, i)), 1, i);
  }
  b2DynamicTree_Rebuild(&self->walls, true);
  b2DynamicTree_Rebuild(&self->moving, true);
  return self;
}

static bool contains(b2AABB outer, b2AABB inner) {
  return outer.lowerBound.x <= inner.lowerBound.x && outer.lowerBound.y <= inner.lowerBound.y &&
         inner.upperBound.x <= outer.upperBound.x && inner.upperBound.y <= outer.upperBound.y;
}

typedef struct asked {
  uint32_t body;
  find_pairs* pairs;
} asked;

static bool add_pair(int proxy, uint64_t other, void* context) {
  const asked* a = context;
  (void)proxy;
  if (other > a->body) find_pairs_add(a->pairs, a->body, (uint32_t)other);
  return true;
}

static void tick(void* pointer, find_pairs* pairs) {
  box2d3* self = pointer;
  const moving* m = self->scene;
  for (uint32_t i = 0; i < m->movers; ++i) {
    if (contains(b2DynamicTree_GetAABB(&self->moving, self->proxy[i]), box_of(m, i, 0))) continue;
    b2DynamicTree_EnlargeProxy(&self->moving, self->proxy[i], box_of(m, i, margin_of(m, i)));
  }
  b2DynamicTree_Rebuild(&self->moving, false);
  for (uint32_t i = 0; i < m->movers; ++i) {
    asked a = {i, pairs};
    const b2AABB box = box_of(m, i, 0);
    b2DynamicTree_QueryAll(&self->moving, box, add_pair, &a);
    if (m->movers < m->count) b2DynamicTree_QueryAll(&self->walls, box, add_pair, &a);
  }
}

static void close(void* pointer) {
  box2d3* self = pointer;
  b2DynamicTree_Destroy(&self->walls);
  b2DynamicTree_Destroy(&self->moving);
  free(self->proxy);
  free(self);
}

const find_contender find_box2d3 = {.name = "box2d3",
                                    .shown = "Box2D 3, whole list",
                                    .dim = {[2] = true},
                                    .whole = true,
                                    .open = open,
                                    .tick = tick,
                                    .close = close};
