// What shape sets are tested with, and the tests that one dimension has alone: a part of test_shapes.c.
#if DIM == 3
#include "shape/pool3.h"
#include "test_random.h"
#endif

#if DIM == 2

enum { CORNERS = 4, VARIED = 8 };
#define VARIED_TEXT "8"
#define ALL_CORES 0x7Fu // of those definitions

static const float identity[4] = {1, 0, 0, 1};

// A box of half extents 2 and 3 under a mirror and scales, and what it becomes.
static const float box_map[4] = {-0.5f, 0.0f, -0.0f, 2.0f}, box_half[4] = {1, 6, 0, 0};
static const float box_corners[8] = {-1, -6, 1, -6, 1, 6, -1, 6};

// Boxes that become points: map, half extents, vertices. Maps of determinant 0 are refused, but sizes may underflow.
static const struct lost_box {
  float map[4], size[2];
  uint32_t count;
  float vertices[8];
} lost_boxes[] = {
    {{1, 1, 0, 1}, {2, 1}, 4, {-3, -1, 1, -1, 3, 1, -1, 1}},
    {{1e-30f, 0, 0, 1}, {1e-30f, 1}, 2, {0, -1, 0, 1}},
    {{1e-30f, 0, 0, 1e-30f}, {1e-30f, 1e-30f}, 1, {0, 0}},
};

// What a zero map leaves alone: points, the corners of a box and the matrix of an ellipse of sizes 2 and 1.
static const float given_points[8] = {-2, -1, 2, -1, 2, 1, -2, 1};
static const float given_corners[8] = {-2, -1, 2, -1, 2, 1, -2, 1}, given_matrix[4] = {2, 0, 0, 1};

// Four points with something between them. Then the first three vertices of their hull, before what no one wrote.
static const float padded_points[12] = {0, 0, NAN, 1, 0, NAN, 1, 1, NAN, 0, 1, NAN};
static const float first_three[8] = {0, 0, 1, 0, 1, 1, 9, 9};
static const float denormals[6] = {1e-45f, 0, 3e-42f, 1e-45f, 0, 7e-40f};

// Sets the part of the map that concerns x and y: all of it.
static void set_plane_map(lgjk_shape2_def* def, float xx, float xy, float yx, float yy) {
  set_map(def, xx, xy, yx, yy);
}

// The record of a box or an ellipse has four numbers at the beginning of the row, nothing in the rest.
static void assert_record(const lgjk_shape2* shape, const float* expected) {
  const float zeros[16] = {0};
  assert_floats(shape->row, expected, 4);
  assert_floats(shape->row + 4, zeros, 12);
  assert_floats(shape->earlier, zeros, 2);
  assert_floats(shape->before, zeros, 2);
  assert_floats(shape->after, zeros, 4);
  assert_floats(shape->unused, zeros, sizeof shape->unused / sizeof(float));
}

// Definitions of all cores, with radii, every other one turned.
static void varied_defs(lgjk_shape2_def* defs) {
  static float many[200];
  for (int i = 0; i < 100; ++i) {
    many[2 * i] = (float)(i % 50) * 0.25f;
    many[2 * i + 1] = many[2 * i] * many[2 * i] * 0.125f + (float)(i / 50);
  }
  defs[0] = POINTSN;
  defs[1] = points_def(many, 100);
  defs[2] = BOXN;
  defs[3] = def_of(LGJK_SHAPE2_ELLIPSE);
  defs[4] = points_def(many, 40);
  defs[5] = points_def(many, 7);
  defs[6] = points_def(many, 2);
  defs[7] = points_def(many, 1);
  for (uint32_t i = 0; i < VARIED; ++i) {
    defs[i].radius = 0.1f * (float)i;
    set_map(&defs[i], 0.9f, i % 2 ? -0.3f : 0.0f, i % 2 ? 0.3f : 0.0f, 1.1f);
  }
}

static void assert_same_pool(const lgjk_shapes2* a, const lgjk_shapes2* b, const lgjk_shape2* s) {
  assert_memory_equal(a->pool + s->pool, b->pool + s->pool, 2 * s->padded * sizeof(float));
}

