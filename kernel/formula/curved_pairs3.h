// Finds the nearest points of two cylinders, cones, ellipsoids or boxes without a search. Projecting a place on B and
// the result on A, back and forth, converges to the nearest points; the nearer two round cores, the slower. Newton's
// method solves for the limit. Both projections have closed forms (projections3.h), and so have their derivatives:
//   z + step = P_A(P_B(z)) + JA JB step.
// The result is a guess, proved by one support value.
//
// Cores that meet are taken again, both smaller by the same factor. One place divides the way between the smaller
// cores' nearest points in the ratio of their heights. It is in both whole cores unless these barely touch.
#ifndef LGJK_FORMULA_CURVED_PAIRS3_H
#define LGJK_FORMULA_CURVED_PAIRS3_H

#include "formula/projections3.h"

// Applies the derivative of a projection to a vector, by shares of its tangents.
LANE_INLINE void apply_derivative(const projected* p, vf t, vf g, vf* out_t, vf* out_g) {
  *out_t = vf_add(vf_mul(p->tt, t), vf_mul(p->tg, g));
  *out_g = vf_add(vf_mul(p->tg, t), vf_mul(p->gg, g));
}

// Returns the place whose projection on B, projected on A, is itself, as far as derivatives tell. `b` is the projection
// of z on B, `a` that of b's point on A. In the plane of B's tangents this is two equations for c, the step along them:
//   c = (t_B, g_B) miss + K JB c,  K = (t_B, g_B)' JA (t_B, g_B).
LANE_INLINE vec_f newton_place(vec_f z, const projected* a, const projected* b) {
  const vf one = vf_set(1), damp = vf_set(PROJECTION_DAMP);
  const vec_f miss = sub_f(a->at, z);
  const vf miss_t = dot_f(b->t, miss), miss_g = dot_f(b->g, miss);
  // Columns: the images of B's tangents under the derivative of A's projection.
  vf t_t, t_g, g_t, g_g;
  const vf tt = dot_f(a->t, b->t), gt = dot_f(a->g, b->t), tg = dot_f(a->t, b->g), gg = dot_f(a->g, b->g);
  apply_derivative(a, tt, gt, &t_t, &t_g);
  apply_derivative(a, tg, gg, &g_t, &g_g);
  const vf k_tt = vf_mul(damp, vf_add(vf_mul(tt, t_t), vf_mul(gt, t_g)));
  const vf k_tg = vf_mul(damp, vf_add(vf_mul(tt, g_t), vf_mul(gt, g_g)));
  const vf k_gg = vf_mul(damp, vf_add(vf_mul(tg, g_t), vf_mul(gg, g_g)));
  const vf m00 = vf_sub(one, vf_add(vf_mul(k_tt, b->tt), vf_mul(k_tg, b->tg)));
  const vf m01 = vf_add(vf_mul(k_tt, b->tg), vf_mul(k_tg, b->gg));
  const vf m10 = vf_add(vf_mul(k_tg, b->tt), vf_mul(k_gg, b->tg));
  const vf m11 = vf_sub(one, vf_add(vf_mul(k_tg, b->tg), vf_mul(k_gg, b->gg)));
  const vf det = vf_max(vf_sub(vf_mul(m00, m11), vf_mul(m01, m10)), vf_set(PROJECTION_DET_MIN));
  const vf inverse = vf_div(one, det);
  const vf c_t = vf_mul(inverse, vf_add(vf_mul(m11, miss_t), vf_mul(m01, miss_g)));
  const vf c_g = vf_mul(inverse, vf_add(vf_mul(m10, miss_t), vf_mul(m00, miss_g)));
  vf b_t, b_g;
  apply_derivative(b, c_t, c_g, &b_t, &b_g);
  const vf along_t = vf_add(vf_mul(t_t, b_t), vf_mul(g_t, b_g)), along_g = vf_add(vf_mul(t_g, b_t), vf_mul(g_g, b_g));
  return add_f(a->at, add_f(scale_f(a->t, along_t), scale_f(a->g, along_g)));
}

// Returns n without its part along what p's feature keeps: the line of an edge, the tangent of a rim.
LANE_INLINE vec_f across_feature(vec_f n, const projected* p) {
  const vf zero = vf_set(0);
  const vf t = vf_select(vf_lt(zero, p->tt), dot_f(n, p->t), zero);
  const vf g = vf_select(vf_lt(zero, p->gg), dot_f(n, p->g), zero);
  return sub_f(n, add_f(scale_f(p->t, t), scale_f(p->g, g)));
}

