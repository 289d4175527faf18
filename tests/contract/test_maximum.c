// A maximum distance: pairs that are farther apart are beyond it, one that is exactly as far is not, and all others are
// as far as without a maximum. Boxes along the axes, whose gaps are known exactly; enough of them that bounding tests
// come first, as they do where they decided many before.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 4096, EIGHTHS = 96 };

#define MAXIMUM 2.0f // circles around boxes that are as far apart do not meet, and most gaps are wider

typedef struct scene {
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  float pose[2 * PAIRS][POSE_FLOATS], gap[PAIRS];
} scene;

static scene c;

static lgjk_shapesN* create(void) {
  lgjk_shapeN_def def;
  lgjk_shapesN* shapes = NULL;
  lgjk_shapeN_def_init(&def);
  def.kind = LGJK_SHAPEN_BOX;
  for (int k = 0; k < DIM; ++k) def.size[k] = 1;
  assert_int_equal(lgjk_shapesN_create(&def, 1, NULL, &shapes, NULL), LGJK_OK);
  return shapes;
}

// Multiples of 1/8 along x; across it the boxes overlap.
static void place(uint32_t pair) {
  float *a = c.pose[2 * pair], *b = c.pose[2 * pair + 1];
  a[POSE_UNIT] = b[POSE_UNIT] = 1;
  c.gap[pair] = (float)(1 + random_below(EIGHTHS)) / 8;
  b[0] = random_below(2) ? 2 + c.gap[pair] : -2 - c.gap[pair];
  b[1] = (float)random_below(8) / 8;
}

static void far_pairs_are_beyond(void** state) {
  (void)state;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_options options;
  lgjk_shapesN* shapes = create();
  uint32_t beyond = 0, exactly = 0;
  random_state = 1;
  for (uint32_t i = 0; i < PAIRS; ++i) place(i);
  lone_pairs(shapes, c.shape, c.pose[0], PAIRS, c.a, c.b, &bodies, &pairs);
  lgjk_options_init(&options);
  answersN all = answersN_open(PAIRS), near = answersN_open(PAIRS);
  for (query q = DISTANCE; q < QUERIES; ++q) {
    options.max_distance = 0;
    ask_lone_pairs(q, &bodies, &pairs, NULL, &options, &all);
    options.max_distance = MAXIMUM;
    ask_lone_pairs(q, &bodies, &pairs, NULL, &options, &near);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      const uint32_t expected = c.gap[i] > MAXIMUM ? LGJK_STATUS_BEYOND : LGJK_STATUS_SEPARATED;
      assert_int_equal(all.status[i], LGJK_STATUS_SEPARATED);
      assert_true(all.distance[i] == c.gap[i]);
      if (near.status[i] != expected) fail_msg("query %d, gap %g: %u", (int)q, (double)c.gap[i], near.status[i]);
      assert_true(near.distance[i] == (expected == LGJK_STATUS_BEYOND ? HUGE_VALF : c.gap[i]));
      beyond += expected == LGJK_STATUS_BEYOND;
      exactly += c.gap[i] == MAXIMUM;
    }
  }
  assert_true(beyond > PAIRS && exactly > PAIRS / 100);
  answersN_close(&all);
  answersN_close(&near);
  lgjk_shapesN_destroy(shapes);
}

// What a search that its limit ended knows is an upper bound, which tells nothing about pairs that may be nearer.
static void a_search_that_is_cut_short_proves_nothing(void** state) {
  (void)state;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_options options;
  lgjk_shapesN* shapes = create();
  uint32_t limited = 0;
  random_state = 2;
  for (uint32_t i = 0; i < PAIRS; ++i) place(i);
  lone_pairs(shapes, c.shape, c.pose[0], PAIRS, c.a, c.b, &bodies, &pairs);
  lgjk_options_init(&options);
  options.max_distance = MAXIMUM;
  options.iteration_limit = 1;
  answersN answers = answersN_open(PAIRS);
  for (query q = DISTANCE; q < QUERIES; ++q) {
    ask_lone_pairs(q, &bodies, &pairs, NULL, &options, &answers);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      if (answers.status[i] == LGJK_STATUS_BEYOND) assert_true(c.gap[i] > MAXIMUM);
      if (answers.status[i] != LGJK_STATUS_LIMIT) continue;
      assert_true(answers.distance[i] >= c.gap[i] && answers.distance[i] < HUGE_VALF);
      limited += answers.distance[i] > MAXIMUM && c.gap[i] <= MAXIMUM;
    }
  }
  assert_true(limited > 0);
  answersN_close(&answers);
  lgjk_shapesN_destroy(shapes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(far_pairs_are_beyond),
                                     cmocka_unit_test(a_search_that_is_cut_short_proves_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
