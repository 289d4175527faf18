// The Minkowski difference by merged edges: the exact one against the hull of all differences of vertices, and the
// reference's in double against the exact one and the oracle, on polygons with integer corners (which often have
// parallel edges), on every family of hard pairs of polygons, and on figures that can be checked by hand. And the
// oracle against itself: three methods on every family.
#define DIM 2

#include "built.h"
#include "families.h"
#include "minkowski2.h"
#include "exact_numbers.h"
#include "packed.h"
#include "test_random.h"

enum { SEED = 41, SMALL_PAIRS = 1500, SMALL_POINTS = 7, FAMILY_PAIRS = 60, MOST_DIFFERENCES = 600 };

static const double ROUNDING = 1e-14; // of the scale: what doubles leave

// ---------------------------------------------------------------- exact points

static void difference(exact2_point* out, const exact2_point* p, const exact2_point* q) {
  mpz_sub(out->x, p->x, q->x);
  mpz_sub(out->y, p->y, q->y);
}

static int compare(const void* left, const void* right) {
  const exact2_point *p = left, *q = right;
  int by_y = mpz_cmp(p->y, q->y);
  return by_y != 0 ? by_y : mpz_cmp(p->x, q->x);
}

// Above 0 where p, q, r turn to the left.
static int turn_of(const exact2_point* p, const exact2_point* q, const exact2_point* r) {
  exact2_point e, f;
  mpz_t cross;
  mpz_inits(e.x, e.y, f.x, f.y, cross, NULL);
  difference(&e, q, p);
  difference(&f, r, p);
  exact2_cross(cross, &e, &f);
  int sign = mpz_sgn(cross);
  mpz_clears(e.x, e.y, f.x, f.y, cross, NULL);
  return sign;
}

// All p + q, sorted from the lowest on.
static exact2_polygon all_sums(const exact2_polygon* a, const exact2_polygon* b) {
  exact2_polygon all = {calloc((size_t)a->count * b->count, sizeof(exact2_point)), 0, 0};
  for (uint32_t i = 0; i < a->count; ++i) {
    for (uint32_t j = 0; j < b->count; ++j) {
      exact2_point* p = &all.point[all.count++];
      mpz_inits(p->x, p->y, NULL);
      mpz_add(p->x, a->point[i].x, b->point[j].x);
      mpz_add(p->y, a->point[i].y, b->point[j].y);
    }
  }
  qsort(all.point, all.count, sizeof *all.point, compare);
  return all;
}

// Monotone chains (Andrew 1979): numbers of the corners of the hull of sorted points, from the lowest on,
// counter-clockwise. A point or an edge has one or two.
static uint32_t hull_of(const exact2_polygon* all, uint32_t* corner) {
  uint32_t count = 0, first = 0;
  for (int chain = 0; chain < 2; ++chain) {
    for (uint32_t k = 0; k < all->count; ++k) {
      uint32_t i = chain == 0 ? k : all->count - 1 - k;
      const exact2_point* p = &all->point[i];
      if (count > 0 && compare(p, &all->point[corner[count - 1]]) == 0) continue;
      while (count >= first + 2 && turn_of(&all->point[corner[count - 2]], &all->point[corner[count - 1]], p) <= 0) {
        --count;
      }
      corner[count++] = i;
    }
    first = count - 1;
  }
  return count > 1 ? count - 1 : count; // the last is the first again
}

// ---------------------------------------------------------------- what a sum has to be

static void assert_is_convex(const exact2_polygon* sum) {
  const exact2_point* p = sum->point;
  for (uint32_t i = 0; sum->count > 2 && i < sum->count; ++i) {
    assert_int_equal(turn_of(&p[i], &p[(i + 1) % sum->count], &p[(i + 2) % sum->count]), 1);
  }
  for (uint32_t i = 1; i < sum->count; ++i) assert_true(compare(&p[0], &p[i]) < 0);
}

