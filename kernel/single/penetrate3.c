// Finds how deep two cores in space overlap: by one surface for almost all pairs, by cones of directions for others.
#include "single/penetrate.h"

#include "single/direction_cones3.h"

// Writes the support value as the depth; b follows from a, so that the two points are as far apart as the depth.
static void write_answer(lgjk_difference3* d, const lgjk_polytope3* p, lgjk_penetration3* out) {
  const lgjk_vec3 n = d->normal;
  const lgjk_surface_point3 near = lgjk_polytope3_nearest(p, vec3_scale(n, d->least), lgjk_polytope3_towards(p, n));
  const lgjk_facet3* f = &p->face[near.face];
  lgjk_vec3 a = vec3_scale(n, d->ball_a);
  for (int k = 0; k < 3; ++k) a = vec3_ahead(a, p->corner[f->corner[k]].a, near.weight[k]);
  const double along[3] = {n.x, n.y, n.z}, against[3] = {-n.x, -n.y, -n.z};
  double far_a[3], far_b[3];
  lgjk_solid3_support(d->a, along, far_a);
  lgjk_solid3_support(d->b, against, far_b);
  out->depth = vec3_dot(n, vec3_sub(vec3_of(far_a), vec3_of(far_b)));
  vec3_store(out->normal, n);
  vec3_store(out->a, a);
  vec3_store(out->b, vec3_ahead(a, n, -out->depth));
  out->evaluations = d->evaluations + 1;
}

void lgjk_penetrate3(const lgjk_solid3* a, const lgjk_solid3* b, double scale, lgjk_penetration3* out) {
  lgjk_difference3 d;
  lgjk_polytope3 p;
  lgjk_difference3_make(&d, a, b, scale);
  p.cone.count = 0;
  lgjk_epa3_begin(&d, &p, vec3_unit(vec3_of(b->position), (lgjk_vec3){0.0, 0.0, 1.0}));
  if (!lgjk_epa3_run(&d, &p, LGJK_EPA3_EVALUATIONS)) lgjk_direction_cones3_search(&d, &p);
  write_answer(&d, &p, out);
}
