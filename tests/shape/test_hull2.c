// Hulls against truth: every input is also wrapped (Jarvis 1973) with GMP integers, where each float32 is an exact
// multiple of 2^-149, and the two lists of vertices have to agree bit for bit. The radii of the record are checked by
// exact comparison of squares. Inputs are what breaks hull builders: collinear runs, points one unit in the last place
// off a line, duplicates, denormals, mixed magnitudes.
#include "test.h"
#include "exact_numbers.h"
#include "fewer.h"
#include "shape/hull2.h"
#include "shape/shapes.h"
#include "test_random.h"

#define MOST_POINTS 2100

// ---------------------------------------------------------------- exact geometry

static exact2_point exact[MOST_POINTS], to_one, to_other;
static mpz_t left_term, right_term;

static void load_exact(const lgjk_point2* p, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i) {
    exact2_set_float(exact[i].x, p[i].x);
    exact2_set_float(exact[i].y, p[i].y);
  }
}

static void from_to(exact2_point* out, uint32_t a, uint32_t b) {
  mpz_sub(out->x, exact[b].x, exact[a].x);
  mpz_sub(out->y, exact[b].y, exact[a].y);
}

static int exact_orient(uint32_t a, uint32_t b, uint32_t c) {
  from_to(&to_one, a, b);
  from_to(&to_other, a, c);
  exact2_cross(left_term, &to_one, &to_other);
  return mpz_sgn(left_term);
}

static int exact_same(uint32_t a, uint32_t b) {
  return mpz_cmp(exact[a].x, exact[b].x) == 0 && mpz_cmp(exact[a].y, exact[b].y) == 0;
}

// Whether c is farther from a than b is.
static int exact_farther(uint32_t a, uint32_t b, uint32_t c) {
  from_to(&to_one, a, b);
  from_to(&to_other, a, c);
  exact2_dot(left_term, &to_one, &to_one);
  exact2_dot(right_term, &to_other, &to_other);
  return mpz_cmp(right_term, left_term) > 0;
}

// Gift wrapping over the loaded points: indices of the hull, counter-clockwise from the lowest x, then lowest y.
static uint32_t wrap(uint32_t n, uint32_t* hull) {
  uint32_t first = 0;
  for (uint32_t i = 1; i < n; ++i) {
    const int by_x = mpz_cmp(exact[i].x, exact[first].x);
    if (by_x < 0 || (by_x == 0 && mpz_cmp(exact[i].y, exact[first].y) < 0)) first = i;
  }
  uint32_t count = 0;
  uint32_t at = first;
  do {
    hull[count++] = at;
    uint32_t next = at;
    for (uint32_t i = 0; i < n; ++i) {
      if (exact_same(i, at)) continue;
      const int side = exact_same(next, at) ? -1 : exact_orient(at, next, i);
      if (side < 0 || (side == 0 && exact_farther(at, next, i))) next = i;
    }
    at = next;
  } while (!exact_same(at, first) && count < n);
  return count;
}

static int setup(void** state) {
  (void)state;
  for (uint32_t i = 0; i < MOST_POINTS; ++i) mpz_inits(exact[i].x, exact[i].y, NULL);
  mpz_inits(to_one.x, to_one.y, to_other.x, to_other.y, left_term, right_term, NULL);
  return 0;
}

static int teardown(void** state) {
  (void)state;
  for (uint32_t i = 0; i < MOST_POINTS; ++i) mpz_clears(exact[i].x, exact[i].y, NULL);
  mpz_clears(to_one.x, to_one.y, to_other.x, to_other.y, left_term, right_term, NULL);
  return 0;
}

// ---------------------------------------------------------------- what must hold for one input

