// Tries the normals of places where the rims of two cylinders meet, and all others of cylinder3.h.
//
// Four pairs of ends face each other, and each has a lune of normals. The value over it is the sum of two discs'
// values, less that of c between their centres. Along a half circle from the plane of both axes to the normal across
// both, it is the value of two ellipses. Its derivative again has the sign of a concave function, so Newton's method
// from the left finds the first least value. These values are compared along the lune. Newton's method goes down to the
// nearest point of the sum of the rims. It begins at the two lowest valleys and beside both caps, where valleys are
// narrow. That no valley is missed is found and not proved: docs/internals/formulas3.md says how.
#ifndef LGJK_FORMULA_CYLINDER_RIMS3_H
#define LGJK_FORMULA_CYLINDER_RIMS3_H

#include "formula/cylinder3.h"

// The normals between two ends.
typedef struct rim_lune {
  vec_f c;             // vector from the centre of this cylinder's rim to that of the other's
  vec_f from, mid, to; // unit normals in the plane of the axes, at both ends of the lune and in the middle
  vec_f across;        // unit, across both axes, on the side of c
  vec_f along;         // unit: the other cylinder's axis
} rim_lune;

typedef struct lowest_two {
  vf value[2];
  vec_f n[2];
} lowest_two;

LANE_INLINE void keep_lowest(lowest_two* s, mf m, vf value, vec_f n) {
  const mf first = mf_and(m, vf_lt(value, s->value[0])), second = mf_and(m, vf_lt(value, s->value[1]));
  s->n[1] = select_vec_f(first, s->n[0], select_vec_f(second, n, s->n[1]));
  s->value[1] = vf_select(first, s->value[0], vf_select(second, value, s->value[1]));
  s->n[0] = select_vec_f(first, n, s->n[0]);
  s->value[0] = vf_select(first, value, s->value[0]);
}

LANE_INLINE void find_lune(const cylinder_pair* p, int number, rim_lune* out) {
  const vf other = vf_set(number & 1 ? -1.0f : 1.0f), mirror = vf_set(number & 2 ? -1.0f : 1.0f), zero = vf_set(0);
  const vec_f z = {zero, zero, vf_set(1)};
  out->along = scale_f(p->along[0], other);
  out->c = sub_f(sub_f(scale_f(p->q, mirror), scale_f(z, p->own.half)), scale_f(p->edge[0], other));
  out->to = unit_across(out->along.x, out->along.y);
  const vf sine = vf_add(vf_mul(out->to.x, out->along.x), vf_mul(out->to.y, out->along.y));
  out->from = sub_f(scale_f(z, sine), scale_f(out->to, out->along.z));
  out->mid = unit_of(add_f(z, out->along));
  const vec_f across = {out->to.y, vf_neg(out->to.x), zero};
  const vf above = dot_f(out->c, across);
  out->across = (vec_f){vf_flip_sign(across.x, above), vf_flip_sign(across.y, above), zero};
}

// Returns the first least value over the half circle from k, in the plane of the axes, to the normal across both. `n`:
// its normal.
LANE_INLINE vf least_of_half_circle(const cylinder_pair* p, const rim_lune* lune, vec_f k, vec_f* n) {
  const vf zero = vf_set(0), one = vf_set(1), top = vf_set(RIM_STEEPEST);
  const vf radius[2] = {p->own.radius, p->radius};
  const vec_f over = cross_f(k, lune->along);
  const vf thin[2] = {vf_max(vf_add(vf_mul(k.x, k.x), vf_mul(k.y, k.y)), vf_set(RIM_THIN * RIM_THIN)),
                      vf_max(dot_f(over, over), vf_set(RIM_THIN * RIM_THIN))};
  const vf x = dot_f(lune->c, k), y = dot_f(lune->c, lune->across);
  vf t = zero;
  for (int step = 0; step < RIM_GUESSES; ++step) {
    vf value = vf_sub(vf_mul(x, t), y), slope = x;
    for (int i = 0; i < 2; ++i) {
      const vf inverse = vf_div(one, vf_sqrt(vf_add(vf_mul(t, t), thin[i])));
      const vf bent = vf_mul(vf_mul(radius[i], vf_sub(one, thin[i])), inverse);
      value = vf_add(value, vf_mul(bent, t));
      slope = vf_add(slope, vf_mul(vf_mul(bent, thin[i]), vf_mul(inverse, inverse)));
    }
    const mf rises = vf_lt(zero, slope);
    const vf next = vf_sub(t, vf_div(value, vf_select(rises, slope, one)));
    t = vf_max(vf_min(vf_select(rises, next, top), top), zero);
  }
  const vf square = vf_mul(t, t), cosine = vf_div(one, vf_sqrt(vf_add(one, square)));
  *n = scale_f(add_f(k, scale_f(lune->across, t)), cosine);
  const vf discs =
      vf_add(vf_mul(radius[0], vf_sqrt(vf_add(square, thin[0]))), vf_mul(radius[1], vf_sqrt(vf_add(square, thin[1]))));
  return vf_mul(vf_sub(vf_sub(discs, x), vf_mul(y, t)), cosine);
}

