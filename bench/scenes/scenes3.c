// Generator of the 3D scenes: places pairs and moves them. A pair is placed by its touching offset: B is moved from A's
// position along a random direction u until it only just touches (scenes3_touch.c).
//
// Every random number comes from a stream of its own (seed, pair, generation), so pairs can be made in any order. Only
// + - * / sqrt are used: the same bits on every machine.
#include "scenes3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes3_parts.h"

#define PLACE_RANGE 5.0 // positions
#define SCENES 10u
static const double overlap_shares[SCENES + 1] = {0.0, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.7, 0.46, 0.53};
// Half the turn of a frame, 0.005 rad.
#define HALF_TURN_SINE 0.004999979166692708
#define HALF_TURN_COSINE 0.9999875000260416

// ---- placement ----

// Uniform among all rotations: a point of the unit sphere in four dimensions, by rejection.
static void random_rotation(uint64_t* stream, float* q) {
  double p[4], length2;
  do {
    length2 = 0.0;
    for (int k = 0; k < 4; k++) {
      p[k] = scene_between(stream, -1.0, 1.0);
      length2 += p[k] * p[k];
    }
  } while (length2 > 1.0 || length2 < 0.01);
  for (int k = 0; k < 4; k++) q[k] = (float)(p[k] / sqrt(length2));
}

static void set_velocity(const scene3* scene, uint32_t body, uint64_t* stream) {
  double speed = 0.02 * (double)scene->bound[scene->shape[body]];
  vec3 step = vec3_scale(scene3_direction(stream), speed);
  vec3 axis = vec3_scale(scene3_direction(stream), HALF_TURN_SINE);
  float* velocity = scene->velocity[body];
  velocity[0] = (float)step.x;
  velocity[1] = (float)step.y;
  velocity[2] = (float)step.z;
  velocity[3] = (float)axis.x;
  velocity[4] = (float)axis.y;
  velocity[5] = (float)axis.z;
  velocity[6] = (float)HALF_TURN_COSINE;
}

// How far along u the scene places B from A.
static double offset_of(const scene3* scene, const turned3* a, const turned3* b, double bounds, vec3 u,
                        uint64_t* stream) {
  double inside, outside;
  scene3_touching_offset(a, b, u, bounds, &inside, &outside);
  bool overlapping = scene_uniform(stream) < scene->overlap_share;
  double draw = scene_uniform(stream);
  return overlapping ? inside * (1.0 - 0.9 * draw * draw) : outside + (1.0 - draw) * bounds;
}

// A and B at half the offset on either side of a centre that keeps both in range, or of 0 where they are too big.
static void place_along(float* a, float* b, double offset, double along, uint64_t* stream) {
  double step = 0.5 * offset * along;
  double room = scene_larger(PLACE_RANGE - (step < 0.0 ? -step : step), 0.0);
  double centre = scene_between(stream, -room, room);
  *a = (float)(centre - step);
  *b = (float)(centre + step);
}

static void place_pair(scene3* scene, uint32_t pair, uint32_t generation) {
  uint64_t stream = scene_stream(scene->seed ^ ((uint64_t)(300u + scene->number) << 48), pair, generation);
  if (scene->number == REST_SCENE) {
    scene3_place_at_rest(scene, pair, &stream);
    return;
  }
  uint32_t body_a = scene->a[pair], body_b = scene->b[pair];
  uint32_t shape_a = scene_below(&stream, scene->shape_count);
  uint32_t shape_b = scene_below(&stream, scene->shape_count);
  float *pose_a = scene->pose[body_a], *pose_b = scene->pose[body_b];
  random_rotation(&stream, pose_a + 3);
  random_rotation(&stream, pose_b + 3);
  vec3 u = scene3_direction(&stream);
  turned3 a = scene3_turn(&scene->defs[shape_a], pose_a), b = scene3_turn(&scene->defs[shape_b], pose_b);
  double bounds = (double)scene->bound[shape_a] + (double)scene->bound[shape_b];
  double offset = offset_of(scene, &a, &b, bounds, u, &stream);
  place_along(&pose_a[0], &pose_b[0], offset, u.x, &stream);
  place_along(&pose_a[1], &pose_b[1], offset, u.y, &stream);
  place_along(&pose_a[2], &pose_b[2], offset, u.z, &stream);
  scene->shape[body_a] = shape_a;
  scene->shape[body_b] = shape_b;
  set_velocity(scene, body_a, &stream);
  set_velocity(scene, body_b, &stream);
}

