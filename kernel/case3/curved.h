// Finds the nearest points of two cylinders, cones, ellipsoids or boxes without a search. Projecting a place on B and
// the result on A, back and forth, converges to the nearest points; the nearer two round cores, the slower. Newton's
// method solves for the limit. Both projections have closed forms, and so have their derivatives:
//   z + step = P_A(P_B(z)) + JA JB step.
// The result is a guess, proved by one support value.
//
// Cores that meet are taken again, both smaller by the same factor. One place divides the way between the smaller
// cores' nearest points in the ratio of their heights. It is in both whole cores unless these barely touch.
#ifndef LGJK_CASE3_CURVED_H
#define LGJK_CASE3_CURVED_H

#include "gjk/cone_ellipsoid_points3.h"

// Finds the point of a box, cylinder, cone or ellipsoid that is nearest to a place, and how it moves with the place: in
// world axes, for the pairs below. The derivative of such a projection is symmetric. It keeps the flat directions of
// the feature that the point is on, shortens the round ones, and has no other: two tangents hold it.

typedef struct placed_solid {
  uint32_t core;
  vec_f centre, axis[3]; // axes are unit; a cylinder and a cone use only the last
  vec_f size;            // half extents or semi-axes; for a cylinder and a cone x is the radius, z half the height
  cone_core cone;        // for a cone: the side's normal and slant
  vf l;                  // for an ellipsoid: the multiplier found last, from which the next search goes on
} placed_solid;

typedef struct projected {
  vec_f at;      // the nearest point
  vec_f n;       // direction from there to the place, of any length: exact in the lanes `smooth`
  mf smooth;     // lanes in which the surface has one normal there
  vec_f t, g;    // two tangents, unit and perpendicular
  vf tt, tg, gg; // the derivative: tt t t' + tg (t g' + g t') + gg g g'; 0 within the solid
} projected;

LANE_INLINE vf one_where(mf lanes) { return vf_select(lanes, vf_set(1), vf_set(0)); }

LANE_INLINE void place_solid(const core_lanes_f* core, vec_f centre, placed_solid* out) {
  out->core = core->core;
  out->centre = centre;
  out->l = vf_set(0);
  if (is_box_core(core->core)) {
    out->axis[0] = core->rotation.x;
    out->axis[1] = core->rotation.y;
    out->axis[2] = core->rotation.z;
    out->size = coordinates_f(core, 0);
    return;
  }
  const matrix_f m = matrix_of_f(core);
  vf size[3];
  for (int k = 0; k < 3; ++k) {
    const vec_f column = column_of(&m, k);
    size[k] = vf_sqrt(not_too_small(dot_f(column, column)));
    out->axis[k] = rotate_f(&core->rotation, scale_f(column, vf_div(vf_set(1), size[k])));
  }
  out->size = (vec_f){size[0], size[1], size[2]};
  if (is_cone_core(core->core)) out->cone = cone_core_of(core);
}

// Scales the solid by a factor around its centre, in some lanes.
LANE_INLINE void shrink_solid(placed_solid* s, mf lanes, vf factor) {
  const vf by = vf_select(lanes, factor, vf_set(1));
  s->size = scale_f(s->size, by);
  if (is_cone_core(s->core)) s->cone.slant = vf_mul(s->cone.slant, by);
  s->l = vf_select(lanes, vf_set(0), s->l);
}

// ------------------------------------------------------------------ a box

LANE_INLINE void project_on_box(const placed_solid* s, vec_f place, projected* out) {
  const vec_f r = sub_f(place, s->centre), c = in_axes(s->axis, r), on = nearest_in_box(s->size, c);
  const mf x = vf_lt(vf_abs(c.x), s->size.x), y = vf_lt(vf_abs(c.y), s->size.y), z = vf_lt(vf_abs(c.z), s->size.z);
  const mf xy = mf_and(x, y), within = mf_and(xy, z), face = mf_or(xy, mf_and(z, mf_or(x, y)));
  out->at = add_f(s->centre, from_axes(s->axis, on));
  out->t = select_vec_f(x, s->axis[0], s->axis[1]);
  out->g = select_vec_f(z, s->axis[2], s->axis[1]);
  const mf first = mf_and_not(mf_or(x, y), within), second = mf_and_not(mf_or(z, xy), within);
  out->tt = one_where(first);
  out->gg = one_where(second);
  out->tg = vf_set(0);
  const vec_f v = sub_f(c, on); // at a face it has one coordinate
  out->n = from_axes(s->axis, v);
  out->smooth = mf_and_not(face, within);
}

