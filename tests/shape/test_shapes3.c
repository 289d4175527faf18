// 3D shape sets: what becomes of each kind of definition under maps and radii, memory that fails or is badly aligned,
// and a caller whose floating-point environment is hostile. Hulls and errors have their own tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "counting_allocator.h"
#include "hostile_fp.h"
#include "shape/grid3.h"
#include "shape_defs3.h"
#include "shape/shapes3.h"

static lgjk_shapes3* create_or_fail(const lgjk_shape3_def* defs, uint32_t count, const lgjk_allocator* allocator) {
  lgjk_shapes3* shapes = NULL;
  lgjk_error error;
  lgjk_error_init(&error);
  const int32_t code = lgjk_shapes3_create(defs, count, allocator, &shapes, &error);
  assert_string_equal(error.text, "");
  assert_int_equal(error.code, LGJK_OK);
  assert_int_equal(code, LGJK_OK);
  assert_non_null(shapes);
  return shapes;
}

static lgjk_shape3_info info_of(const lgjk_shapes3* shapes, uint32_t index, float* vertices, uint32_t capacity) {
  lgjk_shape3_info info;
  lgjk_shape3_info_init(&info);
  assert_int_equal(lgjk_shapes3_get(shapes, index, &info, vertices, capacity, NULL), LGJK_OK);
  return info;
}

static void assert_floats(const float* actual, const float* expected, size_t count) {
  for (size_t i = 0; i < count; ++i) assert_memory_equal(&actual[i], &expected[i], sizeof(float));
}

static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

// ---------------------------------------------------------------- what is built

static void empty_set_has_the_stand_in_alone(void** state) {
  (void)state;
  lgjk_shapes3* shapes = create_or_fail(NULL, 0, NULL);
  assert_int_equal(lgjk_shapes3_count(shapes), 0);
  assert_int_equal(shapes->core_mask, 0);
  lgjk_shape3 stand_in;
  memset(&stand_in, 0, sizeof stand_in);
  stand_in.count = 1;
  stand_in.bound = NAN;
  assert_memory_equal(shapes->shape, &stand_in, sizeof stand_in);
  assert_int_equal(shapes->core[0], LGJK_CORE3_POINT);
  for (int i = 0; i < 96; ++i) assert_true(shapes->pool[i] == 0.0f);
  lgjk_shapes3_destroy(shapes);
  lgjk_shapes3_destroy(NULL);
  assert_int_equal(lgjk_shapes3_count(NULL), 0);
}

static void box_stays_a_box_under_scale_and_mirror(void** state) {
  (void)state;
  lgjk_shape3_def def = sized_def3(LGJK_SHAPE3_BOX, 2.0f, 3.0f, 1.0f);
  def.radius = 0.5f;
  set_diagonal3(&def, -1.5f, 2.0f, -1.0f);
  def.map[1] = -0.0f;
  lgjk_shapes3* shapes = create_or_fail(&def, 1, NULL);
  float v[24];
  const lgjk_shape3_info info = info_of(shapes, 0, v, 8);
  assert_int_equal(info.kind, LGJK_SHAPE3_BOX);
  assert_int_equal(info.vertex_count, 8);
  for (int i = 0; i < 8; ++i) {
    assert_floats(v + 3 * i, (float[3]){i & 1 ? -3.0f : 3.0f, i & 2 ? -6.0f : 6.0f, i & 4 ? -1.0f : 1.0f}, 3);
  }
  assert_floats(info.matrix, identity, 9);
  const lgjk_shape3* shape = shapes->shape;
  assert_floats(shape->small, (float[9]){3, 6, 1}, 9);
  assert_int_equal(shape->core, LGJK_CORE3_BOX);
  assert_int_equal(shape->count, 8);
  assert_int_equal(shape->pool, 0);
  assert_int_equal(shape->padded, 0);
  assert_true(shape->inner == 1.0f);
  const double diagonal = sqrt(46.0);
  assert_true((double)shape->bound >= diagonal && (double)shape->bound < diagonal * (1 + 2e-7));
  assert_true((double)info.bound >= (double)shape->bound + 0.5);
  assert_true(info.radius == 0.5f);
  lgjk_shapes3_destroy(shapes);
  set_diagonal3(&def, 1.0f, 0.25f, 1.0f);
  shapes = create_or_fail(&def, 1, NULL);
  assert_true(shapes->shape->inner == 0.75f);
  lgjk_shapes3_destroy(shapes);
}

