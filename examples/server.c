// A server of 20,000 walkers among walls: one call a tick finds the pairs, their contacts, and which of them began to
// touch. `server N` lets the first N walkers gather on one spot for some ticks: the tick continues for all others;
// `server N TICKS` ends after so many. Two regions count who enters. Bodies that overlap are pushed apart. An agent
// that leaves frees its slot. Some agents look around: rays find whom near them they see past the walls and other
// agents. Bullets hit the first agent or wall on their way, and a player walks on and slides along walls.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "lanegjk/lanegjk_slide.h"
#include "lanegjk/lanegjk_tick.h"

enum { AGENTS = 20000, WALLS = 200, REGIONS = 2, FIXED = WALLS + REGIONS, PAIRS = 4 * AGENTS, TICKS = 300, SEED = 7 };
enum { CIRCLE, WALL, REGION, EYE, BULLET, SHAPES, EYES = 100, BULLETS = 200, VIEWS = 64 * EYES };
enum { OTHERS = 1, OF_AGENTS = 2 }; // categories; whatever has none given is of category 1. 0: an empty slot
static float pose[AGENTS][4], walk[AGENTS][2], push[AGENTS][2], fixed_pose[FIXED][4];
static uint32_t shape[AGENTS], category[AGENTS], fixed_shape[FIXED], fixed_mask[FIXED];
static uint8_t sensor[FIXED], replaced[AGENTS];
static uint32_t self[EYES], viewer[VIEWS], viewed[VIEWS], eye_shape[VIEWS]; // pairs of agents that are near, and rays
static float eye[VIEWS][4], sight[VIEWS][2], apart[VIEWS];
static lgjk_cast_hit first_seen[VIEWS], bullet_hit[BULLETS];
static float bullet[BULLETS][4], shot[BULLETS][2];
static uint32_t bullet_shape[BULLETS], shooter[BULLETS], hits[2];

static uint32_t state = SEED;
static float between(float low, float high) { // the same on every machine
  state = state * 1664525u + 1013904223u;
  return low + (high - low) * (float)(state >> 8) / 16777216.0f;
}

// Returns memory at a multiple of 64, as trees and scratch require; *block is what has to be freed.
static void* aligned(uint64_t size, void** block) {
  *block = malloc((size_t)size + 63);
  return *block == NULL ? NULL : (char*)*block + (64 - (uintptr_t)*block % 64) % 64;
}

static int fail(const char* text) { return fprintf(stderr, "server: %s\n", text), 1; }

// A slot gets a new agent, or loses the one that it had.
static void change_slot(uint32_t i) {
  category[i] = category[i] == 0 ? OF_AGENTS : 0;
  replaced[i] = 1;
  const float x = between(-50, 50), y = between(-50, 50); // one after the other, by any compiler
  lgjk_pose2_from_angle(x, y, 0, pose[i]);
}

static void move(uint32_t tick, uint32_t gathered) {
  for (uint32_t i = 0; i < AGENTS; i++) {
    replaced[i] = 0;
    for (int k = 0; k < 2; k++) {
      pose[i][k] += walk[i][k] + push[i][k];
      if (pose[i][k] < -50 || pose[i][k] > 50) walk[i][k] = -walk[i][k];
      push[i][k] = 0;
    }
    if ((i + tick) % 1000 == 0) change_slot(i);
    if (i < gathered) lgjk_pose2_from_angle(5, 5, 0, pose[i]), category[i] = OF_AGENTS;
  }
}

static lgjk_shapes2* make_world(lgjk_error* error) {
  static const float centre[2] = {0, 0};
  lgjk_shape2_def defs[SHAPES];
  lgjk_shapes2* shapes = NULL;
  for (int i = 0; i < SHAPES; i++) lgjk_shape2_def_init(&defs[i]);
  for (int i = 0; i < SHAPES; i++) defs[i].points = centre, defs[i].point_count = 1;
  defs[CIRCLE].radius = 0.25f, defs[REGION].radius = 10, defs[BULLET].radius = 0.02f;
  defs[WALL].points = NULL, defs[WALL].point_count = 0;
  defs[WALL].kind = LGJK_SHAPE2_BOX, defs[WALL].size[0] = 2, defs[WALL].size[1] = 0.1f;
  for (uint32_t i = 0; i < FIXED; i++) {
    fixed_shape[i] = i < WALLS ? WALL : REGION;
    sensor[i] = i >= WALLS;
    fixed_mask[i] = i < WALLS ? OF_AGENTS | OTHERS : OF_AGENTS; // regions stop neither rays nor bullets
    const float x = between(-45, 45), y = between(-45, 45), angle = between(0, 3);
    lgjk_pose2_from_angle(x, y, angle, fixed_pose[i]);
  }
  for (uint32_t i = 0; i < EYES; i++) self[i] = i;
  for (uint32_t i = 0; i < VIEWS; i++) eye_shape[i] = EYE;
  for (uint32_t i = 0; i < BULLETS; i++) bullet_shape[i] = BULLET;
  for (uint32_t i = 0; i < AGENTS; i++) {
    for (int k = 0; k < 2; k++) walk[i][k] = between(-0.02f, 0.02f);
    change_slot(i);
  }
  return lgjk_shapes2_create(defs, SHAPES, NULL, &shapes, error) == LGJK_OK ? shapes : NULL;
}

