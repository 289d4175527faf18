// What is wrong with a shape definition or an argument is named: code, index and text of every error that building and
// reading a shape set can report.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#define LGJK_DIM 2 // of the builder
#include "shape/builder.h"
#include "shape_defs2.h"

// The definition stands third, behind two good ones.
static void expect_shape_error(lgjk_shape2_def bad, const char* text) {
  const lgjk_shape2_def defs[4] = {points_def(unit_square, 4), sized_def(LGJK_SHAPE2_BOX, 1, 1), bad, bad};
  lgjk_shapes2* const untouched = (lgjk_shapes2*)(void*)&defs;
  lgjk_shapes2* shapes = untouched;
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(lgjk_shapes2_create(defs, 4, NULL, &shapes, &error), LGJK_ERROR_SHAPE);
  assert_int_equal(strncmp(error.text, "defs[2]: ", 9), 0);
  assert_string_equal(error.text + 9, text);
  assert_int_equal(error.code, LGJK_ERROR_SHAPE);
  assert_int_equal(error.index, 2);
  assert_ptr_equal(shapes, untouched);
  assert_int_equal(lgjk_shapes2_create(defs, 4, NULL, &shapes, NULL), LGJK_ERROR_SHAPE);
}

#define EXPECT(def_expression, change, text) \
  do {                                       \
    lgjk_shape2_def bad = def_expression;    \
    change;                                  \
    expect_shape_error(bad, text);           \
  } while (0)

static void bad_members_are_named(void** state) {
  (void)state;
  EXPECT(POINTS, bad.struct_size = 8, "struct_size is 8, not 56: was lgjk_shape2_def_init called?");
  EXPECT(POINTS, bad.struct_size = 60,
         "struct_size is 60, not 56: is the header of another version than this library, "
         "lanegjk 0.2.0?");
  EXPECT(POINTS, bad.kind = 3, "kind 3 is unknown");
  EXPECT(POINTS, bad.points = NULL, "points is NULL");
  EXPECT(POINTS, bad.point_count = 0, "point_count is 0");
  EXPECT(POINTS, bad.points = (const void*)((const char*)bad.points + 2), "points is not aligned to 4 bytes");
  EXPECT(POINTS, bad.point_stride = 4, "point_stride is 4, not 0 or a multiple of 4 that is at least 8");
  EXPECT(POINTS, bad.point_stride = 10, "point_stride is 10, not 0 or a multiple of 4 that is at least 8");
  EXPECT(POINTS, bad.radius = -1e-30f, "radius is negative");
  EXPECT(POINTS, bad.radius = NAN, "radius is not finite");
  EXPECT(BOX, bad.radius = INFINITY, "radius is not finite");
  EXPECT(ELLIPSE, bad.radius = 1000001.0f, "radius is above 1e6");
  EXPECT(POINTS, bad.map[2] = NAN, "map[2] is not finite");
  EXPECT(BOX, bad.map[0] = -INFINITY, "map[0] is not finite");
  EXPECT(BOX, bad.size[0] = 0, "size[0] is not above 0");
  EXPECT(BOX, bad.size[1] = -1, "size[1] is not above 0");
  EXPECT(ELLIPSE, bad.size[1] = NAN, "size[1] is not finite");
  EXPECT(ELLIPSE, bad.size[0] = INFINITY, "size[0] is not finite");
}

static void bad_cores_are_named(void** state) {
  (void)state;
  const float not_finite[8] = {0, 0, 1, 0, 1, 1, 0, NAN};
  const float beyond[6] = {0, 0, -1000001.0f, 0, 1, 1};
  EXPECT(POINTS, bad.points = not_finite, "points[3].y is not finite");
  EXPECT(points_def(beyond, 3), (void)0, "points[1].x is beyond +-1e6 once mapped");
  EXPECT(POINTS, set_map(&bad, 1, 0, 0, 1e7f), "points[2].y is beyond +-1e6 once mapped");
  EXPECT(BOX, bad.size[0] = 2e6f, "size: the box reaches beyond +-1e6 in x once mapped");
  EXPECT(BOX, bad.map[3] = 1e38f, "size: the box reaches beyond +-1e6 in y once mapped");
  EXPECT(ELLIPSE, bad.size[1] = 2e6f, "size: the ellipse reaches beyond +-1e6 in y once mapped");
  EXPECT(ELLIPSE, set_map(&bad, 9e5f, 4.5e5f, 0, 1), "size: the ellipse reaches beyond +-1e6 in x once mapped");
  EXPECT(ELLIPSE, set_map(&bad, 0, 1, 9e5f, 4.5e5f), "size: the ellipse reaches beyond +-1e6 in y once mapped");
  EXPECT(ELLIPSE, set_map(&bad, -1, 0, 0, 1e-13f), "map: a semi-axis of the mapped ellipse is below 1e-12");
  EXPECT(ELLIPSE, (set_map(&bad, 1e-45f, 0, 0, 1e-45f), bad.size[0] = bad.size[1] = 0.25f),
         "map: a semi-axis of the mapped ellipse is below 1e-12");
  EXPECT(ELLIPSE, set_map(&bad, 1, 0, 0, 1e-13f), "map: a semi-axis of the mapped ellipse is below 1e-12");
  float circle[600];
  for (int i = 0; i < 300; ++i) {
    circle[2 * i] = 100.0f * cosf((float)i * 0.02f);
    circle[2 * i + 1] = 100.0f * sinf((float)i * 0.02f);
  }
  EXPECT(points_def(circle, 300), (void)0, "points: the hull has 300 vertices, more than 256");
}

