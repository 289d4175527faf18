// The accuracy contract of lanegjk.h on every family of hard pairs: both queries, cold and warm, on the widest and the
// one-lane instruction set, against the oracle. Prints per family the largest errors in units of the band.
// In the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_ROUNDS=n more or fewer of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "families2.h"
#include "oracle2.h"

enum { PAIRS = 2000, MOST_FAMILIES = 64, MOST_ISAS = 8 };

static uint64_t seed = 20261;
static uint32_t rounds = 8;  // batches of each family

// What is asked of the queries in one go, and what they answered.
typedef struct run {
  uint32_t isa;
  bool warm;
  uint8_t status[PAIRS], iterations[PAIRS], overlap_status[PAIRS], overlap_iterations[PAIRS];
  float distance[PAIRS], point_a[2 * PAIRS], point_b[2 * PAIRS];
} run;

typedef struct tally {
  long double distance, witness, gap;
  uint32_t misclassified, contradictions, disagreements, bad, limits, limits_of_polygons;
  uint32_t most_iterations, worst_pair;  // the worst by distance or witness, and the seed of its batch
  uint64_t worst_seed;
} tally;

static void ask_distance(const families2_batch* batch, const lgjk_bodies2* bodies, lgjk_warm* records, run* r) {
  lgjk_results2 results;
  lgjk_options options;
  lgjk_results2_init(&results);
  lgjk_options_init(&options);
  options.isa = r->isa;
  results.status = r->status;
  results.iterations = r->iterations;
  results.distance = r->distance;
  results.point_a = r->point_a;
  results.point_b = r->point_b;
  assert_int_equal(lgjk_distance2(bodies, bodies, &batch->pairs, records, 0, PAIRS, &results, &options, NULL), LGJK_OK);
}

static void ask_overlap(const families2_batch* batch, const lgjk_bodies2* bodies, lgjk_warm* records, run* r) {
  lgjk_results2 results;
  lgjk_options options;
  lgjk_results2_init(&results);
  lgjk_options_init(&options);
  options.isa = r->isa;
  results.status = r->overlap_status;
  results.iterations = r->overlap_iterations;
  assert_int_equal(lgjk_overlap2(bodies, bodies, &batch->pairs, records, 0, PAIRS, &results, &options, NULL), LGJK_OK);
}

// Warm: both queries start from the records that distance left at slightly different poses.
static void ask(const families2_batch* batch, const lgjk_bodies2* before, run* r) {
  static lgjk_warm records[PAIRS], copy[PAIRS];
  memset(records, 0, sizeof records);
  if (r->warm) ask_distance(batch, before, records, r);
  memcpy(copy, records, sizeof records);
  memset(r->distance, 0xff, sizeof r->distance);
  memset(r->status, 0xff, sizeof r->status);
  memset(r->overlap_status, 0xff, sizeof r->overlap_status);
  ask_distance(batch, &batch->bodies, r->warm ? records : NULL, r);
  ask_overlap(batch, &batch->bodies, r->warm ? copy : NULL, r);
}

// A batch with its truth, and the view of a moment before.
typedef struct fixture {
  uint64_t seed;
  families2_batch batch;
  oracle2_table* table;
  oracle2_body a[PAIRS], b[PAIRS];
  oracle2_bounds truth[PAIRS];
  float moved[8 * PAIRS];
  lgjk_bodies2 before;
} fixture;

static void fixture_open(fixture* f, uint32_t family, uint64_t batch_seed) {
  f->seed = batch_seed;
  assert_int_equal(families2_make(&f->batch, family, batch_seed, PAIRS, NULL), LGJK_OK);
  f->table = oracle2_table_create(f->batch.shapes);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    f->a[i] = oracle2_read(f->table, &f->batch.bodies, f->batch.a[i]);
    f->b[i] = oracle2_read(f->table, &f->batch.bodies, f->batch.b[i]);
    f->truth[i] = oracle2_signed_distance(&f->a[i], &f->b[i]);
  }
  families2_move(&f->batch, batch_seed, f->moved);
  f->before = f->batch.bodies;
  f->before.pose = f->moved;
}

static void fixture_close(fixture* f) {
  oracle2_table_destroy(f->table);
  families2_free(&f->batch);
}

static void count(tally* t, const fixture* f, const run* r, uint32_t i) {
  const oracle2_body *a = &f->a[i], *b = &f->b[i];
  uint8_t status = r->status[i];
  bool limit = status == LGJK_STATUS_LIMIT || r->overlap_status[i] == LGJK_STATUS_LIMIT;
  t->limits += limit;
  t->limits_of_polygons += limit && a->count > 0 && b->count > 0;
  t->bad += status == LGJK_STATUS_BAD || status == LGJK_STATUS_BEYOND || status > LGJK_STATUS_BAD;
  t->disagreements += (status == LGJK_STATUS_OVERLAPPING) != (r->overlap_status[i] == LGJK_STATUS_OVERLAPPING);
  if (r->iterations[i] > t->most_iterations) t->most_iterations = r->iterations[i];
  if (r->overlap_iterations[i] > t->most_iterations) t->most_iterations = r->overlap_iterations[i];
  oracle2_judgement j =
      oracle2_judge(a, b, &f->truth[i], status, r->distance[i], &r->point_a[2 * i], &r->point_b[2 * i]);
  if (fmaxl(j.distance, j.witness) > fmaxl(t->distance, t->witness)) {
    t->worst_pair = i;
    t->worst_seed = f->seed;
  }
  t->distance = fmaxl(t->distance, j.distance);
  t->witness = fmaxl(t->witness, j.witness);
  t->gap = fmaxl(t->gap, j.gap);
  t->misclassified += j.misclassified;
  t->contradictions += j.contradiction;
}

