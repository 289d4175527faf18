// Box2D v3 as a contender, used as its manual says and with nothing a user would not pay for:
//   distance  b2ShapeDistance with proxies that were made once per shape, the simplex cache kept per pair in warm mode
//   overlap   the same against the threshold of its sensors
//   contact   the b2Collide function of both kinds, as its worlds call them, and normal and points turned into the
//             world: they keep no state. The depth is that of the deepest point
// Points of shapes that are apart are found up to its speculative distance. A radius per body is set in a copy of its
// shape. It has no ellipses: S9's torsos are octagons.
#include <box2d/box2d.h>
#include <box2d/collision.h>
#include <box2d/math_functions.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "box2d3_shapes.h"
#include "basics.h"
#include "rival.h"
#include "scenes2.h"

typedef struct body {
  b2Transform transform;
  const box2d3_shape* shape;
} body;

typedef struct box {
  const scene2* scene;
  box2d3_shape prototype[SCENE2_SHAPES];
  box2d3_shape* own;         // per body; NULL: radii are those of the prototypes
  body* body;                // per body of the scene
  b2SimplexCache* distances; // per pair; NULL: cold
  bool rounded;              // some shape has a radius
} box;

// ---- life ----

static void follow(void* pointer) {
  box* self = pointer;
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const float* pose = scene->pose[i];
    body* to = &self->body[i];
    to->transform = (b2Transform){{pose[0], pose[1]}, {pose[2], pose[3]}};
    to->shape = &self->prototype[scene->shape[i]];
    if (!self->own) continue;
    self->own[i] = *to->shape;
    box2d3_set_radius(&self->own[i], scene->radius[i]);
    to->shape = &self->own[i];
  }
  for (uint32_t i = 0; self->distances && i < scene->pair_count; i++) {
    if (scene->replaced[i]) self->distances[i].count = 0;
  }
}

static void restart(void* pointer) {
  box* self = pointer;
  if (self->distances) memset(self->distances, 0, self->scene->pair_count * sizeof *self->distances);
}

static void* open_box(const setup* how) {
  box* self = owner(sizeof *self);
  const scene2* scene = self->scene = how->scene;
  self->rounded = scene->radius != NULL;
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) {
    self->prototype[i] = box2d3_make_shape(&scene->defs[i]);
    self->rounded = self->rounded || scene->defs[i].radius > 0.0f;
  }
  self->body = claim_for(self, scene->body_count, sizeof *self->body);
  if (scene->radius) self->own = claim_for(self, scene->body_count, sizeof *self->own);
  if (how->warm) self->distances = claim_for(self, scene->pair_count, sizeof *self->distances);
  follow(self);
  return self;
}

static void put_vector(float* to, b2Vec2 p) {
  to[0] = p.x;
  to[1] = p.y;
}

// ---- contacts ----

static inline b2LocalManifold collide(const box2d3_shape* a, const box2d3_shape* b, b2Transform between) {
  switch (a->kind) {
    case KIND_POLYGON:
      if (b->kind == KIND_POLYGON) return b2CollidePolygons(&a->polygon, &b->polygon, between);
      if (b->kind == KIND_CAPSULE) return b2CollidePolygonAndCapsule(&a->polygon, &b->capsule, between);
      return b2CollidePolygonAndCircle(&a->polygon, &b->circle, between);
    case KIND_CAPSULE:
      if (b->kind == KIND_CAPSULE) return b2CollideCapsules(&a->capsule, &b->capsule, between);
      return b2CollideCapsuleAndCircle(&a->capsule, &b->circle, between);
    default: return b2CollideCircles(&a->circle, &b->circle, between);
  }
}

// The manifold of a pair, in its order.
static inline void find_manifold(const box* self, uint32_t pair, lgjk_manifold2* out) {
  const body *a = &self->body[self->scene->a[pair]], *b = &self->body[self->scene->b[pair]];
  const bool swapped = a->shape->kind > b->shape->kind;
  const body *first = swapped ? b : a, *second = swapped ? a : b;
  const b2LocalManifold local =
      collide(first->shape, second->shape, b2InvMulTransforms(first->transform, second->transform));
  out->count = (uint32_t)local.pointCount;
  if (out->count == 0) return;
  const b2Vec2 normal = b2RotateVector(first->transform.q, local.normal);
  put_vector(out->normal, swapped ? (b2Vec2){-normal.x, -normal.y} : normal);
  for (uint32_t k = 0; k < out->count; k++) {
    put_vector(out->points[k].position, b2TransformPoint(first->transform, local.points[k].point));
    out->points[k].separation = local.points[k].separation;
    out->points[k].id = local.points[k].id;
  }
}

static inline void find_contact(const box* self, uint32_t pair, const answers* to, lgjk_manifold2* out) {
  find_manifold(self, pair, out);
  put_deepest(to, pair, out);
}

// ---- queries ----

#define BOX(name) b2##name
#define AXES 2
#define close_box release
#define BOX_MANIFOLD lgjk_manifold2
#include "box_queries.inc"

const implementation BUILT(contender2_box2d3) = {BOX_FUNCTIONS, .can = FOLLOWS_REPLACEMENT | HAS_WARM_START,
                                                 .misses_depths = 0.007f, // of capsules that cross
                                                 .approximates = "S9"};

const char* BUILT(box2d3_version)(void) { return version(); }
