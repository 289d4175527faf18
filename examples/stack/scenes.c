// The three scenes: a tower of boxes and a heap of mixed solids in a pit in 3D, and a pyramid of boxes in 2D.
#include <stdlib.h>
#include <string.h>

#include "stack.h"

#define DENSITY 1000.0f // kg/m^3, in 2D kg/m^2
#define ROUND 16        // corners of a cylinder, for its mass and its picture

static float random_unit(uint32_t* state) { // 0 <= value < 1
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / 16777216.0f;
}

static float random_within(uint32_t* state, float low, float high) { return low + (high - low) * random_unit(state); }

// One number after the other: the order of calls within an expression is the compiler's.
static vec3 random_vec3(uint32_t* state, float most) {
  vec3 v;
  v.x = random_within(state, -most, most);
  v.y = random_within(state, -most, most);
  v.z = random_within(state, -most, most);
  return v;
}

// ---------------------------------------------------------------- bodies

// At rest, not turned, and without mass: it does not move.
static body* add_body(world* w, uint32_t shape, vec3 position) {
  w->bodies = grow(w->bodies, w->count + 1, sizeof *w->bodies);
  body* b = &w->bodies[w->count++];
  *b = (body){
      .pose = {position, {0.0f, 0.0f, 0.0f, 1.0f}}, .pose2 = {position.x, position.y, 1.0f, 0.0f}, .shape = shape};
  return b;
}

static void find_bound(world* w, body* b) {
  if (w->dim == 2) {
    lgjk_shape2_info info;
    lgjk_shape2_info_init(&info);
    lgjk_shapes2_get(w->shapes2, b->shape, &info, NULL, 0, NULL);
    b->bound = info.bound;
  } else {
    lgjk_shape3_info info;
    lgjk_shape3_info_init(&info);
    lgjk_shapes3_get(w->shapes3, b->shape, &info, NULL, 0, NULL);
    b->bound = info.bound;
  }
}

static void finish(world* w, uint32_t top, float height, float least_size) {
  for (uint32_t i = 0; i < w->count; i++) {
    find_bound(w, &w->bodies[i]);
    w->bodies[i].group = w->bodies[i].inverse_mass == 0.0f;
  }
  w->top = top;
  w->height = height;
  w->least_size = least_size;
  if (top < w->count) w->start = w->bodies[top].pose.position;
}

// ---------------------------------------------------------------- shapes in 3D

typedef struct solid {
  float mass;
  mat3 inertia;
} solid;

static solid weigh(world* w, uint32_t shape) {
  solid s;
  s.mass = centre_on_mass(w->vertices[shape], w->vertex_count[shape], DENSITY, &s.inertia);
  return s;
}

static solid define_box(world* w, lgjk_shape3_def* defs, uint32_t shape, vec3 half) {
  defs[shape].kind = LGJK_SHAPE3_BOX;
  memcpy(defs[shape].size, &half, sizeof half);
  w->vertex_count[shape] = 8;
  for (uint32_t i = 0; i < 8; i++)
    w->vertices[shape][i] = (vec3){i & 1 ? -half.x : half.x, i & 2 ? -half.y : half.y, i & 4 ? -half.z : half.z};
  return weigh(w, shape);
}

static solid define_cylinder(world* w, lgjk_shape3_def* defs, uint32_t shape, float radius, float half_height) {
  defs[shape].kind = LGJK_SHAPE3_CYLINDER;
  defs[shape].size[0] = radius, defs[shape].size[1] = half_height;
  w->vertex_count[shape] = 2 * ROUND;
  const float c = 0.92387953f, s = 0.38268343f; // of a sixteenth of a turn
  vec3 corner = {radius, 0.0f, half_height};
  for (uint32_t i = 0; i < ROUND; i++) {
    w->vertices[shape][2 * i] = corner;
    w->vertices[shape][2 * i + 1] = (vec3){corner.x, corner.y, -half_height};
    corner = (vec3){c * corner.x - s * corner.y, s * corner.x + c * corner.y, half_height};
  }
  return weigh(w, shape);
}

// Corners on an ellipsoid, as long as given, none of them near another.
static solid define_hull(world* w, lgjk_shape3_def* defs, uint32_t shape, float half_length, uint32_t* random) {
  vec3* v = w->vertices[shape];
  uint32_t count = 0;
  while (count < 12) {
    vec3 p = random_vec3(random, 1.0f);
    const float size = length(p);
    if (size > 1.0f || size < 0.1f) continue;
    p = scale(1.0f / size, p);
    uint32_t near = 0;
    for (uint32_t i = 0; i < count; i++) near += length(sub(v[i], p)) < 0.6f;
    if (near == 0) v[count++] = p;
  }
  for (uint32_t i = 0; i < count; i++) v[i] = (vec3){half_length * v[i].x, 0.35f * v[i].y, 0.3f * v[i].z};
  w->vertex_count[shape] = count;
  const solid s = weigh(w, shape);
  defs[shape].kind = LGJK_SHAPE3_POINTS;
  defs[shape].points = &v->x;
  defs[shape].point_count = count;
  return s;
}

static void begin3(world* w, lgjk_shape3_def* defs) {
  w->dim = 3;
  w->down = (vec3){0.0f, 0.0f, -GRAVITY};
  for (int i = 0; i < MAX_SHAPES; i++) lgjk_shape3_def_init(&defs[i]);
}

static void build_shapes3(world* w, const lgjk_shape3_def* defs, uint32_t count) {
  lgjk_error error;
  lgjk_error_init(&error);
  check(lgjk_shapes3_create(defs, count, NULL, &w->shapes3, &error), &error);
}

