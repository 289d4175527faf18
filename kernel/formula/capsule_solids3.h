// Finds the nearest points of a point or a segment, the core of a ball or a capsule, and a box, cylinder, cone or
// ellipsoid. The guess (solid_points3.h, cone_points3.h, ellipsoid_points3.h) becomes the state of a search, whose
// support value has to prove it.
#ifndef LGJK_FORMULA_CAPSULE_SOLIDS3_H
#define LGJK_FORMULA_CAPSULE_SOLIDS3_H

#include "formula/cone_points3.h"
#include "formula/ellipsoid_points3.h"

// Returns the lanes in which a curved core is not askew, as it may be under a map. The columns of its matrix are
// perpendicular. Both columns across the axis of a cylinder or a cone are equally long.
LANE_INLINE mf not_askew(const core_lanes_f* core) {
  if (!is_curved_core(core->core)) return mf_all();
  const matrix_f m = matrix_of_f(core);
  const vec_f u = column_of(&m, 0), v = column_of(&m, 1), w = column_of(&m, 2);
  const vf uu = dot_f(u, u), uw = dot_f(u, w), vw = dot_f(v, w), flat = vf_mul(vf_set(CYLINDER_ASKEW), uu);
  const vf small = vf_set(CYLINDER_ASKEW * CYLINDER_ASKEW), steep = vf_mul(vf_mul(small, uu), dot_f(w, w));
  if (is_smooth_core(core->core)) {
    const vf uv = dot_f(u, v), vv = dot_f(v, v);
    const mf first = mf_and(vf_le(vf_mul(uw, uw), steep), vf_le(vf_mul(uv, uv), vf_mul(vf_mul(small, uu), vv)));
    return mf_and(first, vf_le(vf_mul(vw, vw), vf_mul(vf_mul(small, vv), dot_f(w, w))));
  }
  const mf across = mf_and(vf_le(vf_mul(uw, uw), steep), vf_le(vf_mul(vw, vw), steep));
  const vf longer = vf_abs(vf_sub(dot_f(v, v), uu));
  return mf_and(across, mf_and(vf_le(vf_abs(dot_f(u, v)), flat), vf_le(longer, vf_add(flat, flat))));
}

// Leaves those lanes active that have nearest points in closed form, and returns whether there are any. A pair's
// neighbours do not decide whether it is searched.
LANE_INLINE bool begin_solids(const pair_frame_f* f, simplex_f* s) {
  const vec_f zeros = {vf_set(0), vf_set(0), vf_set(0)};
  s->p0 = (support_point_f){zeros, zeros, vf_set(0)};
  s->closed_form = true;
  s->active = mf_and(s->active, mf_and(not_askew(&f->a), not_askew(&f->b)));
  return mf_any(s->active);
}

// Sets the nearest points of a point or segment and a solid as the vertex of a search's state. Lanes whose cores are
// certified to overlap end. Returns the direction along which a support value proves the others.
LANE_INLINE vec_f nearest_solid_points(const pair_frame_f* f, simplex_f* s) {
  const bool first = is_point_or_segment_core(f->b.core); // A is the solid
  const core_lanes_f *solid = first ? &f->a : &f->b, *other = first ? &f->b : &f->a;
  const bool point = is_point_core(other->core);
  vec_f from, along;
  end_points(other, &from, &along);
  const vec_f p = first ? add_f(from, f->p) : sub_f(from, f->p); // around the solid's position
  point_or_segment c = {.p = unrotate_f(&solid->rotation, p), .d = unrotate_f(&solid->rotation, along)};
  solid_guess guess;
  if (is_box_core(solid->core)) {
    guess_at_box(solid, &c, point, f->touch_band, &guess);
  } else if (is_cylinder_core(solid->core)) {
    guess_at_cylinder(solid, &c, point, f->touch_band, &guess);
  } else if (is_cone_core(solid->core)) {
    guess_at_cone(solid, &c, point, f->touch_band, &guess);
  } else {
    guess_at_ellipsoid(solid, &c, point, f->touch_band, &guess);
  }
  const vec_f at = point ? p : add_f(p, scale_f(along, c.t)), on = rotate_f(&solid->rotation, guess.on);
  const vec_f n = rotate_f(&solid->rotation, guess.normal);
  s->inside = mf_and(s->active, guess.within);
  s->active = mf_and_not(s->active, s->inside);
  s->p0.a = first ? select_vec_f(s->inside, at, on) : add_f(at, f->p);
  s->p0.w = first ? sub_f(on, at) : sub_f(at, on);
  return first ? n : neg_f(n);
}

#endif
