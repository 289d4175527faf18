// Box2D 3: its dynamic trees, kept as its worlds keep them. Bodies that have left their fat boxes are enlarged in the
// tree of what moves, which is then rebuilt in part. Each moving body queries this tree and that of the walls for the
// whole list; of two views, each of the first one queries a tree of the second. Its worlds query for bodies alone that
// were enlarged, and keep the pairs of contacts in a set.
#include <box2d/collision.h>

#include "../../rivals/by_clang.h"
#include "basics.h"
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
  box2d3* self = claim(1, sizeof *self);
  self->scene = m;
  self->proxy = claim(m->count, sizeof *self->proxy);
  self->walls = b2DynamicTree_Create((int)(m->count - m->movers) + 16);
  self->moving = b2DynamicTree_Create((int)m->movers);
  for (uint32_t i = m->second; i < m->count; ++i) {
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

typedef struct query {
  uint32_t body;
  find_answers* pairs;
} query;

static bool add_pair(int proxy, uint64_t other, void* context) {
  const query* q = context;
  (void)proxy;
  if (other > q->body) find_pairs_add(q->pairs, q->body, (uint32_t)other);
  return true;
}

static void tick(void* pointer, find_answers* pairs) {
  box2d3* self = pointer;
  const moving* m = self->scene;
  for (uint32_t i = m->second; i < m->movers; ++i) {
    if (contains(b2DynamicTree_GetAABB(&self->moving, self->proxy[i]), box_of(m, i, 0))) continue;
    b2DynamicTree_EnlargeProxy(&self->moving, self->proxy[i], box_of(m, i, margin_of(m, i)));
  }
  b2DynamicTree_Rebuild(&self->moving, false);
  for (uint32_t i = 0; i < m->movers && moving_is_first(m, i); ++i) {
    query q = {i, pairs};
    const b2AABB box = box_of(m, i, 0);
    b2DynamicTree_QueryAll(&self->moving, box, add_pair, &q);
    if (m->movers < m->count) b2DynamicTree_QueryAll(&self->walls, box, add_pair, &q);
  }
}

const find_contender BUILT(find_box2d3) = {BUILT_NAME("box2d3"), BUILT_SHOWN("Box2D v3", ", whole list"),
                                           IN_2D | WHOLE_LIST | TWO_VIEWS, open, tick};
