// Finds the nearest points of a point or a segment and a cone without a search: a guess like those of solid_points3.h.
// In the half plane through the axis that holds a point, the cone is a triangle. Its nearest place is on the base, the
// side, the rim or the apex. Along a line the square of the distance is convex. A line that misses the cone is nearest
// where it is nearest to the side, if the side holds that place. Else it is nearest to the apex or the rim, whichever
// that place is beyond. Side and apex have closed forms, the rim has Newton's method.
#ifndef LGJK_GJK_CONE_POINTS3_H
#define LGJK_GJK_CONE_POINTS3_H

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

#endif