static bool is_broken(const tally* t) {
  return !(t->distance <= 1 && t->witness <= 1 && t->gap <= 1) || t->misclassified > 0 || t->contradictions > 0 ||
         t->disagreements > 0 || t->bad > 0 || t->limits_of_polygons > 0;
}

static void report(const tally* t, bool warm) {
  print_message(
      "  %-4s  distance %.3Lf  witness %.3Lf  gap %.3Lf bands; wrong %u, contradictory %u, queries differ %u, "
      "bad %u, limit %u; at most %u iterations\n",
      warm ? "warm" : "cold", t->distance, t->witness, t->gap, t->misclassified, t->contradictions, t->disagreements,
      t->bad, t->limits, t->most_iterations);
  if (!is_broken(t)) return;
  print_message("  broken; the worst is pair %u of LGJK_TEST_SEED=%llu\n", t->worst_pair,
                (unsigned long long)t->worst_seed);
}

// The widest supported instruction set, then the one-lane build.
static void choose_isas(uint32_t isas[2]) {
  uint32_t list[MOST_ISAS], listed = lgjk_isa_list(list, MOST_ISAS);
  isas[0] = LGJK_ISA_SCALAR;
  for (uint32_t i = 0; i < listed && i < MOST_ISAS; ++i) {
    if (lgjk_isa_supported(list[i])) isas[0] = list[i];
  }
  isas[1] = LGJK_ISA_SCALAR;
}

static bool same_answers(const run* one, const run* two) {
  return memcmp(one->status, two->status, sizeof one->status) == 0 &&
         memcmp(one->overlap_status, two->overlap_status, sizeof one->overlap_status) == 0 &&
         memcmp(one->distance, two->distance, sizeof one->distance) == 0 &&
         memcmp(one->point_a, two->point_a, sizeof one->point_a) == 0 &&
         memcmp(one->point_b, two->point_b, sizeof one->point_b) == 0;
}

// Cold and warm on one batch, the widest instruction set judged, the one-lane build held against it. False: they
// differ.
static bool run_both(const fixture* f, const uint32_t isas[2], tally tallies[2]) {
  static run widest, scalar;
  bool same = true;
  for (int warm = 0; warm < 2; ++warm) {
    widest.isa = isas[0];
    scalar.isa = isas[1];
    widest.warm = scalar.warm = warm == 1;
    ask(&f->batch, &f->before, &widest);
    ask(&f->batch, &f->before, &scalar);
    for (uint32_t i = 0; i < PAIRS; ++i) count(&tallies[warm], f, &widest, i);
    if (same_answers(&widest, &scalar)) continue;
    same = false;
    for (uint32_t i = 0; i < PAIRS; ++i) count(&tallies[warm], f, &scalar, i);
  }
  return same;
}

static void contract_is_kept(void** state) {
  static fixture f;
  uint32_t family = *(const uint32_t*)*state, isas[2];
  tally tallies[2] = {{.distance = 0}, {.distance = 0}};
  bool same = true;
  choose_isas(isas);
  for (uint32_t k = 0; k < rounds; ++k) {
    fixture_open(&f, family, seed + k);
    if (!run_both(&f, isas, tallies)) same = false;
    fixture_close(&f);
  }
  for (int warm = 0; warm < 2; ++warm) report(&tallies[warm], warm == 1);
  if (!same) fail_msg("%s and %s differ", lgjk_isa_name(isas[0]), lgjk_isa_name(isas[1]));
  if (is_broken(&tallies[0]) || is_broken(&tallies[1])) fail_msg("family %s", families2_name(family));
}

int main(void) {
  static struct CMUnitTest tests[MOST_FAMILIES];
  static uint32_t families[MOST_FAMILIES];
  const char *wanted = getenv("LGJK_TEST_SEED"), *length = getenv("LGJK_TEST_ROUNDS");
  if (wanted != NULL) seed = strtoull(wanted, NULL, 0);
  if (length != NULL) rounds = (uint32_t)strtoul(length, NULL, 0);
  uint32_t isas[2];
  choose_isas(isas);
  print_message("LGJK_TEST_SEED=%llu LGJK_TEST_ROUNDS=%u: %u pairs per family, on %s and %s\n",
                (unsigned long long)seed, rounds, rounds * PAIRS, lgjk_isa_name(isas[0]), lgjk_isa_name(isas[1]));
  for (uint32_t i = 0; i < families2_count(); ++i) {
    families[i] = i;
    tests[i] =
        (struct CMUnitTest){.name = families2_name(i), .test_func = contract_is_kept, .initial_state = &families[i]};
  }
  return _cmocka_run_group_tests("accuracy2", tests, families2_count(), NULL, NULL);
}
