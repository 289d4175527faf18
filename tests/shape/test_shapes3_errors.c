// What is wrong with a 3D shape definition or an argument is named: code, index and text of every error that building
// and reading a shape set can report.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#define LGJK_DIM 3 // of the builder
#include "shape/builder.h"
#include "shape_defs3.h"

// The definition stands third, behind two good ones.
static void expect_shape_error(lgjk_shape3_def bad, const char* text) {
  const lgjk_shape3_def defs[4] = {POINTS3, BOX3, bad, bad};
  lgjk_shapes3* const untouched = (lgjk_shapes3*)(void*)&defs;
  lgjk_shapes3* shapes = untouched;
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(lgjk_shapes3_create(defs, 4, NULL, &shapes, &error), LGJK_ERROR_SHAPE);
  assert_int_equal(strncmp(error.text, "defs[2]: ", 9), 0);
  assert_string_equal(error.text + 9, text);
  assert_int_equal(error.code, LGJK_ERROR_SHAPE);
  assert_int_equal(error.index, 2);
  assert_ptr_equal(shapes, untouched);
  assert_int_equal(lgjk_shapes3_create(defs, 4, NULL, &shapes, NULL), LGJK_ERROR_SHAPE);
}

#define EXPECT(def_expression, change, text) \
  do {                                       \
    lgjk_shape3_def bad = def_expression;    \
    change;                                  \
    expect_shape_error(bad, text);           \
  } while (0)

static void bad_members_are_named(void** state) {
  (void)state;
  EXPECT(POINTS3, bad.struct_size = 8, "struct_size is 8, not 80: was lgjk_shape3_def_init called?");
  EXPECT(POINTS3, bad.kind = 5, "kind 5 is unknown");
  EXPECT(POINTS3, bad.points = NULL, "points is NULL");
  EXPECT(POINTS3, bad.point_count = 0, "point_count is 0");
  EXPECT(POINTS3, bad.points = (const void*)((const char*)bad.points + 1), "points is not aligned to 4 bytes");
  EXPECT(POINTS3, bad.point_stride = 8, "point_stride is 8, not 0 or a multiple of 4 that is at least 12");
  EXPECT(POINTS3, bad.point_stride = 14, "point_stride is 14, not 0 or a multiple of 4 that is at least 12");
  EXPECT(POINTS3, bad.radius = -1e-30f, "radius is negative");
  EXPECT(POINTS3, bad.radius = NAN, "radius is not finite");
  EXPECT(BOX3, bad.radius = INFINITY, "radius is not finite");
  EXPECT(CONE3, bad.radius = 100001.0f, "radius is above 1e5");
  EXPECT(POINTS3, bad.map[2] = NAN, "map[2] is not finite");
  EXPECT(CYLINDER3, bad.map[8] = -INFINITY, "map[8] is not finite");
  EXPECT(BOX3, bad.size[0] = 0, "size[0] is not above 0");
  EXPECT(BOX3, bad.size[2] = -1, "size[2] is not above 0");
  EXPECT(ELLIPSOID3, bad.size[2] = NAN, "size[2] is not finite");
  EXPECT(CYLINDER3, bad.size[0] = INFINITY, "size[0] is not finite");
  EXPECT(CYLINDER3, bad.size[1] = 0, "size[1] is not above 0");
  EXPECT(CONE3, bad.size[1] = -0.0f, "size[1] is not above 0");
}

static void cores_beyond_the_domain_are_named(void** state) {
  (void)state;
  const float not_finite[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, NAN, 1};
  const float beyond[9] = {0, 0, 0, 0, 0, -100001.0f, 1, 1, 0};
  EXPECT(POINTS3, bad.points = not_finite, "points[3].y is not finite");
  EXPECT(points_def3(beyond, 3), (void)0, "points[1].z is beyond +-1e5 once mapped");
  EXPECT(POINTS3, set_diagonal3(&bad, 1, 2e5f, 1), "points[2].y is beyond +-1e5 once mapped");
  EXPECT(BOX3, bad.size[0] = 2e5f, "size: the box reaches beyond +-1e5 in x once mapped");
  EXPECT(BOX3, bad.map[8] = 1e38f, "size: the box reaches beyond +-1e5 in z once mapped");
  EXPECT(BOX3, bad.map[1] = 5e4f, "size: the box reaches beyond +-1e5 in x once mapped");
  EXPECT(ELLIPSOID3, bad.size[1] = 2e5f, "size: the ellipsoid reaches beyond +-1e5 in y once mapped");
  EXPECT(ELLIPSOID3, (bad.map[0] = 9e4f, bad.map[1] = 4.5e4f),
         "size: the ellipsoid reaches beyond +-1e5 in x once mapped");
  EXPECT(CYLINDER3, bad.size[1] = 2e5f, "size: the cylinder reaches beyond +-1e5 in z once mapped");
  EXPECT(CYLINDER3, (bad.map[0] = 6e4f, bad.map[2] = 3e4f), "size: the cylinder reaches beyond +-1e5 in x once mapped");
  EXPECT(CONE3, bad.map[4] = -1e30f, "size: the cone reaches beyond +-1e5 in y once mapped");
}

