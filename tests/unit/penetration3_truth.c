#include "penetration3_truth.h"

#include <math.h>
#include <string.h>

typedef long double real;

typedef struct vector {
  real x, y, z;
} vector;

static vector sub(vector p, vector q) { return (vector){p.x - q.x, p.y - q.y, p.z - q.z}; }
static vector cross(vector p, vector q) {
  return (vector){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
static real dot(vector p, vector q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
static vector scaled(vector p, real s) { return (vector){p.x * s, p.y * s, p.z * s}; }
static vector plus(vector p, vector q, real s) { return (vector){p.x + s * q.x, p.y + s * q.y, p.z + s * q.z}; }

// ---------------------------------------------------------------- cores

// p + 2 (w u x p + u x (u x p)) / |q|^2, which turns by (u, w) = q of any length.
static vector turned(const float* pose, vector p, bool back) {
  const real sign = back ? -1 : 1, w = pose[6];
  const vector u = {sign * pose[3], sign * pose[4], sign * pose[5]};
  const vector c = cross(u, p), cc = cross(u, c);
  const real s = 2 / (dot(u, u) + w * w);
  return plus(plus(p, c, s * w), cc, s);
}

static vector vertex(const oracle3_body* body, uint32_t i) {
  const float* v = body->vertices + 3 * i;
  return turned(body->pose, (vector){v[0], v[1], v[2]}, false);
}

static real core_value(const oracle3_body* body, vector n) {
  const vector d = turned(body->pose, n, true);
  if (body->count > 0) {
    real most = -INFINITY;
    for (uint32_t i = 0; i < body->count; ++i) {
      const float* v = body->vertices + 3 * i;
      most = fmaxl(most, d.x * v[0] + d.y * v[1] + d.z * v[2]);
    }
    return most;
  }
  const float* m = body->matrix;
  const vector u = {m[0] * d.x + m[3] * d.y + m[6] * d.z, m[1] * d.x + m[4] * d.y + m[7] * d.z,
                    m[2] * d.x + m[5] * d.y + m[8] * d.z};
  if (body->kind == LGJK_SHAPE3_ELLIPSOID) return sqrtl(dot(u, u));
  const real across = sqrtl(u.x * u.x + u.y * u.y);
  return body->kind == LGJK_SHAPE3_CYLINDER ? across + fabsl(u.z) : fmaxl(across - u.z, u.z);
}

static real value(const oracle3_body* a, const oracle3_body* b, vector n) {
  const vector p = {(real)a->pose[0] - b->pose[0], (real)a->pose[1] - b->pose[1], (real)a->pose[2] - b->pose[2]};
  return core_value(a, n) + core_value(b, scaled(n, -1)) + dot(p, n);
}

real truth3_core_value(const oracle3_body* body, const double n[3]) {
  return core_value(body, (vector){n[0], n[1], n[2]});
}

real truth3_value(const oracle3_body* a, const oracle3_body* b, const double n[3]) {
  return value(a, b, (vector){n[0], n[1], n[2]});
}

// ---------------------------------------------------------------- all normals of two polyhedra

typedef struct polyhedra {
  const oracle3_body *a, *b;
  real least;
} polyhedra;

static void try_both(polyhedra* p, vector n) {
  const real length = sqrtl(dot(n, n));
  if (!(length > 0)) return;
  n = scaled(n, 1 / length);
  p->least = fminl(p->least, fminl(value(p->a, p->b, n), value(p->a, p->b, scaled(n, -1))));
}

static void try_faces(polyhedra* p, const vector* v, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t j = i + 1; j < count; ++j) {
      for (uint32_t k = j + 1; k < count; ++k) try_both(p, cross(sub(v[j], v[i]), sub(v[k], v[i])));
    }
  }
}

static void try_edges(polyhedra* p, const vector* v, uint32_t count, const vector* w, uint32_t other) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t j = i + 1; j < count; ++j) {
      for (uint32_t k = 0; k < other; ++k) {
        for (uint32_t l = k + 1; l < other; ++l) try_both(p, cross(sub(v[j], v[i]), sub(w[l], w[k])));
      }
    }
  }
}

real truth3_least_normal(const oracle3_body* a, const oracle3_body* b) {
  vector v[LGJK_MAX_POINTS] = {{0}}, w[LGJK_MAX_POINTS] = {{0}};
  for (uint32_t i = 0; i < a->count; ++i) v[i] = vertex(a, i);
  for (uint32_t i = 0; i < b->count; ++i) w[i] = vertex(b, i);
  polyhedra p = {a, b, INFINITY};
  try_faces(&p, v, a->count);
  try_faces(&p, w, b->count);
  try_edges(&p, v, a->count, w, b->count);
  return p.least;
}

// ---------------------------------------------------------------- many directions

enum { DESCENTS = 8, HALVINGS = 40, STEPS = 2000 };

// Steps along two axes across n, both ways and askew, halved where none of them leads down.
static real descend(const oracle3_body* a, const oracle3_body* b, vector n, real step) {
  real least = value(a, b, n);
  for (int halvings = 0, steps = 0; halvings < HALVINGS && steps < STEPS; ++steps) {
    const vector any = fabsl(n.x) < 0.6L ? (vector){1, 0, 0} : (vector){0, 1, 0};
    const vector u = cross(n, any), v = cross(n, u);
    bool lower = false;
    for (int i = 0; i < 16 && !lower; ++i) {
      const real angle = i * 0.39269908169872415481L;
      vector m = plus(plus(n, u, step * cosl(angle)), v, step * sinl(angle));
      m = scaled(m, 1 / sqrtl(dot(m, m)));
      const real each = value(a, b, m);
      if (each < least) least = each, n = m, lower = true;
    }
    if (lower) continue;
    step /= 2;
    ++halvings;
  }
  return least;
}

real truth3_least_sampled(const oracle3_body* a, const oracle3_body* b, uint32_t samples) {
  real lowest[DESCENTS];
  vector from[DESCENTS];
  for (int i = 0; i < DESCENTS; ++i) lowest[i] = INFINITY, from[i] = (vector){1, 0, 0};
  for (uint32_t i = 0; i < samples; ++i) { // a spiral of golden angles
    const real z = 1 - (2 * i + 1) / (real)samples, across = sqrtl(1 - z * z), angle = 2.39996322972865332L * i;
    const vector n = {across * cosl(angle), across * sinl(angle), z};
    real each = value(a, b, n);
    vector moved = n;
    for (int k = 0; k < DESCENTS; ++k) { // an insertion
      if (!(each < lowest[k])) continue;
      const real old = lowest[k];
      const vector old_from = from[k];
      lowest[k] = each, from[k] = moved;
      each = old, moved = old_from;
    }
  }
  real least = INFINITY;
  for (int i = 0; i < DESCENTS; ++i) least = fminl(least, descend(a, b, from[i], 4 / sqrtl(samples)));
  return least;
}
