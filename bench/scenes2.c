// Generator of the 2D scenes. A pair is placed by its touching offset: B is moved from A's position along a random
// direction u until it only just touches, which is where the ray t*u leaves the Minkowski difference A - B, rounded by
// the sum of the radii. That exit is computed in double straight from vertices and edges: no GJK, nothing of the
// kernels.
//
// Every random number comes from a stream of its own (seed, pair, generation), so pairs can be made in any order. Only
// + - * / sqrt and lgjk_pose2_from_angle are used: the same bits on every machine.
#include "scenes2.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene_common.h"

#define TWO_PI 6.283185307179586
#define PLACE_RANGE 45.0  // centres of pairs; the bodies then stay within +-50
#define GRID_SIDE 100u    // S8: boxes per row, at -49.5 .. 49.5

static const double overlap_shares[9] = {0.0, 0.5, 0.3, 0.3, 0.3, 0.0, 0.3, 0.0, 1.0};

// ---- exact-enough geometry, in double ----

typedef struct point {
  double x, y;
} point;

typedef struct core {
  uint32_t count;
  point vertex[SCENE2_MAX_VERTICES];  // about the body's position, turned, counter-clockwise
} core;

static point sub(point a, point b) { return (point){a.x - b.x, a.y - b.y}; }
static double dot(point a, point b) { return a.x * b.x + a.y * b.y; }

// Where the ray t*u leaves the disc about p, or -1 where it misses it.
static double leave_disc(point p, double radius, point u) {
  double along = dot(p, u), across = p.x * u.y - p.y * u.x;
  double half = radius * radius - across * across;
  return half < 0.0 ? -1.0 : along + sqrt(half);
}

// Where the ray t*u leaves the capsule about the segment p..q, or -1 where it misses it.
static double leave_capsule(point p, point q, double radius, point u) {
  double t = scene_larger(leave_disc(p, radius, u), leave_disc(q, radius, u));
  point edge = sub(q, p);
  double length2 = dot(edge, edge);
  if (!(length2 > 0.0)) return t;
  double length = sqrt(length2);
  point normal = {edge.y / length, -edge.x / length};
  if (dot(normal, u) < 0.0) normal = (point){-normal.x, -normal.y};
  double slope = dot(normal, u);
  if (!(slope > 0.0)) return t;
  double side = (dot(normal, p) + radius) / slope;
  double foot = dot(sub((point){side * u.x, side * u.y}, p), edge) - radius * dot(normal, edge);
  return foot >= 0.0 && foot <= length2 ? scene_larger(t, side) : t;
}

// A - B rounded is the union of A - B and of the capsules about all (edge, vertex) and (vertex, edge) differences,
// which cover its border; the ray starts inside, so it leaves the union where it leaves the last of them.
static double leave_rounded(const core* a, const core* b, double radius, point u) {
  double t = 0.0;
  for (uint32_t i = 0; i < a->count; i++) {
    point a0 = a->vertex[i], a1 = a->vertex[i + 1 < a->count ? i + 1 : 0];
    for (uint32_t j = 0; j < b->count; j++) {
      point b0 = b->vertex[j], b1 = b->vertex[j + 1 < b->count ? j + 1 : 0];
      t = scene_larger(t, leave_capsule(sub(a0, b0), sub(a1, b0), radius, u));
      t = scene_larger(t, leave_capsule(sub(a0, b0), sub(a0, b1), radius, u));
    }
  }
  return t;
}

static double lowest(const core* c, point direction) {
  double low = DBL_MAX;
  for (uint32_t i = 0; i < c->count; i++) low = scene_smaller(low, dot(c->vertex[i], direction));
  return low;
}

// The border lines of A - B that come from A's edges: where the ray crosses the first of them.
static double leave_edges(const core* a, const core* b, point u) {
  double t = DBL_MAX;
  for (uint32_t i = 0; i < a->count; i++) {
    point p = a->vertex[i], q = a->vertex[i + 1 < a->count ? i + 1 : 0];
    point normal = {q.y - p.y, p.x - q.x};
    double slope = dot(normal, u);
    if (slope > 0.0) t = scene_smaller(t, (dot(normal, p) - lowest(b, normal)) / slope);
  }
  return t;
}

// The largest t >= 0 at which A and B moved by t*u touch, with the distance `gap` in place of contact.
static double touching_offset(const core* a, const core* b, double gap, point u) {
  if (gap > 0.0) return leave_rounded(a, b, gap, u);
  double t = scene_smaller(leave_edges(a, b, u), leave_edges(b, a, (point){-u.x, -u.y}));
  return scene_larger(t, 0.0);
}

// ---- shapes ----