static void support_of(mpz_t out, const exact2_polygon* polygon, const exact2_point* direction) {
  mpz_t height;
  mpz_init(height);
  for (uint32_t i = 0; i < polygon->count; ++i) {
    exact2_dot(height, &polygon->point[i], direction);
    if (i == 0 || mpz_cmp(height, out) > 0) mpz_set(out, height);
  }
  mpz_clear(height);
}

// The support of a sum is the sum of the supports.
static void assert_supports(const exact2_polygon* a, const exact2_polygon* b, const exact2_polygon* sum) {
  exact2_point u;
  mpz_t of_a, of_b, of_sum;
  mpz_inits(u.x, u.y, of_a, of_b, of_sum, NULL);
  for (int k = 0; k < 16; ++k) {
    mpz_set_si(u.x, (long)random_below(7) - 3);
    mpz_set_si(u.y, (long)random_below(7) - 3);
    support_of(of_a, a, &u);
    support_of(of_b, b, &u);
    support_of(of_sum, sum, &u);
    mpz_add(of_a, of_a, of_b);
    assert_int_equal(mpz_cmp(of_a, of_sum), 0);
  }
  mpz_clears(u.x, u.y, of_a, of_b, of_sum, NULL);
}

static void assert_is_hull(const exact2_polygon* sum, const exact2_polygon* all) {
  uint32_t* corner = malloc((2 * (size_t)all->count + 2) * sizeof *corner);
  assert_int_equal(hull_of(all, corner), sum->count);
  for (uint32_t i = 0; i < sum->count; ++i) {
    assert_int_equal(compare(&sum->point[i], &all->point[corner[i]]), 0);
  }
  free(corner);
}

static exact2_polygon exact_difference(const oracle2_body* a, const oracle2_body* b) {
  exact2_polygon in_a = exact2_place(a, 1), minus_b = exact2_place(b, -1), sum = exact2_sum(&in_a, &minus_b);
  assert_in_range(sum.count, 1, in_a.count + minus_b.count);
  assert_is_convex(&sum);
  assert_supports(&in_a, &minus_b, &sum);
  if (in_a.count * minus_b.count <= MOST_DIFFERENCES) {
    exact2_polygon all = all_sums(&in_a, &minus_b);
    assert_is_hull(&sum, &all);
    exact2_free(&all);
  }
  exact2_free(&in_a);
  exact2_free(&minus_b);
  return sum;
}

// ---------------------------------------------------------------- the difference in double

static ref2_shape shape_of(const oracle2_body* body) {
  return (ref2_shape){.points = body->vertices, .count = body->count, .kind = LGJK_SHAPE2_POINTS};
}

// Moving B by the depth along the normal has to part the cores: the support of A - B there is no more.
static double support_along(const minkowski2* m, const double normal[2]) {
  double most = -INFINITY;
  for (uint32_t i = 0; i < m->count; ++i) {
    most = fmax(most, m->point[i][0] * normal[0] + m->point[i][1] * normal[1]);
  }
  return most;
}

static void assert_agrees(const oracle2_body* on_a, const oracle2_body* on_b) {
  oracle2_body a = *on_a, b = *on_b;
  a.radius = b.radius = 0;
  ref2_shape shape_a = shape_of(&a), shape_b = shape_of(&b);
  oracle2_bounds truth = oracle2_exact(&a, &b);
  double tolerance = ROUNDING * (double)oracle2_scale(&a, &b), normal[2];
  minkowski2 m;
  minkowski2_difference(&shape_a, a.pose, &shape_b, b.pose, &m);
  assert_in_range(m.count, 1, a.count + b.count);
  double depth = minkowski2_depth(&m, normal);
  assert_true(fabs(minkowski2_distance(&m) - fmax((double)truth.upper, 0.0)) <= tolerance);
  assert_true(fabs(depth - fmax(-(double)truth.lower, 0.0)) <= tolerance);
  assert_true(fabs(hypot(normal[0], normal[1]) - 1.0) <= 1e-12);
  if (depth > 0.0) assert_true(support_along(&m, normal) <= depth + tolerance);
  if (fabsl(truth.upper) > tolerance) assert_int_equal(minkowski2_overlap(&m), truth.overlap);
}

