// The table of families, and batches filled from it: shapes built, poses and pairs stored, views set.
#include "families.h"

#include <stdlib.h>
#include <string.h>

#include "kept.h"
#include "packed.h"
#if DIM == 2
#include "families2_pairs.h"
#else
#include "families3_pairs.h"
#endif

// ---------------------------------------------------------------- the table

#define FAMILY_ROW(function, name, radius) {name, familyN(function), radius},
static const struct family {
  const char* name;
  void (*make)(makerN* m);
  bool own_radius; // bodies carry radii of their own
} table[] = {FAMILIES(FAMILY_ROW)};

uint32_t familiesN_count(void) { return sizeof table / sizeof table[0]; }

const char* familiesN_name(uint32_t family) { return table[family].name; }

// ---------------------------------------------------------------- batches

static void store_body(familiesN_batch* batch, lgjk_shapeN_def* defs, uint32_t body, const planN* p) {
  size_t size = DIM * p->def.point_count * sizeof(float);
  defs[body] = p->def;
  if (size > 0) {
    float* copy = malloc(size);
    memcpy(copy, p->points, size);
    defs[body].points = copy;
  }
  batch->shape[body] = body;
  memcpy(&batch->pose[POSE_FLOATS * body], p->pose, sizeof p->pose);
  if (batch->radius != NULL) batch->radius[body] = p->radius;
}

static void set_views(familiesN_batch* batch) {
  batch->bodies = packed_bodies(batch->shapes, batch->body_count, batch->shape, batch->pose, batch->radius);
  batch->pairs = packed_pairs(batch->a, batch->b, batch->pair_count);
}

int32_t familiesN_make(familiesN_batch* batch, uint32_t family, uint64_t seed, uint32_t pair_count, lgjk_error* error) {
  uint32_t bodies = 2 * pair_count;
  lgjk_shapeN_def* defs = calloc(bodies + 1, sizeof *defs);
  *batch = (familiesN_batch){.body_count = bodies, .pair_count = pair_count};
  batch->shape = malloc((bodies + 1) * sizeof *batch->shape);
  batch->pose = malloc((bodies + 1) * POSE_FLOATS * sizeof *batch->pose);
  if (table[family].own_radius) batch->radius = malloc((bodies + 1) * sizeof *batch->radius);
  batch->a = malloc((pair_count + 1) * sizeof *batch->a);
  batch->b = malloc((pair_count + 1) * sizeof *batch->b);
  for (uint32_t i = 0; i < pair_count; ++i) {
    makerN m = {.state = seed * 0x2545f4914f6cdd1du + family * 1000003u + i};
    m.state = makerN_next(&m);
    table[family].make(&m);
    store_body(batch, defs, 2 * i, &m.a);
    store_body(batch, defs, 2 * i + 1, &m.b);
    batch->a[i] = 2 * i;
    batch->b[i] = 2 * i + 1;
  }
  int32_t code = kept_create(defs, bodies, &batch->shapes, error);
  for (uint32_t i = 0; i < bodies; ++i) free((void*)(uintptr_t)defs[i].points);
  free(defs);
  set_views(batch);
  if (code != LGJK_OK) familiesN_free(batch);
  return code;
}

void familiesN_free(familiesN_batch* batch) {
  kept_destroy(batch->shapes);
  free(batch->shape);
  free(batch->pose);
  free(batch->radius);
  free(batch->a);
  free(batch->b);
  *batch = (familiesN_batch){0};
}

#if DIM == 2
static void turn_by(double turn, const float* from, float* to) {
  to[0] = (float)(from[0] - turn * from[1]);
  to[1] = (float)(from[1] + turn * from[0]);
}
#else
// q + t q with a small imaginary t, which is a turn by twice its length.
static void turn_slightly(maker3* m, const float* from, float* to) {
  double angle = maker3_uniform(m, -0.005, 0.005);
  vec3 t = vec3_scale(maker3_direction(m), angle);
  double x = from[0], y = from[1], z = from[2], w = from[3];
  to[0] = (float)(x + t.x * w + t.y * z - t.z * y);
  to[1] = (float)(y - t.x * z + t.y * w + t.z * x);
  to[2] = (float)(z + t.x * y - t.y * x + t.z * w);
  to[3] = (float)(w - t.x * x - t.y * y - t.z * z);
}
#endif

void familiesN_move(const familiesN_batch* batch, uint64_t seed, float* pose) {
  makerN m = {.state = seed};
  for (uint32_t i = 0; i < batch->body_count; ++i) {
    const float* from = &batch->pose[POSE_FLOATS * i];
    float* to = &pose[POSE_FLOATS * i];
    lgjk_shapeN_info info = {.struct_size = sizeof info};
    lgjk_shapesN_get(batch->shapes, batch->shape[i], &info, NULL, 0, NULL);
    double step = 0.01 * info.bound;
#if DIM == 2
    const double turn = makerN_uniform(&m, -0.01, 0.01); // drawn before the step
#endif
    for (int k = 0; k < DIM; ++k) to[k] = (float)(from[k] + step * makerN_uniform(&m, -1, 1));
#if DIM == 2
    turn_by(turn, from + DIM, to + DIM);
#else
    turn_slightly(&m, from + DIM, to + DIM);
#endif
  }
  lgjk_poseN_normalize(pose, 0, batch->body_count, NULL);
}
