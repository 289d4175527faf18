// Mass, centre and inertia of shapes: those of known solids, and of all kinds those of many random points that an
// overlap query finds within. Compiled once for each dimension.
#include "built.h"
#include "mixed.h"

enum { DROPS = 60000, MOMENTS = DIM == 2 ? 1 : 6 };

// What random points show.
typedef struct drop_sums {
  double mass, centre[DIM], second[DIM][DIM];
} drop_sums;

static const float* inertia_of(const lgjk_massN* mass) {
#if DIM == 2
  return &mass->inertia;
#else
  return mass->inertia;
#endif
}

// Finds which of many points about the shape are within it.
static void drop_points(mixedN* m, lgjk_shapesN* points, uint32_t shape, double bound, drop_sums* sums) {
  static float pose[DROPS][POSE_FLOATS];
  static uint32_t zeros[DROPS], numbers[DROPS], of_shape[1];
  static uint8_t status[DROPS];
  const float at[POSE_FLOATS] = {[POSE_UNIT] = 1};
  of_shape[0] = shape;
  for (uint32_t i = 0; i < DROPS; ++i) {
    for (int k = 0; k < DIM; ++k) pose[i][k] = (float)mixedN_in(m, -bound, bound);
    pose[i][POSE_UNIT] = 1;
    numbers[i] = i;
  }
  lgjk_bodiesN drops, body;
  drops =
      (lgjk_bodiesN){.struct_size = sizeof drops, .count = DROPS, .shapes = points, .shape = zeros, .pose = pose[0]};
  body = (lgjk_bodiesN){.struct_size = sizeof body, .count = 1, .shapes = m->shapes, .shape = of_shape, .pose = at};
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = numbers, .b = zeros, .count = DROPS};
  const lgjk_results results = {.struct_size = sizeof results, .status = status};
  assert_int_equal(lgjk_overlapN(&drops, &body, &pairs, NULL, 0, DROPS, &results, NULL, NULL), LGJK_OK);
  memset(sums, 0, sizeof *sums);
  for (uint32_t i = 0; i < DROPS; ++i) {
    if (status[i] != LGJK_STATUS_OVERLAPPING) continue;
    sums->mass += 1;
    for (int k = 0; k < DIM; ++k) {
      sums->centre[k] += (double)pose[i][k];
      for (int l = 0; l < DIM; ++l) sums->second[k][l] += (double)pose[i][k] * (double)pose[i][l];
    }
  }
}

// Compares what a shape of `m` has with what random points show, within what their number allows.
static void compare_shape(mixedN* m, lgjk_shapesN* points, uint32_t shape) {
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  lgjk_massN mass = {.struct_size = sizeof mass};
  drop_sums sums;
  assert_int_equal(lgjk_shapesN_get(m->shapes, shape, &info, NULL, 0, NULL), LGJK_OK);
  assert_int_equal(lgjk_shapesN_mass(m->shapes, shape, &mass, NULL), LGJK_OK);
  if (DIM == 3 && info.radius > 0 && (info.kind != LGJK_SHAPEN_POINTS || info.vertex_count > 2)) return;
  const double bound = (double)info.bound;
  drop_points(m, points, shape, bound, &sums);
  if (sums.mass < 2000) return; // too thin for random points
  double each = 2 * bound;
  for (int k = 1; k < DIM; ++k) each *= 2 * bound;
  each /= DROPS;
  const double off = 6 / sqrt(sums.mass); // six deviations
  assert_true(fabs(sums.mass * each / (double)mass.mass - 1) < off);
  double trace = 0;
  for (int k = 0; k < DIM; ++k) {
    const double centre = sums.centre[k] / sums.mass;
    assert_true(fabs(centre - (double)mass.centre[k]) < off * bound);
    sums.centre[k] = centre;
  }
  double second[DIM][DIM];
  for (int k = 0; k < DIM; ++k) {
    for (int l = 0; l < DIM; ++l) {
      second[k][l] = (sums.second[k][l] - sums.mass * sums.centre[k] * sums.centre[l]) * each;
    }
    trace += second[k][k];
  }
  const double expected[6] = {DIM == 2 ? trace : trace - second[0][0],
                              trace - second[1][1],
                              trace - second[DIM - 1][DIM - 1],
                              -second[0][1],
                              -second[0][DIM - 1],
                              -second[1][DIM - 1]};
  for (int i = 0; i < MOMENTS; ++i) {
    assert_true(fabs(expected[i] - (double)inertia_of(&mass)[i]) < off * trace + 1e-3 * trace);
  }
}

