// A server of 20,000 walkers among walls: one call a tick finds the pairs, their contacts, and which of them began to
// touch. `server N` lets the first N walkers gather on one spot for some ticks: the tick continues for all others. Two
// regions count who enters. Bodies that overlap are pushed apart. An agent that leaves frees its slot. Rays find which
// of some pairs of agents see each other past the walls. Bullets hit the first agent or wall on their way, and a player
// walks on and slides along walls.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "lanegjk/lanegjk_slide.h"
#include "lanegjk/lanegjk_tick.h"

enum { AGENTS = 20000, WALLS = 200, REGIONS = 2, FIXED = WALLS + REGIONS, PAIRS = 4 * AGENTS, TICKS = 300, SEED = 7 };
enum { CIRCLE, WALL, REGION, EYE, BULLET, SHAPES, SIGHTS = 100, BULLETS = 200, NEAR = 64 * BULLETS };
enum { OF_WALLS = 1, OF_REGIONS = 2 };
static float pose[AGENTS][4], walk[AGENTS][2], push[AGENTS][2], fixed_pose[FIXED][4];
static uint32_t shape[AGENTS], category[AGENTS], fixed_shape[FIXED]; // category 0: an empty slot
static uint8_t sensor[FIXED], replaced[AGENTS];
static uint32_t eye[SIGHTS], sees[BULLETS], fixed_category[FIXED]; // sees: the walls, and no regions
static float sight[SIGHTS][2];
static lgjk_cast_hit blocked[SIGHTS], wall_hit[BULLETS];
static float bullet[BULLETS][4], shot[BULLETS][2], range[NEAR]; // range: of each pair, where the bullet hits
static uint32_t bullet_shape[BULLETS], shooter[BULLETS], near_bullet[NEAR], near_agent[NEAR], hits[2];

static uint32_t state = SEED;
static float between(float low, float high) { // the same on every machine
  state = state * 1664525u + 1013904223u;
  return low + (high - low) * (float)(state >> 8) / 16777216.0f;
}

// Returns memory at a multiple of 64, as an index and scratch require; *block is what has to be freed.
static void* aligned(uint64_t size, void** block) {
  *block = malloc((size_t)size + 63);
  return *block == NULL ? NULL : (char*)*block + (64 - (uintptr_t)*block % 64) % 64;
}

static int fail(const char* text) { return fprintf(stderr, "server: %s\n", text), 1; }

// A slot gets a new agent, or loses the one that it had.
static void change_slot(uint32_t i) {
  category[i] = category[i] == 0;
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
    if (i < gathered) lgjk_pose2_from_angle(5, 5, 0, pose[i]), category[i] = 1;
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
    fixed_category[i] = i < WALLS ? OF_WALLS : OF_REGIONS;
    const float x = between(-45, 45), y = between(-45, 45), angle = between(0, 3);
    lgjk_pose2_from_angle(x, y, angle, fixed_pose[i]);
  }
  for (uint32_t i = 0; i < SIGHTS; i++) eye[i] = EYE;
  for (uint32_t i = 0; i < BULLETS; i++) bullet_shape[i] = BULLET, sees[i] = OF_WALLS;
  for (uint32_t i = 0; i < AGENTS; i++) {
    for (int k = 0; k < 2; k++) walk[i][k] = between(-0.02f, 0.02f);
    change_slot(i);
  }
  return lgjk_shapes2_create(defs, SHAPES, NULL, &shapes, error) == LGJK_OK ? shapes : NULL;
}

// Casts a ray from each of the first agents to another, and counts those that no wall blocks.
static int32_t look(const lgjk_shapes2* shapes, const lgjk_bodies2* map, const void* index, uint32_t* seen,
                    lgjk_error* error) {
  const lgjk_bodies2 eyes = {
      .struct_size = sizeof eyes, .count = SIGHTS, .shapes = shapes, .shape = eye, .pose = pose[0]};
  const lgjk_filters walls = {.struct_size = sizeof walls, .mask = sees};
  const lgjk_cast_options along = {.struct_size = sizeof along, .way_a = sight[0]};
  lgjk_cast_search first = {.struct_size = sizeof first, .k = 1, .hit = blocked, .filters_a = &walls};
  for (uint32_t i = 0; i < SIGHTS; i++) {
    for (int k = 0; k < 2; k++) sight[i][k] = pose[SIGHTS + i][k] - pose[i][k];
  }
  const int32_t code = lgjk_cast_against2(&eyes, map, index, &first, &along, error);
  for (uint32_t i = *seen = 0; i < SIGHTS; i++) *seen += blocked[i].body == LGJK_NO_BODY;
  return code;
}

