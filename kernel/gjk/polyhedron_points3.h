// Finds the nearest points of a polyhedron and a cylinder, a cone or an ellipsoid. The polyhedron's nearest feature, a
// vertex, an edge or a face, is known to a search after few supports. The whole other core needs no supports. The
// result is a guess, proved by one support value.
#ifndef LGJK_GJK_POLYHEDRON_POINTS3_H
#define LGJK_GJK_POLYHEDRON_POINTS3_H

#include "gjk/cone_ellipsoid_points3.h"

// Gives a polyhedron's features what they need of a cylinder, a cone or an ellipsoid, in the axes of the solid.

typedef struct curved_solid {
  const core_lanes_f* core;
  union { // by core
    round_core round;
    cone_core cone;
    ellipsoid_core ellipsoid;
  };
} curved_solid;

LANE_INLINE void read_curved_solid(const core_lanes_f* core, curved_solid* out) {
  out->core = core;
  if (is_smooth_core(core->core)) {
    out->ellipsoid = ellipsoid_core_of(core);
  } else if (is_cone_core(core->core)) {
    out->cone = cone_core_of(core);
  } else {
    out->round = round_core_of(core);
  }
}

// Returns the inverses of the solid's sizes along its axes.
LANE_INLINE vec_f inverse_sizes(const curved_solid* s) {
  if (is_smooth_core(s->core->core)) return s->ellipsoid.by_size;
  const round_core* round = is_cone_core(s->core->core) ? &s->cone.round : &s->round;
  return (vec_f){round->by_radius, round->by_radius, round->by_half};
}

// These map world axes to the solid's own, and back. For any matrix, what is in the unit body stays in the core.
LANE_INLINE vec_f to_solid(const curved_solid* s, vec_f v) {
  const matrix_f m = matrix_of_f(s->core);
  return product_of(map_back_f(&m, unrotate_f(&s->core->rotation, v)), inverse_sizes(s));
}
LANE_INLINE vec_f from_solid(const curved_solid* s, vec_f v) {
  const matrix_f m = matrix_of_f(s->core);
  return rotate_f(&s->core->rotation, map_f(&m, product_of(v, inverse_sizes(s))));
}

// Returns the segment's place nearest to the solid. `on`: the solid's nearest point. `way`: from `on` to that place.
LANE_INLINE vec_f nearest_on_line(const curved_solid* s, point_or_segment* line, vec_f* on, vec_f* way) {
  if (is_smooth_core(s->core->core)) {
    secular_state begin, end;
    nearest_to_ellipsoid(line, &s->ellipsoid, false, &begin, &end);
    line->t = end.t;
    *on = farthest_in_ellipsoid(&s->ellipsoid, end.n);
    *way = end.n;
    return end.q;
  }
  const bool cone = is_cone_core(s->core->core);
  line->t = cone ? nearest_to_cone(line, &s->cone) : nearest_to_cylinder(line, &s->round);
  const vec_f at = point_at_parameter(line);
  if (cone) {
    *on = nearest_in_cone(&s->cone, at, way);
  } else {
    *on = nearest_in_round(&s->round, at);
    *way = sub_f(at, *on);
  }
  *way = across_segment(line, *way);
  return at;
}

// Returns the point of the cylinder that is farthest along d.
LANE_INLINE vec_f farthest_in_round(const round_core* c, vec_f d) {
  const vf across = vf_sqrt(vf_add(vf_mul(d.x, d.x), vf_mul(d.y, d.y)));
  const vf share = vf_div(c->radius, vf_select(vf_eq(across, vf_set(0)), vf_set(1), across));
  return (vec_f){vf_mul(d.x, share), vf_mul(d.y, share), vf_flip_sign(c->half, d.z)};
}

LANE_INLINE vec_f farthest_in_solid(const curved_solid* s, vec_f d) {
  if (is_smooth_core(s->core->core)) return farthest_in_ellipsoid(&s->ellipsoid, d);
  return is_cone_core(s->core->core) ? farthest_in_cone(&s->cone, d) : farthest_in_round(&s->round, d);
}

// ------------------ the nearest feature

typedef struct feature_guess {
  vec_f on, at; // the curved core's point and the polyhedron's, around A's position
  vec_f normal; // direction from the curved core, of any length
} feature_guess;

LANE_INLINE vec_f poly_point(const support_point_f* p, bool first) { return first ? p->a : sub_f(p->a, p->w); }

// Finds the corners of the polyhedron in the simplex, around A's position: a vertex three times, an edge with one end
// twice, or a triangle. The two of a triangle that its nearest point is nearest to come first. A corner that occurs
// twice comes last.
LANE_INLINE void find_corners(const simplex_f* s, bool first, vec_f out[3]) {
  const vf one = vf_set(1), zero = vf_set(0);
  const vec_f p0 = poly_point(&s->p0, first), p1 = select_vec_f(s->edge, poly_point(&s->p1, first), p0);
  const vec_f p2 = select_vec_f(s->face, poly_point(&s->p2, first), p1);
  barycentric_f t = feature_barycentric_f(s);
  clamp_barycentric_f(&t, vf_div(one, vf_select(vf_eq(t.over, zero), one, t.over)));
  const vf t0 = vf_sub(vf_sub(one, t.t1), t.t2);
  const mf same01 = same_f(p0, p1), same12 = same_f(p1, p2), twice = mf_or(same01, mf_or(same12, same_f(p0, p2)));
  const mf whole = mf_and_not(s->face, twice), least0 = mf_and(vf_lt(t0, t.t1), vf_lt(t0, t.t2));
  const mf last0 = mf_or(same01, mf_and(whole, least0));
  const mf last1 = mf_and_not(mf_or(same12, mf_and(whole, vf_lt(t.t1, t.t2))), last0);
  out[0] = select_vec_f(last0, p1, p0);
  out[1] = select_vec_f(mf_or(last0, last1), p2, p1);
  out[2] = select_vec_f(last0, p0, select_vec_f(last1, p1, p2));
}

