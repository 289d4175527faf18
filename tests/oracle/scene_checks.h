// What tests of the benchmark's scenes check alike in 2D and 3D: bounds, positions, order, motion, replacement, the
// same bits on every machine, names. DIM is 2 or 3.
#ifndef LGJK_TESTS_SCENE_CHECKS_H
#define LGJK_TESTS_SCENE_CHECKS_H

#include "built.h"
#include "dim_names.h"
#include "oracle.h"
#include "packed.h"
#include "pile.h"
#if DIM == 2
#include "scenes2.h"
#else
#include "scenes3.h"
#endif

#define PAIRS 10000u
#define SEED 7u
// Four standard deviations of a share of one half among PAIRS pairs.
#define SHARE_TOLERANCE 0.02

static inline sceneN* create(const char* name, uint32_t pairs) {
  sceneN* scene = sceneN_create(name, pairs, SEED);
  assert_non_null(scene);
  return scene;
}

static inline uint32_t shape_count_of(const sceneN* scene) {
#if DIM == 2
  (void)scene;
  return SCENE2_SHAPES;
#else
  return scene->shape_count;
#endif
}

// A scene as queries and the oracle read it.
typedef struct staged {
  sceneN* scene;
  lgjk_shapesN* shapes;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  oracleN_table* table;
} staged;

static inline staged stage(sceneN* scene) {
  staged s = {.scene = scene, .shapes = build_shapesN(scene->defs, shape_count_of(scene))};
  s.bodies = packed_bodies(s.shapes, scene->body_count, scene->shape, scene->pose[0], NULL);
#if DIM == 2
  s.bodies.radius = scene->radius;
#endif
  s.pairs = packed_pairs(scene->a, scene->b, scene->pair_count);
  s.table = oracleN_table_create(s.shapes);
  assert_non_null(s.table);
  return s;
}

// Of the scene, too, where `whole`.
static inline void stage_close(staged* s, bool whole) {
  oracleN_table_destroy(s->table);
  lgjk_shapesN_destroy(s->shapes);
  if (whole) sceneN_free(s->scene);
}

// The signed distance of a pair, by the oracle.
static inline double gap_of(const staged* s, uint32_t pair) {
  const oracleN_body a = oracleN_read(s->table, &s->bodies, s->scene->a[pair]);
  const oracleN_body b = oracleN_read(s->table, &s->bodies, s->scene->b[pair]);
  const oracleN_bounds truth = oracleN_signed_distance(&a, &b);
  return (double)(0.5L * (truth.lower + truth.upper));
}

static inline double mean_diameter(const sceneN* scene, uint32_t pair) {
  return (double)scene->bound[scene->shape[scene->a[pair]]] + (double)scene->bound[scene->shape[scene->b[pair]]];
}

// Those of the library, in 3D up to a part of themselves.
static inline void check_bounds(const char* name) {
  sceneN* scene = create(name, 1);
  lgjk_shapesN* shapes = build_shapesN(scene->defs, shape_count_of(scene));
  for (uint32_t i = 0; i < shape_count_of(scene); i++) {
    lgjk_shapeN_info info = {.struct_size = sizeof info};
    assert_int_equal(lgjk_shapesN_get(shapes, i, &info, NULL, 0, NULL), LGJK_OK);
    assert_float_equal(info.bound, scene->bound[i], 1e-6f * (DIM == 2 ? 1 : scene->bound[i]));
  }
  lgjk_shapesN_destroy(shapes);
  sceneN_free(scene);
}

// ---------------------------------------------------------------- poses

static inline void check_unit(const float* turn) {
  double square = 0;
  for (int k = 0; k < POSE_FLOATS - DIM; k++) square += (double)turn[k] * (double)turn[k];
  assert_true(fabs(square - 1) <= 1e-6);
}

static inline void check_positions(const char* name, float farthest) {
  sceneN* scene = create(name, PAIRS);
  for (uint32_t i = 0; i < scene->body_count; i++) {
    for (int k = 0; k < DIM; k++) assert_true(fabsf(scene->pose[i][k]) <= farthest);
    check_unit(scene->pose[i] + DIM);
    assert_true(scene->shape[i] < shape_count_of(scene));
  }
  sceneN_free(scene);
}

