// What tests of the scalar reference run it on: a family of hard pairs, cold, warm, with the caches of other
// pairs and with random bytes for caches; and a scene. DIM is 2 or 3; FAMILY_PAIRS says how many pairs of a family.
#ifndef LGJK_TESTS_REFERENCE_RUNS_H
#define LGJK_TESTS_REFERENCE_RUNS_H

#include "built.h"
#include "families.h"
#include "reference.h"
#include "test_random.h"
#include "truth.h"
#if DIM == 2
#include "scenes2.h"
#define sceneN_shape_count(scene) SCENE2_SHAPES
#else
#include "scenes3.h"
#define sceneN_shape_count(scene) ((scene)->shape_count)
#endif

// ---------------------------------------------------------------- families

typedef struct family {
  familiesN_batch batch;
  refN_shapes shapes;
  oracleN_table* table;
  truth truth[FAMILY_PAIRS];
  answersN answers;
} family;

static inline void family_open(family* f, uint32_t number, uint64_t seed) {
  memset(f, 0, sizeof *f);
  assert_int_equal(familiesN_make(&f->batch, number, seed, FAMILY_PAIRS, NULL), LGJK_OK);
  assert_true(refN_shapes_create(f->batch.shapes, &f->shapes));
  f->table = oracleN_table_create(f->batch.shapes);
  assert_non_null(f->table);
  f->answers = answersN_open(FAMILY_PAIRS);
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    f->truth[i] = truth_of(f->table, &f->batch.bodies, &f->batch.pairs, i);
  }
}

static inline void family_close(family* f) {
  answersN_close(&f->answers);
  oracleN_table_destroy(f->table);
  refN_shapes_destroy(&f->shapes);
  familiesN_free(&f->batch);
}

// Half of them get past the first checks.
static inline void random_caches(refN_cache* caches) {
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    unsigned char bytes[sizeof *caches];
    for (size_t k = 0; k < sizeof bytes; ++k) bytes[k] = (unsigned char)(random_bits() >> 24);
    memcpy(&caches[i], bytes, sizeof bytes);
    if (i % 2 == 0) continue;
    caches[i].count %= DIM + 2;
    for (int k = 0; k <= DIM; ++k) caches[i].index_a[k] %= 4, caches[i].index_b[k] %= 4;
  }
}

static inline void rotate_caches(refN_cache* caches) {
  refN_cache first = caches[0];
  memmove(caches, caches + 1, (FAMILY_PAIRS - 1) * sizeof *caches);
  caches[FAMILY_PAIRS - 1] = first;
}

// Queries the pairs and judges them: cold; warm from a frame before, which the seed makes; and with other caches.
static inline void family_run(family* f, uint64_t seed,
                              void (*call_query)(family* f, const lgjk_bodiesN* bodies, refN_cache* caches),
                              void (*judge)(family* f, const char* what)) {
  refN_cache caches[FAMILY_PAIRS] = {0};
  lgjk_bodiesN before = f->batch.bodies;
  float* pose = malloc(POSE_FLOATS * sizeof(float) * f->batch.body_count);
  assert_non_null(pose);
  familiesN_move(&f->batch, seed, pose);
  before.pose = pose;
  before.pose_stride = 0;
  call_query(f, &f->batch.bodies, NULL);
  judge(f, "cold");
  call_query(f, &before, caches);
  call_query(f, &f->batch.bodies, caches);
  judge(f, "warm");
  rotate_caches(caches);
  call_query(f, &f->batch.bodies, caches);
  judge(f, "with another's cache");
  random_caches(caches);
  call_query(f, &f->batch.bodies, caches);
  judge(f, "with random bytes");
  free(pose);
}

// ---------------------------------------------------------------- scenes

typedef struct staged {
  sceneN* scene;
  lgjk_shapesN* set;
  refN_shapes shapes;
  refN_cache* caches; // one a pair
} staged;

static inline staged staged_open(const char* name, uint32_t pairs, uint64_t seed) {
  staged s = {.scene = sceneN_create(name, pairs, seed)};
  assert_non_null(s.scene);
  s.set = build_shapesN(s.scene->defs, sceneN_shape_count(s.scene));
  assert_true(refN_shapes_create(s.set, &s.shapes));
  s.caches = calloc(pairs, sizeof *s.caches);
  assert_non_null(s.caches);
  return s;
}

static inline void staged_close(staged* s) {
  free(s->caches);
  refN_shapes_destroy(&s->shapes);
  lgjk_shapesN_destroy(s->set);
  sceneN_free(s->scene);
}

// The shape and the pose of a body.
static inline const refN_shape* staged_shape(const staged* s, uint32_t body) {
  return &s->shapes.shape[s->scene->shape[body]];
}

#endif