// Every direction's image of the unit circle lies between the two radii.
TEST(ellipse_matrix_and_radii) {
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
    assert_record(shape, expected);
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

#else

enum { CORNERS = 8, VARIED = 13 };
#define VARIED_TEXT "13"
#define ALL_CORES ((1u << LGJK_CORE3_KINDS) - 1) // of those definitions

static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

// A box of half extents 2, 3 and 1 under a mirror and scales, and what it becomes.
static const float box_map[9] = {-1.5f, -0.0f, 0, 0, 2, 0, 0, 0, -1}, box_half[9] = {3, 6, 1};
static const float box_corners[24] = {3, 6, 1,  -3, 6, 1,  3, -6, 1,  -3, -6, 1,
                                      3, 6, -1, -3, 6, -1, 3, -6, -1, -3, -6, -1};

// Boxes that become points: map, half extents, vertices. Maps of determinant 0 are refused, but sizes may underflow.
static const struct lost_box {
  float map[9], size[3];
  uint32_t count;
  float vertices[24];
} lost_boxes[] = {
    {{1, 1, 0, 0, 1, 0, 0, 0, 1}, {2, 1, 4}, 8, {-3, -1, -4, -3, -1, 4, -1, 1, -4, -1, 1, 4,
                                                 1,  -1, -4, 1,  -1, 4, 3,  1, -4, 3,  1, 4}},
    {{0, 0, 1, 1, 0, 0, 0, 1, 0}, {2, 1, 4}, 8, {-4, -2, -1, -4, -2, 1, -4, 2, -1, -4, 2, 1,
                                                 4,  -2, -1, 4,  -2, 1, 4,  2, -1, 4,  2, 1}},
    {{1, 0, 0, 0, 1e-30f, 0, 0, 0, 1}, {2, 1e-30f, 4}, 4, {-2, 0, -4, -2, 0, 4, 2, 0, -4, 2, 0, 4}},
    {{1e-30f, 0, 0, 0, 1e-30f, 0, 0, 0, 1}, {1e-30f, 1e-30f, 4}, 2, {0, 0, -4, 0, 0, 4}},
    {{1e-30f, 0, 0, 0, 1e-30f, 0, 0, 0, 1e-30f}, {1e-30f, 1e-30f, 1e-30f}, 1, {0, 0, 0}},
    {{1, 0, 0, 0, 1, 0, 0, 0, 1e-45f}, {2, 1, 0.25f}, 4, {-2, -1, 0, -2, 1, 0, 2, -1, 0, 2, 1, 0}},
};

// What a zero map leaves alone: points, the corners of a box and the matrix of an ellipsoid of sizes 2, 1 and 4.
static const float given_points[12] = {-2, -1, 0, -1, 1, 0, 1, -1, 0, 1, 1, 3};
static const float given_corners[24] = {2, 1, 4,  -2, 1, 4,  2, -1, 4,  -2, -1, 4,
                                        2, 1, -4, -2, 1, -4, 2, -1, -4, -2, -1, -4};
static const float given_matrix[9] = {2, 0, 0, 0, 1, 0, 0, 0, 4};

// Four points with something between them. Then the first three vertices of their hull, before what no one wrote.
static const float padded_points[16] = {0, 0, 0, NAN, 1, 0, 0, NAN, 0, 1, 0, NAN, 0, 0, 1, NAN};
static const float first_three[12] = {0, 0, 0, 0, 0, 1, 0, 1, 0, 9, 9, 9};
static const float denormals[12] = {1e-45f, 0, 2e-44f, 3e-42f, 1e-45f, 0, 0, 7e-40f, 0, 1e-41f, 1e-41f, 1e-41f};

// Sets the part of the map that concerns x and y; z stays.
static void set_plane_map(lgjk_shape3_def* def, float xx, float xy, float yx, float yy) {
  set_map3(def, (float[9]){xx, xy, 0, yx, yy, 0, 0, 0, 1});
}

// The record of a box or a curved core has nine numbers, and nothing in the pool.
static void assert_record(const lgjk_shape3* shape, const float* expected) {
  assert_floats(shape->small, expected, 9);
  assert_int_equal(shape->pool, 0);
  assert_int_equal(shape->padded, 0);
}

// Definitions of all cores, with radii, every other one tilted.
static void varied_defs(lgjk_shape3_def* defs) {
  static float many[300];
  for (int i = 0; i < 100; ++i) {
    const float x = (float)(i % 10) - 4.5f, y = (float)(i / 10) - 4.5f;
    many[3 * i] = x;
    many[3 * i + 1] = y;
    many[3 * i + 2] = (x * x + y * y) * 0.125f;
  }
  const uint32_t counts[] = {1, 2, 4, 8, 16, 30, 100, 60};
  for (int i = 0; i < 8; ++i) defs[i] = points_def3(many, counts[i]);
  defs[8] = BOXN;
  for (uint32_t i = 0; i < 4; ++i) defs[9 + i] = def_of(LGJK_SHAPE3_BOX + i);
  for (uint32_t i = 0; i < VARIED; ++i) {
    defs[i].radius = 0.1f * (float)i;
    const float tilt = i % 2 ? 0.3f : 0.0f;
    set_map3(&defs[i], (float[9]){0.9f, -tilt, 0, tilt, 1.1f, 0, 0, tilt, 0.8f});
  }
}

static uint32_t face_units(const lgjk_shape3* hull, const float* pool) {
  const uint16_t *numbers = lgjk_shape3_numbers(hull, pool), entries = numbers[hull->joined + hull->count];
  return hull->face_count + hull->joined +
         (hull->numbers + 2 * (hull->joined + hull->count + 1 + 2 * entries) + 15u) / 16;
}

static uint32_t plane_units(const lgjk_shape3* hull) { return lgjk_planes3_count(hull->face_count); }

// Floats of the cells of a LARGE hull, lists of more vertices included.
static uint32_t cell_floats(const lgjk_shape3* shape, const float* pool) {
  const uint32_t* word = (const uint32_t*)(const void*)(pool + shape->pool + 3 * shape->padded);
  const uint32_t steps = (uint32_t)(2 * shape->cells.half_steps), cells = 6 * steps * steps;
  uint32_t end = cells;
  for (uint32_t c = 0; c < cells; ++c) end += word[2 * c + 1] & 0xFF;
  return 2 * end;
}

static void assert_same_pool(const lgjk_shapes3* a, const lgjk_shapes3* b, const lgjk_shape3* s) {
  const uint32_t more = s->core == LGJK_CORE3_LARGE ? cell_floats(s, a->pool) : 0;
  const uint32_t floats = (3 * s->padded + more + 15) / 16 * 16;
  assert_memory_equal(a->pool + s->pool, b->pool + s->pool, floats * sizeof(float));
  if (floats == 0) return;
  const float *planes = lgjk_shape3_planes(s, a->pool), *same = lgjk_shape3_planes(s, b->pool);
  assert_memory_equal(planes, same, (plane_units(s) + face_units(s, a->pool)) * sizeof(lgjk_face3));
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
TEST(smooth_cores_have_their_matrix_and_radii) {
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
    assert_record(shape, matrix);
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
TEST(upright_smooth_cores_have_tight_radii) {
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

// ---------------------------------------------------------------- records and pool

// The bound of a cylinder or a cone under a map that is askew is the distance of its farthest point, which is on a rim.
TEST(bounds_are_of_the_farthest_point) {
  random_state = 20266;
  print_message("seed %llu\n", (unsigned long long)random_state);
  for (int i = 0; i < 200; ++i) {
    lgjk_shape3_def def = sized_def3(i % 2 ? LGJK_SHAPE3_CYLINDER : LGJK_SHAPE3_CONE, 1, 1, 0);
    for (int k = 0; k < 9; ++k) def.map[k] = (float)random_in(-1, 1);
    lgjk_shapes3* shapes = create_or_fail(&def, 1, NULL);
    const lgjk_shape3_info info = info_of(shapes, 0, NULL, 0);
    double farthest = 0;
    for (int step = 0; step < 20000; ++step) {
      const double angle = step * (6.283185307179586 / 20000);
      double square = 0;
      for (int row = 0; row < 3; ++row) {
        const float* m = &info.matrix[3 * row];
        square += pow((double)m[0] * cos(angle) + (double)m[1] * sin(angle) + (double)m[2], 2);
      }
      farthest = fmax(farthest, square);
    }
    assert_true((double)info.bound >= sqrt(farthest) && (double)info.bound < 1.000001 * sqrt(farthest));
    lgjk_shapes3_destroy(shapes);
  }
}

TEST(cores_and_kinds_are_listed) {
  lgjk_shape3_def defs[VARIED];
  varied_defs(defs);
  lgjk_shapes3* shapes = create_or_fail(defs, VARIED, NULL);
  const uint8_t core[14] = {LGJK_CORE3_POINT,  LGJK_CORE3_SEGMENT, LGJK_CORE3_HULL16,    LGJK_CORE3_HULL16,
                            LGJK_CORE3_HULL16, LGJK_CORE3_HULL32,  LGJK_CORE3_LARGE,     LGJK_CORE3_LARGE,
                            LGJK_CORE3_BOX,    LGJK_CORE3_HULL16,  LGJK_CORE3_ELLIPSOID, LGJK_CORE3_CYLINDER,
                            LGJK_CORE3_CONE,   LGJK_CORE3_POINT};
  const uint32_t kind[13] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 3, 4};
  assert_memory_equal(shapes->core, core, sizeof core);
  for (uint32_t i = 0; i < 13; ++i) assert_int_equal(info_of(shapes, i, NULL, 0).kind, kind[i]);
  assert_int_equal(shapes->core_mask, (1u << LGJK_CORE3_KINDS) - 1);
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
    faces += face_units(shape, shapes->pool) + plane_units(shape);
    assert_int_equal(shape->faces + plane_units(shape), faces);
  }
  lgjk_shapes3_destroy(shapes);
}

#endif