// bound is the least float whose square reaches every vertex.
static void check_bound(float bound, uint32_t vertices) {
  int previous_reaches = 1;
  for (uint32_t i = 0; i < vertices; ++i) {
    exact2_dot(left_term, &exact[i], &exact[i]);
    exact2_set_float(to_one.x, bound);
    mpz_mul(right_term, to_one.x, to_one.x);
    assert_true(mpz_cmp(left_term, right_term) <= 0);
    exact2_set_float(to_one.x, nextafterf(bound, 0.0f));
    mpz_mul(right_term, to_one.x, to_one.x);
    if (mpz_cmp(left_term, right_term) > 0) previous_reaches = 0;
  }
  assert_true(bound == 0.0f || !previous_reaches);
}

// inner is 0 unless the origin is strictly inside; no edge line is nearer, and one is hardly farther.
static void check_inner(float inner, uint32_t vertices) {
  int inside = vertices >= 3;
  double nearest = INFINITY;
  for (uint32_t i = 0; i < vertices; ++i) {
    const uint32_t j = (i + 1) % vertices;
    exact2_cross(left_term, &exact[i], &exact[j]);
    if (mpz_sgn(left_term) <= 0) inside = 0;
    from_to(&to_one, i, j);
    exact2_dot(to_other.x, &to_one, &to_one);
    nearest = fmin(nearest, ldexp(mpz_get_d(left_term) / sqrt(mpz_get_d(to_other.x)), -149));
    exact2_set_float(to_other.y, inner);
    mpz_mul(to_other.y, to_other.y, to_other.y);
    mpz_mul(right_term, to_other.y, to_other.x);
    mpz_mul(left_term, left_term, left_term);
    if (inner > 0.0f) assert_true(mpz_cmp(left_term, right_term) >= 0);
  }
  if (!inside) assert_true(inner == 0.0f);
  if (inside) assert_true((double)inner >= nearest * (1.0 - 2e-6) - 3e-45);
}

static uint32_t expected_core(uint32_t vertices) {
  if (vertices <= 2) return vertices - 1;
  if (vertices <= 4) return LGJK_CORE2_POLYGON4;
  return vertices <= 8 ? LGJK_CORE2_POLYGON8 : LGJK_CORE2_LARGE;
}

// The vertices of the octants are the farthest along their middles; there are none where the ring has a short edge or a
// flat angle, about which this says nothing within a third.
static void check_octants(const lgjk_shape2* shape, const lgjk_point2* v, uint32_t n) {
  double turn = n >= 3 ? 1 : 0, edge = 1e300;
  for (uint32_t i = 0; i < n; ++i) {
    const lgjk_point2 p = v[i], q = v[(i + 1) % n], r = v[(i + 2) % n];
    const double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
    const double fx = (double)r.x - (double)q.x, fy = (double)r.y - (double)q.y;
    const double e = hypot(ex, ey), sine = (ex * fy - ey * fx) / (e * hypot(fx, fy));
    if (e < edge) edge = e;
    if (!(sine >= turn)) turn = sine;
  }
  uint32_t bits = 0;
  for (int i = 0; i < 3; ++i) bits |= (uint32_t)shape->octants[LGJK_OCTANT_BYTE2(i)] << 8 * i;
  if (shape->core == LGJK_CORE2_LARGE || turn < 3e-6 || edge < 7e-10) assert_int_equal(bits, 0);
  if (shape->core != LGJK_CORE2_LARGE && turn > 5e-6 && edge > 1.4e-9) assert_true(bits != 0);
  for (uint32_t octant = 0; bits != 0 && octant < LGJK_OCTANTS2; ++octant) {
    const double angle = octant & 4 ? 67.5 : 22.5, radian = 0.017453292519943295;
    const double x = cos(angle * radian) * (octant & 1 ? -1 : 1), y = sin(angle * radian) * (octant & 2 ? -1 : 1);
    const uint32_t named = bits >> 3 * octant & 7;
    assert_true(named < n);
    for (uint32_t i = 0; i < n; ++i) {
      const double over = x * ((double)v[i].x - (double)v[named].x) + y * ((double)v[i].y - (double)v[named].y);
      assert_true(over <= 1e-14 * (double)shape->bound);
    }
  }
}

