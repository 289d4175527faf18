#include "rays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "lanegjk/lanegjk_cast.h"

static double draw(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

int ray_map_open(ray_map* map, uint32_t count) {
  uint64_t state = 5;
  const double side = sqrt(10.0 * count);
  *map = (ray_map){.count = count};
  map->pose = malloc(count * sizeof *map->pose);
  map->half = malloc(count * sizeof *map->half);
  map->start = malloc(RAYS * sizeof *map->start);
  map->way = malloc(RAYS * sizeof *map->way);
  if (!map->pose || !map->half || !map->start || !map->way) return 0;
  for (uint32_t i = 0; i < count; ++i) {
    const float turn = 6.2831853f * (float)draw(&state);
    map->pose[i][0] = (float)(side * draw(&state));
    map->pose[i][1] = (float)(side * draw(&state));
    lgjk_pose2_from_angle(map->pose[i][0], map->pose[i][1], turn, map->pose[i]);
    map->half[i][0] = (float)(0.15 + 0.35 * draw(&state));
    map->half[i][1] = i % 2 == 0 ? 0 : (float)(0.15 + 0.35 * draw(&state));
  }
  for (uint32_t i = 0; i < RAYS; ++i) {
    float pose[4];
    lgjk_pose2_from_angle((float)(side * draw(&state)), (float)(side * draw(&state)), 6.2831853f * (float)draw(&state),
                          pose);
    memcpy(map->start[i], pose, sizeof map->start[i]);
    for (int k = 0; k < 2; ++k) map->way[i][k] = RAY_LENGTH * pose[2 + k];
  }
  return 1;
}

void ray_map_close(ray_map* map) {
  free(map->pose);
  free(map->half);
  free(map->start);
  free(map->way);
}

// ---------------------------------------------------------------- the library

typedef struct library {
  lgjk_shapes2* shapes;
  uint32_t *shape, *ray_shape;
  float *radius, (*ray_pose)[4];
  lgjk_bodies2 bodies, rays;
  void* index;
  lgjk_cast_hit* hit;
  lgjk_cast_search search;
  lgjk_cast_options options;
} library;

static void build_index(library* self, double* built) {
  lgjk_index_def def;
  lgjk_error error = {0};
  uint64_t size = 0;
  lgjk_index_def_init(&def);
  def.reach = 1;
  const double begin = clock_seconds(OF_THREAD);
  check_call(lgjk_index_size2(&self->bodies, &def, &size, &error), &error);
  self->index = aligned_alloc(64, (size + 63) / 64 * 64);
  check_call(lgjk_index_build2(&self->bodies, &def, self->index, size, NULL, &error), &error);
  *built = clock_seconds(OF_THREAD) - begin;
}

void* library_rays_open(const ray_map* map, uint32_t isa, double* built) {
  static const float origin[2];
  library* self = calloc(1, sizeof *self);
  lgjk_shape2_def* defs = malloc((map->count + 1) * sizeof *defs);
  lgjk_error error = {0};
  self->shape = malloc(map->count * sizeof *self->shape);
  self->radius = calloc(map->count, sizeof *self->radius);
  self->ray_shape = calloc(RAYS, sizeof *self->ray_shape);
  self->ray_pose = calloc(RAYS, sizeof *self->ray_pose);
  self->hit = malloc(RAYS * sizeof *self->hit);
  uint32_t shapes = 1;
  lgjk_shape2_def_init(&defs[0]);
  defs[0].points = origin;
  defs[0].point_count = 1;
  for (uint32_t i = 0; i < map->count; ++i) {
    self->shape[i] = 0;
    if (map->half[i][1] == 0) {
      self->radius[i] = map->half[i][0];
      continue;
    }
    self->shape[i] = shapes;
    lgjk_shape2_def_init(&defs[shapes]);
    defs[shapes].kind = LGJK_SHAPE2_BOX;
    memcpy(defs[shapes++].size, map->half[i], sizeof map->half[i]);
  }
  check_call(lgjk_shapes2_create(defs, shapes, NULL, &self->shapes, &error), &error);
  free(defs);
  for (uint32_t i = 0; i < RAYS; ++i) {
    memcpy(self->ray_pose[i], map->start[i], sizeof map->start[i]);
    self->ray_pose[i][2] = 1;
  }
  self->bodies = (lgjk_bodies2){.struct_size = sizeof self->bodies, .count = map->count, .shapes = self->shapes};
  self->bodies.shape = self->shape;
  self->bodies.pose = map->pose[0];
  self->bodies.radius = self->radius;
  self->rays = (lgjk_bodies2){.struct_size = sizeof self->rays, .count = RAYS, .shapes = self->shapes};
  self->rays.shape = self->ray_shape;
  self->rays.pose = self->ray_pose[0];
  build_index(self, built);
  lgjk_cast_search_init(&self->search);
  self->search.k = 1;
  self->search.hit = self->hit;
  lgjk_cast_options_init(&self->options);
  self->options.isa = isa;
  self->options.way_a = map->way[0];
  return self;
}

void library_rays_run(void* pointer, ray_hit* hit) {
  library* self = pointer;
  lgjk_error error = {0};
  check_call(lgjk_cast_against2(&self->rays, &self->bodies, self->index, &self->search, &self->options, &error),
             &error);
  for (uint32_t i = 0; i < RAYS; ++i) hit[i] = (ray_hit){self->hit[i].body, self->hit[i].fraction};
}

void library_rays_close(void* pointer) {
  library* self = pointer;
  lgjk_shapes2_destroy(self->shapes);
  void* arrays[] = {self->shape, self->radius, self->ray_shape, self->ray_pose, self->hit, self->index, self};
  for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) free(arrays[k]);
}
