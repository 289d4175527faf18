// The oracle against itself: three methods on every family of hard pairs, and figures that can be checked by hand.
// test_corpus holds it against the corpus, test_minkowski2 the exact one against the hull of all differences.

#define DIM 2
#include "built.h"
#include "families.h"
#include "oracle_checks.h"

enum { PAIRS = 150 };

static const long double CERTIFIED = 1e-12L; // gap that bounds of curved shapes must close, of a scale

static oracle2_body polygon(const float* vertices, uint32_t count, float radius, float x, float y) {
  return (oracle2_body){.vertices = vertices, .count = count, .radius = radius, .pose = {x, y, 1, 0}};
}

static oracle2_body ellipse(float rx, float ry, float x, float y) {
  return (oracle2_body){.matrix = {rx, 0, 0, ry}, .pose = {x, y, 1, 0}};
}

static void assert_all_methods(const oracle2_body* a, const oracle2_body* b, long double expected) {
  long double tolerance = TINY * (oracle2_scale(a, b) + fabsl(expected));
  assert_bounds(oracle2_exact(a, b), expected, tolerance);
  assert_bounds(oracle2_filtered(a, b), expected, tolerance);
  assert_bounds(oracle2_curved(a, b), expected, tolerance);
}

// ---------------------------------------------------------------- figures

static const float TRIANGLE[] = {4, 5, 9, 9, 4, 11};
static const float QUAD[] = {5, 7, 7, 3, 10, 2, 12, 7};
static const float FAR_QUAD[] = {8, 6, 10, 2, 13, 1, 15, 6};

TEST(worked_figures_of_triangle_and_quads) {
  oracle2_body t = polygon(TRIANGLE, 3, 0, 0, 0), q = polygon(QUAD, 4, 0, 0, 0), r = polygon(FAR_QUAD, 4, 0, 0, 0);
  assert_all_methods(&t, &r, sqrtl(4961) / 41);
  assert_all_methods(&r, &t, sqrtl(4961) / 41);
  // The least way out is across T's edge (4,5)-(9,9), outward normal (4,-5): its slab ends at -9, Q's begins at -15.
  assert_all_methods(&t, &q, -6 / sqrtl(41));
  assert_true(oracle2_exact(&t, &q).overlap);
}

TEST(worked_figures_of_points_segments_and_circles) {
  static const float origin[] = {0, 0}, segment[] = {-1, 0, 1, 0}, upright[] = {0, -1, 0, 1};
  oracle2_body p = polygon(origin, 1, 0, 3, 4), o = polygon(origin, 1, 2, 0, 0), s = polygon(segment, 2, 0, 0, 0);
  assert_all_methods(&o, &p, 3);
  oracle2_body end = polygon(origin, 1, 0, 5, 0), on = polygon(origin, 1, 0, 0.5f, 0);
  assert_all_methods(&s, &end, 4);
  assert_all_methods(&s, &on, 0);
  oracle2_body u = polygon(upright, 2, 0.5f, 0.25f, 0), along = polygon(segment, 2, 0, 7, 0);
  assert_all_methods(&s, &u, -0.75L - 0.5L);
  assert_all_methods(&s, &along, 5);
  assert_all_methods(&o, &o, -4);
}

TEST(touching_is_overlapping_and_the_next_float_is_not) {
  static const float origin[] = {0, 0}, segment[] = {-1, 0, 1, 0}, square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
  oracle2_body two = polygon(origin, 1, 2, 0, 0), three = polygon(origin, 1, 3, 4, 3);
  oracle2_body line = polygon(segment, 2, 0, 0, 0), point = polygon(origin, 1, 0, 0.5f, 0);
  oracle2_body left = polygon(square, 4, 0, 0, 0), right = polygon(square, 4, 0, 2, 2);
  const oracle2_body* pairs[3][2] = {{&two, &three}, {&line, &point}, {&left, &right}};
  for (int i = 0; i < 3; ++i) {
    oracle2_body moved = *pairs[i][1];
    moved.pose[1] = nextafterf(moved.pose[1], 10);
    assert_all_methods(pairs[i][0], pairs[i][1], 0);
    assert_true(oracle2_exact(pairs[i][0], pairs[i][1]).overlap);
    assert_true(oracle2_filtered(pairs[i][0], pairs[i][1]).overlap);
    assert_false(oracle2_exact(pairs[i][0], &moved).overlap);
    assert_false(oracle2_filtered(pairs[i][0], &moved).overlap);
  }
}