LANE_INLINE mf in_triangle(const vec_f p[3], vec_f x) {
  const vf zero = vf_set(0);
  const vec_f e = sub_f(p[1], p[0]), g = sub_f(p[2], p[0]), r = sub_f(x, p[0]), n = cross_f(e, g);
  const vf a = dot_f(cross_f(r, g), n), b = dot_f(cross_f(e, r), n);
  return mf_and(mf_and(vf_le(zero, a), vf_le(zero, b)), vf_le(vf_add(a, b), dot_f(n, n)));
}

// Finds the nearest points of the edge of the first two corners, or of the triangle if that is nearer. The triangle is
// taken over the curved core's point farthest towards it. All is in that core's axes. Returns the lanes of the
// triangle.
LANE_INLINE mf nearest_to_feature(const vec_f x[3], const curved_solid* solid, point_or_segment* line,
                                  feature_guess* out) {
  line->p = x[0];
  line->d = sub_f(x[1], x[0]);
  out->at = nearest_on_line(solid, line, &out->on, &out->normal);
  const vec_f v = sub_f(out->at, out->on), e = line->d, g = sub_f(x[2], x[0]), up = cross_f(e, g);
  const vf square = dot_f(up, up), least = vf_mul(vf_set(THIN_TRIANGLE), vf_mul(dot_f(e, e), dot_f(g, g)));
  const mf flat = mf_and(vf_lt(least, square), vf_lt(vf_set(LEAST_SQUARE), square));
  const vf inverse = vf_div(vf_set(1), vf_sqrt(vf_select(flat, square, vf_set(1))));
  const vec_f n = scale_f(flip_vec_f(up, dot_f(up, x[0])), inverse), on = farthest_in_solid(solid, n);
  const vf away = dot_f(n, sub_f(x[0], on));
  const vec_f at = add_f(on, scale_f(n, away));
  const mf nearer = mf_and(vf_lt(vf_set(0), away), vf_lt(vf_mul(away, away), dot_f(v, v)));
  const mf face = mf_and(mf_and(flat, nearer), in_triangle(x, at));
  out->on = select_vec_f(face, on, out->on);
  out->at = select_vec_f(face, at, out->at);
  out->normal = select_vec_f(face, n, out->normal);
  return face;
}

// Finds the nearest points of the polyhedron's corners and the curved core.
LANE_INLINE void find_feature_points(const pair_frame_f* f, const vec_f corner[3], feature_guess* out) {
  const bool first = is_curved_core(f->b.core); // A is the polyhedron
  const vec_f zeros = {vf_set(0), vf_set(0), vf_set(0)}, centre = first ? f->p : zeros;
  curved_solid solid;
  read_curved_solid(first ? &f->b : &f->a, &solid);
  vec_f x[3];
  for (int i = 0; i < 3; ++i) x[i] = to_solid(&solid, sub_f(corner[i], centre));
  point_or_segment line;
  const mf face = nearest_to_feature(x, &solid, &line, out);
  const vec_f edge = add_f(corner[0], scale_f(sub_f(corner[1], corner[0]), line.t));
  const vec_f over = add_f(centre, from_solid(&solid, out->at));
  out->on = add_f(centre, from_solid(&solid, out->on));
  out->at = select_vec_f(face, over, edge);
  out->normal = from_solid(&solid, out->normal);
}

// Returns the active lanes that have such a guess: their curved core is not askew.
LANE_INLINE mf may_take_feature(const pair_frame_f* f, const simplex_f* s) {
  return mf_and(s->active, mf_and(not_askew(&f->a), not_askew(&f->b)));
}

// Ends the lanes of `lanes` in which the guess is proved. Their feature becomes the vertex p0.
static LANE_NOINLINE void take_feature(const pair_frame_f* f, simplex_f* s, const search_bounds_f* bounds, mf lanes) {
  const bool first = is_curved_core(f->b.core);
  vec_f corner[3];
  feature_guess points;
  find_corners(s, first, corner);
  find_feature_points(f, corner, &points);
  const vec_f a = first ? points.at : points.on, w = sub_f(a, first ? points.on : points.at);
  const vec_f d = first ? neg_f(points.normal) : points.normal;
  const vf h = find_support_value_f(f, &d, mf_bits(lanes));
  const mf others = mf_and_not(s->active, lanes);
  s->active = lanes;
  if (bounds->reaches) end_separated_f(s, bounds, h, d);
  const mf closed = mf_and(s->active, closes_f(h, dot_f(w, d), d, bounds->gap));
  const mf found = mf_and(closed, is_parallel(w, d, bounds->gap));
  s->p0.w = select_vec_f(found, w, s->p0.w);
  s->p0.a = select_vec_f(found, a, s->p0.a);
  s->axis = select_vec_f(found, d, s->axis);
  s->edge = mf_and_not(s->edge, found);
  s->face = mf_and_not(s->face, found);
  s->settled = mf_or(s->settled, found);
  converge_f(s, found);
  s->active = mf_or(s->active, others);
}

#endif
