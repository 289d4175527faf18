// Depths of ellipses, and of ellipses and points, by Newton's method against the expanding polytope, which
// LGJK_FLAG_EPA asks for: shallow overlaps, which the one ends, and deep ones, of which it has to leave those whose
// nearest place it may have missed.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 4000, SHAPES = 32, MOST_ISAS = 8 };

static lgjk_shapes2* shapes;
static uint32_t shape[2 * PAIRS];
static float pose[2 * PAIRS][4], bound[SHAPES];

static void make_shapes(void) {
  static const float centre[2] = {0.0f, 0.0f};
  lgjk_shape2_def defs[SHAPES];
  for (uint32_t s = 0; s < SHAPES; ++s) {
    lgjk_shape2_def_init(&defs[s]);
    bound[s] = (float)random_in(0.5, 1.5);
    defs[s].radius = s % 2 ? 0.125f : 0.0f;
    if (s % 8 == 0) {
      defs[s].points = centre;
      defs[s].point_count = 1;
      bound[s] = 0;
      continue;
    }
    defs[s].kind = LGJK_SHAPE2_ELLIPSE;
    defs[s].size[0] = bound[s];
    defs[s].size[1] = bound[s] * (float)random_in(s % 4 ? 0.5 : 0.1, 1);
  }
  assert_int_equal(lgjk_shapes2_create(defs, SHAPES, NULL, &shapes, NULL), LGJK_OK);
}

// most: of the distance of both positions, over the sum of the longer semi-axes.
static void place(double least, double most) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const double way = random_in(0, 6.3);
    shape[2 * i] = random_below(SHAPES);
    shape[2 * i + 1] = random_below(SHAPES);
    const double apart = random_in(least, most) * ((double)bound[shape[2 * i]] + (double)bound[shape[2 * i + 1]]);
    for (uint32_t side = 0; side < 2; ++side) {
      const double angle = random_in(0, 6.3);
      float* p = pose[2 * i + side];
      p[0] = (float)(2 + side * apart * cos(way));
      p[1] = (float)(side * apart * sin(way) - 1);
      p[2] = (float)cos(angle);
      p[3] = (float)sin(angle);
    }
  }
}

static void ask(uint32_t isa, uint32_t flags, const answersN* answers) {
  lgjk_options options;
  lgjk_options_init(&options);
  options.isa = isa;
  options.flags = flags;
  ask_shaped_pairs(CONTACT, shapes, shape, pose[0], NULL, &options, answers);
}

// The scale of a pair is at most 8.
#define BAND (8 * 2e-6)

// Returns the evaluations of the pairs that overlap, over those of the polytope.
static double compare(uint32_t isa, const answersN* found, const answersN* truth) {
  uint32_t overlapping = 0, evaluations[2] = {0};
  ask(isa, 0, found);
  ask(isa, LGJK_FLAG_EPA, truth);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    assert_int_equal(found->status[i], truth->status[i]);
    if (found->status[i] == LGJK_STATUS_BAD) continue; // two points in one place
    const double d = (double)found->distance[i], off = fabs(d - (double)truth->distance[i]);
    if (!(off <= 2 * BAND)) fail_msg("pair %u: %g, not %g", i, d, (double)truth->distance[i]);
    for (uint32_t k = 0; k < 2; ++k) {
      const double way = (double)found->point_b[2 * i + k] - (double)found->point_a[2 * i + k];
      const double miss = fabs(way - d * (double)found->normal[2 * i + k]);
      if (!(miss <= 2 * BAND)) fail_msg("pair %u: points off by %g", i, miss);
    }
    if (found->status[i] != LGJK_STATUS_OVERLAPPING) continue;
    ++overlapping;
    evaluations[0] += found->iterations[i];
    evaluations[1] += truth->iterations[i];
  }
  assert_true(overlapping > PAIRS / 4);
  return (double)evaluations[0] / evaluations[1];
}

static void depths_are_those_of_the_polytope(void** state) {
  (void)state;
  uint32_t isas[MOST_ISAS];
  answersN found = answersN_open(PAIRS), truth = answersN_open(PAIRS);
  const uint32_t count = lgjk_isa_list(isas, MOST_ISAS);
  random_state = 1;
  make_shapes();
  for (uint32_t k = 0; k < count; ++k) {
    if (!lgjk_isa_supported(isas[k])) continue;
    place(0.6, 1);
    const double shallow = compare(isas[k], &found, &truth);
    if (!(shallow < 0.7)) fail_msg("%s: %g of the polytope's evaluations", lgjk_isa_name(isas[k]), shallow);
    place(0, 0.5);
    compare(isas[k], &found, &truth);
  }
  lgjk_shapes2_destroy(shapes);
  answersN_close(&found);
  answersN_close(&truth);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(depths_are_those_of_the_polytope)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
