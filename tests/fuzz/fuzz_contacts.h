// What every contact has to be, whatever it was made from.
#ifndef LGJK_TESTS_FUZZ_CONTACTS_H
#define LGJK_TESTS_FUZZ_CONTACTS_H

#include <float.h>
#include <math.h>

#include "answers.h"
#include "fuzz_report.h"

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
