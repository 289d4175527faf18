// Circles have the same bits as a class of their own or, where the shapes hold an ellipse, in the class of circles and
// ellipses: apart, in reach, all but touching, on one line along an axis, about one centre.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 3000, CENTRES = 3, MOST_ISAS = 8 };

static const float centres[CENTRES][2] = {{0.0f, 0.0f}, {-0.25f, 0.5f}, {-0.0f, 0.125f}};

// The circles' centres; with_ellipse: and an ellipse that no body has.
static lgjk_shapes2* create(bool with_ellipse) {
  lgjk_shape2_def defs[CENTRES + 1];
  lgjk_shapes2* shapes = NULL;
  for (uint32_t i = 0; i <= CENTRES; ++i) {
    lgjk_shape2_def_init(&defs[i]);
    defs[i].points = centres[i % CENTRES];
    defs[i].point_count = 1;
  }
  defs[CENTRES].kind = LGJK_SHAPE2_ELLIPSE;
  defs[CENTRES].size[0] = 1.0f;
  defs[CENTRES].size[1] = 0.5f;
  clear_unused(&defs[CENTRES]);
  assert_int_equal(lgjk_shapes2_create(defs, CENTRES + with_ellipse, NULL, &shapes, NULL), LGJK_OK);
  return shapes;
}

typedef struct circles {
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  float pose[2 * PAIRS][4], radius[2 * PAIRS];
} circles;

static circles c;

// Gaps from far below to far above both bands around touching, of the scale.
static void place(void) {
  static const float turns[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0.6f, -0.8f}};
  for (uint32_t i = 0; i < PAIRS; ++i) {
    float *a = c.pose[2 * i], *b = c.pose[2 * i + 1];
    for (uint32_t side = 0; side < 2; ++side) {
      float* pose = c.pose[2 * i + side];
      const float* turn = turns[random_below(4)];
      pose[0] = (float)random_below(3) - 1;
      pose[1] = random_below(2) ? -0.0f : (float)random_below(3) - 1;
      pose[2] = turn[0];
      pose[3] = turn[1];
      c.shape[2 * i + side] = random_below(2) ? 0 : random_below(CENTRES);
    }
    const double between = hypot((double)b[0] - (double)a[0], (double)b[1] - (double)a[1]);
    const double gap = pow(10.0, -(double)random_below(9)) * (random_below(2) ? between : -between);
    c.radius[2 * i] = random_below(4) ? (float)(0.5 * between) : 0.0f;
    c.radius[2 * i + 1] = random_below(4) ? (float)fmax(0.0, 0.5 * between - 2 * gap) : 0.0f;
  }
}

static void ask(const lgjk_shapes2* shapes, query q, uint32_t isa, float max_distance, const answersN* answers) {
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_options options;
  lone_pairs(shapes, c.shape, c.pose[0], PAIRS, c.a, c.b, &bodies, &pairs);
  bodies.radius = c.radius;
  lgjk_options_init(&options);
  options.isa = isa;
  options.max_distance = max_distance;
  ask_lone_pairs(q, &bodies, &pairs, NULL, &options, answers);
}

static void circles_are_the_same_beside_ellipses(void** state) {
  (void)state;
  uint32_t isas[MOST_ISAS], statuses = 0;
  lgjk_shapes2 *alone = create(false), *beside = create(true);
  answersN one = answersN_open(PAIRS), other = answersN_open(PAIRS);
  random_state = 1;
  place();
  const uint32_t count = lgjk_isa_list(isas, MOST_ISAS);
  for (uint32_t k = 0; k < count; ++k) {
    if (!lgjk_isa_supported(isas[k])) continue;
    for (int q = 0; q < QUERIES; ++q) {
      for (int limited = 0; limited < 2; ++limited) {
        ask(alone, (query)q, isas[k], limited ? 0.01f : 0, &one);
        ask(beside, (query)q, isas[k], limited ? 0.01f : 0, &other);
        const uint64_t pair = answersN_difference(&one, &other, 0, PAIRS);
        if (pair != UINT64_MAX)
          fail_msg("%s, query %d, pair %u: other bits", lgjk_isa_name(isas[k]), q, (unsigned)pair);
        for (uint32_t i = 0; i < PAIRS; ++i) statuses |= 1u << one.status[i];
      }
    }
  }
  assert_int_equal(statuses & 7u, 7u); // separated, overlapping and beyond
  answersN_close(&one);
  answersN_close(&other);
  lgjk_shapes2_destroy(alone);
  lgjk_shapes2_destroy(beside);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(circles_are_the_same_beside_ellipses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
