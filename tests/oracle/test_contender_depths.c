// The contacts of the benchmark's contenders against the oracle, on pairs that overlap: depths are missed as often as
// each contender says and no oftener, a move along the normal by the depth makes the shapes touch, and the manifold has
// a point of that depth. Built with the benchmark, once for each dimension.
#include "built.h"
#include "cases.h"
#include "dim_names.h"
#include "dimension_names.h"
#include "oracle.h"
#include "packed.h"
#if DIM == 2
#define SCENES "123469"
#define SCENES_LETTER 'S'
#else
#define SCENES_LETTER 'T'
#define SCENES "12345" // T6 is T5 with more vertices, T7 is not everywhere
#endif

#define PAIRS 1000u
#define SEED 11u
#define OFTENER 0.01 // of the pairs, by chance

// A scene of overlapping pairs with what is true of it.
typedef struct stage {
  sceneN* scene;
  lgjk_shapesN* shapes;
  lgjk_bodiesN bodies;
  oracleN_table* table;
  float truth[PAIRS];
} stage;

static void find_truth(stage* s) {
  for (uint32_t i = 0; i < PAIRS; i++) {
    const oracleN_body a = oracleN_read(s->table, &s->bodies, s->scene->a[i]);
    const oracleN_body b = oracleN_read(s->table, &s->bodies, s->scene->b[i]);
    const oracleN_bounds truth = oracleN_signed_distance(&a, &b);
    s->truth[i] = (float)(0.5L * (truth.lower + truth.upper));
  }
}

static void open_stage(stage* s, char number) {
  char name[16];
  snprintf(name, sizeof name, "%c%c-overlapping", SCENES_LETTER, number);
  s->scene = sceneN_create(name, PAIRS, SEED);
  assert_non_null(s->scene);
  s->shapes = build_shapesN(s->scene->defs, sceneN_shape_count(s->scene));
  s->bodies =
      packed_bodies(s->shapes, s->scene->body_count, s->scene->shape, &s->scene->pose[0][0], sceneN_radius(s->scene));
  s->table = oracleN_table_create(s->shapes);
  assert_non_null(s->table);
  find_truth(s);
}

static void close_stage(stage* s) {
  oracleN_table_destroy(s->table);
  lgjk_shapesN_destroy(s->shapes);
  sceneN_free(s->scene);
}

typedef struct given {
  uint8_t overlapping[PAIRS], iterations[PAIRS];
  float distance[PAIRS], point_a[PAIRS * DIM], point_b[PAIRS * DIM], normal[PAIRS * DIM];
  lgjk_manifoldN manifold[PAIRS];
} given;

static answers answers_in(given* g) {
  memset(g, 0, sizeof *g);
  return (answers){.overlapping = g->overlapping,
                   .iterations = g->iterations,
                   .distance = g->distance,
                   .point_a = g->point_a,
                   .point_b = g->point_b,
                   .normal = g->normal,
                   .manifold = g->manifold};
}

// ---------------------------------------------------------------- what is checked

static double missed_depths(const stage* s, const given* g, double* worst) {
  depth_errors errors;
  depth_errors_find(&dimensionN, s->scene, PAIRS, s->truth, g->distance, &errors);
  assert_true(errors.pairs > PAIRS / 2);
  *worst = errors.worst;
  return errors.missed;
}

// Of the pairs whose depth is right, the share that does not touch once B has moved by -distance times the normal.
static double missed_moves(const stage* s, const given* g) {
  uint32_t missed = 0, count = 0;
  for (uint32_t i = 0; i < PAIRS; i++) {
    const oracleN_body a = oracleN_read(s->table, &s->bodies, s->scene->a[i]);
    oracleN_body b = oracleN_read(s->table, &s->bodies, s->scene->b[i]);
    const double tolerance = MISSED_DEPTH * (double)oracleN_scale(&a, &b);
    if (!(fabs((double)g->distance[i] - (double)s->truth[i]) <= tolerance)) continue;
    for (int k = 0; k < DIM; k++) b.pose[k] -= g->distance[i] * g->normal[DIM * i + (uint32_t)k];
    const oracleN_bounds moved = oracleN_signed_distance(&a, &b);
    count++;
    missed += moved.upper < -2 * tolerance || moved.lower > 2 * tolerance;
  }
  return count > 0 ? (double)missed / count : 1;
}

