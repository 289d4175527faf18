// Verdicts and distances of polygons and boxes, by one edge of their difference, against the canonical run in double,
// which an iteration limit asks for: statuses, distances, and witness points that are points of the shapes. Rings in
// general position end there for the most part; rings with flat angles, short edges, parallel edges, an origin outside,
// slivers and pairs about one centre are there to be left, or proved, as they should.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 4000, EACH = 12, MOST_ISAS = 8 };

// General position: GENERAL and BOX.
typedef enum ring_kind { GENERAL, BOX, SQUARE, FLAT, SHORT, OUTSIDE, SLIVER, KINDS } ring_kind;
enum { SHAPES = KINDS * EACH };

static lgjk_shapes2* shapes;
static float vertex[SHAPES][8][2];
static uint32_t vertices[SHAPES], shape[2 * PAIRS];
static float pose[2 * PAIRS][4];

// A ring of n vertices on a circle, beginning anywhere.
static void make_ring(float (*v)[2], uint32_t n, double size, double jitter) {
  const double turn = 6.283185307179586, from = random_in(0, turn);
  for (uint32_t i = 0; i < n; ++i) {
    const double angle = from + turn * (i + random_in(-jitter, jitter)) / n;
    v[i][0] = (float)(size * cos(angle));
    v[i][1] = (float)(size * sin(angle));
  }
}

// A vertex beside the middle of the last edge by `part` of it, and by `out` outside.
static void divide_last_edge(float (*v)[2], uint32_t n, double part, double out) {
  const double ex = (double)v[0][0] - (double)v[n - 1][0], ey = (double)v[0][1] - (double)v[n - 1][1];
  v[n][0] = (float)((double)v[n - 1][0] + part * ex + out * ey);
  v[n][1] = (float)((double)v[n - 1][1] + part * ey - out * ex);
}

static void make_shape(uint32_t s) {
  const ring_kind kind = (ring_kind)(s / EACH);
  const double size = random_in(0.5, 1.5);
  float(*v)[2] = vertex[s];
  uint32_t n = 3 + random_below(6);
  if (kind == FLAT || kind == SHORT) n = 3 + random_below(5);
  if (kind == BOX || kind == SQUARE) n = 4;
  make_ring(v, n, size, kind == SQUARE ? 0 : 0.25);
  if (kind == FLAT) divide_last_edge(v, n++, 0.5, pow(10, -random_in(5, 8)));
  if (kind == SHORT) divide_last_edge(v, n++, pow(10, -random_in(3, 6)), 1e-8);
  for (uint32_t i = 0; i < n; ++i) {
    if (kind == OUTSIDE) v[i][0] += 1.25f * (float)size;
    if (kind == SLIVER) v[i][1] *= 1e-4f;
    if (kind == SQUARE) { // along the axes
      v[i][0] = i == 1 || i == 2 ? -(float)size : (float)size;
      v[i][1] = i >= 2 ? -1.0f : 1.0f;
    }
  }
  vertices[s] = n;
}

static void make_shapes(void) {
  lgjk_shape2_def defs[SHAPES];
  for (uint32_t s = 0; s < SHAPES; ++s) {
    make_shape(s);
    lgjk_shape2_def_init(&defs[s]);
    defs[s].points = vertex[s][0];
    defs[s].point_count = vertices[s];
    defs[s].radius = s % 4 == 0 ? 0.05f : 0.0f;
    if (s / EACH != BOX) continue;
    defs[s].kind = LGJK_SHAPE2_BOX;
    for (int axis = 0; axis < 2; ++axis) defs[s].size[axis] = (float)random_in(0.25, 1.5);
    clear_unused(&defs[s]);
    for (uint32_t i = 0; i < 4; ++i) {
      vertex[s][i][0] = i == 1 || i == 2 ? -defs[s].size[0] : defs[s].size[0];
      vertex[s][i][1] = i >= 2 ? -defs[s].size[1] : defs[s].size[1];
    }
  }
  assert_int_equal(lgjk_shapes2_create(defs, SHAPES, NULL, &shapes, NULL), LGJK_OK);
}

static float radius_of(uint32_t s) { return s % 4 == 0 ? 0.05f : 0.0f; }

// general: of shapes in general position alone, apart or overlapping by a good part.
static void place(int general) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const double apart = general ? random_in(0.5, 4) : random_below(20) ? random_in(0, 3) : 0, way = random_in(0, 6.3);
    for (uint32_t side = 0; side < 2; ++side) {
      const uint32_t body = 2 * i + side;
      const double angle = random_below(8) ? random_in(0, 6.3) : 0;
      shape[body] = random_below(general ? 2 * EACH : SHAPES);
      pose[body][0] = (float)(side * apart * cos(way)) + 3;
      pose[body][1] = (float)(side * apart * (random_below(8) ? sin(way) : 0));
      pose[body][2] = (float)cos(angle);
      pose[body][3] = (float)sin(angle);
    }
    if (general && shape[2 * i] / EACH == BOX) shape[2 * i] = random_below(EACH); // not two boxes
  }
}