TEST(worked_figures_of_ellipses) {
  static const float origin[] = {0, 0};
  oracle2_body e = ellipse(3, 1, 0, 0), disc = ellipse(1, 1, 5, 0), p = polygon(origin, 1, 0, 0, 3);
  assert_bounds(oracle2_curved(&e, &disc), 1, CERTIFIED);
  assert_bounds(oracle2_curved(&e, &p), 2, CERTIFIED);
  p.pose[1] = 0;
  assert_bounds(oracle2_curved(&e, &p), -1, CERTIFIED);
  assert_bounds(oracle2_curved(&e, &e), -2, CERTIFIED);
  disc.pose[0] = 0;
  assert_bounds(oracle2_curved(&disc, &disc), -2, CERTIFIED);
  disc.radius = 0.5f;
  assert_bounds(oracle2_curved(&disc, &disc), -3, CERTIFIED);
}

TEST(unnormalised_rotations_are_normalised) {
  static const float segment[] = {-1, 0, 1, 0}, origin[] = {0, 0};
  oracle2_body s = polygon(segment, 2, 0, 0, 0), p = polygon(origin, 1, 0, 4, 3);
  s.pose[2] = 0.8f * 1.00004f;
  s.pose[3] = 0.6f * 1.00004f;
  long double c = s.pose[2], d = s.pose[3], length = sqrtl(c * c + d * d);
  long double x = 4 - c / length, y = 3 - d / length;
  assert_all_methods(&s, &p, sqrtl(x * x + y * y));
}

// ---------------------------------------------------------------- independent methods

static void check_polygons(const oracle2_body* a, const oracle2_body* b) {
  oracle2_bounds exact = oracle2_exact(a, b), filtered = oracle2_filtered(a, b), back = oracle2_exact(b, a);
  long double scale = oracle2_scale(a, b);
  assert_int_equal(exact.overlap, exact.upper <= 0);
  assert_int_equal(exact.overlap, filtered.overlap);
  assert_int_equal(exact.overlap, back.overlap);
  assert_true(fabsl(exact.lower - back.lower) <= 1e-18L * scale);
  assert_true(filtered.lower <= exact.lower && exact.upper <= filtered.upper);
  assert_true(filtered.upper - filtered.lower <= TINY * scale);
}

static void check_curved(const oracle2_body* a, const oracle2_body* b) {
  oracle2_bounds bounds = oracle2_curved(a, b), back = oracle2_curved(b, a);
  long double scale = oracle2_scale(a, b);
  assert_true(bounds.lower <= bounds.upper);
  assert_true(bounds.upper - bounds.lower <= CERTIFIED * scale);
  assert_true(bounds.lower <= back.upper && back.lower <= bounds.upper);
  if (a->count == 0 || b->count == 0) return;
  oracle2_bounds exact = oracle2_exact(a, b);
  assert_true(bounds.lower <= exact.lower && exact.upper <= bounds.upper);
}

TEST(three_methods_agree_on_every_family) {
  for (uint32_t family = 0; family < families2_count(); ++family) {
    families2_batch batch;
    assert_int_equal(families2_make(&batch, family, 1, PAIRS, NULL), LGJK_OK);
    oracle2_table* table = oracle2_table_create(batch.shapes);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      oracle2_body a = oracle2_read(table, &batch.bodies, batch.a[i]);
      oracle2_body b = oracle2_read(table, &batch.bodies, batch.b[i]);
      check_curved(&a, &b);
      if (a.count > 0 && b.count > 0) check_polygons(&a, &b);
    }
    oracle2_table_destroy(table);
    families2_free(&batch);
  }
}

// ---------------------------------------------------------------- the judge

TEST(the_judge_sees_every_kind_of_wrong_answer) {
  oracle2_body t = polygon(TRIANGLE, 3, 0, 0, 0), r = polygon(FAR_QUAD, 4, 0, 0, 0);
  const float d = 1.71791148f, p[2] = {284.0f / 41, 301.0f / 41}, q[2] = {8, 6}, off[2] = {6.93f, 7.33f};
  const float beside[2] = {8, 5.99f};
  check_judge(&t, &r, d, p, q, off);
  const oracle2_bounds truth = oracle2_signed_distance(&t, &r);
  assert_true(oracle2_judge(&t, &r, &truth, LGJK_STATUS_SEPARATED, d, p, beside).witness > 1);
}

TEST(half_ulps_are_those_of_float) {
  static const float cases[][2] = {{1, 0}, {0, 1.5f}, {0, 0x1.fffffep0f}, {10000, 0}, {-0x1p-140f, 0}, {0, 0}};
  static const long double expected[] = {0x1p-24L, 0x1p-24L, 0x1p-24L, 0x1p-11L, 0x1p-150L, 0};
  for (int i = 0; i < 6; ++i) assert_true(oracle2_half_ulp(cases[i]) == expected[i]);
}

int main(void) { return test_run_where_wide(oracle2_epsilon()); }
