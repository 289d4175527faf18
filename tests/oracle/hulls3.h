// Random small hulls and their distance by brute force, in long double: every vertex against every triangle and every
// edge against every edge, separating axes for the verdict. It knows no topology: triangles and edges inside of a hull
// only add points and axes that do no harm.
#ifndef LGJK_TESTS_HULLS3_H
#define LGJK_TESTS_HULLS3_H

#include <stdbool.h>

#include "reference3_pair.h"
#include "test_random.h"

typedef struct vec3l {
  long double x, y, z;
} vec3l;

// A hull in the world.
typedef struct hull3 {
  vec3l p[8];
  uint32_t count;
} hull3;

static inline vec3l sub3l(vec3l a, vec3l b) { return (vec3l){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3l along3l(vec3l a, long double k, vec3l b) {
  return (vec3l){a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
}
static inline long double dot3l(vec3l a, vec3l b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3l cross3l(vec3l a, vec3l b) {
  return (vec3l){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// 4 to 8 points on an ellipsoid; returns how many.
static inline uint32_t random_hull3(float points[24]) {
  uint32_t count = 4 + random_below(5);
  for (uint32_t i = 0; i < count; ++i) {
    double p[3], length2 = random_in_ball(p, 3);
    for (uint32_t k = 0; k < 3; ++k) points[3 * i + k] = (float)((1.0 - 0.25 * k) * p[k] / sqrt(length2));
  }
  return count;
}

static inline void random_pose3(float pose[7], double range) {
  double q[4];
  for (int k = 0; k < 3; ++k) pose[k] = (float)random_in(-range, range);
  const double length2 = random_in_ball(q, 4);
  for (int k = 0; k < 4; ++k) pose[3 + k] = (float)(q[k] / sqrt(length2));
}

static inline hull3 place_hull3(const float* points, uint32_t count, const float pose[7]) {
  hull3 h = {.count = count};
  vec3l v = {pose[3], pose[4], pose[5]};
  long double w = pose[6], s = 2.0L / (dot3l(v, v) + w * w);
  for (uint32_t i = 0; i < count; ++i) {
    vec3l p = {points[3 * i], points[3 * i + 1], points[3 * i + 2]}, t = cross3l(v, p);
    p = along3l(along3l(p, s * w, t), s, cross3l(v, t));
    h.p[i] = along3l((vec3l){pose[0], pose[1], pose[2]}, 1.0L, p);
  }
  return h;
}

// The distance of p from the triangle a b c, if p is nearest to its inside; else infinity.
static inline long double above_triangle3(vec3l p, vec3l a, vec3l b, vec3l c) {
  vec3l n = cross3l(sub3l(b, a), sub3l(c, a));
  long double length2 = dot3l(n, n);
  if (length2 < 1e-24L) return INFINITY;
  bool inside = dot3l(cross3l(sub3l(b, a), sub3l(p, a)), n) >= 0.0L &&
                dot3l(cross3l(sub3l(c, b), sub3l(p, b)), n) >= 0.0L &&
                dot3l(cross3l(sub3l(a, c), sub3l(p, c)), n) >= 0.0L;
  return inside ? fabsl(dot3l(sub3l(p, a), n)) / sqrtl(length2) : INFINITY;
}

static inline long double clamp3l(long double t) { return t > 0.0L ? (t < 1.0L ? t : 1.0L) : 0.0L; }

// Edges p + [0, 1] d and q + [0, 1] e: inside of both, or an end of one against the other.
static inline long double between_edges3(vec3l p, vec3l d, vec3l q, vec3l e) {
  vec3l r = sub3l(p, q);
  long double dd = dot3l(d, d), ee = dot3l(e, e), de = dot3l(d, e), dr = dot3l(d, r), er = dot3l(e, r);
  long double square = dd * ee - de * de, least = INFINITY, s[5], t[5];
  for (int i = 0; i < 2; ++i) {
    s[i] = i;
    t[i] = clamp3l((er + de * s[i]) / ee);
    t[2 + i] = i;
    s[2 + i] = clamp3l((de * t[2 + i] - dr) / dd);
  }
  s[4] = square > 0.0L ? clamp3l((de * er - ee * dr) / square) : 0.0L;
  t[4] = clamp3l((er + de * s[4]) / ee);
  for (int i = 0; i < 5; ++i) {
    vec3l w = along3l(along3l(r, s[i], d), -t[i], e);
    least = fminl(least, dot3l(w, w));
  }
  return sqrtl(least);
}

static inline long double vertices_to_faces3(const hull3* a, const hull3* b) {
  long double least = INFINITY;
  for (uint32_t v = 0; v < a->count; ++v)
    for (uint32_t i = 0; i < b->count; ++i)
      for (uint32_t j = i + 1; j < b->count; ++j)
        for (uint32_t k = j + 1; k < b->count; ++k)
          least = fminl(least, above_triangle3(a->p[v], b->p[i], b->p[j], b->p[k]));
  return least;
}

static inline long double edges_to_edges3(const hull3* a, const hull3* b) {
  long double least = INFINITY;
  for (uint32_t i = 0; i < a->count; ++i)
    for (uint32_t j = i + 1; j < a->count; ++j)
      for (uint32_t k = 0; k < b->count; ++k)
        for (uint32_t l = k + 1; l < b->count; ++l)
          least = fminl(least, between_edges3(a->p[i], sub3l(a->p[j], a->p[i]), b->p[k], sub3l(b->p[l], b->p[k])));
  return least;
}

// How far apart the hulls are along n; negative where their shadows overlap.
static inline long double gap_along3(const hull3* a, const hull3* b, vec3l n) {
  long double length = sqrtl(dot3l(n, n)), low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  if (length < 1e-12L) return -INFINITY;
  for (int side = 0; side < 2; ++side) {
    const hull3* h = side ? b : a;
    for (uint32_t i = 0; i < h->count; ++i) {
      low[side] = fminl(low[side], dot3l(h->p[i], n) / length);
      high[side] = fmaxl(high[side], dot3l(h->p[i], n) / length);
    }
  }
  return fmaxl(low[1] - high[0], low[0] - high[1]);
}

static inline long double gap_of_faces3(const hull3* of, const hull3* a, const hull3* b) {
  long double most = -INFINITY;
  for (uint32_t i = 0; i < of->count; ++i)
    for (uint32_t j = i + 1; j < of->count; ++j)
      for (uint32_t k = j + 1; k < of->count; ++k)
        most = fmaxl(most, gap_along3(a, b, cross3l(sub3l(of->p[j], of->p[i]), sub3l(of->p[k], of->p[i]))));
  return most;
}

static inline long double gap_of_edges3(const hull3* a, const hull3* b) {
  long double most = -INFINITY;
  for (uint32_t i = 0; i < a->count; ++i)
    for (uint32_t j = i + 1; j < a->count; ++j)
      for (uint32_t k = 0; k < b->count; ++k)
        for (uint32_t l = k + 1; l < b->count; ++l)
          most = fmaxl(most, gap_along3(a, b, cross3l(sub3l(a->p[j], a->p[i]), sub3l(b->p[l], b->p[k]))));
  return most;
}

// The distance; minus the depth along the best axis where the hulls overlap.
static inline long double brute_force3(const hull3* a, const hull3* b) {
  long double gap = fmaxl(fmaxl(gap_of_faces3(a, a, b), gap_of_faces3(b, a, b)), gap_of_edges3(a, b));
  if (gap <= 0.0L) return gap;
  return fminl(fminl(vertices_to_faces3(a, b), vertices_to_faces3(b, a)), edges_to_edges3(a, b));
}

// How far a world point is outside of a hull, at least: over its faces.
static inline long double outside_hull3(const hull3* h, const float point[3]) {
  hull3 single = {.p = {{point[0], point[1], point[2]}}, .count = 1};
  return gap_of_faces3(h, h, &single);
}

static inline double distance_of3(const float a[3], const float b[3]) {
  double x = (double)a[0] - (double)b[0], y = (double)a[1] - (double)b[1], z = (double)a[2] - (double)b[2];
  return sqrt(x * x + y * y + z * z);
}

#endif
