// Finds the nearest points of a cylinder and a box or another cylinder without a search. All is in the axes of one
// cylinder, the first core. Of the other core, the second, one feature is tried that is likely to be nearest:
//   - of a box the vertex, edge or face nearest to a point of the first, which is the one nearest to the box's place
//     nearest to the first's axis;
//   - of a cylinder its side, which is nearest where a capsule would be, then the disc and the rim of the nearer end.
// Each of them is taken against the whole of the first. A point is nearest wherever the nearest way back leads to it,
// so many guesses are right. All are proved by a support value, and the others are searched.
#ifndef LGJK_FORMULA_SOLID_PAIRS3_H
#define LGJK_FORMULA_SOLID_PAIRS3_H

#include "formula/solid_points3.h"

typedef struct solid_pair {
  const core_lanes_f *first, *second;
  round_core round, other; // other: of the second, if it is a cylinder
  vec_f q;                 // the second's centre
  vec_f axis[3];           // its axes; a cylinder has only its own, the last
  vec_f half;              // half extents of a box; a cylinder has only its half height, the last
  vf margin;
  vec_f y, x; // points of the first and the second that are nearest so far
  vec_f n;    // the direction from y to x, of any length
  mf within;  // lanes in which y is a common point, by more than a margin
} solid_pair;

LANE_INLINE vec_f to_first(const solid_pair* p, vec_f v) {
  return in_round_axes(p->first, &p->round, unrotate_f(&p->first->rotation, v));
}
LANE_INLINE vec_f from_first(const solid_pair* p, vec_f v) {
  return rotate_f(&p->first->rotation, from_round_axes(p->first, &p->round, v));
}

LANE_INLINE void take_if_nearer(solid_pair* p, mf lanes, vec_f y, vec_f x, vec_f n) {
  const vec_f now = sub_f(p->x, p->y), then = sub_f(x, y);
  const mf nearer = mf_and_not(mf_and(lanes, vf_lt(dot_f(then, then), dot_f(now, now))), p->within);
  p->y = select_vec_f(nearer, y, p->y);
  p->x = select_vec_f(nearer, x, p->x);
  p->n = select_vec_f(nearer, n, p->n);
}

LANE_INLINE void take_common(solid_pair* p, mf lanes, vec_f y) {
  p->y = select_vec_f(lanes, y, p->y);
  p->within = mf_or(p->within, lanes);
}

// Returns the point of the first that is farthest along d.
LANE_INLINE vec_f farthest_in_round(const round_core* c, vec_f d) {
  const vf across = vf_sqrt(vf_add(vf_mul(d.x, d.x), vf_mul(d.y, d.y)));
  const vf share = vf_div(c->radius, vf_select(vf_eq(across, vf_set(0)), vf_set(1), across));
  return (vec_f){vf_mul(d.x, share), vf_mul(d.y, share), vf_flip_sign(c->half, d.z)};
}

// ------------------------------------------------------------------ a box

// Returns the place on the box that is nearest to the first's axis, in the axes of the box.
LANE_INLINE vec_f nearest_to_axis(solid_pair* p) {
  const vec_f top = {p->axis[0].z, p->axis[1].z, p->axis[2].z}, centre = neg_f(in_axes(p->axis, p->q));
  thin_core c = {.d = scale_f(top, vf_add(p->round.half, p->round.half))};
  c.p = sub_f(centre, scale_f(top, p->round.half));
  c.t = nearest_to_box(&c, p->half);
  const vec_f at = thin_point(&c);
  take_common(p, deep_in_box(p->half, p->margin, at), add_f(p->q, from_axes(p->axis, at)));
  return nearest_in_box(p->half, at);
}

