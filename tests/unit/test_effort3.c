// The order in which contacts of 3D run (schedule/run_query.h), on one lane: by the supports that records name, without
// records by the distance of the centres; and which classes have it.
#include "test.h"
#include "test_random.h"

#include "lane/lane_scalar.h"

#include "api/arguments.h"
#include "schedule/run_query.h"

enum { PAIRS = 300, KINDS = 8, BOX = 5 };

static lgjk_shapes3* shapes;
static float pose[2 * PAIRS][7];
static uint32_t shape[2 * PAIRS], pair[PAIRS][2];
static lgjk_warm warm[PAIRS];
static lgjk_batch batch;
static lgjk_tally tally;

// A ball, a capsule, hulls of each core, a box, a cone and an ellipsoid.
static void make_shapes(void) {
  static const uint32_t counts[] = {1, 2, 12, 24, 60};
  float points[5][60][3];
  lgjk_shape3_def def[KINDS];
  for (uint32_t k = 0; k < KINDS; ++k) {
    lgjk_shape3_def_init(&def[k]);
    if (k >= BOX) {
      for (int i = 0; i < (k == BOX + 1 ? 2 : 3); ++i) def[k].size[i] = (float)random_in(0.5, 2);
      continue;
    }
    def[k].kind = LGJK_SHAPE3_POINTS;
    def[k].point_count = counts[k];
    def[k].points = points[k][0];
    for (uint32_t i = 0; i < counts[k]; ++i) {
      double v[3], square = 0;
      for (int c = 0; c < 3; ++c) {
        v[c] = random_in(-1, 1);
        square += v[c] * v[c];
      }
      for (int c = 0; c < 3; ++c) points[k][i][c] = (float)(v[c] / sqrt(square + 1e-6));
    }
  }
  def[BOX].kind = LGJK_SHAPE3_BOX;
  def[BOX + 1].kind = LGJK_SHAPE3_CONE;
  def[BOX + 2].kind = LGJK_SHAPE3_ELLIPSOID;
  assert_int_equal(lgjk_shapes3_create(def, KINDS, NULL, &shapes, NULL), LGJK_OK);
}

// Pairs at any distance, of which some have no place.
static void open_batch(lgjk_warm* records) {
  random_state = 7;
  make_shapes();
  for (uint32_t i = 0; i < 2 * PAIRS; ++i) {
    const double far = i % 60 == 0 ? INFINITY : i % 60 == 2 ? NAN : random_in(0, 3);
    for (int c = 0; c < 3; ++c) pose[i][c] = (float)random_in(-1, 1);
    if (i % 2 == 0) pose[i][0] += (float)far;
    pose[i][6] = 1;
    shape[i] = random_below(KINDS);
    pair[i / 2][i % 2] = i;
  }
  lgjk_bodies3 bodies;
  lgjk_bodies3_init(&bodies);
  bodies.count = 2 * PAIRS;
  bodies.shapes = shapes;
  bodies.shape = shape;
  bodies.pose = pose[0];
  const lgjk_pairs pairs = {
      .struct_size = sizeof pairs, .count = PAIRS, .stride = sizeof pair[0], .a = pair[0], .b = pair[0] + 1};
  uint64_t bad;
  const lgjk_results results = {.struct_size = sizeof results, .bad_count = &bad};
  const lgjk_call call = {
      .a = &bodies, .b = &bodies, .pairs = &pairs, .count = PAIRS, .results = &results, .dim = 3, .query = CONTACT};
  uint32_t isa;
  lgjk_error error;
  memset(&batch, 0, sizeof batch);
  assert_int_equal(lgjk_check_arguments(&call, &batch, &isa, &error), LGJK_OK);
  batch.pair_a = (const char*)pair;
  batch.pair_b = batch.pair_a + sizeof pair[0][0];
  batch.pair_stride = sizeof pair[0];
  batch.count = PAIRS;
  batch.tally = &tally;
  batch.warm = records;
}

static double size_of_body(uint32_t body) {
  const float* header = (const float*)((const lgjk_shape3*)batch.a.table + shape[body]);
  return (double)header[HEADER_BOUND] + (double)header[HEADER_INNER];
}

// Returns the distance of a pair's centres as a share of both sizes, and 1 at most.
static double centres_of(uint32_t i) {
  double square = 0;
  for (int c = 0; c < 3; ++c) square += pow((double)pose[2 * i][c] - (double)pose[2 * i + 1][c], 2);
  const double share = sqrt(square) / (size_of_body(2 * i) + size_of_body(2 * i + 1));
  return share < 1 ? share : 1; // of no place, too
}

static void expect_all(const uint16_t list[PAIRS]) {
  bool seen[PAIRS] = {false};
  for (uint32_t i = 0; i < PAIRS; ++i) {
    assert_true(list[i] < PAIRS && !seen[list[i]]);
    seen[list[i]] = true;
  }
}

TEST(centres_that_are_near_come_last) {
  uint16_t list[TILE + STEP];
  uint32_t near = 0;
  open_batch(NULL);
  for (uint32_t i = 0; i < PAIRS; ++i) list[i] = (uint16_t)i;
  order_by_effort(&batch, list, PAIRS);
  expect_all(list);
  for (uint32_t i = 1; i < PAIRS; ++i) {
    const double before = centres_of(list[i - 1]), share = centres_of(list[i]);
    assert_true(share < before + 0.66 / EFFORTS + 1e-6 || (share > 0.62 && before > 0.62));
    near += share < 0.6;
  }
  assert_in_range(near, PAIRS / 4, PAIRS - PAIRS / 8);
  lgjk_shapes3_destroy(shapes);
}

TEST(records_with_many_supports_come_last) {
  uint16_t list[TILE + STEP];
  open_batch(warm);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    list[i] = (uint16_t)i;
    warm[i] = (lgjk_warm){{0, random_below(40), 0, i % 3 ? NAMES_DEPTH : 0}};
  }
  order_by_effort(&batch, list, PAIRS);
  expect_all(list);
  uint32_t before = 0;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const lgjk_warm* record = &warm[list[i]];
    const uint32_t supports = record->word[3] == NAMES_DEPTH ? record->word[1] : 0;
    assert_true(supports >= before || before >= EFFORTS - 1);
    before = supports;
  }
  lgjk_shapes3_destroy(shapes);
}

// Without records both shapes have to have faces, and not both be boxes, whose depths have a closed form.
TEST(classes_in_order) {
  class_table classes;
  classes.table = &contact_table;
  for (int recorded = 0; recorded < 2; ++recorded) {
    open_batch(recorded ? warm : NULL);
    number_classes(&batch, &classes);
    uint32_t some = 0;
    for (uint32_t c = 0; c < classes.count; ++c) {
      class_run run;
      begin_class(&batch, &classes, c, &run);
      const uint32_t both = 1u << run.core_a | 1u << run.core_b;
      const bool faces = (both & (SEGMENTS | CURVED)) == 0, boxes = both == BOXES;
      const bool named = has_trait(&run, RECORDS) && has_trait(&run, PROVES_DEPTH);
      assert_int_equal(needs_effort(&run, CONTACT), recorded ? named : faces && !boxes);
      assert_false(needs_effort(&run, DISTANCE));
      some += needs_effort(&run, CONTACT);
    }
    assert_true(some > 0 && some < classes.count);
    lgjk_shapes3_destroy(shapes);
  }
}
