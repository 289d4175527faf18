// Shape sets: what becomes of each kind of definition under maps and radii, memory that fails or is badly aligned, and
// a caller whose floating-point environment is hostile. Hulls and errors have their own tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "counting_allocator.h"
#include "hostile_fp.h"
#include "shape_defs2.h"
#include "shape/shapes2.h"

static lgjk_shapes2* create_or_fail(const lgjk_shape2_def* defs, uint32_t count, const lgjk_allocator* allocator) {
  lgjk_shapes2* shapes = NULL;
  lgjk_error error;
  lgjk_error_init(&error);
  const int32_t code = lgjk_shapes2_create(defs, count, allocator, &shapes, &error);
  assert_string_equal(error.text, "");
  assert_int_equal(error.code, LGJK_OK);
  assert_int_equal(code, LGJK_OK);
  assert_non_null(shapes);
  return shapes;
}

static lgjk_shape2_info info_of(const lgjk_shapes2* shapes, uint32_t index, float* vertices, uint32_t capacity) {
  lgjk_shape2_info info;
  lgjk_shape2_info_init(&info);
  assert_int_equal(lgjk_shapes2_get(shapes, index, &info, vertices, capacity, NULL), LGJK_OK);
  return info;
}

static void assert_floats(const float* actual, const float* expected, size_t count) {
  for (size_t i = 0; i < count; ++i) assert_memory_equal(&actual[i], &expected[i], sizeof(float));
}

// A box or an ellipse: four numbers at the beginning of the row, nothing in the rest.
static void assert_small_only(const lgjk_shape2* shape, const float* expected) {
  const float zeros[16] = {0};
  assert_floats(shape->row, expected, 4);
  assert_floats(shape->row + 4, zeros, 12);
  assert_floats(shape->earlier, zeros, 2);
  assert_floats(shape->before, zeros, 2);
  assert_floats(shape->after, zeros, 4);
  assert_floats(shape->unused, zeros, sizeof shape->unused / sizeof(float));
}

// ---------------------------------------------------------------- what is built

static void empty_set_has_the_stand_in_alone(void** state) {
  (void)state;
  lgjk_shapes2* shapes = create_or_fail(NULL, 0, NULL);
  assert_int_equal(lgjk_shapes2_count(shapes), 0);
  assert_int_equal(shapes->core_mask, 0);
  lgjk_shape2 stand_in;
  memset(&stand_in, 0, sizeof stand_in);
  stand_in.count = 1;
  stand_in.bound = NAN;
  assert_memory_equal(shapes->shape, &stand_in, sizeof stand_in);
  lgjk_shapes2_destroy(shapes);
  lgjk_shapes2_destroy(NULL);
  assert_int_equal(lgjk_shapes2_count(NULL), 0);
}

static void box_stays_a_box_under_scale_and_mirror(void** state) {
  (void)state;
  lgjk_shape2_def def = sized_def(LGJK_SHAPE2_BOX, 2.0f, 3.0f);
  def.radius = 0.5f;
  set_map(&def, -0.5f, 0.0f, -0.0f, 2.0f);
  lgjk_shapes2* shapes = create_or_fail(&def, 1, NULL);
  float v[8];
  const lgjk_shape2_info info = info_of(shapes, 0, v, 4);
  assert_int_equal(info.kind, LGJK_SHAPE2_BOX);
  assert_int_equal(info.vertex_count, 4);
  assert_floats(v, (float[8]){-1, -6, 1, -6, 1, 6, -1, 6}, 8);
  assert_floats(info.matrix, (float[4]){1, 0, 0, 1}, 4);
  assert_small_only(shapes->shape, (float[4]){1, 6, 0, 0});
  assert_int_equal(shapes->shape->core, LGJK_CORE2_BOX);
  assert_true(shapes->shape->inner == 1.0f);
  const double diagonal = sqrt(37.0);
  assert_true((double)shapes->shape->bound >= diagonal && (double)shapes->shape->bound < diagonal * (1 + 2e-7));
  assert_true((double)info.bound >= (double)shapes->shape->bound + 0.5);
  assert_true(info.radius == 0.5f);
  lgjk_shapes2_destroy(shapes);
}