// Sets the line along the edge that `at` is on, or `at` itself on a face or a vertex. `up`: the normal of a face.
// Returns the lanes in which `at` is on a face.
LANE_INLINE mf feature_at(const solid_pair* p, vec_f at, thin_core* line, vec_f* up) {
  const vf c[3] = {at.x, at.y, at.z}, half[3] = {p->half.x, p->half.y, p->half.z};
  mf free[3];
  for (int k = 0; k < 3; ++k) free[k] = vf_lt(vf_abs(c[k]), half[k]);
  const mf face = mf_or(mf_and(free[0], mf_or(free[1], free[2])), mf_and(free[1], free[2]));
  line->p = add_f(p->q, from_axes(p->axis, at));
  line->d = *up = (vec_f){vf_set(0), vf_set(0), vf_set(0)};
  for (int k = 0; k < 3; ++k) {
    const mf edge = mf_and_not(free[k], face);
    line->p = select_vec_f(edge, sub_f(line->p, scale_f(p->axis[k], vf_add(c[k], half[k]))), line->p);
    line->d = select_vec_f(edge, scale_f(p->axis[k], vf_add(half[k], half[k])), line->d);
    *up = select_vec_f(free[k], *up, flip_vec_f(p->axis[k], c[k]));
  }
  return face;
}

LANE_INLINE void find_nearest_of_box(solid_pair* p) {
  const vec_f place = add_f(p->q, from_axes(p->axis, nearest_to_axis(p)));
  const vec_f back = in_axes(p->axis, sub_f(nearest_in_round(&p->round, place), p->q));
  thin_core line;
  vec_f up;
  const mf face = feature_at(p, nearest_in_box(p->half, back), &line, &up);
  line.t = nearest_to_cylinder(&line, &p->round);
  p->x = thin_point(&line);
  const vec_f y = nearest_in_round(&p->round, p->x);
  p->y = select_vec_f(p->within, p->y, y);
  p->n = straight_across(&line, sub_f(p->x, y));
  take_common(p, mf_and_not(deep_in_round(&p->round, p->margin, p->x), p->within), y);
  const vec_f low = farthest_in_round(&p->round, neg_f(up)), own = in_axes(p->axis, sub_f(low, p->q));
  take_if_nearer(p, face, low, add_f(p->q, from_axes(p->axis, nearest_in_box(p->half, own))), neg_f(up));
  take_common(p, mf_and(face, deep_in_box(p->half, p->margin, own)), low);
}

// ------------------------------------------------------------------ another cylinder

// Returns where y is along the second's axis, from its centre. `across`: where y is across the axis.
LANE_INLINE vf along_other(const solid_pair* p, vec_f y, vec_f* across) {
  const vec_f r = sub_f(y, p->q);
  const vf along = dot_f(p->axis[2], r);
  *across = sub_f(r, scale_f(p->axis[2], along));
  return along;
}

LANE_INLINE vec_f nearest_in_other(const solid_pair* p, vec_f y) {
  vec_f across;
  const vf along = along_other(p, y, &across), rho = vf_sqrt(dot_f(across, across)), one = vf_set(1);
  const mf outer = vf_lt(p->other.radius, rho);
  const vf share = vf_select(outer, vf_div(p->other.radius, vf_select(outer, rho, one)), one);
  return add_f(p->q, add_f(scale_f(across, share), scale_f(p->axis[2], clamped(along, p->half.z))));
}

LANE_INLINE mf deep_in_other(const solid_pair* p, vec_f y) {
  vec_f across;
  const vf along = along_other(p, y, &across);
  const vf inner = vf_max(vf_sub(p->other.radius, p->margin), vf_set(0));
  return mf_and(vf_lt(dot_f(across, across), vf_mul(inner, inner)), vf_lt(vf_abs(along), vf_sub(p->half.z, p->margin)));
}

