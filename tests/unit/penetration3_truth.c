#include "penetration3_truth.h"

#include <math.h>

#define DIM 3
#include "oracle3_parts.h"
#include "touch.h"

typedef long double real;

// p + s q
static vec along(vec p, vec q, real s) { return vec_add(p, vec_scale(q, s)); }

real truth3_core_value(const oracle3_body* body, const double n[3]) {
  return touch_height(body, body->pose, (const real[3]){n[0], n[1], n[2]});
}

static real value(const oracle3_body* a, const oracle3_body* b, vec n) {
  const truth both = {.a = *a, .b = *b};
  return -touch_gap(&both, (const real[3]){n.x, n.y, n.z});
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