static void sheared_or_flattened_box_becomes_points(void** state) {
  (void)state;
  lgjk_shape3_def defs[6];
  for (int i = 0; i < 6; ++i) defs[i] = sized_def3(LGJK_SHAPE3_BOX, 2.0f, 1.0f, 4.0f);
  set_map3(&defs[0], (float[9]){1, 1, 0, 0, 1, 0, 0, 0, 1});
  set_map3(&defs[1], (float[9]){0, 0, 1, 1, 0, 0, 0, 1, 0});
  set_diagonal3(&defs[2], 1, 1e-30f, 1); // maps of determinant 0 are refused, but sizes may underflow
  set_diagonal3(&defs[3], 1e-30f, 1e-30f, 1);
  defs[2].size[1] = defs[3].size[0] = defs[3].size[1] = 1e-30f;
  set_diagonal3(&defs[4], 1e-30f, 1e-30f, 1e-30f);
  for (int i = 0; i < 3; ++i) defs[4].size[i] = 1e-30f;
  set_diagonal3(&defs[5], 1, 1, 1e-45f);
  defs[5].size[2] = 0.25f; // the third half extent underflows
  lgjk_shapes3* shapes = create_or_fail(defs, 6, NULL);
  const float sheared[24] = {-3, -1, -4, -3, -1, 4, -1, 1, -4, -1, 1, 4, 1, -1, -4, 1, -1, 4, 3, 1, -4, 3, 1, 4};
  const float turned[24] = {-4, -2, -1, -4, -2, 1, -4, 2, -1, -4, 2, 1, 4, -2, -1, 4, -2, 1, 4, 2, -1, 4, 2, 1};
  const float square[12] = {-2, 0, -4, -2, 0, 4, 2, 0, -4, 2, 0, 4};
  const float flat[12] = {-2, -1, 0, -2, 1, 0, 2, -1, 0, 2, 1, 0};
  const float segment[6] = {0, 0, -4, 0, 0, 4}, point[3] = {0, 0, 0};
  const float* const expected[6] = {sheared, turned, square, segment, point, flat};
  const uint32_t count[6] = {8, 8, 4, 2, 1, 4};
  for (uint32_t i = 0; i < 6; ++i) {
    float v[24];
    const lgjk_shape3_info info = info_of(shapes, i, v, 8);
    assert_int_equal(info.kind, LGJK_SHAPE3_POINTS);
    assert_int_equal(info.vertex_count, count[i]);
    assert_floats(v, expected[i], 3 * count[i]);
    assert_floats(info.matrix, identity, 9);
    assert_int_equal(shapes->shape[i].inner > 0.0f, i < 2);
  }
  assert_true((double)shapes->shape[1].inner > 0.99999);
  lgjk_shapes3_destroy(shapes);
}