// Takes a step of Newton's method for the squared distance between the first and a place on the second's rim. The place
// is in the unit direction u from the rim's centre `end`.
LANE_INLINE vec_f turn_along_rim(const solid_pair* p, vec_f end, vec_f u) {
  const vf zero = vf_set(0), one = vf_set(1), radius = p->other.radius;
  const vec_f x = add_f(end, scale_f(u, radius)), t = cross_f(p->axis[2], u);
  const vf rho = vf_sqrt(vf_add(vf_mul(x.x, x.x), vf_mul(x.y, x.y)));
  const mf outer = vf_lt(p->round.radius, rho), above = vf_lt(p->round.half, vf_abs(x.z));
  const vf inverse = vf_div(one, vf_select(outer, rho, one)), share = vf_mul(p->round.radius, inverse);
  const vf rest = vf_select(outer, vf_sub(one, share), zero); // the part of a move across the radius that stays
  const vec_f v = {vf_mul(x.x, rest), vf_mul(x.y, rest), vf_sub(x.z, clamped(x.z, p->round.half))};
  const vf outwards = vf_mul(vf_add(vf_mul(x.x, t.x), vf_mul(x.y, t.y)), inverse);
  const vf level = vf_mul(vf_add(vf_mul(t.x, t.x), vf_mul(t.y, t.y)), rest);
  const vf bend = vf_add(vf_select(outer, vf_add(level, vf_mul(share, vf_mul(outwards, outwards))), zero),
                         vf_select(above, vf_mul(t.z, t.z), zero));
  const vf slope = dot_f(v, t), curve = vf_sub(vf_mul(radius, bend), dot_f(v, u));
  const vf least = vf_mul(vf_set(RIM_BEND_MIN), radius), most = vf_set(RIM_TURN_MAX);
  const vec_f next = sub_f(u, scale_f(t, clamped(vf_div(slope, vf_max(curve, least)), most)));
  return scale_f(next, vf_div(one, vf_sqrt(dot_f(next, next))));
}

// Tries the second's rim around `end`, near y. `up`: the unit vector along the axis.
LANE_INLINE void try_rim_near(solid_pair* p, vec_f end, vec_f up, vec_f y) {
  const vec_f way = sub_f(y, end), once = sub_f(way, scale_f(up, dot_f(way, up)));
  const vec_f side = sub_f(once, scale_f(up, dot_f(once, up))); // twice, as much of what is left may be rounding
  const vf square = dot_f(side, side), least = vf_mul(vf_set(RIM_SIDE_SQUARE), dot_f(way, way));
  const mf some = vf_lt(vf_max(least, vf_set(LEAST_SQUARE)), square);
  const vec_f any = cross_f(up, unit_across(up.y, vf_neg(up.x)));
  const vec_f begin = select_vec_f(some, side, any);
  vec_f u = scale_f(begin, vf_div(vf_set(1), vf_sqrt(vf_select(some, square, dot_f(any, any)))));
  for (int k = 0; k < RIM_TURN_STEPS; ++k) u = turn_along_rim(p, end, u);
  const vec_f x = add_f(end, scale_f(u, p->other.radius)), on = nearest_in_round(&p->round, x);
  const vec_f t = cross_f(up, u), v = sub_f(x, on);
  take_if_nearer(p, mf_all(), on, x, sub_f(v, scale_f(t, dot_f(v, t))));
  take_common(p, mf_or(deep_in_round(&p->round, p->margin, x), deep_in_other(p, on)), on);
}

// Tries the disc at that end with two points of the first: the farthest towards it, and the nearest to its centre,
// which it returns.
LANE_INLINE vec_f try_disc(solid_pair* p, vec_f end, vec_f up) {
  const mf all = mf_all();
  const vec_f low = farthest_in_round(&p->round, up), y = nearest_in_round(&p->round, end);
  const vec_f over = nearest_in_other(p, y);
  take_if_nearer(p, all, y, over, sub_f(over, y));
  take_if_nearer(p, all, low, nearest_in_other(p, low), up);
  take_common(p, deep_in_other(p, low), low);
  return y;
}

