// Finds the nearest points of two points or ellipses; each lane may have either. The support w of the difference along
// n is nearest to the origin where w and n are opposite. Near its support the difference is a circle of radius rho, the
// sum of both radii of curvature. The nearest point of that circle lies along
//   n' = rho n / |n| - w:
// this is Newton's method on the angle, which is exact at once for circles. An evaluation takes 80 operations of the
// vector ports, two of them roots and two divisions: a third of what a search step takes.
//
// The matrix M maps the unit disc to the ellipse. With u = M^T n its support is M u / |u|, and its radius of curvature
// is det(M)^2 |n|^3 / |u|^3.
#ifndef LGJK_GJK_ELLIPSES2_H
#define LGJK_GJK_ELLIPSES2_H

#include "gjk/gjk.h"

// A core in world axes, about its centre. A point is its own centre.
typedef struct round_core {
  vf m[4]; // 0 for a point
  vf det;
} round_core;

typedef struct round_lanes {
  round_core a, b;
  vec_f p; // vector from A's centre to B's
  vec_f n; // direction from A to B
} round_lanes;

// What a packed shape holds about a core.
typedef struct round_kind {
  mf point;        // lanes in which it is a point; in the others it is an ellipse
  vf bound, inner; // radii of circles around the core and inside it
} round_kind;

// The centres of both cores, and what kind they are.
typedef struct round_centres {
  mf point_a, point_b; // lanes in which A, or B, is a point
  mf in_float_range;   // other lanes, in which evaluations cannot leave the range of a float
  vec_f at;            // A's centre, about A's position: 0 for an ellipse
} round_centres;

LANE_INLINE vec_f centre_of_point(const core_lanes_f* core) {
  return rotate_f(&core->rotation, coordinates_f(core, 0));
}

LANE_INLINE void turn_ellipse(const core_lanes_f* core, mf point, round_core* out) {
  const rotation_f* r = &core->rotation;
  const vf zero = vf_set(0), xx = core_float_f(core, 0), xy = core_float_f(core, 1), yx = core_float_f(core, 2),
           yy = core_float_f(core, 3);
  out->m[0] = vf_select(point, zero, vf_sub(vf_mul(r->c, xx), vf_mul(r->s, yx)));
  out->m[1] = vf_select(point, zero, vf_sub(vf_mul(r->c, xy), vf_mul(r->s, yy)));
  out->m[2] = vf_select(point, zero, vf_add(vf_mul(r->s, xx), vf_mul(r->c, yx)));
  out->m[3] = vf_select(point, zero, vf_add(vf_mul(r->s, xy), vf_mul(r->c, yy)));
  out->det = vf_sub(vf_mul(out->m[0], out->m[3]), vf_mul(out->m[1], out->m[2]));
}

// Returns the lanes whose core is a point, or an ellipse neither slender nor small beside the pair.
LANE_INLINE mf is_in_float_range(const round_kind* kind, vf scale) {
  const mf sturdy = vf_le(vf_mul(vf_set(ROUND_ASPECT_MIN), kind->bound), kind->inner);
  return mf_or(kind->point, mf_and(sturdy, vf_le(vf_mul(vf_set(ROUND_SIZE_MIN), scale), kind->bound)));
}

LANE_INLINE vec_f image_of(const round_core* c, vec_f u) {
  return (vec_f){vf_add(vf_mul(c->m[0], u.x), vf_mul(c->m[1], u.y)),
                 vf_add(vf_mul(c->m[2], u.x), vf_mul(c->m[3], u.y))};
}

LANE_INLINE vec_f transposed_image(const round_core* c, vec_f n) {
  return (vec_f){vf_add(vf_mul(c->m[0], n.x), vf_mul(c->m[2], n.y)),
                 vf_add(vf_mul(c->m[1], n.x), vf_mul(c->m[3], n.y))};
}

// M M^T of an ellipse as (xx, xy, yy), and det(M), in a unit of length; 0 for a point.
typedef struct round_square {
  vf xx, xy, yy, det;
} round_square;

