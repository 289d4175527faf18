// Where the code of the founding documents fails, each as a test that ours does not: loops without a bound, two
// opinions about touching, a distance for overlapping shapes, circles and directions that are not of unit length, and
// simplex tests without a scale.
#define DIM 2

#include "test.h"
#include "reference.h"
#include "seeds2.h"

// 1. No bound on the loops.
TEST(touching_shapes_end_and_overlap) {
  lgjk_shape2_def unit = box(0.5f, 0.5f);
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      const float pose[4] = {(float)x, (float)y, 1, 0};
      answer r = ask_both_orders(&unit, HOME, &unit, pose);
      assert_int_equal(r.status, LGJK_STATUS_OVERLAPPING);
      assert_true(r.iterations < LGJK_DEFAULT_ITERATION_LIMIT);
    }
  }
}

TEST(duplicate_points_end_with_the_distance_of_the_hull) {
  static const float doubled[] = {4, 11, 4, 11, 4, 5, 9, 9, 4, 5, 9, 9, 4, 8, 4, 5};
  static const float coincident[] = {8, 6, 8, 6, 8, 6, 8, 6};
  lgjk_shape2_def t = points(doubled, 8, 0), p = points(coincident, 4, 0);
  answer r = ask_both_orders(&t, HOME, &p, HOME);
  assert_int_equal(r.status, LGJK_STATUS_SEPARATED);
  assert_true(fabs(r.distance - sqrt(4961) / 41) <= 4e-6);
}

TEST(collinear_points_are_a_segment) {
  static const float line[] = {-1, -1, 2, 2, 0, 0, 1, 1}, above[4] = {0, 2, 1, 0}, origin[2] = {0, 0};
  lgjk_shape2_def a = points(line, 4, 0), p = points(origin, 1, 0);
  assert_true(fabs(ask_both_orders(&a, HOME, &p, above).distance - sqrt(2)) <= 4e-6);
  static const float on[4] = {1.5f, 1.5f, 1, 0};
  assert_int_equal(ask_both_orders(&a, HOME, &p, on).status, LGJK_STATUS_OVERLAPPING);
}

TEST(the_origin_on_an_edge_of_the_simplex_ends) {
  // Centred boxes: the first two supports of the difference have the origin between them.
  lgjk_shape2_def a = box(2, 1), b = box(1, 1);
  assert_int_equal(ask_both_orders(&a, HOME, &b, HOME).status, LGJK_STATUS_OVERLAPPING);
  static const float crossing[] = {0, -1, 0, 1}, lying[] = {-1, 0, 1, 0};
  lgjk_shape2_def u = points(crossing, 2, 0), l = points(lying, 2, 0);
  assert_int_equal(ask_both_orders(&u, HOME, &l, HOME).status, LGJK_STATUS_OVERLAPPING);
}

// 2. Two opinions about touching.
TEST(touching_counts_as_overlapping_at_vertices_edges_and_circles) {
  static const float triangle[] = {0, 0, 3, 0, 0, 4}, tip[] = {3, 0, 6, 1, 6, -1}, ledge[] = {1, 0, 2, 0, 1, -5};
  static const float hypotenuse[] = {1.5f, 2, 4, 4, 3, 4}, origin[2] = {0, 0}, apart[4] = {5, 0, 1, 0};
  const float* others[3] = {tip, ledge, hypotenuse};
  lgjk_shape2_def t = points(triangle, 3, 0);
  for (int i = 0; i < 3; ++i) {
    lgjk_shape2_def other = points(others[i], 3, 0);
    assert_int_equal(ask_both_orders(&t, HOME, &other, HOME).status, LGJK_STATUS_OVERLAPPING);
  }
  lgjk_shape2_def two = points(origin, 1, 2), three = points(origin, 1, 3);
  assert_int_equal(ask_both_orders(&two, HOME, &three, apart).status, LGJK_STATUS_OVERLAPPING);
}

// 3. A positive distance for overlapping shapes.
TEST(overlapping_shapes_have_distance_zero_and_one_common_point) {
  lgjk_shape2_def t = points(TRIANGLE, 3, 0), q = points(QUAD, 4, 0);
  answer r = ask_both_orders(&t, HOME, &q, HOME);
  assert_true(r.distance == 0);
  assert_memory_equal(r.a, r.b, sizeof r.a);
}

