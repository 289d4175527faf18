// One pair through every implementation, with the answers held against each other and against the contract.
#define DIM 2
#include "test.h"
#include "seeds2.h"

#include "oracle2.h"
#include "packed.h"
#include "reference.h"
#include "shape_defs2.h"

const float TRIANGLE[6] = {4, 11, 4, 5, 9, 9};
const float QUAD[8] = {5, 7, 7, 3, 10, 2, 12, 7};
const float FAR_QUAD[8] = {8, 6, 15, 6, 13, 1, 10, 2};
const float HOME[4] = {0, 0, 1, 0};

lgjk_shape2_def points(const float* xy, uint32_t count, float radius) {
  lgjk_shape2_def def = points_def(xy, count);
  def.radius = radius;
  return def;
}

lgjk_shape2_def box(float hx, float hy) { return sized_def(LGJK_SHAPE2_BOX, hx, hy); }

void scene_open(scene* s, const lgjk_shape2_def* a, const float* pose_a, const lgjk_shape2_def* b,
                const float* pose_b) {
  lgjk_shape2_def defs[2] = {*a, *b};
  *s = (scene){.shape = {0, 1}, .first = 0, .second = 1};
  assert_int_equal(lgjk_shapes2_create(defs, 2, NULL, &s->shapes, NULL), LGJK_OK);
  memcpy(s->pose, pose_a, 4 * sizeof(float));
  memcpy(s->pose + 4, pose_b, 4 * sizeof(float));
  s->bodies = packed_bodies(s->shapes, 2, s->shape, s->pose, NULL);
  s->pairs = packed_pairs(&s->first, &s->second, 1);
}

void scene_close(scene* s) { lgjk_shapes2_destroy(s->shapes); }

answer scene_distance(const scene* s, uint32_t isa, lgjk_warm* warm) {
  answer out;
  lgjk_options options;
  lgjk_options_init(&options);
  lgjk_results results = {.struct_size = sizeof results};
  options.isa = isa;
  results.status = &out.status;
  results.iterations = &out.iterations;
  results.distance = &out.distance;
  results.point_a = out.a;
  results.point_b = out.b;
  assert_int_equal(lgjk_distance2(&s->bodies, &s->bodies, &s->pairs, warm, 0, 1, &results, &options, NULL), LGJK_OK);
  return out;
}

uint8_t scene_overlap(const scene* s, uint32_t isa, lgjk_warm* warm, uint8_t* iterations) {
  uint8_t status;
  lgjk_options options;
  lgjk_options_init(&options);
  lgjk_results results = {.struct_size = sizeof results};
  options.isa = isa;
  results.status = &status;
  results.iterations = iterations;
  assert_int_equal(lgjk_overlap2(&s->bodies, &s->bodies, &s->pairs, warm, 0, 1, &results, &options, NULL), LGJK_OK);
  return status;
}

static float reference_distance(const scene* s) {
  ref2_shapes shapes;
  float a[2], b[2];
  assert_true(ref2_shapes_create(s->shapes, &shapes));
  float distance = ref2_distance(&shapes.shape[0], s->pose, &shapes.shape[1], s->pose + 4, a, b, NULL, NULL);
  assert_int_equal(ref2_overlap(&shapes.shape[0], s->pose, &shapes.shape[1], s->pose + 4, NULL), distance == 0);
  ref2_shapes_destroy(&shapes);
  return distance;
}

answer ask(const lgjk_shape2_def* a, const float* pose_a, const lgjk_shape2_def* b, const float* pose_b) {
  uint32_t isas[LGJK_ISA_COUNT], count = test_isas(isas);
  scene s;
  scene_open(&s, a, pose_a, b, pose_b);
  answer first = scene_distance(&s, LGJK_ISA_SCALAR, NULL);
  for (uint32_t k = 0; k < count; ++k) {
    answer other = scene_distance(&s, isas[k], NULL);
    uint8_t iterations;
    assert_int_equal(other.status, first.status);
    assert_int_equal(other.iterations, first.iterations);
    assert_memory_equal(&other.distance, &first.distance, sizeof first.distance);
    assert_memory_equal(other.a, first.a, sizeof first.a);
    assert_memory_equal(other.b, first.b, sizeof first.b);
    assert_int_equal(scene_overlap(&s, isas[k], NULL, &iterations), first.status);
  }
  oracle2_table* table = oracle2_table_create(s.shapes);
  oracle2_body in_a = oracle2_read(table, &s.bodies, 0), in_b = oracle2_read(table, &s.bodies, 1);
  oracle2_bounds truth = oracle2_signed_distance(&in_a, &in_b);
  oracle2_judgement j = oracle2_judge(&in_a, &in_b, &truth, first.status, first.distance, first.a, first.b);
  assert_true(j.distance <= 1 && j.witness <= 1 && j.gap <= 1 && !j.misclassified && !j.contradiction);
  assert_true(fabsl(reference_distance(&s) - first.distance) <= 4 * oracle2_band(&in_a, &in_b));
  oracle2_table_destroy(table);
  scene_close(&s);
  return first;
}

answer ask_both_orders(const lgjk_shape2_def* a, const float* pose_a, const lgjk_shape2_def* b, const float* pose_b) {
  answer there = ask(a, pose_a, b, pose_b), back = ask(b, pose_b, a, pose_a);
  assert_int_equal(there.status, back.status);
  return there;
}