// What a tick asks about: the agents, whose tree the tick has built, and what rests. Numbers of agents come first.
enum { MOVING, RESTING, TARGETS };

typedef struct views {
  uint32_t rays, seen;
} views;

// Finds whom the first agents have within 2 m. Those that touch see each other; the others get a ray.
static int32_t look_around(const lgjk_target2* agents, void* scratch, uint64_t size, views* out, lgjk_error* error) {
  const lgjk_filters slots = {.struct_size = sizeof slots, .category = category};
  const lgjk_near_options around = {
      .struct_size = sizeof around, .max_distance = 2, .stride = sizeof pose[0], .filters = &slots, .skip = self};
  lgjk_pair_list near = {
      .struct_size = sizeof near, .flags = LGJK_LIST_FIT, .a = viewer, .b = viewed, .capacity = VIEWS};
  const int32_t code = lgjk_within2(pose[0], EYES, agents, 1, &near, apart, scratch, size, &around, error);
  *out = (views){0};
  for (uint64_t i = 0; i < near.count; i++) {
    if (apart[i] <= 0.5f) continue;
    const uint32_t ray = out->rays++, a = viewer[ray] = viewer[i], b = viewed[ray] = viewed[i];
    for (int k = 0; k < 4; k++) eye[ray][k] = pose[a][k];
    for (int k = 0; k < 2; k++) sight[ray][k] = pose[b][k] - pose[a][k];
  }
  return code;
}

// Casts the rays. An agent is seen if it is what its ray hits first.
static int32_t look(const lgjk_target2 targets[TARGETS], void* scratch, uint64_t size, views* out, lgjk_error* error) {
  int32_t code = look_around(&targets[MOVING], scratch, size, out, error);
  const lgjk_bodies2 rays = {.struct_size = sizeof rays,
                             .count = out->rays,
                             .shapes = targets[MOVING].bodies->shapes,
                             .shape = eye_shape,
                             .pose = eye[0]};
  const lgjk_cast_options along = {.struct_size = sizeof along, .way_a = sight[0]};
  lgjk_cast_search first = {.struct_size = sizeof first, .k = 1, .hit = first_seen, .skip = viewer};
  if (code == LGJK_OK) code = lgjk_cast_against2(&rays, targets, TARGETS, &first, &along, error);
  for (uint32_t i = 0; i < out->rays; i++) out->seen += first_seen[i].body == viewed[i];
  return code;
}

// A new bullet leaves an agent on its way, by a metre in a tick.
static void fire(uint32_t i) {
  const float *from = pose[shooter[i]], *way = walk[shooter[i]], length = 0.001f + fabsf(way[0]) + fabsf(way[1]);
  lgjk_pose2_from_angle(from[0], from[1], 0, bullet[i]);
  for (int k = 0; k < 2; k++) shot[i][k] = way[k] / length;
}

// Moves the bullets. One that hits an agent or a wall, or leaves the world, is fired again, by another agent.
static int32_t fly(const lgjk_target2 targets[TARGETS], lgjk_error* error) {
  const lgjk_bodies2 bullets = {.struct_size = sizeof bullets,
                                .count = BULLETS,
                                .shapes = targets[MOVING].bodies->shapes,
                                .shape = bullet_shape,
                                .pose = bullet[0]};
  const lgjk_cast_options along = {.struct_size = sizeof along, .way_a = shot[0]};
  lgjk_cast_search first = {.struct_size = sizeof first, .k = 1, .hit = bullet_hit, .skip = shooter};
  const int32_t code = lgjk_cast_against2(&bullets, targets, TARGETS, &first, &along, error);
  if (code != LGJK_OK) return code;
  for (uint32_t i = 0; i < BULLETS; i++) {
    const uint32_t body = bullet_hit[i].body;
    if (body != LGJK_NO_BODY) hits[body < AGENTS ? MOVING : RESTING]++;
    for (int axis = 0; axis < 2; axis++) bullet[i][axis] += shot[i][axis];
    if (body == LGJK_NO_BODY && fabsf(bullet[i][0]) < 50 && fabsf(bullet[i][1]) < 50) continue;
    shooter[i] = (shooter[i] + BULLETS) % AGENTS;
    fire(i);
  }
  return code;
}

// Moves a player by a step. Where walls are in the way, the rest of the step is along them.
static int32_t stroll(float player[4], const float step[2], const lgjk_target2* map, lgjk_error* error) {
  static const uint32_t circle = CIRCLE;
  const lgjk_bodies2 body = {
      .struct_size = sizeof body, .count = 1, .shapes = map->bodies->shapes, .shape = &circle, .pose = player};
  lgjk_slide_end end;
  lgjk_slide slide = {.struct_size = sizeof slide, .end = &end};
  const int32_t code = lgjk_slide2(&body, step, map, 1, &slide, NULL, error);
  for (int k = 0; k < 2 && code == LGJK_OK; k++) player[k] = end.position[k];
  return code;
}