// A map that was filled in part, or flattens in another way. All zero is the identity.
static void maps_that_flatten_are_named(void** state) {
  (void)state;
  const lgjk_shape2_def kinds[3] = {POINTS, BOX, ELLIPSE};
  const char* text = "map has determinant 0, which would flatten the core";
  for (int i = 0; i < 3; ++i) {
    EXPECT(kinds[i], set_map(&bad, 1, 0, 0, 0), text);
    EXPECT(kinds[i], set_map(&bad, 2, 0, 0, 0), text);
    EXPECT(kinds[i], set_map(&bad, 0, 0, 0, 1), text);
    EXPECT(kinds[i], set_map(&bad, 0, 1, 0, 0), text);
    EXPECT(kinds[i], set_map(&bad, 1, 1, 0, 0), text);
    EXPECT(kinds[i], set_map(&bad, 1, 0, 1, 0), text);
    EXPECT(kinds[i], set_map(&bad, 1, 0.5f, 2, 1), text);
    EXPECT(kinds[i], set_map(&bad, 0.1f, 0.3f, 0.2f, 0.6f), text);
  }
}

// What a kind has no use for is more likely meant for another kind.
static void members_of_other_kinds_are_refused(void** state) {
  (void)state;
  EXPECT(BOX, bad.points = unit_square, "points is set, but the kind has none");
  EXPECT(ELLIPSE, bad.points = unit_square, "points is set, but the kind has none");
  EXPECT(BOX, bad.point_count = 4, "point_count is set, but the kind has no points");
  EXPECT(ELLIPSE, bad.point_stride = 8, "point_stride is set, but the kind has no points");
  EXPECT(POINTS, bad.size[0] = 1, "size[0] is set, but kind POINTS has none");
  EXPECT(POINTS, bad.size[1] = NAN, "size[1] is set, but kind POINTS has none");
}

static void first_offender_is_reported_whatever_is_wrong_with_it(void** state) {
  (void)state;
  const float not_finite[2] = {0, INFINITY};
  lgjk_shape2_def defs[2] = {points_def(not_finite, 1), POINTS};
  defs[1].point_count = 0;
  lgjk_shapes2* shapes = NULL;
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(lgjk_shapes2_create(defs, 2, NULL, &shapes, &error), LGJK_ERROR_SHAPE);
  assert_int_equal(error.index, 0);
  assert_string_equal(error.text, "defs[0]: points[0].y is not finite");
}

static void full_pool_is_an_error(void** state) {
  (void)state;
  lgjk_shape2 record;
  lgjk_point2 points[9], hull[10];
  float nonagon[18];
  for (int i = 0; i < 9; ++i) {
    nonagon[2 * i] = cosf((float)i * 0.7f);
    nonagon[2 * i + 1] = sinf((float)i * 0.7f);
  }
  lgjk_builder2 builder = {.shape = &record, .points = points, .scratch = hull};
  builder.pool_count = INT32_MAX - lgjk_builder2_pool_size(9) + 1;
  const lgjk_shape2_def def = points_def(nonagon, 9);
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(lgjk_builder2_add(&builder, &def, 0, &error), LGJK_ERROR_SHAPE);
  assert_string_equal(error.text, "defs[0]: points: the set has no room for more large hulls");
}

static void expect_argument_error(int32_t code, const lgjk_error* error, const char* text) {
  assert_int_equal(code, LGJK_ERROR_ARGUMENT);
  assert_int_equal(error->code, LGJK_ERROR_ARGUMENT);
  assert_string_equal(error->text, text);
}

static void* never_allocate(size_t size, void* user) {
  (void)size;
  (void)user;
  return NULL;
}

static void never_release(void* memory, void* user) {
  (void)memory;
  (void)user;
}

