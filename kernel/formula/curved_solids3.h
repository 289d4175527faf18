// Gives a polyhedron's features what they need of a cylinder, a cone or an ellipsoid, in the axes of the solid.
#ifndef LGJK_FORMULA_CURVED_SOLIDS3_H
#define LGJK_FORMULA_CURVED_SOLIDS3_H

#include "formula/capsule_solids3.h"

typedef struct curved_solid {
  const core_lanes_f* core;
  union { // by core
    round_core round;
    cone_core cone;
    ellipsoid_core ellipsoid;
  };
} curved_solid;

LANE_INLINE void read_curved_solid(const core_lanes_f* core, curved_solid* out) {
  out->core = core;
  if (is_smooth_core(core->core)) {
    out->ellipsoid = ellipsoid_core_of(core);
  } else if (is_cone_core(core->core)) {
    out->cone = cone_core_of(core);
  } else {
    out->round = round_core_of(core);
  }
}

// Returns the inverses of the solid's sizes along its axes.
LANE_INLINE vec_f inverse_sizes(const curved_solid* s) {
  if (is_smooth_core(s->core->core)) return s->ellipsoid.by_size;
  const round_core* round = is_cone_core(s->core->core) ? &s->cone.round : &s->round;
  return (vec_f){round->by_radius, round->by_radius, round->by_half};
}

// These map world axes to the solid's own, and back. For any matrix, what is in the unit body stays in the core.
LANE_INLINE vec_f to_solid(const curved_solid* s, vec_f v) {
  const matrix_f m = matrix_of_f(s->core);
  return product_of(map_back_f(&m, unrotate_f(&s->core->rotation, v)), inverse_sizes(s));
}
LANE_INLINE vec_f from_solid(const curved_solid* s, vec_f v) {
  const matrix_f m = matrix_of_f(s->core);
  return rotate_f(&s->core->rotation, map_f(&m, product_of(v, inverse_sizes(s))));
}

// Returns the segment's place nearest to the solid. `on`: the solid's nearest point. `way`: from `on` to that place.
LANE_INLINE vec_f nearest_on_line(const curved_solid* s, point_or_segment* line, vec_f* on, vec_f* way) {
  if (is_smooth_core(s->core->core)) {
    secular_place begin, end;
    nearest_to_ellipsoid(line, &s->ellipsoid, false, &begin, &end);
    line->t = end.t;
    *on = farthest_in_ellipsoid(&s->ellipsoid, end.n);
    *way = end.n;
    return end.q;
  }
  const bool cone = is_cone_core(s->core->core);
  line->t = cone ? nearest_to_cone(line, &s->cone) : nearest_to_cylinder(line, &s->round);
  const vec_f at = thin_point(line);
  if (cone) {
    *on = nearest_in_cone(&s->cone, at, way);
  } else {
    *on = nearest_in_round(&s->round, at);
    *way = sub_f(at, *on);
  }
  *way = straight_across(line, *way);
  return at;
}

// Returns the point of the cylinder that is farthest along d.
LANE_INLINE vec_f farthest_in_round(const round_core* c, vec_f d) {
  const vf across = vf_sqrt(vf_add(vf_mul(d.x, d.x), vf_mul(d.y, d.y)));
  const vf share = vf_div(c->radius, vf_select(vf_eq(across, vf_set(0)), vf_set(1), across));
  return (vec_f){vf_mul(d.x, share), vf_mul(d.y, share), vf_flip_sign(c->half, d.z)};
}

LANE_INLINE vec_f farthest_in_solid(const curved_solid* s, vec_f d) {
  if (is_smooth_core(s->core->core)) return farthest_in_ellipsoid(&s->ellipsoid, d);
  return is_cone_core(s->core->core) ? farthest_in_cone(&s->cone, d) : farthest_in_round(&s->round, d);
}

#endif
