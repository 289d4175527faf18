// The scalar reference: the worked figures of the founding documents step by step, random polygons against brute force
// in double, touching and degenerate shapes.
#define DIM 2

#include "test.h"
#include "reference.h"
#include "reference2_gjk.h"
#include "test_random.h"

#define assert_near(value, expected, tolerance) assert_true(fabs((double)(value) - (expected)) <= (tolerance))

static const float IDENTITY[4] = {0.0f, 0.0f, 1.0f, 0.0f};

static ref2_shape polygon(const float* points, uint32_t count) {
  ref2_shape shape = {points, count, LGJK_SHAPE2_POINTS, 0.0f, 0.0f, {1.0f, 0.0f, 0.0f, 1.0f}};
  for (uint32_t i = 0; i < count; ++i) {
    shape.bound = fmaxf(shape.bound, hypotf(points[2 * i], points[2 * i + 1]));
  }
  return shape;
}

static ref2_shape rounded(const float* points, uint32_t count, float radius) {
  ref2_shape shape = polygon(points, count);
  shape.radius = radius;
  return shape;
}

static const float T[] = {4, 11, 4, 5, 9, 9};
static const float Q[] = {5, 7, 7, 3, 10, 2, 12, 7};

// ---------------------------------------------------------------- worked figures

static pair seed_pair(const ref2_shape* t, const ref2_shape* q) {
  pair p = {t, q, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, {0.0f, 0.0f}, 30.0f};
  return p;
}

static void assert_vec2(vec2 v, float x, float y) {
  assert_near(v.x, x, 0.0);
  assert_near(v.y, y, 0.0);
}

static void assert_direction(vec2 d, float x, float y) {
  assert_near(cross(d, (vec2){x, y}), 0.0, 0.0);
  assert_true(dot(d, (vec2){x, y}) > 0.0f);
}

TEST(support_of_the_difference) {
  ref2_shape t = polygon(T, 3), q = polygon(Q, 4);
  pair p = seed_pair(&t, &q);
  assert_vec2(support(&p, (vec2){1, 0}).w, 4, 2);
  assert_vec2(support(&p, (vec2){0, 1}).w, -6, 9);
  assert_vec2(support(&p, (vec2){0, -1}).w, -1, -2);
  assert_near(support(&p, (vec2){-1, 0}).w.x, -8.0, 0.0);
}

TEST(triple_products_point_outwards) {
  vec2 ab = {2, 11}, ac = {12, 4};
  assert_direction(triple_product(ac, ab, ab), -1364, 248);
  assert_direction(triple_product(ab, ac, ac), 496, -1488);
}

TEST(boolean_gjk_takes_the_steps_of_the_documents) {
  ref2_shape t = polygon(T, 3), q = polygon(Q, 4);
  pair p = seed_pair(&t, &q);
  simplex s;
  s.count = 0;
  vertex v = support(&p, (vec2){3.5f, -3.5f});
  assert_vec2(v.w, 4, 2);
  vec2 d;
  assert_false(nearest_simplex(&s, v, &d));
  v = support(&p, (vec2){-3.5f, 3.5f});
  assert_vec2(v.w, -6, 9);
  assert_false(nearest_simplex(&s, v, &d));
  assert_direction(d, -336, -480);
  v = support(&p, d);
  assert_vec2(v.w, -8, -2);
  assert_false(nearest_simplex(&s, v, &d));
  assert_direction(d, 32, -96);
  v = support(&p, d);
  assert_vec2(v.w, -1, -2);
  assert_true(nearest_simplex(&s, v, &d));
  assert_true(ref2_overlap(&t, IDENTITY, &q, IDENTITY, NULL));
  assert_near(ref2_distance(&t, IDENTITY, &q, IDENTITY, NULL, NULL, NULL, NULL), 0.0, 0.0);
}

TEST(nearest_point_of_an_edge) {
  vertex l = {{-4, -1}, {0, 0}, 0, 0}, r = {{1, 3}, {41, 0}, 0, 0};
  vec2 a, w = nearest_on_edge(l, r, &a);
  assert_near(w.x, -44.0 / 41.0, 1e-6);
  assert_near(w.y, 55.0 / 41.0, 1e-6);
  assert_near(a.x, 24.0, 1e-5);
  assert_near(sqrtf(dot(w, w)), sqrt(4961.0) / 41.0, 1e-6);
}