static void sheared_or_flattened_box_becomes_points(void** state) {
  (void)state;
  lgjk_shape2_def defs[3];
  for (int i = 0; i < 3; ++i) defs[i] = sized_def(LGJK_SHAPE2_BOX, 2.0f, 1.0f);
  set_map(&defs[0], 1, 1, 0, 1);
  set_map(&defs[1], 1e-30f, 0, 0, 1); // maps of determinant 0 are refused, but sizes may underflow
  defs[1].size[0] = 1e-30f;
  set_map(&defs[2], 1e-30f, 0, 0, 1e-30f);
  defs[2].size[0] = defs[2].size[1] = 1e-30f;
  lgjk_shapes2* shapes = create_or_fail(defs, 3, NULL);
  float v[8];
  lgjk_shape2_info info = info_of(shapes, 0, v, 4);
  assert_int_equal(info.kind, LGJK_SHAPE2_POINTS);
  assert_int_equal(info.vertex_count, 4);
  assert_floats(v, (float[8]){-3, -1, 1, -1, 3, 1, -1, 1}, 8);
  info = info_of(shapes, 1, v, 4);
  assert_int_equal(info.vertex_count, 2);
  assert_floats(v, (float[4]){0, -1, 0, 1}, 4);
  info = info_of(shapes, 2, v, 4);
  assert_int_equal(info.vertex_count, 1);
  assert_floats(v, (float[2]){0, 0}, 2);
  lgjk_shapes2_destroy(shapes);
}

// A struct made by hand has zeros for what it does not name.
static void zero_map_is_the_identity(void** state) {
  (void)state;
  const float corner[8] = {-2, -1, 2, -1, 2, 1, -2, 1};
  enum { SIZE = sizeof(lgjk_shape2_def) };
  const lgjk_shape2_def defs[3] = {
      {.struct_size = SIZE, .kind = LGJK_SHAPE2_BOX, .size = {2, 1}},
      {.struct_size = SIZE, .kind = LGJK_SHAPE2_ELLIPSE, .size = {2, 1}, .map = {-0.0f, 0, 0, -0.0f}},
      {.struct_size = SIZE, .points = corner, .point_count = 4}};
  lgjk_shapes2* shapes = create_or_fail(defs, 3, NULL);
  float v[8];
  lgjk_shape2_info info = info_of(shapes, 0, v, 4);
  assert_int_equal(info.kind, LGJK_SHAPE2_BOX);
  assert_floats(v, corner, 8);
  info = info_of(shapes, 1, v, 4);
  assert_int_equal(info.kind, LGJK_SHAPE2_ELLIPSE);
  assert_floats(info.matrix, (float[4]){2, 0, 0, 1}, 4);
  info = info_of(shapes, 2, v, 4);
  assert_int_equal(info.vertex_count, 4);
  assert_floats(v, corner, 8);
  lgjk_shapes2_destroy(shapes);
}

// Every direction's image of the unit circle lies between the two radii.
static void ellipse_matrix_and_radii(void** state) {
  (void)state;
  lgjk_shape2_def defs[3];
  for (int i = 0; i < 3; ++i) defs[i] = sized_def(LGJK_SHAPE2_ELLIPSE, 2.0f, 0.25f);
  set_map(&defs[1], 0.5f, 3.0f, -1.0f, 2.0f);
  set_map(&defs[2], 1.0f, 1.0f, 1.0f, 1.001f);
  defs[1].radius = 0.75f;
  lgjk_shapes2* shapes = create_or_fail(defs, 3, NULL);
  assert_int_equal(shapes->core_mask, 1u << LGJK_CORE2_ELLIPSE);
  for (uint32_t s = 0; s < 3; ++s) {
    const lgjk_shape2* shape = &shapes->shape[s];
    const lgjk_shape2_info info = info_of(shapes, s, NULL, 0);
    float expected[4];
    for (int i = 0; i < 4; ++i) expected[i] = defs[s].map[i] * defs[s].size[i % 2];
    assert_small_only(shape, expected);
    assert_floats(info.matrix, expected, 4);
    assert_int_equal(info.vertex_count, 0);
    assert_int_equal(info.kind, LGJK_SHAPE2_ELLIPSE);
    long double least = INFINITY, most = 0;
    for (int i = 0; i < 200000; ++i) {
      const long double t = 3.14159265358979323846L * i / 200000, c = cosl(t), d = sinl(t);
      const long double x = (long double)expected[0] * c + (long double)expected[1] * d;
      const long double y = (long double)expected[2] * c + (long double)expected[3] * d;
      least = fminl(least, hypotl(x, y));
      most = fmaxl(most, hypotl(x, y));
    }
    const long double area = fabsl((long double)expected[0] * (long double)expected[3] -
                                   (long double)expected[1] * (long double)expected[2]);
    assert_true((long double)shape->inner <= least && (long double)shape->inner > area / most * 0.99999L);
    assert_true((long double)shape->bound >= most && (long double)shape->bound < most * (1 + 2e-7L));
    assert_true(info.bound >= shape->bound + defs[s].radius);
  }
  lgjk_shapes2_destroy(shapes);
}

