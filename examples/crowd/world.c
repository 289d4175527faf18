// The plaza: its shapes, its walls, its agents, and how they move. Four streams walk across it and turn round at the
// far side; who comes near another steps aside, and who overlaps is moved out, along the normal and by the depth that
// the query found.
#include <math.h>
#include <string.h>

#include "crowd.h"

#define TICK 0.05f      // seconds
#define SPACING 0.85f   // metres between agents at the start
#define STIFF 0.5f      // part of an overlap that one tick takes back: each of two moves out half of the way
#define SOFT 0.03f      // the same for an intrusion into the comfort distance
#define KEEP_RIGHT 0.4f // how far agents in each other's way step to their right
#define MAX_PUSH 0.1f   // metres per tick

static const vec2 WAY[4] = {{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}}; // of the streams

static float random_unit(uint32_t* state) { // 0 <= value < 1
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / 16777216.0f;
}

static void define_shapes(crowd* w) {
  static const vec2 centre = {0.0f, 0.0f};
  static const vec2 triangle[] = {{-2.0f, -1.5f}, {2.5f, -1.0f}, {0.0f, 2.0f}};
  static const vec2 hexagon[] = {{2.0f, 0.0f},  {1.0f, 1.75f},   {-1.0f, 1.75f},
                                 {-2.0f, 0.0f}, {-1.0f, -1.75f}, {1.0f, -1.75f}};
  w->ends[0] = (vec2){-w->half, 0.0f};
  w->ends[1] = (vec2){w->half, 0.0f};
  for (int i = 0; i < ALL_SHAPES; i++) {
    lgjk_shape2_def_init(&w->defs[i]);
    w->defs[i].kind = LGJK_SHAPE2_POINTS;
  }
  w->defs[CIRCLE].points = &centre.x, w->defs[CIRCLE].point_count = 1;
  w->defs[TORSO].kind = LGJK_SHAPE2_ELLIPSE;
  w->defs[TORSO].size[0] = 0.04f, w->defs[TORSO].size[1] = 0.14f;
  w->defs[LONG_WALL].points = &w->ends[0].x, w->defs[LONG_WALL].point_count = 2, w->defs[LONG_WALL].radius = 0.2f;
  w->defs[BLOCK].kind = LGJK_SHAPE2_BOX;
  w->defs[BLOCK].size[0] = 2.5f, w->defs[BLOCK].size[1] = 0.75f;
  w->defs[TRIANGLE].points = &triangle[0].x, w->defs[TRIANGLE].point_count = 3, w->defs[TRIANGLE].radius = 0.3f;
  w->defs[HEXAGON].points = &hexagon[0].x, w->defs[HEXAGON].point_count = 6;
  for (int i = BLOCK; i < ALL_SHAPES; i++) w->defs[i].map[0] = w->defs[i].map[3] = w->half / 20.0f; // scaled at build
}

// Swaps the shape set for one of the first `count` definitions. Shapes that both sets have keep their index, so bodies
// and warm records stay as they are.
static void build_shapes(crowd* w, uint32_t count) {
  lgjk_shapes2* built = NULL;
  lgjk_error error;
  lgjk_error_init(&error);
  check(lgjk_shapes2_create(w->defs, count, NULL, &built, &error), &error);
  lgjk_shapes2_destroy(w->shapes);
  w->shapes = built;
}

