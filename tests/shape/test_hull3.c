// Hulls in space against truth: the vertices that were built have to be input points, every one of them extreme by
// brute force in GMP integers, and every input point has to lie within the faces that brute force finds: together that
// proves that they are the extreme points. The radii of the record are checked by exact comparison of squares. Inputs
// are what breaks hull builders: coplanar, collinear and cospherical points, points one unit in the last place off a
// plane, duplicates, needles, denormals, mixed magnitudes; and the hulls of a shipped game (LGJK_DATA_DIR).
#include "built.h"
#include "shape/exact.h"
#include "fewer.h"
#include "hull3_truth.h"
#include "shape_defs.h"
#include "shape/shapes.h"
#include "test_random.h"

static lgjk_point3 input[CHECK3_MOST_POINTS];

static void start_random(uint32_t seed) {
  random_state = seed;
  print_message("seed %u\n", seed);
}

static int setup(void** state) {
  (void)state;
  truth3_begin();
  return 0;
}

static int teardown(void** state) {
  (void)state;
  truth3_end();
  return 0;
}

// ---------------------------------------------------------------- the predicate

static void check_side(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c, lgjk_point3 d, int* coplanar) {
  const lgjk_point3 p[4] = {a, b, c, d};
  truth3_load(p, 4);
  const int truth = truth3_side(0, 1, 2, 3);
  *coplanar += truth == 0;
  const lgjk_plane3 plane = lgjk_plane3_through(a, b, c), turned = lgjk_plane3_through(d, c, b);
  assert_int_equal(lgjk_plane3_side(&plane, d), truth);
  assert_int_equal(lgjk_plane3_side(&turned, a), truth);
}

static float nudged(double x) {
  const float f = (float)x;
  return random_below(2) ? nextafterf(f, random_below(2) ? 1e9f : -1e9f) : f;
}

static lgjk_point3 random_point(double scale) {
  return (lgjk_point3){(float)(random_in(-1, 1) * scale), (float)(random_in(-1, 1) * scale),
                       (float)(random_in(-1, 1) * scale)};
}

// a + s (b - a) + t (c - a), a unit in the last place off at most.
static lgjk_point3 nudged_between(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c, double s, double t) {
  const double r = 1.0 - s - t;
  return (lgjk_point3){nudged(r * (double)a.x + s * (double)b.x + t * (double)c.x),
                       nudged(r * (double)a.y + s * (double)b.y + t * (double)c.y),
                       nudged(r * (double)a.z + s * (double)b.z + t * (double)c.z)};
}

static double random_quarter(void) { return (int)random_below(13) / 4.0 - 1.0; }

TEST(side_of_a_plane_is_exact) {
  start_random(1);
  int coplanar = 0;
  for (int round = 0; round < 20000; ++round) {
    // Nearly in the plane, at one scale; then with corners so different in size that no difference of coordinates is
    // exact in double; then all coordinates of any size.
    const double scale = pow(10.0, random_in(-44.0, 5.0));
    const lgjk_point3 a = random_point(scale), b = random_point(scale), c = random_point(scale);
    check_side(a, b, c, nudged_between(a, b, c, random_quarter(), random_quarter()), &coplanar);
    const lgjk_point3 small = random_point(pow(10.0, random_in(-40.0, -3.0)));
    const lgjk_point3 large = random_point(1e5), middle = random_point(1.0);
    check_side(small, large, middle, nudged_between(small, large, middle, random_quarter(), random_quarter()),
               &coplanar);
    lgjk_point3 any[4];
    for (int i = 0; i < 4; ++i) {
      any[i].x = (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 5.0)));
      any[i].y = (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 5.0)));
      any[i].z = random_below(2) ? any[i].x : (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 5.0)));
    }
    check_side(any[0], any[1], any[2], any[3], &coplanar);
  }
  assert_in_range(coplanar, 1000, 30000);
}

