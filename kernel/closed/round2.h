// The nearest points of two points or ellipses, lane by lane of one or the other. Of the difference of round cores the
// support w along n is nearest to the origin where w and n are opposite. Near its support the difference is a circle
// of radius rho, the sum of both radii of curvature, and of that circle the nearest point lies along
//   n' = rho n / |n| - w:
// Newton's method on the angle, which is exact at once for circles. An evaluation takes 80 operations of the vector
// ports, two roots and a division: a third of what a step of a search takes.
//
// M (a matrix): the ellipse is M of the unit disc, u = M^T n, its support M u / |u|, its radius of curvature
// det(M)^2 |n|^3 / |u|^3.
#ifndef LGJK_CLOSED_ROUND2_H
#define LGJK_CLOSED_ROUND2_H

#include "block/frame.h"

// A core in world axes.
typedef struct round_core {
  mf point;
  vec_f at; // of a point; an ellipse is centred
  vf m[4];  // 0 of a point
  vf det;
} round_core;

typedef struct round_lanes {
  round_core a, b;
  mf points; // lanes in which both cores are points
  mf tame;   // other lanes, in which evaluations cannot leave the range of a float
  vec_f n;   // from A to B
} round_lanes;

// Lanes whose core is a point or an ellipse.
LANE_FN mf round_cores(const side_lanes* side) {
  const vf core = vf_convert(header_core(side->header[HEADER_CORE]));
  return mf_or(vf_eq(core, vf_set(LGJK_CORE2_POINT)), vf_eq(core, vf_set(LGJK_CORE2_ELLIPSE)));
}

// all_points: all lanes hold points.
LANE_FN void place_round(const side_lanes* side, const core_lanes_f* core, bool all_points, round_core* out) {
  const rotation_f* r = &core->rotation;
  const vf zero = vf_set(0), xx = row_f(core, 0), xy = row_f(core, 1), yx = row_f(core, 2), yy = row_f(core, 3);
  out->at = rotate_f(r, coordinates_f(core, 0));
  if (all_points) return;
  out->point = mf_and_not(mf_from_bits(UINT32_MAX), curved_lanes(side));
  out->m[0] = vf_select(out->point, zero, vf_sub(vf_mul(r->c, xx), vf_mul(r->s, yx)));
  out->m[1] = vf_select(out->point, zero, vf_sub(vf_mul(r->c, xy), vf_mul(r->s, yy)));
  out->m[2] = vf_select(out->point, zero, vf_add(vf_mul(r->s, xx), vf_mul(r->c, yx)));
  out->m[3] = vf_select(out->point, zero, vf_add(vf_mul(r->s, xy), vf_mul(r->c, yy)));
  out->det = vf_sub(vf_mul(out->m[0], out->m[3]), vf_mul(out->m[1], out->m[2]));
}

// Lanes whose core is a point, or an ellipse that is neither slender nor small beside the pair.
LANE_FN mf is_tame(const side_lanes* side, const round_core* core, const pair_frame_f* f) {
  const vf bound = side->header[HEADER_BOUND], inner = side->header[HEADER_INNER];
  const mf sturdy = vf_le(vf_mul(vf_set(ROUND_ASPECT_MIN), bound), inner);
  return mf_or(core->point, mf_and(sturdy, vf_le(vf_mul(vf_set(ROUND_SIZE_MIN), f->scale), bound)));
}

LANE_FN vec_f image_of(const round_core* c, vec_f u) {
  return (vec_f){vf_add(vf_mul(c->m[0], u.x), vf_mul(c->m[1], u.y)),
                 vf_add(vf_mul(c->m[2], u.x), vf_mul(c->m[3], u.y))};
}

LANE_FN vec_f transposed_image(const round_core* c, vec_f n) {
  return (vec_f){vf_add(vf_mul(c->m[0], n.x), vf_mul(c->m[2], n.y)),
                 vf_add(vf_mul(c->m[1], n.x), vf_mul(c->m[3], n.y))};
}

// What an ellipse adds to the first direction: g = |M^T p|, and M M^T as (xx, xy, yy); of a point g is 1 and the matrix
// 0, which leaves the other core alone.
typedef struct round_guess {
  vf g, true_g, xx, xy, yy;
} round_guess;

