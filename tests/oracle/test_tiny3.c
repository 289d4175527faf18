// Edges far shorter than their pair, and pairs near the small end of the domain, in 3D: squares and products of theirs
// vanish in float32, and what vanishes must prove nothing. Whatever the record, verdicts and distances are true within
// the contract by the oracle.
#include "test.h"
#include "shape_defs3.h"
#define DIM 3
#include "packed.h"
#include "test_random.h"
#include "truth.h"

enum { RECORDS = 512 };

static const float NO_TURN[4] = {0, 0, 0, 1};

// Record 0 is none; the others name up to four vertices, mostly such as there are.
static void make_records(lgjk_warm records[RECORDS]) {
  random_state = 3;
  memset(records, 0, RECORDS * sizeof *records);
  for (uint32_t i = 1; i < RECORDS; ++i) {
    for (uint32_t k = 0; k < 3; ++k) records[i].word[k] = i % 8 ? random_bits() & 0x07070707u : random_bits();
    records[i].word[3] = 1 + random_below(4);
  }
}

typedef struct fixture {
  lgjk_shapes3* shapes;
  oracle3_table* table;
  float pose[2][7];
  uint32_t shape[2], a[RECORDS], b[RECORDS];
  lgjk_bodies3 bodies;
  lgjk_pairs pairs;
  answersN overlap, distance;
} fixture;

// The same two bodies RECORDS times, turned alike.
static void fixture_open(fixture* f, const lgjk_shape3_def* a, const lgjk_shape3_def* b, const float offset[3],
                         const float turn[4]) {
  const lgjk_shape3_def defs[2] = {*a, *b};
  memset(f, 0, sizeof *f);
  assert_int_equal(lgjk_shapes3_create(defs, 2, NULL, &f->shapes, NULL), LGJK_OK);
  f->table = oracle3_table_create(f->shapes);
  memcpy(f->pose[1], offset, 3 * sizeof *offset);
  for (int i = 0; i < 2; ++i) memcpy(f->pose[i] + 3, turn, 4 * sizeof *turn);
  f->shape[1] = 1;
  for (uint32_t i = 0; i < RECORDS; ++i) f->b[i] = 1;
  f->bodies = packed_bodies(f->shapes, 2, f->shape, f->pose[0], NULL);
  f->pairs = packed_pairs(f->a, f->b, RECORDS);
  f->overlap = answersN_open(RECORDS);
  f->distance = answersN_open(RECORDS);
}

static void fixture_close(fixture* f) {
  answersN_close(&f->overlap);
  answersN_close(&f->distance);
  oracle3_table_destroy(f->table);
  lgjk_shapes3_destroy(f->shapes);
}

static void ask(fixture* f, int distance, uint32_t isa, lgjk_warm* records, const answersN* answers) {
  const lgjk_results results = answersN_results(answers);
  lgjk_options options;
  lgjk_options_init(&options);
  options.isa = isa;
  make_records(records);
  assert_int_equal(query_function[distance ? DISTANCE : OVERLAP](&f->bodies, &f->bodies, &f->pairs, records, 0, RECORDS,
                                                                 &results, &options, NULL),
                   LGJK_OK);
}

static void expect_truth_turned(const lgjk_shape3_def* a, const lgjk_shape3_def* b, const float offset[3],
                                const float turn[4]) {
  fixture f;
  lgjk_warm records[RECORDS], other[RECORDS];
  fixture_open(&f, a, b, offset, turn);
  for (int distance = 0; distance < 2; ++distance) {
    ask(&f, distance, LGJK_ISA_SCALAR, other, distance ? &f.distance : &f.overlap);
    ask(&f, distance, LGJK_ISA_AUTO, records, distance ? &f.distance : &f.overlap);
    assert_memory_equal(records, other, sizeof records);
  }
  const truth t = truth_of(f.table, &f.bodies, &f.pairs, 0);
  for (uint32_t i = 0; i < RECORDS; ++i) {
    const oracle3_judgement j = truth_judge(&t, &f.distance, i);
    const uint8_t status = f.distance.status[i], overlap = f.overlap.status[i];
    if (j.distance <= 1 && !j.misclassified && !j.contradiction && status == overlap) continue;
    fail_msg("record %u: distance %g, status %u, of overlap %u; the truth is %Lg", i, (double)f.distance.distance[i],
             status, overlap, t.bounds.lower);
  }
  fixture_close(&f);
}

static void expect_truth(const lgjk_shape3_def* a, const lgjk_shape3_def* b, float x, float y, float z) {
  expect_truth_turned(a, b, (const float[3]){x, y, z}, NO_TURN);
}