static bool is_pile(const scene3* scene) { return scene->number >= PILE_SCENE; }

static uint32_t slot_of(const scene3* scene, uint32_t body) { return scene->slot ? scene->slot[body] : body; }

void scene3_reset(scene3* scene) {
  if (is_pile(scene)) {
    scene3_place_piles(scene);
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

// Of copies of a pile: as many as hold the pairs.
static bool allocate_piles(scene3* scene) {
  scene->pile_pairs = scene3_pile_pairs(scene, NULL);
  scene->pile = calloc(scene->pile_pairs, sizeof *scene->pile);
  if (scene->pile) scene3_pile_pairs(scene, scene->pile);
  const uint32_t piles = (scene->pair_count + scene->pile_pairs - 1u) / scene->pile_pairs;
  scene->body_count = piles * scene3_pile_bodies();
  scene->rest = calloc(scene->body_count, sizeof *scene->rest);
  return scene->pile && scene->rest && SCENE_ALLOCATE(scene);
}

static bool open_scene(scene3* scene, const char* name) {
  bool overlapping;
  if (!scene_read_name(name, 'T', SCENES, &scene->number, &scene->shuffled, &overlapping)) return false;
  if (overlapping && is_pile(scene)) return false;
  scene->overlap_share = overlapping ? 1.0 : overlap_shares[scene->number];
  scene->body_count = 2 * scene->pair_count;
  return scene3_define_shapes(scene) && (is_pile(scene) ? allocate_piles(scene) : SCENE_ALLOCATE(scene));
}

scene3* scene3_create(const char* name, uint32_t pairs, uint64_t seed) {
  scene3* scene = pairs > 0 && pairs <= 1u << 30 ? calloc(1, sizeof *scene) : NULL;
  if (!scene) return NULL;
  scene->seed = seed;
  scene->pair_count = pairs;
  if (!open_scene(scene, name)) {
    scene3_free(scene);
    return NULL;
  }
  strcpy(scene->name, name);
  if (scene->shuffled) {
    scene_shuffle(scene->slot, scene->body_count, scene_stream(seed, UINT64_MAX - 1, 300u + scene->number));
  }
  scene3_reset(scene);
  return scene;
}

void scene3_free(scene3* scene) {
  if (!scene) return;
  void* const own[] = {scene->defs,     scene->points, scene->bound, scene->a,        scene->b,
                       scene->replaced, scene->shape,  scene->pose,  scene->velocity, scene->slot,
                       scene->rest,     scene->pile,   scene};
  scene_free_arrays(own, sizeof own / sizeof own[0]);
}

// ---- motion ----

void scene3_turn_further(float* q, const float* turn) {
  float x = turn[3] * q[0] + turn[0] * q[3] + turn[1] * q[2] - turn[2] * q[1];
  float y = turn[3] * q[1] - turn[0] * q[2] + turn[1] * q[3] + turn[2] * q[0];
  float z = turn[3] * q[2] + turn[0] * q[1] - turn[1] * q[0] + turn[2] * q[3];
  float w = turn[3] * q[3] - turn[0] * q[0] - turn[1] * q[1] - turn[2] * q[2];
  float length = sqrtf(x * x + y * y + z * z + w * w);
  q[0] = x / length;
  q[1] = y / length;
  q[2] = z / length;
  q[3] = w / length;
}

void scene3_advance(scene3* scene) {
  if (is_pile(scene)) {
    scene3_tremble(scene);
    return;
  }
  for (uint32_t i = 0; i < scene->body_count; i++) {
    float *pose = scene->pose[i], *velocity = scene->velocity[i];
    for (int k = 0; k < 3; k++) pose[k] += velocity[k];
    scene3_turn_further(pose + 3, velocity + 3);
  }
}

bool scene3_can_churn(const scene3* scene) { return !scene->shuffled && !is_pile(scene); }

void scene3_churn(scene3* scene, uint32_t frame) {
  if (!scene3_can_churn(scene)) return;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    scene->replaced[i] = scene_replaces(scene->seed, i, frame, &scene->a[i], &scene->b[i]);
    if (scene->replaced[i]) place_pair(scene, i, frame);
  }
}