static void check_manifolds(const given* g) {
  for (uint32_t i = 0; i < PAIRS; i++) {
    const lgjk_manifoldN* manifold = &g->manifold[i];
    float deepest = INFINITY;
    for (uint32_t k = 0; k < manifold->count; k++) deepest = fminf(deepest, manifold->points[k].separation);
    if (isfinite(g->distance[i])) assert_float_equal(deepest, g->distance[i], 1e-5);
    if (manifold->count == 0) continue;
    assert_memory_equal(manifold->normal, &g->normal[DIM * i], sizeof manifold->normal);
  }
}

static bool takes_part(const contender* can, char scene) {
  const char* scenes = can->scenes[QUERY_DEPTH];
  return can->answers[QUERY_DEPTH] && (!scenes || strchr(scenes, scene));
}

static void check_contender(stage* s, uint32_t number, char scene, bool warm) {
  static given g;
  const contender can = dimensionN.contender(number);
  const answers to = answers_in(&g);
  const setup how = {
      .scene = s->scene, .warm = warm, .isa = LGJK_ISA_SCALAR, .max_distance = CONTACT_REACH, .call_pairs = PAIRS};
  void* self = dimensionN.open(number, &how);
  assert_non_null(self);
  for (int frame = 0; frame <= warm; frame++) dimensionN.answer(self, QUERY_DEPTH, &to);
  double worst;
  const double missed = missed_depths(s, &g, &worst), moves = missed_moves(s, &g);
  print_message("  %c%c %-15s %s: %5.2f%% of depths missed, worst %.2g; %5.2f%% of moves\n", SCENES_LETTER, scene,
                can.name, warm ? "warm" : "cold", 100 * missed, worst, 100 * moves);
  // Of similar shapes most depths are others.
  const bool similar = can.approximates[0] && can.approximates[1] == scene;
  assert_true(missed <= (similar ? 0.6 : (double)can.misses_depths) + OFTENER);
  assert_true(moves <= (double)can.misses_depths + OFTENER);
  answers_in(&g);
  dimensionN.answer(self, QUERY_CONTACT, &to);
  assert_true(fabs(missed_depths(s, &g, &worst) - missed) <= OFTENER);
  // The first gives none; those of Jolt are of whole faces, which need not have a point of that depth.
  if (strcmp(can.name, "reference-sat") != 0 && strcmp(can.name, "jolt") != 0) check_manifolds(&g);
  dimensionN.close(self);
}

TEST(errors_of_distances_are_those_of_pairs_apart_within_reach) {
  static stage s;
  open_stage(&s, SCENES[0]);
  float truth[5] = {1, 2, 4, 0, INFINITY}, wrong[5] = {1, 2, 4, 0.5f, 3};
  const uint8_t verdicts[4] = {1, 0, 1, 2}, others[4] = {1, 1, 0, 0};
  distance_errors errors;
  wrong[1] += 0.25f, wrong[2] -= 0.5f;
  const double second = 0.25 / dimensionN.scene_scale(s.scene, 1), third = 0.5 / dimensionN.scene_scale(s.scene, 2);
  distance_errors_find(&dimensionN, s.scene, 5, 0, truth, wrong, &errors);
  assert_float_equal(errors.worst, fmax(second, third), 1e-12);
  assert_float_equal(errors.median, fmin(second, third), 1e-12);
  distance_errors_find(&dimensionN, s.scene, 5, 3, truth, wrong, &errors); // the third is beyond
  assert_float_equal(errors.worst, second, 1e-12);
  distance_errors_find(&dimensionN, s.scene, 5, 0, truth, truth, &errors);
  assert_float_equal(errors.worst, 0, 0);
  assert_float_equal(wrong_verdicts(4, verdicts, others), 0.5, 0);
  close_stage(&s);
}

TEST(depths_are_missed_as_often_as_is_said) {
  static stage s;
  print_message("  seed %u\n", SEED);
  for (uint32_t i = 0; i < dimensionN.contender_count; i++) {
    const contender can = dimensionN.contender(i);
    if (!can.answers[QUERY_OVERLAP]) print_message("  skipped: %s is not in this build\n", can.name);
  }
  for (const char* scene = SCENES; *scene; scene++) {
    open_stage(&s, *scene);
    for (uint32_t i = 0; i < dimensionN.contender_count; i++) {
      const contender can = dimensionN.contender(i);
      if (!takes_part(&can, *scene)) continue;
      check_contender(&s, i, *scene, false);
      if (can.plays_frames[QUERY_DEPTH]) check_contender(&s, i, *scene, true);
    }
    close_stage(&s);
  }
}
