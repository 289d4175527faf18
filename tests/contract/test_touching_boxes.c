// Boxes of the plane that touch as nearly as floats can say: the verdict of a gap of 1.2e-14 to 1.8e-14 of the scale,
// which the axes of boxes call touching and a search in double would not, is the same whichever query is asked.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 40 };

// Flat, so that floats place them in steps that are small beside the scale.
#define HALF_WIDTH 1.0f
#define HALF_HEIGHT 0.001f

typedef struct scene {
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  float pose[2 * PAIRS][4];
} scene;

static scene c;

// One box above another, both turned alike: the gap between them over the scale.
static double gap_of(const float* above, double bound) {
  const double turn = sqrt((double)above[2] * (double)above[2] + (double)above[3] * (double)above[3]);
  const double height = ((double)above[1] * (double)above[2] - (double)above[0] * (double)above[3]) / turn;
  const double scale = 2 * bound + fabs((double)above[0]) + fabs((double)above[1]);
  return (height - 2 * (double)HALF_HEIGHT) / scale;
}

static void place(uint32_t pair, double bound) {
  float *below = c.pose[2 * pair], *above = c.pose[2 * pair + 1];
  double gap = 0;
  while (!(gap > 1.2e-14 && gap < 1.8e-14)) {
    const double angle = random_in(-0.5, 0.5), aside = random_in(-1e-3, 1e-3);
    above[2] = (float)cos(angle);
    above[3] = (float)sin(angle);
    above[0] = (float)aside;
    above[1] = (float)((2 * (double)HALF_HEIGHT + aside * sin(angle)) / cos(angle));
    gap = gap_of(above, bound);
  }
  below[0] = below[1] = 0;
  below[2] = above[2];
  below[3] = above[3];
}

// The box, by its half extents or as four points.
static lgjk_shapes2* create(bool points, double* bound) {
  static const float corners[] = {-HALF_WIDTH, -HALF_HEIGHT, HALF_WIDTH,  -HALF_HEIGHT,
                                  HALF_WIDTH,  HALF_HEIGHT,  -HALF_WIDTH, HALF_HEIGHT};
  lgjk_shape2_def def;
  lgjk_shape2_info info;
  lgjk_shapes2* shapes = NULL;
  lgjk_shape2_def_init(&def);
  lgjk_shape2_info_init(&info);
  if (points) {
    def.points = corners;
    def.point_count = 4;
  } else {
    def.kind = LGJK_SHAPE2_BOX;
    def.size[0] = HALF_WIDTH;
    def.size[1] = HALF_HEIGHT;
  }
  assert_int_equal(lgjk_shapes2_create(&def, 1, NULL, &shapes, NULL), LGJK_OK);
  assert_int_equal(lgjk_shapes2_get(shapes, 0, &info, NULL, 0, NULL), LGJK_OK);
  *bound = (double)info.bound;
  return shapes;
}

static void ask_all(bool points) {
  double bound;
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_shapes2* shapes = create(points, &bound);
  random_state = 1;
  for (uint32_t i = 0; i < PAIRS; ++i) place(i, bound);
  lone_pairs(shapes, c.shape, c.pose[0], PAIRS, c.a, c.b, &bodies, &pairs);
  for (int q = 0; q < QUERIES; ++q) {
    answersN answers = answersN_open(PAIRS);
    ask_lone_pairs((query)q, &bodies, &pairs, NULL, NULL, &answers);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      if (answers.status[i] != LGJK_STATUS_OVERLAPPING) fail_msg("query %d, pair %u: %u", q, i, answers.status[i]);
      if (q != OVERLAP) assert_true(answers.distance[i] <= 0);
    }
    answersN_close(&answers);
  }
  lgjk_shapes2_destroy(shapes);
}

static void all_queries_have_one_verdict(void** state) {
  (void)state;
  ask_all(false);
}

static void so_they_do_of_polygons(void** state) {
  (void)state;
  ask_all(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_queries_have_one_verdict),
                                     cmocka_unit_test(so_they_do_of_polygons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