static void create_checks_its_arguments(void** state) {
  (void)state;
  const lgjk_shape2_def def = BOX;
  const lgjk_allocator good = {(uint32_t)sizeof good, 0, never_allocate, never_release, NULL};
  lgjk_shapes2* s = NULL;
  lgjk_error e;
  lgjk_error_init(&e);
  expect_argument_error(lgjk_shapes2_create(NULL, 1, NULL, &s, &e), &e, "defs is NULL");
  expect_argument_error(lgjk_shapes2_create(&def, 1, NULL, NULL, &e), &e, "out is NULL");
  expect_argument_error(lgjk_shapes2_create(&def, LGJK_MAX_SHAPES + 1, NULL, &s, &e), &e,
                        "count is 67108865, more than 67108864");
  lgjk_allocator bad = good;
  bad.struct_size = 4;
  expect_argument_error(lgjk_shapes2_create(&def, 1, &bad, &s, &e), &e,
                        "allocator->struct_size is 4, not 32: set it to sizeof(lgjk_allocator)");
  bad = good, bad.reserved = 1;
  expect_argument_error(lgjk_shapes2_create(&def, 1, &bad, &s, &e), &e, "allocator->reserved is not 0");
  bad = good, bad.allocate = NULL;
  expect_argument_error(lgjk_shapes2_create(&def, 1, &bad, &s, &e), &e, "allocator->allocate is NULL");
  bad = good, bad.release = NULL;
  expect_argument_error(lgjk_shapes2_create(&def, 1, &bad, &s, &e), &e, "allocator->release is NULL");
  assert_null(s);
}

static void get_checks_its_arguments(void** state) {
  (void)state;
  const lgjk_shape2_def def = BOX;
  lgjk_shapes2* s = NULL;
  assert_int_equal(lgjk_shapes2_create(&def, 1, NULL, &s, NULL), LGJK_OK);
  lgjk_shape2_info info;
  lgjk_shape2_info_init(&info);
  lgjk_error e;
  lgjk_error_init(&e);
  expect_argument_error(lgjk_shapes2_get(NULL, 0, &info, NULL, 0, &e), &e, "shapes is NULL");
  expect_argument_error(lgjk_shapes2_get(s, 1, &info, NULL, 0, &e), &e, "index is 1, but the set has 1 shapes");
  expect_argument_error(lgjk_shapes2_get(s, 0, NULL, NULL, 0, &e), &e, "info is NULL");
  lgjk_shape2_info many[2] = {info, info};
  float* into = &many[0].bound; // of the info itself
  expect_argument_error(lgjk_shapes2_get(s, 0, &many[0], into, 1, &e), &e, "vertices overlaps info");
  expect_argument_error(lgjk_shapes2_get(s, 0, &many[1], into, 4, &e), &e, "vertices overlaps info");
  expect_argument_error(lgjk_shapes2_get(s, 0, &many[0], (float*)(void*)((char*)many + 2), 4, &e), &e,
                        "vertices is not aligned to 4 bytes");
  assert_memory_equal(&many[0], &info, sizeof info);
  assert_memory_equal(&many[1], &info, sizeof info);
  assert_int_equal(lgjk_shapes2_get(s, 0, &many[0], into, 0, &e), LGJK_OK);
  assert_int_equal(lgjk_shapes2_get(s, 0, &many[0], (float*)(void*)&many[1], 4, &e), LGJK_OK);
  info.struct_size = 12;
  expect_argument_error(lgjk_shapes2_get(s, 0, &info, NULL, 0, &e), &e,
                        "info->struct_size is 12, not 36: was lgjk_shape2_info_init called?");
  lgjk_shapes2_destroy(s);
}

// A caller built against another version may pass a shorter struct: nothing behind it is written, text still ends.
static void error_struct_size_is_respected(void** state) {
  (void)state;
  for (uint32_t size = 0; size <= sizeof(lgjk_error) + 8; ++size) {
    struct {
      lgjk_error error;
      unsigned char behind[16];
    } memory;
    memset(&memory, 0x5A, sizeof memory);
    memory.error.struct_size = size;
    assert_int_equal(lgjk_shapes2_create(NULL, 1, NULL, NULL, &memory.error), LGJK_ERROR_ARGUMENT);
    const size_t written = size > 0 && size < sizeof(lgjk_error) ? size : sizeof(lgjk_error); // 0: not said
    const unsigned char* bytes = (const unsigned char*)&memory;
    for (size_t i = written < 4 ? 4 : written; i < sizeof memory; ++i) assert_int_equal(bytes[i], 0x5A);
    assert_int_equal(memory.error.struct_size, size);
    if (written >= 8) assert_int_equal(memory.error.code, LGJK_ERROR_ARGUMENT);
    if (written > offsetof(lgjk_error, text)) {
      assert_memory_equal(memory.error.text, "defs is NULL", strlen(memory.error.text));
      assert_int_equal(bytes[written - 1], 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_members_are_named),
      cmocka_unit_test(bad_cores_are_named),
      cmocka_unit_test(maps_that_flatten_are_named),
      cmocka_unit_test(members_of_other_kinds_are_refused),
      cmocka_unit_test(first_offender_is_reported_whatever_is_wrong_with_it),
      cmocka_unit_test(full_pool_is_an_error),
      cmocka_unit_test(create_checks_its_arguments),
      cmocka_unit_test(get_checks_its_arguments),
      cmocka_unit_test(error_struct_size_is_respected),
  };
  return cmocka_run_group_tests_name("shapes2_errors", tests, NULL, NULL);
}