int main(int argc, char** argv) {
  const uint32_t gathered = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  const uint32_t ticks = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : TICKS;
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_shapes2* shapes = make_world(&error);
  if (shapes == NULL) return fail(error.text);
  const lgjk_bodies2 agents = {
      .struct_size = sizeof agents, .count = AGENTS, .shapes = shapes, .shape = shape, .pose = pose[0]};
  const lgjk_bodies2 map = {
      .struct_size = sizeof map, .count = FIXED, .shapes = shapes, .shape = fixed_shape, .pose = fixed_pose[0]};

  // The tree of what rests is built once.
  const lgjk_filters kinds = {.struct_size = sizeof kinds, .mask = fixed_mask};
  const lgjk_tree_options rest = {.struct_size = sizeof rest, .filters = &kinds};
  const uint64_t tree_size = lgjk_tree_size2(FIXED), scratch_size = lgjk_near_scratch2(EYES, VIEWS);
  void *blocks[2], *tree = aligned(tree_size, &blocks[0]), *scratch = aligned(scratch_size, &blocks[1]);
  if (tree == NULL || scratch == NULL) return fail("out of memory");
  if (lgjk_tree_build2(&map, tree, tree_size, &rest, &error) != LGJK_OK) return fail(error.text);
  lgjk_target2 targets[TARGETS] = {{&agents, NULL, 0}, {&map, tree, tree_size}};

  const lgjk_filters filters = {.struct_size = sizeof filters, .category = category};
  const lgjk_find_options find = {.struct_size = sizeof find, .margin = 0.1f, .filters_a = &filters};
  const lgjk_push_options half = {
      .struct_size = sizeof half, .slop = 0.01f, .share = 0.5f, .fixed_sensors = sensor, .fixed_bodies = FIXED};
  lgjk_tick tick = {.struct_size = sizeof tick, .max_bodies = AGENTS, .max_pairs = PAIRS, .slop = 0.02f};
  tick.replaced = replaced;
  tick.size = lgjk_tick_size2(AGENTS, PAIRS, 0);
  tick.memory = calloc(1, (size_t)tick.size); // lgjk_tick_save2 makes a snapshot of it

  for (uint32_t i = 0; i < BULLETS; i++) shooter[i] = i, fire(i);

  float player[4] = {-48, -20, 1, 0};
  uint64_t begun = 0, ended = 0, entered = 0, dropped = 0;
  views in_view;
  for (uint32_t t = 0; t < ticks; t++) {
    move(t, t >= 50 && t < 70 ? gathered : 0);
    if (lgjk_tick_run2(&tick, &agents, &targets[RESTING], &find, NULL, &error) != LGJK_OK) return fail(error.text);
    targets[MOVING].tree = tick.tree, targets[MOVING].tree_size = tick.tree_size;
    dropped += tick.among.dropped;
    for (uint64_t i = 0; i < tick.among.event_count; i++) {
      begun += tick.among.events[i].kind == LGJK_EVENT_BEGIN;
      ended += tick.among.events[i].kind == LGJK_EVENT_END;
    }
    for (uint64_t i = 0; i < tick.against.event_count; i++) {
      entered += sensor[tick.against.events[i].b] && tick.against.events[i].kind == LGJK_EVENT_BEGIN;
    }
    if (lgjk_push_apart2(&tick, AGENTS, &half, push[0], &error) != LGJK_OK) return fail(error.text);
    const float step[2] = {0.3f, 0.1f};
    if (look(targets, scratch, scratch_size, &in_view, &error) != LGJK_OK) return fail(error.text);
    if (fly(targets, &error) != LGJK_OK) return fail(error.text);
    if (stroll(player, step, &targets[RESTING], &error) != LGJK_OK) return fail(error.text);
    if (t % 100 == 99) {
      printf(
          "tick %3u: %5llu pairs of agents, %4llu with what rests; %u of %u agents nearby are seen; %llu touches "
          "began, %llu ended; %llu entered a region\n",
          t + 1, (unsigned long long)tick.among.pairs.count, (unsigned long long)tick.against.pairs.count, in_view.seen,
          in_view.rays, (unsigned long long)begun, (unsigned long long)ended, (unsigned long long)entered);
    }
  }
  printf("bullets hit %u agents and %u walls; the player came to (%.3f, %.3f)\n", hits[MOVING], hits[RESTING],
         (double)player[0], (double)player[1]);
  if (gathered > 0) printf("%llu pairs of the crowd had no room\n", (unsigned long long)dropped);
  free(tick.memory);
  free(blocks[0]);
  free(blocks[1]);
  lgjk_shapes2_destroy(shapes);
  return 0;
}