// Returns n, the normal of A's side, also across the line of B's side, without leaning towards the line of A's.
LANE_INLINE vec_f across_both_lines(vec_f n, const projected* a, const projected* b) {
  const vec_f line = sub_f(b->g, scale_f(a->g, dot_f(a->g, b->g)));
  const vf square = vf_max(dot_f(line, line), vf_set(LINES_CROSSING_SQUARE));
  return sub_f(n, scale_f(line, vf_div(dot_f(n, b->g), square)));
}

// Returns the normal from A to B. A face's or a side's normal is exact, an ellipsoid's as far as Newton's method has
// come. Corners, edges and rims have the way between the points, if that is not too short.
LANE_INLINE vec_f curved_normal(const pair_frame_f* f, const projected* a, const projected* b) {
  const bool round_a = is_smooth_core(f->a.core), round_b = is_smooth_core(f->b.core);
  const mf all = mf_all(), not_a = mf_and_not(all, a->smooth), not_b = mf_and_not(all, b->smooth);
  const mf of_b = round_a && !round_b ? b->smooth : mf_and(b->smooth, not_a);
  const vec_f n = select_vec_f(of_b, neg_f(b->n), a->n);
  const vec_f across_a = select_vec_f(not_a, across_feature(n, a), n);
  const vec_f across = select_vec_f(not_b, across_feature(across_a, b), across_a);
  if (round_a || round_b) return across;
  const vf whole = vf_mul(vf_mul(a->gg, b->gg), one_where(mf_and(a->smooth, b->smooth)));
  return select_vec_f(vf_lt(vf_set(0), whole), across_both_lines(n, a, b), across);
}

// Returns the number of projections. Pairs without an ellipsoid turn sharply from one feature to another.
LANE_INLINE int projection_steps(const pair_frame_f* f) {
  const bool smooth = is_smooth_core(f->a.core) || is_smooth_core(f->b.core);
  return smooth ? PROJECTION_STEPS_SMOOTH : PROJECTION_STEPS;
}

// Projects back and forth. Returns the lanes in which the cores meet; there both solids are left smaller.
LANE_INLINE mf project_back_and_forth(const pair_frame_f* f, placed_solid* solid_a, placed_solid* solid_b, projected* a,
                                      projected* b) {
  const vf least = vf_mul(vf_set(MEETING_SQUARE), vf_mul(f->scale, f->scale)), factor = vf_set(MEETING_SHRINK);
  const int steps = projection_steps(f);
  project_on(solid_a, f->p, a);
  solid_a->l = vf_set(0);
  project_on(solid_b, a->at, b);
  vec_f z = a->at;
  project_on(solid_a, b->at, a);
  mf meet = mf_none();
  for (int k = 1; k < steps; ++k) {
    const vec_f w = sub_f(b->at, a->at);
    const mf near = vf_lt(dot_f(w, w), least), first = mf_and_not(near, meet);
    z = select_vec_f(near, a->at, newton_place(z, a, b));
    shrink_solid(solid_a, first, factor);
    shrink_solid(solid_b, first, factor);
    meet = mf_or(meet, near);
    project_on(solid_b, z, b);
    project_on(solid_a, b->at, a);
  }
  return meet;
}

// Sets the nearest points of two such cores as the vertex of a search's state. Lanes whose cores are certified to
// overlap end. Returns the direction along which a support value proves the others.
LANE_INLINE vec_f nearest_curved_points(const pair_frame_f* f, simplex_f* s) {
  const vec_f zeros = {vf_set(0), vf_set(0), vf_set(0)};
  placed_solid solid_a, solid_b;
  place_solid(&f->a, zeros, &solid_a);
  place_solid(&f->b, f->p, &solid_b);
  projected a, b;
  const mf meet = project_back_and_forth(f, &solid_a, &solid_b, &a, &b);
  const vec_f w = sub_f(b.at, a.at);
  // The heights of the smaller cores along w have the ratio of the cores' heights.
  const vf up = dot_f(a.at, w), both = vf_add(up, dot_f(sub_f(f->p, b.at), w));
  const vec_f common = add_f(a.at, scale_f(w, unit_interval(ratio_or_zero(up, both))));
  const vf back = vf_set(1 / MEETING_SHRINK);
  shrink_solid(&solid_a, meet, back);
  shrink_solid(&solid_b, meet, back);
  const mf in_a = deep_in_solid(&solid_a, f->touch_band, common);
  const mf in_both = mf_and(in_a, deep_in_solid(&solid_b, f->touch_band, common));
  s->inside = mf_and(s->active, mf_and(meet, in_both));
  s->active = mf_and_not(mf_and_not(s->active, meet), s->inside);
  s->p0.a = select_vec_f(s->inside, common, a.at);
  s->p0.w = neg_f(w);
  return curved_normal(f, &a, &b);
}

#endif
