// What casts the pairs of a scene: this library on an instruction set, and its rivals.
#ifndef LGJK_BENCH_CAST_CONTENDER_H
#define LGJK_BENCH_CAST_CONTENDER_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cast_contender {
  const char *name, *shown;
  int dim;
  bool rays, shapes, turns; // what it casts
  const char* lacks;        // digits of scenes whose shapes it has not
  void* (*open)(const cast_scene* scene, uint32_t isa);
  void (*run)(void* self, float* fraction); // all pairs; CAST_MISS for those that do not touch
  void (*close)(void* self);
} cast_contender;

extern const cast_contender cast_library2, cast_library3, cast_reference2, cast_reference3;
extern const cast_contender cast_box2d_toi, cast_box2d_shape, cast_box2d_ray, cast_chipmunk;
extern const cast_contender cast_box2d3_toi, cast_box2d3_shape, cast_box2d3_ray; // where Box2D v3 is given
extern const cast_contender cast_bullet_subsimplex, cast_bullet_gjk, cast_fcl;

#ifdef __cplusplus
}
#endif

#endif
