// Generator of the 2D scenes: places pairs and moves them. A pair is placed by its touching offset: B is moved from A's
// position along a random direction u until it only just touches, which is where the ray t*u leaves the Minkowski
// difference A - B, rounded by the sum of the radii (scenes2_touch.c).
//
// Every random number comes from a stream of its own (seed, pair, generation), so pairs can be made in any order. Only
// + - * / sqrt and lgjk_pose2_from_angle are used: the same bits on every machine.
#include "scenes2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2_parts.h"

#define GRID_SIDE 100u  // S8 and S14: boxes per row, at -49.5 .. 49.5
#define TILES_TURN 0.3f // of S14

#define SCENES 15u
static const double overlap_shares[SCENES + 1] = {0.0, 0.5,       0.3, 0.3, 0.3, 0.0, 0.3,  0.0,
                                                  1.0, 1.0 / 3.0, 0.5, 0.5, 0.5, 0.5, 0.29, 0.77};
#define CROWD_REACH 0.35f // S9: metres that agents like to keep to others

// ---- placement ----

void scene2_random_direction(uint64_t* stream, float x, float y, float* pose) {
  lgjk_pose2_from_angle(x, y, (float)scene_between(stream, 0.0, TWO_PI), pose);
}

void scene2_set_velocity(const scene2* scene, uint32_t body, uint64_t* stream) {
  float direction[4], turn[4];
  scene2_random_direction(stream, 0.0f, 0.0f, direction);
  lgjk_pose2_from_angle(0.0f, 0.0f, 0.01f, turn);
  float speed = 0.02f * scene2_reach(scene, body);
  float* velocity = scene->velocity[body];
  if (scene2_is_wall(scene, scene->shape[body])) {
    memcpy(velocity, (const float[4]){0.0f, 0.0f, 1.0f, 0.0f}, 4 * sizeof *velocity);
    return;
  }
  velocity[0] = speed * direction[2];
  velocity[1] = speed * direction[3];
  velocity[2] = turn[2];
  velocity[3] = scene_next(stream) & 1u ? turn[3] : -turn[3];
}

point scene2_random_heading(uint64_t* stream) {
  float heading[4];
  scene2_random_direction(stream, 0.0f, 0.0f, heading);
  double length = sqrt((double)heading[2] * (double)heading[2] + (double)heading[3] * (double)heading[3]);
  return (point){(double)heading[2] / length, (double)heading[3] / length};
}

// How far along u the scene places B from A.
static double offset_of(const scene2* scene, const core* a, const core* b, uint32_t shape_a, uint32_t shape_b, point u,
                        uint64_t* stream) {
  double radius = (double)scene->defs[shape_a].radius + (double)scene->defs[shape_b].radius;
  double bounds = (double)scene->bound[shape_a] + (double)scene->bound[shape_b]; // also the mean diameter
  if (scene->number == 7) return scene2_touching_offset(a, b, radius + bounds * scene_log_uniform(stream, 1e-3), u);
  double t = scene2_touching_offset(a, b, radius, u);
  if (scene2_is_pushed(scene) || scene_uniform(stream) < scene->overlap_share) return t * sqrt(scene_uniform(stream));
  return t + (1.0 - scene_uniform(stream)) * bounds;
}

static void draw_shapes(const scene2* scene, uint64_t* stream, uint32_t* shape_a, uint32_t* shape_b) {
  if (scene2_is_pushed(scene)) {
    scene2_draw_pushed(scene, stream, shape_a, shape_b);
    return;
  }
  *shape_a = scene_below(stream, SCENE2_SHAPES);
  *shape_b = scene_below(stream, SCENE2_SHAPES);
}

