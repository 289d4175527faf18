// The world of the two servers, the one on the tick layer, and how both are compared and timed.
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk_tick.h"
#include "measure.h"
#include "quiet.h"

enum { CIRCLE, CAPSULE, BOX, HEXAGON, AGENT_SHAPES, WALL = AGENT_SHAPES, REGION, SHAPES };

// ---------------------------------------------------------------- the world

static double draw(server_world* w, double low, double high) {
  w->random ^= w->random << 13;
  w->random ^= w->random >> 7;
  w->random ^= w->random << 17;
  return low + (high - low) * ((double)(w->random >> 11) * (1.0 / 9007199254740992.0));
}

static void make_shapes(server_world* w) {
  static const float centre[2] = {0, 0}, segment[4] = {-0.15f, 0, 0.15f, 0};
  static float hexagon[12];
  lgjk_shape2_def defs[SHAPES];
  lgjk_error error = {0};
  for (int i = 0; i < SHAPES; ++i) lgjk_shape2_def_init(&defs[i]);
  for (int i = 0; i < 6; ++i) {
    hexagon[2 * i] = 0.3f * (float)cos(i * 1.0471975511965976);
    hexagon[2 * i + 1] = 0.3f * (float)sin(i * 1.0471975511965976);
  }
  defs[CIRCLE].points = defs[REGION].points = centre;
  defs[CIRCLE].point_count = defs[REGION].point_count = 1;
  defs[CIRCLE].radius = 0.3f, defs[REGION].radius = 5;
  defs[CAPSULE].points = segment, defs[CAPSULE].point_count = 2, defs[CAPSULE].radius = 0.2f;
  defs[BOX].kind = defs[WALL].kind = LGJK_SHAPE2_BOX;
  defs[BOX].size[0] = 0.28f, defs[BOX].size[1] = 0.2f;
  defs[WALL].size[0] = 2, defs[WALL].size[1] = 0.1f;
  defs[HEXAGON].points = hexagon, defs[HEXAGON].point_count = 6;
  check_call(lgjk_shapes2_create(defs, SHAPES, NULL, &w->shapes, &error), &error);
}

static void set_pose(server_world* w, float pose[4]) {
  const double angle = draw(w, 0, 6.283185307179586);
  pose[0] = (float)draw(w, -w->half, w->half);
  pose[1] = (float)draw(w, -w->half, w->half);
  pose[2] = (float)cos(angle);
  pose[3] = (float)sin(angle);
}

// An agent of any kind; one of ten is a ghost, whom other agents do not touch, but regions do.
static void fill_slot(server_world* w, uint32_t i) {
  static const float extents[AGENT_SHAPES] = {0.3f, 0.35f, 0.3441f, 0.3f};
  const bool ghost = draw(w, 0, 1) < 0.1;
  set_pose(w, w->pose[i]);
  w->shape[i] = draw(w, 0, 1) < 0.5 ? CIRCLE : 1 + (uint32_t)draw(w, 0, 2.999);
  w->extent[i] = extents[w->shape[i]];
  w->category[i] = ghost ? SERVER_GHOST : SERVER_AGENT;
  w->mask[i] = ghost ? SERVER_WALL | SERVER_REGION : SERVER_AGENT | SERVER_WALL | SERVER_REGION;
  const double speed = draw(w, 1.0, 1.6) * (double)MOVING_TICK;
  w->walk[i][0] = (float)speed * w->pose[i][2];
  w->walk[i][1] = (float)speed * w->pose[i][3];
}

static void place_map(server_world* w) {
  for (uint32_t i = 0; i < w->fixed; ++i) {
    const bool wall = i < w->walls;
    float* pose = w->map_pose[i];
    set_pose(w, pose);
    w->map_shape[i] = wall ? WALL : REGION;
    w->map_category[i] = wall ? SERVER_WALL : SERVER_REGION;
    w->is_region[i] = !wall;
    w->reach[i][0] = wall ? 2 * fabsf(pose[2]) + 0.1f * fabsf(pose[3]) : 5;
    w->reach[i][1] = wall ? 2 * fabsf(pose[3]) + 0.1f * fabsf(pose[2]) : 5;
  }
}