// A struct made by hand has zeros for what it does not name.
static void zero_map_is_the_identity(void** state) {
  (void)state;
  lgjk_shape3_def defs[5];
  for (uint32_t i = 0; i < 5; ++i) {
    const float third = i < 2 ? 4.0f : 0.0f; // of boxes and ellipsoids
    defs[i] = (lgjk_shape3_def){.struct_size = sizeof defs[i], .kind = LGJK_SHAPE3_BOX + i, .size = {2, 1, third}};
  }
  const float corner[12] = {-2, -1, 0, -1, 1, 0, 1, -1, 0, 1, 1, 3};
  defs[4] = (lgjk_shape3_def){.struct_size = sizeof defs[4], .points = corner, .point_count = 4, .map = {-0.0f}};
  lgjk_shapes3* shapes = create_or_fail(defs, 5, NULL);
  for (uint32_t i = 0; i < 5; ++i) {
    lgjk_shape3_def given = defs[i], same = given;
    set_diagonal3(&same, 1, 1, 1);
    lgjk_shapes3* mapped = create_or_fail(&same, 1, NULL);
    float v[24], expected[24];
    const lgjk_shape3_info info = info_of(shapes, i, v, 8), identical = info_of(mapped, 0, expected, 8);
    assert_int_equal(info.kind, given.kind);
    assert_memory_equal(&info, &identical, sizeof info);
    assert_floats(v, expected, 3 * info.vertex_count);
    lgjk_shapes3_destroy(mapped);
  }
  lgjk_shapes3_destroy(shapes);
}

// ---------------------------------------------------------------- ellipsoid, cylinder, cone

// The greatest product of a direction with a point of the core.
static long double height(uint32_t kind, const float* m, const long double* d) {
  long double along[3];
  for (int i = 0; i < 3; ++i) {
    along[i] = (long double)m[i] * d[0] + (long double)m[3 + i] * d[1] + (long double)m[6 + i] * d[2];
  }
  const long double across = hypotl(along[0], along[1]);
  if (kind == LGJK_SHAPE3_ELLIPSOID) return hypotl(across, along[2]);
  if (kind == LGJK_SHAPE3_CYLINDER) return across + fabsl(along[2]);
  return fmaxl(across - along[2], along[2]);
}

// Heights over the unit sphere reach from the radius of the greatest ball inside to that of the least around. No
// direction is farther than 0.0056 from one that is measured, which is what the least may be off by, times the most.
static void measure(uint32_t kind, const float* m, long double* least, long double* most) {
  *least = INFINITY;
  *most = 0;
  for (int i = 0; i <= 160; ++i) {
    const long double polar = 3.14159265358979323846L * i / 160;
    for (int j = 0; j < 320; ++j) {
      const long double around = 3.14159265358979323846L * j / 160;
      const long double d[3] = {sinl(polar) * cosl(around), sinl(polar) * sinl(around), cosl(polar)};
      const long double h = height(kind, m, d);
      *least = fminl(*least, h);
      *most = fmaxl(*most, h);
    }
  }
}

// Upright, turned, mirrored and needle-like: the radii are right. Sheared: they are on the safe side, by a factor of 2
// and the sharpest corner of the core at most.
static void smooth_cores_have_their_matrix_and_radii(void** state) {
  (void)state;
  const float maps[][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},
                           {0.6f, 0, 0.8f, 0, -1, 0, -0.8f, 0, 0.6f},
                           {0, 0, 2, 0, 0.01f, 0, -3, 0, 0},
                           {1, 0.25f, -0.5f, 0, 2, 0.3f, 0.1f, -0.7f, 1.5f}};
  for (uint32_t i = 0; i < 12; ++i) {
    const uint32_t kind = LGJK_SHAPE3_ELLIPSOID + i % 3, map = i / 3;
    lgjk_shape3_def def = sized_def3(kind, 2.0f, 0.25f, 0.75f);
    set_map3(&def, maps[map]);
    def.radius = 0.75f;
    lgjk_shapes3* shapes = create_or_fail(&def, 1, NULL);
    const lgjk_shape3* shape = shapes->shape;
    const lgjk_shape3_info info = info_of(shapes, 0, NULL, 0);
    const int axis_size[2][3] = {{0, 1, 2}, {0, 0, 1}};
    float matrix[9];
    for (int k = 0; k < 9; ++k)
      matrix[k] = maps[map][k] * def.size[axis_size[kind != LGJK_SHAPE3_ELLIPSOID][k % 3]] + 0.0f;
    assert_floats(shape->small, matrix, 9);
    assert_floats(info.matrix, matrix, 9);
    assert_int_equal(info.kind, kind);
    assert_int_equal(info.vertex_count, 0);
    assert_int_equal(shape->core, LGJK_CORE3_ELLIPSOID + i % 3);
    assert_int_equal(shapes->core_mask, 1u << shape->core);
    long double least, most;
    measure(kind, matrix, &least, &most);
    assert_true((long double)shape->inner <= least && (long double)shape->bound >= most);
    assert_true((long double)shape->inner > least * (map < 3 ? 1.0L : 0.5L) - 0.006L * most);
    assert_true((long double)shape->bound < most * (map < 3 ? 1.0005L : 1.5L));
    assert_true(info.bound >= shape->bound + def.radius);
    lgjk_shapes3_destroy(shapes);
  }
}

