// Scenes of pairs that are cast, maps of rays, and the rays of this library.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "contender.h"
#include "lanegjk/lanegjk_cast.h"

#define WAY 4.0 // of a way, in sums of both radii

static double draw(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

// Draws a point of the unit ball.
static void draw_point(uint64_t* state, int dim, double* out) {
  for (;;) {
    double square = 0;
    for (int k = 0; k < dim; ++k) {
      out[k] = 2 * draw(state) - 1;
      square += out[k] * out[k];
    }
    if (square > 0.01 && square <= 1) return;
  }
}

static double reach_of(const cast_scene* s, uint32_t body) {
  if (s->dim == 2) return (double)scene2_reach(s->scene2, body);
  return (double)s->scene3->bound[s->scene3->shape[body]];
}

static const float* pose_of(const cast_scene* s, uint32_t body) {
  return s->dim == 2 ? s->scene2->pose[body] : s->scene3->pose[body];
}

static void make_way(cast_scene* s, uint32_t i, double wide, uint64_t* state) {
  const uint32_t a = s->dim == 2 ? s->scene2->a[i] : s->scene3->a[i];
  const uint32_t b = s->dim == 2 ? s->scene2->b[i] : s->scene3->b[i];
  const double reach = (s->rays ? 0 : reach_of(s, a)) + reach_of(s, b);
  double along[3] = {0}, aside[3] = {0}, length = 0, part = 0;
  draw_point(state, s->dim, along);
  draw_point(state, s->dim, aside);
  for (int k = 0; k < s->dim; ++k) length += along[k] * along[k];
  for (int k = 0; k < s->dim; ++k) along[k] /= sqrt(length);
  for (int k = 0; k < s->dim; ++k) part += along[k] * aside[k];
  const float* centre = pose_of(s, b);
  for (int k = 0; k < s->dim; ++k) {
    const double past = wide * reach * (aside[k] - part * along[k]);
    s->place[(uint32_t)s->dim * i + (uint32_t)k] = (float)((double)centre[k] + past - 0.5 * WAY * reach * along[k]);
    s->way[(uint32_t)s->dim * i + (uint32_t)k] = (float)(WAY * reach * along[k]);
  }
}

bool cast_scene_open(cast_scene* s, const char* name, uint32_t count, bool rays, bool turns, float wide) {
  memset(s, 0, sizeof *s);
  s->dim = name[0] == 'S' ? 2 : 3;
  s->count = count;
  s->rays = rays;
  s->turns = turns;
  s->place = claim(count, 3 * sizeof *s->place);
  s->way = claim(count, 3 * sizeof *s->way);
  s->angle = claim(count, sizeof *s->angle);
  if (s->dim == 2) s->scene2 = scene2_create(name, count, 1);
  if (s->dim == 3) s->scene3 = scene3_create(name, count, 1);
  if (s->scene2 == NULL && s->scene3 == NULL) {
    cast_scene_close(s);
    return false;
  }
  uint64_t state = 7;
  for (uint32_t i = 0; i < count; ++i) make_way(s, i, (double)wide, &state);
  for (uint32_t i = 0; turns && i < count; ++i) s->angle[i] = (float)(draw(&state) - 0.5);
  return true;
}

void cast_scene_close(cast_scene* s) {
  scene2_free(s->scene2);
  scene3_free(s->scene3);
  free(s->place);
  free(s->way);
  free(s->angle);
  memset(s, 0, sizeof *s);
}

// ---------------------------------------------------------------- rays against a map

void ray_map_open(ray_map* map, uint32_t count) {
  uint64_t state = 5;
  const double side = sqrt(10.0 * count);
  *map = (ray_map){.count = count};
  map->pose = claim(count, sizeof *map->pose);
  map->half = claim(count, sizeof *map->half);
  map->start = claim(RAYS, sizeof *map->start);
  map->way = claim(RAYS, sizeof *map->way);
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
}

typedef struct library {
  lgjk_shapes2* shapes;
  uint32_t *shape, *ray_shape;
  float *radius, (*ray_pose)[4];
  lgjk_bodies2 bodies, rays;
  lgjk_target2 map; // the bodies with their tree
  lgjk_cast_hit* hit;
  lgjk_cast_search search;
  lgjk_cast_options options;
} library;

static void build_tree(library* self, double* built) {
  lgjk_error error = {0};
  const double begin = clock_seconds(OF_THREAD);
  const uint64_t size = lgjk_tree_size2(self->bodies.count);
  void* tree = claim_lines(size);
  check_call(lgjk_tree_build2(&self->bodies, tree, size, NULL, &error), &error);
  self->map = (lgjk_target2){&self->bodies, tree, size};
  *built = clock_seconds(OF_THREAD) - begin;
}

// Shape 0 is a point, of circles and rays.
static void make_shapes(library* self, const ray_map* map) {
  static const float origin[2];
  lgjk_shape2_def* defs = claim(map->count + 1, sizeof *defs);
  lgjk_error error = {0};
  uint32_t shapes = 1;
  lgjk_shape2_def_init(&defs[0]);
  defs[0].points = origin;
  defs[0].point_count = 1;
  for (uint32_t i = 0; i < map->count; ++i) {
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
}

static void* open_rays(const ray_map* map, uint32_t isa, double* built) {
  library* self = claim(1, sizeof *self);
  self->shape = claim(map->count, sizeof *self->shape);
  self->radius = claim(map->count, sizeof *self->radius);
  self->ray_shape = claim(RAYS, sizeof *self->ray_shape);
  self->ray_pose = claim(RAYS, sizeof *self->ray_pose);
  self->hit = claim(RAYS, sizeof *self->hit);
  make_shapes(self, map);
  for (uint32_t i = 0; i < RAYS; ++i) {
    memcpy(self->ray_pose[i], map->start[i], sizeof map->start[i]);
    self->ray_pose[i][2] = 1;
  }
  self->bodies = (lgjk_bodies2){.struct_size = sizeof self->bodies,
                                .count = map->count,
                                .shapes = self->shapes,
                                .shape = self->shape,
                                .pose = map->pose[0],
                                .radius = self->radius};
  self->rays = (lgjk_bodies2){.struct_size = sizeof self->rays,
                              .count = RAYS,
                              .shapes = self->shapes,
                              .shape = self->ray_shape,
                              .pose = self->ray_pose[0]};
  build_tree(self, built);
  lgjk_cast_search_init(&self->search);
  self->search.k = 1;
  self->search.hit = self->hit;
  lgjk_cast_options_init(&self->options);
  self->options.isa = isa;
  self->options.way_a = map->way[0];
  return self;
}

static void run_rays(void* pointer, ray_hit* hit) {
  library* self = pointer;
  lgjk_error error = {0};
  check_call(lgjk_cast_against2(&self->rays, &self->map, 1, &self->search, &self->options, &error), &error);
  for (uint32_t i = 0; i < RAYS; ++i) hit[i] = (ray_hit){self->hit[i].body, self->hit[i].fraction};
}

const ray_contender library_rays = {"library", "lanegjk", 1000000, open_rays, run_rays};
