// What is wrong with a shape definition or an argument is named: code, index and text of every error that building and
// reading a shape set can report. Compiled once for each dimension.
#include "test.h"
#include "shape/builder.h"
#include "shape_kinds.h"

enum { DEF_SIZE = DIM == 2 ? 56 : 80, INFO_SIZE = DIM == 2 ? 36 : 56 };

static const char axis_names[] = "xyz";
static const char* const kind_names[] = {"points", "box", DIM == 2 ? "ellipse" : "ellipsoid", "cylinder", "cone"};
static const char* const reach = DIM == 2 ? "1e6" : "1e5";

// The definition stands third, behind two good ones.
__attribute__((format(printf, 2, 3))) static void expect_shape_error(lgjk_shapeN_def bad, const char* format, ...) {
  const lgjk_shapeN_def defs[4] = {POINTSN, sized_defN(LGJK_SHAPEN_BOX, 1, 1, 1), bad, bad};
  lgjk_shapesN* const untouched = (lgjk_shapesN*)(void*)&defs;
  lgjk_shapesN* shapes = untouched;
  char text[sizeof(lgjk_error)];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(lgjk_shapesN_create(defs, 4, NULL, &shapes, &error), LGJK_ERROR_SHAPE);
  assert_int_equal(strncmp(error.text, "defs[2]: ", 9), 0);
  assert_string_equal(error.text + 9, text);
  assert_int_equal(error.code, LGJK_ERROR_SHAPE);
  assert_int_equal(error.index, 2);
  assert_ptr_equal(shapes, untouched);
  assert_int_equal(lgjk_shapesN_create(defs, 4, NULL, &shapes, NULL), LGJK_ERROR_SHAPE);
}

// EXPECT(definition, change, format of the text, its arguments...)
#define EXPECT(def_expression, change, ...) \
  do {                                      \
    lgjk_shapeN_def bad = def_expression;   \
    change;                                 \
    expect_shape_error(bad, __VA_ARGS__);   \
  } while (0)

// Members that every kind has, and its sizes.
static void expect_bad_numbers(uint32_t kind) {
  const lgjk_shapeN_def def = def_of(kind);
  EXPECT(def, bad.radius = -1e-30f, "radius is negative");
  EXPECT(def, bad.radius = NAN, "radius is not finite");
  EXPECT(def, bad.radius = INFINITY, "radius is not finite");
  EXPECT(def, bad.radius = (float)REACH + 1, "radius is above %s", reach);
  for (int k = 0; k < DIM * DIM; ++k) {
    EXPECT(def, bad.map[k] = NAN, "map[%d] is not finite", k);
    EXPECT(def, bad.map[k] = -INFINITY, "map[%d] is not finite", k);
  }
  for (int k = 0; k < sizes_of(kind); ++k) {
    EXPECT(def, bad.size[k] = 0, "size[%d] is not above 0", k);
    EXPECT(def, bad.size[k] = -0.0f, "size[%d] is not above 0", k);
    EXPECT(def, bad.size[k] = -1, "size[%d] is not above 0", k);
    EXPECT(def, bad.size[k] = NAN, "size[%d] is not finite", k);
    EXPECT(def, bad.size[k] = INFINITY, "size[%d] is not finite", k);
  }
}

TEST(bad_members_are_named) {
  EXPECT(POINTSN, bad.struct_size = 8, "struct_size is 8, not %d: was lgjk_shape%d_def_init called?", DEF_SIZE, DIM);
  EXPECT(POINTSN, bad.struct_size = DEF_SIZE + 4,
         "struct_size is %d, not %d: is the header of another version than this library, lanegjk %d.%d.%d?",
         DEF_SIZE + 4, DEF_SIZE, LGJK_VERSION_MAJOR, LGJK_VERSION_MINOR, LGJK_VERSION_PATCH);
  EXPECT(POINTSN, bad.kind = DIM == 2 ? 3 : 5, "kind %d is unknown", DIM == 2 ? 3 : 5);
  EXPECT(POINTSN, bad.points = NULL, "points is NULL");
  EXPECT(POINTSN, bad.point_count = 0, "point_count is 0");
  for (int off = 1; off < 4; ++off) {
    EXPECT(POINTSN, bad.points = (const void*)((const char*)bad.points + off), "points is not aligned to 4 bytes");
  }
  const char stride[] = "point_stride is %d, not 0 or a multiple of 4 that is at least %d";
  EXPECT(POINTSN, bad.point_stride = 4 * DIM - 4, stride, 4 * DIM - 4, 4 * DIM);
  EXPECT(POINTSN, bad.point_stride = 4 * DIM + 2, stride, 4 * DIM + 2, 4 * DIM);
  for (uint32_t kind = 0; kind < KINDS; ++kind) expect_bad_numbers(kind);
}