// Along the axes everything is known in closed form: to the last place outwards, to 2e-6 inwards.
static void upright_smooth_cores_have_tight_radii(void** state) {
  (void)state;
  for (int i = 0; i < 25; ++i) {
    const float r = powf(10.0f, (float)(i % 5) * 3 - 8), h = powf(10.0f, (float)(i / 5) * 3 - 8);
    const double x = (double)r, z = (double)h, rim = sqrt(x * x + z * z);
    const double most[3] = {fmax(x, z), rim, rim};
    const double least[3] = {fmin(x, z), fmin(x, z), 1.0 / sqrt(4.0 / (x * x) + 1.0 / (z * z))};
    lgjk_shape3_def defs[3] = {sized_def3(LGJK_SHAPE3_ELLIPSOID, r, r, h), sized_def3(LGJK_SHAPE3_CYLINDER, r, h, 0),
                               sized_def3(LGJK_SHAPE3_CONE, r, h, 0)};
    lgjk_shapes3* shapes = create_or_fail(defs, 3, NULL);
    for (int k = 0; k < 3; ++k) {
      const lgjk_shape3* shape = &shapes->shape[k];
      assert_true((double)shape->bound >= most[k] * (1 - 1e-15) && (double)shape->bound < most[k] * (1 + 1.3e-7));
      assert_true((double)shape->inner <= least[k] && (double)shape->inner > least[k] * (1 - 2e-6));
    }
    lgjk_shapes3_destroy(shapes);
  }
}

// ---------------------------------------------------------------- maps, radii, strides

// In float the product would round to 1 + 2^-22 and the sum to 0.
static void map_is_applied_in_double_and_rounded_once(void** state) {
  (void)state;
  const float p[3] = {1.0f + 0x1p-23f, 1.0f + 0x1p-22f, 0.0f}, q[3] = {0.0f, 1.0f + 0x1p-22f, 1.0f + 0x1p-23f};
  lgjk_shape3_def defs[2] = {points_def3(p, 1), points_def3(q, 1)};
  set_map3(&defs[0], (float[9]){1.0f + 0x1p-23f, -1.0f, 0, -1.0f - 0x1p-23f, 1.0f + 0x1p-23f, 0, 0, 0, 1});
  set_map3(&defs[1], (float[9]){1, 0, 0, 0, 2, 0, 0, -1.0f, 1.0f + 0x1p-23f});
  lgjk_shapes3* shapes = create_or_fail(defs, 2, NULL);
  float v[3];
  info_of(shapes, 0, v, 1);
  assert_floats(v, (float[3]){0x1p-46f, 0x1p-23f + 0x1p-46f, 0}, 3);
  info_of(shapes, 1, v, 1);
  assert_floats(v, (float[3]){0, 2.0f + 0x1p-21f, 0x1p-46f}, 3);
  lgjk_shapes3_destroy(shapes);
}

