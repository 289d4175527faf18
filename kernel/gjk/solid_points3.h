// Finds the nearest points of a point or a segment and a box or a cylinder without a search. In the solid's axes the
// square of the distance from a place on the segment's line is convex. It is a sum over what bounds the solid: three
// slabs, or a slab and a disc. It is least where all these hold the line, at a common point, or between two that do.
//
// The result is a guess like any other: a point of each core, and a direction, along which one support value has to
// prove them (engine/route.h). An askew cylinder has none.
#ifndef LGJK_GJK_SOLID_POINTS3_H
#define LGJK_GJK_SOLID_POINTS3_H

#include "gjk/segments3.h"

// A point or a segment, in the solid's axes.
typedef struct point_or_segment {
  vec_f p, d; // the segment from p to p + d
  vf t;       // parameter of its point p + t d
} point_or_segment;

typedef struct solid_guess {
  vec_f on;     // the solid's point, in the axes of its body
  vec_f normal; // direction from the solid, of any length
  mf within;    // lanes in which the segment's point is in the solid, by more than a margin
} solid_guess;

LANE_INLINE vec_f point_at_parameter(const point_or_segment* c) { return add_f(c->p, scale_f(c->d, c->t)); }

// Returns v, the way between two nearest points, without its part along the segment if the segment's point is between
// its ends. Only the coordinates in which the points differ count, where v has all digits however near they are.
LANE_INLINE vec_f across_segment(const point_or_segment* c, vec_f v) {
  const vf zero = vf_set(0);
  const vec_f d = {vf_select(vf_eq(v.x, zero), zero, c->d.x), vf_select(vf_eq(v.y, zero), zero, c->d.y),
                   vf_select(vf_eq(v.z, zero), zero, c->d.z)};
  const mf between = mf_and(vf_lt(zero, c->t), vf_lt(c->t, vf_set(1)));
  const vec_f across = sub_f(v, scale_f(d, ratio_or_zero(dot_f(v, d), dot_f(d, d))));
  const vf least = vf_mul(vf_set(STEEP_SQUARE), dot_f(v, v));
  return select_vec_f(mf_and(between, vf_lt(least, dot_f(across, across))), across, v);
}

// ------------------------------------------------------------------ a box

LANE_INLINE vec_f nearest_in_box(vec_f half, vec_f x) {
  return (vec_f){clamped(x.x, half.x), clamped(x.y, half.y), clamped(x.z, half.z)};
}

LANE_INLINE mf deep_in_box(vec_f half, vf margin, vec_f x) {
  const mf xy = mf_and(vf_lt(vf_abs(x.x), vf_sub(half.x, margin)), vf_lt(vf_abs(x.y), vf_sub(half.y, margin)));
  return mf_and(xy, vf_lt(vf_abs(x.z), vf_sub(half.z, margin)));
}

// Returns half the derivative of the squared distance at t.
LANE_INLINE vf slope_beyond(const point_or_segment* c, vec_f half, vf t) {
  const vec_f x = add_f(c->p, scale_f(c->d, t));
  return dot_f(c->d, sub_f(x, nearest_in_box(half, x)));
}

// Returns the parameter of the nearest place. The derivative is linear between the places where the line meets a face's
// plane, so its root follows from the two around it.
LANE_INLINE vf nearest_to_box(const point_or_segment* c, vec_f half) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vf d[3] = {c->d.x, c->d.y, c->d.z}, p[3] = {c->p.x, c->p.y, c->p.z}, h[3] = {half.x, half.y, half.z};
  vf lo = zero, hi = one, below = slope_beyond(c, half, lo), above = slope_beyond(c, half, hi);
  const mf first = vf_lt(zero, below), last = vf_lt(above, zero); // an end is the nearest
  for (int k = 0; k < 6; ++k) {
    const int i = k >> 1;
    const vf t = unit_interval(ratio_or_zero(vf_sub(k & 1 ? h[i] : vf_neg(h[i]), p[i]), d[i]));
    const vf slope = slope_beyond(c, half, t);
    const mf up = mf_and(vf_le(slope, zero), vf_lt(lo, t)), down = mf_and(vf_le(zero, slope), vf_lt(t, hi));
    lo = vf_select(up, t, lo);
    below = vf_select(up, slope, below);
    hi = vf_select(down, t, hi);
    above = vf_select(down, slope, above);
  }
  const vf rise = vf_sub(above, below);
  const mf level = vf_le(rise, zero); // part of the segment is in the box, or along it: its middle
  const vf share = vf_select(level, vf_set(0.5f), vf_div(vf_neg(below), vf_select(level, one, rise)));
  const vf t = vf_select(last, one, vf_add(lo, vf_mul(vf_sub(hi, lo), share)));
  return unit_interval(vf_select(first, zero, t));
}