// ------------------------------------------------------------------ a cylinder or a cone

// The nearest point in the half plane of the axis that holds the place: `rho` across the axis, `along` along it.
typedef struct profile {
  vf rho, along;         // the nearest point
  vf n_rho, n_along;     // its normal, where smooth
  vf g_rho, g_along, gg; // its tangent in that plane
  mf smooth, within;
} profile;

LANE_INLINE void nearest_on_cylinder(const placed_solid* s, vf rho, vf along, profile* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  const mf outer = vf_lt(s->size.x, rho), above = vf_lt(s->size.z, vf_abs(along));
  out->rho = vf_min(rho, s->size.x);
  out->along = clamped(along, s->size.z);
  out->n_rho = vf_select(outer, one, zero);
  out->n_along = vf_select(outer, zero, vf_flip_sign(one, along));
  out->g_rho = vf_select(outer, zero, one);
  out->g_along = vf_select(outer, one, zero);
  out->smooth = mf_or(mf_and_not(outer, above), mf_and_not(above, outer));
  out->within = mf_and_not(mf_not(outer), above);
  out->gg = one_where(out->smooth);
}

LANE_INLINE void nearest_on_cone(const placed_solid* s, vf rho, vf along, profile* out) {
  const vf zero = vf_set(0), one = vf_set(1), radius = s->size.x, half = s->size.z;
  const vf z = vf_sub(along, half);
  const vf over = vf_add(vf_mul(s->cone.across, rho), vf_mul(s->cone.along, z));
  const vf down = vf_sub(vf_mul(s->cone.along, rho), vf_mul(s->cone.across, z));
  const mf below = vf_lt(along, vf_neg(half)), base = mf_and(below, vf_le(rho, radius));
  out->within = mf_and_not(vf_le(over, zero), below);
  const mf flat = mf_or(base, out->within), apex = mf_and_not(vf_le(down, zero), flat);
  const mf rim = mf_and_not(vf_le(s->cone.slant, down), mf_or(flat, apex));
  out->rho = vf_select(flat, rho, vf_select(apex, zero, vf_select(rim, radius, vf_mul(s->cone.along, down))));
  const vf side = vf_sub(half, vf_mul(s->cone.across, down));
  out->along = vf_select(flat, vf_max(along, vf_neg(half)), vf_select(apex, half, vf_select(rim, vf_neg(half), side)));
  out->n_rho = vf_select(base, zero, s->cone.across);
  out->n_along = vf_select(base, vf_set(-1), s->cone.along);
  out->g_rho = vf_select(base, one, s->cone.along);
  out->g_along = vf_select(base, zero, vf_neg(s->cone.across));
  out->smooth = mf_not(mf_or(out->within, mf_or(apex, rim)));
  out->gg = one_where(out->smooth);
}

LANE_INLINE void project_on_round(const placed_solid* s, vec_f place, projected* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f a = s->axis[2], r = sub_f(place, s->centre);
  const vf along = dot_f(a, r);
  const vec_f across = sub_f(r, scale_f(a, along));
  const vf rho = vf_sqrt(dot_f(across, across)), inverse = vf_div(one, vf_select(vf_lt(zero, rho), rho, one));
  profile on;
  if (is_cone_core(s->core)) {
    nearest_on_cone(s, rho, along, &on);
  } else {
    nearest_on_cylinder(s, rho, along, &on);
  }
  const vec_f u = scale_f(across, inverse);
  out->at = add_f(s->centre, add_f(scale_f(u, on.rho), scale_f(a, on.along)));
  out->t = cross_f(a, u);
  out->g = add_f(scale_f(u, on.g_rho), scale_f(a, on.g_along));
  out->tt = vf_select(on.within, zero, vf_mul(on.rho, inverse));
  out->tg = zero;
  out->gg = on.gg;
  const vf n_rho = vf_select(on.smooth, on.n_rho, vf_sub(rho, on.rho));
  const vf n_along = vf_select(on.smooth, on.n_along, vf_sub(along, on.along));
  out->n = add_f(scale_f(u, n_rho), scale_f(a, n_along));
  out->smooth = on.smooth;
}

// ------------------------------------------------------------------ an ellipsoid

