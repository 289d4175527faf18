// The scalar reference on every family of hard pairs, against the oracle: both queries within the band cold, warm, with
// the caches of other pairs and with random bytes for caches. And that a warm start pays.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "oracle2.h"
#include "reference2.h"
#include "scenes2.h"

static uint64_t random_state;

static uint32_t random_bits(void) {
  uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

enum { FAMILY_PAIRS = 400 };

typedef struct answers {
  uint8_t status[FAMILY_PAIRS], iterations[FAMILY_PAIRS], overlap[FAMILY_PAIRS];
  float distance[FAMILY_PAIRS], point_a[2 * FAMILY_PAIRS], point_b[2 * FAMILY_PAIRS];
} answers;

static void ask(const families2_batch* batch, const ref2_shapes* shapes, const lgjk_bodies2* bodies, ref2_cache* caches,
                answers* out) {
  lgjk_results results;
  lgjk_results_init(&results);
  ref2_cache copies[FAMILY_PAIRS];
  if (caches) memcpy(copies, caches, sizeof copies);
  results.status = out->overlap;
  ref2_overlap_batch(shapes, bodies, shapes, bodies, &batch->pairs, caches ? copies : NULL, &results);
  results.status = out->status;
  results.iterations = out->iterations;
  results.distance = out->distance;
  results.point_a = out->point_a;
  results.point_b = out->point_b;
  ref2_distance_batch(shapes, bodies, shapes, bodies, &batch->pairs, caches, &results);
}

static void judge(const families2_batch* batch, const oracle2_table* table, const answers* out) {
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    oracle2_body a = oracle2_read(table, &batch->bodies, batch->a[i]);
    oracle2_body b = oracle2_read(table, &batch->bodies, batch->b[i]);
    if (out->status[i] == LGJK_STATUS_BAD) {
      assert_true(oracle2_scale(&a, &b) < 1e-6L || oracle2_scale(&a, &b) > 1e6L);
      continue;
    }
    oracle2_bounds truth = oracle2_signed_distance(&a, &b);
    oracle2_judgement j =
        oracle2_judge(&a, &b, &truth, out->status[i], out->distance[i], out->point_a + 2 * i, out->point_b + 2 * i);
    assert_int_not_equal(out->status[i], LGJK_STATUS_LIMIT);
    assert_false(j.misclassified || j.contradiction);
    assert_true(j.distance <= 1.0L && j.witness <= 1.0L && j.gap <= 1.0L);
    assert_false(oracle2_misclassified(&truth, oracle2_band(&a, &b), out->overlap[i]));
  }
}

static void random_caches(ref2_cache* caches) {
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    unsigned char bytes[sizeof *caches];
    for (size_t k = 0; k < sizeof bytes; ++k) bytes[k] = (unsigned char)(random_bits() >> 24);
    memcpy(&caches[i], bytes, sizeof bytes);
    if (i % 2 == 0) continue;
    caches[i].count %= 4; // half of them get past the first checks
    for (int k = 0; k < 3; ++k) caches[i].index_a[k] %= 4, caches[i].index_b[k] %= 4;
  }
}

static void rotate_caches(ref2_cache* caches) {
  ref2_cache first = caches[0];
  memmove(caches, caches + 1, (FAMILY_PAIRS - 1) * sizeof *caches);
  caches[FAMILY_PAIRS - 1] = first;
}

static void check_family(uint32_t family) {
  families2_batch batch;
  ref2_shapes shapes;
  assert_int_equal(families2_make(&batch, family, 77, FAMILY_PAIRS, NULL), LGJK_OK);
  assert_true(ref2_shapes_create(batch.shapes, &shapes));
  oracle2_table* table = oracle2_table_create(batch.shapes);
  answers out;
  ask(&batch, &shapes, &batch.bodies, NULL, &out);
  judge(&batch, table, &out);

  ref2_cache caches[FAMILY_PAIRS] = {0};
  lgjk_bodies2 before = batch.bodies;
  float* pose = malloc(4 * sizeof(float) * batch.body_count);
  families2_move(&batch, 78, pose);
  before.pose = pose;
  before.pose_stride = 0;
  ask(&batch, &shapes, &before, caches, &out);
  ask(&batch, &shapes, &batch.bodies, caches, &out);
  judge(&batch, table, &out);
  rotate_caches(caches);
  ask(&batch, &shapes, &batch.bodies, caches, &out);
  judge(&batch, table, &out);
  random_caches(caches);
  ask(&batch, &shapes, &batch.bodies, caches, &out);
  judge(&batch, table, &out);

  free(pose);
  oracle2_table_destroy(table);
  ref2_shapes_destroy(&shapes);
  families2_free(&batch);
}

static void every_family_is_within_the_band_whatever_the_cache(void** state) {
  (void)state;
  random_state = 2;
  for (uint32_t family = 0; family < families2_count(); ++family) check_family(family);
}

// ---------------------------------------------------------------- warm start pays

static uint64_t spent_on_scene(const scene2* scene, const ref2_shapes* shapes, const lgjk_shapes2* set,
                               ref2_cache* caches) {
  lgjk_bodies2 view;
  lgjk_pairs pairs;
  lgjk_results results;
  lgjk_bodies2_init(&view);
  lgjk_pairs_init(&pairs);
  lgjk_results_init(&results);
  view.count = scene->body_count;
  view.shapes = set;
  view.shape = scene->shape;
  view.pose = scene->pose[0];
  pairs.a = scene->a;
  pairs.b = scene->b;
  pairs.count = scene->pair_count;
  results.iterations = malloc(scene->pair_count);
  ref2_distance_batch(shapes, &view, shapes, &view, &pairs, caches, &results);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < scene->pair_count; ++i) sum += results.iterations[i];
  free(results.iterations);
  return sum;
}

static void a_warm_start_saves_two_thirds_of_the_iterations(void** state) {
  (void)state;
  scene2* scene = scene2_create("S2", 2000, 3);
  lgjk_shapes2* set;
  ref2_shapes shapes;
  assert_non_null(scene);
  assert_int_equal(lgjk_shapes2_create(scene->defs, SCENE2_SHAPES, NULL, &set, NULL), LGJK_OK);
  assert_true(ref2_shapes_create(set, &shapes));
  ref2_cache* caches = calloc(scene->pair_count, sizeof *caches);
  uint64_t cold = spent_on_scene(scene, &shapes, set, caches);
  scene2_advance(scene);
  assert_true(3 * spent_on_scene(scene, &shapes, set, caches) < cold);
  free(caches);
  ref2_shapes_destroy(&shapes);
  lgjk_shapes2_destroy(set);
  scene2_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_family_is_within_the_band_whatever_the_cache),
      cmocka_unit_test(a_warm_start_saves_two_thirds_of_the_iterations),
  };
  return cmocka_run_group_tests_name("reference2 families", tests, NULL, NULL);
}
