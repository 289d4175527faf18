// openGJK as a contender: compute_minimum_distance of two sets of points in the world, in double as its library is
// built by default. Points are brought there outside of the time, as rows that a pointer each leads to; from the
// distance of cores the radii are taken off afterwards. It has no warm start, no verdict of its own, no depth, and no
// ellipsoids, cylinders and cones.
#include <math.h>
#include <openGJK/openGJK.h>
#include <stdlib.h>

#include "basics.h"
#include "rival.h"
#include "scenes3.h"

typedef struct opengjk {
  const scene3* scene;
  gkPolytope* polytope; // per body
  gkFloat** rows;       // of all bodies, one after the other, as the points
  gkFloat (*points)[3];
} opengjk;

// Of a box the corners, of other shapes the points; returns how many.
static uint32_t local_point(const lgjk_shape3_def* def, uint32_t k, float p[3]) {
  if (def->kind != LGJK_SHAPE3_BOX) {
    if (k < def->point_count) memcpy(p, def->points + 3 * (size_t)k, 3 * sizeof *p);
    return def->point_count;
  }
  for (uint32_t axis = 0; axis < 3; axis++) p[axis] = k >> axis & 1u ? def->size[axis] : -def->size[axis];
  return 8;
}

static void put_in_world(const float* pose, const float p[3], gkFloat out[3]) {
  const float *u = pose + 3, w = pose[6];
  float t[3];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    t[i] = 2.0f * (u[j] * p[k] - u[k] * p[j]);
  }
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = (gkFloat)(pose[i] + p[i] + w * t[i] + (u[j] * t[k] - u[k] * t[j]));
  }
}

static void follow(void* pointer) {
  const opengjk* self = pointer;
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const lgjk_shape3_def* def = &scene->defs[scene->shape[i]];
    const gkPolytope* polytope = &self->polytope[i];
    for (uint32_t k = 0; k < (uint32_t)polytope->numpoints; k++) {
      float p[3] = {0};
      local_point(def, k, p);
      put_in_world(scene->pose[i], p, polytope->coord[k]);
    }
  }
}

static void* open_opengjk(const setup* how) {
  opengjk* self = owner(sizeof *self);
  const scene3* scene = self->scene = how->scene;
  size_t count = 0;
  float unused[3];
  for (uint32_t i = 0; i < scene->body_count; i++) count += local_point(&scene->defs[scene->shape[i]], 0, unused);
  self->polytope = claim_for(self, scene->body_count, sizeof *self->polytope);
  self->rows = claim_for(self, count, sizeof *self->rows);
  self->points = claim_for(self, count, sizeof *self->points);
  for (size_t k = 0; k < count; k++) self->rows[k] = self->points[k];
  gkFloat** rows = self->rows;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    self->polytope[i].numpoints = (int)local_point(&scene->defs[scene->shape[i]], 0, unused);
    self->polytope[i].coord = rows;
    rows += self->polytope[i].numpoints;
  }
  follow(self);
  return self;
}

// ---- queries ----

// The distance of the cores.
static inline double solve(const opengjk* self, uint32_t pair, gkSimplex* simplex) {
  const scene3* scene = self->scene;
  return (double)compute_minimum_distance(self->polytope[scene->a[pair]], self->polytope[scene->b[pair]], simplex);
}

static inline double radius_of(const scene3* scene, uint32_t body) {
  return (double)scene->defs[scene->shape[body]].radius;
}

static void distance(void* pointer, const answers* to) {
  const opengjk* self = pointer;
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    gkSimplex simplex;
    const double cores = solve(self, i, &simplex), a = radius_of(scene, scene->a[i]), b = radius_of(scene, scene->b[i]);
    const double apart = cores - a - b;
    to->distance[i] = apart > 0 ? (float)apart : 0.0f;
    if (!(apart > 0)) continue;
    for (size_t k = 0; k < 3; k++) {
      const double on_a = (double)simplex.witnesses[0][k], on_b = (double)simplex.witnesses[1][k];
      const double along = (on_b - on_a) / cores;
      to->point_a[3 * (size_t)i + k] = (float)(on_a + a * along);
      to->point_b[3 * (size_t)i + k] = (float)(on_b - b * along);
    }
  }
}

static void overlap(void* pointer, const answers* to) {
  const opengjk* self = pointer;
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    gkSimplex simplex;
    const double radii = radius_of(scene, scene->a[i]) + radius_of(scene, scene->b[i]);
    to->overlapping[i] = solve(self, i, &simplex) <= radii + 1e-6;
  }
}

const implementation contender3_opengjk = {.open = open_opengjk,
                                           .close = release,
                                           .follow = follow,
                                           .answer = {distance, overlap, NULL, NULL},
                                           .can = FOLLOWS_REPLACEMENT,
                                           .most_pairs = 100000,
                                           .scenes = "12456789"};