static void bound_with_rounding_is_rounded_up(void** state) {
  (void)state;
  const float p[3] = {0.0f, 0.0f, 1.0f};
  lgjk_shape3_def defs[3];
  for (int i = 0; i < 3; ++i) defs[i] = points_def3(p, 1);
  defs[1].radius = 1e-30f; // vanishes even in double
  defs[2].radius = 0.5f;
  lgjk_shapes3* shapes = create_or_fail(defs, 3, NULL);
  assert_true(info_of(shapes, 0, NULL, 0).bound == 1.0f);
  assert_true(info_of(shapes, 1, NULL, 0).bound == 1.0f + 0x1p-23f);
  assert_true(info_of(shapes, 2, NULL, 0).bound == 1.5f);
  assert_true(shapes->shape[2].radius == 0.5f && shapes->shape[2].bound == 1.0f);
  lgjk_shapes3_destroy(shapes);
}

static void point_stride_and_partial_get(void** state) {
  (void)state;
  const float padded[16] = {0, 0, 0, NAN, 1, 0, 0, NAN, 0, 1, 0, NAN, 0, 0, 1, NAN};
  lgjk_shape3_def def = points_def3(padded, 4);
  def.point_stride = 16;
  lgjk_shapes3* shapes = create_or_fail(&def, 1, NULL);
  float v[12] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
  assert_int_equal(info_of(shapes, 0, v, 3).vertex_count, 4);
  assert_floats(v, (float[12]){0, 0, 0, 0, 0, 1, 0, 1, 0, 9, 9, 9}, 12);
  info_of(shapes, 0, NULL, 4);
  lgjk_shapes3_destroy(shapes);
}

// ---------------------------------------------------------------- memory

static uint32_t varied_defs(lgjk_shape3_def* defs) {
  static float many[300];
  for (int i = 0; i < 100; ++i) {
    const float x = (float)(i % 10) - 4.5f, y = (float)(i / 10) - 4.5f;
    many[3 * i] = x;
    many[3 * i + 1] = y;
    many[3 * i + 2] = (x * x + y * y) * 0.125f;
  }
  const uint32_t counts[] = {1, 2, 4, 8, 16, 30, 100, 60};
  for (int i = 0; i < 8; ++i) defs[i] = points_def3(many, counts[i]);
  defs[8] = BOX3;
  defs[9] = BOX3;
  defs[10] = ELLIPSOID3;
  defs[11] = CYLINDER3;
  defs[12] = CONE3;
  for (uint32_t i = 0; i < 13; ++i) {
    defs[i].radius = 0.1f * (float)i;
    const float tilt = i % 2 ? 0.3f : 0.0f;
    set_map3(&defs[i], (float[9]){0.9f, -tilt, 0, tilt, 1.1f, 0, 0, tilt, 0.8f});
  }
  return 13;
}

static uint32_t face_units(const lgjk_shape3* hull, const float* pool) {
  const lgjk_face3* last = lgjk_shape3_faces(hull, pool) + hull->face_count - 1;
  return hull->face_count + (last->start + last->count + 15u) / 16;
}

// Floats of the cells of a LARGE hull, lists of more vertices included.
static uint32_t cell_floats(const lgjk_shape3* shape, const float* pool) {
  const uint32_t* word = (const uint32_t*)(const void*)(pool + shape->pool + 3 * shape->padded);
  const uint32_t steps = (uint32_t)(2 * shape->cells.half_steps), cells = 6 * steps * steps;
  uint32_t end = cells;
  for (uint32_t c = 0; c < cells; ++c) end += word[2 * c + 1] & 0xFF;
  return 2 * end;
}

