// Manifolds of capsules: two points where they lie along each other, one where they cross or an end is over a side, on
// every instruction set, beside each other in a block. In the environment LGJK_TEST_SEED=n makes other pairs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk3.h"
#include "test_random.h"

enum { PAIRS = 97, KINDS = 3, ALONG = 0, END = 1 }; // the third: crossing in their middles
#define HALF 0.75                                   // of the cores' lengths
#define RADIUS 0.25

static uint32_t shape[2 * PAIRS], index_a[PAIRS], index_b[PAIRS];
static float pose[2 * PAIRS][7];
static double depth[PAIRS], shift[PAIRS];

static void multiply(const double p[4], const double q[4], double out[4]) {
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = p[3] * q[k] + q[3] * p[k] + p[i] * q[j] - p[j] * q[i];
  }
  out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

// Places a body at `at` of the frame turned by q, which is a unit.
static void place(uint32_t body, const double q[4], const double origin[3], const double at[3], const double turn[4]) {
  const double inverse[4] = {-q[0], -q[1], -q[2], q[3]}, point[4] = {at[0], at[1], at[2], 0};
  double half_way[4], turned[4], rotation[4];
  multiply(q, point, half_way);
  multiply(half_way, inverse, turned);
  multiply(q, turn, rotation);
  for (int k = 0; k < 3; ++k) pose[body][k] = (float)(origin[k] + turned[k]);
  for (int k = 0; k < 4; ++k) pose[body][3 + k] = (float)rotation[k];
}

// A along x of a turned frame; B above it, along x or along y.
static void place_pair(uint32_t i) {
  static const double none[4] = {0, 0, 0, 1}, zero[3] = {0};
  const double quarter[4] = {0, 0, sqrt(0.5), sqrt(0.5)};
  double q[4], origin[3], square = 0;
  for (int k = 0; k < 4; ++k) {
    q[k] = random_in(-1, 1);
    square += q[k] * q[k];
  }
  for (int k = 0; k < 4; ++k) q[k] /= sqrt(square);
  for (int k = 0; k < 3; ++k) origin[k] = random_in(-2, 2);
  depth[i] = random_in(0.02, 0.1);
  shift[i] = random_in(-0.6, 0.6);
  const double across = i % KINDS == END ? HALF : 0, at[3] = {shift[i], across, 2 * RADIUS - depth[i]};
  place(2 * i, q, origin, zero, none);
  place(2 * i + 1, q, origin, at, i % KINDS == ALONG ? none : quarter);
  index_a[i] = 2 * i;
  index_b[i] = 2 * i + 1;
}

static double between(const lgjk_manifold3* m) {
  double square = 0;
  for (int k = 0; k < 3; ++k) square += pow((double)(m->points[1].position[k] - m->points[0].position[k]), 2);
  return sqrt(square);
}

static void expect_points(const lgjk_manifold3* m, uint32_t i) {
  assert_int_equal(m->count, i % KINDS == ALONG ? 2 : 1);
  for (uint32_t k = 0; k < m->count; ++k) assert_true(fabs((double)m->points[k].separation + depth[i]) < 1e-5);
  if (m->count == 2) {
    assert_true(fabs(between(m) - (2 * HALF - fabs(shift[i]))) < 2e-3); // an end counts as within by a snap
  }
}

static void test_points(void** state) {
  (void)state;
  static const float ends[2][3] = {{-(float)HALF, 0, 0}, {(float)HALF, 0, 0}};
  static lgjk_manifold3 manifold[PAIRS];
  lgjk_shape3_def def;
  lgjk_shapes3* shapes;
  lgjk_bodies3 bodies;
  lgjk_pairs pairs;
  lgjk_results results;
  lgjk_options options;
  uint32_t isas[LGJK_ISA_COUNT];
  lgjk_shape3_def_init(&def);
  def.points = ends[0];
  def.point_count = 2;
  def.radius = (float)RADIUS;
  assert_int_equal(lgjk_shapes3_create(&def, 1, NULL, &shapes, NULL), LGJK_OK);
  lgjk_bodies3_init(&bodies);
  bodies.count = 2 * PAIRS;
  bodies.shapes = shapes;
  bodies.shape = shape;
  bodies.pose = pose[0];
  lgjk_pairs_init(&pairs);
  pairs.a = index_a;
  pairs.b = index_b;
  pairs.count = PAIRS;
  lgjk_results_init(&results);
  results.manifold3 = manifold;
  lgjk_options_init(&options);
  for (uint32_t i = 0; i < PAIRS; ++i) place_pair(i);
  const uint32_t known = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  for (uint32_t k = 0; k < known; ++k) {
    if (!lgjk_isa_supported(isas[k])) continue;
    options.isa = isas[k];
    memset(manifold, 0xA5, sizeof manifold);
    assert_int_equal(lgjk_contact3(&bodies, &bodies, &pairs, NULL, 0, PAIRS, &results, &options, NULL), LGJK_OK);
    for (uint32_t i = 0; i < PAIRS; ++i) expect_points(&manifold[i], i);
  }
  lgjk_shapes3_destroy(shapes);
}

int main(void) {
  const char* seed = getenv("LGJK_TEST_SEED");
  random_state = seed ? strtoull(seed, NULL, 10) : 17;
  print_message("seed %llu\n", (unsigned long long)random_state);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_points)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
