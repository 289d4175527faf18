// Pairs of shapes of every kind in every relation, some of their bodies bad, for tests that compare one run with
// another. Needs nothing but lanegjk, and is the same on every machine: + - * / and lgjk_pose2_from_angle only.
#ifndef LGJK_TESTS_MIXED2_H
#define LGJK_TESTS_MIXED2_H

#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

enum { MIXED2_SHAPES = 64, MIXED2_POINTS = 64 };

// Pair i joins bodies 2 i and 2 i + 1.
typedef struct mixed2 {
  uint64_t state; // of the generator
  lgjk_shapes2* shapes;
  uint32_t *shape, *a, *b;
  float *pose, *radius;
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
} mixed2;

// splitmix64 (Steele, Lea, Flood 2014)
static inline uint32_t mixed2_bits(mixed2* m) {
  uint64_t z = m->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline double mixed2_in(mixed2* m, double low, double high) {
  return low + (high - low) * (mixed2_bits(m) / 4294967296.0);
}

// Kind and number of points go with the index, so that every class of cores is there.
static inline void mixed2_define(mixed2* m, uint32_t index, lgjk_shape2_def* def, float* points) {
  static const uint32_t counts[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17, 33, 64, 4, 8, 2};
  const uint32_t kind = index % 4 == 2 ? LGJK_SHAPE2_BOX : index % 4 == 3 ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE2_POINTS;
  const double size = index % 16 == 7 ? 1e-3 : index % 16 == 9 ? 1e3 : 1;
  lgjk_shape2_def_init(def);
  def->kind = kind;
  for (int k = 0; k < 2; ++k) {
    const float drawn = (float)(size * mixed2_in(m, 0.25, 1.5));
    def->size[k] = kind == LGJK_SHAPE2_POINTS ? 0 : drawn;
  }
  def->points = kind == LGJK_SHAPE2_POINTS ? points : NULL;
  def->point_count = kind == LGJK_SHAPE2_POINTS ? counts[(index / 4 * 2 + index % 2) % 16] : 0;
  if (index % 3 == 0) def->radius = (float)(size * mixed2_in(m, 0, 0.5));
  for (uint32_t i = 0; i < def->point_count; ++i) {
    float direction[4];
    lgjk_pose2_from_angle(0, 0, (float)mixed2_in(m, 0, 6.2831853), direction);
    const double length = size * mixed2_in(m, 0.9, 1.1);
    points[2 * i] = (float)(length * direction[2]);
    points[2 * i + 1] = (float)(length * direction[3]);
  }
}

static inline int32_t mixed2_build(mixed2* m) {
  static lgjk_shape2_def defs[MIXED2_SHAPES];
  static float points[MIXED2_SHAPES][2 * MIXED2_POINTS];
  for (uint32_t i = 0; i < MIXED2_SHAPES; ++i) mixed2_define(m, i, &defs[i], points[i]);
  return lgjk_shapes2_create(defs, MIXED2_SHAPES, NULL, &m->shapes, NULL);
}

static inline double mixed2_bound(const mixed2* m, uint32_t body) {
  lgjk_shape2_info info;
  lgjk_shape2_info_init(&info);
  lgjk_shapes2_get(m->shapes, m->shape[body], &info, NULL, 0, NULL);
  return (double)info.bound;
}

// Signed zeros wherever they can be: both at the origin or one unit off along an axis, turned by quarters.
static inline void mixed2_place_on_axes(mixed2* m, float* a, float* b) {
  static const float zeros_and_ones[] = {0.0f, -0.0f, -0.0f, 1.0f},
                     quarters[][2] = {{1, 0}, {-0.0f, 1}, {-1, -0.0f}, {0, -1}};
  for (uint32_t k = 0; k < 2; ++k) {
    a[k] = zeros_and_ones[mixed2_bits(m) % 3];
    b[k] = zeros_and_ones[mixed2_bits(m) % 4];
  }
  memcpy(a + 2, quarters[mixed2_bits(m) % 4], sizeof quarters[0]);
  memcpy(b + 2, quarters[mixed2_bits(m) % 4], sizeof quarters[0]);
}

// B beside A: anywhere in reach, deep inside, far away, parallel along an axis, or at the same place.
static inline void mixed2_place(mixed2* m, uint32_t pair) {
  static const double offsets[] = {0, 50, 50, 1e4};
  float *a = m->pose + 8 * (size_t)pair, *b = a + 4, along[4];
  const double reach = mixed2_bound(m, 2 * pair) + mixed2_bound(m, 2 * pair + 1);
  const double offset = offsets[mixed2_bits(m) % 4];
  const uint32_t relation = mixed2_bits(m) % 9;
  if (relation == 8) {
    mixed2_place_on_axes(m, a, b);
    return;
  }
  const float angle = (float)mixed2_in(m, 0, 6.2831853), turn = (float)mixed2_in(m, 0, 6.2831853);
  const float heading = (float)mixed2_in(m, 0, 6.2831853);
  const float x = (float)mixed2_in(m, -offset, offset), y = (float)mixed2_in(m, -offset, offset);
  lgjk_pose2_from_angle(x, y, angle, a);
  lgjk_pose2_from_angle(0, 0, relation > 5 ? angle : turn, b);
  lgjk_pose2_from_angle(0, 0, relation == 6 ? angle : heading, along);
  double distance = reach * mixed2_in(m, 0.2, 1.3);
  if (relation == 4) distance = reach * mixed2_in(m, 0, 0.05);
  if (relation == 5) distance = reach * mixed2_in(m, 2, 20);
  if (relation == 7) distance = 0;
  b[0] = (float)((double)a[0] + distance * (double)along[2]);
  b[1] = (float)((double)a[1] + distance * (double)along[3]);
}

// One way of being bad; queries report it for the pairs of that body alone.
static inline void mixed2_spoil(mixed2* m, uint32_t body) {
  static const uint32_t patterns[] = {0x7fc00000u, 0x7f800000u, 0xff800000u, 0x7f7fffffu};
  float* pose = m->pose + 4 * (size_t)body;
  const uint32_t way = mixed2_bits(m) % 8;
  if (way < 4) memcpy(pose + mixed2_bits(m) % 4, &patterns[way], sizeof(float));
  if (way == 4) m->shape[body] = MIXED2_SHAPES + mixed2_bits(m) % 3;
  if (way == 5) m->shape[body] = UINT32_MAX;
  if (way == 6) pose[2] = pose[3] = 0;
  if (way == 7) m->radius[body] = -1;
}

static inline void mixed2_views(mixed2* m, uint32_t pair_count) {
  lgjk_bodies2_init(&m->bodies);
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

static inline void mixed2_close(mixed2* m) {
  lgjk_shapes2_destroy(m->shapes);
  free(m->shape);
  free(m->pose);
  free(m->radius);
  free(m->a);
  free(m->b);
}

// 0 on success. With bad_ones, one pair in 32 has a bad body.
static inline int mixed2_open(mixed2* m, uint64_t seed, uint32_t pair_count, int bad_ones) {
  const size_t bodies = 2 * (size_t)pair_count;
  *m = (mixed2){.state = seed};
  if (mixed2_build(m) != LGJK_OK) return 1;
  m->shape = calloc(bodies + 1, sizeof *m->shape);
  m->pose = calloc(bodies + 1, 4 * sizeof *m->pose);
  m->radius = calloc(bodies + 1, sizeof *m->radius);
  m->a = calloc(bodies + 1, sizeof *m->a);
  m->b = calloc(bodies + 1, sizeof *m->b);
  if (!m->shape || !m->pose || !m->radius || !m->a || !m->b) {
    mixed2_close(m);
    return 1;
  }
  for (uint32_t body = 0; body < bodies; ++body) {
    m->shape[body] = mixed2_bits(m) % MIXED2_SHAPES;
    m->radius[body] = mixed2_bits(m) % 2 ? (float)mixed2_in(m, 0, 0.3) : 0;
  }
  for (uint32_t i = 0; i < pair_count; ++i) {
    m->a[i] = 2 * i;
    m->b[i] = 2 * i + 1;
    mixed2_place(m, i);
    if (bad_ones && mixed2_bits(m) % 32 == 0) mixed2_spoil(m, 2 * i + mixed2_bits(m) % 2);
  }
  mixed2_views(m, pair_count);
  return 0;
}

// One frame further: small steps and turns.
static inline void mixed2_advance(mixed2* m) {
  for (uint32_t body = 0; body < m->bodies.count; ++body) {
    float* pose = m->pose + 4 * (size_t)body;
    const double c = (double)pose[2], s = (double)pose[3], turn = mixed2_in(m, -0.02, 0.02);
    pose[0] = (float)((double)pose[0] + mixed2_in(m, -0.02, 0.02));
    pose[1] = (float)((double)pose[1] + mixed2_in(m, -0.02, 0.02));
    pose[2] = (float)(c - turn * s);
    pose[3] = (float)(s + turn * c);
  }
  lgjk_pose2_normalize(m->pose, 0, m->bodies.count, NULL);
}

#endif