static void cores_and_kinds_are_listed(void** state) {
  (void)state;
  lgjk_shape3_def defs[13];
  lgjk_shapes3* shapes = create_or_fail(defs, varied_defs(defs), NULL);
  const uint8_t core[14] = {LGJK_CORE3_POINT,  LGJK_CORE3_SEGMENT, LGJK_CORE3_HULL16,    LGJK_CORE3_HULL16,
                            LGJK_CORE3_HULL16, LGJK_CORE3_HULL32,  LGJK_CORE3_LARGE,     LGJK_CORE3_LARGE,
                            LGJK_CORE3_BOX,    LGJK_CORE3_HULL16,  LGJK_CORE3_ELLIPSOID, LGJK_CORE3_CYLINDER,
                            LGJK_CORE3_CONE,   LGJK_CORE3_POINT};
  const uint32_t kind[13] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 3, 4};
  assert_memory_equal(shapes->core, core, sizeof core);
  for (uint32_t i = 0; i < 13; ++i) assert_int_equal(info_of(shapes, i, NULL, 0).kind, kind[i]);
  assert_int_equal(shapes->core_mask, (1u << LGJK_CORE3_CLASSES) - 1);
  uint32_t end = 96, faces = 0; // rows follow each other without gaps, in both directions
  for (uint32_t i = 0; i < 13; ++i) {
    const lgjk_shape3* shape = &shapes->shape[i];
    assert_int_equal(shape->core, core[i]);
    if (shape->padded == 0) continue;
    assert_int_equal(shape->pool, end);
    assert_int_equal(shape->pool % 16, 0);
    uint32_t more = core[i] == LGJK_CORE3_HULL16 ? LGJK_GRID_WORDS : 0;
    if (core[i] == LGJK_CORE3_LARGE) more = cell_floats(shape, shapes->pool);
    end += (3 * shape->padded + more + 15) / 16 * 16;
    faces += face_units(shape, shapes->pool);
    assert_int_equal(shape->faces, faces);
  }
  lgjk_shapes3_destroy(shapes);
}

static void nothing_leaks_when_an_allocation_fails(void** state) {
  (void)state;
  lgjk_shape3_def defs[13];
  const uint32_t n = varied_defs(defs);
  for (int fail_at = 1; fail_at <= 3; ++fail_at) {
    counting c = {0, 0, fail_at, 0};
    const lgjk_allocator allocator = counting_allocator(&c);
    lgjk_shapes3* shapes = NULL;
    lgjk_error error;
    lgjk_error_init(&error);
    const int32_t code = lgjk_shapes3_create(defs, n, &allocator, &shapes, &error);
    if (fail_at == 3) { // there are two allocations, one stays
      assert_int_equal(code, LGJK_OK);
      assert_int_equal(c.allocations, 2);
      assert_int_equal(c.live, 1);
      lgjk_shapes3_destroy(shapes);
    } else {
      assert_int_equal(code, LGJK_ERROR_MEMORY);
      assert_int_equal(error.code, LGJK_ERROR_MEMORY);
      assert_non_null(strstr(error.text, fail_at == 1 ? "bytes to build in" : "no memory for a set of 13 shapes"));
      assert_null(shapes);
    }
    assert_int_equal(c.live, 0);
  }
  defs[5].points = (const float[3]){0, NAN, 0};
  counting c = {0};
  const lgjk_allocator allocator = counting_allocator(&c);
  lgjk_shapes3* shapes = NULL;
  assert_int_equal(lgjk_shapes3_create(defs, n, &allocator, &shapes, NULL), LGJK_ERROR_SHAPE);
  assert_int_equal(c.live, 0);
}

static void assert_same_set(const lgjk_shapes3* a, const lgjk_shapes3* b) {
  assert_int_equal(a->count, b->count);
  assert_int_equal(a->core_mask, b->core_mask);
  assert_memory_equal(a->shape, b->shape, (a->count + 1) * sizeof *a->shape);
  for (uint32_t i = 0; i < a->count; ++i) {
    const lgjk_shape3* s = &a->shape[i];
    const uint32_t more = s->core == LGJK_CORE3_LARGE ? cell_floats(s, a->pool) : 0;
    const uint32_t floats = (3 * s->padded + more + 15) / 16 * 16;
    assert_memory_equal(a->pool + s->pool, b->pool + s->pool, floats * sizeof(float));
    if (floats == 0) continue;
    const lgjk_face3 *faces = lgjk_shape3_faces(s, a->pool), *same = lgjk_shape3_faces(s, b->pool);
    assert_memory_equal(faces, same, face_units(s, a->pool) * sizeof *faces);
  }
}