TEST(cores_beyond_the_domain_are_named) {
  const char last = axis_names[DIM - 1], *const round = kind_names[LGJK_SHAPEN_ELLIPSE];
  const lgjk_shapeN_def ellipse = def_of(LGJK_SHAPEN_ELLIPSE);
  const char text[] = "size: the %s reaches beyond +-%s in %c once mapped";
  float not_finite[4 * DIM], beyond[3 * DIM] = {0};
  memcpy(not_finite, unit_pointsN, sizeof not_finite);
  not_finite[3 * DIM + 1] = NAN;
  EXPECT(POINTSN, bad.points = not_finite, "points[3].y is not finite");
  beyond[2 * DIM] = beyond[2 * DIM + 1] = 1;
  for (int k = 0; k < DIM; ++k) {
    beyond[DIM + k] = -(float)REACH - 1;
    EXPECT(points_defN(beyond, 3), (void)0, "points[1].%c is beyond +-%s once mapped", axis_names[k], reach);
    beyond[DIM + k] = 0;
  }
  EXPECT(POINTSN, set_diagonalN(&bad, 1, 2.0f * REACH, 1), "points[2].y is beyond +-%s once mapped", reach);
  EXPECT(BOXN, bad.size[0] = 2.0f * REACH, text, "box", reach, 'x');
  EXPECT(BOXN, bad.map[DIM * DIM - 1] = 1e38f, text, "box", reach, last);
  EXPECT(BOXN, bad.map[1] = 0.5f * REACH, text, "box", reach, 'x');
  EXPECT(ellipse, bad.size[1] = 2.0f * REACH, text, round, reach, 'y');
  EXPECT(ellipse, (bad.map[0] = 0.9f * REACH, bad.map[1] = 0.45f * REACH), text, round, reach, 'x');
#if DIM == 2
  EXPECT(ellipse, set_map(&bad, 9e5f, 4.5e5f, 0, 1), text, round, reach, 'x');
  EXPECT(ellipse, set_map(&bad, 0, 1, 9e5f, 4.5e5f), text, round, reach, 'y');
#else
  EXPECT(def_of(LGJK_SHAPE3_CYLINDER), bad.size[1] = 2e5f, text, "cylinder", reach, 'z');
  EXPECT(def_of(LGJK_SHAPE3_CYLINDER), (bad.map[0] = 6e4f, bad.map[2] = 3e4f), text, "cylinder", reach, 'x');
  EXPECT(def_of(LGJK_SHAPE3_CONE), bad.map[4] = -1e30f, text, "cone", reach, 'y');
#endif
}

TEST(flattened_cores_are_named) {
  const char* const text = DIM == 2 ? "map: a semi-axis of the mapped %s is below 1e-12"
                                    : "map: a singular value of the mapped %s is below 1e-10";
  const float tiny = DIM == 2 ? 1e-13f : 1e-12f;
  for (uint32_t kind = LGJK_SHAPEN_ELLIPSE; kind < KINDS; ++kind) {
    const lgjk_shapeN_def def = def_of(kind);
    EXPECT(def, set_diagonalN(&bad, tiny, 1, 1), text, kind_names[kind]);
    EXPECT(def, set_diagonalN(&bad, 1, tiny, 1), text, kind_names[kind]);
    EXPECT(def, set_diagonalN(&bad, -1, tiny, 1), text, kind_names[kind]);
    if (DIM == 3) EXPECT(def, set_diagonalN(&bad, 1e4f, 1e4f, 1e-12f), text, kind_names[kind]);
    EXPECT(def, set_diagonalN(&bad, 1e-44f, 1e-44f, 1e-44f), text, kind_names[kind]);
    EXPECT(sized_defN(kind, 0.25f, 0.25f, 0.25f), set_diagonalN(&bad, 1e-45f, 1e-45f, 1e-45f), text,
           kind_names[kind]); // nothing is left of it
  }
}

static void put_on_circle(float* points, int count, float radius, float step) {
  for (int i = 0; i < count; ++i) {
    points[DIM * i + DIM - 1] = 1.0f; // z
    points[DIM * i] = radius * cosf((float)i * step);
    points[DIM * i + 1] = radius * sinf((float)i * step);
  }
}

