// The benchmark's scenes S10 to S13 keep their promises: pairs after one push touch, in every frame, and their shapes
// are of the kinds and shares that are said.
#include "scene_gaps2.h"

enum { SCENES = 4 };
static const char* const names[SCENES] = {"S10", "S11", "S12", "S13"};

static double scale_of(const scene2* scene, uint32_t pair) {
  const float *p = scene->pose[scene->a[pair]], *q = scene->pose[scene->b[pair]];
  return mean_diameter(scene, pair) + hypot((double)q[0] - (double)p[0], (double)q[1] - (double)p[1]);
}

// Positions are known to a few millionths, so that all gaps are, and most are within two bands of touching.
static void check_touching(const scene2* scene) {
  uint32_t within = 0, overlapping = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const double gap = gap_of(scene, i);
    assert_true(fabs(gap) <= 1e-5);
    within += fabs(gap) <= 2 * 4e-7 * scale_of(scene, i);
    overlapping += gap <= 0;
  }
  assert_true(within >= 0.95 * scene->pair_count);
  assert_true(fabs((double)overlapping / scene->pair_count - 0.5) <= SHARE_TOLERANCE);
}

static void pushed_pairs_touch_in_every_frame(void** unused) {
  (void)unused;
  for (size_t i = 0; i < SCENES; i++) {
    scene2* scene = create(names[i], PAIRS);
    check_touching(scene);
    for (int frame = 1; frame < 60; frame++) scene2_advance(scene);
    check_touching(scene);
    scene2_churn(scene, 60);
    check_touching(scene);
    scene2_free(scene);
  }
}

// Of the pairs' A side. They do not move.
static uint32_t count_walls(const scene2* scene) {
  uint32_t walls = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const lgjk_shape2_def* def = &scene->defs[scene->shape[scene->a[i]]];
    const float* velocity = scene->velocity[scene->a[i]];
    const bool wall = def->kind == LGJK_SHAPE2_BOX && def->size[0] == 4 && def->size[1] == 0.5f;
    walls += wall;
    assert_int_equal(wall, velocity[0] == 0 && velocity[1] == 0 && velocity[2] == 1 && velocity[3] == 0);
  }
  return walls;
}

// 0 a box, 1 a circle, 2 a capsule, 3 a hexagon.
static uint32_t kind_of(const lgjk_shape2_def* def) {
  if (def->kind == LGJK_SHAPE2_BOX) return 0;
  assert_true(def->point_count == 1 || def->point_count == 2 || def->point_count == 6);
  return def->point_count == 6 ? 3 : def->point_count;
}

static void pushed_pairs_are_of_the_kinds_promised(void** unused) {
  (void)unused;
  static const double walls[SCENES] = {0.5, 1, 1, 1};
  static const double kinds[SCENES][4] = {{0.25, 0.25, 0.25, 0.25}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}};
  for (size_t i = 0; i < SCENES; i++) {
    scene2* scene = create(names[i], PAIRS);
    uint32_t count[4] = {0};
    for (uint32_t k = 0; k < PAIRS; k++) count[kind_of(&scene->defs[scene->shape[scene->b[k]]])]++;
    for (int k = 0; k < 4; k++) assert_true(fabs((double)count[k] / PAIRS - kinds[i][k]) <= SHARE_TOLERANCE);
    assert_true(fabs((double)count_walls(scene) / PAIRS - walls[i]) <= SHARE_TOLERANCE);
    scene2_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pushed_pairs_touch_in_every_frame),
      cmocka_unit_test(pushed_pairs_are_of_the_kinds_promised),
  };
  return cmocka_run_group_tests_name("scenes2_pushed", tests, NULL, NULL);
}
