// The cases of the corpus by their exact answers: both queries, both orders of each pair, every instruction set.
// Compiled once for each dimension.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "truth.h"
#if DIM == 2
#include "corpus2.h"
#else
#include "corpus3.h"
#endif

enum { CASES = DIM == 2 ? 64 : 123, MOST_ISAS = 8 };

// Pair i is case i as (A, B), pair i + count the same as (B, A).
typedef struct corpus {
  corpusN_case* cases;
  uint32_t count;
  lgjk_shapesN* shapes;
  oracleN_table* table;
  uint32_t shape[2 * CASES], a[2 * CASES], b[2 * CASES];
  float pose[2 * POSE_FLOATS * CASES];
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
} corpus;

static void place(const corpusN_case* from, uint32_t side, float* pose) {
#if DIM == 2
  lgjk_pose2_from_angle((float)from->position[side][0], (float)from->position[side][1], (float)from->angle[side], pose);
#else
  corpus3_pose(from, (int)side, pose);
#endif
}

// Some cases of the 3D corpus are too large for lanegjk.
static bool in_domain(const corpusN_case* from) {
#if DIM == 2
  (void)from;
  return true;
#else
  return from->scale >= 1e-4 && from->scale <= 1e5;
#endif
}

static corpus load(void) {
  corpus c = {.count = 0};
  lgjk_shapeN_def defs[2 * CASES];
  c.cases = corpusN_load(&c.count);
  assert_int_equal(c.count, CASES);
  for (uint32_t i = 0; i < 2 * c.count; ++i) {
    const corpusN_case* from = &c.cases[i / 2];
    defs[i] = corpusN_definition(&from->local[i % 2]);
    c.shape[i] = i;
    place(from, i % 2, &c.pose[POSE_FLOATS * i]);
  }
  assert_int_equal(lgjk_shapesN_create(defs, 2 * c.count, NULL, &c.shapes, NULL), LGJK_OK);
  c.table = oracleN_table_create(c.shapes);
  for (uint32_t i = 0; i < c.count; ++i) {
    c.a[i] = c.b[i + c.count] = 2 * i;
    c.b[i] = c.a[i + c.count] = 2 * i + 1;
  }
  return c;
}

static void set_views(corpus* c) {
  lgjk_bodiesN_init(&c->bodies);
  c->bodies.shapes = c->shapes;
  c->bodies.shape = c->shape;
  c->bodies.pose = c->pose;
  c->bodies.count = 2 * c->count;
  lgjk_pairs_init(&c->pairs);
  c->pairs.a = c->a;
  c->pairs.b = c->b;
  c->pairs.count = 2 * c->count;
}

static void unload(corpus* c) {
  oracleN_table_destroy(c->table);
  lgjk_shapesN_destroy(c->shapes);
  free(c->cases);
}

static void ask(const corpus* c, uint32_t isa, answersN* distance, answersN* overlap) {
  lgjk_options options;
  const lgjk_results of_distance = answersN_results(distance), of_overlap = answersN_results(overlap);
  const lgjk_bodiesN* bodies = &c->bodies;
  const uint64_t count = c->pairs.count;
  lgjk_options_init(&options);
  options.isa = isa;
  assert_int_equal(lgjk_distanceN(bodies, bodies, &c->pairs, NULL, 0, count, &of_distance, &options, NULL), LGJK_OK);
  assert_int_equal(lgjk_overlapN(bodies, bodies, &c->pairs, NULL, 0, count, &of_overlap, &options, NULL), LGJK_OK);
}

// What the corpus expects of a distance: for the points of the world, rounded to float, where it has them.
static double expected_distance(const corpusN_case* from) {
  return isnan(from->distance_f32) ? from->distance : from->distance_f32;
}

// Whether pair i has the corpus's answer, within its tolerance.
static bool is_right(const corpusN_case* expected, const answersN* distance, uint64_t i) {
  const bool overlapping = distance->status[i] == LGJK_STATUS_OVERLAPPING;
  const double error = fabs((double)distance->distance[i] - fmax(expected_distance(expected), 0));
  return error <= expected->tolerance_f32 && (!expected->decidable_f32 || overlapping == expected->overlap);
}

// Whether it also keeps the tighter contract of lanegjk for the poses that were asked about.
static bool keeps_contract(const corpus* c, const answersN* distance, uint64_t i) {
  const truth t = truth_of(c->table, &c->bodies, &c->pairs, i);
  return truth_is_kept(&t, distance, i);
}

static bool is_kept(const corpus* c, const answersN* distance, const answersN* overlap, uint64_t i) {
  const corpusN_case* expected = &c->cases[i % c->count];
  const uint8_t status = distance->status[i];
  if (overlap->status[i] != status) return false;
  if (!in_domain(expected)) return status == LGJK_STATUS_BAD;
  return status <= LGJK_STATUS_OVERLAPPING && is_right(expected, distance, i) && keeps_contract(c, distance, i);
}

static void answers_are_exact_on_every_instruction_set(void** state) {
  (void)state;
  uint32_t isas[MOST_ISAS], isa_count = lgjk_isa_list(isas, MOST_ISAS), wrong = 0;
  corpus c = load();
  set_views(&c);
  for (uint32_t k = 0; k < isa_count; ++k) {
    if (!lgjk_isa_supported(isas[k])) {
      print_message("  %s: not on this CPU\n", lgjk_isa_name(isas[k]));
      continue;
    }
    answersN distance = answersN_open(c.pairs.count), overlap = answersN_open(c.pairs.count);
    const uint32_t before = wrong;
    ask(&c, isas[k], &distance, &overlap);
    for (uint32_t i = 0; i < 2 * c.count; ++i) {
      const corpusN_case* from = &c.cases[i % c.count];
      if (is_kept(&c, &distance, &overlap, i)) continue;
      ++wrong;
      print_message("  %s: %s as %s: status %u and %u, distance %.9g, expected %.9g\n", lgjk_isa_name(isas[k]),
                    from->id, i < c.count ? "(A, B)" : "(B, A)", distance.status[i], overlap.status[i],
                    (double)distance.distance[i], expected_distance(from));
    }
    answersN_close(&distance);
    answersN_close(&overlap);
    print_message("  %s: %u cases, both orders, %u wrong\n", lgjk_isa_name(isas[k]), c.count, wrong - before);
  }
  unload(&c);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_exact_on_every_instruction_set)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