static void ask(uint32_t isa, uint32_t limit, float max_distance, lgjk_warm* warm, const answersN* answers) {
  lgjk_options options;
  lgjk_options_init(&options);
  options.isa = isa;
  options.iteration_limit = limit;
  options.max_distance = max_distance;
  ask_shaped_pairs(DISTANCE, shapes, shape, pose[0], warm, &options, answers);
}

static double to_segment(const float p[2], const float q[2], double x, double y) {
  const double ex = (double)q[0] - (double)p[0], ey = (double)q[1] - (double)p[1];
  const double dx = x - (double)p[0], dy = y - (double)p[1];
  const double t = fmin(1, fmax(0, (dx * ex + dy * ey) / fmax(ex * ex + ey * ey, 1e-300)));
  return hypot(dx - t * ex, dy - t * ey);
}

// How far outside of the body's core a point in world axes is.
static double outside_by(uint32_t body, const float at[2]) {
  const float* p = pose[body];
  const double rx = (double)at[0] - (double)p[0], ry = (double)at[1] - (double)p[1];
  const double size = hypot((double)p[2], (double)p[3]), c = (double)p[2] / size, s = (double)p[3] / size;
  const double x = c * rx + s * ry, y = c * ry - s * rx;
  double nearest = 1e300;
  int inside = 1;
  for (uint32_t i = 0, n = vertices[shape[body]]; i < n; ++i) {
    const float *v = vertex[shape[body]][i], *w = vertex[shape[body]][(i + 1) % n];
    const double ex = (double)w[0] - (double)v[0], ey = (double)w[1] - (double)v[1];
    if (ex * (y - (double)v[1]) - ey * (x - (double)v[0]) < 0) inside = 0;
    nearest = fmin(nearest, to_segment(v, w, x, y));
  }
  return inside ? 0 : nearest;
}

// The scale of a pair is at most 10; the band, rounding of coordinates included.
#define BAND (10 * 4e-7)

static void compare(const answersN* found, const answersN* truth) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    if (found->status[i] != truth->status[i]) {
      fail_msg("pair %u: status %u, not %u", i, found->status[i], truth->status[i]);
    }
    if (found->status[i] == LGJK_STATUS_BEYOND) continue;
    const double off = fabs((double)found->distance[i] - (double)truth->distance[i]);
    if (!(off <= BAND)) fail_msg("pair %u: a distance of %g, not %g", i, found->distance[i], truth->distance[i]);
    const float *a = found->point_a + 2 * i, *b = found->point_b + 2 * i;
    const double between = hypot((double)b[0] - (double)a[0], (double)b[1] - (double)a[1]);
    if (!(fabs(between - (double)found->distance[i]) <= 2 * BAND)) fail_msg("pair %u: points %g apart", i, between);
    const double of_a = outside_by(2 * i, a) - (double)radius_of(shape[2 * i]);
    const double of_b = outside_by(2 * i + 1, b) - (double)radius_of(shape[2 * i + 1]);
    if (!(of_a <= BAND && of_b <= BAND)) fail_msg("pair %u: points outside by %g, %g", i, of_a, of_b);
  }
}

static void on_all_sets(int general, void (*check)(uint32_t isa, const answersN* found, const answersN* truth)) {
  uint32_t isas[MOST_ISAS];
  answersN found = answersN_open(PAIRS), truth = answersN_open(PAIRS);
  const uint32_t count = lgjk_isa_list(isas, MOST_ISAS);
  random_state = general ? 1 : 2;
  make_shapes();
  place(general);
  for (uint32_t k = 0; k < count; ++k) {
    if (lgjk_isa_supported(isas[k])) check(isas[k], &found, &truth);
  }
  answersN_close(&found);
  answersN_close(&truth);
  lgjk_shapes2_destroy(shapes);
}

static void check_answers(uint32_t isa, const answersN* found, const answersN* truth) {
  for (int limited = 0; limited < 2; ++limited) {
    const float most = limited ? 0.25f : 0.0f;
    ask(isa, 0, most, NULL, found);
    ask(isa, 20, most, NULL, truth);
    compare(found, truth);
  }
}

static void ask_verdicts(uint32_t isa, lgjk_warm* warm, const answersN* answers) {
  lgjk_options options;
  lgjk_options_init(&options);
  options.isa = isa;
  ask_shaped_pairs(OVERLAP, shapes, shape, pose[0], warm, &options, answers);
}

static void compare_verdicts(uint32_t isa, const answersN* found, const answersN* truth) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    if (found->status[i] != truth->status[i]) {
      fail_msg("%s: pair %u: status %u, not %u", lgjk_isa_name(isa), i, found->status[i], truth->status[i]);
    }
  }
}

