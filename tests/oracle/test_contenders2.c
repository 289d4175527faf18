// The rivals of the benchmark answer the question that the library answers, pair by pair, on S9: there they are given
// radii per body, and octagons in place of ellipses. Their depths are held for circles alone: test_contender_depths.c
// knows other scenes. Built with the benchmark.
#include "built.h"
#include "dimension.h"
#include "scenes2.h"

#define PAIRS 10000u
#define SEED 7u
#define BAND 2e-5f      // metres, of either body: Box2D subtracts world coordinates in float32
#define OCTAGON 0.0107f // metres by which an octagon in a torso misses it, at most

typedef struct truth {
  uint8_t deep[PAIRS];  // 1 where the pair overlaps by more than the margins of its bodies
  uint8_t close[PAIRS]; // 1 where it overlaps or is apart by less than the band
  float distance[PAIRS];
} truth;

static bool is_torso(const scene2* s, uint32_t body) { return s->defs[s->shape[body]].kind == LGJK_SHAPE2_ELLIPSE; }

// The library's answers for radii that are changed.
static void run_library(const scene2* scene, const float* radius, const lgjk_results* results) {
  lgjk_bodies2 bodies = {.struct_size = sizeof bodies};
  lgjk_pairs pairs = {.struct_size = sizeof pairs};
  lgjk_shapes2* shapes = build_shapes2(scene->defs, SCENE2_SHAPES);
  bodies.count = scene->body_count, bodies.shapes = shapes, bodies.shape = scene->shape;
  bodies.pose = &scene->pose[0][0], bodies.radius = radius;
  pairs.a = scene->a, pairs.b = scene->b, pairs.count = PAIRS;
  assert_int_equal(lgjk_distance2(&bodies, &bodies, &pairs, NULL, 0, PAIRS, results, NULL, NULL), LGJK_OK);
  lgjk_shapes2_destroy(shapes);
}

static truth* find_truth(const scene2* scene) {
  truth* t = calloc(1, sizeof *t);
  float* radius = malloc(scene->body_count * sizeof *radius);
  assert_true(t != NULL && radius != NULL);
  lgjk_results results = {.struct_size = sizeof results};
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const float margin = BAND + (is_torso(scene, i) ? OCTAGON : 0);
    radius[i] = fmaxf(scene->radius[i] - margin, 0);
  }
  results.status = t->deep;
  run_library(scene, radius, &results);
  for (uint32_t i = 0; i < scene->body_count; i++) radius[i] = scene->radius[i] + BAND;
  results.status = t->close;
  run_library(scene, radius, &results);
  results.status = NULL, results.distance = t->distance;
  run_library(scene, scene->radius, &results);
  free(radius);
  return t;
}

static answers allocate_answers(void) {
  answers a = {
      .overlapping = calloc(PAIRS, 1), .iterations = calloc(PAIRS, 1), .distance = calloc(PAIRS, sizeof(float))};
  a.point_a = calloc(PAIRS, 2 * sizeof(float));
  a.point_b = calloc(PAIRS, 2 * sizeof(float));
  a.normal = calloc(PAIRS, 2 * sizeof(float));
  assert_true(a.overlapping && a.iterations && a.distance && a.point_a && a.point_b && a.normal);
  return a;
}

static void free_answers(const answers* a) {
  free(a->overlapping);
  free(a->iterations);
  free(a->distance);
  free(a->point_a);
  free(a->point_b);
  free(a->normal);
}

static void check_verdicts(const truth* t, const answers* given) {
  for (uint32_t i = 0; i < PAIRS; i++) {
    if (t->deep[i] == LGJK_STATUS_OVERLAPPING) assert_int_equal(given->overlapping[i], 1);
    if (t->close[i] == LGJK_STATUS_SEPARATED) assert_int_not_equal(given->overlapping[i], 1);
  }
}

// Beyond the maximum distance, which rivals do not know, the library's distance is infinite.
static void check_distances(const scene2* scene, const truth* t, const answers* given) {
  for (uint32_t i = 0; i < PAIRS; i++) {
    const int torsos = is_torso(scene, scene->a[i]) + is_torso(scene, scene->b[i]);
    const float error = given->distance[i] - t->distance[i];
    if (isinf(given->distance[i])) {
      assert_true(t->distance[i] > scene->max_distance - BAND);
    } else {
      assert_true(error >= -2 * BAND && error <= 2 * BAND + (float)torsos * OCTAGON);
    }
  }
}

