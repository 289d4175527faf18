// T9 and T10: copies of a pile that has come to rest in a pit (pile3.h), each turned about the vertical and moved a
// little. The pairs are those whose bounding boxes are near: most of them touch, on a face, an edge or a corner.
#include <math.h>

#include "pile3.h"
#include "scenes3_parts.h"

// ---- shapes ----

#define SLAB_HALF 1.5f
#define SLAB_THICK 0.5f

// A prism of four sides, as a hull.
static void define_slab(lgjk_shape3_def* def, float (*points)[3]) {
  for (uint32_t k = 0; k < 8u; k++) {
    points[k][0] = k & 1u ? SLAB_HALF : -SLAB_HALF;
    points[k][1] = k & 2u ? SLAB_HALF : -SLAB_HALF;
    points[k][2] = k & 4u ? SLAB_THICK : -SLAB_THICK;
  }
  def->points = points[0];
  def->point_count = 8u;
}

void scene3_define_piled(uint32_t scene, lgjk_shape3_def* def, float (*points)[3], uint32_t index, uint64_t* stream) {
  if (index == 0) {
    define_slab(def, points);
  } else if (scene == PILE_SCENE || index % 5u == 4u) {
    scene3_define_hull(def, points, 8u + scene_below(stream, 9u), stream);
  } else {
    scene3_define_mixed(def, points, index % 5u, stream);
  }
}

// ---- one pile ----

#define PIT_SIDE 3u // slabs
#define PIT_STORIES 3u
#define FLOORS (PIT_SIDE * PIT_SIDE)
#define SLABS (FLOORS + 4u * PIT_SIDE * PIT_STORIES)
#define BODIES (SLABS + PILE_BODIES)

static const float quarter = 0.70710678f;

// The floor, whose top is at z = 0, and then four walls about it.
static void place_slab(uint32_t index, double pose[7]) {
  const double side = 2.0 * (double)SLAB_HALF, middle = 0.5 * (double)(PIT_SIDE - 1u);
  const double wall = 0.5 * side * (double)PIT_SIDE + (double)SLAB_THICK;
  const uint32_t k = index < FLOORS ? index : index - FLOORS, face = k / (PIT_SIDE * PIT_STORIES);
  const double along = side * ((double)(k % PIT_SIDE) - middle);
  const double up = side * (0.5 + (double)(k / PIT_SIDE % PIT_STORIES)), sign = face & 1u ? 1.0 : -1.0;
  const double floor[7] = {along, side * ((double)(k / PIT_SIDE) - middle), -(double)SLAB_THICK, 0.0, 0.0, 0.0, 1.0};
  const double in_x[7] = {sign * wall, along, up, 0.0, (double)quarter, 0.0, (double)quarter};
  const double in_y[7] = {along, sign * wall, up, (double)quarter, 0.0, 0.0, (double)quarter};
  memcpy(pose, index < FLOORS ? floor : face < 2u ? in_x : in_y, 7 * sizeof *pose);
}

void scene3_pile_body(uint32_t scene, uint32_t index, uint32_t* shape, double pose[7]) {
  *shape = index < SLABS ? 0u : 1u + (index - SLABS) % (SCENE3_SHAPES - 1u);
  if (index < SLABS) {
    place_slab(index, pose);
    return;
  }
  const char* text = (scene == PILE_SCENE ? pile_of_hulls : pile_of_mixed)[index - SLABS];
  for (uint32_t k = 0; k < 7u; k++) pose[k] = pile_read(text + 4u * k, k < 3u ? PILE_LIMIT3 : PILE_TURN_LIMIT);
}

uint32_t scene3_pile_walls(void) { return SLABS; }
uint32_t scene3_pile_bodies(void) { return BODIES; }

// ---- pairs ----

typedef struct bounds {
  double low[3], high[3];
} bounds;

static bounds find_bounds(const lgjk_shape3_def* def, const double pose[7]) {
  float turn[7];
  bounds b;
  for (int k = 0; k < 7; k++) turn[k] = (float)pose[k];
  const turned3 t = scene3_turn(def, turn);
  const vec3 high = {scene3_support(&t, (vec3){1.0, 0.0, 0.0}).x, scene3_support(&t, (vec3){0.0, 1.0, 0.0}).y,
                     scene3_support(&t, (vec3){0.0, 0.0, 1.0}).z};
  const vec3 low = {scene3_support(&t, (vec3){-1.0, 0.0, 0.0}).x, scene3_support(&t, (vec3){0.0, -1.0, 0.0}).y,
                    scene3_support(&t, (vec3){0.0, 0.0, -1.0}).z};
  memcpy(b.low, &low, sizeof b.low);
  memcpy(b.high, &high, sizeof b.high);
  for (int k = 0; k < 3; k++) b.low[k] += pose[k];
  for (int k = 0; k < 3; k++) b.high[k] += pose[k];
  return b;
}

