// Box3D as a contender, used as its manual says and with nothing a user would not pay for:
//   distance  b3ShapeDistance with proxies that were made once per shape, the simplex cache kept per pair in warm mode
//   overlap   the same against rounding, at the cost of its own threshold, which is half a millimetre
//   contact   the b3Collide function of both kinds, of hulls with its cache of axes, of a hull and a rounded shape with
//             a simplex cache, kept per pair in warm mode and empty in cold; and normal and points turned into the
//             world as its worlds do. The depth is that of the deepest point
// Points of shapes that are apart are found up to its speculative distance. Its hulls have up to 128 vertices, faces
// and half edges, which those of T5 to T7 exceed: these are sets of points, whose distances it knows, without contacts;
// all of T7, since it never finishes some of these hulls.
// It has no cylinders: T10's are prisms of 20 sides.
#include <box3d/box3d.h>
#include <box3d/collision.h>
#include <box3d/math_functions.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "box3d_shapes.h"
#include "rival.h"
#include "scenes3.h"

enum { MOST_POINTS = 32 }; // of a manifold, as its worlds offer

typedef struct body {
  b3Transform transform;
  const box3d_shape* shape;
} body;

typedef struct box {
  const scene3* scene;
  box3d_shape* shape;        // per prototype
  body* body;                // per body of the scene
  b3SimplexCache* distances; // per pair; NULL: cold
  b3SATCache* axes;          // per pair; NULL: cold
  bool rounded;              // always: capsules are
} box;

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
    box3d_free_shape(&self->shape[i]);
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
  // Its hulls of T7's real ones are not made: b3CreateHull never returns for some of them.
  const bool hulls = scene->number != 7;
  for (uint32_t i = 0; i < scene->shape_count; i++) box3d_make_shape(&self->shape[i], &scene->defs[i], hulls);
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

// Of a shape of the kind that comes first and another; `between` brings the second into the frame of the first.
static inline void collide(const box* self, uint32_t pair, const box3d_shape* a, const box3d_shape* b,
                           b3Transform between, b3LocalManifold* local) {
  b3SATCache axes = {0};
  b3SimplexCache simplex = {0};
  b3SimplexCache* kept = self->distances ? &self->distances[pair] : &simplex;
  switch (a->kind) {
    case KIND_HULL:
      if (b->kind == KIND_HULL) {
        b3CollideHulls(local, MOST_POINTS, a->hull, b->hull, between, self->axes ? &self->axes[pair] : &axes);
      } else if (b->kind == KIND_CAPSULE) {
        b3CollideHullAndCapsule(local, MOST_POINTS, a->hull, &b->capsule, between, kept);
      } else {
        b3CollideHullAndSphere(local, MOST_POINTS, a->hull, &b->sphere, between, kept);
      }
      break;
    case KIND_CAPSULE:
      if (b->kind == KIND_CAPSULE) {
        b3CollideCapsules(local, MOST_POINTS, &a->capsule, &b->capsule, between);
      } else {
        b3CollideCapsuleAndSphere(local, MOST_POINTS, &a->capsule, &b->sphere, between);
      }
      break;
    default: b3CollideSpheres(local, MOST_POINTS, &a->sphere, &b->sphere, between);
  }
}

static inline void find_contact(const box* self, uint32_t pair, const answers* to, lgjk_manifold3* out) {
  const body *a = &self->body[self->scene->a[pair]], *b = &self->body[self->scene->b[pair]];
  const bool swapped = a->shape->kind > b->shape->kind;
  const body *first = swapped ? b : a, *second = swapped ? a : b;
  b3LocalManifoldPoint points[MOST_POINTS];
  b3LocalManifold local = {0};
  local.points = points;
  collide(self, pair, first->shape, second->shape, b3InvMulTransforms(first->transform, second->transform), &local);
  out->count = 0;
  to->distance[pair] = INFINITY;
  if (local.pointCount == 0) return;
  lgjk_manifold_point3 deepest;
  if (swapped) local.normal = b3Neg(local.normal);
  read_manifold(first->transform, &local, out, &deepest);
  put_contact(to, pair, 3, deepest.separation, out->normal, deepest.position, deepest.position);
}

// ---- queries ----

#define BOX(name) b3##name
#define AXES 3
#define BOX_MANIFOLD lgjk_manifold3
#include "box_queries.inc"

const implementation BUILT(contender3_box3d) = {
    BOX_FUNCTIONS,
    .can = FOLLOWS_REPLACEMENT | HAS_WARM_START | HAS_WARM_CONTACT,
    .misjudges_contacts = 0.005f,
    .misses_depths = 0.11f, // it prefers faces to edges, and what it has cached
    .scenes = "12456789a",
    .contact_scenes = "12489a",
    .approximates = "T10"};

const char* BUILT(box3d_version)(void) { return version(); }
