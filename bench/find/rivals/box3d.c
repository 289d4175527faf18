// Box3D: its dynamic tree, kept as its worlds keep it. Bodies that have left their fat boxes are enlarged in the tree,
// which is then rebuilt in part. Each body queries it for the whole list.
#include <box3d/collision.h>

#include "../../rivals/by_clang.h"
#include "basics.h"
#include "contender.h"

// How much wider boxes are than bodies: B3_MAX_AABB_MARGIN and B3_AABB_MARGIN_FRACTION of its shapes.
#define MOST_MARGIN 0.05f
#define MARGIN_PART 0.125f

typedef struct box3d {
  const moving* scene;
  b3DynamicTree tree;
  int* proxy;
} box3d;

static b3AABB box_of(const moving* m, uint32_t body, float wider) {
  float low[3], high[3];
  moving_box(m, body, low, high);
  return (b3AABB){{low[0] - wider, low[1] - wider, low[2] - wider},
                  {high[0] + wider, high[1] + wider, high[2] + wider}};
}

static float margin_of(const moving* m, uint32_t body) {
  const float part = MARGIN_PART * m->extent[0][body];
  return part < MOST_MARGIN ? part : MOST_MARGIN;
}

static void* open(find_setup* setup) {
  const moving* m = setup->scene;
  box3d* self = claim(1, sizeof *self);
  self->scene = m;
  self->proxy = claim(m->count, sizeof *self->proxy);
  self->tree = b3DynamicTree_Create((int)m->count);
  for (uint32_t i = 0; i < m->count; ++i) {
    self->proxy[i] = b3DynamicTree_CreateProxy(&self->tree, box_of(m, i, margin_of(m, i)), 1, i);
  }
  b3DynamicTree_Rebuild(&self->tree, true);
  return self;
}

static bool contains(b3AABB outer, b3AABB inner) {
  return outer.lowerBound.x <= inner.lowerBound.x && outer.lowerBound.y <= inner.lowerBound.y &&
         outer.lowerBound.z <= inner.lowerBound.z && inner.upperBound.x <= outer.upperBound.x &&
         inner.upperBound.y <= outer.upperBound.y && inner.upperBound.z <= outer.upperBound.z;
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
  box3d* self = pointer;
  const moving* m = self->scene;
  for (uint32_t i = 0; i < m->count; ++i) {
    if (contains(b3DynamicTree_GetAABB(&self->tree, self->proxy[i]), box_of(m, i, 0))) continue;
    b3DynamicTree_EnlargeProxy(&self->tree, self->proxy[i], box_of(m, i, margin_of(m, i)));
  }
  b3DynamicTree_Rebuild(&self->tree, false);
  for (uint32_t i = 0; i < m->count; ++i) {
    query q = {i, pairs};
    b3DynamicTree_Query(&self->tree, box_of(m, i, 0), 1, false, add_pair, &q);
  }
}

const find_contender BUILT(find_box3d) = {BUILT_NAME("box3d"), BUILT_SHOWN("Box3D", ", whole list"), IN_3D | WHOLE_LIST,
                                          open, tick};
