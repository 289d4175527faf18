// One query's answers held against another's, and cold ones against those from records: verdicts, distances and depths.
#ifndef LGJK_TESTS_FUZZ_TRUTH_H
#define LGJK_TESTS_FUZZ_TRUTH_H

#include <float.h>
#include <math.h>

#include "answers.h"
#include "fuzz_input.h"
#include "reference.h"
#include "touch.h"

// Of a pair that is not bad, by the widest band there is for its shapes.
static double band_of(const input* in, uint64_t i) {
  const float* pose[2];
  double scale = 0, square = 0;
  int curved = 0;
  for (int side = 0; side < 2; ++side) {
    const uint32_t body = body_of(in, side, i);
    const lgjk_shapeN_info* info = &in->info[shape_of(in, body)];
    pose[side] = pose_of(in, body);
    scale += (double)info->bound - (double)info->radius + (double)*radius_of(in, body);
    curved |= info->vertex_count == 0;
  }
  for (int k = 0; k < DIM; ++k) square += pow((double)pose[0][k] - (double)pose[1][k], 2);
  return (DIM == 3 ? 1e-5 : curved ? 2e-6 : 4e-7) * (scale + sqrt(square));
}

// The distance is that between the points, whose rounding to float counts too.
static void check_gap(const answersN* r, uint64_t i, double band) {
  double square = 0, slack = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    const double a = (double)r->point_a[DIM * i + k], b = (double)r->point_b[DIM * i + k];
    square += (a - b) * (a - b);
    slack += (fabs(a) + fabs(b)) * FLT_EPSILON;
  }
  require(fabs(sqrt(square) - (double)r->distance[i]) <= 2 * band + slack, "the points are at another distance", i);
}

static int has_distance(const answersN* r, uint64_t i) {
  return r->status[i] == LGJK_STATUS_SEPARATED || r->status[i] == LGJK_STATUS_OVERLAPPING;
}

// Of a contact: point_b - point_a is distance times normal.
static void check_step(const answersN* r, uint64_t i, double band) {
  double square = 0, slack = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    const double a = (double)r->point_a[DIM * i + k], b = (double)r->point_b[DIM * i + k];
    const double off = b - a - (double)r->distance[i] * (double)r->normal[DIM * i + k];
    square += off * off;
    slack += (fabs(a) + fabs(b)) * FLT_EPSILON;
  }
  require(sqrt(square) <= band + slack, "the points are not the distance along the normal apart", i);
}

// The verdict of a distance, and its distance where apart; the depth is the same cold and warm.
static void check_contacts(const input* in, const answersN* distance, const answersN* cold, const answersN* warm) {
  if (!is_unhurried(in)) return;
  for (uint64_t i = 0; i < in->pairs.count; ++i) {
    const uint8_t d = distance->status[i], c = cold->status[i], w = warm->status[i];
    require((d == LGJK_STATUS_OVERLAPPING) == (c == LGJK_STATUS_OVERLAPPING), "a contact changed the verdict", i);
    require((d == LGJK_STATUS_OVERLAPPING) == (w == LGJK_STATUS_OVERLAPPING), "the record changed the verdict", i);
    require((d == LGJK_STATUS_BAD) == (c == LGJK_STATUS_BAD), "bad for one query", i);
    if (!has_distance(distance, i) || !has_distance(cold, i) || !has_distance(warm, i)) continue;
    const double band = band_of(in, i), signed_distance = (double)cold->distance[i];
    require(fabs(signed_distance - (double)warm->distance[i]) <= 2 * band, "the record changed the depth", i);
    check_step(cold, i, band);
    check_step(warm, i, band);
    if (c == LGJK_STATUS_OVERLAPPING) continue;
    require(fabs(signed_distance - (double)distance->distance[i]) <= 2 * band, "a contact is at another distance", i);
  }
}

