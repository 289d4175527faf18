// Pairs of the scenes S1.. and T1.., with a way for each A: towards B or past it, so that three in ten touch.
#ifndef LGJK_BENCH_CAST_SCENE_H
#define LGJK_BENCH_CAST_SCENE_H

#include "scenes2.h"
#include "scenes3.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAST_SHARE 0.3f // of the pairs that touch
#define CAST_MISS 2.0f  // the fraction of the others

typedef struct cast_scene {
  int dim;
  uint32_t count;
  bool rays;          // A is a point
  bool turns;         // A turns by up to half a radian on its way, in 2D
  scene2* scene2;     // of 2D: shapes, poses, radii and pairs
  scene3* scene3;     // of 3D
  float *place, *way; // `dim` numbers for each pair: where A begins, and its way
  float* angle;       // of each pair: how far A turns
} cast_scene;

// name: that of a scene of 2D ("S2") or 3D ("T1"). `wide`: how far beside B the ways go, in sums of both radii. Returns
// false where memory or data lack.
bool cast_scene_open(cast_scene* s, const char* name, uint32_t count, bool rays, bool turns, float wide);
void cast_scene_close(cast_scene* s);

static inline uint32_t cast_a(const cast_scene* s, uint32_t i) {
  return s->dim == 2 ? s->scene2->a[i] : s->scene3->a[i];
}
static inline uint32_t cast_b(const cast_scene* s, uint32_t i) {
  return s->dim == 2 ? s->scene2->b[i] : s->scene3->b[i];
}

#ifdef __cplusplus
}
#endif

#endif
