// This library casts; compiled once for each dimension. A's places are put into poses beforehand, as a program has
// them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "contender.h"
#include "lanegjk/lanegjk_cast.h"

#define JOIN(before, number, after) before##number##after
#define NAME(before, number, after) JOIN(before, number, after)
#define lgjk_bodiesN NAME(lgjk_bodies, DIM, )
#define lgjk_shapesN NAME(lgjk_shapes, DIM, )
#define lgjk_shapeN_def NAME(lgjk_shape, DIM, _def)
#define lgjk_shapeN_def_init NAME(lgjk_shape, DIM, _def_init)
#define lgjk_shapesN_create NAME(lgjk_shapes, DIM, _create)
#define lgjk_shapesN_destroy NAME(lgjk_shapes, DIM, _destroy)
#define lgjk_castN NAME(lgjk_cast, DIM, )
#define sceneN NAME(scene, DIM, )
#define cast_libraryN NAME(cast_library, DIM, )

enum { POSE = DIM == 2 ? 4 : 7 };

typedef struct library {
  uint32_t count;
  lgjk_shapesN *shapes, *point; // `point`: of rays
  lgjk_bodiesN a, b;
  uint32_t *index, *shape;
  float *pose, *radius, *turn;
  uint8_t* status;
  lgjk_pairs pairs;
  lgjk_cast_options options;
} library;

static void make_shapes(library* self, const sceneN* scene) {
  static const float origin[DIM];
  lgjk_error error = {0};
  lgjk_shapeN_def point;
  lgjk_shapeN_def_init(&point);
  point.points = origin;
  point.point_count = 1;
#if DIM == 2
  const uint32_t count = SCENE2_SHAPES;
#else
  const uint32_t count = scene->shape_count;
#endif
  check_call(lgjk_shapesN_create(scene->defs, count, NULL, &self->shapes, &error), &error);
  check_call(lgjk_shapesN_create(&point, 1, NULL, &self->point, &error), &error);
}

static void* open(const cast_scene* s, uint32_t isa) {
  library* self = calloc(1, sizeof *self);
  const sceneN* scene = s->sceneN;
  if (self == NULL) return NULL;
  self->count = s->count;
  self->index = malloc(s->count * sizeof *self->index);
  self->shape = calloc(s->count, sizeof *self->shape);
  self->pose = malloc((size_t)s->count * POSE * sizeof *self->pose);
  self->radius = calloc(s->count, sizeof *self->radius);
  self->status = malloc(s->count);
  self->turn = malloc(2 * (size_t)s->count * sizeof *self->turn);
  make_shapes(self, scene);
  for (uint32_t i = 0; i < s->count; ++i) {
    const uint32_t a = scene->a[i];
    self->index[i] = i;
    memcpy(self->pose + (size_t)POSE * i, scene->pose[a], sizeof scene->pose[a]);
    memcpy(self->pose + (size_t)POSE * i, s->place + (size_t)DIM * i, DIM * sizeof *s->place);
    if (!s->rays) self->shape[i] = scene->shape[a];
#if DIM == 2
    if (!s->rays && scene->radius != NULL) self->radius[i] = scene->radius[a];
#endif
  }
  self->a = (lgjk_bodiesN){.struct_size = sizeof self->a, .count = s->count, .shapes = self->shapes};
  self->a.shape = self->shape;
  self->a.pose = self->pose;
  if (s->rays) self->a.shapes = self->point;
  self->b = (lgjk_bodiesN){.struct_size = sizeof self->b, .count = scene->body_count, .shapes = self->shapes};
  self->b.shape = scene->shape;
  self->b.pose = scene->pose[0];
#if DIM == 2
  self->b.radius = scene->radius;
  if (!s->rays && scene->radius != NULL) self->a.radius = self->radius;
#endif
  lgjk_pairs_init(&self->pairs);
  self->pairs.a = self->index;
  self->pairs.b = scene->b;
  self->pairs.count = s->count;
  lgjk_cast_options_init(&self->options);
  self->options.isa = isa;
  self->options.way_a = s->way;
#if DIM == 2
  for (uint32_t i = 0; i < s->count && s->turns; ++i) {
    const float* at = scene->pose[scene->a[i]];
    float by[4];
    lgjk_pose2_from_angle(0, 0, s->angle[i], by);
    self->turn[2 * i] = at[2] * by[2] - at[3] * by[3];
    self->turn[2 * i + 1] = at[3] * by[2] + at[2] * by[3];
  }
  if (s->turns) self->options.turn_a = self->turn;
#endif
  return self;
}

static void run(void* pointer, float* fraction) {
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

static void close(void* pointer) {
  library* self = pointer;
  lgjk_shapesN_destroy(self->shapes);
  lgjk_shapesN_destroy(self->point);
  void* arrays[] = {self->index, self->shape, self->pose, self->radius, self->status, self->turn, self};
  for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) free(arrays[k]);
}

const cast_contender cast_libraryN = {"library", "lanegjk", DIM, true, true, DIM == 2, "", open, run, close};