// On integers, doubles are exact.
static void assert_same_polygon(const oracle2_body* a, const oracle2_body* b, const exact2_polygon* sum) {
  ref2_shape shape_a = shape_of(a), shape_b = shape_of(b);
  minkowski2 m;
  minkowski2_difference(&shape_a, a->pose, &shape_b, b->pose, &m);
  assert_int_equal(m.count, sum->count);
  for (uint32_t i = 0; i < m.count; ++i) {
    assert_true(m.point[i][0] == ldexp(mpz_get_d(sum->point[i].x), -EXACT2_BITS));
    assert_true(m.point[i][1] == ldexp(mpz_get_d(sum->point[i].y), -EXACT2_BITS));
  }
}

// ---------------------------------------------------------------- figures

static oracle2_body body_of(const float* points, uint32_t count, float x, float y) {
  return (oracle2_body){.vertices = points, .count = count, .pose = {x, y, 1, 0}};
}

static void assert_corners(const oracle2_body* a, const oracle2_body* b, const double (*corner)[2], uint32_t count) {
  ref2_shape shape_a = shape_of(a), shape_b = shape_of(b);
  minkowski2 m;
  minkowski2_difference(&shape_a, a->pose, &shape_b, b->pose, &m);
  exact2_polygon sum = exact_difference(a, b);
  assert_same_polygon(a, b, &sum);
  assert_int_equal(m.count, count);
  for (uint32_t i = 0; i < count; ++i) {
    assert_true(m.point[i][0] == corner[i][0] && m.point[i][1] == corner[i][1]);
  }
  exact2_free(&sum);
}

static const float T[] = {4, 5, 9, 9, 4, 11}, Q[] = {5, 7, 7, 3, 10, 2, 12, 7}, FAR_Q[] = {8, 6, 10, 2, 13, 1, 15, 6};

TEST(worked_figures_of_triangle_and_quads) {
  oracle2_body t = body_of(T, 3, 0, 0), q = body_of(Q, 4, 0, 0), r = body_of(FAR_Q, 4, 0, 0);
  ref2_shape shape_t = shape_of(&t), shape_q = shape_of(&q), shape_r = shape_of(&r);
  minkowski2 m;
  double normal[2];
  minkowski2_difference(&shape_t, t.pose, &shape_q, q.pose, &m);
  assert_true(minkowski2_overlap(&m) && minkowski2_distance(&m) == 0.0);
  assert_true(fabs(minkowski2_depth(&m, normal) - 6 / sqrt(41)) <= ROUNDING);
  assert_true(fabs(normal[0] - 4 / sqrt(41)) + fabs(normal[1] + 5 / sqrt(41)) <= ROUNDING);
  minkowski2_difference(&shape_t, t.pose, &shape_r, r.pose, &m);
  assert_false(minkowski2_overlap(&m));
  assert_true(fabs(minkowski2_distance(&m) - sqrt(4961) / 41) <= ROUNDING);
  assert_true(minkowski2_depth(&m, normal) == 0.0);
}

static const float SQUARE[] = {-1, -1, 1, -1, 1, 1, -1, 1}, FLAT[] = {-1, 0, 1, 0}, UPRIGHT[] = {0, -1, 0, 1};
static const float POINT[] = {0, 0};

