// A circle, or an ellipse with equal axes, and a segment, a box or a polygon, either first: distances against those in
// double, at sides, at corners, on the lines that go on from edges and inside; and that no search was needed for them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 4000, MOST = 8, ROUNDS = 3, WALLS = 5, SHAPES = ROUNDS + WALLS, MOST_ISAS = 8 };

#define SEMI_AXIS 0.3f // of the ellipse
#define BAND 2e-6      // of the scale, as curved cores have it

typedef struct wall_shape {
  uint32_t count;
  float v[MOST][2]; // counter-clockwise
} wall_shape;

static const wall_shape walls[WALLS] = {
    {2, {{-2, 0.5f}, {1.5f, 0.5f}}},
    {4, {{1.5f, 0.5f}, {-1.5f, 0.5f}, {-1.5f, -0.5f}, {1.5f, -0.5f}}}, // as a box
    {3, {{-1, -1}, {2, -0.5f}, {0, 1.5f}}},
    {6, {{2, 0}, {1, 1.5f}, {-1, 1.5f}, {-2, 0}, {-1, -1.5f}, {1, -1.5f}}},
    {8, {{2, 0}, {1.5f, 1}, {0, 1.5f}, {-1, 1.25f}, {-2, 0}, {-1.5f, -1}, {0, -1.5f}, {1.5f, -1}}}};
static const float centre[ROUNDS][2] = {{0, 0}, {0.25f, -0.5f}, {0, 0}};

typedef struct walled {
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  float pose[2 * PAIRS][4];
  double exact[PAIRS]; // distance of centre and wall; below 0 inside
} walled;

static walled w;

static lgjk_shapes2* create(void) {
  lgjk_shape2_def defs[SHAPES];
  lgjk_shapes2* shapes = NULL;
  for (uint32_t i = 0; i < SHAPES; ++i) {
    lgjk_shape2_def_init(&defs[i]);
    const wall_shape* each = &walls[i < ROUNDS ? 0 : i - ROUNDS];
    defs[i].points = i < ROUNDS ? centre[i] : each->v[0];
    defs[i].point_count = i < ROUNDS ? 1 : each->count;
    if (i != ROUNDS - 1 && i != ROUNDS + 1) continue;
    defs[i].kind = i < ROUNDS ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE2_BOX;
    defs[i].points = NULL;
    defs[i].point_count = 0;
    defs[i].size[0] = i < ROUNDS ? SEMI_AXIS : each->v[0][0];
    defs[i].size[1] = i < ROUNDS ? SEMI_AXIS : each->v[0][1];
  }
  assert_int_equal(lgjk_shapes2_create(defs, SHAPES, NULL, &shapes, NULL), LGJK_OK);
  return shapes;
}

static double distance_from(const wall_shape* wall, double x, double y) {
  double least = INFINITY;
  bool inside = wall->count > 2;
  for (uint32_t i = 0; i < wall->count; ++i) {
    const float *p = wall->v[i], *q = wall->v[(i + 1) % wall->count];
    const double ex = (double)q[0] - (double)p[0], ey = (double)q[1] - (double)p[1];
    const double rx = x - (double)p[0], ry = y - (double)p[1];
    const double t = fmin(fmax((rx * ex + ry * ey) / (ex * ex + ey * ey), 0), 1);
    least = fmin(least, hypot(rx - t * ex, ry - t * ey));
    inside = inside && ex * ry - ey * rx >= 0;
  }
  return inside ? -least : least;
}

// The place of a shape's point in the world.
static void place_point(const float pose[4], const double p[2], double out[2]) {
  const double c = (double)pose[2], s = (double)pose[3], length = hypot(c, s);
  out[0] = (double)pose[0] + (c * p[0] - s * p[1]) / length;
  out[1] = (double)pose[1] + (s * p[0] + c * p[1]) / length;
}

