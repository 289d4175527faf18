// The 3D reference over a list of pairs: strided views, radii of bodies, bad bodies kept to themselves, and the same
// answers as one pair at a time.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference3_batch.h"
#include "scenes3.h"

enum { BATCH = 8 };

static const struct record {
  float radius, pose[7];
  uint32_t shape;
} bodies[] = {{0.5f, {0, 0, 0, 0, 0, 0, 1}, 0},   {0.5f, {5, 0, 0, 0, 0, 0, 1}, 0},
              {0.5f, {5, 0, 0, 0, 0, 0, 1}, 1},   {0.5f, {NAN, 0, 0, 0, 0, 0, 1}, 0},
              {-1.0f, {5, 0, 0, 0, 0, 0, 1}, 0},  {0.5f, {5, 0, 0, 0, 0.1f, 0, 1}, 0},
              {0.5f, {0, 1e6f, 0, 0, 0, 0, 1}, 0}};
static const uint32_t list[BATCH][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {5, 0}, {0, 6}, {0, 0}, {1, 0}};
static const uint8_t expected[BATCH] = {LGJK_STATUS_SEPARATED,   LGJK_STATUS_BAD,      LGJK_STATUS_BAD,
                                        LGJK_STATUS_BAD,         LGJK_STATUS_BAD,      LGJK_STATUS_BAD,
                                        LGJK_STATUS_OVERLAPPING, LGJK_STATUS_SEPARATED};

static lgjk_bodies3 view_of(const lgjk_shapes3* set, uint32_t count) {
  lgjk_bodies3 view;
  lgjk_bodies3_init(&view);
  view.shapes = set;
  view.count = count;
  return view;
}

static void batches_read_strided_views_and_keep_bad_bodies_to_themselves(void** state) {
  (void)state;
  lgjk_shape3_def def;
  lgjk_shape3_def_init(&def);
  def.kind = LGJK_SHAPE3_BOX;
  def.size[0] = def.size[1] = def.size[2] = 1.0f;
  lgjk_shapes3* set;
  ref3_shapes shapes;
  assert_int_equal(lgjk_shapes3_create(&def, 1, NULL, &set, NULL), LGJK_OK);
  assert_true(ref3_shapes_create(set, &shapes));
  lgjk_bodies3 view = view_of(set, sizeof bodies / sizeof *bodies);
  view.shape = &bodies[0].shape;
  view.pose = bodies[0].pose;
  view.radius = &bodies[0].radius;
  view.shape_stride = view.pose_stride = view.radius_stride = sizeof bodies[0];
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.a = &list[0][0];
  pairs.b = &list[0][1];
  pairs.stride = sizeof list[0];
  pairs.count = BATCH;
  uint8_t status[BATCH];
  float distance[BATCH];
  lgjk_results results;
  lgjk_results_init(&results);
  results.status = status;
  ref3_overlap_batch(&shapes, &view, &shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(status, expected, sizeof status);
  results.distance = distance;
  memset(status, 0xff, sizeof status);
  ref3_distance_batch(&shapes, &view, &shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(status, expected, sizeof status);
  for (int i = 0; i < BATCH; ++i) {
    if (expected[i] == LGJK_STATUS_BAD)
      assert_true(isnan(distance[i]));
    else
      assert_true(fabsf(distance[i] - (expected[i] == LGJK_STATUS_SEPARATED ? 2.0f : 0.0f)) < 1e-6f);
  }
  ref3_shapes_destroy(&shapes);
  lgjk_shapes3_destroy(set);
}

enum { PAIRS = 500 };

static void a_batch_has_the_answers_of_single_pairs(void** state) {
  (void)state;
  static float distance[PAIRS], point_a[PAIRS][3], point_b[PAIRS][3];
  static uint8_t status[PAIRS], iterations[PAIRS];
  scene3* scene = scene3_create("T3", PAIRS, 5);
  lgjk_shapes3* set;
  ref3_shapes shapes;
  assert_non_null(scene);
  assert_int_equal(lgjk_shapes3_create(scene->defs, scene->shape_count, NULL, &set, NULL), LGJK_OK);
  assert_true(ref3_shapes_create(set, &shapes));
  lgjk_bodies3 view = view_of(set, scene->body_count);
  view.shape = scene->shape;
  view.pose = scene->pose[0];
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.a = scene->a;
  pairs.b = scene->b;
  pairs.count = PAIRS;
  lgjk_results results;
  lgjk_results_init(&results);
  results.status = status;
  results.iterations = iterations;
  results.distance = distance;
  results.point_a = point_a[0];
  results.point_b = point_b[0];
  ref3_distance_batch(&shapes, &view, &shapes, &view, &pairs, NULL, &results);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    uint32_t a = scene->a[i], b = scene->b[i], spent;
    float p[3], q[3];
    float d = ref3_distance(&shapes.shape[scene->shape[a]], scene->pose[a], &shapes.shape[scene->shape[b]],
                            scene->pose[b], p, q, NULL, &spent);
    assert_true(d == distance[i] && spent == iterations[i]);
    assert_int_equal(status[i], d > 0.0f ? LGJK_STATUS_SEPARATED : LGJK_STATUS_OVERLAPPING);
    assert_memory_equal(p, point_a[i], sizeof p);
    assert_memory_equal(q, point_b[i], sizeof q);
  }
  ref3_shapes_destroy(&shapes);
  lgjk_shapes3_destroy(set);
  scene3_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(batches_read_strided_views_and_keep_bad_bodies_to_themselves),
      cmocka_unit_test(a_batch_has_the_answers_of_single_pairs),
  };
  return cmocka_run_group_tests_name("reference3 batch", tests, NULL, NULL);
}
