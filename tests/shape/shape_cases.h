// What tests of shape sets share, whatever the dimension: sets that have to be built, what is read from them, and
// comparisons bit by bit.
#ifndef LGJK_TESTS_SHAPE_CASES_H
#define LGJK_TESTS_SHAPE_CASES_H

#include "test.h"
#include "shape_defs.h"

static lgjk_shapesN* create_or_fail(const lgjk_shapeN_def* defs, uint32_t count, const lgjk_allocator* allocator) {
  lgjk_shapesN* shapes = NULL;
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_shapesN_create(defs, count, allocator, &shapes, &error);
  assert_string_equal(error.text, "");
  assert_int_equal(error.code, LGJK_OK);
  assert_int_equal(code, LGJK_OK);
  assert_non_null(shapes);
  return shapes;
}

static lgjk_shapeN_info info_of(const lgjk_shapesN* shapes, uint32_t index, float* vertices, uint32_t capacity) {
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  assert_int_equal(lgjk_shapesN_get(shapes, index, &info, vertices, capacity, NULL), LGJK_OK);
  return info;
}

static void assert_floats(const float* actual, const float* expected, size_t count) {
  for (size_t i = 0; i < count; ++i) assert_memory_equal(&actual[i], &expected[i], sizeof(float));
}

#endif
