// A server of 20,000 walkers among walls: one call a tick finds the pairs, their contacts, and which of them began to
// touch. Two regions count who enters. Bodies that overlap are pushed apart. An agent that leaves frees its slot. Rays
// tell which of some pairs of agents see each other past the walls.
#include <stdio.h>
#include <stdlib.h>

#include "lanegjk/lanegjk_cast.h"
#include "lanegjk/lanegjk_tick.h"

enum { AGENTS = 20000, WALLS = 200, REGIONS = 2, FIXED = WALLS + REGIONS, PAIRS = 4 * AGENTS, TICKS = 300, SEED = 7 };
enum { CIRCLE, WALL, REGION, EYE, SHAPES, SIGHTS = 100, OF_WALLS = 1, OF_REGIONS = 2 };
static float pose[AGENTS][4], walk[AGENTS][2], push[AGENTS][2], fixed_pose[FIXED][4];
static uint32_t shape[AGENTS], category[AGENTS], fixed_shape[FIXED]; // category 0: an empty slot
static uint8_t sensor[FIXED], replaced[AGENTS];
static uint32_t eye[SIGHTS], sees[SIGHTS], fixed_category[FIXED];
static float sight[SIGHTS][2];
static lgjk_cast_hit blocked[SIGHTS];

static uint32_t state = SEED;
static float between(float low, float high) { // the same on every machine
  state = state * 1664525u + 1013904223u;
  return low + (high - low) * (float)(state >> 8) / 16777216.0f;
}

static void* memory(uint64_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); }
static int fail(const char* text) { return fprintf(stderr, "server: %s\n", text), 1; }

// A slot gets a new agent, or loses the one that it had.
static void change_slot(uint32_t i) {
  category[i] = category[i] == 0;
  replaced[i] = 1;
  lgjk_pose2_from_angle(between(-50, 50), between(-50, 50), 0, pose[i]);
}

static void move(uint32_t tick) {
  for (uint32_t i = 0; i < AGENTS; i++) {
    replaced[i] = 0;
    for (int k = 0; k < 2; k++) {
      pose[i][k] += walk[i][k] + push[i][k];
      if (pose[i][k] < -50 || pose[i][k] > 50) walk[i][k] = -walk[i][k];
      push[i][k] = 0;
    }
    if ((i + tick) % 1000 == 0) change_slot(i);
  }
}

static lgjk_shapes2* make_world(lgjk_error* error) {
  static const float centre[2] = {0, 0};
  lgjk_shape2_def defs[SHAPES];
  lgjk_shapes2* shapes = NULL;
  for (int i = 0; i < SHAPES; i++) lgjk_shape2_def_init(&defs[i]);
  defs[CIRCLE].points = defs[REGION].points = defs[EYE].points = centre;
  defs[CIRCLE].point_count = defs[REGION].point_count = defs[EYE].point_count = 1;
  defs[CIRCLE].radius = 0.25f, defs[REGION].radius = 10;
  defs[WALL].kind = LGJK_SHAPE2_BOX, defs[WALL].size[0] = 2, defs[WALL].size[1] = 0.1f;
  for (uint32_t i = 0; i < FIXED; i++) {
    fixed_shape[i] = i < WALLS ? WALL : REGION;
    sensor[i] = i >= WALLS;
    fixed_category[i] = i < WALLS ? OF_WALLS : OF_REGIONS;
    lgjk_pose2_from_angle(between(-45, 45), between(-45, 45), between(0, 3), fixed_pose[i]);
  }
  for (uint32_t i = 0; i < SIGHTS; i++) eye[i] = EYE, sees[i] = OF_WALLS;
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

int main(void) {
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
  void* index = memory(index_size);
  if (lgjk_index_build2(&map, &def, index, index_size, NULL, &error) != LGJK_OK) return fail(error.text);

  const lgjk_filters filters = {.struct_size = sizeof filters, .category = category};
  const lgjk_find_options find = {.struct_size = sizeof find, .margin = 0.1f, .filters_a = &filters};
  const lgjk_options contact = {.struct_size = sizeof contact, .max_distance = 0.1f};
  lgjk_tick tick = {.struct_size = sizeof tick, .max_bodies = AGENTS, .max_pairs = PAIRS, .slop = 0.02f};
  tick.replaced = replaced;
  tick.size = lgjk_tick_size2(AGENTS, PAIRS, 0);
  tick.memory = memory(tick.size); // the whole state: a copy of it is a snapshot
  for (uint64_t i = 0; i < tick.size; i++) ((char*)tick.memory)[i] = 0;

  uint64_t begun = 0, ended = 0, entered = 0;
  uint32_t seen;
  for (uint32_t t = 0; t < TICKS; t++) {
    move(t);
    if (lgjk_tick_run2(&tick, &agents, &map, index, &find, &contact, &error) != LGJK_OK) return fail(error.text);
    for (uint64_t i = 0; i < tick.among.event_count; i++) {
      begun += tick.among.events[i].kind == LGJK_EVENT_BEGIN;
      ended += tick.among.events[i].kind == LGJK_EVENT_END;
    }
    for (uint64_t i = 0; i < tick.against.event_count; i++) {
      entered += sensor[tick.against.events[i].b] && tick.against.events[i].kind == LGJK_EVENT_BEGIN;
    }
    lgjk_push_apart2(&tick, 0.01f, 0.5f, sensor, push[0]);
    if (look(shapes, &map, index, &seen, &error) != LGJK_OK) return fail(error.text);
    if (t % 100 == 99) {
      printf(
          "tick %3u: %5llu pairs of agents, %4llu with what rests; %u of %u sights are free; %llu touches began, %llu "
          "ended; %llu entered a region\n",
          t + 1, (unsigned long long)tick.among.pairs.count, (unsigned long long)tick.against.pairs.count, seen, SIGHTS,
          (unsigned long long)begun, (unsigned long long)ended, (unsigned long long)entered);
    }
  }
  free(tick.memory);
  free(index);
  lgjk_shapes2_destroy(shapes);
  return 0;
}
