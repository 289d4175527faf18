// The scalar reference in 3D on every family of hard pairs, against the oracle: both queries within the band cold,
// warm, with the caches of other pairs and with random bytes for caches. And that a warm start pays.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "oracle3.h"
#include "reference3.h"
#include "scenes3.h"
#include "test_random.h"

enum { FAMILY_PAIRS = 200, SEED = 79 };

typedef struct worst {
  long double distance, witness, gap; // in bands
  uint32_t iterations;
} worst;

typedef struct family {
  families3_batch batch;
  ref3_shapes shapes;
  oracle3_table* table;
  oracle3_bounds truth[FAMILY_PAIRS];
  worst most;
} family;

static ref3_shape shape_of(const family* f, uint32_t body) {
  ref3_shape shape = f->shapes.shape[f->batch.shape[body]];
  if (f->batch.radius) shape.radius = f->batch.radius[body];
  return shape;
}

static oracle3_body placed(const family* f, uint32_t body) {
  const float* radius = f->batch.radius ? &f->batch.radius[body] : NULL;
  return oracle3_place(f->table, f->batch.shape[body], f->batch.pose + 7 * body, radius);
}

static void note(family* f, const oracle3_judgement* j, uint32_t iterations) {
  if (j->distance > f->most.distance) f->most.distance = j->distance;
  if (j->witness > f->most.witness) f->most.witness = j->witness;
  if (j->gap > f->most.gap) f->most.gap = j->gap;
  if (iterations > f->most.iterations) f->most.iterations = iterations;
}

static void judge_pair(family* f, uint32_t i, const ref3_cache* cache) {
  uint32_t on_a = f->batch.a[i], on_b = f->batch.b[i], iterations;
  ref3_shape shape_a = shape_of(f, on_a), shape_b = shape_of(f, on_b);
  const float *pose_a = f->batch.pose + 7 * on_a, *pose_b = f->batch.pose + 7 * on_b;
  ref3_cache first = {0}, second = {0};
  if (cache) first = second = *cache;
  float a[3], b[3];
  float distance = ref3_distance(&shape_a, pose_a, &shape_b, pose_b, a, b, cache ? &first : NULL, &iterations);
  bool overlap = ref3_overlap(&shape_a, pose_a, &shape_b, pose_b, cache ? &second : NULL);
  const uint8_t statuses[2] = {LGJK_STATUS_SEPARATED, LGJK_STATUS_OVERLAPPING};
  uint8_t status = statuses[distance == 0.0f], verdict = statuses[overlap];
  oracle3_body body_a = placed(f, on_a), body_b = placed(f, on_b);
  oracle3_judgement j = oracle3_judge(&body_a, &body_b, &f->truth[i], status, distance, a, b);
  note(f, &j, iterations);
  assert_in_range(iterations, 0, REF3_ITERATION_LIMIT);
  assert_false(j.misclassified || j.contradiction);
  assert_true(j.distance <= 1.0L && j.witness <= 1.0L && j.gap <= 1.0L);
  assert_false(oracle3_misclassified(&f->truth[i], oracle3_band(&body_a, &body_b), verdict));
}

// The caches of all pairs after a query one frame earlier.
static void warm_up(const family* f, ref3_cache* caches) {
  float* pose = malloc(7 * sizeof(float) * f->batch.body_count);
  assert_non_null(pose);
  families3_move(&f->batch, SEED + 1, pose);
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    uint32_t a = f->batch.a[i], b = f->batch.b[i];
    ref3_shape shape_a = shape_of(f, a), shape_b = shape_of(f, b);
    ref3_distance(&shape_a, pose + 7 * a, &shape_b, pose + 7 * b, NULL, NULL, &caches[i], NULL);
  }
  free(pose);
}

static void random_cache(ref3_cache* cache, uint32_t i) {
  unsigned char bytes[sizeof *cache];
  for (size_t k = 0; k < sizeof bytes; ++k) bytes[k] = (unsigned char)(random_bits() >> 24);
  memcpy(cache, bytes, sizeof bytes);
  if (i % 2 == 0) return;
  cache->count %= 5; // half of them get past the first checks
  for (int k = 0; k < 4; ++k) cache->index_a[k] %= 4, cache->index_b[k] %= 4;
}

static void open_family(family* f, uint32_t number) {
  assert_int_equal(families3_make(&f->batch, number, SEED, FAMILY_PAIRS, NULL), LGJK_OK);
  assert_true(ref3_shapes_create(f->batch.shapes, &f->shapes));
  f->table = oracle3_table_create(f->batch.shapes);
  assert_non_null(f->table);
  f->most = (worst){0};
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    oracle3_body a = placed(f, f->batch.a[i]), b = placed(f, f->batch.b[i]);
    f->truth[i] = oracle3_signed_distance(&a, &b);
  }
}

static void close_family(family* f) {
  oracle3_table_destroy(f->table);
  ref3_shapes_destroy(&f->shapes);
  families3_free(&f->batch);
}

static void check_family(uint32_t number) {
  static family f;
  ref3_cache caches[FAMILY_PAIRS] = {0};
  open_family(&f, number);
  warm_up(&f, caches);
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    ref3_cache any;
    judge_pair(&f, i, NULL);
    judge_pair(&f, i, &caches[i]);
    judge_pair(&f, i, &caches[(i + 1) % FAMILY_PAIRS]);
    random_cache(&any, i);
    judge_pair(&f, i, &any);
  }
  printf("%-28s distance %.2Lf, witness %.2Lf, gap %.2Lf bands; %u iterations\n", families3_name(number),
         f.most.distance, f.most.witness, f.most.gap, (unsigned)f.most.iterations);
  close_family(&f);
}

static void every_family_is_within_the_band_whatever_the_cache(void** state) {
  (void)state;
  random_state = SEED;
  printf("seed %d\n", SEED);
  for (uint32_t number = 0; number < families3_count(); ++number) check_family(number);
}

// ---------------------------------------------------------------- warm start pays

static uint64_t spent_on_scene(const scene3* scene, const ref3_shapes* shapes, ref3_cache* caches) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < scene->pair_count; ++i) {
    uint32_t a = scene->a[i], b = scene->b[i], iterations;
    ref3_distance(&shapes->shape[scene->shape[a]], scene->pose[a], &shapes->shape[scene->shape[b]], scene->pose[b],
                  NULL, NULL, &caches[i], &iterations);
    sum += iterations;
  }
  return sum;
}

static void a_warm_start_saves_two_thirds_of_the_iterations(void** state) {
  (void)state;
  const char* const names[] = {"T1", "T4", "T6"};
  for (int k = 0; k < 3; ++k) {
    scene3* scene = scene3_create(names[k], 1000, 3);
    lgjk_shapes3* set;
    ref3_shapes shapes;
    assert_non_null(scene);
    assert_int_equal(lgjk_shapes3_create(scene->defs, scene->shape_count, NULL, &set, NULL), LGJK_OK);
    assert_true(ref3_shapes_create(set, &shapes));
    ref3_cache* caches = calloc(scene->pair_count, sizeof *caches);
    assert_non_null(caches);
    uint64_t cold = spent_on_scene(scene, &shapes, caches);
    scene3_advance(scene);
    assert_true(3 * spent_on_scene(scene, &shapes, caches) < cold);
    free(caches);
    ref3_shapes_destroy(&shapes);
    lgjk_shapes3_destroy(set);
    scene3_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_family_is_within_the_band_whatever_the_cache),
      cmocka_unit_test(a_warm_start_saves_two_thirds_of_the_iterations),
  };
  return cmocka_run_group_tests_name("reference3 families", tests, NULL, NULL);
}