static bool is_circle(const scene2* s, uint32_t body) { return s->bound[s->shape[body]] == 0; }

static void check_depths_of_circles(const scene2* scene, const answers* given) {
  uint32_t overlapping = 0;
  for (uint32_t i = 0; i < PAIRS; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    if (!is_circle(scene, a) || !is_circle(scene, b)) continue;
    const float x = scene->pose[b][0] - scene->pose[a][0], y = scene->pose[b][1] - scene->pose[a][1];
    const float centres = sqrtf(x * x + y * y), gap = centres - scene->radius[a] - scene->radius[b];
    if (gap > BAND) assert_true(given->distance[i] > 0);
    if (gap > -BAND) continue;
    overlapping++;
    assert_float_equal(given->distance[i], gap, 2 * BAND);
    assert_float_equal(given->normal[2 * i], x / centres, 1e-4f);
    assert_float_equal(given->normal[2 * i + 1], y / centres, 1e-4f);
  }
  assert_true(overlapping > PAIRS / 10);
}

// One that this build does not have answers nothing.
static bool is_absent(const contender* can) {
  if (can->answers[QUERY_OVERLAP] || can->answers[QUERY_DISTANCE] || can->answers[QUERY_DEPTH]) return false;
  print_message("  skipped: %s is not in this build\n", can->name);
  return true;
}

static void check_contender(scene2* scene, uint32_t number, bool warm, const truth* t, const answers* given) {
  const contender can = dimension2.contender(number);
  if (is_absent(&can)) return;
  if (can.scenes[QUERY_OVERLAP]) return; // S9 is none of those
  const setup how = {.scene = scene, .warm = warm, .isa = LGJK_ISA_SCALAR, .call_pairs = PAIRS};
  void* self = dimension2.open(number, &how);
  assert_non_null(self);
  if (can.answers[QUERY_OVERLAP]) {
    dimension2.answer(self, QUERY_OVERLAP, given);
    check_verdicts(t, given);
  }
  if (can.answers[QUERY_DISTANCE]) {
    dimension2.answer(self, QUERY_DISTANCE, given);
    check_distances(scene, t, given);
  }
  if (can.answers[QUERY_DEPTH]) {
    dimension2.answer(self, QUERY_DEPTH, given);
    check_depths_of_circles(scene, given);
  }
  dimension2.close(self);
}

static void check_frame(scene2* scene, bool warm) {
  truth* t = find_truth(scene);
  const answers given = allocate_answers();
  for (uint32_t i = 0; i < dimension2.contender_count; i++) check_contender(scene, i, warm, t, &given);
  free_answers(&given);
  free(t);
}

TEST(everyone_answers_the_same) {
  scene2* scene = scene2_create("S9", PAIRS, SEED);
  assert_non_null(scene);
  for (uint32_t frame = 1; frame <= 3; frame++) {
    check_frame(scene, frame % 2 == 0);
    scene2_churn(scene, frame);
    scene2_advance(scene);
  }
  scene2_free(scene);
}

// Radii and shapes of replaced pairs reach those who keep copies of them.
TEST(replaced_bodies_are_followed) {
  scene2* scene = scene2_create("S9", PAIRS, SEED);
  assert_non_null(scene);
  const answers given = allocate_answers();
  const setup how = {.scene = scene, .warm = true, .isa = LGJK_ISA_SCALAR, .call_pairs = PAIRS};
  for (uint32_t i = 1; i < dimension2.contender_count; i++) {
    if (!dimension2.contender(i).follows_replacement) continue;
    if (dimension2.contender(i).scenes[QUERY_OVERLAP]) continue; // S9 is none of those
    scene2_reset(scene);
    void* self = dimension2.open(i, &how);
    assert_non_null(self);
    dimension2.leave(self);
    scene2_churn(scene, 1);
    dimension2.follow(self);
    dimension2.replace(self);
    dimension2.answer(self, QUERY_OVERLAP, &given);
    truth* t = find_truth(scene);
    check_verdicts(t, &given);
    free(t);
    if (dimension2.contender(i).answers[QUERY_DEPTH]) {
      dimension2.answer(self, QUERY_DEPTH, &given);
      check_depths_of_circles(scene, &given);
    }
    dimension2.close(self);
  }
  free_answers(&given);
  scene2_free(scene);
}
