// Box3D as a contender, used as its manual says and with nothing a user would not pay for:
//   distance  b3ShapeDistance with proxies that were made once per shape, the simplex cache kept per pair in warm mode
//   overlap   the same against rounding, at the cost of its own threshold, which is half a millimetre
//   contact   b3CollideHulls with its cache of axes, kept per pair in warm mode and empty in cold, or
//             b3CollideCapsules; and normal and points turned into the world as its worlds do. The depth is that of the
//             deepest point
// Points of shapes that are apart are found up to its speculative distance. Its hulls have up to 128 vertices, faces
// and half edges, which those of T5 exceed. It has no cylinders.
#include <box3d/box3d.h>
#include <box3d/collision.h>
#include <box3d/math_functions.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "rival.h"
#include "scenes3.h"

enum { MOST_POINTS = 32 }; // of a manifold, as its worlds offer

typedef struct shape {
  const b3HullData* hull; // NULL: a capsule, or points alone
  b3HullData* made;       // to be destroyed
  b3BoxHull box;
  b3Capsule capsule;
  b3ShapeProxy proxy;
} shape;

typedef struct body {
  b3Transform transform;
  const shape* shape;
} body;

typedef struct box {
  const scene3* scene;
  shape* shape;              // per prototype
  body* body;                // per body of the scene
  b3SimplexCache* distances; // per pair; NULL: cold
  b3SATCache* axes;          // per pair; NULL: cold
  bool rounded;              // always: capsules are
} box;

// ---- shapes ----

static void make_shape(shape* s, const lgjk_shape3_def* def) {
  const b3Vec3* points = (const b3Vec3*)(const void*)def->points;
  if (def->kind == LGJK_SHAPE3_BOX) {
    s->box = b3MakeBoxHull(def->size[0], def->size[1], def->size[2]);
    s->hull = &s->box.base;
  } else if (def->point_count == 2) {
    s->capsule = (b3Capsule){points[0], points[1], def->radius};
  } else {
    s->made = b3CreateHull(points, (int)def->point_count, (int)def->point_count);
    s->hull = s->made;
  }
  if (s->hull != NULL) points = b3GetHullPoints(s->hull);
  const uint32_t count = s->hull ? (uint32_t)s->hull->vertexCount : def->point_count;
  s->proxy = (b3ShapeProxy){points, (int)count, def->radius};
}

// ---- life ----

static void follow(void* pointer) {
  box* self = pointer;
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const float* p = scene->pose[i];
    self->body[i].transform = (b3Transform){{p[0], p[1], p[2]}, {{p[3], p[4], p[5]}, p[6]}};
    self->body[i].shape = &self->shape[scene->shape[i]];
  }
  for (uint32_t i = 0; self->axes && i < scene->pair_count; i++) {
    if (!scene->replaced[i]) continue;
    memset(&self->distances[i], 0, sizeof self->distances[i]);
    memset(&self->axes[i], 0, sizeof self->axes[i]);
  }
}

static void restart(void* pointer) {
  box* self = pointer;
  if (!self->axes) return;
  memset(self->distances, 0, self->scene->pair_count * sizeof *self->distances);
  memset(self->axes, 0, self->scene->pair_count * sizeof *self->axes);
}

static void close_box(void* pointer) {
  box* self = pointer;
  for (uint32_t i = 0; i < self->scene->shape_count; i++) {
    if (self->shape[i].made) b3DestroyHull(self->shape[i].made);
  }
  release(self);
}

static void* open_box(const setup* how) {
  box* self = owner(sizeof *self);
  const scene3* scene = self->scene = how->scene;
  self->rounded = true;
  self->shape = claim_for(self, scene->shape_count, sizeof *self->shape);
  self->body = claim_for(self, scene->body_count, sizeof *self->body);
  if (how->warm) self->distances = claim_for(self, scene->pair_count, sizeof *self->distances);
  if (how->warm) self->axes = claim_for(self, scene->pair_count, sizeof *self->axes);
  for (uint32_t i = 0; i < scene->shape_count; i++) make_shape(&self->shape[i], &scene->defs[i]);
  follow(self);
  return self;
}

static void put_vector(float* to, b3Vec3 v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

// ---- contacts ----

static uint32_t id_of(b3FeaturePair pair) {
  return (uint32_t)pair.owner1 << 24 | (uint32_t)pair.index1 << 16 | (uint32_t)pair.owner2 << 8 | pair.index2;
}

// Writes the deepest point to *deepest, and the others as far as there is room.
static inline void read_manifold(b3Transform frame, const b3LocalManifold* local, lgjk_manifold3* out,
                                 lgjk_manifold_point3* deepest) {
  const b3Matrix3 matrix = b3MakeMatrixFromQuat(frame.q);
  out->count = local->pointCount < 4 ? (uint32_t)local->pointCount : 4u;
  put_vector(out->normal, b3MulMV(matrix, local->normal));
  deepest->separation = INFINITY;
  for (uint32_t k = 0; k < out->count; k++) {
    const b3LocalManifoldPoint* source = &local->points[k];
    lgjk_manifold_point3* point = &out->points[k];
    put_vector(point->position, b3Add(b3MulMV(matrix, source->point), frame.p));
    point->separation = source->separation;
    point->id = id_of(source->pair);
    if (point->separation < deepest->separation) *deepest = *point;
  }
}

static inline void find_contact(const box* self, uint32_t pair, const answers* to, lgjk_manifold3* out) {
  const body *a = &self->body[self->scene->a[pair]], *b = &self->body[self->scene->b[pair]];
  const b3Transform between = b3InvMulTransforms(a->transform, b->transform);
  b3LocalManifoldPoint points[MOST_POINTS];
  b3SATCache cold = {0};
  b3LocalManifold local = {0};
  local.points = points;
  if (a->shape->hull != NULL) {
    b3CollideHulls(&local, MOST_POINTS, a->shape->hull, b->shape->hull, between,
                   self->axes ? &self->axes[pair] : &cold);
  } else {
    b3CollideCapsules(&local, MOST_POINTS, &a->shape->capsule, &b->shape->capsule, between);
  }
  out->count = 0;
  to->distance[pair] = INFINITY;
  if (local.pointCount == 0) return;
  lgjk_manifold_point3 deepest;
  read_manifold(a->transform, &local, out, &deepest);
  put_contact(to, pair, 3, deepest.separation, out->normal, deepest.position, deepest.position);
}

// ---- queries ----

#define BOX(name) b3##name
#define AXES 3
#define BOX_MANIFOLD lgjk_manifold3
#include "box_queries.inc"

const implementation contender3_box3d = {BOX_FUNCTIONS, .can = FOLLOWS_REPLACEMENT | HAS_WARM_START | HAS_WARM_CONTACT,
                                         .misjudges_contacts = 0.005f,
                                         .misses_depths = 0.11f, // it prefers faces to edges, and what it has cached
                                         .scenes = "1248"};

const char* box3d_version(void) { return version(); }