LANE_INLINE vec_f inverse_of_each(vec_f v) {
  const vf xy = vf_mul(v.x, v.y), inverse = vf_div(vf_set(1), vf_mul(xy, v.z)), by_z = vf_mul(inverse, v.z);
  return (vec_f){vf_mul(by_z, v.y), vf_mul(by_z, v.x), vf_mul(inverse, xy)};
}

// The equation for l of cone_ellipsoid_points3.h, for a point q in the ellipsoid's axes.
typedef struct secular_point {
  vec_f by, n;     // 1 / (e^2 + l), and q times that
  vf value, slope; // its left side, squared, and half the derivative, reversed
} secular_point;

LANE_INLINE secular_point look_at_point(vec_f q, vec_f square, vf l) {
  secular_point out;
  out.by = inverse_of_each((vec_f){vf_add(square.x, l), vf_add(square.y, l), vf_add(square.z, l)});
  out.n = product_of(q, out.by);
  const vec_f part = product_of(square, product_of(out.n, out.n));
  out.value = vf_add(vf_add(part.x, part.y), part.z);
  out.slope = dot_f(part, out.by);
  return out;
}

// Finds two tangents across n, in the ellipsoid's axes, and the derivative along them: e^2 / (e^2 + l), less the square
// of what moves the multiplier.
LANE_INLINE void find_ellipsoid_tangents(const placed_solid* s, vec_f image, const secular_point* now, vf by_slope,
                                         projected* out) {
  const vf one = vf_set(1), zero = vf_set(0);
  const vec_f n = now->n;
  const vf flat = vf_add(vf_mul(n.x, n.x), vf_mul(n.y, n.y)), square = vf_add(flat, vf_mul(n.z, n.z));
  const vf across = vf_sqrt(not_too_small(flat)), length = vf_sqrt(not_too_small(square));
  const vf inverse = vf_div(one, vf_mul(across, length)), by_across = vf_mul(inverse, length);
  const vec_f t = {vf_neg(vf_mul(n.y, by_across)), vf_mul(n.x, by_across), zero};
  const vec_f g = cross_f(scale_f(n, vf_mul(inverse, across)), t), pull = product_of(image, now->by);
  const vec_f shares = product_of(product_of(s->size, s->size), now->by);
  const vec_f of_t = product_of(shares, t), of_g = product_of(shares, g);
  const vf pull_t = dot_f(pull, t), pull_g = dot_f(pull, g), by_t = vf_mul(by_slope, pull_t);
  out->tt = vf_sub(dot_f(of_t, t), vf_mul(by_t, pull_t));
  out->tg = vf_sub(dot_f(of_t, g), vf_mul(by_t, pull_g));
  out->gg = vf_sub(dot_f(of_g, g), vf_mul(by_slope, vf_mul(pull_g, pull_g)));
  out->t = from_axes(s->axis, t);
  out->g = from_axes(s->axis, g);
}

// Projects by one step of Newton's method for the multiplier, from the one found last: both iterations end together.
LANE_INLINE void project_on_ellipsoid(placed_solid* s, vec_f place, projected* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f q = in_axes(s->axis, sub_f(place, s->centre)), square = product_of(s->size, s->size);
  const secular_point before = look_at_point(q, square, s->l);
  const vf rise = vf_sub(vf_sqrt(before.value), one);
  s->l = vf_max(vf_add(s->l, vf_mul(before.value, ratio_or_zero(rise, before.slope))), zero);
  const secular_point now = look_at_point(q, square, s->l);
  const mf within = mf_and(vf_le(s->l, zero), vf_le(now.value, one));
  const vec_f image = product_of(square, now.n);
  const vf root = vf_sqrt(not_too_small(now.value)), slope = not_too_small(now.slope);
  const vf inverse = vf_div(one, vf_mul(root, slope)), some = vf_select(within, zero, one);
  find_ellipsoid_tangents(s, image, &now, vf_mul(inverse, root), out);
  out->tt = vf_mul(some, out->tt);
  out->tg = vf_mul(some, out->tg);
  out->gg = vf_mul(some, out->gg);
  const vec_f own = scale_f(image, vf_mul(inverse, slope)); // on the surface, whatever the multiplier
  out->at = select_vec_f(within, place, add_f(s->centre, from_axes(s->axis, own)));
  out->n = from_axes(s->axis, now.n);
  out->smooth = mf_not(within);
}

// ------------------------------------------------------------------ any

LANE_INLINE void project_on(placed_solid* s, vec_f place, projected* out) {
  if (is_box_core(s->core)) {
    project_on_box(s, place, out);
  } else if (is_smooth_core(s->core)) {
    project_on_ellipsoid(s, place, out);
  } else {
    project_on_round(s, place, out);
  }
}