TEST(too_many_vertices_are_an_error) {
  const char* text = DIM == 2 ? "300 vertices, more than 256" : "more than 256 vertices";
  float circle[300 * DIM];
  put_on_circle(circle, 300, 100.0f, 0.02f);
  EXPECT(points_defN(circle, 300), (void)0, "points: the hull has %s", text);
  if (DIM == 3) circle[DIM - 1] = 0.0f;
  EXPECT(points_defN(circle, 300), (void)0, "points: the hull has %s", text);
}

// Maps that were filled in part, and others of determinant 0. All zero is the identity.
TEST(maps_that_flatten_are_named) {
#if DIM == 2
  static const float maps[][4] = {{1},          {2},          {0, 0, 0, 1},    {0, 1},
                                  {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0.5f, 2, 1}, {0.1f, 0.3f, 0.2f, 0.6f}};
#else
  static const float maps[][9] = {{1},
                                  {1, 0, 0, 1},
                                  {1, 0, 0, 0, 1},
                                  {1, 0, 0, 0, 1, 0, 0, 0, 0},
                                  {0, 0, 0, 0, 1, 0, 0, 0, 1},
                                  {1, 2, 3, 4, 5, 6, 7, 8, 9},
                                  {1, 2, 3, 2, 4, 6, 3, 6, 9},
                                  {1, 1, 0, 1, 1, 0, 0, 0, 1}};
#endif
  for (uint32_t kind = 0; kind < KINDS; ++kind) {
    for (size_t k = 0; k < sizeof maps / sizeof maps[0]; ++k) {
      EXPECT(def_of(kind), memcpy(bad.map, maps[k], sizeof maps[k]),
             "map has determinant 0, which would flatten the core");
    }
  }
}

// What a kind has no use for is more likely meant for another kind: half extents given to a cylinder.
TEST(members_of_other_kinds_are_refused) {
  for (uint32_t kind = LGJK_SHAPEN_BOX; kind < KINDS; ++kind) {
    const lgjk_shapeN_def def = def_of(kind);
    EXPECT(def, bad.points = unit_pointsN, "points is set, but the kind has none");
    EXPECT(def, bad.point_count = 4, "point_count is set, but the kind has no points");
    EXPECT(def, bad.point_count = 1, "point_count is set, but the kind has no points");
    EXPECT(def, bad.point_stride = 4 * DIM, "point_stride is set, but the kind has no points");
    for (int k = sizes_of(kind); k < DIM; ++k) {
      EXPECT(def, bad.size[k] = 1, "size[%d] is set: a radius and a half height are all", k);
      EXPECT(def, bad.size[k] = -1, "size[%d] is set: a radius and a half height are all", k);
    }
  }
  for (int k = 0; k < DIM; ++k) {
    EXPECT(POINTSN, bad.size[k] = 1, "size[%d] is set, but kind POINTS has none", k);
    EXPECT(POINTSN, bad.size[k] = NAN, "size[%d] is set, but kind POINTS has none", k);
  }
}