static void check_ring(const lgjk_shape2* shape, const lgjk_point2* v, uint32_t n) {
  const float zeros[2] = {0};
  assert_memory_equal(shape->earlier, n > 2 ? (const float*)&v[n - 2] : zeros, sizeof shape->earlier);
  assert_memory_equal(shape->before, &v[n - 1], sizeof shape->before);
  for (uint32_t i = 0; i < 8; ++i) assert_memory_equal(shape->row + 2 * i, &v[i % n], 8);
  for (uint32_t i = 0; i < 2; ++i) assert_memory_equal(shape->after + 2 * i, &v[(8 + i) % n], 8);
}

// The layout that kernels read: a ring in the record, or in the pool the last vertex repeated up to 16 times n.
static void check_layout(const lgjk_shapes2* shapes, const lgjk_shape2* shape, const lgjk_point2* v, uint32_t n) {
  const int large = shape->core == LGJK_CORE2_LARGE;
  const float zeros[16] = {0};
  assert_int_equal(shape->padded, large ? (n + 15) / 16 * 16 : 0);
  assert_int_equal(shape->pool % 16, 0);
  assert_memory_equal(shape->unused, zeros, sizeof shape->unused);
  check_octants(shape, v, n);
  if (!large) {
    check_ring(shape, v, n);
    return;
  }
  assert_memory_equal(shape->row, zeros, sizeof shape->row);
  assert_memory_equal(shape->earlier, zeros, sizeof shape->earlier);
  for (uint32_t i = 0; i < shape->padded; ++i) {
    const lgjk_point2 p = v[i < n ? i : n - 1];
    const float* x = shapes->pool + shape->pool + i;
    assert_memory_equal(x, &p.x, sizeof p.x);
    assert_memory_equal(x + shape->padded, &p.y, sizeof p.y);
  }
}

// Builds the hull of the points and compares everything with the exact one. Returns the number of vertices.
static uint32_t check_points(const lgjk_point2* p, uint32_t n) {
  static uint32_t wrapped[MOST_POINTS];
  static lgjk_point2 expected[MOST_POINTS];
  load_exact(p, n);
  const uint32_t count = wrap(n, wrapped);
  for (uint32_t i = 0; i < count; ++i) {
    expected[i] = (lgjk_point2){p[wrapped[i]].x + 0.0f, p[wrapped[i]].y + 0.0f};
  }
  lgjk_shape2_def def;
  lgjk_shape2_def_init(&def);
  def.points = &p->x;
  def.point_count = n;
  lgjk_shapes2* shapes = NULL;
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_shapes2_create(&def, 1, NULL, &shapes, &error);
  if (count > LGJK_MAX_POINTS) {
    assert_int_equal(code, LGJK_ERROR_SHAPE);
    assert_null(shapes);
    return count;
  }
  assert_string_equal(error.text, "");
  assert_int_equal(code, LGJK_OK);
  const lgjk_shape2* shape = shapes->shape;
  assert_int_equal(shape->count, count);
  assert_int_equal(shape->core, expected_core(count));
  check_layout(shapes, shape, expected, count);
  lgjk_point2 vertices[LGJK_MAX_POINTS];
  lgjk_shape2_info info = {.struct_size = sizeof info};
  assert_int_equal(lgjk_shapes2_get(shapes, 0, &info, &vertices->x, LGJK_MAX_POINTS, NULL), LGJK_OK);
  assert_int_equal(info.kind, LGJK_SHAPE2_POINTS);
  assert_memory_equal(vertices, expected, count * sizeof *vertices);
  load_exact(expected, count);
  check_bound(shape->bound, count);
  check_inner(shape->inner, count);
  lgjk_shapes2_destroy(shapes);
  return count;
}

// ---------------------------------------------------------------- inputs