LANE_FN round_guess guess_of(const round_core* core, vf unit, vec_f p) {
  round_core scaled;
  const round_core* c = &scaled;
  for (int i = 0; i < 4; ++i) scaled.m[i] = vf_mul(core->m[i], unit);
  const vec_f u = transposed_image(c, p);
  round_guess out;
  out.true_g = vf_sqrt(dot_f(u, u));
  out.g = vf_select(core->point, vf_set(1), out.true_g);
  out.xx = vf_add(vf_mul(c->m[0], c->m[0]), vf_mul(c->m[1], c->m[1]));
  out.xy = vf_add(vf_mul(c->m[0], c->m[2]), vf_mul(c->m[1], c->m[3]));
  out.yy = vf_add(vf_mul(c->m[2], c->m[2]), vf_mul(c->m[3], c->m[3]));
  return out;
}

// The first direction. Of an ellipse of matrix Q = M M^T and a point p, the normal at the nearest point is
// (Q + t)^-1 p, and of a circle t is its radius times the distance. With support values h = g / |p| along p, the sum of
// two ellipses has about the matrix (ha + hb) (Qa / ha + Qb / hb), and t is about (ha + hb) (|p| - ha - hb); all times
// what makes divisions needless.
LANE_FN vec_f guess_direction(const pair_frame_f* f, const round_lanes* r) {
  const vf unit = vf_div(vf_set(1), f->scale);
  const vec_f p = scale_f(f->p, unit);
  const round_guess a = guess_of(&r->a, unit, p), b = guess_of(&r->b, unit, p);
  const vf pp = dot_f(p, p), wa = vf_mul(pp, b.g), wb = vf_mul(pp, a.g), sum = vf_add(a.true_g, b.true_g);
  const vf t = vf_mul(vf_mul(a.g, b.g), vf_max(vf_sub(pp, sum), vf_set(0)));
  const vf xx = vf_add(vf_add(vf_mul(wa, a.xx), vf_mul(wb, b.xx)), t);
  const vf yy = vf_add(vf_add(vf_mul(wa, a.yy), vf_mul(wb, b.yy)), t);
  const vf xy = vf_add(vf_mul(wa, a.xy), vf_mul(wb, b.xy));
  return (vec_f){vf_sub(vf_mul(yy, p.x), vf_mul(xy, p.y)), vf_sub(vf_mul(xx, p.y), vf_mul(xy, p.x))};
}

LANE_FN void begin_round(const pair_block* block, const pair_frame_f* f, bool all_points, round_lanes* out) {
  place_round(&block->a, &f->a, all_points, &out->a);
  place_round(&block->b, &f->b, all_points, &out->b);
  out->n = first_direction_f(f);
  if (all_points) return;
  out->points = mf_and(out->a.point, out->b.point);
  out->tame = mf_and_not(mf_and(is_tame(&block->a, &out->a, f), is_tame(&block->b, &out->b, f)), out->points);
  out->n = guess_direction(f, out);
}

typedef struct round_support {
  vec_f a, b;  // of A along n, of B against it, each about its own position
  vf rho;      // the sum of the radii of curvature, over |n|
} round_support;

LANE_FN round_support find_round_support(const round_lanes* r) {
  const vec_f n = r->n, ua = transposed_image(&r->a, n), ub = transposed_image(&r->b, n);
  const vf least = vf_set(LEAST_SQUARE);
  const vf la = vf_sqrt(vf_max(dot_f(ua, ua), least)), lb = vf_sqrt(vf_max(dot_f(ub, ub), least));
  const vf inverse = vf_div(vf_set(1), vf_mul(la, lb)), ia = vf_mul(inverse, lb), ib = vf_mul(inverse, la);
  const vf da = vf_mul(r->a.det, ia), db = vf_mul(r->b.det, ib);
  round_support out;
  out.a = select_vec_f(r->a.point, r->a.at, image_of(&r->a, scale_f(ua, ia)));
  out.b = select_vec_f(r->b.point, r->b.at, neg_f(image_of(&r->b, scale_f(ub, ib))));
  out.rho = vf_mul(dot_f(n, n), vf_add(vf_mul(vf_mul(da, da), ia), vf_mul(vf_mul(db, db), ib)));
  return out;
}

