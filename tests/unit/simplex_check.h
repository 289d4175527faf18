// The steps of a search on simplices of integer points, in float and in double, against exact_simplex.h.
#ifndef LGJK_TESTS_UNIT_SIMPLEX_CHECK_H
#define LGJK_TESTS_UNIT_SIMPLEX_CHECK_H

#include <float.h>

#include "test.h"
#include "exact_simplex.h"
#include "simplex_lane.h"
#include "test_random.h"

// What a point that is in no feature holds, from an earlier step: no number may depend on it.
static const int_point stale_point = {5, -7, DIM == 3 ? 3 : 0};
enum { STALE_ID = 99 };

static const feature first_points[5] = {{0}, {1, {0}}, {2, {0, 1}}, {3, {0, 1, 2}}, {4, {0, 1, 2, 3}}};

static const char* points_text(const int_point* p, uint32_t count) {
  static char text[160];
  size_t used = 0;
  text[0] = 0;
  for (uint32_t i = 0; i < count && used < sizeof text; ++i) {
    used += (size_t)snprintf(text + used, sizeof text - used, "(%d %d %d) ", p[i][0], p[i][1], p[i][2]);
  }
  return text;
}

static const char* feature_text(const feature* f) {
  static char text[64];
  snprintf(text, sizeof text, "%u of %u %u %u %u", f->count, f->id[0], f->id[1], f->id[2], f->id[3]);
  return text;
}

static void random_points(int_point* p, uint32_t count, uint32_t size) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t k = 0; k < 3; ++k) p[i][k] = k < DIM ? (int32_t)random_below(2 * size + 1) - (int32_t)size : 0;
  }
}

// Whether a support w, after the feature of the first `count` points, is one that a search can meet: nearer along the
// direction to the origin; where the origin is on the feature, beside it.
static bool can_follow(const int_point* p, uint32_t count) {
  const exact_place old = exact_place_of(p, &first_points[count]);
  const int32_t* w = p[count];
  if (!exact_within(&old, count)) return false;
  const int64_t* v = old.point;
  const int64_t square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], along = v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
  if (square == 0) return count == DIM && exact_place_of(p, &first_points[count + 1]).sum != 0;
  return along * old.sum < square;
}

#define REAL_IS_DOUBLE 0
#include "simplex_check_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "simplex_check_tmpl.h"
#undef REAL_IS_DOUBLE

#endif