static void set_bound(scene2* scene, uint32_t index) {
  const lgjk_shape2_def* def = &scene->defs[index];
  double farthest = def->kind == LGJK_SHAPE2_BOX
                        ? (double)def->size[0] * (double)def->size[0] + (double)def->size[1] * (double)def->size[1]
                        : 0.0;
  for (uint32_t i = 0; i < def->point_count; i++) {
    point p = {(double)scene->points[index][i][0], (double)scene->points[index][i][1]};
    farthest = scene_larger(farthest, dot(p, p));
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

static void define_box(scene2* scene, uint32_t index, float half_x, float half_y) {
  scene->defs[index].kind = LGJK_SHAPE2_BOX;
  scene->defs[index].points = NULL;
  scene->defs[index].size[0] = half_x;
  scene->defs[index].size[1] = half_y;
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
    case 0:
      define_circle(scene, index, stream);
      break;
    case 1:
      define_capsule(scene, index, stream);
      break;
    case 2:
      define_random_box(scene, index, stream);
      break;
    default:
      define_ngon(scene, index, 3u + scene_below(stream, 6u), stream);
      break;
  }
}

static void define_shapes(scene2* scene) {
  bool same_as_s2 = scene->number == 5 || scene->number == 7;
  uint64_t stream = scene_stream(scene->seed, UINT64_MAX, same_as_s2 ? 2 : scene->number);
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) {
    lgjk_shape2_def_init(&scene->defs[i]);
    scene->defs[i].points = &scene->points[i][0][0];
    switch (scene->number) {
      case 1:
        define_ngon(scene, i, 8u, &stream);
        break;
      case 3:
        define_capsule(scene, i, &stream);
        break;
      case 4:
        define_random_box(scene, i, &stream);
        break;
      case 6:
        define_mixed(scene, i, &stream);
        break;
      case 8:
        define_box(scene, i, 0.5f, 0.5f);
        break;
      default:
        define_ngon(scene, i, 3u + scene_below(&stream, 6u), &stream);
        break;
    }
    set_bound(scene, i);
  }
}

static core turned_core(const scene2* scene, uint32_t shape, const float* pose) {
  static const float corners[4][2] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
  const lgjk_shape2_def* def = &scene->defs[shape];
  bool box = def->kind == LGJK_SHAPE2_BOX;
  double c = (double)pose[2], s = (double)pose[3], length = sqrt(c * c + s * s);
  core result = {.count = box ? 4u : def->point_count};
  for (uint32_t i = 0; i < result.count; i++) {
    double x = (double)(box ? corners[i][0] * def->size[0] : scene->points[shape][i][0]);
    double y = (double)(box ? corners[i][1] * def->size[1] : scene->points[shape][i][1]);
    result.vertex[i] = (point){(c * x - s * y) / length, (s * x + c * y) / length};
  }
  return result;
}

// ---- placement ----

static void random_direction(uint64_t* stream, float x, float y, float* pose) {
  lgjk_pose2_from_angle(x, y, (float)scene_between(stream, 0.0, TWO_PI), pose);
}

static void set_velocity(const scene2* scene, uint32_t body, uint64_t* stream) {
  float direction[4], turn[4];
  random_direction(stream, 0.0f, 0.0f, direction);
  lgjk_pose2_from_angle(0.0f, 0.0f, 0.01f, turn);
  float speed = 0.02f * scene->bound[scene->shape[body]];
  float* velocity = scene->velocity[body];
  velocity[0] = speed * direction[2];
  velocity[1] = speed * direction[3];
  velocity[2] = turn[2];
  velocity[3] = scene_next(stream) & 1u ? turn[3] : -turn[3];
}

// How far along u the scene wants B from A.
static double wanted_offset(const scene2* scene, const core* a, const core* b, uint32_t shape_a, uint32_t shape_b,
                            point u, uint64_t* stream) {
  double radius = (double)scene->defs[shape_a].radius + (double)scene->defs[shape_b].radius;
  double bounds = (double)scene->bound[shape_a] + (double)scene->bound[shape_b];  // also the mean diameter
  if (scene->number == 7) return touching_offset(a, b, radius + bounds * scene_log_uniform(stream), u);
  double t = touching_offset(a, b, radius, u);
  if (scene_uniform(stream) < scene->overlap_share) return t * sqrt(scene_uniform(stream));
  return t + (1.0 - scene_uniform(stream)) * bounds;
}