TEST(flat_and_identical_shapes_have_the_corners_that_one_can_see) {
  const oracle2_body square = body_of(SQUARE, 4, 0, 0), flat = body_of(FLAT, 2, 0, 0), point = body_of(POINT, 1, 0, 0);
  const oracle2_body upright = body_of(UPRIGHT, 2, 0, 0), other_point = body_of(POINT, 1, 3, 4);
  assert_corners(&point, &other_point, (const double[][2]){{-3, -4}}, 1);
  assert_corners(&flat, &point, (const double[][2]){{-1, 0}, {1, 0}}, 2);
  assert_corners(&flat, &flat, (const double[][2]){{-2, 0}, {2, 0}}, 2);
  assert_corners(&flat, &upright, (const double[][2]){{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, 4);
  assert_corners(&square, &square, (const double[][2]){{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, 4);
  assert_corners(&square, &flat, (const double[][2]){{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, 4);
}

// ---------------------------------------------------------------- random polygons, families

static void integer_points(lgjk_shape2_def* def, float* points) {
  lgjk_shape2_def_init(def);
  def->points = points;
  def->point_count = 1 + random_below(SMALL_POINTS);
  const uint32_t width = 1 + random_below(5);
  for (uint32_t i = 0; i < 2 * def->point_count; ++i) points[i] = (float)random_below(width) - 2;
}

TEST(polygons_of_integers_have_the_hull_of_all_differences) {
  print_message("  seed %d\n", SEED);
  random_state = SEED;
  for (int i = 0; i < SMALL_PAIRS; ++i) {
    float points[2][2 * SMALL_POINTS];
    const uint32_t index[2] = {0, 1};
    // Quarter turns, so that integers stay what they are.
    const float pose[2][4] = {
        {0, 0, 1, 0}, {(float)random_below(7) - 3, (float)random_below(7) - 3, (float)(i % 2), (float)(1 - i % 2)}};
    lgjk_shape2_def defs[2];
    for (int k = 0; k < 2; ++k) integer_points(&defs[k], points[k]);
    lgjk_shapes2* shapes = build_shapes2(defs, 2);
    oracle2_table* table = oracle2_table_create(shapes);
    lgjk_bodies2 view;
    view = packed_bodies(shapes, 2, index, pose[0], NULL);
    oracle2_body a = oracle2_read(table, &view, 0), b = oracle2_read(table, &view, 1);
    exact2_polygon sum = exact_difference(&a, &b);
    assert_same_polygon(&a, &b, &sum);
    assert_agrees(&a, &b);
    exact2_free(&sum);
    oracle2_table_destroy(table);
    lgjk_shapes2_destroy(shapes);
  }
}

static void check_difference(const oracle2_body* a, const oracle2_body* b) {
  if (a->count == 0 || b->count == 0) return;
  exact2_polygon sum = exact_difference(a, b);
  assert_agrees(a, b);
  exact2_free(&sum);
}

static void each_family_pair(uint64_t seed, uint32_t pairs, void (*check)(const oracle2_body*, const oracle2_body*)) {
  for (uint32_t family = 0; family < families2_count(); ++family) {
    families2_batch batch;
    assert_int_equal(families2_make(&batch, family, seed, pairs, NULL), LGJK_OK);
    oracle2_table* table = oracle2_table_create(batch.shapes);
    for (uint32_t i = 0; i < pairs; ++i) {
      const oracle2_body a = oracle2_read(table, &batch.bodies, batch.a[i]);
      const oracle2_body b = oracle2_read(table, &batch.bodies, batch.b[i]);
      check(&a, &b);
    }
    oracle2_table_destroy(table);
    families2_free(&batch);
  }
}

TEST(every_family_of_polygons_agrees_with_the_oracle) {
  random_state = SEED;
  each_family_pair(SEED, FAMILY_PAIRS, check_difference);
}

// ---------------------------------------------------------------- the oracle's three methods

// Of a scale: what long double leaves, with room; the gap that bounds of curved shapes must close.
static const long double TINY = 1e-16L, CERTIFIED = 1e-12L;

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

static void check_methods(const oracle2_body* a, const oracle2_body* b) {
  check_curved(a, b);
  if (a->count > 0 && b->count > 0) check_polygons(a, b);
}

TEST(three_methods_agree_on_every_family) {
  if (oracle2_epsilon() > 0x1p-64L) SKIP_TEST("the three methods: long double has fewer digits here");
  each_family_pair(1, 150, check_methods);
}