static void flattened_cores_are_named(void** state) {
  (void)state;
  const lgjk_shape3_def smooth[3] = {ELLIPSOID3, CYLINDER3, CONE3};
  const char* const names[3] = {"ellipsoid", "cylinder", "cone"};
  for (int i = 0; i < 3; ++i) {
    char text[100] = "map: a singular value of the mapped ";
    strcat(strcat(text, names[i]), " is below 1e-10");
    EXPECT(smooth[i], set_diagonal3(&bad, 1e-12f, 1, 1), text);
    EXPECT(smooth[i], set_diagonal3(&bad, 1, 1e-12f, 1), text);
    EXPECT(smooth[i], set_diagonal3(&bad, 1e4f, 1e4f, 1e-12f), text);
    EXPECT(smooth[i], set_diagonal3(&bad, 1e-44f, 1e-44f, 1e-44f), text);
    EXPECT(smooth[i],
           (set_diagonal3(&bad, 1e-45f, 1e-45f, 1e-45f), bad.size[0] = bad.size[1] = 0.25f,
            bad.size[2] = i == 0 ? 0.25f : 0),
           text); // nothing is left of it
  }
}

// Maps that were filled in part, and others of determinant 0. All zero is the identity.
static void maps_that_flatten_are_named(void** state) {
  (void)state;
  static const float maps[][9] = {{1},
                                  {1, 0, 0, 1},
                                  {1, 0, 0, 0, 1},
                                  {1, 0, 0, 0, 1, 0, 0, 0, 0},
                                  {0, 0, 0, 0, 1, 0, 0, 0, 1},
                                  {1, 2, 3, 4, 5, 6, 7, 8, 9},
                                  {1, 2, 3, 2, 4, 6, 3, 6, 9},
                                  {1, 1, 0, 1, 1, 0, 0, 0, 1}};
  const lgjk_shape3_def kinds[5] = {POINTS3, BOX3, ELLIPSOID3, CYLINDER3, CONE3};
  for (int i = 0; i < 5; ++i) {
    for (size_t k = 0; k < sizeof maps / sizeof maps[0]; ++k) {
      EXPECT(kinds[i], set_map3(&bad, maps[k]), "map has determinant 0, which would flatten the core");
    }
  }
}

// What a kind has no use for is more likely meant for another kind: half extents given to a cylinder.
static void members_of_other_kinds_are_refused(void** state) {
  (void)state;
  const lgjk_shape3_def sized[4] = {BOX3, ELLIPSOID3, CYLINDER3, CONE3};
  static const float point[3] = {1, 2, 3};
  for (int i = 0; i < 4; ++i) {
    EXPECT(sized[i], bad.points = point, "points is set, but the kind has none");
    EXPECT(sized[i], bad.point_count = 1, "point_count is set, but the kind has no points");
    EXPECT(sized[i], bad.point_stride = 12, "point_stride is set, but the kind has no points");
  }
  EXPECT(POINTS3, bad.size[2] = 1, "size[2] is set, but kind POINTS has none");
  EXPECT(CYLINDER3, bad.size[2] = 1, "size[2] is set: a radius and a half height are all");
  EXPECT(CONE3, bad.size[2] = -1, "size[2] is set: a radius and a half height are all");
}

// The limit itself is allowed, a little less is not, whatever the other two singular values are.
static void least_singular_value_has_a_sharp_limit(void** state) {
  (void)state;
  for (uint32_t kind = LGJK_SHAPE3_ELLIPSOID; kind <= LGJK_SHAPE3_CONE; ++kind) {
    for (int i = 0; i < 12; ++i) {
      const float other = powf(10.0f, (float)(i / 3 * 5 - 10)), limit = 1e-10f;
      lgjk_shape3_def def = sized_def3(kind, 1, 1, 1);
      lgjk_shapes3* shapes = NULL;
      set_diagonal3(&def, i % 3 == 0 ? limit : other, i % 3 == 1 ? limit : other, i % 3 == 2 ? limit : other);
      assert_int_equal(lgjk_shapes3_create(&def, 1, NULL, &shapes, NULL), LGJK_OK);
      lgjk_shapes3_destroy(shapes);
      def.map[4 * (i % 3)] = 0.999999e-10f;
      assert_int_equal(lgjk_shapes3_create(&def, 1, NULL, &shapes, NULL), LGJK_ERROR_SHAPE);
    }
  }
}

static void too_many_vertices_are_an_error(void** state) {
  (void)state;
  float circle[900];
  for (int i = 0; i < 300; ++i) {
    circle[3 * i] = 100.0f * cosf((float)i * 0.02f);
    circle[3 * i + 1] = 100.0f * sinf((float)i * 0.02f);
    circle[3 * i + 2] = 1.0f;
  }
  EXPECT(points_def3(circle, 300), (void)0, "points: the hull has more than 256 vertices");
  circle[2] = 0.0f;
  EXPECT(points_def3(circle, 300), (void)0, "points: the hull has more than 256 vertices");
}