LANE_INLINE round_square square_of(const round_core* c, vf unit2) {
  round_square out;
  out.xx = vf_mul(vf_add(vf_mul(c->m[0], c->m[0]), vf_mul(c->m[1], c->m[1])), unit2);
  out.xy = vf_mul(vf_add(vf_mul(c->m[0], c->m[2]), vf_mul(c->m[1], c->m[3])), unit2);
  out.yy = vf_mul(vf_add(vf_mul(c->m[2], c->m[2]), vf_mul(c->m[3], c->m[3])), unit2);
  out.det = vf_mul(c->det, unit2);
  return out;
}

LANE_INLINE vec_f square_image(const round_square* q, vec_f n) {
  return (vec_f){vf_add(vf_mul(q->xx, n.x), vf_mul(q->xy, n.y)), vf_add(vf_mul(q->xy, n.x), vf_mul(q->yy, n.y))};
}

// Returns 1 / sqrt(x) within 7e-4, for directions that the next evaluation puts right. It halves the exponent by a
// shift. One step of Newton's method follows, whose constants are those of the least error (Kadlec).
LANE_INLINE vf rough_inverse_root(vf x) {
  const vf y = vf_of(vi_sub(vi_set(0x5F1FFFF9u), vi_shr(vi_of(x), 1)));
  return vf_mul(vf_mul(vf_set(0.703952253f), y), vf_sub(vf_set(2.38924456f), vf_mul(vf_mul(x, y), y)));
}

// The parts of supports along n that take roots: M^T n, or Q n, of both cores, and one over |M^T n|.
typedef struct round_roots {
  vec_f ua, ub;
  vf ia, ib;
} round_roots;

// Computes the squares of both cores in the unit of length in which p is scale_f(p, unit_power(scale)).
LANE_INLINE void find_squares(const round_lanes* r, vf scale, round_square* a, round_square* b) {
  const vf unit = unit_power(scale), unit2 = vf_mul(unit, unit);
  *a = square_of(&r->a, unit2);
  *b = square_of(&r->b, unit2);
}

// Returns |M^T p|, in that unit.
LANE_INLINE vf size_along(const round_square* q, vec_f p) {
  return vf_sqrt(vf_max(dot_f(p, square_image(q, p)), vf_set(0)));
}

// Returns the first direction. For an ellipse of matrix Q = M M^T and a point p, the normal at the nearest point is (Q
// + t)^-1 p; for a circle t is its radius times the distance. The support values along p are h = g / |p|, with g = |M^T
// p|. The sum of two ellipses then has about the matrix (ha + hb) (Qa / ha + Qb / hb). Its t is about (ha + hb) (|p| -
// ha - hb). All is multiplied by what makes divisions needless. For a point g is 1 and Q is 0, which leaves the other
// core alone.
LANE_INLINE vec_f guess_direction(const round_square* a, const round_square* b, vec_f p, vf true_ga, vf true_gb,
                                  mf point_a, mf point_b) {
  const vf one = vf_set(1), zero = vf_set(0);
  const vf ga = vf_select(point_a, one, true_ga), gb = vf_select(point_b, one, true_gb);
  const vf pp = dot_f(p, p), wa = vf_mul(pp, gb), wb = vf_mul(pp, ga), sum = vf_add(true_ga, true_gb);
  const vf t = vf_mul(vf_mul(ga, gb), vf_max(vf_sub(pp, sum), zero));
  const vf xx = vf_add(vf_add(vf_mul(wa, a->xx), vf_mul(wb, b->xx)), t);
  const vf yy = vf_add(vf_add(vf_mul(wa, a->yy), vf_mul(wb, b->yy)), t);
  const vf xy = vf_add(vf_mul(wa, a->xy), vf_mul(wb, b->xy));
  return (vec_f){vf_sub(vf_mul(yy, p.x), vf_mul(xy, p.y)), vf_sub(vf_mul(xx, p.y), vf_mul(xy, p.x))};
}

// Begins the first evaluation, which only turns the direction, since few lanes would end there. It uses M M^T, which
// loses digits of slender ellipses that no direction needs.
LANE_INLINE void begin_turn(const round_square* a, const round_square* b, vec_f n, round_roots* out) {
  const vf least = vf_set(LEAST_SQUARE);
  out->ua = square_image(a, n);
  out->ub = square_image(b, n);
  out->ia = rough_inverse_root(vf_max(dot_f(n, out->ua), least));
  out->ib = rough_inverse_root(vf_max(dot_f(n, out->ub), least));
}

