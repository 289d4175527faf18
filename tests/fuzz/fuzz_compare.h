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

#endif
