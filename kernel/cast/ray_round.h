// Rays on their way, in double: a point that moves, or a ball (circle), against what it meets, its target. This file
// has what comes to a point or a segment with a radius.
//
// All is in the axes of the target, and counted from a base, the fraction where the ray is the nearest to the target's
// position: there coordinates are no larger than the target.
#ifndef LGJK_CAST_RAY_ROUND_H
#define LGJK_CAST_RAY_ROUND_H

#include "cast/gaps.h"

enum { RAY_HALVES = LANES / WIDE_LANES };

typedef struct ray_half {
  rotation_d turn;  // of the target
  vec_d place, way; // of the ray relative to the target, at the base, and how it moves
  vec_d p, v;       // the same in the target's axes
  vd base, ww;      // ww: the square of the way
  vd radius, radius_b, reach;
  md usable;
} ray_half;

// Where a ray enters, and leaves, from the base on. out: the normal there, outwards, of any length. Lanes that are not
// sure are left.
typedef struct ray_hit {
  vd enter, leave;
  vec_d out;
  md sure;
} ray_hit;

// Rays from farther away, or with a longer way, in reaches, would lose digits.
#define RAY_FARTHEST 1e6

LANE_INLINE void open_ray(const cast_job* job, const pair_block* block, const look_lanes* look, bool of_a,
                          unsigned half, ray_half* f) {
  const side_lanes *ray = of_a ? &block->a : &block->b, *target = of_a ? &block->b : &block->a;
  const vec_f way_r = of_a ? look->way_a : look->way_b, way_t = of_a ? look->way_b : look->way_a;
  vd turn[TURN];
  widen_all(target->pose + DIM, half, TURN, turn);
  const md turned = unit_d(turn, &f->turn);
  const vec_d start = sub_d(widen_all_of(position(ray), half), widen_all_of(position(target), half));
  f->way = sub_d(widen_all_of(way_r, half), widen_all_of(way_t, half));
  f->ww = dot_d(f->way, f->way);
  const vd none = vd_set(0), one = vd_set(1);
  const md moves = vd_lt(vd_set(1e-60), f->ww);
  f->base = vd_div(vd_neg(dot_d(start, f->way)), vd_select(moves, f->ww, one));
  f->place = add_d(start, scale_d(f->way, f->base));
  f->p = unrotate_d(&f->turn, f->place);
  f->v = unrotate_d(&f->turn, f->way);
  f->radius_b = vd_widen(block->b.radius, half);
  f->radius = vd_add(vd_add(vd_widen(block->a.radius, half), f->radius_b), vd_set(job->target));
  f->reach = vd_widen(look->reach, half);
  const vd far = vd_mul(vd_set(RAY_FARTHEST), f->reach);
  const md near = md_and(vd_le(extent_d(start), far), vd_le(extent_d(f->way), far));
  const md sized = md_and(vd_le(vd_set(1e-3), f->reach), vd_le(f->reach, vd_set(1e4)));
  f->usable = md_and(md_and(turned, moves), md_and(near, md_and(sized, vd_le(none, f->radius))));
}

// A fraction, and a gap, that are more than any.
#define RAY_FAR 1e300

// Returns the cross product, which in 2D is one number.
LANE_INLINE vec_d moment_of(vec_d a, vec_d b) {
#if DIM == 2
  return (vec_d){cross_d(a, b), vd_set(0)};
#else
  return cross_d(a, b);
#endif
}

// Where a ray touches the circle about a segment's line.
typedef struct ray_line {
  vd enter, share; // share: of the way from the segment's middle to its end, where the ray comes to it
  md on_side, apart;
} ray_line;