TEST(witness_points_of_the_documents) {
  const float moved[] = {8, 6, 15, 6, 13, 1, 10, 2};
  ref2_shape t = polygon(T, 3), q = polygon(moved, 4);
  float a[2], b[2];
  float distance = ref2_distance(&t, IDENTITY, &q, IDENTITY, a, b, NULL, NULL);
  assert_near(distance, sqrt(4961.0) / 41.0, 1e-6);
  assert_near(a[0], 284.0 / 41.0, 3e-6);
  assert_near(a[1], 301.0 / 41.0, 3e-6);
  assert_near(b[0], 8.0, 3e-6);
  assert_near(b[1], 6.0, 3e-6);
}

TEST(support_of_a_circle_has_its_radius_whatever_the_length_of_the_direction) {
  const float origin[] = {0, 0};
  ref2_shape circle = rounded(origin, 1, 2.0f);
  const float pose[4] = {10, 20, 0, 1};
  for (float length = 1e-30f; length < 1e31f; length *= 1e10f) {
    float point[2];
    ref2_support(&circle, pose, (const float[2]){0.6f * length, 0.8f * length}, point);
    assert_near(point[0], 11.2, 4e-6);
    assert_near(point[1], 21.6, 4e-6);
  }
}

// An ellipse of semi-axes 3 and 1, turned by a quarter: along (1, 1) it reaches (1, 9) / sqrt(10).
TEST(support_of_a_scaled_shape_carries_the_direction_by_the_transpose) {
  ref2_shape ellipse = {NULL, 0, LGJK_SHAPE2_ELLIPSE, 0.0f, 3.0f, {3, 0, 0, 1}};
  const float pose[4] = {0, 0, 0, 1};
  float point[2];
  ref2_support(&ellipse, pose, (const float[2]){5, 5}, point);
  assert_near(point[0], 1.0 / sqrt(10.0), 1e-6);
  assert_near(point[1], 9.0 / sqrt(10.0), 1e-6);
}

// ---------------------------------------------------------------- random polygons against brute force

typedef struct world {
  double x[8], y[8];
  uint32_t count;
} world;

static world place(const float* points, uint32_t count, const float pose[4]) {
  world w;
  double c = pose[2], s = pose[3], n = hypot(c, s);
  w.count = count;
  for (uint32_t i = 0; i < count; ++i) {
    w.x[i] = pose[0] + (c * points[2 * i] - s * points[2 * i + 1]) / n;
    w.y[i] = pose[1] + (s * points[2 * i] + c * points[2 * i + 1]) / n;
  }
  return w;
}

// The least distance of b's vertices from a's edges, and how far b is outside of a's edges at most (separating axes).
static void vertices_against_edges(const world* a, const world* b, double* distance, double* outside) {
  for (uint32_t i = 0; i < a->count; ++i) {
    uint32_t j = (i + 1) % a->count;
    double ex = a->x[j] - a->x[i], ey = a->y[j] - a->y[i], length = hypot(ex, ey), least = INFINITY;
    for (uint32_t k = 0; k < b->count; ++k) {
      double px = b->x[k] - a->x[i], py = b->y[k] - a->y[i];
      double t = fmin(fmax((px * ex + py * ey) / (length * length), 0.0), 1.0);
      *distance = fmin(*distance, hypot(px - t * ex, py - t * ey));
      least = fmin(least, (ey * px - ex * py) / length);
    }
    *outside = fmax(*outside, least);
  }
}

// The distance; negative where the polygons overlap.
static double brute_force(const world* a, const world* b) {
  double distance = INFINITY, outside = -INFINITY;
  vertices_against_edges(a, b, &distance, &outside);
  vertices_against_edges(b, a, &distance, &outside);
  return outside > 0.0 ? distance : outside;
}

static uint32_t random_polygon(float points[16]) {
  uint32_t count = 3 + random_bits() % 6;
  double size = random_in(0.5, 1.5), turn = random_in(0.0, 6.28);
  for (uint32_t i = 0; i < count; ++i) {
    double angle = turn + 6.283185307179586 * (i + random_in(-0.25, 0.25)) / count;
    points[2 * i] = (float)(size * cos(angle));
    points[2 * i + 1] = (float)(size * sin(angle));
  }
  return count;
}