static void add_wall(crowd* w, uint32_t shape, float x, float y, float c, float s) {
  walls* v = &w->walls;
  const pose2 pose = {x, y, c, s};
  lgjk_shape2_info info;
  vec2 vertex[8];
  lgjk_error error;
  lgjk_error_init(&error);
  lgjk_shape2_info_init(&info);
  check(lgjk_shapes2_get(w->shapes, shape, &info, &vertex[0].x, 8, &error), &error);
  vec2 low = {x, y}, high = {x, y};
  for (uint32_t i = 0; i < info.vertex_count; i++) {
    const vec2 p = {x + c * vertex[i].x - s * vertex[i].y, y + s * vertex[i].x + c * vertex[i].y};
    low = (vec2){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
    high = (vec2){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
  }
  v->shape[v->count] = shape;
  v->pose[v->count] = pose;
  v->low[v->count] = (vec2){low.x - info.radius, low.y - info.radius};
  v->high[v->count] = (vec2){high.x + info.radius, high.y + info.radius};
  v->count++;
}

static void add_first_walls(crowd* w) {
  const float h = w->half, q = 0.5f * h;
  add_wall(w, LONG_WALL, 0.0f, -h, 1.0f, 0.0f);
  add_wall(w, LONG_WALL, 0.0f, h, 1.0f, 0.0f);
  add_wall(w, LONG_WALL, -h, 0.0f, 0.0f, 1.0f);
  add_wall(w, LONG_WALL, h, 0.0f, 0.0f, 1.0f);
  add_wall(w, BLOCK, -q, -q, 0.8f, 0.6f);
  add_wall(w, BLOCK, q, -q, 0.6f, 0.8f);
  add_wall(w, BLOCK, -q, q, 0.6f, -0.8f);
  add_wall(w, BLOCK, q, q, 0.8f, -0.6f);
}

void add_obstacles(crowd* w) {
  const float t = w->half / 3.0f;
  build_shapes(w, ALL_SHAPES);
  add_wall(w, HEXAGON, 0.0f, 0.0f, 1.0f, 0.0f);
  add_wall(w, TRIANGLE, -t, 0.0f, 0.6f, 0.8f);
  add_wall(w, TRIANGLE, t, 0.0f, -0.6f, -0.8f);
  add_wall(w, HEXAGON, 0.0f, -t, 0.96f, 0.28f);
  add_wall(w, HEXAGON, 0.0f, t, 0.8f, -0.6f);
}

static void allocate_agents(agents* p, uint32_t count) {
  p->count = count;
  p->shape = grow(NULL, count, sizeof *p->shape);
  p->pose = grow(NULL, count, sizeof *p->pose);
  p->radius = grow(NULL, count, sizeof *p->radius);
  p->extent = grow(NULL, count, sizeof *p->extent);
  p->speed = grow(NULL, count, sizeof *p->speed);
  p->stream = grow(NULL, count, sizeof *p->stream);
  p->velocity = grow(NULL, count, sizeof *p->velocity);
  p->push = grow(NULL, count, sizeof *p->push);
}

// One agent per place of a square lattice, jittered.
static void place_agents(crowd* w, uint32_t columns) {
  agents* p = &w->agents;
  uint32_t random = 1;
  for (uint32_t i = 0; i < p->count; i++) {
    const int torso = random_unit(&random) < 0.3f;
    const float rounding = torso ? 0.1f + 0.05f * random_unit(&random) : 0.18f + 0.12f * random_unit(&random);
    p->shape[i] = torso ? TORSO : CIRCLE;
    p->radius[i] = rounding;
    p->extent[i] = rounding + (torso ? w->defs[TORSO].size[1] : 0.0f);
    p->speed[i] = 1.0f + 0.6f * random_unit(&random);
    p->stream[i] = (uint32_t)(4.0f * random_unit(&random));
    p->velocity[i] = (vec2){0.0f, 0.0f};
    const vec2 way = WAY[p->stream[i]];
    const float x = (float)(i % columns) + 0.4f * random_unit(&random),
                y = (float)(i / columns) + 0.4f * random_unit(&random);
    p->pose[i] = (pose2){SPACING * (x + 0.3f) - w->half + 1.0f, SPACING * (y + 0.3f) - w->half + 1.0f, way.x, way.y};
  }
}

void build_world(crowd* w, uint32_t agent_count) {
  uint32_t columns = 1;
  while (columns * columns < agent_count) columns++;
  w->half = 0.5f * SPACING * (float)columns + 1.0f;
  define_shapes(w);
  build_shapes(w, FIRST_SHAPES);
  allocate_agents(&w->agents, agent_count);
  place_agents(w, columns);
  add_first_walls(w);
}

// What pair i pushes A by; B gets the opposite.
static vec2 push_of(crowd* w, const pair_list* list, uint64_t i) {
  const float gap = list->distance[i];
  if (!(gap < COMFORT)) return (vec2){0.0f, 0.0f}; // beyond
  const vec2 n = list->normal[i];
  if (gap <= 0.0f) w->touching++;
  if (-gap > w->deepest) w->deepest = -gap;
  const float amount = SOFT * (COMFORT - gap) + (gap < 0.0f ? -STIFF * gap : 0.0f);
  return (vec2){amount * (KEEP_RIGHT * n.y - n.x), amount * (-KEEP_RIGHT * n.x - n.y)};
}

void push_apart(crowd* w) {
  agents* p = &w->agents;
  const pair_list *among = &w->among, *against = &w->against[w->now];
  memset(p->push, 0, p->count * sizeof *p->push);
  w->touching = 0;
  w->deepest = 0.0f;
  for (uint64_t i = 0; i < among->count; i++) {
    const uint32_t a = among->a[i], b = among->b[i];
    const vec2 push = push_of(w, among, i);
    p->push[a].x += push.x, p->push[a].y += push.y;
    p->push[b].x -= push.x, p->push[b].y -= push.y;
  }
  for (uint64_t i = 0; i < against->count; i++) {
    const uint32_t a = against->a[i];
    const vec2 push = push_of(w, against, i);
    p->push[a].x += 2.0f * push.x, p->push[a].y += 2.0f * push.y; // the wall does not give way
  }
}

static float clamp(float value, float limit) { return value > limit ? limit : value < -limit ? -limit : value; }

void move(crowd* w) {
  agents* p = &w->agents;
  for (uint32_t i = 0; i < p->count; i++) {
    const vec2 way = WAY[p->stream[i]];
    const float steer = 0.15f, turn = 0.1f;
    pose2* pose = &p->pose[i];
    vec2* v = &p->velocity[i];
    v->x += steer * (way.x * p->speed[i] - v->x);
    v->y += steer * (way.y * p->speed[i] - v->y);
    const float x = clamp(pose->x + TICK * v->x + clamp(p->push[i].x, MAX_PUSH), w->half);
    const float y = clamp(pose->y + TICK * v->y + clamp(p->push[i].y, MAX_PUSH), w->half);
    *v = (vec2){(x - pose->x) / TICK, (y - pose->y) / TICK}; // who is held up slows down
    const float c = pose->c + turn * v->x, s = pose->s + turn * v->y, length = sqrtf(c * c + s * s);
    *pose = length > 0.1f ? (pose2){x, y, c / length, s / length} : (pose2){x, y, pose->c, pose->s};
    if (way.x * x + way.y * y > w->half - 2.5f) p->stream[i] ^= 1u; // there: turn round
  }
}
