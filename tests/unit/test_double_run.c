// Common points of the double run (engine/double_run.h), on one lane: shares of a simplex's volume (area) are noise
// where it is a sliver or the origin is on its border, and may be negative there; what they are made into is a point
// between A's vertices all the same.
#include "test.h"
#include "lane/lane_scalar.h"

#include "engine/double_run.h"

#include "test_random.h"

enum { ROUNDS = 20000, CORNERS = DIM + 1 };

typedef double point[DIM];

// A simplex that is said to hold the origin.
static simplex_d simplex_of(point w[CORNERS], point a[CORNERS]) {
  simplex_d s = {.inside = md_from_bits(1)};
  support_point_d* p[] = {
    &s.p0,
    &s.p1,
    &s.p2,
#if DIM == 3
    &s.p3,
#endif
  };
  for (int i = 0; i < CORNERS; ++i) {
    p[i]->w = from_array_d(w[i]);
    p[i]->a = from_array_d(a[i]);
  }
  s.edge = md_from_bits(random_below(2));
#if DIM == 3
  s.face = md_from_bits(random_below(2) && md_bits(s.edge));
#endif
  return s;
}

static void random_points(point p[CORNERS], double size) {
  for (int i = 0; i < CORNERS; ++i) {
    for (int k = 0; k < DIM; ++k) p[i][k] = random_in(-size, size);
  }
}

// Moved so that the origin has these shares.
static void move_to(point w[CORNERS], const double share[CORNERS]) {
  for (int k = 0; k < DIM; ++k) {
    double at = 0;
    for (int i = 0; i < CORNERS; ++i) at += share[i] * w[i][k];
    for (int i = 0; i < CORNERS; ++i) w[i][k] -= at;
  }
}

static void random_shares(double share[CORNERS], double least) {
  double sum = 0;
  for (int i = 0; i < CORNERS; ++i) sum += share[i] = random_in(least, 1);
  for (int i = 0; i < CORNERS; ++i) share[i] /= sum;
}

TEST(points_are_between_the_vertices_wherever_the_origin_is) {
  random_state = 1;
  uint32_t outside = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    point w[CORNERS], a[CORNERS];
    double share[CORNERS], found[DIM];
    random_points(w, 1);
    random_points(a, 100);
    if (round % 2) { // a sliver
      for (int i = 0; i < CORNERS; ++i) w[i][DIM - 1] *= 1e-14;
    }
    random_shares(share, -0.1);
    for (int i = 0; i < CORNERS; ++i) outside += share[i] < 0;
    move_to(w, share);
    const simplex_d s = simplex_of(w, a);
    vd miss_size;
    to_array_d(common_point(&s, 1, &miss_size), found);
    for (int k = 0; k < DIM; ++k) {
      double least = a[0][k], most = a[0][k];
      for (int i = 1; i < CORNERS; ++i) {
        least = fmin(least, a[i][k]);
        most = fmax(most, a[i][k]);
      }
      assert_true(found[k] >= least - 1e-10 && found[k] <= most + 1e-10);
    }
  }
  assert_true(outside > ROUNDS / 4);
}

// Where all of the simplex is of one point of B, and A's vertices are as far from it: that is the common point.
TEST(points_are_common_where_the_origin_is_inside) {
  random_state = 2;
  for (int round = 0; round < ROUNDS; ++round) {
    point w[CORNERS], a[CORNERS];
    double share[CORNERS], found[DIM];
    random_points(w, 1);
    random_shares(share, 0);
    move_to(w, share);
    for (int i = 0; i < CORNERS; ++i) {
      for (int k = 0; k < DIM; ++k) a[i][k] = w[i][k] + 5;
    }
    const simplex_d s = simplex_of(w, a);
    vd miss_size = vd_set(1);
    to_array_d(common_point(&s, 1, &miss_size), found);
    assert_true(md_bits(vd_le(miss_size, vd_set(1e-7))) & 1);
    for (int k = 0; k < DIM; ++k) assert_true(fabs(found[k] - 5) <= 1e-7);
  }
}
