// libccd 2.1 as a contender. It answers whether two shapes overlap, by GJK or by Minkowski portal refinement, and how
// deep, by an expanding polytope or by the same refinement: depth, direction and one point. The distance is not in its
// interface, and no query can be started from an earlier answer. Its users write the support functions: these know the
// kind of the shape, work on rotation matrices that are kept up to date outside of the time, and allocate nothing. The
// first direction joins the centres. It computes in double.
#include <ccd/ccd.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "rival.h"
#include "scenes3.h"

#define ITERATION_LIMIT 100 // its manual's

// A body as the support functions read it.
typedef struct solid {
  double turn[9]; // by rows: from the local frame to the world
  double position[3];
  double size[3]; // half extents; radius and half height
  double radius;  // rounding
  const float* points;
  uint32_t point_count;
} solid;

typedef struct libccd {
  const scene3* scene;
  solid* solids;             // per body
  ccd_support_fn* functions; // per body
} libccd;

// ---- support ----

static inline void to_local(const solid* s, const ccd_vec3_t* dir, double d[3]) {
  for (int i = 0; i < 3; i++) d[i] = s->turn[i] * dir->v[0] + s->turn[3 + i] * dir->v[1] + s->turn[6 + i] * dir->v[2];
}

static inline void to_world(const solid* s, const double p[3], ccd_vec3_t* v) {
  for (int i = 0; i < 3; i++) {
    v->v[i] = s->position[i] + s->turn[3 * i] * p[0] + s->turn[3 * i + 1] * p[1] + s->turn[3 * i + 2] * p[2];
  }
}

static inline void round_off(const solid* s, const ccd_vec3_t* dir, ccd_vec3_t* v) {
  if (!(s->radius > 0.0)) return;
  double k = s->radius / sqrt(dir->v[0] * dir->v[0] + dir->v[1] * dir->v[1] + dir->v[2] * dir->v[2]);
  for (int i = 0; i < 3; i++) v->v[i] += k * dir->v[i];
}

// Each kind has the point of its core that is farthest along d, both in its local frame.

static inline void farthest_of_box(const solid* s, const double d[3], double p[3]) {
  for (int i = 0; i < 3; i++) p[i] = copysign(s->size[i], d[i]);
}

static inline void farthest_of_cylinder(const solid* s, const double d[3], double p[3]) {
  const double flat = sqrt(d[0] * d[0] + d[1] * d[1]), k = flat > 0.0 ? s->size[0] / flat : 0.0;
  p[0] = k * d[0];
  p[1] = k * d[1];
  p[2] = copysign(s->size[1], d[2]);
}

static inline void farthest_of_cone(const solid* s, const double d[3], double p[3]) {
  const double flat = sqrt(d[0] * d[0] + d[1] * d[1]), k = flat > 0.0 ? s->size[0] / flat : 0.0;
  const bool apex = 2.0 * s->size[1] * d[2] >= s->size[0] * flat;
  p[0] = apex ? 0.0 : k * d[0];
  p[1] = apex ? 0.0 : k * d[1];
  p[2] = apex ? s->size[1] : -s->size[1];
}

static inline void farthest_of_ellipsoid(const solid* s, const double d[3], double p[3]) {
  double length2 = 0.0;
  for (int i = 0; i < 3; i++) {
    p[i] = s->size[i] * d[i];
    length2 += p[i] * p[i];
  }
  const double k = length2 > 0.0 ? 1.0 / sqrt(length2) : 0.0;
  for (int i = 0; i < 3; i++) p[i] *= k * s->size[i];
}

static inline void farthest_of_points(const solid* s, const double d[3], double p[3]) {
  const float *best = s->points, *end = best + 3 * (size_t)s->point_count;
  double most = (double)best[0] * d[0] + (double)best[1] * d[1] + (double)best[2] * d[2];
  for (const float* q = best + 3; q < end; q += 3) {
    double value = (double)q[0] * d[0] + (double)q[1] * d[1] + (double)q[2] * d[2];
    if (value > most) {
      most = value;
      best = q;
    }
  }
  for (int i = 0; i < 3; i++) p[i] = (double)best[i];
}

// support_box and so on, as libccd calls them: in the world, rounding included.
#define SUPPORT(kind)                                                                    \
  static void support_##kind(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* v) { \
    const solid* s = object;                                                             \
    double d[3], p[3];                                                                   \
    to_local(s, dir, d);                                                                 \
    farthest_of_##kind(s, d, p);                                                         \
    to_world(s, p, v);                                                                   \
    round_off(s, dir, v);                                                                \
  }
SUPPORT(box)
SUPPORT(cylinder)
SUPPORT(cone)
SUPPORT(ellipsoid)
SUPPORT(points)

// ---- bodies ----

static ccd_support_fn function_of(uint32_t kind) {
  switch (kind) {
    case LGJK_SHAPE3_BOX: return support_box;
    case LGJK_SHAPE3_ELLIPSOID: return support_ellipsoid;
    case LGJK_SHAPE3_CYLINDER: return support_cylinder;
    case LGJK_SHAPE3_CONE: return support_cone;
    default: return support_points;
  }
}