TEST(masses_are_those_of_random_points) {
  mixedN m;
  static const float centre[DIM] = {0};
  const lgjk_shapeN_def def = rounded_pointsN(centre, 1, 0);
  memset(&m, 0, sizeof m);
  m.state = 12;
  print_message("  seed 12\n");
  lgjk_shapesN* points = build_shapesN(&def, 1);
  assert_int_equal(mixed_build(&m), LGJK_OK);
  for (uint32_t i = 0; i < MIXED_SHAPES; ++i) compare_shape(&m, points, i);
  lgjk_shapesN_destroy(points);
  lgjk_shapesN_destroy(m.shapes);
}

static void near_to(double found, double expected) {
  assert_true(fabs(found - expected) <= 1e-5 * fabs(expected) + 1e-6);
}

// A circle off the origin, a box, and in 2D a capsule; in 3D a ball, a capsule and a box.
TEST(known_shapes_are_exact) {
  const double pi = 3.14159265358979323846;
  static const float off[DIM] = {2, 1}, ends[2 * DIM] = {-1.5f, [DIM] = 1.5f};
  lgjk_shapeN_def defs[3] = {rounded_pointsN(off, 1, 0.5f), rounded_pointsN(ends, 2, 0.5f), long_boxN(1, 1)};
  lgjk_massN mass;
  for (int k = 0; k < DIM; ++k) defs[2].size[k] = (float)(k + 1);
  lgjk_shapesN* shapes = build_shapesN(defs, 3);
  lgjk_massN_init(&mass);
  assert_int_equal(lgjk_shapesN_mass(shapes, 0, &mass, NULL), LGJK_OK);
  near_to((double)mass.mass, DIM == 2 ? pi / 4 : pi / 6);
  near_to((double)mass.centre[0], 2);
  near_to((double)mass.centre[1], 1);
  near_to((double)inertia_of(&mass)[0], DIM == 2 ? pi / 4 / 8 : pi / 6 * 0.4 / 4);
  assert_int_equal(lgjk_shapesN_mass(shapes, 1, &mass, NULL), LGJK_OK);
  near_to((double)mass.mass, DIM == 2 ? 3 + pi / 4 : 3 * pi / 4 + pi / 6);
  near_to((double)mass.centre[0], 0);
  if (DIM == 3) near_to((double)inertia_of(&mass)[0], 3 * pi / 4 / 8 + pi / 6 * 0.4 / 4); // about its own axis
  assert_int_equal(lgjk_shapesN_mass(shapes, 2, &mass, NULL), LGJK_OK);
  near_to((double)mass.mass, DIM == 2 ? 8 : 48);
  near_to((double)inertia_of(&mass)[0], DIM == 2 ? 8.0 / 3 * 5 : 48.0 / 3 * 13);
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(lgjk_shapesN_mass(shapes, 3, &mass, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_shapesN_mass(NULL, 0, &mass, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_shapesN_mass(shapes, 0, NULL, &error), LGJK_ERROR_ARGUMENT);
  mass.struct_size = 1;
  assert_int_equal(lgjk_shapesN_mass(shapes, 0, &mass, &error), LGJK_ERROR_ARGUMENT);
  lgjk_shapesN_destroy(shapes);
}

#if DIM == 3
// Products of inertia are those of the tensor: minus the integrals of products. A capsule along x = y has that of x y
// above 0; one along x = -z has that of x z below 0. Both are turned from the axis, so that the tensor is known.
TEST(products_of_inertia_have_their_sign) {
  static const float ends[2][6] = {{-1, -1, 0, 1, 1, 0}, {-1, 0, 1, 1, 0, -1}};
  static const float straight[6] = {-1.41421356f, 0, 0, 1.41421356f, 0, 0};
  const lgjk_shape3_def defs[3] = {rounded_points3(ends[0], 2, 0.5f), rounded_points3(ends[1], 2, 0.5f),
                                   rounded_points3(straight, 2, 0.5f)};
  lgjk_mass3 mass = {.struct_size = sizeof mass}, own = {.struct_size = sizeof own};
  lgjk_shapes3* shapes = build_shapes3(defs, 3);
  assert_int_equal(lgjk_shapes3_mass(shapes, 2, &own, NULL), LGJK_OK);
  const double product = ((double)own.inertia[0] - (double)own.inertia[1]) / 2; // below 0
  assert_true(product < -1);
  assert_int_equal(lgjk_shapes3_mass(shapes, 0, &mass, NULL), LGJK_OK);
  near_to((double)mass.inertia[3], product);
  near_to((double)mass.inertia[4], 0);
  assert_int_equal(lgjk_shapes3_mass(shapes, 1, &mass, NULL), LGJK_OK);
  near_to((double)mass.inertia[4], -product);
  near_to((double)mass.inertia[3], 0);
  near_to((double)mass.inertia[5], 0);
  lgjk_shapes3_destroy(shapes);
}
#endif

// A shape has the inertia that it has at the origin, however far off it is: here a small cube and a small capsule.
TEST(far_shapes_have_the_inertia_of_near_ones) {
  float points[2][1 << DIM][DIM], ends[2][2][DIM];
  lgjk_shapeN_def defs[4];
  for (int far = 0; far < 2; ++far) {
    const float at = far ? 65536 : 0, side = 0.03125f; // floats hold all of them
    for (int i = 0; i < 1 << DIM; ++i) {
      for (int k = 0; k < DIM; ++k) points[far][i][k] = at + (i >> k & 1 ? side : 0);
    }
    for (int k = 0; k < DIM; ++k) {
      ends[far][0][k] = at;
      ends[far][1][k] = at + (k == 0 ? side : 0);
    }
    defs[far] = rounded_pointsN(points[far][0], 1 << DIM, 0);
    defs[2 + far] = rounded_pointsN(ends[far][0], 2, 0.01f);
  }
  lgjk_shapesN* shapes = build_shapesN(defs, 4);
  for (uint32_t shape = 0; shape < 4; shape += 2) {
    lgjk_massN near = {.struct_size = sizeof near}, far = {.struct_size = sizeof far};
    assert_int_equal(lgjk_shapesN_mass(shapes, shape, &near, NULL), LGJK_OK);
    assert_int_equal(lgjk_shapesN_mass(shapes, shape + 1, &far, NULL), LGJK_OK);
    assert_true(fabs((double)far.mass / (double)near.mass - 1) < 1e-6);
    assert_true(fabs((double)far.centre[0] - 65536 - (double)near.centre[0]) < 0.01);
    const double first = (double)inertia_of(&near)[0];
    for (int i = 0; i < MOMENTS; ++i) {
      assert_true(fabs((double)inertia_of(&far)[i] - (double)inertia_of(&near)[i]) < 1e-6 * first);
    }
  }
  lgjk_shapesN_destroy(shapes);
}

// Vertices that are nearer to each other than numbers about the middle of the shape: a triangle with a rounding radius
// that is a capsule, to the last digit. The two are the first and the last vertex, or follow each other.
TEST(edges_without_a_length_have_a_mass) {
  for (int turned = 0; turned < 2; ++turned) {
    const float x = turned ? 2 : -2, corners[3][DIM] = {{x, -0x1p-93f}, {-x, 2}, {x, 0x1p-120f}};
    const float radius = DIM == 2 ? 1.5f : 0;
    const lgjk_shapeN_def defs[2] = {rounded_pointsN(corners[0], 3, radius), rounded_pointsN(corners[1], 2, radius)};
    lgjk_massN mass[2] = {{.struct_size = sizeof mass[0]}, {.struct_size = sizeof mass[0]}};
    lgjk_shapesN* shapes = build_shapesN(defs, 2);
    for (uint32_t i = 0; i < 2; ++i) assert_int_equal(lgjk_shapesN_mass(shapes, i, &mass[i], NULL), LGJK_OK);
    assert_true(mass[0].mass == mass[1].mass && mass[0].mass >= 0);
    lgjk_shapesN_destroy(shapes);
  }
}

#if DIM == 2
// Needles whose area is less than the rounding of their vertices about the middle.
TEST(needles_have_no_negative_mass) {
  static const float first[5][2] = {{-220836, -94644},
                                    {4.91050014e-05f, 2.10449998e-05f},
                                    {2.625f, 1.125f},
                                    {0.000393925002f, 0.000168825005f},
                                    {0.000341250008f, 0.000146250008f}};
  static const float second[3][2] = {{-8.3215332f, -9.98583984f}, {426580, 511896}, {8.21624926e-05f, 9.85949955e-05f}};
  const lgjk_shape2_def defs[2] = {rounded_points2(first[0], 5, 0), rounded_points2(second[0], 3, 0)};
  lgjk_shapes2* shapes = build_shapes2(defs, 2);
  for (uint32_t i = 0; i < 2; ++i) {
    lgjk_mass2 mass = {.struct_size = sizeof mass};
    assert_int_equal(lgjk_shapes2_mass(shapes, i, &mass, NULL), LGJK_OK);
    assert_true(mass.mass >= 0 && mass.mass < 1e-5f);
  }
  lgjk_shapes2_destroy(shapes);
}
#endif
