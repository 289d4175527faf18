// The worked figures and the systems of the documents that the project was founded on, each as a test of the public
// interface on every instruction set and of the scalar reference. The textbook steps (support of the difference, triple
// products, the hull of all differences) are written out here, in integers.
#define DIM 2

#include "test.h"
#include "oracle2.h"
#include "reference.h"
#include "seeds2.h"

// ---------------------------------------------------------------- the textbook in integers

typedef struct ivec {
  int x, y;
} ivec;

static const ivec T[3] = {{4, 11}, {4, 5}, {9, 9}};
static const ivec Q[4] = {{5, 7}, {7, 3}, {10, 2}, {12, 7}};

static int dot(ivec p, ivec q) { return p.x * q.x + p.y * q.y; }
static ivec minus(ivec p, ivec q) { return (ivec){p.x - q.x, p.y - q.y}; }

static ivec farthest(const ivec* p, int count, ivec d) {
  ivec best = p[0];
  for (int i = 1; i < count; ++i) {
    if (dot(p[i], d) > dot(best, d)) best = p[i];
  }
  return best;
}

static ivec support_of_difference(ivec d) { return minus(farthest(T, 3, d), farthest(Q, 4, (ivec){-d.x, -d.y})); }

// (a x b) x c = b (a . c) - a (b . c)
static ivec triple(ivec a, ivec b, ivec c) {
  int ac = dot(a, c), bc = dot(b, c);
  return (ivec){b.x * ac - a.x * bc, b.y * ac - a.y * bc};
}

static void assert_ivec(ivec v, int x, int y) {
  assert_int_equal(v.x, x);
  assert_int_equal(v.y, y);
}

// Whether the convex hull of the points has the origin, its boundary included: if not, some point has all others to its
// left or straight ahead.
static bool hull_has_origin(const ivec* p, int count) {
  for (int i = 0; i < count; ++i) {
    bool all_left = true;
    for (int j = 0; j < count && all_left; ++j) {
      int turn = p[i].x * p[j].y - p[i].y * p[j].x;
      all_left = turn > 0 || (turn == 0 && dot(p[i], p[j]) > 0);
    }
    if (all_left) return false;
  }
  return true;
}

TEST(support_of_the_difference_in_four_directions) {
  assert_ivec(support_of_difference((ivec){1, 0}), 4, 2);
  ivec left = support_of_difference((ivec){-1, 0});
  assert_int_equal(left.x, -8);
  assert_true(left.y == -2 || left.y == 4);
  assert_ivec(support_of_difference((ivec){0, 1}), -6, 9);
  assert_ivec(support_of_difference((ivec){0, -1}), -1, -2);
}