// One agent per square metre; a wall of 4 m for each 100 of them, a region for each 1,000.
static void open_world(server_world* w, uint32_t count) {
  *w = (server_world){.count = count, .walls = count / 100, .fixed = count / 100 + count / 1000, .random = 88172645};
  w->half = 0.5f * sqrtf((float)count);
  w->pose = claim(count, sizeof *w->pose);
  w->walk = claim(count, sizeof *w->walk);
  w->push = claim(count, sizeof *w->push);
  w->shape = claim(count, sizeof *w->shape);
  w->category = claim(count, sizeof *w->category);
  w->mask = claim(count, sizeof *w->mask);
  w->extent = claim(count, sizeof *w->extent);
  w->replaced = claim(count, 1);
  w->map_pose = claim(w->fixed, sizeof *w->map_pose);
  w->map_shape = claim(w->fixed, sizeof *w->map_shape);
  w->map_category = claim(w->fixed, sizeof *w->map_category);
  w->reach = claim(w->fixed, sizeof *w->reach);
  w->is_region = claim(w->fixed, 1);
  make_shapes(w);
  for (uint32_t i = 0; i < count; ++i) fill_slot(w, i);
  place_map(w);
  w->agents = (lgjk_bodies2){
      .struct_size = sizeof w->agents, .count = count, .shapes = w->shapes, .shape = w->shape, .pose = w->pose[0]};
  w->map = (lgjk_bodies2){.struct_size = sizeof w->map,
                          .count = w->fixed,
                          .shapes = w->shapes,
                          .shape = w->map_shape,
                          .pose = w->map_pose[0]};
}

// Agents walk, are pushed, and turn round at the border. Some slots are emptied, some filled, some get another agent.
static void move(server_world* w, uint32_t tick) {
  for (uint32_t i = 0; i < w->count; ++i) {
    w->replaced[i] = 0;
    for (int k = 0; k < 2; ++k) {
      w->pose[i][k] += w->walk[i][k] + w->push[i][k];
      if (fabsf(w->pose[i][k]) > w->half) w->walk[i][k] = copysignf(w->walk[i][k], -w->pose[i][k]);
      w->push[i][k] = 0;
    }
  }
  for (uint32_t i = tick * 7919 % 1000; i < w->count; i += 1000) {
    w->replaced[i] = 1;
    if (w->category[i] != 0 && draw(w, 0, 1) < 0.3) {
      w->category[i] = 0;
    } else {
      fill_slot(w, i);
    }
  }
}

// ---------------------------------------------------------------- the server on the tick layer

typedef struct by_tick {
  lgjk_target2 map;
  lgjk_tick tick;
  lgjk_filters filters;
  lgjk_find_options find;
  lgjk_options contact;
} by_tick;

static void* open_tick(const server_world* w) {
  by_tick* self = claim(1, sizeof *self);
  lgjk_error error = {0};
  const lgjk_filters kinds = {.struct_size = sizeof kinds, .category = w->map_category};
  const lgjk_tree_options options = {.struct_size = sizeof options, .filters = &kinds};
  const uint64_t size = lgjk_tree_size2(w->map.count);
  void* tree = claim_lines(size);
  check_call(lgjk_tree_build2(&w->map, tree, size, &options, &error), &error);
  self->map = (lgjk_target2){NULL, tree, size};
  lgjk_filters_init(&self->filters);
  self->filters.category = w->category;
  self->filters.mask = w->mask;
  lgjk_find_options_init(&self->find);
  self->find.margin = SERVER_MARGIN;
  self->find.filters_a = &self->filters;
  lgjk_options_init(&self->contact);
  lgjk_tick_init(&self->tick);
  self->tick.max_bodies = w->count;
  self->tick.max_pairs = 4 * (uint64_t)w->count;
  self->tick.slop = SERVER_SLOP;
  self->tick.replaced = w->replaced;
  self->tick.size = lgjk_tick_size2(w->count, self->tick.max_pairs, 0);
  self->tick.memory = claim_lines(self->tick.size);
  memset(self->tick.memory, 0, self->tick.size);
  return self;
}

static void write_events(const lgjk_tick_list* list, uint32_t offset, server_events* events) {
  for (uint64_t i = 0; i < list->event_count; ++i) {
    const lgjk_event* e = &list->events[i];
    if (e->kind == LGJK_EVENT_BEGIN) {
      server_add_event(events->begun, &events->begins, events->capacity, e->a, offset + e->b);
    } else {
      server_add_event(events->ended, &events->ends, events->capacity, e->a, offset + e->b);
    }
  }
}