static body* add_solid(world* w, uint32_t shape, const solid* s, vec3 position) {
  body* b = add_body(w, shape, position);
  b->inverse_mass = 1.0f / s->mass;
  b->inverse_inertia = invert(&s->inertia);
  return b;
}

// ---------------------------------------------------------------- the scenes

// Ten cubes of a metre, one on the other.
void build_tower(world* w) {
  enum { FLOOR, CUBE, SHAPES, STOREYS = 10 };
  lgjk_shape3_def defs[MAX_SHAPES];
  begin3(w, defs);
  define_box(w, defs, FLOOR, (vec3){5.0f, 5.0f, 0.5f});
  const solid cube = define_box(w, defs, CUBE, (vec3){0.5f, 0.5f, 0.5f});
  build_shapes3(w, defs, SHAPES);
  w->friction = 0.6f;
  add_body(w, FLOOR, (vec3){0.0f, 0.0f, -0.5f});
  for (int i = 0; i < STOREYS; i++) add_solid(w, CUBE, &cube, (vec3){0.0f, 0.0f, 0.5f + (float)i});
  finish(w, w->count - 1, STOREYS, 1.0f);
}

static quat random_turn(uint32_t* random) {
  const vec3 v = random_vec3(random, 1.0f);
  const quat q = {v.x, v.y, v.z, random_within(random, 0.1f, 1.0f)};
  return turned(q, (vec3){0.0f, 0.0f, 0.0f});
}

// A square pit of 4 m, into which layers of 16 solids fall.
void build_heap(world* w) {
  enum { FLOOR, WALL_X, WALL_Y, CUBE, BRICK, CYLINDER, DISC, HULL, SHAPES = HULL + 4, LAYERS = 4 };
  lgjk_shape3_def defs[MAX_SHAPES];
  solid solids[SHAPES];
  uint32_t random = 7;
  begin3(w, defs);
  define_box(w, defs, FLOOR, (vec3){2.2f, 2.2f, 0.2f});
  define_box(w, defs, WALL_X, (vec3){0.1f, 2.2f, 1.2f});
  define_box(w, defs, WALL_Y, (vec3){2.0f, 0.1f, 1.2f});
  solids[CUBE] = define_box(w, defs, CUBE, (vec3){0.3f, 0.3f, 0.3f});
  solids[BRICK] = define_box(w, defs, BRICK, (vec3){0.4f, 0.3f, 0.2f});
  solids[CYLINDER] = define_cylinder(w, defs, CYLINDER, 0.25f, 0.35f);
  solids[DISC] = define_cylinder(w, defs, DISC, 0.35f, 0.2f);
  for (uint32_t i = HULL; i < SHAPES; i++)
    solids[i] = define_hull(w, defs, i, random_within(&random, 0.3f, 0.45f), &random);
  build_shapes3(w, defs, SHAPES);
  w->friction = 0.5f;
  w->damping = 2.0f;
  add_body(w, FLOOR, (vec3){0.0f, 0.0f, -0.2f});
  for (int side = -1; side < 2; side += 2) {
    add_body(w, WALL_X, (vec3){2.1f * (float)side, 0.0f, 1.2f});
    add_body(w, WALL_Y, (vec3){0.0f, 2.1f * (float)side, 1.2f});
  }
  for (uint32_t i = 0; i < 16 * LAYERS; i++) {
    const uint32_t shape = CUBE + (uint32_t)(random_unit(&random) * (SHAPES - CUBE));
    const vec3 place = {0.75f * ((float)(i % 4) - 1.5f), 0.75f * ((float)(i / 4 % 4) - 1.5f),
                        0.6f + 0.9f * (float)(i / 16)};
    body* b = add_solid(w, shape, &solids[shape], add(place, random_vec3(&random, 0.05f)));
    b->pose.turn = random_turn(&random);
  }
  finish(w, w->count, 0.0f, 0.4f);
}

static void define_box2(world* w, lgjk_shape2_def* defs, uint32_t shape, float x, float y) {
  const vec3 corner[4] = {{x, y, 0.0f}, {-x, y, 0.0f}, {-x, -y, 0.0f}, {x, -y, 0.0f}};
  lgjk_shape2_def_init(&defs[shape]);
  defs[shape].kind = LGJK_SHAPE2_BOX;
  defs[shape].size[0] = x, defs[shape].size[1] = y;
  w->vertex_count[shape] = 4;
  memcpy(w->vertices[shape], corner, sizeof corner);
}

// Fifteen rows of squares of a metre.
void build_pyramid(world* w) {
  enum { FLOOR, SQUARE, SHAPES, ROWS = 15 };
  lgjk_shape2_def defs[SHAPES];
  lgjk_error error;
  lgjk_error_init(&error);
  define_box2(w, defs, FLOOR, 10.0f, 0.5f);
  define_box2(w, defs, SQUARE, 0.5f, 0.5f);
  check(lgjk_shapes2_create(defs, SHAPES, NULL, &w->shapes2, &error), &error);
  w->dim = 2;
  w->down = (vec3){0.0f, -GRAVITY, 0.0f};
  w->friction = 0.6f;
  add_body(w, FLOOR, (vec3){0.0f, -0.5f, 0.0f});
  for (int row = 0; row < ROWS; row++)
    for (int i = 0; i < ROWS - row; i++) {
      const float x = 1.1f * ((float)i - 0.5f * (float)(ROWS - 1 - row));
      body* b = add_body(w, SQUARE, (vec3){x, 0.5f + (float)row, 0.0f});
      b->inverse_mass = 1.0f / DENSITY;
      b->inverse_inertia.row[2].z = 6.0f / DENSITY; // of a square: mass times side squared over 6
    }
  finish(w, w->count - 1, ROWS, 1.0f);
}
