// Pairs of bodies of the dimension DIM that turn on their way, in families: boxes, planks, capsules, polygons or hulls.
#ifndef LGJK_TESTS_TURNING_H
#define LGJK_TESTS_TURNING_H

#include "built.h"
#include "cast_answers.h"
#include "packed.h"
#include "test_random.h"

enum { BOX, PLANK, CAPSULE, HULL, FAMILIES, CORNERS = 11 };
static const char* const family_name[FAMILIES] = {"box", "plank", "capsule", DIM == 2 ? "polygon" : "hull"};

// Pair i joins bodies 2 i and 2 i + 1, each of which has a shape of its own.
typedef struct turning {
  uint32_t pairs;
  lgjk_shapesN* shapes;
  uint32_t *shape, *a, *b;
  float (*pose)[POSE_FLOATS], (*way)[DIM], (*turn)[ROTATION];
  lgjk_bodiesN bodies;
  lgjk_pairs list;
} turning;

// ---------------------------------------------------------------- making

static inline lgjk_shapeN_def draw_shape(int family, float points[CORNERS * DIM]) {
  double corner[DIM];
  if (family == BOX || family == PLANK) {
    lgjk_shapeN_def def = long_boxN((float)random_in(0.25, 1), (float)random_in(0.01, 0.05));
    for (int k = 1; family == BOX && k < DIM; ++k) def.size[k] = (float)random_in(0.25, 1);
    return def;
  }
  if (family == CAPSULE) {
    memset(points, 0, 2 * DIM * sizeof *points);
    points[0] = (float)-random_in(0.25, 1);
    points[DIM] = (float)random_in(0.25, 1);
    return rounded_pointsN(points, 2, (float)random_in(0.05, 0.5));
  }
  const uint32_t count = DIM == 2 ? 3 + random_below(6) : 8 + random_below(4);
  for (uint32_t i = 0; i < count; ++i) {
    const double length = sqrt(random_in_ball(corner, DIM));
    for (int k = 0; k < DIM; ++k) points[DIM * i + (uint32_t)k] = (float)(corner[k] / length * random_in(0.25, 1));
  }
  return rounded_pointsN(points, count, 0);
}

// Draws a rotation, and one that is turned from it by an angle in degrees about some axis.
static inline void draw_turn(float pose[POSE_FLOATS], float turn[ROTATION], double angle) {
  double q[ROTATION];
  random_rotation(q, ROTATION);
  for (int k = 0; k < ROTATION; ++k) pose[DIM + k] = (float)q[k];
  const double half = angle * acos(-1) / 180 / (DIM == 2 ? 1 : 2), c = cos(half), s = sin(half);
#if DIM == 2
  const double sign = random_below(2) ? 1 : -1;
  turn[0] = (float)(c * q[0] - sign * s * q[1]);
  turn[1] = (float)(sign * s * q[0] + c * q[1]);
#else
  double n[3];
  const double length = sqrt(random_in_ball(n, 3)), x = s * n[0] / length, y = s * n[1] / length, z = s * n[2] / length;
  turn[0] = (float)(c * q[0] + x * q[3] + y * q[2] - z * q[1]);
  turn[1] = (float)(c * q[1] + y * q[3] + z * q[0] - x * q[2]);
  turn[2] = (float)(c * q[2] + z * q[3] + x * q[1] - y * q[0]);
  turn[3] = (float)(c * q[3] - x * q[0] - y * q[1] - z * q[2]);
#endif
}

// Sizes of 0.5 to 2. Places are so far apart that some half touch on the way.
static inline turning open_turning(int family, uint32_t pairs, double angle) {
  static const double near[FAMILIES] = {1.1, 0.3, 0.9, 1.1}, far[FAMILIES] = {2.4, 1.6, 2.2, 2.0};
  turning t = {.pairs = pairs};
  const uint32_t bodies = 2 * pairs;
  lgjk_shapeN_def* defs = malloc(bodies * sizeof *defs);
  float(*points)[CORNERS * DIM] = malloc(bodies * sizeof *points);
  t.shape = malloc(bodies * sizeof *t.shape);
  t.a = malloc(pairs * sizeof *t.a);
  t.b = malloc(pairs * sizeof *t.b);
  t.pose = calloc(bodies, sizeof *t.pose);
  t.way = malloc(bodies * sizeof *t.way);
  t.turn = malloc(bodies * sizeof *t.turn);
  for (uint32_t i = 0; i < bodies; ++i) {
    double place[DIM];
    const double length = sqrt(random_in_ball(place, DIM)), apart = random_in(near[family], far[family]);
    defs[i] = draw_shape(family, points[i]);
    t.shape[i] = i;
    for (int k = 0; k < DIM; ++k) {
      t.pose[i][k] = i % 2 ? t.pose[i - 1][k] + (float)(place[k] / length * apart) : (float)random_in(-9, 9);
      t.way[i][k] = (float)random_in(-0.3, 0.3);
    }
    draw_turn(t.pose[i], t.turn[i], angle);
    if (i % 2) t.a[i / 2] = i - 1, t.b[i / 2] = i;
  }
  t.shapes = build_shapesN(defs, bodies);
  t.bodies = packed_bodies(t.shapes, bodies, t.shape, t.pose[0], NULL);
  t.list = packed_pairs(t.a, t.b, pairs);
  free(defs);
  free(points);
  return t;
}

static inline void close_turning(turning* t) {
  lgjk_shapesN_destroy(t->shapes);
  free(t->shape);
  free(t->a);
  free(t->b);
  free(t->pose);
  free(t->way);
  free(t->turn);
}

#endif