static bool are_near(const bounds* a, const bounds* b) {
  bool near = true;
  for (int k = 0; k < 3; k++) {
    near = near && a->low[k] <= b->high[k] + PILE_MARGIN && b->low[k] <= a->high[k] + PILE_MARGIN;
  }
  return near;
}

uint32_t scene3_pile_pairs(const scene3* scene, uint32_t (*pairs)[2]) {
  bounds box[BODIES];
  uint32_t count = 0;
  for (uint32_t i = 0; i < BODIES; i++) {
    uint32_t shape;
    double pose[7];
    scene3_pile_body(scene->number, i, &shape, pose);
    box[i] = find_bounds(&scene->defs[shape], pose);
  }
  for (uint32_t i = 0; i < BODIES; i++) {
    for (uint32_t k = i < SLABS ? SLABS : i + 1u; k < BODIES; k++) {
      if (!are_near(&box[i], &box[k])) continue;
      if (pairs) memcpy(pairs[count], (const uint32_t[2]){i, k}, sizeof *pairs);
      count++;
    }
  }
  return count;
}

// ---- copies ----

static uint32_t slot_of(const scene3* scene, uint32_t body) { return scene->slot ? scene->slot[body] : body; }

static void place_copy(scene3* scene, uint32_t copy) {
  uint64_t stream = scene_stream(scene->seed ^ ((uint64_t)(300u + scene->number) << 48), copy, 0);
  float turn[4], moved[3];
  lgjk_pose2_from_angle(0.0f, 0.0f, (float)scene_between(&stream, 0.0, 3.141592653589793), turn); // half the angle
  for (int k = 0; k < 3; k++) moved[k] = (float)scene_between(&stream, -0.5, 0.5);
  const float about[4] = {0.0f, 0.0f, turn[3], turn[2]};
  const float c = turn[2] * turn[2] - turn[3] * turn[3], s = 2.0f * turn[2] * turn[3];
  for (uint32_t i = 0; i < BODIES; i++) {
    const uint32_t body = slot_of(scene, copy * BODIES + i);
    float* to = scene->rest[body];
    double pose[7];
    scene3_pile_body(scene->number, i, &scene->shape[body], pose);
    for (int k = 0; k < 7; k++) to[k] = (float)pose[k];
    const float x = to[0], y = to[1];
    to[0] = c * x - s * y + moved[0];
    to[1] = s * x + c * y + moved[1];
    to[2] += moved[2] - 4.0f; // about the middle of the pit
    scene3_turn_further(to + 3, about);
  }
}

void scene3_place_piles(scene3* scene) {
  const uint32_t per_pile = scene->pile_pairs, piles = scene->body_count / BODIES;
  for (uint32_t i = 0; i < piles; i++) place_copy(scene, i);
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const uint32_t* pair = scene->pile[i % per_pile];
    scene->a[i] = slot_of(scene, i / per_pile * BODIES + pair[0]);
    scene->b[i] = slot_of(scene, i / per_pile * BODIES + pair[1]);
  }
  scene->frame = 0;
  memcpy(scene->pose, scene->rest, scene->body_count * sizeof *scene->pose);
}

// ---- motion ----

void scene3_tremble(scene3* scene) {
  scene->frame++;
  memcpy(scene->pose, scene->rest, scene->body_count * sizeof *scene->pose);
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const uint32_t body = slot_of(scene, i);
    uint64_t stream = scene_stream(scene->seed ^ ((uint64_t)(300u + scene->number) << 48), i, scene->frame);
    if (i % BODIES < SLABS) continue;
    const vec3 step = vec3_scale(scene3_direction(&stream), PILE_TREMOR * scene_uniform(&stream));
    const vec3 axis = vec3_scale(scene3_direction(&stream), 0.5 * PILE_TREMOR * scene_uniform(&stream));
    const float turn[4] = {(float)axis.x, (float)axis.y, (float)axis.z, 1.0f};
    float* pose = scene->pose[body];
    pose[0] += (float)step.x;
    pose[1] += (float)step.y;
    pose[2] += (float)step.z;
    scene3_turn_further(pose + 3, turn);
  }
}