TEST(exact_sum_survives_cancellation) {
  const double terms[8] = {0x1p53, 1.0, 0x1p-400, -0x1p53, 0x1p20, -1.0, -0x1p20, 0x1p-460};
  assert_true(lgjk_exact_sum(terms, 8) == 0x1p-400 + 0x1p-460);
  assert_true(lgjk_exact_sum(terms, 7) == 0x1p-400);
  assert_true(lgjk_exact_sum(terms, 0) == 0.0);
  double product[2];
  lgjk_exact_product(16777215.0 * 16777213.0, 16777211.0f, product);
  const double sum[3] = {product[0], product[1], -0x1p72}; // (x - 1) (x - 3) (x - 5) - x^3, x = 2^24
  assert_true(lgjk_exact_sum(sum, 3) == -9 * 0x1p48 + 23 * 0x1p24 - 15);
}

// ---------------------------------------------------------------- clouds

TEST(random_clouds) {
  start_random(2);
  const double scales[] = {1e-44, 1e-6, 1.0, 1e3, 1e5};
  for (uint32_t round = 0; round < fewer(300, 30); ++round) {
    const uint32_t n = 1 + random_below(60);
    for (uint32_t i = 0; i < n; ++i) input[i] = random_point(scales[round % 5]);
    check3_hull(input, n);
  }
}

TEST(grids_with_coplanar_faces_and_duplicates) {
  start_random(3);
  for (uint32_t round = 0; round < fewer(500, 50); ++round) {
    const uint32_t n = 1 + random_below(80);
    const uint32_t side[3] = {1 + random_below(6), 1 + random_below(6), 1 + random_below(6)};
    const float scale = round % 2 ? 1.0f : 1e-7f;
    for (uint32_t i = 0; i < n; ++i) {
      const float x = (float)random_below(side[0]), y = (float)random_below(side[1]), z = (float)random_below(side[2]);
      input[i] = round % 3 ? (lgjk_point3){scale * (x - 2), scale * (y - 2), scale * (z - 2)}
                           : (lgjk_point3){scale * (x + y), scale * (y - z), scale * (x + z)};
    }
    check3_hull(input, n);
  }
}

TEST(nearly_coplanar_and_nearly_collinear_points) {
  start_random(4);
  for (uint32_t round = 0; round < fewer(400, 40); ++round) {
    const uint32_t n = 3 + random_below(40);
    const double scale = pow(10.0, random_in(-44.0, 4.5));
    const lgjk_point3 b = random_point(scale), c = random_point(scale);
    lgjk_point3 a = random_point(scale);
    if (round % 4 < 2) a = (lgjk_point3){-(b.x + c.x), -(b.y + c.y), -(b.z + c.z)}; // the origin is nearly in the plane
    for (uint32_t i = 0; i < n; ++i)
      input[i] = nudged_between(a, b, c, random_in(0, 1), round % 2 ? random_in(0, 1) : 0.0);
    check3_hull(input, n);
  }
}

TEST(needles_with_offsets_and_mixed_magnitudes) {
  start_random(5);
  for (uint32_t round = 0; round < fewer(400, 40); ++round) {
    const uint32_t n = 4 + random_below(30);
    for (uint32_t i = 0; i < n; ++i) {
      if (round % 2) { // aspect 1e4 or more, at an offset of 1e4
        const double t = random_in(-1, 1);
        input[i] = (lgjk_point3){(float)(1e4 + t), (float)(1e4 + 0.7 * t + random_in(-1e-4, 1e-4)),
                                 (float)(1e4 - 0.3 * t + random_in(-1e-4, 1e-4))};
      } else {
        input[i].x = (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 5.0)));
        input[i].y = (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 5.0)));
        input[i].z = (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 5.0)));
      }
    }
    check3_hull(input, n);
  }
}

// Faces that pass so close to the origin, with corners so nearly collinear, that rounding would leave nothing of
// either.
TEST(faces_almost_through_the_origin) {
  start_random(10);
  for (uint32_t round = 0; round < fewer(2000, 200); ++round) {
    const lgjk_point3 a = random_point(1.0);
    input[0] = a;
    const double shrink = pow(10.0, random_in(-12.0, 0.0));
    input[1] =
        (lgjk_point3){nudged(-shrink * (double)a.x), nudged(-shrink * (double)a.y), nudged(-shrink * (double)a.z)};
    input[2] = random_point(pow(10.0, random_in(-20.0, -5.0)));
    for (uint32_t i = 3; i < 7; ++i) input[i] = random_point(1.0);
    check3_hull(input, 7);
  }
}