TEST(distance_does_not_depend_on_the_length_of_edges) {
  // The document's tolerance grows with the direction's length; here a gap of 1e-3 beside edges of length 1000 stands.
  static const float above[4] = {300, 0.501f, 1, 0}, origin[2] = {0, 0};
  lgjk_shape2_def slab = box(500, 0.5f), p = points(origin, 1, 0);
  answer r = ask_both_orders(&slab, HOME, &p, above);
  assert_int_equal(r.status, LGJK_STATUS_SEPARATED);
  assert_true(fabs(r.distance - 0.001) <= 4e-7 * 1000);
}

// 4. The support of a circle for a direction that is not of unit length.
TEST(support_of_a_circle_is_on_it_for_any_length_of_direction) {
  static const float origin[2] = {0, 0}, lengths[3] = {1e-3f, 1, 100};
  lgjk_shape2_def circle = points(origin, 1, 2);
  scene s;
  ref2_shapes shapes;
  scene_open(&s, &circle, HOME, &circle, HOME);
  assert_true(ref2_shapes_create(s.shapes, &shapes));
  for (int i = 0; i < 3; ++i) {
    const float direction[2] = {0.6f * lengths[i], -0.8f * lengths[i]};
    float p[2];
    ref2_support(&shapes.shape[0], HOME, direction, p);
    assert_true(fabs(p[0] - 1.2) <= 1e-6 && fabs(p[1] + 1.6) <= 1e-6);
  }
  ref2_shapes_destroy(&shapes);
  scene_close(&s);
  static const float apart[4] = {300, 400, 1, 0};
  assert_true(fabs(ask_both_orders(&circle, HOME, &circle, apart).distance - 496) <= 2e-4);
}

// 5. No scale in the simplex tests.
TEST(the_figures_hold_at_every_size) {
  for (int exponent = -19; exponent <= 14; exponent += 3) {
    float t[6], q[8], f[8], size = ldexpf(1, exponent);
    for (int i = 0; i < 6; ++i) t[i] = TRIANGLE[i] * size;
    for (int i = 0; i < 8; ++i) q[i] = QUAD[i] * size;
    for (int i = 0; i < 8; ++i) f[i] = FAR_QUAD[i] * size;
    lgjk_shape2_def a = points(t, 3, 0), b = points(q, 4, 0), c = points(f, 4, 0);
    assert_int_equal(ask_both_orders(&a, HOME, &b, HOME).status, LGJK_STATUS_OVERLAPPING);
    assert_true(fabs(ask_both_orders(&a, HOME, &c, HOME).distance / size - sqrt(4961) / 41) <= 1.2e-5);
  }
}

TEST(the_figures_hold_far_from_the_origin) {
  static const float offsets[4][4] = {{1e4f, -1e4f, 1, 0}, {-1e5f, 3e4f, 0, 1}, {1e6f, 1e6f, -1, 0}, {7e6f, 1, 1, 0}};
  lgjk_shape2_def t = points(TRIANGLE, 3, 0), q = points(QUAD, 4, 0), f = points(FAR_QUAD, 4, 0);
  for (int i = 0; i < 4; ++i) {
    assert_int_equal(ask_both_orders(&t, offsets[i], &q, offsets[i]).status, LGJK_STATUS_OVERLAPPING);
    assert_true(fabs(ask_both_orders(&t, offsets[i], &f, offsets[i]).distance - sqrt(4961) / 41) <= 1.2e-5);
  }
}

TEST(slivers_keep_their_verdicts) {
  static const float above[4] = {0.5f, 3e-4f, 1, 0}, into[4] = {0.5f, 1.5e-4f, 1, 0};
  lgjk_shape2_def sliver = box(1, 1e-4f);
  assert_int_equal(ask_both_orders(&sliver, HOME, &sliver, above).status, LGJK_STATUS_SEPARATED);
  assert_int_equal(ask_both_orders(&sliver, HOME, &sliver, into).status, LGJK_STATUS_OVERLAPPING);
}
