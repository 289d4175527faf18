// The motion nearest to a given one that goes into no plane: the projection on the intersection of half spaces
// n . x <= c. At the nearest point some DIM planes at most hold it, with multipliers >= 0; these sets are gone through
// until one is found whose point is in all half spaces.
#ifndef LGJK_SLIDE_PLANES_H
#define LGJK_SLIDE_PLANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "lane/dimension.h"

#define MOST_LIMITS 34u

// A set is left out if its planes are that near to parallel: the square of the sine between two of them.
#define LEAST_DETERMINANT 1e-10

typedef struct slide_limit {
  double normal[DIM], most;
} slide_limit;

static inline double dot(const double* a, const double* b) {
  double sum = a[0] * b[0];
  for (int k = 1; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

static inline void add_scaled(double* to, double by, const double* v) {
  for (int k = 0; k < DIM; ++k) to[k] += by * v[k];
}

// Solves a symmetric system of n <= DIM equations by elimination. Returns false if it is nearly singular.
static bool solve(double m[DIM][DIM], double* x, int n) {
  double determinant = 1;
  for (int i = 0; i < n; ++i) {
    determinant *= m[i][i];
    if (!(determinant > LEAST_DETERMINANT)) return false;
    for (int j = i + 1; j < n; ++j) {
      const double by = m[j][i] / m[i][i];
      for (int k = i; k < n; ++k) m[j][k] -= by * m[i][k];
      x[j] -= by * x[i];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= m[i][k] * x[k];
    x[i] /= m[i][i];
  }
  return true;
}

// Finds the point of the planes in a set that is nearest to `way`. Returns false if they would have to pull.
static bool hold_at(const slide_limit* limits, const uint32_t* set, int n, const double* way, double* out) {
  double m[DIM][DIM], by[DIM];
  for (int i = 0; i < n; ++i) {
    const slide_limit* a = &limits[set[i]];
    for (int j = 0; j < n; ++j) m[i][j] = dot(a->normal, limits[set[j]].normal);
    by[i] = dot(a->normal, way) - a->most;
  }
  if (!solve(m, by, n)) return false;
  memcpy(out, way, DIM * sizeof *out);
  for (int i = 0; i < n; ++i) {
    if (by[i] < 0) return false;
    add_scaled(out, -by[i], limits[set[i]].normal);
  }
  return true;
}

static bool is_within(const slide_limit* limits, uint32_t count, const double* x, double slack) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!(dot(limits[i].normal, x) <= limits[i].most + slack)) return false;
  }
  return true;
}

// Goes to the next set of n numbers below count, in ascending order. Returns false after the last.
static bool next_set(uint32_t* set, int n, uint32_t count) {
  for (int i = n - 1; i >= 0; --i) {
    if (set[i] + (uint32_t)(n - i) >= count) continue;
    ++set[i];
    for (int j = i + 1; j < n; ++j) set[j] = set[j - 1] + 1;
    return true;
  }
  return false;
}

// Writes the nearest point. `slack`: how far it may be beyond a plane, more than rounding. Returns false if there is
// none: then `out` is zero.
static bool find_nearest(const slide_limit* limits, uint32_t count, const double* way, double slack, double* out) {
  for (int n = 0; n <= DIM && (uint32_t)n <= count; ++n) {
    uint32_t set[DIM];
    for (int i = 0; i < n; ++i) set[i] = (uint32_t)i;
    do {
      if (hold_at(limits, set, n, way, out) && is_within(limits, count, out, slack)) return true;
    } while (next_set(set, n, count));
  }
  memset(out, 0, DIM * sizeof *out);
  return false;
}

#endif