static lgjk_shape3_def rounded(lgjk_shape3_def def, float radius) {
  def.radius = radius;
  return def;
}

TEST(boxes_as_thin_as_floats_get) {
  const lgjk_shape3_def blade = sized_def3(LGJK_SHAPE3_BOX, 1.5e-4f, 3.7e-43f, 1.25f);
  const lgjk_shape3_def wire = sized_def3(LGJK_SHAPE3_BOX, 1.5e-4f, 1e-20f, 1e-22f);
  const lgjk_shape3_def plate = sized_def3(LGJK_SHAPE3_BOX, 1, 1e-12f, 1);
  expect_truth(&blade, &blade, 7.1875f, 0, 0);
  expect_truth(&wire, &wire, 0.25f, 0, 0);
  expect_truth(&wire, &plate, 0.25f, 0.5f, 0);
  expect_truth(&plate, &plate, 0.5f, 1e-3f, 0);
}

TEST(rounded_boxes_as_thin) {
  const lgjk_shape3_def a = rounded(sized_def3(LGJK_SHAPE3_BOX, 2.8e-3f, 2.4e-17f, 1.1e-27f), 2.7e-3f);
  const lgjk_shape3_def b = rounded(sized_def3(LGJK_SHAPE3_BOX, 5.9e-3f, 2.6e-28f, 3.4e-26f), 1.7e-3f);
  expect_truth(&a, &b, 0, -2.56e-3f, 0);
  expect_truth(&a, &b, 0, -5e-3f, 0);
}

// Of a direction whose square is 0 a support plane's distance may have a square.
TEST(specks_with_a_large_radius) {
  for (float size = 1e-10f; size > 1e-25f; size *= 0.5f) {
    const float speck[12] = {0, 0, 0, 0, size, size, 0, -size, 0, 0, 0, -size};
    const lgjk_shape3_def a = rounded(points_def3(speck, 4), 900), b = rounded(points_def3(speck, 4), 100);
    expect_truth(&a, &b, 90, 0, 0);
  }
}

// Parallel but for rounding: where a closed form finds their nearest points is noise. Records do not matter.
TEST(short_segments) {
  static const float a[6] = {-0x1.6de6e8p-12f, 0x1.05453cp-11f,  -0x1.1c3ae8p-11f,
                             0x1.6de6e8p-12f,  -0x1.05453cp-11f, 0x1.1c3ae8p-11f};
  static const float b[6] = {-0x1.089edap-12f, 0x1.70ee4ep-12f,  -0x1.931c8ep-12f,
                             0x1.089edap-12f,  -0x1.70ee4ep-12f, 0x1.931c8ep-12f};
  static const float turn_ab[4] = {0x1.23b7aap-4f, 0x1.21e70ap-1f, -0x1.6a61f4p-2f, 0x1.7b652p-1f};
  static const float c[6] = {-0x1.e1b1e4p-14f, -0x1.544596p-13f, -0x1.557ca4p-15f,
                             0x1.e1b1e4p-14f,  0x1.544596p-13f,  0x1.557ca4p-15f};
  static const float d[6] = {-0x1.981414p-9f, -0x1.204ep-8f, -0x1.21422ap-10f,
                             0x1.981414p-9f,  0x1.204ep-8f,  0x1.21422ap-10f};
  static const float turn_cd[4] = {-0x1.0e5d22p-2f, -0x1.8f3e12p-1f, -0x1.9bb792p-3f, -0x1.0fcf74p-1f};
  static const float origin[3] = {0, 0, 0}, offset[3] = {0x1.43dfaep-8f, -0x1.36acdp-8f, -0x1.4715d6p-8f};
  const lgjk_shape3_def first[2] = {points_def3(a, 2), points_def3(b, 2)};
  const lgjk_shape3_def second[2] = {points_def3(c, 2), rounded(points_def3(d, 2), 0x1.80b17cp-11f)};
  expect_truth_turned(&first[0], &first[1], origin, turn_ab);
  expect_truth_turned(&second[0], &second[1], offset, turn_cd);
}

// What is seen along the axis but for a denormal number has a direction across whose inverse is infinite.
TEST(round_cores_that_lean_a_little) {
  const lgjk_shape3_def cylinder = CYLINDER3, cone = CONE3, box = BOX3;
  for (float lean = 1e-36f; lean > 0; lean *= 0.125f) {
    const float turn[4] = {0, lean, 0, 1}, above[3] = {0, 0, 9}, below[3] = {0, 0, -9};
    expect_truth_turned(&cylinder, &box, above, turn);
    expect_truth_turned(&cone, &cylinder, below, turn);
    expect_truth_turned(&box, &cone, above, turn);
  }
}