LANE_INLINE vec_f end_turn(const round_square* a, const round_square* b, const round_roots* at, vec_f p, vec_f n) {
  const vf da = vf_mul(a->det, at->ia), db = vf_mul(b->det, at->ib);
  const vf rho = vf_mul(dot_f(n, n), vf_add(vf_mul(vf_mul(da, da), at->ia), vf_mul(vf_mul(db, db), at->ib)));
  const vec_f w = sub_f(add_f(scale_f(at->ua, at->ia), scale_f(at->ub, at->ib)), p);
  return sub_f(scale_f(n, rho), w);
}

// Sets cores and centres. `all_points`: all lanes hold points.
LANE_INLINE void begin_round(const round_kind kind[2], const pair_frame_f* f, bool all_points, round_lanes* out,
                             round_centres* centres) {
  const vec_f zeros = {vf_set(0), vf_set(0)}, at_a = centre_of_point(&f->a), at_b = centre_of_point(&f->b);
  centres->point_a = all_points ? mf_all() : kind[0].point;
  centres->point_b = all_points ? mf_all() : kind[1].point;
  centres->at = all_points ? at_a : select_vec_f(centres->point_a, at_a, zeros);
  out->p = sub_f(add_f(all_points ? at_b : select_vec_f(centres->point_b, at_b, zeros), f->p), centres->at);
  centres->in_float_range = mf_none();
  out->n = out->p;
  if (all_points) return;
  turn_ellipse(&f->a, centres->point_a, &out->a);
  turn_ellipse(&f->b, centres->point_b, &out->b);
  const mf in_float_range = mf_and(is_in_float_range(&kind[0], f->scale), is_in_float_range(&kind[1], f->scale));
  centres->in_float_range = mf_and_not(in_float_range, mf_and(centres->point_a, centres->point_b));
}

typedef struct round_support {
  vec_f a, b; // supports of A along n and of B against it, each about its own centre
  vf rho;     // the sum of the radii of curvature, over |n|
} round_support;

LANE_INLINE round_roots find_round_roots(const round_lanes* r) {
  round_roots out;
  const vf least = vf_set(LEAST_SQUARE);
  out.ua = transposed_image(&r->a, r->n);
  out.ub = transposed_image(&r->b, r->n);
  out.ia = vf_div(vf_set(1), vf_sqrt(vf_max(dot_f(out.ua, out.ua), least)));
  out.ib = vf_div(vf_set(1), vf_sqrt(vf_max(dot_f(out.ub, out.ub), least)));
  return out;
}

LANE_INLINE round_support find_round_support(const round_lanes* r, const round_roots* at) {
  const vf da = vf_mul(r->a.det, at->ia), db = vf_mul(r->b.det, at->ib);
  round_support out;
  out.a = image_of(&r->a, scale_f(at->ua, at->ia));
  out.b = neg_f(image_of(&r->b, scale_f(at->ub, at->ib)));
  out.rho = vf_mul(dot_f(r->n, r->n), vf_add(vf_mul(vf_mul(da, da), at->ia), vf_mul(vf_mul(db, db), at->ib)));
  return out;
}

// The conditions that end an evaluation.
typedef struct round_bounds {
  bool reaches;       // a support plane beyond the reach ends lanes
  bool checks_normal; // w has to be off the normal by at most `bend`, too
  vf scale, reach, gap, bend;
} round_bounds;

// Returns the lanes in which w, a point of the difference, is as near as the difference is, within the gap, a distance.
// If `checks_normal`, w is also off the normal n by at most `bend`. The difference is beyond the line across n through
// w. With c = |w x n|, the distance of that line is |w| cos, and |w| (1 - cos) <= |w| sin^2 = c^2 / (|w| |n|^2).
LANE_INLINE mf round_closes(const round_bounds* bounds, vec_f w, vec_f n) {
  const vf c = cross_f(w, n), by_gap = vf_mul(bounds->gap, size_f(w));
  const vf square = bounds->checks_normal ? vf_min(by_gap, vf_mul(bounds->bend, bounds->bend)) : by_gap;
  const vf most = vf_mul(square, dot_f(n, n));
  return mf_and(vf_lt(dot_f(w, n), vf_set(0)), vf_lt(vf_max(vf_mul(c, c), vf_set(ROUND_SQUARE_MIN)), most));
}