// Lanes in which w, a point of the difference, is as near as the difference is, within gap, a distance, and off the
// normal n by at most `bend`: the difference is beyond the line across n through w. With c = |w x n|, the distance of
// that line is |w| cos, and |w| (1 - cos) <= |w| sin^2 = c^2 / (|w| |n|^2).
LANE_FN mf round_closes(vec_f w, vec_f n, vf gap, vf bend) {
  const vf c = cross_f(w, n);
  const vf most = vf_mul(vf_min(vf_mul(gap, size_f(w)), vf_mul(bend, bend)), dot_f(n, n));
  return mf_and(vf_lt(dot_f(w, n), vf_set(0)), vf_lt(vf_max(vf_mul(c, c), vf_set(ROUND_SQUARE_MIN)), most));
}

// The first evaluation, with which few lanes would end: it turns the direction.
LANE_FN void turn_round(const pair_frame_f* f, round_lanes* r) {
  const round_support at = find_round_support(r);
  r->n = sub_f(scale_f(r->n, at.rho), sub_f(at.a, add_f(at.b, f->p)));
}

// One evaluation in the tame lanes: those that it ends keep their direction, and so end with the next as well. reaches:
// whether a support plane beyond the reach ends lanes.
LANE_FN void evaluate_round(const pair_frame_f* f, const search_bounds_f* bounds, bool reaches, vf bend, round_lanes* r,
                            simplex_f* s) {
  const round_support at = find_round_support(r);
  const vec_f n = r->n, w = sub_f(at.a, add_f(at.b, f->p));
  s->p0.w = w;
  s->p0.a = at.a;
  mf ended = round_closes(w, n, bounds->gap, bend);
  s->converged = mf_and(ended, r->tame);
  if (reaches) {
    const vf square = vf_mul(vf_mul(f->scale, f->scale), dot_f(n, n));
    s->active = mf_and(r->tame, vf_le(vf_set(ROUND_REACH_SQUARE), square));
    s->separated = mf_from_bits(0);
    end_separated_f(s, bounds, dot_f(w, n), n);
    s->converged = mf_and_not(s->converged, s->separated);
    ended = mf_or(ended, s->separated);
  }
  s->active = mf_and_not(r->tame, ended);
  r->n = select_vec_f(ended, n, sub_f(scale_f(n, at.rho), w));
}

// Whether m, about the centre, is inside the ellipse by `margin`: there |M^-1 m| <= 1 - margin / inner, inner being the
// radius of a circle inside.
LANE_FN mf round_holds(const round_core* c, vf inner, vec_f m, vf margin) {
  const vec_f k = {vf_sub(vf_mul(c->m[3], m.x), vf_mul(c->m[1], m.y)),
                   vf_sub(vf_mul(c->m[0], m.y), vf_mul(c->m[2], m.x))};
  const vf room = vf_mul(c->det, vf_max(vf_sub(inner, margin), vf_set(0))), most = vf_mul(room, room);
  const vec_f reached = scale_f(k, inner);
  return mf_and(vf_lt(dot_f(reached, reached), most), vf_lt(vf_set(LEAST_SQUARE), most));
}

// Lanes whose cores have a common point by the touch band, and that point about A's position: both cores shrunk alike
// until their supports along n are on one line, between those two points.
LANE_FN mf find_round_common(const pair_block* block, const pair_frame_f* f, const round_lanes* r, vec_f* common) {
  const round_support at = find_round_support(r);
  const vf zero = vf_set(0), high_a = dot_f(at.a, r->n), high_b = vf_neg(dot_f(at.b, r->n));
  const vf sum = vf_add(high_a, high_b);
  const vf share = vf_max(zero, vf_div(dot_f(f->p, r->n), vf_select(vf_lt(zero, sum), sum, vf_set(1))));
  const vec_f between = blend_f(scale_f(at.a, share), add_f(f->p, scale_f(at.b, share)), vf_set(0.5f));
  const vec_f point_b = add_f(f->p, r->b.at);
  const vec_f m = select_vec_f(r->a.point, r->a.at, select_vec_f(r->b.point, point_b, between));
  const vf inner_a = block->a.header[HEADER_INNER], inner_b = block->b.header[HEADER_INNER];
  const mf in_a = mf_or(r->a.point, round_holds(&r->a, inner_a, m, f->touch_band));
  const mf in_b = mf_or(r->b.point, round_holds(&r->b, inner_b, sub_f(m, f->p), f->touch_band));
  *common = m;
  return mf_and_not(mf_and(in_a, in_b), r->points);
}

#endif