LANE_INLINE void find_nearest_of_other(solid_pair* p) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f half = scale_f(p->axis[2], p->half.z);
  thin_core line = {.p = sub_f(p->q, half), .d = add_f(half, half)};
  line.t = nearest_to_cylinder(&line, &p->round);
  const vec_f at = thin_point(&line);
  p->y = nearest_in_round(&p->round, at);
  p->n = straight_across(&line, sub_f(at, p->y));
  // Between its ends the axis is nearest where the side is.
  const vf length = vf_sqrt(not_too_small(dot_f(p->n, p->n)));
  const vec_f side = sub_f(at, scale_f(p->n, vf_div(vf_min(p->other.radius, length), length)));
  const mf between = mf_and(vf_lt(zero, line.t), vf_lt(line.t, one));
  p->x = select_vec_f(between, side, nearest_in_other(p, p->y));
  p->n = select_vec_f(between, p->n, sub_f(p->x, p->y));
  take_common(p, deep_in_other(p, p->y), p->y);
  take_common(p, deep_in_round(&p->round, p->margin, at), at);
  const vec_f up = flip_vec_f(p->axis[2], vf_sub(vf_set(0.5f), line.t)); // from the nearer end
  const vec_f end = sub_f(p->q, scale_f(up, p->half.z));
  try_rim_near(p, end, up, try_disc(p, end, up));
}

// ------------------------------------------------------------------ either

LANE_INLINE void read_solids(const pair_frame_f* f, solid_pair* p) {
  const bool in_order = is_cylinder_core(f->a.core);
  p->first = in_order ? &f->a : &f->b;
  p->second = in_order ? &f->b : &f->a;
  p->round = round_core_of(p->first);
  p->q = to_first(p, in_order ? f->p : neg_f(f->p));
  p->margin = f->touch_band;
  p->within = mf_none();
  p->y = (vec_f){vf_set(0), vf_set(0), vf_set(0)}; // selections read it before it is found
  if (is_box_core(p->second->core)) {
    const vec_f axis[3] = {p->second->rotation.x, p->second->rotation.y, p->second->rotation.z};
    for (int k = 0; k < 3; ++k) p->axis[k] = to_first(p, axis[k]);
    p->half = coordinates_f(p->second, 0);
    return;
  }
  const matrix_f m = matrix_of_f(p->second);
  p->other = round_core_of(p->second);
  p->axis[2] = to_first(p, rotate_f(&p->second->rotation, scale_f(column_of(&m, 2), p->other.by_half)));
  p->half.z = p->other.half;
}

// Returns p->x in world axes around the second's position, moved into the second where rounding has left it.
LANE_INLINE vec_f second_point(const solid_pair* p) {
  const vec_f r = sub_f(p->x, p->q);
  if (is_box_core(p->second->core)) {
    return rotate_f(&p->second->rotation, nearest_in_box(p->half, in_axes(p->axis, r)));
  }
  const vec_f own = in_round_axes(p->second, &p->other, unrotate_f(&p->second->rotation, from_first(p, r)));
  const vec_f on = nearest_in_round(&p->other, own);
  return rotate_f(&p->second->rotation, from_round_axes(p->second, &p->other, on));
}

// Sets the nearest points of two such solids in the way of nearest_solid_points.
LANE_INLINE vec_f nearest_points_of_solids(const pair_frame_f* f, simplex_f* s) {
  solid_pair p;
  read_solids(f, &p);
  if (is_box_core(p.second->core)) {
    find_nearest_of_box(&p);
  } else {
    find_nearest_of_other(&p);
  }
  const bool in_order = p.first == &f->a;
  const vec_f first = from_first(&p, nearest_in_round(&p.round, p.y)), second = second_point(&p);
  const vec_f n = from_first(&p, p.n), a = in_order ? first : second, b = add_f(in_order ? second : first, f->p);
  s->inside = mf_and(s->active, p.within);
  s->active = mf_and_not(s->active, s->inside);
  s->p0.a = in_order ? a : select_vec_f(s->inside, b, a); // the first's point is the common one
  s->p0.w = sub_f(a, b);
  return in_order ? n : neg_f(n);
}

#endif