static void records_and_pool_are_aligned_to_cache_lines(void** state) {
  (void)state;
  lgjk_shape3_def defs[13];
  const uint32_t n = varied_defs(defs);
  lgjk_shapes3* plain = create_or_fail(defs, n, NULL);
  for (size_t offset = 0; offset < 64; offset += 16) {
    counting c = {0, 0, 0, offset};
    const lgjk_allocator allocator = counting_allocator(&c);
    lgjk_shapes3* shapes = create_or_fail(defs, n, &allocator);
    assert_int_equal((uintptr_t)shapes->shape % 64, 0);
    assert_int_equal((uintptr_t)shapes->pool % 64, 0);
    assert_same_set(plain, shapes);
    lgjk_shapes3_destroy(shapes);
    assert_int_equal(c.live, 0);
  }
  lgjk_shapes3_destroy(plain);
}

// ---------------------------------------------------------------- floating-point environment

static void hostile_environment_changes_no_bit_and_is_restored(void** state) {
  (void)state;
  lgjk_shape3_def defs[13];
  const uint32_t n = varied_defs(defs);
  const float denormals[12] = {1e-45f, 0, 2e-44f, 3e-42f, 1e-45f, 0, 0, 7e-40f, 0, 1e-41f, 1e-41f, 1e-41f};
  defs[3] = points_def3(denormals, 4);
  lgjk_shapes3* plain = create_or_fail(defs, n, NULL);
  assert_int_equal(plain->shape[3].count, 4);
  lgjk_shapes3* hostile = NULL;
  lgjk_shape3_info a = info_of(plain, 5, NULL, 0), b;
  lgjk_shape3_info_init(&b);
  hostile_fp fp = hostile_fp_begin();
  const int32_t code = lgjk_shapes3_create(defs, n, NULL, &hostile, NULL);
  const int kept_by_create = hostile_fp_end(fp);
  assert_int_equal(code, LGJK_OK);
  fp = hostile_fp_begin();
  lgjk_shapes3_get(hostile, 5, &b, NULL, 0, NULL);
  const int kept_by_get = hostile_fp_end(fp);
  assert_true(kept_by_create && kept_by_get);
  assert_same_set(plain, hostile);
  assert_memory_equal(&a, &b, sizeof a);
  lgjk_shapes3_destroy(plain);
  lgjk_shapes3_destroy(hostile);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(empty_set_has_the_stand_in_alone),
      cmocka_unit_test(box_stays_a_box_under_scale_and_mirror),
      cmocka_unit_test(sheared_or_flattened_box_becomes_points),
      cmocka_unit_test(zero_map_is_the_identity),
      cmocka_unit_test(smooth_cores_have_their_matrix_and_radii),
      cmocka_unit_test(upright_smooth_cores_have_tight_radii),
      cmocka_unit_test(map_is_applied_in_double_and_rounded_once),
      cmocka_unit_test(bound_with_rounding_is_rounded_up),
      cmocka_unit_test(point_stride_and_partial_get),
      cmocka_unit_test(cores_and_kinds_are_listed),
      cmocka_unit_test(nothing_leaks_when_an_allocation_fails),
      cmocka_unit_test(records_and_pool_are_aligned_to_cache_lines),
      cmocka_unit_test(hostile_environment_changes_no_bit_and_is_restored),
  };
  return cmocka_run_group_tests_name("shapes3", tests, NULL, NULL);
}