// A new bullet leaves an agent on its way, by a metre in a tick.
static void fire(uint32_t i) {
  const float *from = pose[shooter[i]], *way = walk[shooter[i]], length = 0.001f + fabsf(way[0]) + fabsf(way[1]);
  lgjk_pose2_from_angle(from[0], from[1], 0, bullet[i]);
  for (int k = 0; k < 2; k++) shot[i][k] = way[k] / length;
}

// Moves the bullets. The first of what is on a bullet's way is hit; then it is fired again, by another agent.
static int32_t fly(const lgjk_bodies2* agents, const lgjk_bodies2* map, const void* index, const lgjk_filters* filters,
                   void* scratch, uint64_t size, lgjk_error* error) {
  const lgjk_bodies2 bullets = {.struct_size = sizeof bullets,
                                .count = BULLETS,
                                .shapes = agents->shapes,
                                .shape = bullet_shape,
                                .pose = bullet[0]};
  const lgjk_filters walls = {.struct_size = sizeof walls, .mask = sees};
  const lgjk_cast_options along = {.struct_size = sizeof along, .way_a = shot[0]};
  const lgjk_find_options find = {.struct_size = sizeof find, .motion = shot[0], .filters_b = filters};
  lgjk_cast_search first = {.struct_size = sizeof first, .k = 1, .hit = wall_hit, .filters_a = &walls};
  lgjk_pair_list near = {
      .struct_size = sizeof near, .flags = LGJK_LIST_FIT, .a = near_bullet, .b = near_agent, .capacity = NEAR};
  lgjk_cast_results cast = {.struct_size = sizeof cast, .fraction = range};
  int32_t code = lgjk_cast_against2(&bullets, map, index, &first, &along, error);
  if (code == LGJK_OK) code = lgjk_find_pairs2(&bullets, agents, &near, scratch, size, &find, error);
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = near_bullet, .b = near_agent, .count = near.count};
  if (code == LGJK_OK) code = lgjk_cast2(&bullets, agents, &pairs, 0, near.count, &cast, &along, error);
  if (code != LGJK_OK) return code;
  for (uint64_t i = 0, k = 0; i < BULLETS; i++) {
    const bool at_wall = wall_hit[i].body != LGJK_NO_BODY;
    float nearest = 1;
    for (; k < near.count && near_bullet[k] == i; k++) {
      if (near_agent[k] != shooter[i] && range[k] < nearest) nearest = range[k];
    }
    hits[0] += nearest < 1 && !(at_wall && wall_hit[i].fraction <= nearest);
    hits[1] += at_wall && wall_hit[i].fraction <= nearest;
    for (int axis = 0; axis < 2; axis++) bullet[i][axis] += shot[i][axis];
    if (nearest == 1 && !at_wall && fabsf(bullet[i][0]) < 50 && fabsf(bullet[i][1]) < 50) continue;
    shooter[i] = (shooter[i] + BULLETS) % AGENTS;
    fire((uint32_t)i);
  }
  return code;
}

// Moves a player by a step. Where walls are in the way, the rest of the step is along them.
static int32_t stroll(float player[4], const float step[2], const lgjk_bodies2* map, const void* index,
                      lgjk_error* error) {
  static const uint32_t circle = CIRCLE;
  const lgjk_bodies2 body = {
      .struct_size = sizeof body, .count = 1, .shapes = map->shapes, .shape = &circle, .pose = player};
  const lgjk_filters walls = {.struct_size = sizeof walls, .mask = sees};
  const lgjk_slide_options options = {.struct_size = sizeof options, .filters = &walls};
  lgjk_slide_end end;
  lgjk_slide slide = {.struct_size = sizeof slide, .end = &end};
  const int32_t code = lgjk_slide2(&body, step, map, index, &slide, &options, error);
  for (int k = 0; k < 2 && code == LGJK_OK; k++) player[k] = end.position[k];
  return code;
}

