// Finds the nearest points of a point or a segment and a cone without a search: a guess like those of solid_points3.h.
// In the half plane through the axis that holds a point, the cone is a triangle. Its nearest place is on the base, the
// side, the rim or the apex. Along a line the square of the distance is convex. A line that misses the cone is nearest
// where it is nearest to the side, if the side holds that place. Else it is nearest to the apex or the rim, whichever
// that place is beyond. Side and apex have closed forms, the rim has Newton's method.
#ifndef LGJK_GJK_CONE_ELLIPSOID_POINTS3_H
#define LGJK_GJK_CONE_ELLIPSOID_POINTS3_H

#include "gjk/solid_points3.h"

typedef struct cone_core {
  round_core round; // apex at +half, base at -half
  vf across, along; // parts of the side's unit normal, across the axis and along it
  vf slant;         // length from the apex to the rim
} cone_core;

LANE_INLINE cone_core cone_core_of(const core_lanes_f* core) {
  cone_core out = {.round = round_core_of(core)};
  const vf r = out.round.radius, h = vf_add(out.round.half, out.round.half);
  out.slant = vf_sqrt(vf_add(vf_mul(r, r), vf_mul(h, h)));
  const vf inverse = vf_div(vf_set(1), out.slant);
  out.across = vf_mul(h, inverse);
  out.along = vf_mul(r, inverse);
  return out;
}

// These return how far a place is above the side's line in its half plane, and how far from the apex along that line.
LANE_INLINE vf above_side(const cone_core* c, vf rho, vf z) {
  return vf_add(vf_mul(c->across, rho), vf_mul(c->along, vf_sub(z, c->round.half)));
}
LANE_INLINE vf along_side(const cone_core* c, vf rho, vf z) {
  return vf_sub(vf_mul(c->along, rho), vf_mul(c->across, vf_sub(z, c->round.half)));
}

LANE_INLINE vf off_axis(vec_f x) { return vf_sqrt(vf_add(vf_mul(x.x, x.x), vf_mul(x.y, x.y))); }

// Returns the cone's point nearest to x. `way`: along x minus that point. At the side it is the normal, exact however
// near x is.
LANE_INLINE vec_f nearest_in_cone(const cone_core* c, vec_f x, vec_f* way) {
  const vf zero = vf_set(0), one = vf_set(1), rho = off_axis(x), radius = c->round.radius, half = c->round.half;
  const vf inverse = vf_div(one, vf_select(vf_lt(zero, rho), rho, one));
  const vf above = above_side(c, rho, x.z), down = along_side(c, rho, x.z);
  const mf below = vf_lt(x.z, vf_neg(half)), base = mf_and(below, vf_le(rho, radius));
  const mf inside = mf_and_not(vf_le(above, zero), below), flat = mf_or(base, inside);
  const mf apex = vf_le(down, zero), rim = vf_le(c->slant, down);
  const vf on_rho = vf_select(apex, zero, vf_select(rim, radius, vf_mul(c->along, down)));
  const vf on_z = vf_select(apex, half, vf_select(rim, vf_neg(half), vf_sub(half, vf_mul(c->across, down))));
  const vf share = vf_select(flat, one, vf_mul(on_rho, inverse));
  const vec_f on = {vf_mul(x.x, share), vf_mul(x.y, share), vf_select(flat, vf_max(x.z, vf_neg(half)), on_z)};
  const mf corner = mf_or(flat, mf_or(apex, rim));
  const vf out = vf_mul(vf_mul(c->across, above), inverse);
  const vec_f side = {vf_mul(x.x, out), vf_mul(x.y, out), vf_mul(c->along, above)};
  *way = select_vec_f(corner, sub_f(x, on), side);
  return on;
}

// Returns the cone's point that is farthest along d.
LANE_INLINE vec_f farthest_in_cone(const cone_core* c, vec_f d) {
  const vf zero = vf_set(0), across = off_axis(d), up = vf_mul(c->round.half, d.z);
  const mf apex = vf_lt(vf_mul(c->round.radius, across), vf_add(up, up));
  const vf rim = vf_div(c->round.radius, vf_select(vf_eq(across, zero), vf_set(1), across));
  const vf share = vf_select(apex, zero, rim);
  return (vec_f){vf_mul(d.x, share), vf_mul(d.y, share), vf_select(apex, c->round.half, vf_neg(c->round.half))};
}

LANE_INLINE mf deep_in_cone(const cone_core* c, vf margin, vec_f x) {
  const mf side = vf_lt(above_side(c, off_axis(x), x.z), vf_neg(margin));
  return mf_and(side, vf_lt(margin, vf_add(x.z, c->round.half)));
}

// A line and a cone. The line's parameters count from its place nearest to the axis.
typedef struct line_by_cone {
  vf middle;         // parameter of that place on the segment
  vf dd, dz, cc, z0; // at parameter y: rho^2 = dd y^2 + cc, z = z0 + dz y
  vf turn;           // dz times the tangent of the cone's angle: the rate at which the cone's radius shrinks
  vf room;           // dd - turn^2: not positive for a line steeper than the side
} line_by_cone;