static void place_pair(scene2* scene, uint32_t pair, uint32_t generation) {
  uint64_t stream = scene_stream(scene->seed ^ ((uint64_t)scene->number << 56), pair, generation);
  if (scene->number == 9) {
    scene2_place_in_crowd(scene, pair, &stream);
    return;
  }
  uint32_t body_a = scene->a[pair], body_b = scene->b[pair];
  uint32_t shape_a, shape_b;
  draw_shapes(scene, &stream, &shape_a, &shape_b);
  float *pose_a = scene->pose[body_a], *pose_b = scene->pose[body_b];
  scene2_random_direction(&stream, 0.0f, 0.0f, pose_a);
  scene2_random_direction(&stream, 0.0f, 0.0f, pose_b);
  point u = scene2_random_heading(&stream);
  core a = scene2_turn(scene, shape_a, pose_a), b = scene2_turn(scene, shape_b, pose_b);
  double half = 0.5 * offset_of(scene, &a, &b, shape_a, shape_b, u, &stream);
  double x = scene_between(&stream, -PLACE_RANGE, PLACE_RANGE), y = scene_between(&stream, -PLACE_RANGE, PLACE_RANGE);
  pose_a[0] = (float)(x - half * u.x);
  pose_a[1] = (float)(y - half * u.y);
  pose_b[0] = (float)(x + half * u.x);
  pose_b[1] = (float)(y + half * u.y);
  scene->shape[body_a] = shape_a;
  scene->shape[body_b] = shape_b;
  scene2_set_velocity(scene, body_a, &stream);
  scene2_set_velocity(scene, body_b, &stream);
  if (scene2_is_pushed(scene)) scene2_push(scene, pair);
}

static uint32_t slot_of(const scene2* scene, uint32_t body) { return scene->slot ? scene->slot[body] : body; }

static bool is_grid(const scene2* scene) { return scene->number == 8 || scene->number == TILES_SCENE; }
static bool is_pile(const scene2* scene) { return scene->number == PILE_SCENE; }

// One grid fills the space; more pairs than it has come from further grids at the same place.
static void place_grid(scene2* scene) {
  float turn[4];
  lgjk_pose2_from_angle(0.0f, 0.0f, scene->number == TILES_SCENE ? TILES_TURN : 0.0f, turn);
  for (uint32_t i = 0; i < scene->body_count; i++) {
    uint32_t body = slot_of(scene, i), cell = i % (GRID_SIDE * GRID_SIDE);
    scene->shape[body] = i % SCENE2_SHAPES;
    const double x = (double)(cell % GRID_SIDE) - 49.5, y = (double)(cell / GRID_SIDE) - 49.5;
    scene->pose[body][0] = (float)((double)turn[2] * x - (double)turn[3] * y);
    scene->pose[body][1] = (float)((double)turn[3] * x + (double)turn[2] * y);
    scene->pose[body][2] = turn[2];
    scene->pose[body][3] = turn[3];
    scene->velocity[body][2] = 1.0f;
  }
  static const uint32_t right[4] = {1, GRID_SIDE - 1, GRID_SIDE, GRID_SIDE + 1};
  uint32_t pair = 0;
  for (uint32_t i = 0; pair < scene->pair_count; i++) {
    uint32_t column = i % GRID_SIDE, row = i / GRID_SIDE % GRID_SIDE;
    for (uint32_t k = 0; k < 4 && pair < scene->pair_count; k++) {
      bool inside = (k == 1 ? column > 0 : k == 2 || column + 1 < GRID_SIDE) && (k == 0 || row + 1 < GRID_SIDE);
      if (!inside) continue;
      scene->a[pair] = slot_of(scene, i);
      scene->b[pair++] = slot_of(scene, i + right[k]);
    }
  }
}

void scene2_reset(scene2* scene) {
  if (is_grid(scene)) {
    place_grid(scene);
    return;
  }
  if (is_pile(scene)) {
    scene2_place_piles(scene);
    return;
  }
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    scene->a[i] = slot_of(scene, 2 * i);
    scene->b[i] = slot_of(scene, 2 * i + 1);
    scene->replaced[i] = false;
    place_pair(scene, i, 0);
  }
}

// ---- life of a scene ----

static uint32_t grid_bodies(uint32_t pairs) {
  const uint32_t per_grid = 4 * GRID_SIDE * GRID_SIDE - 6 * GRID_SIDE + 2;
  return (pairs + per_grid - 1) / per_grid * GRID_SIDE * GRID_SIDE;
}

