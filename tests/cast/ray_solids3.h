// Solids that rays meet in 3D, as what is below 0 in all of their terms, in long double: hulls, ellipsoids, cylinders
// and cones, some thin or sheared. There are none in 2D.
#ifndef LGJK_TESTS_CAST_RAY_SOLIDS3_H
#define LGJK_TESTS_CAST_RAY_SOLIDS3_H

#include "exact_casts.h"

#if DIM == 2

enum { SOLIDS = 0 };
static inline bool is_solid(uint32_t target) { return (void)target, false; }
static inline void make_solids(void) {}
static inline real solid_distance(uint32_t solid, const real* x, real* near) { return (void)solid, (void)near, x[0]; }
static inline real solid_gauge(uint32_t solid, const real* x) { return (void)solid, x[0]; }
static inline real off_solid(uint32_t solid, const real* x, const real* out) { return (void)solid, (void)out, x[0]; }

#else

enum { FIRST_CURVED = 4, KINDS = 3, SIZES = 3, SOLIDS = FIRST_CURVED + KINDS * SIZES, MOST_TERMS = 200 };

static inline bool is_solid(uint32_t target) { return target >= 3; }

static const float cuboid[24] = {-0.8f, -0.5f, -0.6f, 0.8f, -0.5f, -0.6f, -0.8f, 0.5f, -0.6f, 0.8f, 0.5f, -0.6f,
                                 -0.8f, -0.5f, 0.6f,  0.8f, -0.5f, 0.6f,  -0.8f, 0.5f, 0.6f,  0.8f, 0.5f, 0.6f};
enum { ROUND_COUNT = 40 };
static float rounded[3 * ROUND_COUNT];
static const float flat[12] = {-0.6f, -0.5f, 0, 0.7f, -0.5f, 0, -0.6f, 0.4f, 0, 0.7f, 0.4f, 0};

// The matrices of curved solids: one along the axes, one thin, one sheared and mirrored.
static const float solid_map[SIZES][9] = {{0.7f, 0, 0, 0, 0.5f, 0, 0, 0, 0.8f},
                                          {0.9f, 0, 0, 0, 0.6f, 0, 0, 0, 1e-3f},
                                          {0.5f, 0.3f, 0, 0, 0.6f, -0.4f, 0.2f, 0, -0.7f}};

typedef struct solid_term {
  real value, height; // below 0 inside: convex, and as a distance next to the surface
  real normal[3];
} solid_term;

// The planes of hulls: unit normals and offsets.
static uint32_t plane_count[FIRST_CURVED];
static real plane[FIRST_CURVED][MOST_TERMS][4];
static real inverse[SIZES][9];

static inline void cross(const real a[3], const real b[3], real out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

// Finds the planes of all faces: those through three points that no other is beyond.
static inline void find_planes(uint32_t solid, const float* v, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t j = 0; j < count; ++j) {
      for (uint32_t k = i + 1; k < count; ++k) {
        if (j <= i || k == j) continue;
        real e[3], g[3], n[3], a[3];
        for (int x = 0; x < 3; ++x) {
          a[x] = (real)v[3 * i + (uint32_t)x];
          e[x] = (real)v[3 * j + (uint32_t)x] - a[x];
          g[x] = (real)v[3 * k + (uint32_t)x] - a[x];
        }
        cross(e, g, n);
        const real length = sqrtl(dot(n, n));
        if (length == 0) continue;
        real most = -1;
        for (uint32_t l = 0; l < count; ++l) {
          real off[3];
          for (int x = 0; x < 3; ++x) off[x] = (real)v[3 * l + (uint32_t)x] - a[x];
          most = fmaxl(most, dot(n, off) / length);
        }
        if (most > 1e-15L) continue;
        assert_true(plane_count[solid] < MOST_TERMS);
        real* to = plane[solid][plane_count[solid]++];
        for (int x = 0; x < 3; ++x) to[x] = n[x] / length;
        to[3] = dot(n, a) / length;
      }
    }
  }
}

static inline void make_solids(void) {
  for (uint32_t i = 0; i < ROUND_COUNT; ++i) { // on an ellipsoid, evenly
    const double z = 1 - (2 * i + 1.0) / ROUND_COUNT, across = sqrt(1 - z * z), angle = 2.4 * i;
    rounded[3 * i] = (float)(0.9 * across * cos(angle));
    rounded[3 * i + 1] = (float)(0.6 * across * sin(angle));
    rounded[3 * i + 2] = (float)(0.7 * z);
  }
  for (uint32_t i = 0; i < FIRST_CURVED; ++i) plane_count[i] = 0;
  find_planes(0, cuboid, 8);
  find_planes(1, rounded, 12);
  find_planes(2, rounded, ROUND_COUNT);
  for (int k = 0; k < 6; ++k) { // of no depth
    const float* corner = k % 2 ? flat + 9 : flat;
    plane[3][k][k / 2] = k % 2 ? 1 : -1;
    plane[3][k][3] = (real)(k % 2 ? corner[k / 2] : -corner[k / 2]);
  }
  plane_count[3] = 6;
  for (uint32_t s = 0; s < SIZES; ++s) {
    real row[3][3], n[3];
    for (int k = 0; k < 9; ++k) row[k / 3][k % 3] = (real)solid_map[s][k];
    for (int k = 0; k < 3; ++k) { // columns of the inverse are cross products of rows
      cross(row[(k + 1) % 3], row[(k + 2) % 3], n);
      const real size = dot(n, row[k]);
      for (int j = 0; j < 3; ++j) inverse[s][3 * j + k] = n[j] / size;
    }
  }
}