static inline double step_of(const float* from, const float* to) {
  double square = 0;
  for (int k = 0; k < DIM; k++) square += ((double)to[k] - (double)from[k]) * ((double)to[k] - (double)from[k]);
  return sqrt(square);
}

// The step of the first frame, and the turns after it and after 60 of them, which are of 0.01 each; and the way back.
static inline void check_motion(const char* name, void (*check_turn)(const float* from, const float* to, int frames)) {
  sceneN *scene = create(name, 1000), *start = create(name, 1000);
  for (int frame = 1; frame <= 60; frame++) {
    sceneN_advance(scene);
    for (uint32_t i = 0; (frame == 1 || frame == 60) && i < scene->body_count; i++) {
      const float *from = start->pose[i], *to = scene->pose[i];
      const double promised = 0.02 * (double)scene->bound[scene->shape[i]];
      if (frame == 1) assert_true(fabs(step_of(from, to) - promised) <= 1e-5);
      check_unit(to + DIM);
      check_turn(from + DIM, to + DIM, frame);
    }
  }
  sceneN_reset(scene);
  assert_memory_equal(scene->pose, start->pose, scene->body_count * sizeof *scene->pose);
  sceneN_free(scene);
  sceneN_free(start);
}

// ---------------------------------------------------------------- piles

// In the first pile each body that moves lies on others, none deeper than 25 mm, and what is not moved are walls. Each
// frame has every body off its place, by the promised tremor at most.
static inline void check_pile(const char* name, uint32_t bodies, uint32_t walls) {
  staged s = stage(create(name, PAIRS));
  sceneN* scene = s.scene;
  uint8_t* held = calloc(bodies, 1);
  assert_int_equal(bodies - walls, PILE_BODIES);
  for (uint32_t i = 0; i < scene->pile_pairs; i++) {
    const double gap = gap_of(&s, i);
    assert_true(gap >= -0.025 && scene->b[i] >= walls && scene->b[i] < bodies);
    if (gap <= 0) held[scene->a[i]] = held[scene->b[i]] = 1;
  }
  for (uint32_t i = walls; i < bodies; i++) assert_true(held[i]);
  for (int frame = 1; frame <= 60; frame++) {
    float first[POSE_FLOATS];
    memcpy(first, scene->pose[walls], sizeof first);
    sceneN_advance(scene);
    assert_memory_not_equal(first, scene->pose[walls], sizeof first);
    for (uint32_t i = 0; i < scene->body_count; i++) {
      double turn = 0;
      for (int k = DIM; k < POSE_FLOATS; k++) turn += pow((double)scene->pose[i][k] - (double)scene->rest[i][k], 2);
      assert_true(step_of(scene->pose[i], scene->rest[i]) <= 1.1 * PILE_TREMOR && sqrt(turn) <= 1.1 * PILE_TREMOR);
      if (i % bodies < walls) assert_memory_equal(scene->pose[i], scene->rest[i], sizeof first);
    }
  }
  sceneN_reset(scene);
  assert_memory_equal(scene->pose, scene->rest, scene->body_count * sizeof *scene->pose);
  free(held);
  stage_close(&s, true);
}

// ---------------------------------------------------------------- order

// Sorted by (a, b) without repeats, as lgjk_warm_carry requires.
static inline void check_order(const sceneN* scene) {
  for (uint32_t i = 1; i < scene->pair_count; i++) {
    const uint64_t before = (uint64_t)scene->a[i - 1] << 32 | scene->b[i - 1];
    assert_true(before < ((uint64_t)scene->a[i] << 32 | scene->b[i]));
  }
}

static inline void check_same_body(const sceneN* scene, uint32_t at, const sceneN* other, uint32_t now) {
  assert_int_equal(scene->shape[at], other->shape[now]);
  assert_memory_equal(scene->pose[at], other->pose[now], sizeof *scene->pose);
#if DIM == 2
  if (scene->radius) assert_true(scene->radius[at] == other->radius[now]);
#endif
}

