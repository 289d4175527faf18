// Pairs of shapes of the dimension DIM, of every kind in every relation, some of their bodies bad, for tests that
// compare one run with another. Needs nothing else of the tests, and is the same on every machine: + - * / and sqrt,
// and in 2D lgjk_pose2_from_angle.
#ifndef LGJK_TESTS_MIXED_H
#define LGJK_TESTS_MIXED_H

#include <stdlib.h>
#include <string.h>

#include "dim_names.h"
#include "packed.h"
#include "same_bits.h"

enum { MIXED_SHAPES = 64, MIXED_POINTS = DIM == 2 ? 64 : 256 };

// Pair i joins bodies 2 i and 2 i + 1.
typedef struct mixedN {
  uint64_t state; // of the generator
  int borrows;    // the shapes are another's
  lgjk_shapesN* shapes;
  uint32_t *shape, *a, *b;
  float *pose, *radius;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
} mixedN;

// splitmix64 (Steele, Lea, Flood 2014)
static inline uint32_t mixed_bits(mixedN* m) {
  uint64_t z = m->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline double mixedN_in(mixedN* m, double low, double high) {
  return low + (high - low) * (mixed_bits(m) / 4294967296.0);
}

// ---------------------------------------------------------------- shapes

// Kind and number of points go with the index, so that every class of cores is there.
static inline void mixed_choose(uint32_t index, lgjk_shapeN_def* def) {
#if DIM == 2
  static const uint32_t counts[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17, 33, 64, 4, 8, 2};
  const uint32_t number = index / 4 * 2 + index % 2;
  def->kind = index % 4 == 2 ? LGJK_SHAPE2_BOX : index % 4 == 3 ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE2_POINTS;
#else
  static const uint32_t counts[] = {1, 2, 3, 4, 6, 8, 9, 16, 17, 32, 33, 64, 100, 200, 256, 2};
  static const uint32_t kinds[] = {LGJK_SHAPE3_POINTS, LGJK_SHAPE3_POINTS, LGJK_SHAPE3_POINTS,    LGJK_SHAPE3_BOX,
                                   LGJK_SHAPE3_POINTS, LGJK_SHAPE3_CONE,   LGJK_SHAPE3_ELLIPSOID, LGJK_SHAPE3_CYLINDER};
  const uint32_t number = index / 8 * 4 + index % 8;
  def->kind = kinds[index % 8];
#endif
  def->point_count = def->kind == LGJK_SHAPEN_POINTS ? counts[number % 16] : 0;
}

static inline void mixed_draw_points(mixedN* m, double size, uint32_t count, float* points) {
#if DIM == 2
  for (uint32_t i = 0; i < count; ++i) {
    float direction[4];
    lgjk_pose2_from_angle(0, 0, (float)mixedN_in(m, 0, 6.2831853), direction);
    const double length = size * mixedN_in(m, 0.9, 1.1);
    points[2 * i] = (float)(length * direction[2]);
    points[2 * i + 1] = (float)(length * direction[3]);
  }
#else
  for (uint32_t i = 0; i < 3 * count; ++i) points[i] = (float)(size * mixedN_in(m, -1, 1));
#endif
}

static inline void mixedN_define(mixedN* m, uint32_t index, lgjk_shapeN_def* def, float* points) {
  const double size = index % 16 == 7 ? 1e-3 : index % 16 == 9 ? 1e3 : 1;
  lgjk_shapeN_def_init(def);
  mixed_choose(index, def);
  def->points = def->kind == LGJK_SHAPEN_POINTS ? points : NULL;
  // Beyond box and ellipse or ellipsoid, 3D has kinds of two sizes.
  const int sizes = def->kind == LGJK_SHAPEN_POINTS ? 0 : def->kind <= LGJK_SHAPEN_BOX + 1 ? DIM : 2;
  for (int k = 0; k < DIM; ++k) {
    const float drawn = (float)(size * mixedN_in(m, 0.25, 1.5));
    def->size[k] = k < sizes ? drawn : 0;
  }
  if (index % 3 == 0) def->radius = (float)(size * mixedN_in(m, 0, 0.5));
  mixed_draw_points(m, size, def->point_count, points);
}

static inline int32_t mixed_build(mixedN* m) {
  static lgjk_shapeN_def defs[MIXED_SHAPES];
  static float points[MIXED_SHAPES][DIM * MIXED_POINTS];
  for (uint32_t i = 0; i < MIXED_SHAPES; ++i) mixedN_define(m, i, &defs[i], points[i]);
  return lgjk_shapesN_create(defs, MIXED_SHAPES, NULL, &m->shapes, NULL);
}

static inline double mixed_bound(const mixedN* m, uint32_t body) {
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  lgjk_shapesN_get(m->shapes, m->shape[body], &info, NULL, 0, NULL);
  return (double)info.bound;
}

// ---------------------------------------------------------------- poses

// Signed zeros wherever they can be: both at the origin or one unit off along an axis, turned by quarters and halves.
static inline void mixed_place_on_axes(mixedN* m, float* a, float* b) {
  static const float zeros_and_ones[] = {0.0f, -0.0f, -0.0f, 1.0f};
#if DIM == 2
  static const float turns[][2] = {{1, 0}, {-0.0f, 1}, {-1, -0.0f}, {0, -1}};
#else
  static const float h = 0.70710677f;
  static const float turns[][4] = {{0, 0, 0, 1}, {-0.0f, 1, -0.0f, 0}, {h, 0, -0.0f, h}, {0, 0, -h, -h}};
#endif
  for (uint32_t k = 0; k < DIM; ++k) {
    a[k] = zeros_and_ones[mixed_bits(m) % 3];
    b[k] = zeros_and_ones[mixed_bits(m) % 4];
  }
  memcpy(a + DIM, turns[mixed_bits(m) % 4], sizeof turns[0]);
  memcpy(b + DIM, turns[mixed_bits(m) % 4], sizeof turns[0]);
}

enum { MIXED_DEEP = 4, MIXED_FAR, MIXED_PARALLEL, MIXED_SAME_PLACE, MIXED_ON_AXES, MIXED_RELATIONS };

static inline double mixed_draw_distance(mixedN* m, uint32_t relation, double reach) {
  double distance = reach * mixedN_in(m, DIM == 2 ? 0.2 : 0.1, DIM == 2 ? 1.3 : 0.8);
  if (relation == MIXED_DEEP) distance = reach * mixedN_in(m, 0, 0.05);
  if (relation == MIXED_FAR) distance = reach * mixedN_in(m, 2, 20);
  return relation == MIXED_SAME_PLACE ? 0 : distance;
}

static inline void mixed_place_beside(mixedN* m, uint32_t relation, double reach, double offset, float* a, float* b) {
  const int same_turn = relation == MIXED_PARALLEL || relation == MIXED_SAME_PLACE;
#if DIM == 2
  float along[4];
  const float angle = (float)mixedN_in(m, 0, 6.2831853), turn = (float)mixedN_in(m, 0, 6.2831853);
  const float heading = (float)mixedN_in(m, 0, 6.2831853);
  const float x = (float)mixedN_in(m, -offset, offset), y = (float)mixedN_in(m, -offset, offset);
  lgjk_pose2_from_angle(x, y, angle, a);
  lgjk_pose2_from_angle(0, 0, same_turn ? angle : turn, b);
  lgjk_pose2_from_angle(0, 0, relation == MIXED_PARALLEL ? angle : heading, along);
  const double distance = mixed_draw_distance(m, relation, reach);
  b[0] = (float)((double)a[0] + distance * (double)along[2]);
  b[1] = (float)((double)a[1] + distance * (double)along[3]);
#else
  for (int k = 0; k < 3; ++k) a[k] = (float)mixedN_in(m, -offset, offset);
  for (int k = 3; k < 7; ++k) a[k] = (float)(mixedN_in(m, -1, 1) + (k == 6 ? 0.1 : 0));
  for (int k = 3; k < 7; ++k) b[k] = same_turn ? a[k] : (float)(mixedN_in(m, -1, 1) + (k == 6 ? 0.1 : 0));
  const double distance = mixed_draw_distance(m, relation, reach);
  for (int k = 0; k < 3; ++k) {
    const double along = relation == MIXED_PARALLEL ? (k == 2 ? 1 : 0) : mixedN_in(m, -1, 1);
    b[k] = (float)((double)a[k] + distance * along);
  }
#endif
}

// B beside A: anywhere in reach, deep inside, far away, parallel along an axis, or at the same place.
static inline void mixed_place(mixedN* m, uint32_t pair) {
  static const double offsets[] = {0, 50, 50, 1e4};
  float *a = m->pose + 2 * POSE_FLOATS * (size_t)pair, *b = a + POSE_FLOATS;
  const double reach = mixed_bound(m, 2 * pair) + mixed_bound(m, 2 * pair + 1);
  const double offset = offsets[mixed_bits(m) % 4];
  const uint32_t relation = mixed_bits(m) % MIXED_RELATIONS;
  if (relation == MIXED_ON_AXES) {
    mixed_place_on_axes(m, a, b);
  } else {
    mixed_place_beside(m, relation, reach, offset, a, b);
  }
}

// Of one pair in 32 a body becomes bad, in one way; queries report it for the pairs of that body alone.
static inline void mixed_maybe_spoil(mixedN* m, uint32_t pair) {
  static const uint32_t patterns[] = {0x7fc00000u, 0x7f800000u, 0xff800000u, 0x7f7fffffu};
  if (mixed_bits(m) % 32 != 0) return;
  const uint32_t body = 2 * pair + mixed_bits(m) % 2, way = mixed_bits(m) % 8;
  float* pose = m->pose + POSE_FLOATS * (size_t)body;
  if (way < 4) memcpy(pose + mixed_bits(m) % POSE_FLOATS, &patterns[way], sizeof(float));
  if (way == 4) m->shape[body] = MIXED_SHAPES + mixed_bits(m) % 3;
  if (way == 5) m->shape[body] = UINT32_MAX;
  for (int k = DIM; way == 6 && k < POSE_FLOATS; ++k) pose[k] = 0;
  if (way == 7) m->radius[body] = -1;
}

// ---------------------------------------------------------------- the whole

static inline void mixedN_close(mixedN* m) {
  if (!m->borrows) lgjk_shapesN_destroy(m->shapes);
  free(m->shape);
  free(m->pose);
  free(m->radius);
  free(m->a);
  free(m->b);
}

static inline int mixed_allocate(mixedN* m, uint32_t pair_count) {
  const size_t bodies = 2 * (size_t)pair_count;
  m->shape = calloc(bodies + 1, sizeof *m->shape);
  m->pose = calloc(bodies + 1, POSE_FLOATS * sizeof *m->pose);
  m->radius = calloc(bodies + 1, sizeof *m->radius);
  m->a = calloc(bodies + 1, sizeof *m->a);
  m->b = calloc(bodies + 1, sizeof *m->b);
  return !m->shape || !m->pose || !m->radius || !m->a || !m->b;
}

static inline void mixed_views(mixedN* m, uint32_t pair_count) {
  m->bodies = packed_bodies(m->shapes, 2 * pair_count, m->shape, m->pose, m->radius);
  m->pairs = packed_pairs(m->a, m->b, pair_count);
}

// 0 on success. With bad_ones, one pair in 32 has a bad body: drawn with the pair in 2D, at the end in 3D.
static inline int mixedN_open(mixedN* m, uint64_t seed, uint32_t pair_count, int bad_ones) {
  *m = (mixedN){.state = seed};
  if (mixed_build(m) != LGJK_OK) return 1;
  if (mixed_allocate(m, pair_count) != 0) {
    mixedN_close(m);
    return 1;
  }
  mixed_views(m, pair_count);
  for (uint32_t body = 0; body < m->bodies.count; ++body) {
    m->shape[body] = mixed_bits(m) % MIXED_SHAPES;
    m->radius[body] = mixed_bits(m) % 2 ? (float)mixedN_in(m, 0, 0.3) : 0;
  }
  for (uint32_t i = 0; i < pair_count; ++i) {
    m->a[i] = 2 * i;
    m->b[i] = 2 * i + 1;
    mixed_place(m, i);
    if (DIM == 2 && bad_ones) mixed_maybe_spoil(m, i);
  }
  if (DIM == 2) return 0;
  lgjk_poseN_normalize(m->pose, 0, m->bodies.count, NULL);
  for (uint32_t i = 0; bad_ones && i < pair_count; ++i) mixed_maybe_spoil(m, i);
  return 0;
}

// A copy that may be spoiled, with the same shapes, which `from` keeps. 0 on success.
static inline int mixedN_copy(mixedN* m, const mixedN* from) {
  const size_t bodies = from->bodies.count;
  *m = *from;
  m->borrows = 1;
  if (mixed_allocate(m, (uint32_t)bodies / 2) != 0) {
    mixedN_close(m);
    return 1;
  }
  memcpy(m->shape, from->shape, bodies * sizeof *m->shape);
  memcpy(m->pose, from->pose, bodies * POSE_FLOATS * sizeof *m->pose);
  memcpy(m->radius, from->radius, bodies * sizeof *m->radius);
  memcpy(m->a, from->a, bodies / 2 * sizeof *m->a);
  memcpy(m->b, from->b, bodies / 2 * sizeof *m->b);
  mixed_views(m, (uint32_t)bodies / 2);
  return 0;
}

// One frame further: small steps and turns.
static inline void mixedN_advance(mixedN* m) {
  for (uint32_t body = 0; body < m->bodies.count; ++body) {
    float* pose = m->pose + POSE_FLOATS * (size_t)body;
#if DIM == 2
    const double c = (double)pose[2], s = (double)pose[3], turn = mixedN_in(m, -0.02, 0.02);
    pose[2] = (float)(c - turn * s);
    pose[3] = (float)(s + turn * c);
#endif
    for (int k = 0; k < DIM; ++k) pose[k] = (float)((double)pose[k] + mixedN_in(m, -0.02, 0.02));
#if DIM == 3
    for (int k = 3; k < 7; ++k) pose[k] = (float)((double)pose[k] + mixedN_in(m, -0.005, 0.005));
#endif
  }
  lgjk_poseN_normalize(m->pose, 0, m->bodies.count, NULL);
}

#endif
