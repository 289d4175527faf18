// Pairs of 3D shapes of every kind in every relation, some of their bodies bad, for tests that compare one run with
// another. Needs nothing else of the tests, and is the same on every machine: + - * / and sqrt only.
#ifndef LGJK_TESTS_MIXED3_H
#define LGJK_TESTS_MIXED3_H

#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk3.h"
#include "same_bits.h"

enum { MIXED3_SHAPES = 64, MIXED3_POINTS = 256 };

// Pair i joins bodies 2 i and 2 i + 1.
typedef struct mixed3 {
  uint64_t state; // of the generator
  lgjk_shapes3* shapes;
  uint32_t *shape, *a, *b;
  float *pose, *radius;
  lgjk_bodies3 bodies;
  lgjk_pairs pairs;
} mixed3;

// splitmix64 (Steele, Lea, Flood 2014)
static inline uint32_t mixed3_bits(mixed3* m) {
  uint64_t z = m->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline double mixed3_in(mixed3* m, double low, double high) {
  return low + (high - low) * (mixed3_bits(m) / 4294967296.0);
}

// Kind and number of points go with the index, so that every class of cores is there.
static inline void mixed3_define(mixed3* m, uint32_t index, lgjk_shape3_def* def, float* points) {
  static const uint32_t counts[] = {1, 2, 3, 4, 6, 8, 9, 16, 17, 32, 33, 64, 100, 200, 256, 2};
  static const uint32_t kinds[] = {LGJK_SHAPE3_POINTS, LGJK_SHAPE3_POINTS, LGJK_SHAPE3_POINTS,    LGJK_SHAPE3_BOX,
                                   LGJK_SHAPE3_POINTS, LGJK_SHAPE3_CONE,   LGJK_SHAPE3_ELLIPSOID, LGJK_SHAPE3_CYLINDER};
  const double size = index % 16 == 7 ? 1e-3 : index % 16 == 9 ? 1e3 : 1;
  lgjk_shape3_def_init(def);
  def->kind = kinds[index % 8];
  const int sizes = def->kind == LGJK_SHAPE3_POINTS ? 0 : def->kind <= LGJK_SHAPE3_ELLIPSOID ? 3 : 2;
  for (int k = 0; k < 3; ++k) {
    const float drawn = (float)(size * mixed3_in(m, 0.25, 1.5));
    def->size[k] = k < sizes ? drawn : 0;
  }
  def->points = sizes == 0 ? points : NULL;
  def->point_count = def->kind == LGJK_SHAPE3_POINTS ? counts[(index / 8 * 4 + index % 8) % 16] : 0;
  if (index % 3 == 0) def->radius = (float)(size * mixed3_in(m, 0, 0.5));
  for (uint32_t i = 0; i < 3 * def->point_count; ++i) points[i] = (float)(size * mixed3_in(m, -1, 1));
}

static inline int32_t mixed3_build(mixed3* m) {
  static lgjk_shape3_def defs[MIXED3_SHAPES];
  static float points[MIXED3_SHAPES][3 * MIXED3_POINTS];
  for (uint32_t i = 0; i < MIXED3_SHAPES; ++i) mixed3_define(m, i, &defs[i], points[i]);
  return lgjk_shapes3_create(defs, MIXED3_SHAPES, NULL, &m->shapes, NULL);
}

static inline double mixed3_bound(const mixed3* m, uint32_t body) {
  lgjk_shape3_info info;
  lgjk_shape3_info_init(&info);
  lgjk_shapes3_get(m->shapes, m->shape[body], &info, NULL, 0, NULL);
  return (double)info.bound;
}

// Signed zeros wherever they can be: both at the origin or one unit off along an axis, turned by quarters and halves.
static inline void mixed3_place_on_axes(mixed3* m, float* a, float* b) {
  static const float zeros_and_ones[] = {0.0f, -0.0f, -0.0f, 1.0f};
  static const float h = 0.70710677f;
  static const float turns[][4] = {{0, 0, 0, 1}, {-0.0f, 1, -0.0f, 0}, {h, 0, -0.0f, h}, {0, 0, -h, -h}};
  for (uint32_t k = 0; k < 3; ++k) {
    a[k] = zeros_and_ones[mixed3_bits(m) % 3];
    b[k] = zeros_and_ones[mixed3_bits(m) % 4];
  }
  memcpy(a + 3, turns[mixed3_bits(m) % 4], sizeof turns[0]);
  memcpy(b + 3, turns[mixed3_bits(m) % 4], sizeof turns[0]);
}

// B beside A: anywhere in reach, deep inside, far away, parallel along an axis, or at the same place.
static inline void mixed3_place(mixed3* m, uint32_t pair) {
  static const double offsets[] = {0, 50, 50, 1e4};
  float *a = m->pose + 14 * (size_t)pair, *b = a + 7;
  const double reach = mixed3_bound(m, 2 * pair) + mixed3_bound(m, 2 * pair + 1);
  const double offset = offsets[mixed3_bits(m) % 4];
  const uint32_t relation = mixed3_bits(m) % 9;
  if (relation == 8) {
    mixed3_place_on_axes(m, a, b);
    return;
  }
  for (int k = 0; k < 3; ++k) a[k] = (float)mixed3_in(m, -offset, offset);
  for (int k = 3; k < 7; ++k) a[k] = (float)(mixed3_in(m, -1, 1) + (k == 6 ? 0.1 : 0));
  for (int k = 3; k < 7; ++k) b[k] = relation > 5 ? a[k] : (float)(mixed3_in(m, -1, 1) + (k == 6 ? 0.1 : 0));
  double distance = reach * mixed3_in(m, 0.1, 0.8);
  if (relation == 4) distance = reach * mixed3_in(m, 0, 0.05);
  if (relation == 5) distance = reach * mixed3_in(m, 2, 20);
  if (relation == 7) distance = 0;
  for (int k = 0; k < 3; ++k) {
    const double along = relation == 6 ? (k == 2 ? 1 : 0) : mixed3_in(m, -1, 1);
    b[k] = (float)((double)a[k] + distance * along);
  }
}

// One way of being bad; queries report it for the pairs of that body alone.
static inline void mixed3_spoil(mixed3* m, uint32_t body) {
  static const uint32_t patterns[] = {0x7fc00000u, 0x7f800000u, 0xff800000u, 0x7f7fffffu};
  float* pose = m->pose + 7 * (size_t)body;
  const uint32_t way = mixed3_bits(m) % 8;
  if (way < 4) memcpy(pose + mixed3_bits(m) % 7, &patterns[way], sizeof(float));
  if (way == 4) m->shape[body] = MIXED3_SHAPES + mixed3_bits(m) % 3;
  if (way == 5) m->shape[body] = UINT32_MAX;
  if (way == 6) pose[3] = pose[4] = pose[5] = pose[6] = 0;
  if (way == 7) m->radius[body] = -1;
}

static inline void mixed3_close(mixed3* m) {
  lgjk_shapes3_destroy(m->shapes);
  free(m->shape);
  free(m->pose);
  free(m->radius);
  free(m->a);
  free(m->b);
}

static inline int mixed3_allocate(mixed3* m) {
  m->shape = calloc(m->bodies.count + 1, sizeof *m->shape);
  m->pose = calloc(m->bodies.count + 1, 7 * sizeof *m->pose);
  m->radius = calloc(m->bodies.count + 1, sizeof *m->radius);
  m->a = calloc(m->bodies.count + 1, sizeof *m->a);
  m->b = calloc(m->bodies.count + 1, sizeof *m->b);
  return !m->shape || !m->pose || !m->radius || !m->a || !m->b;
}

static inline void mixed3_views(mixed3* m, uint32_t pair_count) {
  lgjk_bodies3_init(&m->bodies);
  m->bodies.count = 2 * pair_count;
  m->bodies.shapes = m->shapes;
  m->bodies.shape = m->shape;
  m->bodies.pose = m->pose;
  m->bodies.radius = m->radius;
  lgjk_pairs_init(&m->pairs);
  m->pairs.a = m->a;
  m->pairs.b = m->b;
  m->pairs.count = pair_count;
}

// 0 on success. With bad_ones, one pair in 32 has a bad body.
static inline int mixed3_open(mixed3* m, uint64_t seed, uint32_t pair_count, int bad_ones) {
  *m = (mixed3){.state = seed};
  m->bodies.count = 2 * pair_count;
  if (mixed3_build(m) != LGJK_OK) return 1;
  if (mixed3_allocate(m) != 0) {
    mixed3_close(m);
    return 1;
  }
  for (uint32_t body = 0; body < m->bodies.count; ++body) {
    m->shape[body] = mixed3_bits(m) % MIXED3_SHAPES;
    m->radius[body] = mixed3_bits(m) % 2 ? (float)mixed3_in(m, 0, 0.3) : 0;
  }
  for (uint32_t i = 0; i < pair_count; ++i) {
    m->a[i] = 2 * i;
    m->b[i] = 2 * i + 1;
    mixed3_place(m, i);
  }
  lgjk_pose3_normalize(m->pose, 0, m->bodies.count, NULL);
  for (uint32_t i = 0; bad_ones && i < pair_count; ++i) {
    if (mixed3_bits(m) % 32 == 0) mixed3_spoil(m, 2 * i + mixed3_bits(m) % 2);
  }
  mixed3_views(m, pair_count);
  return 0;
}

// One frame further: small steps and turns.
static inline void mixed3_advance(mixed3* m) {
  for (uint32_t body = 0; body < m->bodies.count; ++body) {
    float* pose = m->pose + 7 * (size_t)body;
    for (int k = 0; k < 3; ++k) pose[k] = (float)((double)pose[k] + mixed3_in(m, -0.02, 0.02));
    for (int k = 3; k < 7; ++k) pose[k] = (float)((double)pose[k] + mixed3_in(m, -0.005, 0.005));
  }
  lgjk_pose3_normalize(m->pose, 0, m->bodies.count, NULL);
}

#endif
