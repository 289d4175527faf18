// Rays against all bodies of a map: the first that each hits.
#ifndef LGJK_BENCH_CAST_RAYS_H
#define LGJK_BENCH_CAST_RAYS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RAYS 10000u
#define RAY_LENGTH 20.0f // metres
#define NO_HIT UINT32_MAX

// A map of one body per 10 square metres, half of them circles, half boxes, 0.3 to 1 m in size.
typedef struct ray_map {
  uint32_t count;
  float (*pose)[4];
  float (*half)[2]; // of boxes; a circle has its radius and 0
  float (*start)[2], (*way)[2];
} ray_map;

typedef struct ray_hit {
  uint32_t body;
  float fraction;
} ray_hit;

int ray_map_open(ray_map* map, uint32_t count); // 0: no memory
void ray_map_close(ray_map* map);

void* library_rays_open(const ray_map* map, uint32_t isa, double* built);
void library_rays_run(void* self, ray_hit* hit);
void library_rays_close(void* self);

// Others that cast rays into a map. `most`: bodies.
typedef struct ray_rival {
  const char* shown;
  uint32_t most;
  void* (*open)(const ray_map* map);
  void (*run)(void* self, ray_hit* hit);
  void (*close)(void* self);
} ray_rival;

extern const ray_rival box2d_rays, bullet_rays;
extern const ray_rival box2d3_rays; // where Box2D v3 is given

#ifdef __cplusplus
}
#endif

#endif