LANE_INLINE void guess_at_box(const core_lanes_f* core, point_or_segment* c, bool point, vf margin, solid_guess* out) {
  const vec_f half = coordinates_f(core, 0);
  c->t = point ? vf_set(0) : nearest_to_box(c, half);
  const vec_f at = point_at_parameter(c);
  out->on = nearest_in_box(half, at);
  const vec_f v = sub_f(at, out->on);
  out->normal = point ? v : across_segment(c, v);
  out->within = deep_in_box(half, margin, at);
}

// ------------------------------------------------------------------ a cylinder

// The lengths of the matrix's first and last column, and their inverses. The second column is as long as the first,
// unless the cylinder is askew.
typedef struct round_core {
  vf radius, half, by_radius, by_half;
} round_core;

LANE_INLINE vec_f column_of(const matrix_f* m, int i) {
  return i == 0 ? (vec_f){m->x.x, m->y.x, m->z.x}
                : (i == 1 ? (vec_f){m->x.y, m->y.y, m->z.y} : (vec_f){m->x.z, m->y.z, m->z.z});
}

LANE_INLINE round_core round_core_of(const core_lanes_f* core) {
  const matrix_f m = matrix_of_f(core);
  round_core out = {.radius = length_of_vec(column_of(&m, 0)), .half = length_of_vec(column_of(&m, 2))};
  out.by_radius = vf_div(vf_set(1), out.radius);
  out.by_half = vf_div(vf_set(1), out.half);
  return out;
}

// Maps the axes of the body to those of the cylinder.
LANE_INLINE vec_f in_round_axes(const core_lanes_f* core, const round_core* c, vec_f v) {
  const matrix_f m = matrix_of_f(core);
  const vec_f u = map_back_f(&m, v);
  return (vec_f){vf_mul(u.x, c->by_radius), vf_mul(u.y, c->by_radius), vf_mul(u.z, c->by_half)};
}

// Maps the axes of the cylinder to those of the body. For any matrix, what is in the unit cylinder stays in the core.
LANE_INLINE vec_f from_round_axes(const core_lanes_f* core, const round_core* c, vec_f v) {
  const matrix_f m = matrix_of_f(core);
  return map_f(&m, (vec_f){vf_mul(v.x, c->by_radius), vf_mul(v.y, c->by_radius), vf_mul(v.z, c->by_half)});
}

LANE_INLINE vec_f nearest_in_round(const round_core* c, vec_f x) {
  const vf rho = vf_sqrt(vf_add(vf_mul(x.x, x.x), vf_mul(x.y, x.y))), one = vf_set(1);
  const mf outer = vf_lt(c->radius, rho);
  const vf share = vf_select(outer, vf_div(c->radius, vf_select(outer, rho, one)), one);
  return (vec_f){vf_mul(x.x, share), vf_mul(x.y, share), clamped(x.z, c->half)};
}

LANE_INLINE mf deep_in_round(const round_core* c, vf margin, vec_f x) {
  const vf inner = vf_max(vf_sub(c->radius, margin), vf_set(0));
  const mf disc = vf_lt(vf_add(vf_mul(x.x, x.x), vf_mul(x.y, x.y)), vf_mul(inner, inner));
  return mf_and(disc, vf_lt(vf_abs(x.z), vf_sub(c->half, margin)));
}

