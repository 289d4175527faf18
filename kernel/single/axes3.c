#include "single/axes3.h"

#include <stdbool.h>

// A sine below this is rounding.
#define PERPENDICULAR 1e-15
#define SWEEPS 30 // at most; Jacobi's method ends within ten

// Makes p and q perpendicular, so that they span the same ellipse (one-sided Jacobi); returns whether they changed.
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

void lgjk_axes3_of_matrix(const lgjk_solid3* solid, lgjk_vec3 column[3]) {
  const float* m = solid->shape->small;
  for (int k = 0; k < 3; ++k) {
    column[k] = vec3_turn(solid->turn, (lgjk_vec3){(double)m[k], (double)m[3 + k], (double)m[6 + k]});
  }
}

void lgjk_axes3_of_ellipsoid(const lgjk_solid3* solid, lgjk_vec3 axis[3]) {
  lgjk_axes3_of_matrix(solid, axis);
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    bool changed = make_perpendicular(&axis[0], &axis[1]);
    changed = make_perpendicular(&axis[0], &axis[2]) || changed;
    changed = make_perpendicular(&axis[1], &axis[2]) || changed;
    if (!changed) break;
  }
}
