// S15: copies of a pile that has come to rest between walls (pile2.h), each turned and moved. The pairs are those whose
// bounding boxes are near.
#include <math.h>

#include "pile2.h"
#include "scenes2_parts.h"

// ---- one pile ----

#define PIT_FLOORS 5u
#define PIT_WALLS 4u // on each side
#define WALLS (PIT_FLOORS + 2u * PIT_WALLS)
#define BODIES (WALLS + PILE_BODIES)

uint32_t scene2_pile_walls(void) { return WALLS; }
uint32_t scene2_pile_bodies(void) { return BODIES; }

// Walls of 8 x 1: the floor, whose top is at y = 0, and two sides.
static void place_wall(uint32_t index, double pose[4]) {
  const double side = 4.0 * PIT_FLOORS + 0.5, k = (double)(index - PIT_FLOORS);
  const double floor[4] = {8.0 * (double)index - 4.0 * (PIT_FLOORS - 1.0), -0.5, 1.0, 0.0};
  const double left[4] = {-side, 8.0 * k + 4.0, 0.0, 1.0}, right[4] = {side, 8.0 * (k - PIT_WALLS) + 4.0, 0.0, 1.0};
  memcpy(pose, index < PIT_FLOORS ? floor : index < PIT_FLOORS + PIT_WALLS ? left : right, 4 * sizeof *pose);
}

void scene2_pile_body(uint32_t index, uint32_t* shape, double pose[4]) {
  *shape = index < WALLS ? index : PUSH_WALLS + (index - WALLS) % (SCENE2_SHAPES - PUSH_WALLS);
  if (index < WALLS) {
    place_wall(index, pose);
    return;
  }
  const char* text = pile_of_all[index - WALLS];
  for (uint32_t k = 0; k < 4u; k++) pose[k] = pile_read(text + 4u * k, k < 2u ? PILE_LIMIT2 : PILE_TURN_LIMIT);
}

// ---- pairs ----

typedef struct bounds {
  point low, high;
} bounds;

static bounds find_bounds(const scene2* scene, uint32_t shape, const double pose[4]) {
  const float turn[4] = {(float)pose[0], (float)pose[1], (float)pose[2], (float)pose[3]};
  const core c = scene2_turn(scene, shape, turn);
  const double radius = (double)scene->defs[shape].radius;
  bounds b = {c.vertex[0], c.vertex[0]};
  for (uint32_t i = 1; i < c.count; i++) {
    b.low = (point){scene_smaller(b.low.x, c.vertex[i].x), scene_smaller(b.low.y, c.vertex[i].y)};
    b.high = (point){scene_larger(b.high.x, c.vertex[i].x), scene_larger(b.high.y, c.vertex[i].y)};
  }
  b.low = (point){b.low.x + pose[0] - radius, b.low.y + pose[1] - radius};
  b.high = (point){b.high.x + pose[0] + radius, b.high.y + pose[1] + radius};
  return b;
}

static bool are_near(const bounds* a, const bounds* b) {
  return a->low.x <= b->high.x + PILE_MARGIN && b->low.x <= a->high.x + PILE_MARGIN &&
         a->low.y <= b->high.y + PILE_MARGIN && b->low.y <= a->high.y + PILE_MARGIN;
}

uint32_t scene2_pile_pairs(const scene2* scene, uint32_t (*pairs)[2]) {
  bounds box[BODIES];
  uint32_t count = 0;
  for (uint32_t i = 0; i < BODIES; i++) {
    uint32_t shape;
    double pose[4];
    scene2_pile_body(i, &shape, pose);
    box[i] = find_bounds(scene, shape, pose);
  }
  for (uint32_t i = 0; i < BODIES; i++) {
    for (uint32_t k = i < WALLS ? WALLS : i + 1u; k < BODIES; k++) {
      if (!are_near(&box[i], &box[k])) continue;
      if (pairs) memcpy(pairs[count], (const uint32_t[2]){i, k}, sizeof *pairs);
      count++;
    }
  }
  return count;
}

// ---- copies ----

static uint32_t slot_of(const scene2* scene, uint32_t body) { return scene->slot ? scene->slot[body] : body; }

static void place_copy(scene2* scene, uint32_t copy) {
  uint64_t stream = scene_stream(scene->seed ^ ((uint64_t)scene->number << 56), copy, 0);
  const point u = scene2_random_heading(&stream);
  point moved;
  moved.x = scene_between(&stream, -5.0, 5.0);
  moved.y = scene_between(&stream, -5.0, 5.0);
  for (uint32_t i = 0; i < BODIES; i++) {
    const uint32_t body = slot_of(scene, copy * BODIES + i);
    double pose[4];
    scene2_pile_body(i, &scene->shape[body], pose);
    const double y = pose[1] - 4.0 * PIT_WALLS; // about the middle of the pit
    float* to = scene->rest[body];
    to[0] = (float)(u.x * pose[0] - u.y * y + moved.x);
    to[1] = (float)(u.y * pose[0] + u.x * y + moved.y);
    to[2] = (float)(u.x * pose[2] - u.y * pose[3]);
    to[3] = (float)(u.y * pose[2] + u.x * pose[3]);
    scene->velocity[body][2] = 1.0f;
  }
}

void scene2_place_piles(scene2* scene) {
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

void scene2_tremble(scene2* scene) {
  scene->frame++;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    if (i % BODIES < WALLS) continue;
    uint64_t stream = scene_stream(scene->seed ^ ((uint64_t)scene->number << 56), i, scene->frame);
    const uint32_t body = slot_of(scene, i);
    const float* rest = scene->rest[body];
    const point u = scene2_random_heading(&stream);
    const double step = PILE_TREMOR * scene_uniform(&stream);
    const float turn = (float)(PILE_TREMOR * scene_between(&stream, -1.0, 1.0));
    const float c = rest[2] - turn * rest[3], s = rest[3] + turn * rest[2], length = sqrtf(c * c + s * s);
    const float pose[4] = {rest[0] + (float)(step * u.x), rest[1] + (float)(step * u.y), c / length, s / length};
    memcpy(scene->pose[body], pose, sizeof pose);
  }
}