// All integer points at one distance from the origin: faces of many vertices, all exactly cospherical.
TEST(cospherical_integer_points) {
  const int squares[] = {1, 2, 3, 5, 6, 14, 17, 26, 29, 41, 50, 54, 62, 65, 81, 89};
  for (size_t s = 0; s < sizeof squares / sizeof *squares; ++s) {
    uint32_t n = 0;
    for (int x = -9; x <= 9; ++x) {
      for (int y = -9; y <= 9; ++y) {
        for (int z = -9; z <= 9; ++z) {
          if (x * x + y * y + z * z == squares[s]) input[n++] = (lgjk_point3){(float)x, (float)y, (float)z};
        }
      }
    }
    assert_int_equal(check3_hull(input, n), n);
    for (uint32_t i = 0; i < n; ++i) input[n + i] = (lgjk_point3){input[i].x / 2, input[i].y / 2, input[i].z};
    check3_hull(input, 2 * n);
  }
}

TEST(points_segments_and_polygons) {
  start_random(6);
  for (uint32_t i = 0; i < 100; ++i) input[i] = (lgjk_point3){3.25f, -7.5f, 0.0f};
  assert_int_equal(check3_hull(input, 1), 1);
  assert_int_equal(check3_hull(input, 100), 1);
  const float directions[][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},        {0, 2, -1},
                                 {-3, 0, 1}, {1, -1, 0}, {0.5f, -0.25f, 3}};
  for (size_t d = 0; d < 7; ++d) {
    const float* v = directions[d];
    for (uint32_t i = 0; i < 101; ++i) {
      const float t = (float)((i * 37) % 101) - 20.0f;
      input[i] = (lgjk_point3){1 + t * v[0], t * v[1], -2 + t * v[2]};
    }
    assert_int_equal(check3_hull(input, 101), 2);
    const float* w = directions[(d + 1) % 7];
    for (int round = 0; round < 40; ++round) {
      const uint32_t n = 3 + random_below(50), side = 2 + random_below(8);
      for (uint32_t i = 0; i < n; ++i) {
        const float s = (float)random_below(side), t = (float)random_below(side);
        input[i] = (lgjk_point3){1 + s * v[0] + t * w[0], s * v[1] + t * w[1], -2 + s * v[2] + t * w[2]};
      }
      check3_hull(input, n);
    }
  }
}

// n-gons at two heights: caps of n vertices, walls of four. A tip makes it a pyramid, no height a polygon.
static uint32_t prism(uint32_t n, double radius, double height, int tip) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * i / n;
    const lgjk_point3 p = {(float)(radius * cos(angle)), (float)(radius * sin(angle)), (float)height};
    input[count++] = p;
    if (!tip && height != 0.0) input[count++] = (lgjk_point3){p.x, p.y, -p.z};
  }
  if (tip) input[count++] = (lgjk_point3){0.0f, 0.0f, -(float)height};
  return count;
}

TEST(every_class_of_prisms_pyramids_and_polygons) {
  for (uint32_t n = 3; n <= 40; ++n) {
    const double radius = n % 2 ? 1e5 : 1e-4;
    assert_int_equal(check3_hull(input, prism(n, radius, radius / 3, 0)), 2 * n);
    assert_int_equal(check3_hull(input, prism(n, radius, radius * 1e-3, 1)), n + 1);
    assert_int_equal(check3_hull(input, prism(n, radius, 0.0, 0)), n);
  }
  assert_int_equal(check3_count(input, prism(128, 2.0, 1.0, 0)), 256);
  assert_int_equal(check3_count(input, prism(255, 2.0, 1.0, 1)), 256);
  assert_int_equal(check3_count(input, prism(256, 2.0, 0.0, 0)), 256);
}

