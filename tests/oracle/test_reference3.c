// The scalar reference in 3D: distances that are known, random hulls against brute force in long double, both orders of
// a pair, touching and degenerate shapes, the table of large hulls against a scan, and caches of random bytes.
#define DIM 3

#include "test.h"
#include "hulls3.h"
#include "reference.h"
#include "reference3_table.h"

#define assert_near(value, expected, tolerance) assert_true(fabs((double)(value) - (expected)) <= (tolerance))

static const float IDENTITY[7] = {0, 0, 0, 0, 0, 0, 1};
static const float ORIGIN[3] = {0, 0, 0};

// ---------------------------------------------------------------- shapes

enum { BUFFERS = 4 };
static float buffer[BUFFERS][3 * LGJK_MAX_POINTS];

// A hull from points {x, y, z}; its coordinates go to the buffer of that number.
static ref3_shape hull(int slot, const float* points, uint32_t count) {
  ref3_shape shape = {.points = buffer[slot], .count = count, .kind = LGJK_SHAPE3_POINTS};
  shape.padded = ref3_padded(count);
  for (uint32_t i = 0; i < shape.padded; ++i) {
    const float* p = points + 3 * (i < count ? i : count - 1);
    for (uint32_t axis = 0; axis < 3; ++axis) buffer[slot][axis * shape.padded + i] = p[axis];
    shape.bound = fmaxf(shape.bound, sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
  }
  return shape;
}

static ref3_shape rounded(ref3_shape shape, float radius) {
  shape.radius = radius;
  return shape;
}

static ref3_shape sphere(int slot, float radius) { return rounded(hull(slot, ORIGIN, 1), radius); }

// Along z.
static ref3_shape capsule(int slot, float half, float radius) {
  const float ends[6] = {0, 0, -half, 0, 0, half};
  return rounded(hull(slot, ends, 2), radius);
}

// Of half extents, semi-axes, or {radius, radius, half height}.
static ref3_shape solid(uint32_t kind, float x, float y, float z) {
  ref3_shape shape = {.kind = kind, .bound = sqrtf(x * x + y * y + z * z), .matrix = {x, 0, 0, 0, y, 0, 0, 0, z}};
  shape.count = kind == LGJK_SHAPE3_BOX ? 8 : 0;
  return shape;
}

static ref3_shape box(float x, float y, float z) { return solid(LGJK_SHAPE3_BOX, x, y, z); }

static void put_pose(float pose[7], float x, float y, float z, const float axis[3], float angle) {
  const float position[3] = {x, y, z};
  lgjk_pose3_from_axis_angle(position, axis, angle, pose);
}

static const float X[3] = {1, 0, 0}, Y[3] = {0, 1, 0}, Z[3] = {0, 0, 1};
static const float QUARTER = 1.57079633f;

// ---------------------------------------------------------------- known distances

// Checks the distance, both orders and both queries; returns the witness on A and on B in points.
static void expect(const ref3_shape* a, const float* pose_a, const ref3_shape* b, const float* pose_b, double distance,
                   float points[6]) {
  float swapped[6];
  uint32_t iterations;
  assert_near(ref3_distance(b, pose_b, a, pose_a, swapped, swapped + 3, NULL, NULL), distance, 2e-6);
  assert_near(ref3_distance(a, pose_a, b, pose_b, points, points + 3, NULL, &iterations), distance, 2e-6);
  assert_in_range(iterations, 0, 40);
  assert_int_equal(ref3_overlap(a, pose_a, b, pose_b, NULL), distance == 0.0);
  assert_int_equal(ref3_overlap(b, pose_b, a, pose_a, NULL), distance == 0.0);
  const float w[3] = {points[0] - points[3], points[1] - points[4], points[2] - points[5]};
  assert_near(sqrtf(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), distance, 3e-6);
}

static void expect_at(const ref3_shape* a, const ref3_shape* b, float x, float y, float z, double distance) {
  const float pose[7] = {x, y, z, 0, 0, 0, 1};
  float points[6];
  expect(a, IDENTITY, b, pose, distance, points);
}

TEST(spheres_and_capsules_have_closed_forms) {
  ref3_shape ball = sphere(0, 1.0f), rod = capsule(1, 2.0f, 0.5f);
  float pose[7], p[6];
  expect_at(&ball, &ball, 3, 4, 0, 3.0);
  expect_at(&ball, &ball, 1, 1, 0, 0.0);
  expect_at(&ball, &rod, 3, 0, 1.5f, 1.5); // beside the rod
  expect_at(&ball, &rod, 0, 3, 6, 3.5);    // past its end
  expect_at(&rod, &rod, 3, 0, 1, 2.0);     // parallel
  expect_at(&rod, &rod, 0, 0, 7, 2.0);     // in line
  put_pose(pose, 3, 0, 0, X, QUARTER);
  expect(&rod, IDENTITY, &rod, pose, 2.0, p); // crossing at right angles
  assert_near(p[0], 0.5, 1e-6);
  assert_near(p[3], 2.5, 1e-6);
  put_pose(pose, 0, 0.5f, 0, X, QUARTER);
  expect(&rod, IDENTITY, &rod, pose, 0.0, p); // through each other
}

TEST(boxes_meet_faces_edges_and_corners) {
  ref3_shape a = box(1, 2, 3), b = box(1, 1, 1), ball = sphere(0, 0.25f);
  float pose[7], p[6];
  expect_at(&a, &b, 3, 0, 0, 1.0);
  expect_at(&a, &b, 3, 4, 0, sqrt(2.0));
  expect_at(&a, &b, 3, 4, 5, sqrt(3.0));
  expect_at(&a, &b, 1.5f, 2, 3, 0.0);
  expect_at(&a, &ball, 2, 3, 4, sqrt(3.0) - 0.25);
  expect_at(&a, &ball, 0.5f, 0.5f, 0.5f, 0.0);
  put_pose(pose, 4, 0, 0, Z, 0.5f * QUARTER);
  expect(&a, IDENTITY, &b, pose, 3.0 - sqrt(2.0), p); // an edge of b against a face of a
  assert_near(p[0], 1.0, 1e-6);
  float up[7];
  put_pose(up, 0, 0, 0, Z, 0.5f * QUARTER);
  put_pose(pose, 4, 0, 0, Y, 0.5f * QUARTER);
  expect(&b, up, &b, pose, 4.0 - 2.0 * sqrt(2.0), p); // crossing edges
  assert_near(p[0], sqrt(2.0), 2e-6);
  assert_near(p[1], 0.0, 2e-6);
  assert_near(p[2], 0.0, 2e-6);
}

TEST(curved_shapes_are_met_where_they_bulge) {
  ref3_shape egg = solid(LGJK_SHAPE3_ELLIPSOID, 3, 1, 1), can = solid(LGJK_SHAPE3_CYLINDER, 1, 1, 2);
  ref3_shape cone = solid(LGJK_SHAPE3_CONE, 2, 2, 1), cube = box(1, 1, 1), ball = sphere(0, 0.5f);
  float pose[7], p[6];
  expect_at(&egg, &ball, 4, 0, 0, 0.5);
  expect_at(&egg, &ball, 0, 3, 0, 1.5);
  expect_at(&egg, &egg, 7, 0, 0, 1.0);
  expect_at(&can, &cube, 2.5f, 0, 0, 0.5);
  expect_at(&can, &cube, 0, 0, 4, 1.0);
  expect_at(&can, &ball, 4, 0, 6, 4.5); // 3 and 4 from the rim
  expect_at(&cone, &cube, 0, 0, 3, 1.0);
  expect_at(&cone, &cube, 0, 0, -2.5f, 0.5);
  expect_at(&cone, &ball, 2, 0, 1, sqrt(2.0) - 0.5); // its side has a slope of 45 degrees
  put_pose(pose, 0, 0, 3.5f, X, QUARTER);
  expect(&can, IDENTITY, &can, pose, 0.5, p);
  expect_at(&can, &can, 0.1f, 0.2f, 0.3f, 0.0);
}

// ---------------------------------------------------------------- random hulls

TEST(random_hulls_agree_with_brute_force) {
  enum { PAIRS = 3000 };
  random_state = 31;
  int overlapping = 0;
  for (int i = 0; i < PAIRS; ++i) {
    float pa[24], pb[24], pose_a[7], pose_b[7], a[3], b[3];
    uint32_t count_a = random_hull3(pa), count_b = random_hull3(pb);
    ref3_shape sa = hull(0, pa, count_a), sb = hull(1, pb, count_b);
    random_pose3(pose_a, 0.7);
    random_pose3(pose_b, 0.7);
    hull3 ha = place_hull3(pa, count_a, pose_a), hb = place_hull3(pb, count_b, pose_b);
    double truth = (double)brute_force3(&ha, &hb), scale = (double)sa.bound + (double)sb.bound;
    float distance = ref3_distance(&sa, pose_a, &sb, pose_b, a, b, NULL, NULL);
    assert_near(distance, fmax(truth, 0.0), 4e-7 * scale);
    if (fabs(truth) > 4e-7 * scale) assert_int_equal(ref3_overlap(&sa, pose_a, &sb, pose_b, NULL), truth < 0.0);
    assert_near(distance_of3(a, b), distance, 1e-6);
    assert_true(outside_hull3(&ha, a) <= 1e-6L && outside_hull3(&hb, b) <= 1e-6L);
    overlapping += truth < 0.0;
  }
  printf("seed 31: %d of %d random hulls overlap\n", overlapping, PAIRS);
  assert_in_range(overlapping, PAIRS * 3 / 10, PAIRS * 7 / 10);
}

// ---------------------------------------------------------------- touching, degenerate

TEST(touching_is_overlapping) {
  const float diamond[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  ref3_shape cube = box(1, 1, 1), tip = hull(0, diamond, 6), ball = sphere(1, 1.0f), rod = capsule(2, 1.0f, 0.5f);
  ref3_shape can = solid(LGJK_SHAPE3_CYLINDER, 1, 1, 1), cone = solid(LGJK_SHAPE3_CONE, 1, 1, 1);
  expect_at(&cube, &cube, 2, 0, 0, 0.0);
  expect_at(&cube, &cube, 2, 2, 0, 0.0);
  expect_at(&cube, &cube, 2, 2, 2, 0.0);
  expect_at(&cube, &cube, -2, 0.5f, 0.25f, 0.0);
  expect_at(&cube, &tip, 2, 0.5f, 0, 0.0);
  expect_at(&tip, &tip, 2, 0, 0, 0.0);
  expect_at(&tip, &tip, 1, 1, 0, 0.0);
  expect_at(&ball, &ball, 0, 0, 2, 0.0);
  expect_at(&ball, &ball, 1.2f, 1.6f, 0, 0.0);
  expect_at(&ball, &cube, 0, 2, 0, 0.0);
  expect_at(&rod, &rod, 1, 0, 0.5f, 0.0);
  expect_at(&rod, &cube, 0, 0, 2.5f, 0.0);
  expect_at(&can, &cube, 2, 0, 0, 0.0);
  expect_at(&can, &can, 0, 0, 2, 0.0);
  expect_at(&cone, &can, 0, 0, 2, 0.0);
}

TEST(identical_flat_and_repeated_cores_end) {
  const float same[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const float square[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 0};
  const float line[] = {-1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5f, 0, 0, 1, 0, 0};
  ref3_shape shapes[] = {hull(0, same, 5),
                         hull(1, square, 5),
                         hull(2, line, 5),
                         sphere(3, 0.5f),
                         box(1, 1, 1),
                         solid(LGJK_SHAPE3_ELLIPSOID, 1, 1, 1),
                         solid(LGJK_SHAPE3_CYLINDER, 1, 1, 1),
                         solid(LGJK_SHAPE3_CONE, 1, 1, 1)};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) expect_at(&shapes[i], &shapes[i], 0, 0, 0, 0.0);
  for (size_t i = 3; i < sizeof shapes / sizeof *shapes; ++i) expect_at(&shapes[4], &shapes[i], 0, 0, 0, 0.0);
  expect_at(&shapes[1], &shapes[1], 0, 0, 0.5f, 0.5);
  expect_at(&shapes[1], &shapes[1], 3, 0, 0, 1.0);
  expect_at(&shapes[1], &shapes[2], 0, 0, 1, 1.0);
  expect_at(&shapes[2], &shapes[2], 2.5f, 0, 0, 0.5);
  expect_at(&shapes[1], &shapes[0], -1, -1, 1, 2.0);
  expect_at(&shapes[2], &shapes[3], 0.25f, 0, 0, 0.0);
}

// ---------------------------------------------------------------- support

// Points on an ellipsoid, which is a needle, a disc or neither.
static uint32_t large_hull(float* points, int kind) {
  const double axes[4][3] = {{1, 1, 1}, {1, 0.5, 0.25}, {1, 1e-4, 1e-4}, {1, 1, 0}};
  for (uint32_t i = 0; i < LGJK_MAX_POINTS; ++i) {
    double p[3], length2 = random_in_ball(p, 3);
    for (int k = 0; k < 3; ++k) points[3 * i + (uint32_t)k] = (float)(axes[kind][k] * p[k] / sqrt(length2));
  }
  return LGJK_MAX_POINTS;
}

// Axes, diagonals and bounds of cells among random ones.
static void some_direction(float d[3], int i) {
  for (int k = 0; k < 3; ++k) {
    double any = random_in(-1.0, 1.0);
    d[k] = (float)(i % 3 == 0 ? any : i % 3 == 1 ? rint(8.0 * any) / 8.0 : rint(any));
  }
  if (i % 7 == 0) d[2] *= 1e-7f;
}

TEST(the_table_of_a_large_hull_knows_the_farthest_point) {
  random_state = 32;
  for (int kind = 0; kind < 4; ++kind) {
    float points[3 * LGJK_MAX_POINTS];
    ref3_shape plain = hull(0, points, large_hull(points, kind));
    plain = hull(0, points, LGJK_MAX_POINTS);
    ref3_shape tabled = plain;
    tabled.table = ref3_table_create(&plain);
    assert_non_null(tabled.table);
    for (int i = 0; i < 20000; ++i) {
      float d[3], p[3], q[3];
      some_direction(d, i);
      ref3_support(&plain, IDENTITY, d, p);
      ref3_support(&tabled, IDENTITY, d, q);
      float most = d[0] * p[0] + d[1] * p[1] + d[2] * p[2], found = d[0] * q[0] + d[1] * q[1] + d[2] * q[2];
      assert_near(found, (double)most, 5e-7);
    }
    free(tabled.table);
  }
}

TEST(support_reaches_the_rounding_whatever_the_length_of_the_direction) {
  ref3_shape ball = sphere(0, 2.0f);
  const float pose[7] = {10, 20, 30, 0.6f, 0, 0, 0.8f};
  for (float length = 1e-30f; length < 1e31f; length *= 1e10f) {
    float point[3];
    ref3_support(&ball, pose, (const float[3]){0.6f * length, 0, 0.8f * length}, point);
    assert_near(point[0], 11.2, 2e-6);
    assert_near(point[1], 20.0, 2e-6);
    assert_near(point[2], 31.6, 4e-6);
  }
}

// ---------------------------------------------------------------- caches

static void random_cache(ref3_cache* cache) {
  unsigned char bytes[sizeof *cache];
  for (size_t k = 0; k < sizeof bytes; ++k) bytes[k] = (unsigned char)(random_bits() >> 24);
  memcpy(cache, bytes, sizeof bytes);
  if (random_below(4) == 0) return;
  cache->count = (uint8_t)random_below(5); // most of them get past the first checks
  for (int k = 0; k < 4; ++k) {
    cache->index_a[k] = (uint8_t)random_below(8);
    cache->index_b[k] = (uint8_t)random_below(8);
  }
  for (int k = 0; k < 3; ++k) cache->direction[k] = (float)random_in(-1.0, 1.0);
}

TEST(random_bytes_for_caches_change_no_answer) {
  random_state = 33;
  float points[24];
  uint32_t count = random_hull3(points);
  ref3_shape shapes[] = {hull(0, points, count), box(0.5f, 1, 0.25f), solid(LGJK_SHAPE3_CYLINDER, 1, 1, 0.5f),
                         rounded(box(0.5f, 0.5f, 0.5f), 0.25f)};
  uint32_t most = 0;
  for (int i = 0; i < 20000; ++i) {
    const ref3_shape *a = &shapes[random_below(4)], *b = &shapes[random_below(4)];
    float pose_a[7], pose_b[7];
    uint32_t iterations;
    ref3_cache cache;
    random_pose3(pose_a, 1.0);
    random_pose3(pose_b, 1.0);
    float distance = ref3_distance(a, pose_a, b, pose_b, NULL, NULL, NULL, NULL);
    bool overlap = ref3_overlap(a, pose_a, b, pose_b, NULL);
    assert_int_equal(overlap, distance == 0.0f);
    random_cache(&cache);
    for (int again = 0; again < 2; ++again) {
      assert_near(ref3_distance(a, pose_a, b, pose_b, NULL, NULL, &cache, &iterations), (double)distance, 1e-5);
      if (iterations > most) most = iterations;
    }
    random_cache(&cache);
    for (int again = 0; again < 2; ++again) assert_int_equal(ref3_overlap(a, pose_a, b, pose_b, &cache), overlap);
  }
  printf("seed 33: at most %u iterations\n", most);
  assert_in_range(most, 4, 60);
}