// Returns the lanes in which x is in the solid by more than the margin.
LANE_INLINE mf deep_in_solid(const placed_solid* s, vf margin, vec_f x) {
  const vec_f r = sub_f(x, s->centre);
  if (is_box_core(s->core)) return deep_in_box(s->size, margin, in_axes(s->axis, r));
  if (is_smooth_core(s->core)) {
    const vf one = vf_set(1), least = vf_min(vf_min(s->size.x, s->size.y), s->size.z);
    const vec_f c = in_axes(s->axis, r), u = {vf_div(c.x, s->size.x), vf_div(c.y, s->size.y), vf_div(c.z, s->size.z)};
    return vf_lt(vf_sqrt(dot_f(u, u)), vf_sub(one, vf_div(margin, least)));
  }
  const vf along = dot_f(s->axis[2], r);
  const vec_f across = sub_f(r, scale_f(s->axis[2], along));
  const vf rho = vf_sqrt(dot_f(across, across));
  if (is_cylinder_core(s->core)) {
    return mf_and(vf_lt(rho, vf_sub(s->size.x, margin)), vf_lt(vf_abs(along), vf_sub(s->size.z, margin)));
  }
  const vf over = vf_add(vf_mul(s->cone.across, rho), vf_mul(s->cone.along, vf_sub(along, s->size.z)));
  return mf_and(vf_lt(over, vf_neg(margin)), vf_lt(margin, vf_add(along, s->size.z)));
}

// ------------------ pairs

// Applies the derivative of a projection to a vector, by shares of its tangents.
LANE_INLINE void apply_derivative(const projected* p, vf t, vf g, vf* out_t, vf* out_g) {
  *out_t = vf_add(vf_mul(p->tt, t), vf_mul(p->tg, g));
  *out_g = vf_add(vf_mul(p->tg, t), vf_mul(p->gg, g));
}

// Returns the place whose projection on B, projected on A, is itself, to first order. `b` is the projection
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

// Projects back and forth. Returns the lanes in which the cores meet; there both solids are left smaller. Pairs without
// an ellipsoid turn sharply from one feature to another.
LANE_INLINE mf project_back_and_forth(const pair_frame_f* f, placed_solid* solid_a, placed_solid* solid_b, projected* a,
                                      projected* b) {
  const vf least = vf_mul(vf_set(MEETING_SQUARE), vf_mul(f->scale, f->scale)), factor = vf_set(MEETING_SHRINK);
  const bool smooth = is_smooth_core(f->a.core) || is_smooth_core(f->b.core);
  const int steps = smooth ? PROJECTION_STEPS_SMOOTH : PROJECTION_STEPS;
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
// overlap end. `d`: the direction along which a support value proves the others. Not inlined, so that its temporaries
// are not on the stack together with the end of a run.
static LANE_NOINLINE void guess_curved(const pair_frame_f* f, simplex_f* s, vec_f* d) {
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
  *d = curved_normal(f, &a, &b);
}

// ================== attempts: what knows blocks, records and queues

#include "case3/search.h"
#include "engine/route.h"

static void two_curved(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  try_formula_of_query(run, pairs, query, guess_curved);
}

// clang-format off
ROUTE(cylinders_query) = {WITHOUT_RECORDS(two_curved, search_queued)};
ROUTE(cylinders_contact) = {WITHOUT_RECORDS(two_curved, two_curved), IN_LANES};
ROUTE(box_cylinder_contact) = {WITHOUT_RECORDS(depth_before_second, two_curved), IN_LANES, .traits = PROVES_DEPTH};
ROUTE(curved_distance) = {WITH_RECORDS(two_curved, two_curved, search_queued), .traits = RECORDS, .culls_early = true};
ROUTE(curved_contact) = {WITH_RECORDS(depth_before_second, recorded_depth_before_left, two_curved), IN_LANES,
    .traits = RECORDS | PROVES_DEPTH, .culls_early = true};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(BOXES, CYLINDERS, cylinders_query, cylinders_query, box_cylinder_contact, box_cylinder_contact)
ROW(CYLINDERS, CYLINDERS, cylinders_query, cylinders_query, cylinders_contact, cylinders_contact)
ROW(BOXES, CONES, curved_search, curved_distance, curved_contact, curved_contact)
ROW(CURVED, CURVED, curved_search, curved_distance, curved_contact, curved_contact)
#endif