static void random_pose(float pose[4], double range) {
  double angle = random_in(-4.0, 4.0);
  pose[0] = (float)random_in(-range, range);
  pose[1] = (float)random_in(-range, range);
  pose[2] = (float)cos(angle);
  pose[3] = (float)sin(angle);
}

TEST(random_polygons_agree_with_brute_force) {
  enum { PAIRS = 20000 };
  random_state = 1;
  int overlapping = 0;
  for (int i = 0; i < PAIRS; ++i) {
    float pa[16], pb[16], pose_a[4], pose_b[4], a[2], b[2];
    ref2_shape sa = polygon(pa, random_polygon(pa)), sb = polygon(pb, random_polygon(pb));
    random_pose(pose_a, 1.5);
    random_pose(pose_b, 1.5);
    world wa = place(pa, sa.count, pose_a), wb = place(pb, sb.count, pose_b);
    double truth = brute_force(&wa, &wb);
    float distance = ref2_distance(&sa, pose_a, &sb, pose_b, a, b, NULL, NULL);
    assert_near(distance, fmax(truth, 0.0), 3e-6);
    if (fabs(truth) > 3e-6) assert_int_equal(ref2_overlap(&sa, pose_a, &sb, pose_b, NULL), truth < 0.0);
    assert_near(hypot((double)a[0] - b[0], (double)a[1] - b[1]), distance, 3e-6);
    overlapping += truth < 0.0;
  }
  assert_in_range(overlapping, PAIRS * 3 / 10, PAIRS * 7 / 10);
}

// ---------------------------------------------------------------- touching, duplicates

static void assert_touching(const ref2_shape* a, const ref2_shape* b, float x, float y) {
  const float pose[4] = {x, y, 1.0f, 0.0f};
  uint32_t iterations;
  assert_true(ref2_overlap(a, IDENTITY, b, pose, NULL));
  assert_near(ref2_distance(a, IDENTITY, b, pose, NULL, NULL, NULL, &iterations), 0.0, 0.0);
  assert_in_range(iterations, 1, 8);
}

TEST(touching_is_overlapping) {
  const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1}, diamond[] = {-1, 0, 0, -1, 1, 0, 0, 1};
  const float segment[] = {-1, 0, 1, 0}, origin[] = {0, 0}, aside[] = {0.5f, 0};
  ref2_shape box = polygon(square, 4), tip = polygon(diamond, 4), line = polygon(segment, 2),
             point = polygon(origin, 1), away = polygon(aside, 1);
  ref2_shape circle = rounded(origin, 1, 1.0f), capsule = rounded(segment, 2, 0.5f);
  assert_touching(&box, &box, 2, 0);
  assert_touching(&box, &box, 2, 2);
  assert_touching(&box, &box, 0.5f, -2);
  assert_touching(&box, &tip, 2, 0.25f);
  assert_touching(&tip, &tip, 2, 0);
  assert_touching(&tip, &tip, 1, 1);
  assert_touching(&line, &line, 2, 0);
  assert_touching(&line, &line, 0.5f, 0);
  assert_touching(&line, &point, 0.25f, 0);
  assert_touching(&away, &away, 0, 0); // two points at the origin would be outside of the domain
  assert_touching(&circle, &circle, 2, 0);
  assert_touching(&circle, &circle, 1.2f, 1.6f);
  assert_touching(&circle, &box, 0, 2);
  assert_touching(&capsule, &capsule, 1, 1);
  assert_touching(&capsule, &tip, 2.5f, 0);
}

TEST(duplicate_and_collinear_points_end) {
  const float same[] = {1, 1, 1, 1, 1, 1, 1, 1}, line[] = {-1, 0, 0, 0, 0, 0, 0.5f, 0, 1, 0, 1, 0};
  ref2_shape point = polygon(same, 4), segment = polygon(line, 6);
  const float above[4] = {-1, -3, 1, 0}, on[4] = {-1, -1, 1, 0};
  uint32_t iterations;
  assert_near(ref2_distance(&segment, IDENTITY, &point, above, NULL, NULL, NULL, &iterations), 2.0, 1e-6);
  assert_in_range(iterations, 1, 6);
  assert_false(ref2_overlap(&segment, IDENTITY, &point, above, NULL));
  assert_true(ref2_overlap(&segment, IDENTITY, &point, on, NULL));
  assert_true(ref2_overlap(&segment, IDENTITY, &segment, IDENTITY, NULL));
  assert_true(ref2_overlap(&point, above, &point, above, NULL));
}