#if DIM == 3
// The limit itself is allowed, a little less is not, whatever the other two singular values are.
TEST(least_singular_value_has_a_sharp_limit) {
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
#endif

TEST(first_offender_is_reported_whatever_is_wrong_with_it) {
  float not_finite[DIM] = {0};
  not_finite[DIM - 1] = INFINITY;
  lgjk_shapeN_def defs[2] = {points_defN(not_finite, 1), POINTSN};
  defs[1].point_count = 0;
  lgjk_shapesN* shapes = NULL;
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(lgjk_shapesN_create(defs, 2, NULL, &shapes, &error), LGJK_ERROR_SHAPE);
  assert_int_equal(error.index, 0);
  assert_string_equal(error.text,
                      DIM == 2 ? "defs[0]: points[0].y is not finite" : "defs[0]: points[0].z is not finite");
}

TEST(full_pool_is_an_error) {
  enum { COUNT = DIM == 2 ? 9 : 4 };
  lgjk_shapeN record;
  lgjk_pointN points[COUNT];
  uint32_t scratch[2 * LGJK_HULLN_SCRATCH(COUNT)];
  float nonagon[9 * DIM];
  put_on_circle(nonagon, 9, 1.0f, 0.7f);
  lgjk_shapeN_def def = DIM == 2 ? points_defN(nonagon, 9) : POINTSN;
  lgjk_builderN builder = {.shape = &record, .points = points, .scratch = scratch};
  builder.pool_count = INT32_MAX - (DIM == 2 ? lgjk_builderN_pool_size(9) : 80) + 1;
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(lgjk_builderN_add(&builder, &def, 0, &error), LGJK_ERROR_SHAPE);
  assert_string_equal(error.text, DIM == 2 ? "defs[0]: points: the set has no room for more large hulls"
                                           : "defs[0]: points: the set has no room for more hulls");
  def.point_count = 2; // a segment needs no room
  assert_int_equal(lgjk_builderN_add(&builder, &def, 0, &error), LGJK_OK);
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

TEST(create_checks_its_arguments) {
  const lgjk_shapeN_def def = BOXN;
  const lgjk_allocator good = {(uint32_t)sizeof good, 0, never_allocate, never_release, NULL};
  lgjk_shapesN* s = NULL;
  lgjk_error e = {.struct_size = sizeof e};
  expect_argument_error(lgjk_shapesN_create(NULL, 1, NULL, &s, &e), &e, "defs is NULL");
  expect_argument_error(lgjk_shapesN_create(&def, 1, NULL, NULL, &e), &e, "out is NULL");
  expect_argument_error(lgjk_shapesN_create(&def, LGJK_MAX_SHAPES + 1, NULL, &s, &e), &e,
                        "count is 67108865, more than 67108864");
  lgjk_allocator bad = good;
  bad.struct_size = 4;
  expect_argument_error(lgjk_shapesN_create(&def, 1, &bad, &s, &e), &e,
                        "allocator->struct_size is 4, not 32: set it to sizeof(lgjk_allocator)");
  bad = good, bad.reserved = 1;
  expect_argument_error(lgjk_shapesN_create(&def, 1, &bad, &s, &e), &e, "allocator->reserved is not 0");
  bad = good, bad.allocate = NULL;
  expect_argument_error(lgjk_shapesN_create(&def, 1, &bad, &s, &e), &e, "allocator->allocate is NULL");
  bad = good, bad.release = NULL;
  expect_argument_error(lgjk_shapesN_create(&def, 1, &bad, &s, &e), &e, "allocator->release is NULL");
  assert_null(s);
}

TEST(get_checks_its_arguments) {
  const lgjk_shapeN_def def = BOXN;
  lgjk_shapesN* s = NULL;
  assert_int_equal(lgjk_shapesN_create(&def, 1, NULL, &s, NULL), LGJK_OK);
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  lgjk_error e = {.struct_size = sizeof e};
  expect_argument_error(lgjk_shapesN_get(NULL, 0, &info, NULL, 0, &e), &e, "shapes is NULL");
  expect_argument_error(lgjk_shapesN_get(s, 1, &info, NULL, 0, &e), &e, "index is 1, but the set has 1 shapes");
  expect_argument_error(lgjk_shapesN_get(s, 0, NULL, NULL, 0, &e), &e, "info is NULL");
  lgjk_shapeN_info many[2] = {info, info};
  float* into = &many[0].bound; // of the info itself
  expect_argument_error(lgjk_shapesN_get(s, 0, &many[0], into, 1, &e), &e, "vertices overlaps info");
  expect_argument_error(lgjk_shapesN_get(s, 0, &many[1], into, 4, &e), &e, "vertices overlaps info");
  expect_argument_error(lgjk_shapesN_get(s, 0, &many[0], (float*)(void*)((char*)many + 2), 4, &e), &e,
                        "vertices is not aligned to 4 bytes");
  assert_memory_equal(&many[0], &info, sizeof info);
  assert_memory_equal(&many[1], &info, sizeof info);
  assert_int_equal(lgjk_shapesN_get(s, 0, &many[0], into, 0, &e), LGJK_OK);
  assert_int_equal(lgjk_shapesN_get(s, 0, &many[0], (float*)(void*)&many[1], 4, &e), LGJK_OK);
  info.struct_size = 12;
  char text[100];
  snprintf(text, sizeof text, "info->struct_size is 12, not %d: was lgjk_shape%d_info_init called?", INFO_SIZE, DIM);
  expect_argument_error(lgjk_shapesN_get(s, 0, &info, NULL, 0, &e), &e, text);
  lgjk_shapesN_destroy(s);
}

#if DIM == 2 // the struct is the same in both
// A caller built against another version may pass a shorter struct: nothing behind it is written, text still ends.
TEST(error_struct_size_is_respected) {
  for (uint32_t size = 0; size <= sizeof(lgjk_error) + 8; ++size) {
    struct {
      lgjk_error error;
      unsigned char behind[16];
    } memory;
    memset(&memory, 0x5A, sizeof memory);
    memory.error.struct_size = size;
    assert_int_equal(lgjk_shapesN_create(NULL, 1, NULL, NULL, &memory.error), LGJK_ERROR_ARGUMENT);
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
#endif
