#include "single/difference3.h"

// Returns an ellipsoid's least radius of curvature, slightly less so that the rest is convex in spite of rounding; 0
// for other cores.
static double ball_of(const lgjk_solid3* solid) {
  if (!is_smooth_core(solid->shape->core)) return 0.0;
  lgjk_vec3 axis[3];
  lgjk_solid3_semi_axes(solid, axis);
  double least = vec3_square(axis[0]), most = least;
  for (int k = 1; k < 3; ++k) {
    const double square = vec3_square(axis[k]);
    least = square < least ? square : least;
    most = square > most ? square : most;
  }
  return least / lgjk_sqrt(most) * (1.0 - 1e-12);
}

void lgjk_difference3_make(lgjk_difference3* d, const lgjk_solid3* a, const lgjk_solid3* b, double scale) {
  d->a = a;
  d->b = b;
  d->ball_a = ball_of(a);
  d->ball_b = ball_of(b);
  d->cube = 0.0;
  d->scale = scale;
  d->curved = is_curved_core(a->shape->core) || is_curved_core(b->shape->core);
  d->tolerance = (d->curved ? LGJK_DEPTH3_CURVED : LGJK_DEPTH3_FLAT) * scale;
  d->least = LGJK_DEPTH3_MOST * scale;
  d->normal = (lgjk_vec3){1.0, 0.0, 0.0};
  d->evaluations = 0;
}

lgjk_support3 lgjk_difference3_support(lgjk_difference3* d, lgjk_vec3 n) {
  const double along[3] = {n.x, n.y, n.z}, against[3] = {-n.x, -n.y, -n.z};
  double a[3], b[3];
  lgjk_solid3_support(d->a, along, a);
  lgjk_solid3_support(d->b, against, b);
  lgjk_support3 out;
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
