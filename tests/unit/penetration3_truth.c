#include "penetration3_truth.h"

#include <math.h>

#include "oracle3_parts.h"

typedef long double real;

// p + s q
static vec along(vec p, vec q, real s) { return vec_add(p, vec_scale(q, s)); }

// ---------------------------------------------------------------- cores

// p + 2 (w u x p + u x (u x p)) / |q|^2, which turns by (u, w) = q of any length.
static vec turned(const float* pose, vec p, bool back) {
  const real sign = back ? -1 : 1, w = pose[6];
  const vec u = {sign * pose[3], sign * pose[4], sign * pose[5]};
  const vec c = vec_cross(u, p), cc = vec_cross(u, c);
  const real s = 2 / (vec_dot(u, u) + w * w);
  return along(along(p, c, s * w), cc, s);
}

static real core_value(const oracle3_body* body, vec n) {
  const vec d = turned(body->pose, n, true);
  if (body->count > 0) {
    real most = -INFINITY;
    for (uint32_t i = 0; i < body->count; ++i) {
      const float* v = body->vertices + 3 * i;
      most = fmaxl(most, d.x * v[0] + d.y * v[1] + d.z * v[2]);
    }
    return most;
  }
  const float* m = body->matrix;
  const vec u = {m[0] * d.x + m[3] * d.y + m[6] * d.z, m[1] * d.x + m[4] * d.y + m[7] * d.z,
                 m[2] * d.x + m[5] * d.y + m[8] * d.z};
  if (body->kind == LGJK_SHAPE3_ELLIPSOID) return sqrtl(vec_dot(u, u));
  const real across = sqrtl(u.x * u.x + u.y * u.y);
  return body->kind == LGJK_SHAPE3_CYLINDER ? across + fabsl(u.z) : fmaxl(across - u.z, u.z);
}

static real value(const oracle3_body* a, const oracle3_body* b, vec n) {
  const vec p = {(real)a->pose[0] - b->pose[0], (real)a->pose[1] - b->pose[1], (real)a->pose[2] - b->pose[2]};
  return core_value(a, n) + core_value(b, vec_scale(n, -1)) + vec_dot(p, n);
}

real truth3_core_value(const oracle3_body* body, const double n[3]) {
  return core_value(body, (vec){n[0], n[1], n[2]});
}

real truth3_value(const oracle3_body* a, const oracle3_body* b, const double n[3]) {
  return value(a, b, (vec){n[0], n[1], n[2]});
}

// ---------------------------------------------------------------- many directions

enum { DESCENTS = 8, HALVINGS = 40, STEPS = 2000 };

// Steps along two axes across n, both ways and askew, halved where none of them leads down.
static real descend(const oracle3_body* a, const oracle3_body* b, vec n, real step) {
  real least = value(a, b, n);
  for (int halvings = 0, steps = 0; halvings < HALVINGS && steps < STEPS; ++steps) {
    const vec any = fabsl(n.x) < 0.6L ? (vec){1, 0, 0} : (vec){0, 1, 0};
    const vec u = vec_cross(n, any), v = vec_cross(n, u);
    bool lower = false;
    for (int i = 0; i < 16 && !lower; ++i) {
      const real angle = i * 0.39269908169872415481L;
      vec m = along(along(n, u, step * cosl(angle)), v, step * sinl(angle));
      m = vec_scale(m, 1 / sqrtl(vec_dot(m, m)));
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
  vec from[DESCENTS];
  for (int i = 0; i < DESCENTS; ++i) lowest[i] = INFINITY, from[i] = (vec){1, 0, 0};
  for (uint32_t i = 0; i < samples; ++i) { // a spiral of golden angles
    const real z = 1 - (2 * i + 1) / (real)samples, across = sqrtl(1 - z * z), angle = 2.39996322972865332L * i;
    const vec n = {across * cosl(angle), across * sinl(angle), z};
    real each = value(a, b, n);
    vec moved = n;
    for (int k = 0; k < DESCENTS; ++k) { // an insertion
      if (!(each < lowest[k])) continue;
      const real old = lowest[k];
      const vec old_from = from[k];
      lowest[k] = each, from[k] = moved;
      each = old, moved = old_from;
    }
  }
  real least = INFINITY;
  for (int i = 0; i < DESCENTS; ++i) least = fminl(least, descend(a, b, from[i], 4 / sqrtl(samples)));
  return least;
}
