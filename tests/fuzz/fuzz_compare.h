// One query's answers held against another's, and cold ones against those from records: verdicts, distances and depths.
#ifndef LGJK_TESTS_FUZZ_COMPARE_H
#define LGJK_TESTS_FUZZ_COMPARE_H

#include <float.h>
#include <math.h>

#include "answers.h"
#include "fuzz_report.h"

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

#endif