int main(int argc, char** argv) {
  const uint32_t gathered = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_shapes2* shapes = make_world(&error);
  if (shapes == NULL) return fail(error.text);
  const lgjk_bodies2 agents = {
      .struct_size = sizeof agents, .count = AGENTS, .shapes = shapes, .shape = shape, .pose = pose[0]};
  const lgjk_bodies2 map = {
      .struct_size = sizeof map, .count = FIXED, .shapes = shapes, .shape = fixed_shape, .pose = fixed_pose[0]};

  // What rests is indexed once: agents reach 0.25 m and the margin.
  const lgjk_filters kinds = {.struct_size = sizeof kinds, .category = fixed_category};
  const lgjk_index_def def = {.struct_size = sizeof def, .reach = 0.4f, .filters = &kinds};
  uint64_t index_size;
  if (lgjk_index_size2(&map, &def, &index_size, &error) != LGJK_OK) return fail(error.text);
  void *blocks[2], *index = aligned(index_size, &blocks[0]);
  if (lgjk_index_build2(&map, &def, index, index_size, NULL, &error) != LGJK_OK) return fail(error.text);

  const lgjk_filters filters = {.struct_size = sizeof filters, .category = category};
  const lgjk_find_options find = {.struct_size = sizeof find, .margin = 0.1f, .filters_a = &filters};
  const lgjk_push_options half = {
      .struct_size = sizeof half, .slop = 0.01f, .share = 0.5f, .fixed_sensors = sensor, .fixed_bodies = FIXED};
  lgjk_tick tick = {.struct_size = sizeof tick, .max_bodies = AGENTS, .max_pairs = PAIRS, .slop = 0.02f};
  tick.replaced = replaced;
  tick.size = lgjk_tick_size2(AGENTS, PAIRS, 0);
  tick.memory = calloc(1, (size_t)tick.size); // lgjk_tick_save2 makes a snapshot of it

  const uint64_t scratch_size = lgjk_find_scratch2(BULLETS, AGENTS, NEAR);
  void* scratch = aligned(scratch_size, &blocks[1]);
  for (uint32_t i = 0; i < BULLETS; i++) shooter[i] = i, fire(i);

  float player[4] = {-48, -20, 1, 0};
  uint64_t begun = 0, ended = 0, entered = 0, dropped = 0;
  uint32_t seen;
  for (uint32_t t = 0; t < TICKS; t++) {
    move(t, t >= 100 && t < 120 ? gathered : 0);
    if (lgjk_tick_run2(&tick, &agents, &map, index, &find, NULL, &error) != LGJK_OK) return fail(error.text);
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
    if (look(shapes, &map, index, &seen, &error) != LGJK_OK) return fail(error.text);
    if (fly(&agents, &map, index, &filters, scratch, scratch_size, &error) != LGJK_OK) return fail(error.text);
    if (stroll(player, step, &map, index, &error) != LGJK_OK) return fail(error.text);
    if (t % 100 == 99) {
      printf(
          "tick %3u: %5llu pairs of agents, %4llu with what rests; %u of %u sights are free; %llu touches began, %llu "
          "ended; %llu entered a region\n",
          t + 1, (unsigned long long)tick.among.pairs.count, (unsigned long long)tick.against.pairs.count, seen, SIGHTS,
          (unsigned long long)begun, (unsigned long long)ended, (unsigned long long)entered);
    }
  }
  printf("bullets hit %u agents and %u walls; the player came to (%.3f, %.3f)\n", hits[0], hits[1], (double)player[0],
         (double)player[1]);
  if (gathered > 0) printf("%llu pairs of the crowd had no room\n", (unsigned long long)dropped);
  free(tick.memory);
  free(blocks[0]);
  free(blocks[1]);
  lgjk_shapes2_destroy(shapes);
  return 0;
}
