// This library and the scalar reference cast the pairs of a scene; compiled once for each dimension. A's places are put
// into poses beforehand, as a program has them.
#include <string.h>

#include "../dimension_names.h"
#include "basics.h"
#include "contender.h"
#include "lanegjk/lanegjk_cast.h"
#include "reference.h"

#define cast_libraryN DIM_NAME(cast_library, DIM, )
#define cast_referenceN DIM_NAME(cast_reference, DIM, )

// Shapes of the scene; the last is a point, for rays.
static lgjk_shapesN* make_shapes(const sceneN* scene) {
  static const float origin[DIM];
  const uint32_t count = sceneN_shape_count(scene);
  lgjk_shapeN_def* defs = claim(count + 1, sizeof *defs);
  lgjk_shapesN* shapes;
  lgjk_error error = {0};
  memcpy(defs, scene->defs, count * sizeof *defs);
  lgjk_shapeN_def_init(&defs[count]);
  defs[count].points = origin;
  defs[count].point_count = 1;
  check_call(lgjk_shapesN_create(defs, count + 1, NULL, &shapes, &error), &error);
  free(defs);
  return shapes;
}

static uint32_t shape_of(const cast_scene* s, uint32_t pair) {
  return s->rays ? sceneN_shape_count(s->sceneN) : s->sceneN->shape[s->sceneN->a[pair]];
}

static void put_pose(const cast_scene* s, uint32_t pair, float pose[POSE_FLOATS]) {
  memcpy(pose, s->sceneN->pose[s->sceneN->a[pair]], POSE_FLOATS * sizeof *pose);
  memcpy(pose, s->place + (size_t)DIM * pair, DIM * sizeof *pose);
}

// ---------------------------------------------------------------- the library

typedef struct library {
  uint32_t count;
  lgjk_shapesN* shapes;
  lgjk_bodiesN a, b;
  uint32_t *index, *shape;
  float (*pose)[POSE_FLOATS], *radius, *turn;
  uint8_t* status;
  lgjk_pairs pairs;
  lgjk_cast_options options;
} library;

// Radii of the bodies, which 3D has not, and turns.
static void set_radii_and_turns(library* self, const cast_scene* s) {
#if DIM == 2
  const scene2* scene = s->scene2;
  self->b.radius = scene->radius;
  if (!s->rays && scene->radius != NULL) self->a.radius = self->radius;
  for (uint32_t i = 0; i < s->count; ++i) {
    const float* at = scene->pose[scene->a[i]];
    float by[4];
    if (self->a.radius != NULL) self->radius[i] = scene->radius[scene->a[i]];
    lgjk_pose2_from_angle(0, 0, s->angle[i], by);
    self->turn[2 * i] = at[2] * by[2] - at[3] * by[3];
    self->turn[2 * i + 1] = at[3] * by[2] + at[2] * by[3];
  }
  if (s->turns) self->options.turn_a = self->turn;
#else
  (void)self;
  (void)s;
#endif
}

static void* open_library(const cast_scene* s, uint32_t isa) {
  library* self = owner(sizeof *self);
  const sceneN* scene = s->sceneN;
  self->count = s->count;
  self->shapes = make_shapes(scene);
  self->index = claim_for(self, s->count, sizeof *self->index);
  self->shape = claim_for(self, s->count, sizeof *self->shape);
  self->pose = claim_for(self, s->count, sizeof *self->pose);
  self->radius = claim_for(self, s->count, sizeof *self->radius);
  self->status = claim_for(self, s->count, 1);
  self->turn = claim_for(self, s->count, 2 * sizeof *self->turn);
  for (uint32_t i = 0; i < s->count; ++i) {
    self->index[i] = i;
    self->shape[i] = shape_of(s, i);
    put_pose(s, i, self->pose[i]);
  }
  self->a = (lgjk_bodiesN){.struct_size = sizeof self->a,
                           .count = s->count,
                           .shapes = self->shapes,
                           .shape = self->shape,
                           .pose = self->pose[0]};
  self->b = (lgjk_bodiesN){.struct_size = sizeof self->b,
                           .count = scene->body_count,
                           .shapes = self->shapes,
                           .shape = scene->shape,
                           .pose = scene->pose[0]};
  lgjk_pairs_init(&self->pairs);
  self->pairs.a = self->index;
  self->pairs.b = scene->b;
  self->pairs.count = s->count;
  lgjk_cast_options_init(&self->options);
  self->options.isa = isa;
  self->options.way_a = s->way;
  set_radii_and_turns(self, s);
  return self;
}

static void run_library(void* pointer, float* fraction) {
  library* self = pointer;
  lgjk_error error = {0};
  lgjk_cast_results results;
  lgjk_cast_results_init(&results);
  results.status = self->status;
  results.fraction = fraction;
  check_call(lgjk_castN(&self->a, &self->b, &self->pairs, 0, self->count, &results, &self->options, &error), &error);
  for (uint32_t i = 0; i < self->count; ++i) {
    const bool misses = (self->status[i] == LGJK_CAST_MISS) | (self->status[i] == LGJK_CAST_BAD);
    fraction[i] = misses ? CAST_MISS : fraction[i];
  }
}

static void close_library(void* pointer) {
  library* self = pointer;
  lgjk_shapesN_destroy(self->shapes);
  release(self);
}

const cast_contender cast_libraryN = {"library", "lanegjk", DIM,          true,        true,
                                      DIM == 2,  "",        open_library, run_library, close_library};

// ---------------------------------------------------------------- the reference

typedef struct reference {
  const cast_scene* scene;
  lgjk_shapesN* set;
  refN_shapes shapes;
  float (*pose)[POSE_FLOATS];
} reference;

static void* open_reference(const cast_scene* s, uint32_t isa) {
  reference* self = owner(sizeof *self);
  (void)isa;
  self->set = make_shapes(s->sceneN);
  self->scene = s;
  self->pose = claim_for(self, s->count, sizeof *self->pose);
  if (!refN_shapes_create(self->set, &self->shapes)) return NULL;
  for (uint32_t i = 0; i < s->count; ++i) put_pose(s, i, self->pose[i]);
  return self;
}

static void run_reference(void* pointer, float* fraction) {
  static const float still[DIM];
  const reference* self = pointer;
  const cast_scene* s = self->scene;
  const sceneN* scene = s->sceneN;
  for (uint32_t i = 0; i < s->count; ++i) {
    const refN_shape *a = &self->shapes.shape[shape_of(s, i)], *b = &self->shapes.shape[scene->shape[scene->b[i]]];
    uint32_t iterations;
    const uint8_t status = refN_cast(a, self->pose[i], s->way + (size_t)DIM * i, b, scene->pose[scene->b[i]], still,
                                     &fraction[i], &iterations);
    if (status == LGJK_CAST_MISS || status == LGJK_CAST_BAD) fraction[i] = CAST_MISS;
  }
}

static void close_reference(void* pointer) {
  reference* self = pointer;
  refN_shapes_destroy(&self->shapes);
  lgjk_shapesN_destroy(self->set);
  release(self);
}

// S9 has a radius for each body, the reference one for each shape.
const cast_contender cast_referenceN = {
    "reference",         "scalar reference", DIM,           true,           true, false,
    DIM == 2 ? "9" : "", open_reference,     run_reference, close_reference};
