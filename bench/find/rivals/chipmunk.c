// Chipmunk 7: the tree that its spaces use by default, and the hash that they can use instead. Walls are in a static
// index of the same kind. Both report all pairs that touch in each tick; it computes in double.
#include <chipmunk/chipmunk.h>

#include "basics.h"
#include "contender.h"

struct chipmunk;

// What an index holds.
typedef struct object {
  const struct chipmunk* of;
  uint32_t body;
} object;

typedef struct chipmunk {
  const moving* scene;
  cpSpatialIndex *walls, *moving;
  object* object;
} chipmunk;

static cpBB box_of(void* pointer) {
  const object* o = pointer;
  float low[3], high[3];
  moving_box(o->of->scene, o->body, low, high);
  return cpBBNew((cpFloat)low[0], (cpFloat)low[1], (cpFloat)high[0], (cpFloat)high[1]);
}

static cpVect velocity_of(void* pointer) {
  const object* o = pointer;
  const float* v = o->of->scene->velocity + 2 * (uint64_t)o->body;
  return cpv((cpFloat)v[0], (cpFloat)v[1]);
}

// As cpSpace's own callback, which begins with the boxes: fat boxes and cells meet earlier.
static cpCollisionID pair_of(void* first, void* second, cpCollisionID id, void* data) {
  const object *a = first, *b = second;
  if (cpBBIntersects(box_of(first), box_of(second))) find_pairs_add(data, a->body, b->body);
  return id;
}

static void* open_with(find_setup* setup, bool hash) {
  const moving* m = setup->scene;
  chipmunk* self = claim(1, sizeof *self);
  self->scene = m;
  self->object = claim(m->count, sizeof *self->object);
  if (hash) { // cells of a body's width, and ten times as many as bodies, as the manual advises
    self->walls = cpSpaceHashNew(0.65, 1000, box_of, NULL);
    self->moving = cpSpaceHashNew(0.65, (int)m->movers * 10, box_of, self->walls);
  } else {
    self->walls = cpBBTreeNew(box_of, NULL);
    self->moving = cpBBTreeNew(box_of, self->walls);
    cpBBTreeSetVelocityFunc(self->moving, velocity_of);
  }
  for (uint32_t i = 0; i < m->count; ++i) {
    self->object[i] = (object){self, i};
    cpSpatialIndexInsert(moving_is_wall(m, i) ? self->walls : self->moving, &self->object[i], i + 1);
  }
  return self;
}

static void* open_tree(find_setup* setup) { return open_with(setup, false); }
static void* open_hash(find_setup* setup) { return open_with(setup, true); }

static void tick(void* pointer, find_answers* pairs) {
  chipmunk* self = pointer;
  cpSpatialIndexReindexQuery(self->moving, pair_of, pairs);
}

const find_contender find_chipmunk_tree = {"chipmunk-tree", "Chipmunk, tree", IN_2D | WHOLE_LIST, open_tree, tick};
// A wall would be in thousands of cells.
const find_contender find_chipmunk_hash = {"chipmunk-hash", "Chipmunk, hash", IN_2D | WHOLE_LIST | NO_WALLS, open_hash,
                                           tick};