static void run_tick(void* pointer, server_world* w, server_events* events) {
  by_tick* self = pointer;
  lgjk_error error = {0};
  self->map.bodies = &w->map;
  check_call(lgjk_tick_run2(&self->tick, &w->agents, &self->map, &self->find, &self->contact, &error), &error);
  write_events(&self->tick.among, 0, events);
  write_events(&self->tick.against, w->count, events);
  const lgjk_push_options options = {.struct_size = sizeof options,
                                     .slop = 0.01f,
                                     .share = 0.5f,
                                     .fixed_sensors = w->is_region,
                                     .fixed_bodies = w->map.count};
  check_call(lgjk_push_apart2(&self->tick, w->agents.count, &options, w->push[0], &error), &error);
}

const server_contender server_by_tick = {"tick", "lanegjk, lgjk_tick_run2", open_tick, run_tick};

// ---------------------------------------------------------------- answers

static bool same_keys(uint64_t* a, uint64_t count_a, uint64_t* b, uint64_t count_b) {
  if (count_a != count_b) return false;
  qsort(a, count_a, sizeof *a, compare_keys);
  qsort(b, count_b, sizeof *b, compare_keys);
  return memcmp(a, b, count_a * sizeof *a) == 0;
}

static void open_events(server_events* e, uint32_t agents) {
  e->capacity = 8 * (uint64_t)agents;
  e->begun = claim(e->capacity, sizeof *e->begun);
  e->ended = claim(e->capacity, sizeof *e->ended);
}

// Both see the same world, which moves on by the pushes of the second.
static void check_ticks(const void* context, void* written) {
  const server_contender* const both[2] = {&server_by_tick, &server_by_hand};
  bool* right = written;
  server_world w;
  server_events events[2];
  void* self[2];
  uint64_t begins = 0;
  (void)context;
  open_world(&w, 3000);
  for (int c = 0; c < 2; ++c) {
    open_events(&events[c], w.count);
    self[c] = both[c]->open(&w);
  }
  *right = true;
  for (uint32_t tick = 0; tick < 60; ++tick) {
    move(&w, tick);
    for (int c = 0; c < 2; ++c) {
      memset(w.push, 0, w.count * sizeof *w.push);
      events[c].begins = events[c].ends = 0;
      both[c]->tick(self[c], &w, &events[c]);
    }
    *right = *right && same_keys(events[0].begun, events[0].begins, events[1].begun, events[1].begins) &&
             same_keys(events[0].ended, events[0].ends, events[1].ended, events[1].ends);
    if (tick > 0) begins += events[0].begins;
  }
  *right = *right && begins > 500;
}

bool check_server(void) {
  bool right = false;
  return in_child(check_ticks, NULL, &right, sizeof right, 12) && right;
}

// ---------------------------------------------------------------- time

#define WARM_UP 30u // ticks: bodies that overlap at the beginning are pushed apart

static void time_server(const void* context, void* written) {
  const find_case* c = context;
  server_result* result = written;
  server_world w;
  server_events events = {0};
  open_world(&w, c->count);
  open_events(&events, w.count);
  void* self = c->server->open(&w);
  *result = (server_result){.begins = 0};
  const double begin = clock_seconds(OF_WALL);
  for (uint32_t i = 0; i < WARM_UP || !has_ended(c->budget, result->time.ticks, begin); ++i) {
    quiet_begin();
    const double start = clock_seconds(OF_THREAD);
    move(&w, i);
    events.begins = events.ends = 0;
    c->server->tick(self, &w, &events);
    if (i < WARM_UP) continue;
    tick_add(&result->time, clock_seconds(OF_THREAD) - start);
    result->begins += (double)events.begins;
    for (uint64_t k = 0; k < events.begins; ++k) {
      const uint32_t b = (uint32_t)events.begun[k];
      result->entered += b >= w.count && w.is_region[b - w.count];
    }
  }
}

bool measure_server(const find_case* c, server_result* result) {
  return in_child(time_server, c, result, sizeof *result, c->budget.seconds);
}
