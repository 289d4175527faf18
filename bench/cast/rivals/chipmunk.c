// Chipmunk: cpShapeSegmentQuery.
#include <chipmunk/chipmunk.h>
#include <stdlib.h>

#include "contender.h"
#include "octagon.h"

typedef struct chipmunk {
  const cast_scene* scene;
  cpShape** shape; // of each pair's B, placed
  cpBody** body;
} chipmunk;

static cpShape* new_shape(cpBody* body, const lgjk_shape2_def* def) {
  const double radius = (double)def->radius;
  cpVect v[8];
  float octagon[8][2];
  int count = (int)def->point_count;
  if (def->kind == LGJK_SHAPE2_BOX)
    return cpBoxShapeNew(body, 2 * (double)def->size[0], 2 * (double)def->size[1], radius);
  const float* p = def->points;
  if (def->kind == LGJK_SHAPE2_ELLIPSE) {
    octagon_of_ellipse(def, octagon);
    p = octagon[0];
    count = 8;
  }
  for (int i = 0; i < count; ++i) v[i] = cpv((double)p[2 * i], (double)p[2 * i + 1]);
  if (count == 1) return cpCircleShapeNew(body, radius, v[0]);
  if (count == 2) return cpSegmentShapeNew(body, v[0], v[1], radius);
  return cpPolyShapeNewRaw(body, count, v, radius);
}

static void* open_chipmunk(const cast_scene* s, uint32_t isa) {
  (void)isa;
  chipmunk* self = calloc(1, sizeof *self);
  const scene2* scene = s->scene2;
  self->scene = s;
  self->shape = calloc(s->count, sizeof *self->shape);
  self->body = calloc(s->count, sizeof *self->body);
  for (uint32_t i = 0; i < s->count; ++i) {
    const float* pose = scene->pose[scene->b[i]];
    self->body[i] = cpBodyNewStatic();
    self->shape[i] = new_shape(self->body[i], &scene->defs[scene->shape[scene->b[i]]]);
    const cpTransform at = cpTransformNew((double)pose[2], (double)pose[3], -(double)pose[3], (double)pose[2],
                                          (double)pose[0], (double)pose[1]);
    cpShapeUpdate(self->shape[i], at);
  }
  return self;
}

static void run(void* pointer, float* fraction) {
  chipmunk* self = pointer;
  const cast_scene* s = self->scene;
  for (uint32_t i = 0; i < s->count; ++i) {
    const cpVect from = cpv((double)s->place[2 * i], (double)s->place[2 * i + 1]);
    const cpVect to = cpv(from.x + (double)s->way[2 * i], from.y + (double)s->way[2 * i + 1]);
    cpSegmentQueryInfo info;
    fraction[i] = cpShapeSegmentQuery(self->shape[i], from, to, 0, &info) ? (float)info.alpha : CAST_MISS;
  }
}

static void close_chipmunk(void* pointer) {
  chipmunk* self = pointer;
  for (uint32_t i = 0; i < self->scene->count; ++i) {
    cpShapeFree(self->shape[i]);
    cpBodyFree(self->body[i]);
  }
  free(self->shape);
  free(self->body);
  free(self);
}

const cast_contender cast_chipmunk = {
    "chipmunk", "Chipmunk's segment query", 2, true, false, false, "369", open_chipmunk, run, close_chipmunk};