static inline void define_solids(lgjk_shape3_def defs[SOLIDS]) {
  defs[0] = rounded_points3(cuboid, 8, 0);
  defs[1] = rounded_points3(rounded, 12, 0);
  defs[2] = rounded_points3(rounded, ROUND_COUNT, 0);
  defs[3] = rounded_points3(flat, 4, 0);
  for (uint32_t i = FIRST_CURVED; i < SOLIDS; ++i) {
    lgjk_shape3_def_init(&defs[i]);
    defs[i].kind = LGJK_SHAPE3_ELLIPSOID + (i - FIRST_CURVED) / SIZES;
    for (int k = 0; k < 3; ++k) defs[i].size[k] = k < 2 || defs[i].kind == LGJK_SHAPE3_ELLIPSOID;
    memcpy(defs[i].map, solid_map[(i - FIRST_CURVED) % SIZES], sizeof defs[i].map);
  }
}

// Writes a term of a curved solid, of its gradient in the solid's own space.
static inline void write_term(solid_term* t, const real m[9], real value, const real gradient[3]) {
  for (int k = 0; k < 3; ++k) t->normal[k] = m[k] * gradient[0] + m[3 + k] * gradient[1] + m[6 + k] * gradient[2];
  const real length = sqrtl(dot(t->normal, t->normal));
  for (int k = 0; k < 3; ++k) t->normal[k] /= length;
  t->value = value;
  t->height = value / length;
}

static inline uint32_t solid_terms(uint32_t solid, const real x[3], solid_term* terms) {
  if (solid < FIRST_CURVED) {
    for (uint32_t i = 0; i < plane_count[solid]; ++i) {
      memcpy(terms[i].normal, plane[solid][i], sizeof terms[i].normal);
      terms[i].value = terms[i].height = dot(plane[solid][i], x) - plane[solid][i][3];
    }
    return plane_count[solid];
  }
  const uint32_t kind = (solid - FIRST_CURVED) / SIZES;
  const real* m = inverse[(solid - FIRST_CURVED) % SIZES];
  const real u[3] = {dot(m, x), dot(m + 3, x), dot(m + 6, x)};
  if (kind == 0) {
    const real length = sqrtl(dot(u, u)), by = fmaxl(length, 1e-30L), n[3] = {u[0] / by, u[1] / by, u[2] / by};
    write_term(&terms[0], m, length - 1, n);
    return 1;
  }
  const real across = hypotl(u[0], u[1]), slope = kind == 2 ? 0.5L : 0;
  const real side[3] = {across > 0 ? u[0] / across : 1, across > 0 ? u[1] / across : 0, slope}, up[3] = {0, 0, 1},
             down[3] = {0, 0, -1};
  write_term(&terms[0], m, across - (kind == 2 ? (1 - u[2]) / 2 : 1), side);
  write_term(&terms[1], m, -u[2] - 1, down);
  if (kind == 1) write_term(&terms[2], m, u[2] - 1, up);
  return kind == 1 ? 3 : 2;
}

static inline real solid_gauge(uint32_t solid, const real x[3]) {
  solid_term t[MOST_TERMS];
  real most = -1e9L;
  for (uint32_t i = 0, count = solid_terms(solid, x, t); i < count; ++i) most = fmaxl(most, t[i].value);
  return most;
}

static inline real solid_distance(uint32_t solid, const real x[3], real near[3]) {
  solid_term t[MOST_TERMS];
  real most = -1e9L;
  for (uint32_t i = 0, count = solid_terms(solid, x, t); i < count; ++i) {
    if (t[i].height <= most) continue;
    most = t[i].height;
    for (int k = 0; k < 3; ++k) near[k] = x[k] - most * t[i].normal[k];
  }
  return most;
}

// Returns whether x is the apex of a cone, and no point of its rim is farther along a vector.
static inline bool is_apex(uint32_t solid, const real x[3], const real out[3]) {
  if (solid < FIRST_CURVED + 2 * SIZES) return false;
  const float* m = solid_map[(solid - FIRST_CURVED) % SIZES];
  real g[3] = {0, 0, 0}, off[3];
  for (int k = 0; k < 3; ++k) {
    off[k] = x[k] - (real)m[3 * k + 2];
    for (int j = 0; j < 3; ++j) g[j] += (real)m[3 * k + j] * out[k];
  }
  return dot(off, off) < 1e-14L && hypotl(g[0], g[1]) - g[2] <= g[2] + 1e-6L;
}

// How far a vector is from the normal of a term that x is on.
static inline real off_solid(uint32_t solid, const real x[3], const real out[3]) {
  solid_term t[MOST_TERMS];
  real best = 4;
  if (is_apex(solid, x, out)) return 0;
  for (uint32_t i = 0, count = solid_terms(solid, x, t); i < count; ++i) {
    real off[3];
    for (int k = 0; k < 3; ++k) off[k] = out[k] - t[i].normal[k];
    if (fabsl(t[i].height) < 1e-7L) best = fminl(best, sqrtl(dot(off, off)));
  }
  return best;
}

#endif

#endif