// One verdict for both queries, cold and warm, unless a low limit ended one of them.
static void check_verdicts(const input* in, const answersN* cold, const answersN* warm, const answersN* overlap) {
  if (!is_unhurried(in)) return;
  for (uint64_t i = 0; i < in->pairs.count; ++i) {
    const uint8_t c = cold->status[i], w = warm->status[i], o = overlap->status[i];
    const int overlaps = c == LGJK_STATUS_OVERLAPPING;
    require(overlaps == (w == LGJK_STATUS_OVERLAPPING), "the record changed the verdict", i);
    require(overlaps == (o == LGJK_STATUS_OVERLAPPING), "the query changed the verdict", i);
    require((c == LGJK_STATUS_BAD) == (o == LGJK_STATUS_BAD), "bad for one query", i);
    require((c == LGJK_STATUS_BAD) == (w == LGJK_STATUS_BAD), "bad for one record", i);
    require(o != LGJK_STATUS_BEYOND || c == LGJK_STATUS_BEYOND, "beyond for overlap only", i);
    if (!has_distance(cold, i) || !has_distance(warm, i)) continue;
    const double band = band_of(in, i);
    const double change = fabs((double)cold->distance[i] - (double)warm->distance[i]);
    require(change <= 2 * band, "the record changed the distance", i);
    check_gap(cold, i, band);
    check_gap(warm, i, band);
  }
}

// ---------------------------------------------------------------- what every contact has to be, whatever it was made
// from

enum { MOST_POINTS = DIM == 2 ? 2 : 4 };

static double length_of(const float v[DIM]) {
  double square = 0;
  for (int k = 0; k < DIM; ++k) square += (double)v[k] * (double)v[k];
  return sqrt(square);
}

static void check_points(const input* in, const lgjk_manifoldN* m, uint64_t i) {
  static const lgjk_manifoldN none = {0};
  for (uint32_t k = 0; k < MOST_POINTS; ++k) {
    if (k >= m->count) {
      require(memcmp(&m->points[k], &none.points[k], sizeof none.points[k]) == 0, "a point beyond the count", i);
      continue;
    }
    const float separation = m->points[k].separation;
    require(separation <= in->options.margin, "a point of more separation than the margin", i);
    require(m->points[0].separation <= separation, "the first point is not the deepest", i);
    require(fabsf(separation) <= FLT_MAX, "a separation is not finite", i);
    for (int j = 0; j < DIM; ++j) require(fabsf(m->points[k].position[j]) <= FLT_MAX, "a point is not finite", i);
    for (uint32_t j = 0; j < k; ++j) require(m->points[j].id != m->points[k].id, "two points of one id", i);
  }
}

// A unit normal, and a manifold where the shapes are no farther apart than the margin; neither where there is none.
static void check_contact(const input* in, const answersN* r, uint64_t i) {
  const float zero[DIM] = {0}, *n = &r->normal[DIM * i], d = r->distance[i];
  const lgjk_manifoldN* m = &r->manifold[i];
  require(memcmp(n, m->normal, sizeof zero) == 0, "the manifold has another normal", i);
  require(m->count <= MOST_POINTS, "too many points", i);
  check_points(in, m, i);
  if (r->status[i] == LGJK_STATUS_BAD || r->status[i] == LGJK_STATUS_BEYOND) {
    require(memcmp(n, zero, sizeof zero) == 0 && m->count == 0, "a contact although beyond or bad", i);
    return;
  }
  require(fabs(length_of(n) - 1) <= 1e-6, "the normal is not of unit length", i);
  require((m->count > 0) == (d <= in->options.margin), "points although apart, or the reverse", i);
}

// ----------------------------------------------------------------
// Cold answers of the three queries held against second opinions, which are compiled without the fuzzer's checks: the
// scalar reference of every pair; and the exact oracle of one pair of each input, and of those where the reference
// differs. Of every contact the normal is a certificate as well: no direction has a larger gap than the shapes.

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
