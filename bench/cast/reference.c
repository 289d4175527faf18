// The scalar reference casts; compiled once for each dimension.
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "contender.h"
#include "lanegjk/lanegjk_cast.h"
#include "reference.h"

#define sceneN DIM_NAME(scene, DIM, )
#define cast_referenceN DIM_NAME(cast_reference, DIM, )

typedef struct reference {
  const cast_scene* scene;
  lgjk_shapesN* set;
  refN_shapes shapes; // the last is a point, for rays
  float (*pose)[POSE_FLOATS];
} reference;

static void* open(const cast_scene* s, uint32_t isa) {
  static const float origin[DIM];
  const sceneN* scene = s->sceneN;
  reference* self = calloc(1, sizeof *self);
  lgjk_error error = {0};
  (void)isa;
#if DIM == 2
  const uint32_t count = SCENE2_SHAPES;
#else
  const uint32_t count = scene->shape_count;
#endif
  lgjk_shapeN_def* defs = calloc(count + 1, sizeof *defs);
  if (self == NULL || defs == NULL) return NULL;
  memcpy(defs, scene->defs, count * sizeof *defs);
  lgjk_shapeN_def_init(&defs[count]);
  defs[count].points = origin;
  defs[count].point_count = 1;
  check_call(lgjk_shapesN_create(defs, count + 1, NULL, &self->set, &error), &error);
  free(defs);
  self->scene = s;
  self->pose = malloc(s->count * sizeof *self->pose);
  if (self->pose == NULL || !refN_shapes_create(self->set, &self->shapes)) return NULL;
  for (uint32_t i = 0; i < s->count; ++i) {
    memcpy(self->pose[i], scene->pose[scene->a[i]], sizeof self->pose[i]);
    memcpy(self->pose[i], s->place + (size_t)DIM * i, DIM * sizeof(float));
  }
  return self;
}

static void run(void* pointer, float* fraction) {
  static const float still[DIM];
  const reference* self = pointer;
  const cast_scene* s = self->scene;
  const sceneN* scene = s->sceneN;
  for (uint32_t i = 0; i < s->count; ++i) {
    const uint32_t a = s->rays ? self->shapes.count - 1 : scene->shape[scene->a[i]], b = scene->b[i];
    uint32_t iterations;
    const uint8_t status =
        refN_cast(&self->shapes.shape[a], self->pose[i], s->way + (size_t)DIM * i, &self->shapes.shape[scene->shape[b]],
                  scene->pose[b], still, &fraction[i], &iterations);
    if (status == LGJK_CAST_MISS || status == LGJK_CAST_BAD) fraction[i] = CAST_MISS;
  }
}

static void close(void* pointer) {
  reference* self = pointer;
  refN_shapes_destroy(&self->shapes);
  lgjk_shapesN_destroy(self->set);
  free(self->pose);
  free(self);
}

// S9 has a radius for each body, the reference one for each shape.
const cast_contender cast_referenceN = {"reference", "scalar reference",  DIM,  true, true,
                                        false,       DIM == 2 ? "9" : "", open, run,  close};
