// Casts: scenes of pairs, maps for rays, and what answers them, this library and its rivals.
#ifndef LGJK_BENCH_CAST_CONTENDER_H
#define LGJK_BENCH_CAST_CONTENDER_H

#include "scenes2.h"
#include "scenes3.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- pairs of the scenes S1.. and T1.., with a way for each A: towards B or past it, so that three in ten touch ----

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

// name: that of a scene of 2D ("S2") or 3D ("T1"). `wide`: how far beside B the ways pass, in sums of both radii.
// Returns false where data of the scene are missing.
bool cast_scene_open(cast_scene* s, const char* name, uint32_t count, bool rays, bool turns, float wide);
void cast_scene_close(cast_scene* s);

typedef struct cast_contender {
  const char *name, *shown;
  int dim;
  bool rays, shapes, turns; // what it casts
  const char* missing;      // digits of scenes whose shapes it does not have
  void* (*open)(const cast_scene* scene, uint32_t isa);
  void (*run)(void* self, float* fraction); // all pairs; CAST_MISS for those that do not touch
  void (*close)(void* self);
} cast_contender;

extern const cast_contender cast_library2, cast_library3, cast_reference2, cast_reference3;
extern const cast_contender cast_box2d_toi, cast_box2d_shape, cast_box2d_ray, cast_chipmunk;
extern const cast_contender cast_box2d3_toi, cast_box2d3_shape, cast_box2d3_ray; // where Box2D v3 is given
extern const cast_contender cast_box2d3_toi_clang, cast_box2d3_shape_clang, cast_box2d3_ray_clang; // and by clang
extern const cast_contender cast_box3d_ray_clang, cast_box3d_shape_clang;
extern const cast_contender cast_box3d_ray, cast_box3d_shape, cast_jolt_ray, cast_jolt_shape; // where they are given
extern const cast_contender cast_bullet_subsimplex, cast_bullet_gjk, cast_fcl;

// ---- rays against all bodies of a map: the first that each hits ----

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

void ray_map_open(ray_map* map, uint32_t count);

typedef struct ray_contender {
  const char *name, *shown;
  uint32_t most; // bodies
  // Stays open until the program ends: to build takes longer than to cast. `built`: seconds that an index took.
  void* (*open)(const ray_map* map, uint32_t isa, double* built);
  void (*run)(void* self, ray_hit* hit);
} ray_contender;

extern const ray_contender library_rays, box2d_rays, bullet_rays;
extern const ray_contender box2d3_rays, box2d3_tree_rays; // where Box2D v3 is given
extern const ray_contender box2d3_rays_clang, box2d3_tree_rays_clang;

#ifdef __cplusplus
}
#endif

#endif
