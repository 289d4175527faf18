// Box3D: the ray casts of its shapes, in the frame of each, and b3ShapeCast with proxies that are made once. It stops
// its linear slop (5 mm) before a touch. It has no cylinders, and its hulls have up to 128 half edges.
#include <box3d/box3d.h>
#include <box3d/math_functions.h>

#include "../../rivals/box3d_shapes.h"
#include "basics.h"
#include "contender.h"

typedef struct box {
  const cast_scene* scene;
  box3d_shape* prototype;
  b3Transform *at_a, *at_b; // of each pair
} box;

static b3Transform transform_of(const float* place, const float* pose) {
  return (b3Transform){{place[0], place[1], place[2]}, {{pose[3], pose[4], pose[5]}, pose[6]}};
}

static void* open(const cast_scene* s, uint32_t isa) {
  const scene3* scene = s->scene3;
  box* self = owner(sizeof *self);
  (void)isa;
  self->scene = s;
  self->prototype = claim_for(self, scene->shape_count, sizeof *self->prototype);
  self->at_a = claim_for(self, s->count, sizeof *self->at_a);
  self->at_b = claim_for(self, s->count, sizeof *self->at_b);
  for (uint32_t i = 0; i < scene->shape_count; i++) box3d_make_shape(&self->prototype[i], &scene->defs[i], true);
  for (uint32_t i = 0; i < s->count; i++) {
    self->at_a[i] = transform_of(s->place + 3 * i, scene->pose[scene->a[i]]);
    self->at_b[i] = transform_of(scene->pose[scene->b[i]], scene->pose[scene->b[i]]);
  }
  return self;
}

static void close_box(void* pointer) {
  box* self = pointer;
  for (uint32_t i = 0; i < self->scene->scene3->shape_count; i++) box3d_free_shape(&self->prototype[i]);
  release(self);
}

static b3Vec3 vector_at(const float* from, uint32_t i) {
  return (b3Vec3){from[3 * (size_t)i], from[3 * (size_t)i + 1], from[3 * (size_t)i + 2]};
}

static void run_ray(void* pointer, float* fraction) {
  const box* self = pointer;
  const cast_scene* s = self->scene;
  const scene3* scene = s->scene3;
  for (uint32_t i = 0; i < s->count; i++) {
    const b3Transform b = self->at_b[i];
    const box3d_shape* shape = &self->prototype[scene->shape[scene->b[i]]];
    b3RayCastInput in = {.maxFraction = 1};
    in.origin = b3InvTransformPoint(b, vector_at(s->place, i));
    in.translation = b3InvRotateVector(b.q, vector_at(s->way, i));
    const b3CastOutput out = shape->kind == KIND_HULL      ? b3RayCastHull(shape->hull, &in)
                             : shape->kind == KIND_CAPSULE ? b3RayCastCapsule(&shape->capsule, &in)
                                                           : b3RayCastSphere(&shape->sphere, &in);
    fraction[i] = out.hit ? out.fraction : CAST_MISS;
  }
}

// b3ShapeCast moves its second shape, in the frame of the first.
static void run_shape(void* pointer, float* fraction) {
  const box* self = pointer;
  const cast_scene* s = self->scene;
  const scene3* scene = s->scene3;
  for (uint32_t i = 0; i < s->count; i++) {
    const b3Transform b = self->at_b[i];
    b3ShapeCastPairInput in = {.maxFraction = 1};
    in.proxyA = self->prototype[scene->shape[scene->b[i]]].proxy;
    in.proxyB = self->prototype[scene->shape[scene->a[i]]].proxy;
    in.transform = b3InvMulTransforms(b, self->at_a[i]);
    in.translationB = b3InvRotateVector(b.q, vector_at(s->way, i));
    const b3CastOutput out = b3ShapeCast(&in);
    fraction[i] = out.hit ? out.fraction : CAST_MISS;
  }
}

const cast_contender BUILT(cast_box3d_ray) = {BUILT_NAME("box3d-ray"),
                                              BUILT_SHOWN("Box3D", "'s ray casts"),
                                              3,
                                              true,
                                              false,
                                              false,
                                              "35",
                                              open,
                                              run_ray,
                                              close_box};
const cast_contender BUILT(cast_box3d_shape) = {BUILT_NAME("box3d-shape"),
                                                BUILT_SHOWN("Box3D", "'s b3ShapeCast"),
                                                3,
                                                false,
                                                true,
                                                false,
                                                "35",
                                                open,
                                                run_shape,
                                                close_box};
