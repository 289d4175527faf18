// Computes the answer of a 2D search that has ended: distance, witness points, verdict, and whether float32 proves it.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/search_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Twice the areas of the triangles that the origin makes with the three edges. Inside, their signs are equal.
typedef struct R(origin_areas) {
  vr u0, u1, u2, sum;
} R(origin_areas);

LANE_INLINE R(origin_areas) R(areas)(const R(simplex)* s) {
  R(origin_areas) out = {R(cross)(s->p1.w, s->p2.w), R(cross)(s->p2.w, s->p0.w), R(cross)(s->p0.w, s->p1.w), v_set(0)};
  out.sum = v_add(v_add(out.u0, out.u1), out.u2);
  return out;
}

// Returns the lanes in which u / |e| > margin for the edge e = p - q. The longer |e.x| + |e.y| stands for |e|.
LANE_INLINE mr R(clear)(vr u, vr sum, R(vec) p, R(vec) q, vr margin) {
  return v_lt(v_mul(margin, R(extent)(R(sub)(p, q))), v_flip_sign(u, sum));
}

// Returns the lanes whose triangle holds the origin farther than `margin`, a distance, from each of its edges.
LANE_INLINE mr R(deep)(const R(simplex)* s, const R(origin_areas)* u, vr margin) {
  const mr clear0 = R(clear)(u->u0, u->sum, s->p1.w, s->p2.w, margin);
  const mr clear1 = R(clear)(u->u1, u->sum, s->p2.w, s->p0.w, margin);
  return m_and(m_and(clear0, clear1), R(clear)(u->u2, u->sum, s->p0.w, s->p1.w, margin));
}

// The feature as the sum of its ends, twice its middle, and their difference, twice the way from there to an end.
// Exchanged ends give the same sum, bit by bit, and a difference of the other sign. A sign goes through products and
// quotients without rounding, so the answer has the same bits whichever end was found first. (To sort the ends instead
// is a branch for one lane, and it mispredicts.)
typedef struct R(feature_line) {
  R(vec) w, e;               // of the difference A - B
  R(vec) a, ea;              // of A's points
  vr numerator, denominator; // their quotient is the nearest point's parameter, -1 and 1 at the ends
} R(feature_line);

LANE_INLINE R(feature_line) R(line_of)(const R(simplex)* s) {
  const R(vec) w = R(select_vec)(s->edge, s->p1.w, s->p0.w), a = R(select_vec)(s->edge, s->p1.a, s->p0.a);
  R(feature_line) l = {.w = R(add)(s->p0.w, w), .e = R(sub)(w, s->p0.w)};
  l.a = R(add)(s->p0.a, a);
  l.ea = R(sub)(a, s->p0.a);
  l.numerator = v_neg(R(dot)(l.w, l.e));
  l.denominator = R(dot)(l.e, l.e);
  return l;
}

// Clamps a parameter to the ends. The parameter of a vertex is 0 / 0 and becomes one of its ends, which are equal.
LANE_INLINE vr R(clamp_to_ends)(vr t) { return v_max(v_min(t, v_set(1)), v_set(-1)); }

// Returns the point of parameter t; `middle` and `e` are those of a feature_line.
LANE_INLINE R(vec) R(point_at)(R(vec) middle, R(vec) e, vr t) {
  return R(scale)(R(add)(middle, R(scale)(e, t)), v_set(0.5f));
}

// Returns the converged lanes whose edge is as near as its line, within the distance `gap`: the duality gap was
// measured to the line. `raw`, `t`: the nearest point's parameter on the line, and on the edge.
LANE_INLINE mr R(on_edge)(const R(simplex)* s, R(vec) e, vr raw, vr t, vr gap) {
  const mr reached = v_le(v_mul(v_abs(v_sub(raw, t)), R(extent)(e)), v_add(gap, gap));
  return m_or(reached, m_and_not(s->converged, s->edge));
}

LANE_INLINE R(vec) R(combine)(R(vec) p, R(vec) q, R(vec) r, vr tp, vr tq, vr tr) {
  return R(add)(R(add)(R(scale)(p, tp), R(scale)(q, tq)), R(scale)(r, tr));
}

