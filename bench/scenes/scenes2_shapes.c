// The prototype shapes of the 2D scenes; those of S9 in scenes2_crowd.c.
#include <math.h>

#include "scenes2_parts.h"

static void set_bound(scene2* scene, uint32_t index) {
  const lgjk_shape2_def* def = &scene->defs[index];
  double farthest = def->kind == LGJK_SHAPE2_BOX
                        ? (double)def->size[0] * (double)def->size[0] + (double)def->size[1] * (double)def->size[1]
                        : 0.0;
  if (def->kind == LGJK_SHAPE2_ELLIPSE) {
    double longest = scene_larger((double)def->size[0], (double)def->size[1]);
    farthest = longest * longest;
  }
  for (uint32_t i = 0; i < def->point_count; i++) {
    point p = {(double)scene->points[index][i][0], (double)scene->points[index][i][1]};
    farthest = scene_larger(farthest, point_dot(p, p));
  }
  scene->bound[index] = (float)(sqrt(farthest) + (double)def->radius);
}

static void define_ngon(scene2* scene, uint32_t index, uint32_t sides, uint64_t* stream) {
  float radius = (float)scene_between(stream, 0.5, 1.5);
  for (uint32_t k = 0; k < sides; k++) {
    double angle = TWO_PI * ((double)k + scene_between(stream, -0.25, 0.25)) / (double)sides;
    float pose[4];
    lgjk_pose2_from_angle(0.0f, 0.0f, (float)angle, pose);
    scene->points[index][k][0] = radius * pose[2];
    scene->points[index][k][1] = radius * pose[3];
  }
  scene->defs[index].point_count = sides;
}

static void define_hexagon(scene2* scene, uint32_t index, uint64_t* stream) {
  float radius = (float)scene_between(stream, 0.5, 1.5);
  for (uint32_t k = 0; k < 6u; k++) {
    float pose[4];
    lgjk_pose2_from_angle(0.0f, 0.0f, (float)(TWO_PI * (double)k / 6.0), pose);
    scene->points[index][k][0] = radius * pose[2];
    scene->points[index][k][1] = radius * pose[3];
  }
  scene->defs[index].point_count = 6u;
}

static void define_box(scene2* scene, uint32_t index, float half_x, float half_y) {
  scene->defs[index].kind = LGJK_SHAPE2_BOX;
  scene->defs[index].points = NULL;
  scene->defs[index].size[0] = half_x;
  scene->defs[index].size[1] = half_y;
}

// Of S14: two boxes, two polygons of the same corners, and so on.
static void define_tile(scene2* scene, uint32_t index) {
  static const float corners[4][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
  if (index / 2u % 2u == 0) {
    define_box(scene, index, 0.5f, 0.5f);
    return;
  }
  memcpy(scene->points[index], corners, sizeof corners);
  scene->defs[index].point_count = 4u;
}

static void define_random_box(scene2* scene, uint32_t index, uint64_t* stream) {
  float half_x = (float)scene_between(stream, 0.25, 1.5);
  define_box(scene, index, half_x, (float)scene_between(stream, 0.25, 1.5));
}

static void define_capsule(scene2* scene, uint32_t index, uint64_t* stream) {
  float half = (float)scene_between(stream, 0.25, 1.0);
  scene->points[index][0][0] = -half;
  scene->points[index][1][0] = half;
  scene->defs[index].point_count = 2;
  scene->defs[index].radius = (float)scene_between(stream, 0.1, 0.5);
}

static void define_circle(scene2* scene, uint32_t index, uint64_t* stream) {
  scene->defs[index].point_count = 1;
  scene->defs[index].radius = (float)scene_between(stream, 0.5, 1.5);
}

static void define_mixed(scene2* scene, uint32_t index, uint64_t* stream) {
  switch (index % 4u) {
    case 0: define_circle(scene, index, stream); break;
    case 1: define_capsule(scene, index, stream); break;
    case 2: define_random_box(scene, index, stream); break;
    default: define_ngon(scene, index, 3u + scene_below(stream, 6u), stream); break;
  }
}

// Walls and bodies of S10 to S13 and S15.
static void define_pushed(scene2* scene, uint32_t index, uint64_t* stream) {
  if (scene2_is_wall(scene, index)) {
    define_box(scene, index, 4.0f, 0.5f);
    return;
  }
  switch (scene->number == PUSH_SCENE || scene->number == PILE_SCENE ? index % 4u : scene->number - PUSH_SCENE - 1u) {
    case 0: define_random_box(scene, index, stream); break;
    case 1: define_hexagon(scene, index, stream); break;
    case 2: define_capsule(scene, index, stream); break;
    default: define_circle(scene, index, stream); break;
  }
}

void scene2_define_shapes(scene2* scene) {
  bool same_as_s2 = scene->number == 5 || scene->number == 7;
  const uint64_t seed = scene->number == PILE_SCENE ? PILE_SEED : scene->seed;
  uint64_t stream = scene_stream(seed, UINT64_MAX, same_as_s2 ? 2 : scene->number);
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) {
    lgjk_shape2_def_init(&scene->defs[i]);
    scene->defs[i].points = &scene->points[i][0][0];
    switch (scene->number) {
      case 1: define_ngon(scene, i, 8u, &stream); break;
      case 3: define_capsule(scene, i, &stream); break;
      case 4: define_random_box(scene, i, &stream); break;
      case 6: define_mixed(scene, i, &stream); break;
      case 8: define_box(scene, i, 0.5f, 0.5f); break;
      case TILES_SCENE: define_tile(scene, i); break;
      case 9: scene2_define_crowd_shape(scene, i, &stream); break;
      case 10:
      case 11:
      case 12:
      case 13:
      case PILE_SCENE: define_pushed(scene, i, &stream); break;
      default: define_ngon(scene, i, 3u + scene_below(&stream, 6u), &stream); break;
    }
    set_bound(scene, i);
  }
}