// q, v: of the ray, q relative to the segment's middle. A ray along the segment, and one to a point, comes to an end.
LANE_INLINE ray_line enter_line(const ray_half* f, vec_d q, vec_d d, vd dd, vd radius) {
  const vd none = vd_set(0), one = vd_set(1), dv = dot_d(d, f->v);
  const vec_d m = moment_of(q, d), n = moment_of(f->v, d);
  const vd nn = dot_d(n, n);
  const md crosses = vd_lt(vd_mul(vd_set(1e-30), vd_mul(dd, f->ww)), nn);
  const vd by = vd_div(one, vd_select(crosses, nn, one)), middle = vd_neg(vd_mul(dot_d(m, n), by));
  const vec_d beside = add_d(m, scale_d(n, vd_select(crosses, middle, none)));
  const vd root = vd_sub(vd_mul(radius, dd), dot_d(beside, beside));
  const vd enter = vd_sub(middle, vd_sqrt(vd_mul(vd_max(root, none), by)));
  const vd along = vd_div(vd_add(dot_d(d, q), vd_mul(enter, dv)), vd_select(vd_lt(none, dd), dd, one));
  const vd within = vd_min(vd_max(along, vd_set(-1)), one);
  const vd share = vd_select(crosses, within, vd_flip_sign(vd_set(-1), dv));
  return (ray_line){enter, share, md_and(crosses, vd_eq(share, along)), vd_lt(root, none)};
}

// Where a ray touches the circle about a segment's line, or the ball about the end that it comes to.
typedef struct ray_segment {
  vd enter, share; // share: as of ray_line
  vec_d e;         // the ray relative to the point at `share`, at the base
  md misses;
} ray_segment;

// q, d: as of enter_line. lines: false if all segments are points.
LANE_INLINE ray_segment enter_segment(const ray_half* f, vec_d q, vec_d d, bool lines) {
  const vd none = vd_set(0), radius = vd_mul(f->radius, f->radius), inverse = vd_div(vd_set(1), f->ww);
  ray_line line = {none, vd_flip_sign(vd_set(-1), dot_d(d, f->v)), md_from_bits(0), md_from_bits(0)};
  if (lines) line = enter_line(f, q, d, dot_d(d, d), radius);
  const vec_d e = sub_d(q, scale_d(d, line.share));
  const vd nearest = vd_neg(vd_mul(dot_d(e, f->v), inverse));
  const vec_d passing = add_d(e, scale_d(f->v, nearest));
  const vd rest = vd_sub(radius, dot_d(passing, passing)), more = vd_sqrt(vd_mul(vd_max(rest, none), inverse));
  return (ray_segment){.enter = vd_select(line.on_side, line.enter, vd_sub(nearest, more)),
                       .share = line.share,
                       .e = e,
                       .misses = md_or(line.apart, md_and_not(vd_lt(rest, none), line.on_side))};
}

// A ball at a segment, or at a point.
LANE_INLINE ray_hit enter_round(const ray_half* f, const vd* small) {
  const vd none = vd_set(0), one = vd_set(1), half = vd_set(0.5), radius = vd_mul(f->radius, f->radius);
  const vec_d from = from_array_d(small), to = from_array_d(small + DIM);
  const vec_d d = scale_d(sub_d(to, from), half), q = sub_d(f->p, scale_d(add_d(from, to), half));
  const vd dd = dot_d(d, d);
  const bool lines = md_any(vd_lt(none, dd));
  const ray_segment s = enter_segment(f, q, d, lines);
  // It is past the core if it begins outside.
  vec_d begin = sub_d(q, scale_d(f->v, f->base));
  if (lines) {
    const vd along = vd_div(dot_d(begin, d), vd_select(vd_lt(none, dd), dd, one));
    begin = sub_d(begin, scale_d(d, vd_min(vd_max(along, vd_set(-1)), one)));
  }
  const md past = md_and(vd_lt(vd_add(f->base, s.enter), none), vd_lt(radius, dot_d(begin, begin)));
  const vd leave = vd_select(md_or(s.misses, past), vd_set(-RAY_FAR), vd_set(RAY_FAR));
  return (ray_hit){s.enter, leave, add_d(s.e, scale_d(f->v, s.enter)), vd_lt(none, radius)};
}

#endif