// Centres all around a wall; a third of them on the line of one of its edges.
static void place(void) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const bool first = random_below(2);
    const uint32_t round = random_below(ROUNDS), kind = random_below(WALLS);
    const wall_shape* wall = &walls[kind];
    const uint32_t body = 2 * i + !first, other = 2 * i + first;
    const uint32_t edge = random_below(wall->count), next = (edge + 1) % wall->count;
    const double t = random_in(-1, 2);
    double p[2] = {random_in(-4, 4), random_in(-4, 4)}, at[2], from[2];
    for (int k = 0; k < 2 && i % 3 == 0; ++k)
      p[k] = (double)wall->v[edge][k] + t * ((double)wall->v[next][k] - (double)wall->v[edge][k]);
    w.shape[body] = round;
    w.shape[other] = ROUNDS + kind;
    for (int side = 0; side < 2; ++side) {
      float* pose = w.pose[2 * i + (uint32_t)side];
      const double angle = random_below(4) ? random_in(-3, 3) : 0;
      pose[0] = pose[1] = 0;
      pose[2] = (float)cos(angle);
      pose[3] = (float)sin(angle);
    }
    const double middle[2] = {(double)centre[round][0], (double)centre[round][1]};
    place_point(w.pose[other], p, at);
    place_point(w.pose[body], middle, from);
    for (int k = 0; k < 2; ++k) w.pose[body][k] = (float)(at[k] - from[k]);
    place_point(w.pose[body], middle, at);
    const float turned_back[4] = {0, 0, w.pose[other][2], -w.pose[other][3]};
    place_point(turned_back, at, p);
    w.exact[i] = distance_from(wall, p[0], p[1]);
  }
}

static void ask(const lgjk_shapes2* shapes, query q, uint32_t isa, const answersN* answers) {
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_options options;
  lone_pairs(shapes, w.shape, w.pose[0], PAIRS, w.a, w.b, &bodies, &pairs);
  lgjk_options_init(&options);
  options.isa = isa;
  ask_lone_pairs(q, &bodies, &pairs, NULL, &options, answers);
}

static bool is_ellipse(uint32_t i) { return w.shape[2 * i] == ROUNDS - 1 || w.shape[2 * i + 1] == ROUNDS - 1; }

static void walls_are_as_far_as_in_double(void** state) {
  (void)state;
  uint32_t isas[MOST_ISAS];
  lgjk_shapes2* shapes = create();
  answersN answers = answersN_open(PAIRS);
  random_state = 1;
  place();
  const uint32_t count = lgjk_isa_list(isas, MOST_ISAS);
  for (uint32_t k = 0; k < count; ++k) {
    if (!lgjk_isa_supported(isas[k])) continue;
    for (int q = OVERLAP; q < QUERIES; ++q) {
      uint32_t apart = 0, searched = 0, inside = 0;
      ask(shapes, (query)q, isas[k], &answers);
      for (uint32_t i = 0; i < PAIRS; ++i) {
        const double exact = w.exact[i] - (is_ellipse(i) ? (double)SEMI_AXIS : 0), band = 8 * BAND; // the scale is 8
        if (fabs(exact) < 4 * band) continue;
        assert_int_equal(answers.status[i], exact < 0 ? LGJK_STATUS_OVERLAPPING : LGJK_STATUS_SEPARATED);
        if (q != OVERLAP && exact > 0) assert_float_equal(answers.distance[i], (float)exact, (float)band);
        if (q == DISTANCE && exact < 0) assert_float_equal(answers.distance[i], 0, 0);
        if (exact < 0) ++inside;
        if (exact < 0 || q == OVERLAP) continue; // what bounding tests decide takes none
        ++apart;
        if (answers.iterations[i] > (is_ellipse(i) ? 5 : 1)) ++searched;
      }
      assert_true(inside > PAIRS / 20);
      assert_true(q == OVERLAP || (apart > PAIRS / 2 && searched < apart / 200));
    }
  }
  answersN_close(&answers);
  lgjk_shapes2_destroy(shapes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(walls_are_as_far_as_in_double)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