static void place_pair(scene2* scene, uint32_t pair, uint32_t generation) {
  uint64_t stream = scene_stream(scene->seed ^ ((uint64_t)scene->number << 56), pair, generation);
  uint32_t body_a = scene->a[pair], body_b = scene->b[pair];
  uint32_t shape_a = scene_below(&stream, SCENE2_SHAPES), shape_b = scene_below(&stream, SCENE2_SHAPES);
  float *pose_a = scene->pose[body_a], *pose_b = scene->pose[body_b], heading[4];
  random_direction(&stream, 0.0f, 0.0f, pose_a);
  random_direction(&stream, 0.0f, 0.0f, pose_b);
  random_direction(&stream, 0.0f, 0.0f, heading);
  double length = sqrt((double)heading[2] * (double)heading[2] + (double)heading[3] * (double)heading[3]);
  point u = {(double)heading[2] / length, (double)heading[3] / length};
  core a = turned_core(scene, shape_a, pose_a), b = turned_core(scene, shape_b, pose_b);
  double half = 0.5 * wanted_offset(scene, &a, &b, shape_a, shape_b, u, &stream);
  double x = scene_between(&stream, -PLACE_RANGE, PLACE_RANGE), y = scene_between(&stream, -PLACE_RANGE, PLACE_RANGE);
  pose_a[0] = (float)(x - half * u.x);
  pose_a[1] = (float)(y - half * u.y);
  pose_b[0] = (float)(x + half * u.x);
  pose_b[1] = (float)(y + half * u.y);
  scene->shape[body_a] = shape_a;
  scene->shape[body_b] = shape_b;
  set_velocity(scene, body_a, &stream);
  set_velocity(scene, body_b, &stream);
}

static uint32_t slot_of(const scene2* scene, uint32_t body) { return scene->slot ? scene->slot[body] : body; }

// One grid fills the space; more pairs than it has come from further grids at the same place.
static void place_grid(scene2* scene) {
  for (uint32_t i = 0; i < scene->body_count; i++) {
    uint32_t body = slot_of(scene, i), cell = i % (GRID_SIDE * GRID_SIDE);
    scene->shape[body] = i % SCENE2_SHAPES;
    scene->pose[body][0] = (float)(cell % GRID_SIDE) - 49.5f;
    scene->pose[body][1] = (float)(cell / GRID_SIDE) - 49.5f;
    scene->pose[body][2] = scene->velocity[body][2] = 1.0f;
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
  if (scene->number == 8) {
    place_grid(scene);
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
  if (!scene_read_name(name, 'S', 8, &scene->number, &scene->shuffled)) return false;
  strcpy(scene->name, name);
  return true;
}

static bool allocate(scene2* scene) {
  scene->a = calloc(scene->pair_count, sizeof *scene->a);
  scene->b = calloc(scene->pair_count, sizeof *scene->b);
  scene->replaced = calloc(scene->pair_count, sizeof *scene->replaced);
  scene->shape = calloc(scene->body_count, sizeof *scene->shape);
  scene->pose = calloc(scene->body_count, sizeof *scene->pose);
  scene->velocity = calloc(scene->body_count, sizeof *scene->velocity);
  if (scene->shuffled) scene->slot = calloc(scene->body_count, sizeof *scene->slot);
  return scene->a && scene->b && scene->replaced && scene->shape && scene->pose && scene->velocity &&
         (scene->slot || !scene->shuffled);
}

scene2* scene2_create(const char* name, uint32_t pairs, uint64_t seed) {
  scene2* scene = pairs > 0 && pairs <= 1u << 30 ? calloc(1, sizeof *scene) : NULL;
  if (!scene) return NULL;
  scene->seed = seed;
  scene->pair_count = pairs;
  bool made = set_name(scene, name);
  scene->body_count = scene->number == 8 ? grid_bodies(pairs) : 2 * pairs;
  if (!made || !allocate(scene)) {
    scene2_free(scene);
    return NULL;
  }
  scene->overlap_share = overlap_shares[scene->number];
  define_shapes(scene);
  if (scene->shuffled)
    scene_shuffle(scene->slot, scene->body_count, scene_stream(scene->seed, UINT64_MAX - 1, scene->number));
  scene2_reset(scene);
  return scene;
}

void scene2_free(scene2* scene) {
  if (!scene) return;
  free(scene->a);
  free(scene->b);
  free(scene->replaced);
  free(scene->shape);
  free(scene->pose);
  free(scene->velocity);
  free(scene->slot);
  free(scene);
}

// ---- motion ----

void scene2_advance(scene2* scene) {
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
}

bool scene2_can_churn(const scene2* scene) { return scene->number != 8 && !scene->shuffled; }

void scene2_churn(scene2* scene, uint32_t frame) {
  if (!scene2_can_churn(scene)) return;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    uint64_t stream = scene_stream(~scene->seed, i, frame);
    scene->replaced[i] = scene_below(&stream, 10u) == 0;
    if (!scene->replaced[i]) continue;
    uint32_t a = scene->a[i];
    scene->a[i] = scene->b[i];
    scene->b[i] = a;
    place_pair(scene, i, frame);
  }
}