static void first_offender_is_reported_whatever_is_wrong_with_it(void** state) {
  (void)state;
  const float not_finite[3] = {0, 0, INFINITY};
  lgjk_shape3_def defs[2] = {points_def3(not_finite, 1), POINTS3};
  defs[1].point_count = 0;
  lgjk_shapes3* shapes = NULL;
  lgjk_error error;
  lgjk_error_init(&error);
  assert_int_equal(lgjk_shapes3_create(defs, 2, NULL, &shapes, &error), LGJK_ERROR_SHAPE);
  assert_int_equal(error.index, 0);
  assert_string_equal(error.text, "defs[0]: points[0].z is not finite");
}

static void full_pool_is_an_error(void** state) {
  (void)state;
  lgjk_shape3 record;
  lgjk_point3 points[4];
  uint32_t scratch[LGJK_HULL3_SCRATCH(4)];
  lgjk_builder3 builder = {&record, NULL, INT32_MAX - 79, 0, points, scratch, 0};
  lgjk_error error;
  lgjk_error_init(&error);
  lgjk_shape3_def def = POINTS3;
  assert_int_equal(lgjk_builder3_add(&builder, &def, 0, &error), LGJK_ERROR_SHAPE);
  assert_string_equal(error.text, "defs[0]: points: the set has no room for more hulls");
  def.point_count = 2; // a segment needs no room
  assert_int_equal(lgjk_builder3_add(&builder, &def, 0, &error), LGJK_OK);
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
  const lgjk_shape3_def def = BOX3;
  const lgjk_allocator good = {(uint32_t)sizeof good, 0, never_allocate, never_release, NULL};
  lgjk_shapes3* s = NULL;
  lgjk_error e;
  lgjk_error_init(&e);
  expect_argument_error(lgjk_shapes3_create(NULL, 1, NULL, &s, &e), &e, "defs is NULL");
  expect_argument_error(lgjk_shapes3_create(&def, 1, NULL, NULL, &e), &e, "out is NULL");
  expect_argument_error(lgjk_shapes3_create(&def, LGJK_MAX_SHAPES + 1, NULL, &s, &e), &e,
                        "count is 67108865, more than 67108864");
  lgjk_allocator bad = good;
  bad.struct_size = 4;
  expect_argument_error(lgjk_shapes3_create(&def, 1, &bad, &s, &e), &e,
                        "allocator->struct_size is 4, not 32: set it to sizeof(lgjk_allocator)");
  bad = good, bad.reserved = 1;
  expect_argument_error(lgjk_shapes3_create(&def, 1, &bad, &s, &e), &e, "allocator->reserved is not 0");
  bad = good, bad.allocate = NULL;
  expect_argument_error(lgjk_shapes3_create(&def, 1, &bad, &s, &e), &e, "allocator->allocate is NULL");
  bad = good, bad.release = NULL;
  expect_argument_error(lgjk_shapes3_create(&def, 1, &bad, &s, &e), &e, "allocator->release is NULL");
  assert_null(s);
}

static void get_checks_its_arguments(void** state) {
  (void)state;
  const lgjk_shape3_def def = BOX3;
  lgjk_shapes3* s = NULL;
  assert_int_equal(lgjk_shapes3_create(&def, 1, NULL, &s, NULL), LGJK_OK);
  lgjk_shape3_info info;
  lgjk_shape3_info_init(&info);
  lgjk_error e;
  lgjk_error_init(&e);
  expect_argument_error(lgjk_shapes3_get(NULL, 0, &info, NULL, 0, &e), &e, "shapes is NULL");
  expect_argument_error(lgjk_shapes3_get(s, 1, &info, NULL, 0, &e), &e, "index is 1, but the set has 1 shapes");
  expect_argument_error(lgjk_shapes3_get(s, 0, NULL, NULL, 0, &e), &e, "info is NULL");
  info.struct_size = 12;
  expect_argument_error(lgjk_shapes3_get(s, 0, &info, NULL, 0, &e), &e,
                        "info->struct_size is 12, not 56: was lgjk_shape3_info_init called?");
  lgjk_shapes3_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_members_are_named),
      cmocka_unit_test(cores_beyond_the_domain_are_named),
      cmocka_unit_test(flattened_cores_are_named),
      cmocka_unit_test(maps_that_flatten_are_named),
      cmocka_unit_test(members_of_other_kinds_are_refused),
      cmocka_unit_test(least_singular_value_has_a_sharp_limit),
      cmocka_unit_test(too_many_vertices_are_an_error),
      cmocka_unit_test(first_offender_is_reported_whatever_is_wrong_with_it),
      cmocka_unit_test(full_pool_is_an_error),
      cmocka_unit_test(create_checks_its_arguments),
      cmocka_unit_test(get_checks_its_arguments),
  };
  return cmocka_run_group_tests_name("shapes3_errors", tests, NULL, NULL);
}