static bool set_name(scene2* scene, const char* name) {
  bool overlapping;
  if (!scene_read_name(name, 'S', SCENES, &scene->number, &scene->shuffled, &overlapping)) return false;
  strcpy(scene->name, name);
  scene->overlap_share = overlap_shares[scene->number];
  const bool mixed = scene->overlap_share > 0.0 && scene->overlap_share < 1.0 && scene->number < PUSH_SCENE;
  if (overlapping) scene->overlap_share = 1.0;
  return mixed || !overlapping;
}

// Of copies of a pile: as many as hold the pairs.
static bool allocate_piles(scene2* scene) {
  scene->pile_pairs = scene2_pile_pairs(scene, NULL);
  scene->pile = calloc(scene->pile_pairs, sizeof *scene->pile);
  if (scene->pile) scene2_pile_pairs(scene, scene->pile);
  scene->body_count = (scene->pair_count + scene->pile_pairs - 1u) / scene->pile_pairs * scene2_pile_bodies();
  scene->rest = calloc(scene->body_count, sizeof *scene->rest);
  return scene->pile && scene->rest;
}

static bool allocate(scene2* scene) {
  scene->body_count = is_grid(scene) ? grid_bodies(scene->pair_count) : 2 * scene->pair_count;
  if (is_pile(scene) && !allocate_piles(scene)) return false;
  if (!SCENE_ALLOCATE(scene)) return false;
  if (scene->number == 9) scene->radius = calloc(scene->body_count, sizeof *scene->radius);
  return scene->radius || scene->number != 9;
}

scene2* scene2_create(const char* name, uint32_t pairs, uint64_t seed) {
  scene2* scene = pairs > 0 && pairs <= 1u << 30 ? calloc(1, sizeof *scene) : NULL;
  if (!scene) return NULL;
  scene->seed = seed;
  scene->pair_count = pairs;
  const bool named = set_name(scene, name);
  if (named) scene2_define_shapes(scene);
  if (!named || !allocate(scene)) {
    scene2_free(scene);
    return NULL;
  }
  scene->max_distance = scene->number == 9 ? CROWD_REACH : 0.0f;
  if (scene->shuffled)
    scene_shuffle(scene->slot, scene->body_count, scene_stream(scene->seed, UINT64_MAX - 1, scene->number));
  scene2_reset(scene);
  return scene;
}

void scene2_free(scene2* scene) {
  if (!scene) return;
  void* const own[] = {scene->a,      scene->b,    scene->replaced, scene->shape, scene->pose, scene->velocity,
                       scene->radius, scene->slot, scene->rest,     scene->pile,  scene};
  scene_free_arrays(own, sizeof own / sizeof own[0]);
}

float scene2_reach(const scene2* scene, uint32_t body) {
  uint32_t shape = scene->shape[body];
  return scene->radius ? scene->bound[shape] - scene->defs[shape].radius + scene->radius[body] : scene->bound[shape];
}

// ---- motion ----

void scene2_advance(scene2* scene) {
  if (is_pile(scene)) {
    scene2_tremble(scene);
    return;
  }
  for (uint32_t i = 0; i < scene->body_count; i++) {
    float *pose = scene->pose[i], *velocity = scene->velocity[i];
    pose[0] += velocity[0];
    pose[1] += velocity[1];
    float c = pose[2] * velocity[2] - pose[3] * velocity[3];
    float s = pose[2] * velocity[3] + pose[3] * velocity[2];
    float length = sqrtf(c * c + s * s);
    pose[2] = c / length;
    pose[3] = s / length;
  }
  for (uint32_t i = 0; scene2_is_pushed(scene) && i < scene->pair_count; i++) scene2_push(scene, i);
}

bool scene2_can_churn(const scene2* scene) { return !is_grid(scene) && !is_pile(scene) && !scene->shuffled; }

void scene2_churn(scene2* scene, uint32_t frame) {
  if (!scene2_can_churn(scene)) return;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    scene->replaced[i] = scene_replaces(scene->seed, i, frame, &scene->a[i], &scene->b[i]);
    if (scene->replaced[i]) place_pair(scene, i, frame);
  }
}