// Verdicts are those of distances, whether the canonical run finds them or not.
static void check_verdicts(uint32_t isa, const answersN* found, const answersN* truth) {
  ask(isa, 20, 0, NULL, truth);
  ask_verdicts(isa, NULL, found);
  compare_verdicts(isa, found, truth);
}

// Of the pairs that bounding tests leave, which count 0.
static void check_general_verdicts(uint32_t isa, const answersN* found, const answersN* truth) {
  check_verdicts(isa, found, truth);
  uint32_t ended[2] = {0}, asked[2] = {0};
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const uint32_t overlapping = found->status[i] == LGJK_STATUS_OVERLAPPING;
    asked[overlapping] += found->iterations[i] != 0;
    ended[overlapping] += found->iterations[i] == 2;
  }
  for (int k = 0; k < 2; ++k) {
    if (100 * ended[k] < 95 * asked[k] || asked[k] < PAIRS / 16) {
      fail_msg("%s: of %u pairs with overlap %d, %u end without a search", lgjk_isa_name(isa), asked[k], k, ended[k]);
    }
  }
}

// Pairs that end without a search count two evaluations, of which a search ends hardly any.
static void check_general(uint32_t isa, const answersN* found, const answersN* truth) {
  check_answers(isa, found, truth);
  ask(isa, 0, 0, NULL, found);
  uint32_t ended[2] = {0}, all[2] = {0};
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const uint32_t overlapping = found->status[i] == LGJK_STATUS_OVERLAPPING;
    all[overlapping]++;
    ended[overlapping] += found->iterations[i] == 2;
  }
  for (int k = 0; k < 2; ++k) {
    if (10 * ended[k] < 9 * all[k] || all[k] < PAIRS / 8) {
      fail_msg("%s: of %u pairs with overlap %d, %u end without a search", lgjk_isa_name(isa), all[k], k, ended[k]);
    }
  }
}

// The edge that a pair ended with is what its record names, and what ends it again: with one evaluation, or with none
// where it holds the origin together with the local origins.
enum { HELD = 4 };

static void check_records(uint32_t isa, const answersN* found, const answersN* truth) {
  static lgjk_warm records[PAIRS];
  uint32_t kept[2] = {0}, all[2] = {0};
  memset(records, 0, sizeof records);
  ask(isa, 20, 0, NULL, truth);
  ask(isa, 0, 0, records, found);
  compare(found, truth);
  ask(isa, 0, 0, records, found);
  compare(found, truth);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const uint32_t overlapping = found->status[i] == LGJK_STATUS_OVERLAPPING;
    all[overlapping]++;
    kept[overlapping] += found->iterations[i] == !overlapping && (records[i].word[3] == HELD) == overlapping;
  }
  for (int k = 0; k < 2; ++k) {
    if (10 * kept[k] < 9 * all[k] || all[k] < PAIRS / 8) {
      fail_msg("%s: of %u pairs with overlap %d, %u end by their records", lgjk_isa_name(isa), all[k], k, kept[k]);
    }
  }
}

// Verdicts neither read nor write records: whatever these hold they stay, and the pairs count what they count without.
static void check_verdict_records(uint32_t isa, const answersN* found, const answersN* truth) {
  static lgjk_warm records[PAIRS], before[PAIRS];
  memset(records, 0x5A, sizeof records);
  memcpy(before, records, sizeof before);
  ask(isa, 20, 0, NULL, truth);
  ask_verdicts(isa, records, found);
  compare_verdicts(isa, found, truth);
  assert_memory_equal(records, before, sizeof before);
  ask_verdicts(isa, NULL, truth);
  assert_memory_equal(found->iterations, truth->iterations, PAIRS);
}

static void verdicts_leave_records(void** state) {
  (void)state;
  on_all_sets(1, check_verdict_records);
}

static void records_name_the_edge(void** state) {
  (void)state;
  on_all_sets(1, check_records);
}

static void polygons_are_answered_as_in_double(void** state) {
  (void)state;
  on_all_sets(0, check_answers);
}

static void most_polygons_need_no_search(void** state) {
  (void)state;
  on_all_sets(1, check_general);
}

static void verdicts_are_those_of_double(void** state) {
  (void)state;
  on_all_sets(0, check_verdicts);
}

static void most_verdicts_need_no_search(void** state) {
  (void)state;
  on_all_sets(1, check_general_verdicts);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(polygons_are_answered_as_in_double),
                                     cmocka_unit_test(verdicts_are_those_of_double),
                                     cmocka_unit_test(most_verdicts_need_no_search),
                                     cmocka_unit_test(most_polygons_need_no_search),
                                     cmocka_unit_test(verdicts_leave_records),
                                     cmocka_unit_test(records_name_the_edge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