TEST(support_of_the_difference_by_the_reference) {
  static const float directions[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  static const float along[4] = {4, 8, 9, 2};
  lgjk_shape2_def t = points(TRIANGLE, 3, 0), q = points(QUAD, 4, 0);
  scene s;
  ref2_shapes shapes;
  scene_open(&s, &t, HOME, &q, HOME);
  assert_true(ref2_shapes_create(s.shapes, &shapes));
  for (int i = 0; i < 4; ++i) {
    float back[2] = {-directions[i][0], -directions[i][1]}, p[2], r[2];
    ref2_support(&shapes.shape[0], HOME, directions[i], p);
    ref2_support(&shapes.shape[1], HOME, back, r);
    float d[2] = {p[0] - r[0], p[1] - r[1]};
    assert_true(d[0] * directions[i][0] + d[1] * directions[i][1] == along[i]);
    if (i == 0) assert_true(d[1] == 2);
    if (i == 1) assert_true(d[1] == -2 || d[1] == 4);
    if (i == 2) assert_true(d[0] == -6);
    if (i == 3) assert_true(d[0] == -1);
  }
  ref2_shapes_destroy(&shapes);
  scene_close(&s);
}

TEST(the_first_simplex_misses_the_origin_and_the_second_holds_it) {
  const ivec first[3] = {{4, 2}, {-8, -2}, {-6, 9}}, second[3] = {{4, 2}, {-8, -2}, {-1, -2}};
  assert_false(hull_has_origin(first, 3));
  assert_true(hull_has_origin(second, 3));
}

TEST(the_trace_of_directions_is_the_documents_own) {
  ivec c = support_of_difference((ivec){7, -7}); // (3.5, -3.5), doubled to stay in integers
  assert_ivec(c, 4, 2);
  ivec b = support_of_difference((ivec){-7, 7});
  assert_ivec(b, -6, 9);
  ivec to_c = minus(c, b), to_origin = {-b.x, -b.y};
  ivec direction = triple(to_c, to_origin, to_c);
  assert_ivec(direction, -336, -480);
  ivec a = support_of_difference(direction);
  assert_ivec(a, -8, -2);
  ivec ab = minus(b, a), ac = minus(c, a), ao = {-a.x, -a.y};
  assert_ivec(ab, 2, 11);
  assert_ivec(ac, 12, 4);
  ivec ab_perp = triple(ac, ab, ab), ac_perp = triple(ab, ac, ac);
  assert_ivec(ab_perp, -1364, 248);
  assert_ivec(ac_perp, 496, -1488);
  assert_true(dot(ab_perp, ao) < 0 && dot(ac_perp, ao) > 0);
  direction = triple(ac, ao, ac);
  assert_ivec(direction, 32, -96);
  ivec last = support_of_difference(direction);
  assert_ivec(last, -1, -2);
  const ivec simplex[3] = {last, a, c};
  assert_true(hull_has_origin(simplex, 3));
}

// ---------------------------------------------------------------- figures through the public interface

TEST(triangle_and_quad_overlap) {
  lgjk_shape2_def t = points(TRIANGLE, 3, 0), q = points(QUAD, 4, 0);
  answer r = ask_both_orders(&t, HOME, &q, HOME);
  assert_int_equal(r.status, LGJK_STATUS_OVERLAPPING);
}

TEST(triangle_and_far_quad_have_the_worked_distance_and_witness_points) {
  lgjk_shape2_def t = points(TRIANGLE, 3, 0), q = points(FAR_QUAD, 4, 0);
  answer r = ask_both_orders(&t, HOME, &q, HOME);
  assert_int_equal(r.status, LGJK_STATUS_SEPARATED);
  assert_true(fabs(r.distance - sqrt(4961) / 41) <= 4e-6);
  assert_true(fabs(r.a[0] - 284.0 / 41) <= 1e-5 && fabs(r.a[1] - 301.0 / 41) <= 1e-5);
  assert_true(fabs(r.b[0] - 8) <= 1e-5 && fabs(r.b[1] - 6) <= 1e-5);
  // Their difference is the nearest point of T - Q: t = 24/41 along the edge from (-4,-1) to (1,3).
  assert_true(fabs(r.a[0] - r.b[0] + 44.0 / 41) <= 1e-5 && fabs(r.a[1] - r.b[1] - 55.0 / 41) <= 1e-5);
}

TEST(penetration_depth_of_triangle_and_quad_by_the_oracle) {
  static const float counter_clockwise[] = {4, 5, 9, 9, 4, 11};
  oracle2_body t = {.vertices = counter_clockwise, .count = 3, .pose = {0, 0, 1, 0}};
  oracle2_body q = {.vertices = QUAD, .count = 4, .pose = {0, 0, 1, 0}};
  // Across the edge (4,5)-(9,9) with normal (4,-5)/sqrt(41): T ends at -9, Q begins at -15.
  assert_true(fabsl(oracle2_exact(&t, &q).lower + 6 / sqrtl(41)) <= 1e-16L);
}

static uint32_t random_state = 1;

static int random_coordinate(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (int)(random_state >> 16) % 17 - 8;
}

TEST(overlap_is_the_origin_in_the_hull_of_all_vertex_differences) {
  uint32_t overlapping = 0, rounds = 1000;
  for (uint32_t round = 0; round < rounds; ++round) {
    float p[8], q[8];
    ivec difference[16];
    for (int i = 0; i < 8; ++i) {
      p[i] = (float)random_coordinate();
      q[i] = (float)(random_coordinate() + (i % 2 == 0 ? 8 : 0));
    }
    for (int i = 0; i < 16; ++i) {
      difference[i] = (ivec){(int)(p[i / 4 * 2] - q[i % 4 * 2]), (int)(p[i / 4 * 2 + 1] - q[i % 4 * 2 + 1])};
    }
    lgjk_shape2_def a = points(p, 4, 0), b = points(q, 4, 0);
    bool expected = hull_has_origin(difference, 16);
    answer r = ask(&a, HOME, &b, HOME);
    assert_int_equal(r.status == LGJK_STATUS_OVERLAPPING, expected);
    overlapping += expected;
  }
  assert_in_range(overlapping, rounds * 3 / 10, rounds * 7 / 10);
}

TEST(directions_are_carried_into_the_shapes_own_space_and_supports_back) {
  // A 3:1 box turned by a quarter and shifted reaches 3 along y and 1 along x.
  static const float turned[4] = {10, 20, 0, 1}, above[4] = {10, 25, 1, 0}, beside[4] = {13, 20, 1, 0};
  static const float origin[2] = {0, 0};
  lgjk_shape2_def a = box(3, 1), point = points(origin, 1, 0);
  assert_true(fabs(ask_both_orders(&a, turned, &point, above).distance - 2) <= 1e-5);
  assert_true(fabs(ask_both_orders(&a, turned, &point, beside).distance - 2) <= 1e-5);
}

TEST(non_uniform_scale_maps_points_and_ellipses_alike) {
  static const float beside[4] = {5, 0, 1, 0}, origin[2] = {0, 0};
  lgjk_shape2_def a = box(1, 1), e = box(1, 1), point = points(origin, 1, 0);
  e.kind = LGJK_SHAPE2_ELLIPSE;
  static const float map[4] = {3, 0, 0, 0.5f};
  memcpy(a.map, map, sizeof map);
  memcpy(e.map, map, sizeof map);
  assert_true(fabs(ask_both_orders(&a, HOME, &point, beside).distance - 2) <= 1e-5);
  assert_true(fabs(ask_both_orders(&e, HOME, &point, beside).distance - 2) <= 1e-5);
}

TEST(the_last_frames_record_makes_the_loop_nearly_constant_time) {
  const float* quads[2] = {QUAD, FAR_QUAD};
  uint32_t isas[LGJK_ISA_COUNT], count = test_isas(isas);
  for (uint32_t k = 0; k < 2 * count; ++k) {
    lgjk_shape2_def t = points(TRIANGLE, 3, 0), q = points(quads[k % 2], 4, 0);
    scene s;
    scene_open(&s, &t, HOME, &q, HOME);
    lgjk_warm record = {{0}};
    uint8_t iterations = 255;
    answer cold = scene_distance(&s, isas[k / 2], &record);
    s.pose[0] += 0.01f;
    answer warm = scene_distance(&s, isas[k / 2], &record);
    assert_int_equal(warm.status, cold.status);
    assert_true(warm.iterations <= 2 && warm.iterations < cold.iterations);
    assert_int_equal(scene_overlap(&s, isas[k / 2], &record, &iterations), cold.status);
    assert_true(iterations <= 2);
    scene_close(&s);
  }
}