// Finds the interval in which the cone holds the line: between the planes of the caps, and between two roots. A steep
// line is held on the side of one root, away from the apex. The interval is empty if *lo > *hi.
LANE_INLINE void line_in_cone(const line_by_cone* line, vf half, vf tangent, vf* lo, vf* hi) {
  const vf zero = vf_set(0), one = vf_set(1), far = vf_set(LINE_FAR);
  const vf wide = vf_mul(tangent, vf_sub(half, line->z0));
  const vf square = vf_sub(vf_mul(line->dd, vf_mul(wide, wide)), vf_mul(line->room, line->cc));
  const mf steep = vf_le(line->room, zero), rises = vf_lt(zero, line->dz), across = vf_eq(line->dz, zero);
  const vf by_room = vf_div(one, vf_select(vf_eq(line->room, zero), one, line->room));
  const vf root = vf_sqrt(vf_max(square, zero)), centre = vf_neg(vf_mul(line->turn, wide));
  const vf one_root = vf_mul(vf_sub(centre, root), by_room), other_root = vf_mul(vf_add(centre, root), by_room);
  const vf first = vf_min(one_root, other_root), last = vf_max(one_root, other_root);
  const vf from = vf_select(steep, vf_select(rises, vf_neg(far), last), first);
  const vf to = vf_select(steep, vf_select(rises, first, far), last);
  const vf by_dz = vf_div(one, vf_select(across, one, line->dz)), level = vf_neg(vf_mul(line->z0, by_dz));
  const vf tall = vf_select(across, far, vf_mul(half, vf_abs(by_dz)));
  const mf beside = mf_and(across, vf_lt(half, vf_abs(line->z0)));
  *lo = vf_max(vf_sub(level, tall), from);
  *hi = vf_select(mf_or(beside, vf_lt(square, zero)), vf_neg(far), vf_min(vf_add(level, tall), to));
}

// Returns the parameter of the nearest place of a line that misses the cone.
LANE_INLINE vf nearest_beside_cone(const cone_core* c, const line_by_cone* line) {
  const vf zero = vf_set(0), one = vf_set(1), half = c->round.half;
  const mf steep = vf_le(line->room, zero), across = vf_eq(line->dz, zero), parallel = vf_eq(line->dd, zero);
  const vf side_square = vf_div(line->cc, vf_select(steep, one, vf_mul(line->dd, line->room)));
  const vf side = vf_neg(vf_mul(line->turn, vf_sqrt(side_square)));
  const vf rho = vf_sqrt(vf_add(vf_mul(line->dd, vf_mul(side, side)), line->cc));
  const vf down = along_side(c, rho, vf_add(line->z0, vf_mul(line->dz, side)));
  const vf fall = vf_sub(line->z0, half), square = vf_add(line->dd, vf_mul(line->dz, line->dz));
  const vf apex = vf_neg(ratio_or_zero(vf_mul(line->dz, fall), square));
  const vf level = vf_neg(vf_div(vf_add(line->z0, half), vf_select(across, one, line->dz)));
  const vf chord = vf_max(vf_sub(vf_mul(c->round.radius, c->round.radius), line->cc), zero);
  const vf reach = vf_select(parallel, zero, vf_sqrt(vf_div(chord, vf_select(parallel, one, line->dd))));
  const vf rim = nearest_to_rim(c->round.radius, line->dd, line->dz, line->cc, reach, vf_abs(level));
  const vf by_rim = vf_select(across, zero, vf_flip_sign(rim, level));
  const vf beyond = vf_select(vf_le(down, zero), apex, vf_select(vf_lt(down, c->slant), side, by_rim));
  return vf_select(steep, by_rim, beyond);
}

LANE_INLINE vf nearest_to_cone(const point_or_segment* c, const cone_core* cone) {
  const vec_f p = c->p, d = c->d;
  const vf tangent = vf_div(cone->along, cone->across);
  line_by_cone line = {.dd = vf_add(vf_mul(d.x, d.x), vf_mul(d.y, d.y)), .dz = d.z, .turn = vf_mul(tangent, d.z)};
  line.middle = vf_neg(ratio_or_zero(vf_add(vf_mul(p.x, d.x), vf_mul(p.y, d.y)), line.dd));
  const vf x = vf_add(p.x, vf_mul(line.middle, d.x)), y = vf_add(p.y, vf_mul(line.middle, d.y));
  line.cc = vf_add(vf_mul(x, x), vf_mul(y, y));
  line.z0 = vf_add(p.z, vf_mul(line.middle, d.z));
  line.room = vf_sub(line.dd, vf_mul(line.turn, line.turn));
  vf lo, hi;
  line_in_cone(&line, cone->round.half, tangent, &lo, &hi);
  const vf first = unit_interval(vf_add(line.middle, lo)), last = unit_interval(vf_add(line.middle, hi));
  const vf beside = unit_interval(vf_add(line.middle, nearest_beside_cone(cone, &line)));
  return vf_select(vf_lt(hi, lo), beside, vf_mul(vf_add(first, last), vf_set(0.5f)));
}

LANE_INLINE void guess_at_cone(const core_lanes_f* core, point_or_segment* c, bool point, vf margin, solid_guess* out) {
  const cone_core cone = cone_core_of(core);
  c->p = in_round_axes(core, &cone.round, c->p);
  c->d = in_round_axes(core, &cone.round, c->d);
  c->t = point ? vf_set(0) : nearest_to_cone(c, &cone);
  const vec_f at = point_at_parameter(c);
  vec_f way;
  const vec_f on = nearest_in_cone(&cone, at, &way);
  out->on = from_round_axes(core, &cone.round, on);
  out->normal = from_round_axes(core, &cone.round, point ? way : across_segment(c, way));
  out->within = deep_in_cone(&cone, margin, at);
}

// ------------------------------------------------------------------ ellipsoids

// Finds the nearest points of a point or a segment and an ellipsoid without a search: guesses as in solid_points3.h. In
// the ellipsoid's axes, with semi-axes e, the point nearest to q in |x / e| <= 1 is
//   x = e^2 q / (e^2 + l),  with l > 0 where |e q / (e^2 + l)| = 1.
// For that l the nearest place of p + t d, a segment, minimizes a quadratic, the sum of q^2 / (e^2 + l). So one
// equation for l is left. One over the root of its left side is concave in l, and linear for a ball. So Newton's method
// from the left comes up to the root in few steps.

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