TEST(more_than_256_vertices_are_refused) {
  start_random(7);
  assert_int_equal(check3_count(input, prism(257, 2.0, 0.0, 0)), LGJK_MAX_POINTS + 1);
  assert_int_equal(check3_count(input, prism(256, 2.0, 1.0, 1)), LGJK_MAX_POINTS + 1);
  assert_int_equal(check3_count(input, prism(129, 2.0, 1.0, 0)), LGJK_MAX_POINTS + 1);
  for (uint32_t i = 0; i < 1000; ++i) {
    const lgjk_point3 p = random_point(1.0);
    const double length = sqrt((double)p.x * (double)p.x + (double)p.y * (double)p.y + (double)p.z * (double)p.z);
    input[i] =
        (lgjk_point3){(float)((double)p.x / length), (float)((double)p.y / length), (float)((double)p.z / length)};
  }
  truth3_load(input, 1000);
  assert_true(truth3_certainly_extreme(1000) > LGJK_MAX_POINTS);
  assert_int_equal(check3_count(input, 1000), LGJK_MAX_POINTS + 1);
}

TEST(thousands_of_points_within_few) {
  start_random(8);
  for (uint32_t i = 0; i < CHECK3_MOST_POINTS; ++i) input[i] = random_point(2.0);
  check3_hull(input, 5000);
  for (uint32_t i = 0; i < CHECK3_MOST_POINTS; ++i) {
    input[i] = (lgjk_point3){(float)random_below(22), (float)random_below(22), (float)random_below(22)};
  }
  assert_in_range(check3_hull(input, CHECK3_MOST_POINTS), 8, 60);
}

static void shuffle(lgjk_point3* p, uint32_t n) { random_shuffle(p, n, sizeof *p); }

static float signed_zero(void) { return random_below(2) ? 0.0f : -0.0f; }

// Vertices, class, bound and inner: a record of the hull alone, whatever else was given and in whichever order.
TEST(order_redundancy_and_signed_zeros_do_not_change_bits) {
  start_random(9);
  for (uint32_t round = 0; round < fewer(100, 20); ++round) {
    lgjk_point3 v[LGJK_MAX_POINTS];
    lgjk_shape3 record[6];
    for (uint32_t i = 0; i < 60; ++i) {
      input[i] =
          round % 2 ? random_point(1.0) : (lgjk_point3){signed_zero(), (float)random_below(3) - 1, signed_zero()};
      if (random_below(3) == 0) input[i].x = signed_zero() + (float)random_below(2);
      if (random_below(3) == 0) input[i].z = signed_zero() - (float)random_below(2);
    }
    uint32_t n = 60;
    for (int again = 0; again < 6; ++again) {
      const lgjk_shape3_def def = points_def3(&input->x, n);
      lgjk_shape3_info info = {.struct_size = sizeof info};
      lgjk_shapes3* shapes = build_shapes3(&def, 1);
      assert_int_equal(lgjk_shapes3_get(shapes, 0, &info, &v->x, LGJK_MAX_POINTS, NULL), LGJK_OK);
      record[again] = shapes->shape[0];
      lgjk_shapes3_destroy(shapes);
      assert_memory_equal(&record[again], &record[0], sizeof *record);
      if (again == 3) n = info.vertex_count, memcpy(input, v, n * sizeof *v); // nothing but the hull
      shuffle(input, n);
    }
    check3_hull(input, n);
  }
}

// ---------------------------------------------------------------- real hulls

TEST(hulls_of_a_shipped_game) {
  const char* folder = getenv("LGJK_DATA_DIR");
  if (folder == NULL || *folder == 0) SKIP_TEST("convex_hulls.bin: LGJK_DATA_DIR is not set");
  char path[4096];
  snprintf(path, sizeof path, "%s/convex_hulls.bin", folder);
  FILE* file = fopen(path, "rb");
  assert_non_null(file);
  uint32_t n, hulls = 0, points = 0, vertices = 0;
  while (fread(&n, sizeof n, 1, file) == 1) {
    assert_in_range(n, 1, CHECK3_MOST_POINTS);
    assert_int_equal(fread(input, sizeof *input, n, file), n);
    vertices += check3_hull(input, n);
    points += n;
    ++hulls;
  }
  fclose(file);
  print_message("%u hulls of %u points, %u of them vertices\n", hulls, points, vertices);
  assert_int_equal(hulls, 6755);
}

int main(void) { return test_run(setup, teardown); }
