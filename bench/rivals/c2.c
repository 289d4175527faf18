// Cute C2 as a contender, the functions that take shapes of any kind:
//   distance  c2GJK, its cache kept per pair in warm mode
//   overlap   c2Collided
//   contact   c2Collide, which keeps no state: two points with depths, none where shapes are apart
// Polygons have poses, which it turns them by; circles and capsules are in the world, brought there outside of the
// time. A polygon with a radius and an ellipse it has not: S9 is left out.
#include <cute_c2.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "rival.h"
#include "scenes2.h"

typedef struct body {
  C2_TYPE type;
  const void* shape;
  c2x pose;
  const c2x* turn; // the pose of a polygon, NULL of what is in the world
  c2Circle circle;
  c2Capsule capsule;
} body;

typedef struct cute {
  const scene2* scene;
  c2Poly prototype[SCENE2_SHAPES];
  body* body;
  c2GJKCache* caches; // per pair; NULL: cold
} cute;

static c2Poly polygon_of(const lgjk_shape2_def* def) {
  c2Poly p;
  memset(&p, 0, sizeof p);
  if (def->kind == LGJK_SHAPE2_BOX) {
    const float x = def->size[0], y = def->size[1];
    const c2v corner[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    p.count = 4;
    memcpy(p.verts, corner, sizeof corner);
  } else if (def->point_count > 2) {
    p.count = (int)def->point_count;
    memcpy(p.verts, def->points, def->point_count * sizeof *p.verts);
  }
  if (p.count > 0) c2MakePoly(&p);
  return p;
}

static void place(const cute* self, body* b, uint32_t shape, const float* pose) {
  const lgjk_shape2_def* def = &self->scene->defs[shape];
  b->pose = (c2x){{pose[0], pose[1]}, {pose[2], pose[3]}};
  if (self->prototype[shape].count > 0) {
    b->type = C2_TYPE_POLY;
    b->shape = &self->prototype[shape];
    b->turn = &b->pose;
    return;
  }
  c2v at[2] = {{0.0f, 0.0f}};
  for (uint32_t i = 0; i < def->point_count; i++) {
    at[i] = c2Mulxv(b->pose, (c2v){def->points[2 * i], def->points[2 * i + 1]});
  }
  b->turn = NULL;
  b->circle = (c2Circle){at[0], def->radius};
  b->capsule = (c2Capsule){at[0], at[1], def->radius};
  b->type = def->point_count == 1 ? C2_TYPE_CIRCLE : C2_TYPE_CAPSULE;
  b->shape = def->point_count == 1 ? (const void*)&b->circle : &b->capsule;
}

static void follow(void* pointer) {
  cute* self = pointer;
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) place(self, &self->body[i], scene->shape[i], scene->pose[i]);
  for (uint32_t i = 0; self->caches && i < scene->pair_count; i++) {
    if (scene->replaced[i]) memset(&self->caches[i], 0, sizeof self->caches[i]);
  }
}

static void restart(void* pointer) {
  cute* self = pointer;
  if (self->caches) memset(self->caches, 0, self->scene->pair_count * sizeof *self->caches);
}

static void* open_cute(const setup* how) {
  cute* self = owner(sizeof *self);
  const scene2* scene = self->scene = how->scene;
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) self->prototype[i] = polygon_of(&scene->defs[i]);
  self->body = claim_for(self, scene->body_count, sizeof *self->body);
  if (how->warm) self->caches = claim_for(self, scene->pair_count, sizeof *self->caches);
  follow(self);
  return self;
}

// ---- queries ----

static void distance(void* pointer, const answers* to) {
  const cute* self = pointer;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    const body *a = &self->body[self->scene->a[i]], *b = &self->body[self->scene->b[i]];
    c2v on_a, on_b;
    int iterations = 0;
    to->distance[i] = c2GJK(a->shape, a->type, a->turn, b->shape, b->type, b->turn, &on_a, &on_b, 1, &iterations,
                            self->caches ? &self->caches[i] : NULL);
    to->iterations[i] = (uint8_t)iterations;
    memcpy(to->point_a + 2 * (size_t)i, &on_a, sizeof on_a);
    memcpy(to->point_b + 2 * (size_t)i, &on_b, sizeof on_b);
  }
}

static void overlap(void* pointer, const answers* to) {
  const cute* self = pointer;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    const body *a = &self->body[self->scene->a[i]], *b = &self->body[self->scene->b[i]];
    to->overlapping[i] = c2Collided(a->shape, a->turn, a->type, b->shape, b->turn, b->type) != 0;
    to->iterations[i] = 0;
  }
}

static inline void find_contact(const cute* self, uint32_t pair, const answers* to, lgjk_manifold2* out) {
  const body *a = &self->body[self->scene->a[pair]], *b = &self->body[self->scene->b[pair]];
  c2Manifold m;
  c2Collide(a->shape, a->turn, a->type, b->shape, b->turn, b->type, &m);
  out->count = (uint32_t)m.count;
  memcpy(out->normal, &m.n, sizeof out->normal);
  for (uint32_t k = 0; k < out->count; k++) {
    memcpy(out->points[k].position, &m.contact_points[k], sizeof out->points[k].position);
    out->points[k].separation = -m.depths[k];
    out->points[k].id = 0; // it has none
  }
  put_deepest(to, pair, out);
}

static void contact(void* pointer, const answers* to) {
  const cute* self = pointer;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) find_contact(self, i, to, manifold2_of(to, i));
}

static void depth(void* pointer, const answers* to) {
  const cute* self = pointer;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    lgjk_manifold2 manifold;
    find_contact(self, i, to, &manifold);
  }
}

const implementation contender2_c2 = {.open = open_cute,
                                      .close = release,
                                      .restart = restart,
                                      .follow = follow,
                                      .answer = {distance, overlap, contact, depth},
                                      .can = FOLLOWS_REPLACEMENT | HAS_WARM_START | FINDS_OVERLAPS_ALONE,
                                      .misjudges_contacts = 0.045f,
                                      .misses_depths = 0.2f, // of capsules, and of polygons whose deepest edge it
                                                             // passes over
                                      .scenes = "12345678abcdef",
                                      .contact_scenes = "1234567abcdef"}; // S8 only just touches

const char* c2_version(void) { return "1.10"; }