// Shuffling stores the same bodies elsewhere; and ends churn.
static inline void check_shuffled(const char* name) {
  char name_shuffled[16] = {0};
  strcat(strcat(name_shuffled, name), "-shuffled");
  sceneN *ordered = create(name, 1000), *shuffled = create(name_shuffled, 1000);
  uint32_t moved = 0;
  check_order(ordered);
  for (uint32_t i = 0; i < 1000; i++) {
    check_same_body(ordered, ordered->a[i], shuffled, shuffled->a[i]);
    check_same_body(ordered, ordered->b[i], shuffled, shuffled->b[i]);
    moved += ordered->a[i] != shuffled->a[i];
    moved += ordered->b[i] != shuffled->b[i];
  }
  assert_true(moved > 1900);
  assert_false(sceneN_can_churn(shuffled));
  sceneN_free(ordered);
  sceneN_free(shuffled);
}

// Churn replaces one pair in ten.
static inline void check_churn(const char* name, double (*share_of)(sceneN*)) {
  sceneN* scene = create(name, PAIRS);
  uint32_t* old_a = calloc(PAIRS, sizeof *old_a);
  assert_non_null(old_a);
  for (uint32_t frame = 1; frame <= 5; frame++) {
    memcpy(old_a, scene->a, PAIRS * sizeof *old_a);
    sceneN_churn(scene, frame);
    check_order(scene);
    uint32_t replaced = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
      replaced += scene->replaced[i];
      assert_int_equal(scene->replaced[i], old_a[i] != scene->a[i]);
    }
    assert_true(fabs((double)replaced / PAIRS - 0.1) <= SHARE_TOLERANCE);
    assert_true(fabs(share_of(scene) - scene->overlap_share) <= SHARE_TOLERANCE);
  }
  free(old_a);
  sceneN_free(scene);
}

// ---------------------------------------------------------------- the same bits

static inline uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t size) {
  const unsigned char* byte = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
  return hash;
}

static inline uint64_t hash_of(const sceneN* scene) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint32_t i = 0; i < shape_count_of(scene); i++) {
    const lgjk_shapeN_def* def = &scene->defs[i];
#if DIM == 2
    hash = hash_bytes(hash, scene->points[i], sizeof scene->points[i]);
#else
    if (def->point_count > 0) hash = hash_bytes(hash, def->points, 3 * def->point_count * sizeof(float));
#endif
    hash = hash_bytes(hash, def->size, sizeof def->size);
    hash = hash_bytes(hash, &def->radius, sizeof def->radius);
  }
  hash = hash_bytes(hash, scene->a, scene->pair_count * sizeof *scene->a);
  hash = hash_bytes(hash, scene->b, scene->pair_count * sizeof *scene->b);
  hash = hash_bytes(hash, scene->shape, scene->body_count * sizeof *scene->shape);
  hash = hash_bytes(hash, scene->pose, scene->body_count * sizeof *scene->pose);
#if DIM == 2
  if (scene->radius) hash = hash_bytes(hash, scene->radius, scene->body_count * sizeof *scene->radius);
#endif
  return hash_bytes(hash, scene->velocity, scene->body_count * sizeof *scene->velocity);
}

// At frame 0, and after three frames and a fourth with churn, where there is churn.
static inline void check_bits(const char* name, uint64_t golden_start, uint64_t golden_end) {
  sceneN* scene = create(name, 257);
  const uint64_t start = hash_of(scene);
  for (int frame = 1; frame <= 3; frame++) sceneN_advance(scene);
  sceneN_churn(scene, 4);
  sceneN_advance(scene);
  const uint64_t end = hash_of(scene);
  sceneN_reset(scene);
  assert_true(hash_of(scene) == start);
  sceneN_free(scene);
  if (start != golden_start || end != golden_end) {
    fail_msg("%s: {0x%016llxu, 0x%016llxu}", name, (unsigned long long)start, (unsigned long long)end);
  }
}

// ---------------------------------------------------------------- names

static inline void check_refused(const char* const* wrong, size_t count, const char* known) {
  for (size_t i = 0; i < count; i++) assert_null(sceneN_create(wrong[i], 10, SEED));
  assert_null(sceneN_create(known, 0, SEED));
  assert_null(sceneN_create(known, UINT32_MAX, SEED));
  sceneN_free(NULL);
}

#endif
