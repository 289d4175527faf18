// Chipmunk: cpShapeSegmentQuery.
#include <chipmunk/chipmunk.h>

#include "basics.h"
#include "chipmunk_shapes.h"
#include "contender.h"

typedef struct chipmunk {
  const cast_scene* scene;
  cpShape** shape; // of each pair's B, placed
  cpBody** body;
} chipmunk;

static void* open_chipmunk(const cast_scene* s, uint32_t isa) {
  (void)isa;
  chipmunk* self = owner(sizeof *self);
  const scene2* scene = s->scene2;
  self->scene = s;
  self->shape = claim_for(self, s->count, sizeof *self->shape);
  self->body = claim_for(self, s->count, sizeof *self->body);
  for (uint32_t i = 0; i < s->count; ++i) {
    const float* pose = scene->pose[scene->b[i]];
    self->body[i] = cpBodyNewStatic();
    const lgjk_shape2_def* def = &scene->defs[scene->shape[scene->b[i]]];
    self->shape[i] = new_chipmunk_shape(self->body[i], def, (cpFloat)def->radius);
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
  release(self);
}

const cast_contender cast_chipmunk = {
    "chipmunk", "Chipmunk's segment query", 2, true, false, false, "369", open_chipmunk, run, close_chipmunk};
