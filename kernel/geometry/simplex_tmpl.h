// Defines the simplex of a search, and ends lanes of it.
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

#if DIM == 3
// Six times the volumes of the tetrahedra that the origin makes with the four faces. Inside, their signs are equal.
typedef struct R(volumes) {
  vr u[4], sum;
  mr deep; // the origin is farther from each face than margin and rounding, and the volumes miss it by little
} R(volumes);
#endif

// The nearest feature is the vertex p0, the edge p0 p1 in lanes of `edge`, or in 3D the face p0 p1 p2 in lanes of
// `face`. All points are the triangle, in 3D the tetrahedron, around the origin in lanes of `inside`.
typedef struct R(simplex) {
  R(support_point) p0, p1, p2;
#if DIM == 3
  R(support_point) p3;
#endif
  R(vec) axis; // `separated`: the separating axis; an answer by a formula: the direction that proves it
  mr edge;
#if DIM == 3
  mr face; // lanes of `face` are lanes of `edge`, too
#endif
  mr active;    // still searching
  mr inside;    // ended: the simplex holds the origin
  mr separated; // ended: a support plane shows more than `reach` between the cores
  mr converged; // ended: no support is farther by more than `gap`
#if DIM == 3
  mr settled;         // ended: the feature is p0, and `axis` the direction that proves it
  R(volumes) volumes; // if `restored`: of the lanes that are inside
  bool restored;      // from records, and not searched since
  bool closed_form;   // a formula has made p0 the feature of all lanes; in lanes of `inside`, p0.a is a common point
#endif
} R(simplex);

// Returns whether finding the answer takes little code: always in 2D, in 3D if the feature is p0.
LANE_INLINE bool R(has_short_answer)(const R(simplex)* s) {
#if DIM == 3
  return s->closed_form;
#else
  (void)s;
  return true;
#endif
}

LANE_INLINE void R(clear_state)(R(simplex)* s, mr active) {
  s->active = active;
  s->edge = s->inside = s->separated = s->converged = m_from_bits(0);
  s->axis = (R(vec)){0};
#if DIM == 3
  s->face = s->settled = m_from_bits(0);
  s->restored = s->closed_form = false;
#endif
}

// Ends lanes in which no support is farther: they have converged.
LANE_INLINE void R(converge)(R(simplex)* s, mr lanes) {
  s->converged = m_or(s->converged, lanes);
  s->active = m_and_not(s->active, lanes);
}

#if DIM == 3
// Ends lanes whose feature has become the point p0.
LANE_INLINE void R(converge_at_point)(R(simplex)* s, mr lanes) {
  s->edge = m_and_not(s->edge, lanes);
  s->face = m_and_not(s->face, lanes);
  R(converge)(s, lanes);
}
#endif

// Does the first step of a search, from a vertex in all lanes: the new feature is the edge to w, or w alone.
LANE_INLINE void R(advance_vertex)(R(simplex)* s, const R(support_point)* w) {
  const mr ahead = v_lt(R(dot)(w->w, R(sub)(s->p0.w, w->w)), v_set(0));
  s->edge = m_and(ahead, s->active);
  s->p1 = s->p0;
  s->p0 = R(select_point)(s->active, w, &s->p0);
}

// Reduces edges to the end that is their nearest point, if there is one. Exact arithmetic never gets there in a search;
// rounding does if an edge is short. `edge`: lanes whose feature is an edge.
LANE_INLINE void R(trim_edge)(R(simplex)* s, mr edge) {
  const R(vec) e = R(sub)(s->p1.w, s->p0.w);
  const vr along = v_neg(R(dot)(s->p0.w, e));
  const mr after = v_lt(v_set(0), along), past = m_and(after, v_le(R(dot)(e, e), along));
  const mr passed = m_and(edge, past);
  if (DIM == 2 || !FEW_LANES || m_any(passed)) s->p0 = R(select_point)(passed, &s->p1, &s->p0);
  s->edge = m_or(m_and(edge, m_and_not(after, past)), m_and_not(s->edge, edge));
}