// In float the product would round to 1 + 2^-22 and the sum to 0.
static void map_is_applied_in_double_and_rounded_once(void** state) {
  (void)state;
  const float p[2] = {1.0f + 0x1p-23f, 1.0f + 0x1p-22f};
  lgjk_shape2_def def = points_def(p, 1);
  set_map(&def, 1.0f + 0x1p-23f, -1.0f, -1.0f - 0x1p-23f, 1.0f + 0x1p-23f);
  lgjk_shapes2* shapes = create_or_fail(&def, 1, NULL);
  float v[2];
  info_of(shapes, 0, v, 1);
  assert_floats(v, (float[2]){0x1p-46f, 0x1p-23f + 0x1p-46f}, 2);
  lgjk_shapes2_destroy(shapes);
}

static void bound_with_rounding_is_rounded_up(void** state) {
  (void)state;
  const float p[2] = {1.0f, 0.0f};
  lgjk_shape2_def defs[3];
  for (int i = 0; i < 3; ++i) defs[i] = points_def(p, 1);
  defs[1].radius = 1e-30f; // vanishes even in double
  defs[2].radius = 0.5f;
  lgjk_shapes2* shapes = create_or_fail(defs, 3, NULL);
  assert_true(info_of(shapes, 0, NULL, 0).bound == 1.0f);
  assert_true(info_of(shapes, 1, NULL, 0).bound == 1.0f + 0x1p-23f);
  assert_true(info_of(shapes, 2, NULL, 0).bound == 1.5f);
  lgjk_shapes2_destroy(shapes);
}

static void point_stride_and_partial_get(void** state) {
  (void)state;
  const float padded[12] = {0, 0, NAN, 1, 0, NAN, 1, 1, NAN, 0, 1, NAN};
  lgjk_shape2_def def = points_def(padded, 4);
  def.point_stride = 12;
  lgjk_shapes2* shapes = create_or_fail(&def, 1, NULL);
  float v[8] = {9, 9, 9, 9, 9, 9, 9, 9};
  assert_int_equal(info_of(shapes, 0, v, 3).vertex_count, 4);
  assert_floats(v, (float[8]){0, 0, 1, 0, 1, 1, 9, 9}, 8);
  info_of(shapes, 0, NULL, 4);
  lgjk_shapes2_destroy(shapes);
}

// ---------------------------------------------------------------- memory

static uint32_t varied_defs(lgjk_shape2_def* defs) {
  static float many[200];
  for (int i = 0; i < 100; ++i) {
    many[2 * i] = (float)(i % 50) * 0.25f;
    many[2 * i + 1] = many[2 * i] * many[2 * i] * 0.125f + (float)(i / 50);
  }
  defs[0] = POINTS;
  defs[1] = points_def(many, 100);
  defs[2] = BOX;
  defs[3] = ELLIPSE;
  defs[4] = points_def(many, 40);
  defs[5] = points_def(many, 7);
  defs[6] = points_def(many, 2);
  defs[7] = points_def(many, 1);
  for (uint32_t i = 0; i < 8; ++i) {
    defs[i].radius = 0.1f * (float)i;
    set_map(&defs[i], 0.9f, i % 2 ? -0.3f : 0.0f, i % 2 ? 0.3f : 0.0f, 1.1f);
  }
  return 8;
}

static void nothing_leaks_when_an_allocation_fails(void** state) {
  (void)state;
  lgjk_shape2_def defs[8];
  const uint32_t n = varied_defs(defs);
  for (int fail_at = 1; fail_at <= 3; ++fail_at) {
    counting c = {0, 0, fail_at, 0};
    const lgjk_allocator allocator = counting_allocator(&c);
    lgjk_shapes2* shapes = NULL;
    lgjk_error error;
    lgjk_error_init(&error);
    const int32_t code = lgjk_shapes2_create(defs, n, &allocator, &shapes, &error);
    if (fail_at == 3) { // there are two allocations, one stays
      assert_int_equal(code, LGJK_OK);
      assert_int_equal(c.allocations, 2);
      assert_int_equal(c.live, 1);
      lgjk_shapes2_destroy(shapes);
    } else {
      assert_int_equal(code, LGJK_ERROR_MEMORY);
      assert_int_equal(error.code, LGJK_ERROR_MEMORY);
      assert_non_null(strstr(error.text, fail_at == 1 ? "bytes to build in" : "no memory for a set of 8 shapes"));
      assert_null(shapes);
    }
    assert_int_equal(c.live, 0);
  }
  defs[5].points = (const float[2]){NAN, 0};
  counting c = {0};
  const lgjk_allocator allocator = counting_allocator(&c);
  lgjk_shapes2* shapes = NULL;
  assert_int_equal(lgjk_shapes2_create(defs, n, &allocator, &shapes, NULL), LGJK_ERROR_SHAPE);
  assert_int_equal(c.live, 0);
}