// Finds the two lowest half circles of a lune whose least values are less than those beside them.
LANE_INLINE void search_lune(const cylinder_pair* p, const rim_lune* lune, lowest_two* out) {
  const vf none = vf_set(HUGE_VALF);
  vf before = none, last = none;
  vec_f at = lune->mid;
  out->value[0] = out->value[1] = none;
  out->n[0] = out->n[1] = lune->mid;
  for (int i = 0; i <= 2 * RIM_CIRCLES; ++i) {
    const float share = (float)(i < RIM_CIRCLES ? RIM_CIRCLES - i : i - RIM_CIRCLES) / (float)RIM_CIRCLES;
    const vec_f end = i < RIM_CIRCLES ? lune->from : lune->to;
    vec_f n;
    const vf value = least_of_half_circle(p, lune, unit_of(blend_f(lune->mid, end, vf_set(share))), &n);
    keep_lowest(out, mf_and(vf_lt(last, before), vf_le(last, value)), last, at);
    before = last;
    last = value;
    at = n;
  }
  keep_lowest(out, vf_lt(last, before), last, at);
}

LANE_INLINE vec_f across_axis(vec_f v, vec_f axis) { return sub_f(v, scale_f(axis, dot_f(v, axis))); }

// Goes to the nearest point of the sum of the rims by Newton's method, from the rims' points in the directions u and v.
// Both turn by a small angle at a time.
LANE_INLINE void try_two_rims(cylinder_pair* p, const rim_lune* lune, vec_f u, vec_f v) {
  const vf one = vf_set(1), r1 = p->own.radius, r2 = p->radius, most = vf_set(RIM_TURN);
  vec_f w = sub_f(add_f(scale_f(u, r1), scale_f(v, r2)), lune->c);
  for (int step = 0; step < RIM_TURNS; ++step) {
    const vec_f s = {vf_neg(u.y), u.x, vf_set(0)}, t = cross_f(lune->along, v);
    const vf ws = dot_f(w, s), wt = dot_f(w, t);
    const vf ss = vf_sub(r1, dot_f(w, u)), tt = vf_sub(r2, dot_f(w, v)), st = dot_f(s, t);
    const vf area = vf_sub(vf_mul(ss, tt), vf_mul(vf_mul(r1, r2), vf_mul(st, st)));
    const mf convex = mf_and(vf_lt(vf_set(0), area), vf_lt(vf_set(0), ss));
    const vf inverse = vf_select(convex, vf_div(one, vf_select(convex, area, one)), vf_set(0));
    const vf by_u = vf_mul(vf_sub(vf_mul(vf_mul(r2, st), wt), vf_mul(tt, ws)), inverse);
    const vf by_v = vf_mul(vf_sub(vf_mul(vf_mul(r1, st), ws), vf_mul(ss, wt)), inverse);
    u = unit_of(add_f(u, scale_f(s, vf_max(vf_min(by_u, most), vf_neg(most)))));
    v = unit_of(add_f(v, scale_f(t, vf_max(vf_min(by_v, most), vf_neg(most)))));
    w = sub_f(add_f(scale_f(u, r1), scale_f(v, r2)), lune->c);
  }
  const vf square = dot_f(w, w);
  const mf none = vf_le(square, vf_set(LEAST_SQUARE));
  try_normal(p, select_vec_f(none, lune->mid, scale_f(w, vf_div(one, vf_sqrt(vf_select(none, one, square))))));
}

enum { RIM_STARTS = 4 };

// Sets where Newton's method begins: at the two lowest half circles, and beside both caps, where valleys are narrow.
// There the normal leans from the cap's to where the value falls.
LANE_INLINE void begin_rims(const cylinder_pair* p, const rim_lune* lune, const lowest_two* low, int start, vec_f* u,
                            vec_f* v) {
  const vec_f n = low->n[start & 1];
  if (start < 2) {
    *u = unit_across(n.x, n.y);
    *v = unit_of(across_axis(n, lune->along));
    return;
  }
  *u = lune->to;
  *v = unit_of(across_axis((vec_f){vf_set(0), vf_set(0), vf_set(1)}, lune->along));
  if (start == 2) {
    const vec_f at = sub_f(lune->c, scale_f(*v, p->radius));
    *u = unit_across(at.x, at.y);
  } else {
    *v = unit_of(across_axis(sub_f(lune->c, scale_f(*u, p->own.radius)), lune->along));
  }
}

LANE_INLINE void try_pairs_of_rims(cylinder_pair* p) {
  for (int number = 0; number < 4; ++number) {
    rim_lune lune;
    lowest_two low;
    find_lune(p, number, &lune);
    search_lune(p, &lune, &low);
    for (int i = 0; i < RIM_STARTS; ++i) {
      vec_f u, v;
      begin_rims(p, &lune, &low, i, &u, &v);
      try_two_rims(p, &lune, u, v);
    }
  }
}

static LANE_NOINLINE void find_cylinder_normal(cylinder_pair* p) {
  const vf zero = vf_set(0);
  try_normal(p, (vec_f){zero, zero, vf_set(1)});
  if (p->edges == 0) try_normal(p, unit_across(p->q.x, p->q.y));
  for (uint32_t i = 0; i < p->edges; ++i) {
    if (p->edges == 3 || p->both) try_normal(p, p->along[i]);
    if (!p->both) try_side(p, i);
    try_rims(p, i);
  }
  if (!p->both) return;
  try_normal(p, unit_across(p->along[0].y, vf_neg(p->along[0].x))); // the sides of both
  try_other_rims(p);
  try_pairs_of_rims(p);
}

#endif