// Returns the parameter y of the line's place nearest to the rim, counted from where the line is nearest to the axis.
// It is between `from`, where the caps' slab holds the line, and `least`, where the disc does: the root of
//   y |d|^2 - y dd R / rho = from dz^2,  rho^2 = dd y^2 + cc.
// The left side is convex, so Newton's method comes down to the root.
LANE_INLINE vf nearest_to_rim(vf radius, vf dd, vf dz, vf cc, vf least, vf from) {
  const vf one = vf_set(1), zz = vf_mul(dz, dz), square = vf_add(dd, zz), pull = vf_mul(from, zz);
  vf y = from;
  for (int k = 0; k < RIM_POINT_STEPS; ++k) {
    const vf inverse = vf_div(one, vf_sqrt(vf_add(vf_mul(dd, vf_mul(y, y)), cc)));
    const vf part = vf_mul(vf_mul(radius, inverse), dd);
    const vf value = vf_sub(vf_mul(y, vf_sub(square, part)), pull);
    const vf slope = vf_sub(square, vf_mul(vf_mul(part, cc), vf_mul(inverse, inverse)));
    y = vf_max(vf_sub(y, vf_div(value, slope)), least);
  }
  return y;
}

LANE_INLINE vf nearest_to_cylinder(const point_or_segment* c, const round_core* round) {
  const vf zero = vf_set(0), one = vf_set(1), far = vf_set(LINE_FAR);
  const vec_f p = c->p, d = c->d;
  const vf dd = vf_add(vf_mul(d.x, d.x), vf_mul(d.y, d.y));
  const mf parallel = vf_eq(dd, zero), across = vf_eq(d.z, zero);
  const vf by_dd = vf_div(one, vf_select(parallel, one, dd)), by_dz = vf_div(one, vf_select(across, one, d.z));
  const vf middle = vf_neg(vf_mul(vf_add(vf_mul(p.x, d.x), vf_mul(p.y, d.y)), by_dd));
  const vf x = vf_add(p.x, vf_mul(middle, d.x)), y = vf_add(p.y, vf_mul(middle, d.y));
  const vf cc = vf_add(vf_mul(x, x), vf_mul(y, y));
  const vf chord = vf_max(vf_sub(vf_mul(round->radius, round->radius), cc), zero);
  const vf reach = vf_select(parallel, far, vf_sqrt(vf_mul(chord, by_dd)));
  const vf level = vf_neg(vf_mul(p.z, by_dz)), tall = vf_select(across, far, vf_mul(round->half, vf_abs(by_dz)));
  // The slab of the caps and the disc hold the line in these intervals. A disc that misses it has the place nearest to
  // the axis.
  const vf slab0 = vf_sub(level, tall), slab1 = vf_add(level, tall);
  const vf disc0 = vf_sub(middle, reach), disc1 = vf_add(middle, reach);
  const vf lo = vf_max(slab0, disc0), hi = vf_min(slab1, disc1);
  const vf common = vf_mul(vf_add(unit_interval(lo), unit_interval(hi)), vf_set(0.5f));
  const mf before = vf_lt(slab1, disc0); // the slab is before the disc
  const vf edge = vf_select(before, slab1, slab0), from = vf_abs(vf_sub(middle, edge));
  const vf step = vf_sub(from, nearest_to_rim(round->radius, dd, d.z, cc, reach, from));
  const vf rim = unit_interval(vf_add(edge, vf_select(before, step, vf_neg(step))));
  return vf_select(vf_lt(hi, lo), rim, common);
}

LANE_INLINE void guess_at_cylinder(const core_lanes_f* core, point_or_segment* c, bool point, vf margin,
                                   solid_guess* out) {
  const round_core round = round_core_of(core);
  c->p = in_round_axes(core, &round, c->p);
  c->d = in_round_axes(core, &round, c->d);
  c->t = point ? vf_set(0) : nearest_to_cylinder(c, &round);
  const vec_f at = point_at_parameter(c), on = nearest_in_round(&round, at), v = sub_f(at, on);
  out->on = from_round_axes(core, &round, on);
  out->normal = from_round_axes(core, &round, point ? v : across_segment(c, v));
  out->within = deep_in_round(&round, margin, at);
}

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

#endif
