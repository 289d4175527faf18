// Chipmunk 7 as a contender. It answers whether two shapes overlap, and how they touch: by cpShapesCollide, which its
// users call for two shapes whose world coordinates are kept by cpShapeUpdate. Of shapes that are apart it finds
// nothing. That update is left out of the time even where bodies move (a body's shape is updated once and then serves
// all of its pairs), and there is no warm start for this call. It computes in double and finds contact points along
// with the answer. It has no ellipses: S9's torsos are octagons.
#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdlib.h>

#include "basics.h"
#include "chipmunk_shapes.h"
#include "rival.h"
#include "scenes2.h"

typedef struct chipmunk {
  const scene2* scene;
  cpBody* body;    // owner of all shapes; never moved
  cpShape** shape; // per body of the scene
} chipmunk;

static void follow(void* pointer) {
  chipmunk* self = pointer;
  for (uint32_t i = 0; i < self->scene->body_count; i++) {
    const float* pose = self->scene->pose[i];
    cpFloat c = (cpFloat)pose[2], s = (cpFloat)pose[3];
    cpShapeUpdate(self->shape[i], cpTransformNew(c, s, -s, c, (cpFloat)pose[0], (cpFloat)pose[1]));
  }
}

static void free_shapes(chipmunk* self) {
  for (uint32_t i = 0; i < self->scene->body_count; i++) {
    if (self->shape[i]) cpShapeFree(self->shape[i]);
    self->shape[i] = NULL;
  }
}

static void make_shapes(void* pointer) {
  chipmunk* self = pointer;
  const scene2* scene = self->scene;
  free_shapes(self);
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const lgjk_shape2_def* def = &scene->defs[scene->shape[i]];
    self->shape[i] = new_chipmunk_shape(self->body, def, (cpFloat)(scene->radius ? scene->radius[i] : def->radius));
  }
  follow(self);
}

static void close_chipmunk(void* pointer) {
  chipmunk* self = pointer;
  free_shapes(self);
  cpBodyFree(self->body);
  release(self);
}

static void* open_chipmunk(const setup* how) {
  chipmunk* self = owner(sizeof *self);
  const scene2* scene = self->scene = how->scene;
  self->body = cpBodyNew(1.0, 1.0);
  self->shape = claim_for(self, scene->body_count, sizeof *self->shape);
  make_shapes(self);
  return self;
}

static void overlap(void* pointer, const answers* to) {
  const chipmunk* self = pointer;
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    cpContactPointSet set = cpShapesCollide(self->shape[scene->a[i]], self->shape[scene->b[i]]);
    to->overlapping[i] = set.count > 0;
  }
}

static void put_vector(float* to, cpVect v) {
  to[0] = (float)v.x;
  to[1] = (float)v.y;
}

// Its own `distance` has the wrong sign where it has swapped the shapes. Of a circle and a rounded polygon, as in S9,
// the point on the polygon is on the wrong side by twice the rounding radius: that is how it comes.
static cpFloat separation(const cpContactPointSet* set, int k) {
  return cpvdot(cpvsub(set->points[k].pointB, set->points[k].pointA), set->normal);
}

// The deepest point of a contact as the depth.
static void put_depth(const cpContactPointSet* set, uint32_t pair, const answers* to) {
  to->distance[pair] = INFINITY;
  if (set->count == 0) return;
  const int deepest = set->count == 2 && separation(set, 1) < separation(set, 0);
  to->distance[pair] = (float)separation(set, deepest);
  put_vector(to->normal + 2 * pair, set->normal);
  put_vector(to->point_a + 2 * pair, set->points[deepest].pointA);
  put_vector(to->point_b + 2 * pair, set->points[deepest].pointB);
}

static void put_manifold(const cpContactPointSet* set, lgjk_manifold2* manifold) {
  manifold->count = (uint32_t)set->count;
  if (set->count == 0) return;
  put_vector(manifold->normal, set->normal);
  for (int k = 0; k < set->count; k++) {
    put_vector(manifold->points[k].position, cpvlerp(set->points[k].pointA, set->points[k].pointB, 0.5));
    manifold->points[k].separation = (float)separation(set, k);
  }
}

static inline void collide_all(const chipmunk* self, const answers* to, bool manifolds) {
  const scene2* scene = self->scene;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const cpContactPointSet set = cpShapesCollide(self->shape[scene->a[i]], self->shape[scene->b[i]]);
    put_depth(&set, i, to);
    if (manifolds) put_manifold(&set, manifold2_of(to, i));
  }
}

static void contact(void* self, const answers* to) { collide_all(self, to, true); }
static void depth(void* self, const answers* to) { collide_all(self, to, false); }

const implementation contender2_chipmunk = {.open = open_chipmunk,
                                            .close = close_chipmunk,
                                            .restart = make_shapes,
                                            .follow = follow,
                                            .answer = {NULL, overlap, contact, depth},
                                            .can = FINDS_OVERLAPS_ALONE,
                                            .most_pairs = 100000,
                                            .approximates = "S9"};

const char* chipmunk_version(void) { return cpVersionString; }
