// The 64 cases of the 2D corpus by their exact answers: both queries, both orders of each pair, every instruction set.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "corpus2.h"
#include "oracle2.h"

enum { MOST_CASES = 64, MOST_ISAS = 8 };

// Pair i is case i as (A, B), pair i + count the same as (B, A).
typedef struct corpus {
  corpus2_case* cases;
  uint32_t count;
  lgjk_shapes2* shapes;
  oracle2_table* table;
  uint32_t shape[2 * MOST_CASES], a[2 * MOST_CASES], b[2 * MOST_CASES];
  float pose[8 * MOST_CASES];
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
} corpus;

typedef struct answers {
  uint8_t status[2 * MOST_CASES], overlap[2 * MOST_CASES];
  float distance[2 * MOST_CASES], point_a[4 * MOST_CASES], point_b[4 * MOST_CASES];
} answers;

static corpus load(void) {
  corpus c = {.count = 0};
  lgjk_shape2_def defs[2 * MOST_CASES];
  c.cases = corpus2_load(&c.count);
  assert_int_equal(c.count, MOST_CASES);
  for (uint32_t i = 0; i < 2 * c.count; ++i) {
    const corpus2_case* from = &c.cases[i / 2];
    defs[i] = corpus2_definition(&from->local[i % 2]);
    c.shape[i] = i;
    lgjk_pose2_from_angle((float)from->position[i % 2][0], (float)from->position[i % 2][1], (float)from->angle[i % 2],
                          &c.pose[4 * i]);
  }
  assert_int_equal(lgjk_shapes2_create(defs, 2 * c.count, NULL, &c.shapes, NULL), LGJK_OK);
  c.table = oracle2_table_create(c.shapes);
  for (uint32_t i = 0; i < c.count; ++i) {
    c.a[i] = c.b[i + c.count] = 2 * i;
    c.b[i] = c.a[i + c.count] = 2 * i + 1;
  }
  return c;
}

static void set_views(corpus* c) {
  lgjk_bodies2_init(&c->bodies);
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
  oracle2_table_destroy(c->table);
  lgjk_shapes2_destroy(c->shapes);
  free(c->cases);
}

static void ask(const corpus* c, uint32_t isa, answers* out) {
  lgjk_options options;
  lgjk_results2 results;
  lgjk_options_init(&options);
  options.isa = isa;
  lgjk_results2_init(&results);
  results.status = out->status;
  results.distance = out->distance;
  results.point_a = out->point_a;
  results.point_b = out->point_b;
  uint64_t count = c->pairs.count;
  assert_int_equal(lgjk_distance2(&c->bodies, &c->bodies, &c->pairs, NULL, 0, count, &results, &options, NULL),
                   LGJK_OK);
  lgjk_results2_init(&results);
  results.status = out->overlap;
  assert_int_equal(lgjk_overlap2(&c->bodies, &c->bodies, &c->pairs, NULL, 0, count, &results, &options, NULL), LGJK_OK);
}

// Whether pair i has the corpus's answer, within its tolerance.
static bool is_right(const corpus* c, const answers* out, uint32_t i) {
  const corpus2_case* expected = &c->cases[i % c->count];
  bool overlapping = out->status[i] == LGJK_STATUS_OVERLAPPING;
  double error = fabs(out->distance[i] - fmax(expected->distance_f32, 0));
  return error <= expected->tolerance_f32 && overlapping == (out->distance[i] == 0) &&
         (!expected->decidable_f32 || overlapping == expected->overlap) && out->overlap[i] == out->status[i];
}

// Whether it also keeps the tighter contract of lanegjk.h for the poses that were asked about.
static bool keeps_contract(const corpus* c, const answers* out, uint32_t i) {
  oracle2_body a = oracle2_read(c->table, &c->bodies, c->a[i]), b = oracle2_read(c->table, &c->bodies, c->b[i]);
  oracle2_bounds truth = oracle2_signed_distance(&a, &b);
  oracle2_judgement j =
      oracle2_judge(&a, &b, &truth, out->status[i], out->distance[i], &out->point_a[2 * i], &out->point_b[2 * i]);
  return j.distance <= 1 && j.witness <= 1 && j.gap <= 1 && !j.misclassified && !j.contradiction;
}

static void answers_are_exact_on_every_instruction_set(void** state) {
  (void)state;
  uint32_t isas[MOST_ISAS], isa_count = lgjk_isa_list(isas, MOST_ISAS), wrong = 0;
  corpus c = load();
  set_views(&c);
  for (uint32_t k = 0; k < isa_count; ++k) {
    static answers out;
    if (!lgjk_isa_supported(isas[k])) {
      print_message("  %s: not on this CPU\n", lgjk_isa_name(isas[k]));
      continue;
    }
    ask(&c, isas[k], &out);
    uint32_t before = wrong;
    for (uint32_t i = 0; i < 2 * c.count; ++i) {
      if (is_right(&c, &out, i) && keeps_contract(&c, &out, i)) continue;
      ++wrong;
      print_message("  %s: %s as %s: status %u and %u, distance %.9g, expected %.9g\n", lgjk_isa_name(isas[k]),
                    c.cases[i % c.count].id, i < c.count ? "(A, B)" : "(B, A)", out.status[i], out.overlap[i],
                    (double)out.distance[i], c.cases[i % c.count].distance_f32);
    }
    print_message("  %s: %u cases, both orders, %u wrong\n", lgjk_isa_name(isas[k]), c.count, wrong - before);
  }
  unload(&c);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_exact_on_every_instruction_set)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