static void turn_by(const float* q, double turn[9]) {
  double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
  const double by[9] = {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z),       2.0 * (x * z + w * y),
                        2.0 * (x * y + w * z),       1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x),
                        2.0 * (x * z - w * y),       2.0 * (y * z + w * x),       1.0 - 2.0 * (x * x + y * y)};
  for (int i = 0; i < 9; i++) turn[i] = by[i];
}

static void follow(void* pointer) {
  libccd* self = pointer;
  for (uint32_t i = 0; i < self->scene->body_count; i++) {
    const float* pose = self->scene->pose[i];
    for (int k = 0; k < 3; k++) self->solids[i].position[k] = (double)pose[k];
    turn_by(pose + 3, self->solids[i].turn);
  }
}

static void* open_libccd(const setup* how) {
  libccd* self = owner(sizeof *self);
  const scene3* scene = self->scene = how->scene;
  self->solids = claim_for(self, scene->body_count, sizeof *self->solids);
  self->functions = claim_for(self, scene->body_count, sizeof *self->functions);
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const lgjk_shape3_def* def = &scene->defs[scene->shape[i]];
    solid* s = &self->solids[i];
    for (int k = 0; k < 3; k++) s->size[k] = (double)def->size[k];
    s->radius = (double)def->radius;
    s->points = def->points;
    s->point_count = def->point_count;
    self->functions[i] = function_of(def->kind);
  }
  follow(self);
  return self;
}

// ---- queries ----

static void centre(const void* object, ccd_vec3_t* v) {
  const solid* s = object;
  ccdVec3Set(v, s->position[0], s->position[1], s->position[2]);
}

static void first_direction(const void* a, const void* b, ccd_vec3_t* dir) {
  ccd_vec3_t from;
  centre(a, &from);
  centre(b, dir);
  ccdVec3Sub(dir, &from);
  if (ccdVec3Len2(dir) <= 0.0) ccdVec3Set(dir, 1.0, 0.0, 0.0);
}

static ccd_t settings(void) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.first_dir = first_direction;
  ccd.center1 = ccd.center2 = centre;
  ccd.max_iterations = ITERATION_LIMIT;
  return ccd;
}

static inline void overlap_all(libccd* self, const answers* to,
                               int (*intersect)(const void*, const void*, const ccd_t*)) {
  const scene3* scene = self->scene;
  ccd_t ccd = settings();
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    uint32_t a = scene->a[i], b = scene->b[i];
    ccd.support1 = self->functions[a];
    ccd.support2 = self->functions[b];
    to->overlapping[i] = intersect(&self->solids[a], &self->solids[b], &ccd) != 0;
  }
}

static void overlap_by_gjk(void* self, const answers* to) { overlap_all(self, to, ccdGJKIntersect); }
static void overlap_by_mpr(void* self, const answers* to) { overlap_all(self, to, ccdMPRIntersect); }

// ---- contacts ----

typedef int penetration(const void* a, const void* b, const ccd_t* ccd, ccd_real_t* depth, ccd_vec3_t* direction,
                        ccd_vec3_t* position);

static void put_vector(float* to, const ccd_vec3_t* v) {
  for (int k = 0; k < 3; k++) to[k] = (float)v->v[k];
}

static inline void depth_all(libccd* self, const answers* to, penetration* penetrate) {
  const scene3* scene = self->scene;
  ccd_t ccd = settings();
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    uint32_t a = scene->a[i], b = scene->b[i];
    ccd_real_t depth;
    ccd_vec3_t direction, position;
    ccd.support1 = self->functions[a];
    ccd.support2 = self->functions[b];
    to->distance[i] = INFINITY;
    if (penetrate(&self->solids[a], &self->solids[b], &ccd, &depth, &direction, &position) != 0) continue;
    to->distance[i] = (float)-depth;
    put_vector(to->normal + 3 * i, &direction);
    put_vector(to->point_a + 3 * i, &position);
    put_vector(to->point_b + 3 * i, &position);
  }
}

static void put_manifolds(const libccd* self, const answers* to) {
  for (uint32_t i = 0; i < self->scene->pair_count; i++) put_one_point(to, i, 0.0f);
}

static void depth_by_epa(void* self, const answers* to) { depth_all(self, to, ccdGJKPenetration); }
static void depth_by_mpr(void* self, const answers* to) { depth_all(self, to, ccdMPRPenetration); }

static void contact_by_epa(void* self, const answers* to) {
  depth_by_epa(self, to);
  put_manifolds(self, to);
}

static void contact_by_mpr(void* self, const answers* to) {
  depth_by_mpr(self, to);
  put_manifolds(self, to);
}

const implementation contender3_libccd = {.open = open_libccd,
                                          .close = release,
                                          .follow = follow,
                                          .answer = {NULL, overlap_by_gjk, contact_by_epa, depth_by_epa},
                                          .misjudges_contacts = 0.003f,
                                          .misses_depths = 0.63f}; // of capsules; 0.08 of boxes and small hulls

const implementation contender3_libccd_mpr = {.open = open_libccd,
                                              .close = release,
                                              .follow = follow,
                                              .answer = {NULL, overlap_by_mpr, contact_by_mpr, depth_by_mpr},
                                              .misjudges = 0.01f,
                                              .misjudges_contacts = 0.015f,
                                              .misses_depths = 0.53f}; // it looks along one direction