// The result of an evaluation.
typedef struct round_step {
  vec_f w, a; // the difference, and A's support about its centre
  mf converged, separated;
} round_step;

// Returns the lanes whose support plane across n through w is farther from the origin than the reach.
LANE_INLINE mf round_beyond(const round_bounds* bounds, vec_f w, vec_f n) {
  const vf h = dot_f(w, n), nn = dot_f(n, n), square = vf_mul(vf_mul(bounds->scale, bounds->scale), nn);
  const vf least = vf_max(vf_mul(vf_mul(bounds->reach, bounds->reach), nn), vf_set(LEAST_SQUARE));
  const mf behind = mf_and(vf_lt(h, vf_set(0)), vf_le(vf_set(LEAST_DIRECTION_SQUARE), nn));
  return mf_and(mf_and(behind, vf_le(vf_set(ROUND_REACH_SQUARE), square)), vf_lt(least, vf_mul(h, h)));
}

// Evaluates once. Lanes that this ends keep their direction, and so end with the next evaluation as well.
LANE_INLINE void evaluate_round(const round_bounds* bounds, round_lanes* r, const round_roots* roots, round_step* out) {
  const round_support at = find_round_support(r, roots);
  const vec_f n = r->n, w = sub_f(at.a, add_f(at.b, r->p));
  out->w = w;
  out->a = at.a;
  mf ended = out->converged = round_closes(bounds, w, n);
  out->separated = mf_none();
  if (bounds->reaches) {
    out->separated = round_beyond(bounds, w, n);
    out->converged = mf_and_not(out->converged, out->separated);
    ended = mf_or(ended, out->separated);
  }
  r->n = select_vec_f(ended, n, sub_f(scale_f(n, at.rho), w));
}

// Returns the lanes in which m, about the centre, is inside the ellipse by `margin`: there |M^-1 m| <= 1 - margin /
// inner. `inner`: the radius of a circle inside.
LANE_INLINE mf round_holds(const round_core* c, vf inner, vec_f m, vf margin) {
  const vec_f k = {vf_sub(vf_mul(c->m[3], m.x), vf_mul(c->m[1], m.y)),
                   vf_sub(vf_mul(c->m[0], m.y), vf_mul(c->m[2], m.x))};
  const vf room = vf_mul(c->det, vf_max(vf_sub(inner, margin), vf_set(0))), most = vf_mul(room, room);
  const vec_f reached = scale_f(k, inner);
  return mf_and(vf_lt(dot_f(reached, reached), most), vf_lt(vf_set(LEAST_SQUARE), most));
}

// Returns the lanes whose cores have a common point by the touch band. `common`: that point about A's centre. Both
// cores are shrunk alike until their supports along n are on one line; the point is between these two. `inner`: radii
// of circles inside the cores.
LANE_INLINE mf find_round_common(const round_lanes* r, mf point_a, mf point_b, const vf inner[2], vf touch_band,
                                 vec_f* common) {
  const round_roots roots = find_round_roots(r);
  const round_support at = find_round_support(r, &roots);
  const vf zero = vf_set(0), high_a = dot_f(at.a, r->n), high_b = vf_neg(dot_f(at.b, r->n));
  const vf sum = vf_add(high_a, high_b);
  const vf share = vf_max(zero, vf_div(dot_f(r->p, r->n), vf_select(vf_lt(zero, sum), sum, vf_set(1))));
  const vec_f zeros = {zero, zero};
  const vec_f between = blend_f(scale_f(at.a, share), add_f(r->p, scale_f(at.b, share)), vf_set(0.5f));
  const vec_f m = select_vec_f(point_a, zeros, select_vec_f(point_b, r->p, between));
  const mf in_a = mf_or(point_a, round_holds(&r->a, inner[0], m, touch_band));
  const mf in_b = mf_or(point_b, round_holds(&r->b, inner[1], sub_f(m, r->p), touch_band));
  *common = m;
  return mf_and_not(mf_and(in_a, in_b), mf_and(point_a, point_b));
}

#endif
