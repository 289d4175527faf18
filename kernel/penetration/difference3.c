#include "penetration/difference3.h"

#include "shape/core3.h"

// ------------------------------------------------------------------ the ball of an ellipsoid

// A sine below this is rounding.
#define PERPENDICULAR 1e-15
#define SWEEPS 30  // of Jacobi's method, which ends within ten

// Turns p and q, which may lie askew, into two that are perpendicular and span the same ellipse (Jacobi, one-sided).
static bool make_perpendicular(lgjk_vec3* p, lgjk_vec3* q) {
  const double pp = vec3_square(*p), qq = vec3_square(*q), pq = vec3_dot(*p, *q);
  if (vec3_magnitude(pq) <= PERPENDICULAR * lgjk_sqrt(pp * qq)) return false;
  const double tau = (qq - pp) / (2.0 * pq);
  const double t = (tau < 0.0 ? -1.0 : 1.0) / (vec3_magnitude(tau) + lgjk_sqrt(1.0 + tau * tau));
  const double c = 1.0 / lgjk_sqrt(1.0 + t * t), s = c * t;
  const lgjk_vec3 old = *p;
  *p = vec3_ahead(vec3_scale(old, c), *q, -s);
  *q = vec3_ahead(vec3_scale(*q, c), old, s);
  return true;
}

void lgjk_difference3_semi_axes(const lgjk_solid3* solid, lgjk_vec3 axis[3]) {
  const float* m = solid->shape->small;
  const double* t = solid->turn;
  for (int k = 0; k < 3; ++k) {
    const double x = (double)m[k], y = (double)m[3 + k], z = (double)m[6 + k];
    axis[k] = (lgjk_vec3){t[0] * x + t[1] * y + t[2] * z, t[3] * x + t[4] * y + t[5] * z,
                          t[6] * x + t[7] * y + t[8] * z};
  }
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    bool changed = make_perpendicular(&axis[0], &axis[1]);
    changed = make_perpendicular(&axis[0], &axis[2]) || changed;
    changed = make_perpendicular(&axis[1], &axis[2]) || changed;
    if (!changed) break;
  }
}

// The least radius of curvature of an ellipsoid, a hair less, so that what remains is convex in spite of rounding; 0 of
// any other core.
static double ball_of(const lgjk_solid3* solid) {
  if (solid->shape->core != LGJK_CORE3_ELLIPSOID) return 0.0;
  lgjk_vec3 axis[3];
  lgjk_difference3_semi_axes(solid, axis);
  double least = vec3_square(axis[0]), most = least;
  for (int k = 1; k < 3; ++k) {
    const double square = vec3_square(axis[k]);
    least = square < least ? square : least;
    most = square > most ? square : most;
  }
  return least / lgjk_sqrt(most) * (1.0 - 1e-12);
}

// ------------------------------------------------------------------ supports

void lgjk_difference3_make(lgjk_difference3* d, const lgjk_solid3* a, const lgjk_solid3* b, double scale) {
  d->a = a;
  d->b = b;
  d->ball_a = ball_of(a);
  d->ball_b = ball_of(b);
  d->cube = 0.0;
  d->scale = scale;
  d->curved = lgjk_core3_row_of(a->shape->core).curved || lgjk_core3_row_of(b->shape->core).curved;
  d->tolerance = (d->curved ? LGJK_DEPTH3_CURVED : LGJK_DEPTH3_FLAT) * scale;
  d->least = LGJK_DIFFERENCE3_MOST * scale;
  d->normal = (lgjk_vec3){1.0, 0.0, 0.0};
  d->evaluations = 0;
}

lgjk_corner3 lgjk_difference3_support(lgjk_difference3* d, lgjk_vec3 n) {
  const double along[3] = {n.x, n.y, n.z}, against[3] = {-n.x, -n.y, -n.z};
  double a[3], b[3];
  lgjk_solid3_support(d->a, along, a);
  lgjk_solid3_support(d->b, against, b);
  lgjk_corner3 out;
  out.a = vec3_ahead(vec3_of(a), n, -d->ball_a);
  out.w = vec3_sub(out.a, vec3_ahead(vec3_of(b), n, d->ball_b));
  if (d->cube > 0.0) {
    out.w.x += n.x < 0.0 ? -d->cube : d->cube;
    out.w.y += n.y < 0.0 ? -d->cube : d->cube;
    out.w.z += n.z < 0.0 ? -d->cube : d->cube;
  }
  const double value = vec3_dot(out.w, n);
  if (value < d->least) d->least = value, d->normal = n;
  ++d->evaluations;
  return out;
}