// Computes the answer of the lanes that are inside. `inverse`: 1 / u->sum. The miss is 0 up to rounding, which is
// large if the triangle is a sliver.
LANE_INLINE void R(answer_by_areas)(const R(pair_frame)* f, const R(simplex)* s, const R(origin_areas)* u, vr inverse,
                                    R(answer)* out) {
  const vr t0 = v_mul(u->u0, inverse), t1 = v_mul(u->u1, inverse), t2 = v_mul(u->u2, inverse);
  const R(vec) miss = R(combine)(s->p0.w, s->p1.w, s->p2.w, t0, t1, t2);
  const R(vec) common = R(combine)(s->p0.a, s->p1.a, s->p2.a, t0, t1, t2);
  const mr hit = v_le(R(size)(miss), v_mul(v_set(COMMON_MISS), f->touch_band));
  R(weighted_point)(s, common, m_and(hit, R(deep)(s, u, f->touch_band)), out);
}

// Does the same, and computes areas and inverse itself.
LANE_INLINE void R(answer_in_triangle)(const R(pair_frame)* f, const R(simplex)* s, R(answer)* out) {
  const vr one = v_set(1);
  const R(origin_areas) u = R(areas)(s);
  const vr sum = v_select(m_and_not(s->inside, v_eq(u.sum, v_set(0))), u.sum, one);
  R(answer_by_areas)(f, s, &u, v_div(one, sum), out);
}

// Computes the answer of all lanes. One division serves the parameter on edges and the coordinates in triangles. `gap`:
// a distance that counts as touching, and an edge's largest distance from its line. `ra`: A's rounding radius.
LANE_INLINE void R(find_answer)(const R(pair_frame)* f, const R(simplex)* s, vr gap, vr ra, point_choice points,
                                R(answer)* out) {
  const bool any_inside = m_any(s->inside);
  const vr one = v_set(1);
  R(feature_line) l = R(line_of)(s);
  R(origin_areas) u;
  if (any_inside) {
    u = R(areas)(s);
    l.numerator = v_select(s->inside, one, l.numerator);
    l.denominator = v_select(s->inside, v_select(v_eq(u.sum, v_set(0)), one, u.sum), l.denominator);
  }
  const vr quotient = v_div(l.numerator, l.denominator), t = R(clamp_to_ends)(quotient);
  out->v = R(point_at)(l.w, l.e, t);
  out->a = R(point_at)(l.a, l.ea, t);
  const vr length = v_sqrt(R(dot)(out->v, out->v));
  R(round_answer)(f, s, gap, ra, length, m_and(s->converged, R(on_edge)(s, l.e, quotient, t, gap)), points, out);
  if (any_inside) R(answer_by_areas)(f, s, &u, quotient, out);
}

// Returns the nearest point of the feature. `measured`: the lanes whose duality gap, at most `gap`, was measured to it.
LANE_INLINE R(vec) R(measure_feature)(const R(simplex)* s, vr gap, mr* measured) {
  const R(feature_line) l = R(line_of)(s);
  const vr quotient = v_div(l.numerator, l.denominator), t = R(clamp_to_ends)(quotient);
  *measured = m_and(s->converged, R(on_edge)(s, l.e, quotient, t, gap));
  return R(point_at)(l.w, l.e, t);
}

LANE_INLINE R(vec) R(nearest)(const R(simplex)* s) {
  mr measured;
  return R(measure_feature)(s, v_set(0), &measured);
}

// Returns the lanes whose triangle is certified to hold the origin.
LANE_INLINE mr R(certified_inside)(const R(pair_frame)* f, const R(simplex)* s) {
  const R(origin_areas) u = R(areas)(s);
  return m_and(s->inside, R(deep)(s, &u, f->touch_band));
}

// Finds the vertices of the simplex, w, and A's vertices, a. `area`: barycentric coordinates of the origin in the
// triangle, not normalised. `edge`: those of the edge's nearest point.
LANE_INLINE void R(find_barycentric)(const R(simplex)* s, R(vec) w[3], R(vec) a[3], vr area[3], vr edge[3]) {
  const R(support_point)* p[3] = {&s->p0, &s->p1, &s->p2};
  const R(origin_areas) all = R(areas)(s);
  const vr u[3] = {all.u0, all.u1, all.u2};
  const R(vec) e = R(sub)(s->p1.w, s->p0.w);
  for (int i = 0; i < 3; ++i) {
    w[i] = p[i]->w;
    a[i] = p[i]->a;
    area[i] = v_flip_sign(u[i], all.sum);
  }
  const vr t = v_max(v_min(v_div(v_neg(R(dot)(s->p0.w, e)), R(dot)(e, e)), v_set(1)), v_set(0));
  edge[1] = v_select(s->edge, t, v_set(0));
  edge[0] = v_sub(v_set(1), edge[1]);
  edge[2] = v_set(0);
}