static lgjk_point2 input[MOST_POINTS];

static void shuffle(lgjk_point2* p, uint32_t n) { random_shuffle(p, n, sizeof *p); }

static void check_orientation(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c, int* collinear) {
  const lgjk_point2 p[3] = {a, b, c};
  load_exact(p, 3);
  const int truth = exact_orient(0, 1, 2);
  *collinear += truth == 0;
  assert_int_equal(lgjk_orient2(a, b, c), truth);
  assert_int_equal(lgjk_orient2(b, a, c), -truth);
  assert_int_equal(lgjk_orient2(b, c, a), truth);
}

static float nudged(double x) {
  const float f = (float)x;
  return random_below(2) ? nextafterf(f, random_below(2) ? 1e9f : -1e9f) : f;
}

TEST(orientation_is_exact) {
  random_state = 1;
  int collinear = 0;
  for (int round = 0; round < 20000; ++round) {
    // c on the line through a and b up to rounding; then a so close to the line through the origin, b and 3 b, and so
    // much smaller, that the differences of coordinates are not exact in double.
    const double scale = pow(10.0, random_in(-38.0, 6.0)), t = (int)random_below(9) / 4.0 - 1.0;
    const lgjk_point2 a = {(float)(random_in(-1, 1) * scale), (float)(random_in(-1, 1) * scale)};
    const lgjk_point2 b = {(float)(random_in(-1, 1) * scale), (float)(random_in(-1, 1) * scale)};
    const double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    check_orientation(a, b, (lgjk_point2){(float)((double)a.x + t * dx), nudged((double)a.y + t * dy)}, &collinear);
    const float m = (float)(1 + random_below(1u << 22)), n = (float)(1 + random_below(1u << 22));
    const double shrink = pow(2.0, -20.0 - random_below(20));
    check_orientation((lgjk_point2){(float)((double)m * shrink / 3), nudged((double)n * shrink / 3)},
                      (lgjk_point2){m, n}, (lgjk_point2){3 * m, 3 * n}, &collinear);
  }
  assert_in_range(collinear, 2000, 20000);
}

TEST(exact_sign_survives_cancellation) {
  const double tiny = 0x1p-298;
  const double up[6] = {0x1p40, tiny, -0x1p40, 0x1p-60, -0x1p-60, 0.0};
  const double down[6] = {0x1p40, -tiny, -0x1p40, 0x1p-60, -0x1p-60, 0.0};
  const double zero[6] = {0x1p40, tiny, -0x1p40, -tiny, 0.0, -0.0};
  assert_int_equal(lgjk_exact_sign(up, 6), 1);
  assert_int_equal(lgjk_exact_sign(down, 6), -1);
  assert_int_equal(lgjk_exact_sign(zero, 6), 0);
}

TEST(random_points) {
  random_state = 2;
  const double scales[] = {1e-44, 1e-6, 1.0, 1e3, 1e6};
  for (uint32_t round = 0; round < fewer(300, 30); ++round) {
    const uint32_t n = 1 + random_below(60);
    const double scale = scales[round % 5];
    for (uint32_t i = 0; i < n; ++i) {
      input[i].x = (float)(random_in(-1, 1) * scale);
      input[i].y = (float)(random_in(-1, 1) * scale);
    }
    check_points(input, n);
  }
}

TEST(grids_with_collinear_runs_and_duplicates) {
  random_state = 3;
  for (uint32_t round = 0; round < fewer(300, 30); ++round) {
    const uint32_t n = 1 + random_below(80), side = 1 + random_below(8);
    const double scale = round % 2 ? 1.0 : 1e-7;
    for (uint32_t i = 0; i < n; ++i) {
      input[i].x = (float)(scale * ((int)random_below(side) - (int)(side / 2)));
      input[i].y = (float)(scale * ((int)random_below(side) - (int)(side / 2)));
    }
    check_points(input, n);
  }
}