static void assert_same_set(const lgjk_shapes2* a, const lgjk_shapes2* b) {
  assert_int_equal(a->count, b->count);
  assert_int_equal(a->core_mask, b->core_mask);
  assert_memory_equal(a->shape, b->shape, (a->count + 1) * sizeof *a->shape);
  for (uint32_t i = 0; i < a->count; ++i) {
    const lgjk_shape2* s = &a->shape[i];
    assert_memory_equal(a->pool + s->pool, b->pool + s->pool, 2 * s->padded * sizeof(float));
  }
}

static void records_and_pool_are_aligned_to_cache_lines(void** state) {
  (void)state;
  lgjk_shape2_def defs[8];
  const uint32_t n = varied_defs(defs);
  lgjk_shapes2* plain = create_or_fail(defs, n, NULL);
  assert_int_equal(plain->core_mask, 0x7F);
  for (size_t offset = 0; offset < 64; offset += 16) {
    counting c = {0, 0, 0, offset};
    const lgjk_allocator allocator = counting_allocator(&c);
    lgjk_shapes2* shapes = create_or_fail(defs, n, &allocator);
    assert_int_equal((uintptr_t)shapes->shape % 64, 0);
    assert_int_equal((uintptr_t)shapes->pool % 64, 0);
    assert_same_set(plain, shapes);
    lgjk_shapes2_destroy(shapes);
    assert_int_equal(c.live, 0);
  }
  lgjk_shapes2_destroy(plain);
}

// ---------------------------------------------------------------- floating-point environment

static void hostile_environment_changes_no_bit_and_is_restored(void** state) {
  (void)state;
  lgjk_shape2_def defs[8];
  const uint32_t n = varied_defs(defs);
  const float denormals[6] = {1e-45f, 0, 3e-42f, 1e-45f, 0, 7e-40f};
  defs[6] = points_def(denormals, 3);
  lgjk_shapes2* plain = create_or_fail(defs, n, NULL);
  lgjk_shapes2* hostile = NULL;
  lgjk_shape2_info a = info_of(plain, 5, NULL, 0), b;
  lgjk_shape2_info_init(&b);
  hostile_fp fp = hostile_fp_begin();
  const int32_t code = lgjk_shapes2_create(defs, n, NULL, &hostile, NULL);
  const int kept_by_create = hostile_fp_end(fp);
  assert_int_equal(code, LGJK_OK);
  fp = hostile_fp_begin();
  lgjk_shapes2_get(hostile, 5, &b, NULL, 0, NULL);
  const int kept_by_get = hostile_fp_end(fp);
  assert_true(kept_by_create && kept_by_get);
  assert_same_set(plain, hostile);
  assert_memory_equal(&a, &b, sizeof a);
  lgjk_shapes2_destroy(plain);
  lgjk_shapes2_destroy(hostile);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(empty_set_has_the_stand_in_alone),
      cmocka_unit_test(box_stays_a_box_under_scale_and_mirror),
      cmocka_unit_test(sheared_or_flattened_box_becomes_points),
      cmocka_unit_test(zero_map_is_the_identity),
      cmocka_unit_test(ellipse_matrix_and_radii),
      cmocka_unit_test(map_is_applied_in_double_and_rounded_once),
      cmocka_unit_test(bound_with_rounding_is_rounded_up),
      cmocka_unit_test(point_stride_and_partial_get),
      cmocka_unit_test(nothing_leaks_when_an_allocation_fails),
      cmocka_unit_test(records_and_pool_are_aligned_to_cache_lines),
      cmocka_unit_test(hostile_environment_changes_no_bit_and_is_restored),
  };
  return cmocka_run_group_tests_name("shapes2", tests, NULL, NULL);
}
