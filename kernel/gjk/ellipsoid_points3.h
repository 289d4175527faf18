// Finds the nearest points of a point or a segment and an ellipsoid without a search: guesses as in solid_points3.h. In
// the ellipsoid's axes, with semi-axes e, the point nearest to q in |x / e| <= 1 is
//   x = e^2 q / (e^2 + l),  with l > 0 where |e q / (e^2 + l)| = 1.
// For that l the nearest place of p + t d, a segment, minimizes a quadratic, the sum of q^2 / (e^2 + l). So one
// equation for l is left. One over the root of its left side is concave in l, and linear for a ball. So Newton's method
// from the left comes up to the root in few steps.
#ifndef LGJK_GJK_ELLIPSOID_POINTS3_H
#define LGJK_GJK_ELLIPSOID_POINTS3_H

#include "gjk/solid_points3.h"

typedef struct ellipsoid_core {
  vec_f size, by_size; // semi-axes, and their inverse
  vec_f square;        // squares of the semi-axes
} ellipsoid_core;

// The equation for l at one l.
typedef struct secular_state {
  vf t;     // parameter on the segment
  vec_f q;  // the segment's point at t
  vec_f n;  // the normal: q over e^2 + l
  vf value; // the equation's left side, squared
  vf slope; // half its derivative, reversed
} secular_state;

LANE_INLINE vec_f product_of(vec_f a, vec_f b) { return (vec_f){vf_mul(a.x, b.x), vf_mul(a.y, b.y), vf_mul(a.z, b.z)}; }

LANE_INLINE ellipsoid_core ellipsoid_core_of(const core_lanes_f* core) {
  const matrix_f m = matrix_of_f(core);
  const vec_f x = column_of(&m, 0), y = column_of(&m, 1), z = column_of(&m, 2);
  const vf one = vf_set(1);
  ellipsoid_core out = {.square = {dot_f(x, x), dot_f(y, y), dot_f(z, z)}};
  out.size = (vec_f){vf_sqrt(out.square.x), vf_sqrt(out.square.y), vf_sqrt(out.square.z)};
  out.by_size = (vec_f){vf_div(one, out.size.x), vf_div(one, out.size.y), vf_div(one, out.size.z)};
  return out;
}

// These map the axes of the body to those of the ellipsoid, and the axes of the unit ball to those of the body.
LANE_INLINE vec_f in_ellipsoid_axes(const core_lanes_f* core, const ellipsoid_core* e, vec_f v) {
  const matrix_f m = matrix_of_f(core);
  return product_of(map_back_f(&m, v), e->by_size);
}
LANE_INLINE vec_f from_ball(const core_lanes_f* core, vec_f u) {
  const matrix_f m = matrix_of_f(core);
  return map_f(&m, u);
}

LANE_INLINE void look_at(const point_or_segment* c, const ellipsoid_core* e, bool point, vf l, secular_state* out) {
  const vf one = vf_set(1), zero = vf_set(0);
  const vec_f r = {vf_div(one, vf_add(e->square.x, l)), vf_div(one, vf_add(e->square.y, l)),
                   vf_div(one, vf_add(e->square.z, l))};
  const vec_f along = product_of(c->d, r);
  const vf bend = dot_f(c->d, along);
  out->t = point ? zero : unit_interval(vf_neg(ratio_or_zero(dot_f(c->p, along), bend)));
  out->q = point ? c->p : add_f(c->p, scale_f(c->d, out->t));
  out->n = product_of(out->q, r);
  const vec_f part = product_of(e->square, product_of(out->n, out->n));
  out->value = vf_add(vf_add(part.x, part.y), part.z);
  out->slope = dot_f(part, r);
  if (point) return;
  const mf between = mf_and(vf_lt(zero, out->t), vf_lt(out->t, one));
  const vf moved = dot_f(along, out->n), moves = vf_mul(l, ratio_or_zero(vf_mul(moved, moved), bend));
  out->slope = vf_add(out->slope, vf_select(between, moves, zero));
}

// Finds the place of the segment nearest to the ellipsoid. `begin`: the place nearest to the centre in the axes of the
// unit ball.
LANE_INLINE void nearest_to_ellipsoid(const point_or_segment* c, const ellipsoid_core* e, bool point,
                                      secular_state* begin, secular_state* out) {
  vf l = vf_set(0);
  look_at(c, e, point, l, begin);
  *out = *begin;
  for (int k = 0; k < ELLIPSOID_STEPS; ++k) {
    const vf rise = vf_sub(vf_sqrt(out->value), vf_set(1));
    l = vf_max(vf_add(l, vf_mul(out->value, ratio_or_zero(rise, out->slope))), vf_set(0));
    look_at(c, e, point, l, out);
  }
}

// Returns the ellipsoid's point that is farthest along d.
LANE_INLINE vec_f farthest_in_ellipsoid(const ellipsoid_core* e, vec_f d) {
  const vec_f n = product_of(e->size, d);
  return product_of(e->size, scale_f(n, vf_div(vf_set(1), vf_sqrt(not_too_small(dot_f(n, n))))));
}

LANE_INLINE void guess_at_ellipsoid(const core_lanes_f* core, point_or_segment* c, bool point, vf margin,
                                    solid_guess* out) {
  const ellipsoid_core e = ellipsoid_core_of(core);
  c->p = in_ellipsoid_axes(core, &e, c->p);
  c->d = in_ellipsoid_axes(core, &e, c->d);
  secular_state begin, end;
  nearest_to_ellipsoid(c, &e, point, &begin, &end);
  const vf least = vf_min(vf_min(e.size.x, e.size.y), e.size.z);
  out->within = vf_lt(margin, vf_mul(least, vf_sub(vf_set(1), vf_sqrt(begin.value))));
  c->t = vf_select(out->within, begin.t, end.t);
  const vec_f n = product_of(e.size, end.n);
  out->on = from_ball(core, scale_f(n, vf_div(vf_set(1), vf_sqrt(not_too_small(dot_f(n, n))))));
  out->normal = from_ball(core, product_of(end.n, e.by_size));
}

#endif
