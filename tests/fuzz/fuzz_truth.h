// Cold answers of the three queries held against second opinions, which are compiled without the fuzzer's checks: the
// scalar reference of every pair; and the exact oracle of one pair of each input, and of those where the reference
// differs. Of every contact the normal is a certificate as well: no direction has a larger gap than the shapes.
#ifndef LGJK_TESTS_FUZZ_TRUTH_H
#define LGJK_TESTS_FUZZ_TRUTH_H

#include <math.h>

#include "fuzz_report.h"
#include "reference.h"
#include "touch.h"

enum { MOST_JUDGED = 3 }; // of one input: the oracle takes some ten microseconds for a pair, of hard ones milliseconds

// What is known of an input beside the library's answers.
typedef struct opinions {
  oracleN_table* table;
  answersN reference; // signed distances and statuses
} opinions;

static opinions run_reference(const input* in) {
  opinions known = {oracleN_table_create(in->shapes), answersN_open(in->pairs.count)};
  refN_shapes shapes;
  require(refN_shapes_create(in->shapes, &shapes), "no memory for the reference", 0);
  lgjk_results results = answersN_results(&known.reference);
  results.manifoldN = NULL;
  refN_contact_batch(&shapes, &in->bodies, &shapes, &in->bodies, &in->pairs, NULL, &results);
  refN_shapes_destroy(&shapes);
  return known;
}

static void forget(opinions* known) {
  oracleN_table_destroy(known->table);
  answersN_close(&known->reference);
}

static truth bodies_of(const input* in, const opinions* known, uint64_t i) {
  return (truth){.a = oracleN_read(known->table, &in->bodies, body_of(in, 0, i)),
                 .b = oracleN_read(known->table, &in->bodies, body_of(in, 1, i))};
}

// ---------------------------------------------------------------- what is bad

static void check_bad(const input* in, const opinions* known, uint8_t status, uint64_t i) {
  const double least = DIM == 2 ? 1e-6 : 1e-4, most = DIM == 2 ? 1e6 : 1e5;
  const uint32_t a = body_of(in, 0, i), b = body_of(in, 1, i);
  const int is_bad = status == LGJK_STATUS_BAD;
  if (a == b || shape_of(in, a) >= in->shape_count || shape_of(in, b) >= in->shape_count) {
    require(is_bad, "a body with itself or without a shape, but not bad", i);
    return;
  }
  const int fit_a = fitness(in, a, 1e-4), fit_b = fitness(in, b, 1e-4);
  if (fit_a < 0 || fit_b < 0) {
    require(is_bad, "a body outside of the domain, but not bad", i);
    return;
  }
  const truth t = bodies_of(in, known, i);
  const double scale = (double)oracleN_scale(&t.a, &t.b);
  if (scale < least * 0.999 || scale > most * 1.001) {
    require(is_bad, "a scale outside of the domain, but not bad", i);
  } else if (fit_a > 0 && fit_b > 0 && scale > least * 1.001 && scale < most * 0.999) {
    require(!is_bad, "in the domain, but bad", i);
  }
}

// ---------------------------------------------------------------- what is true

// Whether a contact is more than a bound: one that is known to overlap keeps to its verdict where a low limit ended it.
static int is_settled(const input* in, const answersN* contact, uint64_t i) {
  return contact->status[i] == LGJK_STATUS_SEPARATED ||
         (contact->status[i] == LGJK_STATUS_OVERLAPPING && is_unhurried(in));
}

// By the oracle. A search that its limit ended has an upper bound, and no verdict.
static void judge(const input* in, truth* t, const answersN answers[QUERIES], uint64_t i) {
  t->bounds = oracleN_signed_distance(&t->a, &t->b);
  const long double band = oracleN_band(&t->a, &t->b);
  const answersN *distance = &answers[DISTANCE], *contact = &answers[CONTACT];
  require(t->bounds.lower <= t->bounds.upper, "the oracle contradicts itself", i);
  require(!oracleN_misclassified(&t->bounds, band, answers[OVERLAP].status[i]) ||
              answers[OVERLAP].status[i] == LGJK_STATUS_LIMIT,
          "overlap is wrong", i);
  if (distance->status[i] == LGJK_STATUS_BEYOND) {
    require(t->bounds.upper >= in->options.max_distance - band, "beyond, but near", i);
  } else if (distance->status[i] == LGJK_STATUS_LIMIT) {
    require(distance->distance[i] >= t->bounds.lower - band, "the limit's distance is no upper bound", i);
  } else {
    const oracleN_judgement j = truth_judge(t, distance, i);
    require(!j.misclassified && !j.contradiction, "distance has a wrong verdict", i);
    require(j.distance <= 1, "the distance is wrong", i);
    require(j.witness <= 1 && j.gap <= 1, "the witness points are wrong", i);
  }
  if (!is_settled(in, contact, i)) return;
  const touch_judgement j = touch_judge(t, contact, i);
  require(!j.misclassified && !j.contradiction, "contact has a wrong verdict", i);
  require(j.distance <= 1, "the signed distance is wrong", i);
  require(j.normal <= 1 && j.unit <= 1, "the normal is wrong", i);
  require(j.witness <= 1 && j.step <= 1, "the points of the contact are wrong", i);
}

// Whether the reference has another signed distance than a contact, by more than both may be off.
static int differs(const input* in, const opinions* known, const answersN* contact, double band, uint64_t i) {
  const uint8_t theirs = known->reference.status[i], ours = contact->status[i];
  const double one = (double)known->reference.distance[i], other = (double)contact->distance[i];
  if (theirs == LGJK_STATUS_BAD || theirs == LGJK_STATUS_LIMIT || !(fabs(one) <= (double)FLT_MAX)) return 0;
  if (ours == LGJK_STATUS_BEYOND) return one < (double)in->options.max_distance - 2 * band;
  if (!is_settled(in, contact, i)) return other < one - 2 * band;
  return fabs(one - other) > 2 * band;
}

// The gap along the normal is at most the signed distance, and two bands less at worst.
static void check_certificate(const truth* t, const answersN* contact, double band, uint64_t i) {
  long double u[DIM], square = 0;
  for (int k = 0; k < DIM; ++k) {
    u[k] = contact->normal[DIM * i + (uint64_t)k];
    square += u[k] * u[k];
  }
  for (int k = 0; k < DIM; ++k) u[k] /= sqrtl(square);
  const double gap = (double)touch_gap(t, u), signed_distance = (double)contact->distance[i];
  require(gap <= signed_distance + band, "the shapes are farther apart along the normal than the distance says", i);
  require(gap >= signed_distance - 3 * band, "the shapes are nearer along the normal than the distance says", i);
}

// answers: of cold calls.
static void check_truth(const input* in, const answersN answers[QUERIES]) {
  opinions known = run_reference(in);
  const answersN* contact = &answers[CONTACT];
  const uint64_t count = in->pairs.count, chosen = count > 0 ? in->records[0].word[0] % count : 0;
  int judged = 0;
  for (uint64_t i = 0; i < count; ++i) {
    check_bad(in, &known, contact->status[i], i);
    if (contact->status[i] == LGJK_STATUS_BAD) continue;
    truth t = bodies_of(in, &known, i);
    const double band = (double)oracleN_band(&t.a, &t.b);
    if (is_settled(in, contact, i)) check_certificate(&t, contact, band, i);
    if (i != chosen && (judged == MOST_JUDGED || !differs(in, &known, contact, band, i))) continue;
    judge(in, &t, answers, i);
    ++judged;
  }
  forget(&known);
}

#endif