TEST(nearly_collinear_points) {
  random_state = 4;
  for (uint32_t round = 0; round < fewer(300, 30); ++round) {
    const uint32_t n = 2 + random_below(60);
    const double scale = pow(10.0, random_in(-7.0, 5.0)), slope = random_in(-3, 3), offset = random_in(-1, 1);
    for (uint32_t i = 0; i < n; ++i) {
      const double x = random_in(-1, 1);
      input[i].x = (float)(x * scale);
      input[i].y = (float)((slope * x + offset) * scale);
      if (random_below(2)) input[i].y = nextafterf(input[i].y, random_below(2) ? 1e9f : -1e9f);
    }
    check_points(input, n);
  }
}

TEST(slivers_with_offsets_and_mixed_magnitudes) {
  random_state = 5;
  for (uint32_t round = 0; round < fewer(300, 30); ++round) {
    const uint32_t n = 3 + random_below(30);
    for (uint32_t i = 0; i < n; ++i) {
      if (round % 2) { // aspect 1e4 or more, at an offset of 1e4
        input[i].x = (float)(1e4 + random_in(-1, 1));
        input[i].y = (float)(1e4 + 0.7 * ((double)input[i].x - 1e4) + random_in(-1e-4, 1e-4));
      } else {
        input[i].x = (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 6.0)));
        input[i].y = (float)(random_in(-1, 1) * pow(10.0, random_in(-45.0, 6.0)));
      }
    }
    check_points(input, n);
  }
}

TEST(coincident_and_collinear_points) {
  for (uint32_t i = 0; i < 100; ++i) input[i] = (lgjk_point2){3.25f, -7.5f};
  assert_int_equal(check_points(input, 100), 1);
  for (uint32_t i = 0; i < 101; ++i) input[i] = (lgjk_point2){(float)i * 0.5f, 1.0f - (float)i * 0.25f};
  random_state = 6;
  shuffle(input, 101);
  assert_int_equal(check_points(input, 101), 2);
  for (uint32_t i = 0; i < 50; ++i) input[i] = (lgjk_point2){2.0f, (float)(i % 7)};
  assert_int_equal(check_points(input, 50), 2);
}

TEST(spiral_whose_hull_is_its_outer_turn) {
  for (uint32_t i = 0; i < 2000; ++i) {
    const double angle = 0.1 * i, r = 0.01 * i;
    input[i] = (lgjk_point2){(float)(r * cos(angle)), (float)(r * sin(angle))};
  }
  assert_in_range(check_points(input, 2000), 40, 70);
}

static void circle(uint32_t n, double radius) {
  for (uint32_t i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * i / n;
    input[i] = (lgjk_point2){(float)(radius * cos(angle)), (float)(radius * sin(angle))};
  }
}

TEST(circles_of_every_class_and_too_many) {
  for (uint32_t n = 3; n <= 40; ++n) {
    circle(n, 1e6);
    assert_int_equal(check_points(input, n), n);
    circle(n, 1e-6);
    assert_int_equal(check_points(input, n), n);
  }
  circle(256, 2.0);
  assert_int_equal(check_points(input, 256), 256);
  circle(2000, 1e3);
  assert_true(check_points(input, 2000) > LGJK_MAX_POINTS);
}

TEST(order_and_signed_zeros_do_not_change_bits) {
  random_state = 7;
  for (int round = 0; round < 50; ++round) {
    const uint32_t n = 40;
    for (uint32_t i = 0; i < n; ++i) {
      input[i].x = (float)((int)random_below(5) - 2) * 0.0f + (random_below(3) ? -0.0f : 1.0f);
      input[i].y = random_below(3) ? (random_below(2) ? 0.0f : -0.0f) : (float)random_in(-1, 1);
    }
    check_points(input, n); // expects +0.0
    shuffle(input, n);
    check_points(input, n);
  }
}

int main(void) { return test_run(setup, teardown); }
